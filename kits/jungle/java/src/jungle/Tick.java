package jungle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The game as it is now. */
public record Tick(
        int tick,
        int totalTick,
        GameMap map,
        GameConfig gameConfig,
        Map<Integer, List<String>> teamPlayOrderings,
        String teamId,
        List<Team> teams) {
    /** The number of steps where there is no way. */
    public static final int FAR = 999;

    /** Your team. */
    public Team myTeam() {
        return teams.stream().filter(team -> team.id().equals(teamId)).findFirst().orElseThrow();
    }

    /** The units of the other teams that are on the map. */
    public List<Unit> foes() {
        return teams.stream()
                .filter(team -> !team.id().equals(teamId))
                .flatMap(team -> team.units().stream())
                .filter(unit -> unit.position() != null)
                .toList();
    }

    /** What the tile is; WALL off the map. */
    public TileType tileAt(Position at) {
        TileType[][] tiles = map.tiles();
        boolean inside = at.x() >= 0 && at.x() < tiles.length && at.y() >= 0 && at.y() < tiles[0].length;
        return inside ? tiles[at.x()][at.y()] : TileType.WALL;
    }

    /** The unit that stands there, or null. */
    public Unit unitAt(Position at) {
        return teams.stream()
                .flatMap(team -> team.units().stream())
                .filter(unit -> at.equals(unit.position()))
                .findFirst()
                .orElse(null);
    }

    /** The diamond of that id, or null. */
    public Diamond diamond(String id) {
        return map.diamonds().stream().filter(diamond -> diamond.id().equals(id)).findFirst().orElse(null);
    }

    /** The diamonds that nobody carries. */
    public List<Diamond> looseDiamonds() {
        return map.diamonds().stream().filter(diamond -> diamond.ownerId() == null).toList();
    }

    /** Where units may come to life. */
    public List<Position> spawnTiles() {
        List<Position> spawns = new ArrayList<>();
        for (int x = 0; x < map.tiles().length; x++) {
            for (int y = 0; y < map.tiles()[x].length; y++) {
                if (map.tiles()[x][y] == TileType.SPAWN) {
                    spawns.add(new Position(x, y));
                }
            }
        }
        return spawns;
    }

    /**
     * How many steps a unit needs to get to a tile from everywhere, around walls and through other units: {@code steps[x][y]},
     * FAR where there is no way. Nobody can step from the floor onto a spawn tile.
     */
    public int[][] distances(Position to) {
        int[][] steps = new int[map.tiles().length][map.tiles()[0].length];
        for (int[] column : steps) {
            Arrays.fill(column, FAR);
        }
        steps[to.x()][to.y()] = 0;
        Deque<Position> queue = new ArrayDeque<>(List.of(to));
        while (!queue.isEmpty()) {
            Position at = queue.remove();
            for (Position beside : at.neighbours()) {
                TileType tile = tileAt(beside);
                boolean entered = tile == TileType.EMPTY && tileAt(at) == TileType.SPAWN;
                if (tile != TileType.WALL && !entered && steps[beside.x()][beside.y()] == FAR) {
                    steps[beside.x()][beside.y()] = steps[at.x()][at.y()] + 1;
                    queue.add(beside);
                }
            }
        }
        return steps;
    }
}
