import java.util.Comparator;
import java.util.List;
import jungle.*;

/** Fetches the nearest diamond and keeps it until it is worth thirty points. */
public final class Bot implements Game.Player {
    @Override
    public List<Action> turn(Tick tick) {
        return tick.myTeam().units().stream().map(unit -> order(tick, unit)).toList();
    }

    private Action order(Tick tick, Unit unit) {
        Action none = new Action(unit.id(), ActionType.NONE);
        Position at = unit.position();
        if (at == null) {
            return tick.spawnTiles().stream().filter(tile -> tick.unitAt(tile) == null).findFirst()
                    .map(nest -> new Action(unit.id(), ActionType.SPAWN, nest)).orElse(none);
        }
        if (unit.hasDiamond()) {
            boolean rich = tick.diamond(unit.diamondId()).points() >= 30;
            return at.neighbours().stream().filter(tile -> rich && isFree(tick, tile)).findFirst()
                    .map(beside -> new Action(unit.id(), ActionType.DROP, beside)).orElse(none);
        }
        int[][] ways = tick.distances(at);
        return tick.looseDiamonds().stream().map(Diamond::position).filter(tile -> isFree(tick, tile))
                .min(Comparator.comparingInt(tile -> ways[tile.x()][tile.y()]))
                .map(goal -> new Action(unit.id(), ActionType.MOVE, goal)).orElse(none);
    }

    private boolean isFree(Tick tick, Position tile) {
        return tick.tileAt(tile) == TileType.EMPTY && tick.unitAt(tile) == null;
    }
}
