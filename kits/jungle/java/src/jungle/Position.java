package jungle;

import java.util.List;

/** A tile: {@code x} to the right, {@code y} down. */
public record Position(int x, int y) {
    /** Steps to another tile if there were no walls. */
    public int distance(Position other) {
        return Math.abs(x - other.x) + Math.abs(y - other.y);
    }

    /** The four tiles beside this one: above, below, left, right. They may be off the map. */
    public List<Position> neighbours() {
        return List.of(new Position(x, y - 1), new Position(x, y + 1), new Position(x - 1, y), new Position(x + 1, y));
    }
}
