package jungle;

import java.util.List;

/** A unit; without a {@code position} it is not on the map and must be spawned. */
public record Unit(
        String id,
        String teamId,
        Position position,
        List<Position> path,
        boolean hasDiamond,
        String diamondId,
        boolean hasSpawned,
        boolean isSummoning,
        LastState lastState) {}
