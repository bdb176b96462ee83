import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jungle.Action;
import jungle.ActionType;
import jungle.Diamond;
import jungle.Game;
import jungle.Position;
import jungle.Team;
import jungle.Tick;
import jungle.TileType;
import jungle.Unit;
import meydan.Match;

/**
 * Your bot: change this file. It fetches the nearest diamonds, raises them while nobody is near, and drops them for their
 * points when somebody comes.
 */
public final class Bot implements Game.Player {
    /** What another unit of yours is about to take: tiles to stand on, diamonds to fetch. */
    private final Set<Position> taken = new HashSet<>();

    /** Decides what each of your units does in this tick. */
    @Override
    public List<Action> turn(Tick tick) {
        Team team = tick.myTeam();
        team.errors().forEach(Match::log);
        taken.clear();
        List<Action> actions = new ArrayList<>();
        for (Unit unit : team.units()) {
            actions.add(order(tick, unit));
        }
        return actions;
    }

    /** Decides what one unit does. */
    private Action order(Tick tick, Unit unit) {
        if (unit.position() == null) {
            return spawn(tick, unit);
        }
        if (unit.isSummoning()) {
            return new Action(unit.id(), ActionType.NONE);
        }
        if (unit.hasDiamond()) {
            return hold(tick, unit);
        }
        if (tick.tileAt(unit.position()) == TileType.EMPTY) {
            for (Unit foe : tick.foes()) {
                if (foe.hasDiamond() && foe.position().distance(unit.position()) == 1) {
                    return new Action(unit.id(), ActionType.ATTACK, foe.position());
                }
            }
        }
        return fetch(tick, unit);
    }

    /** Comes to life as near to a diamond as can be. */
    private Action spawn(Tick tick, Unit unit) {
        List<int[][]> ways = tick.map().diamonds().stream().map(diamond -> tick.distances(diamond.position())).toList();
        Position best = null;
        int fewest = Tick.FAR + 1;
        for (Position tile : tick.spawnTiles()) {
            int steps = ways.stream().mapToInt(way -> way[tile.x()][tile.y()]).min().orElse(Tick.FAR);
            if (!taken.contains(tile) && tick.unitAt(tile) == null && steps < fewest) {
                best = tile;
                fewest = steps;
            }
        }
        if (best == null) {
            return new Action(unit.id(), ActionType.NONE);
        }
        taken.add(best);
        return new Action(unit.id(), ActionType.SPAWN, best);
    }

    /** Makes the most of a diamond. */
    private Action hold(Tick tick, Unit unit) {
        Diamond diamond = tick.diamond(unit.diamondId());
        int[][] ways = tick.distances(unit.position());
        int danger = tick.foes().stream()
                .filter(foe -> !foe.hasDiamond())
                .mapToInt(foe -> ways[foe.position().x()][foe.position().y()])
                .min()
                .orElse(Tick.FAR);
        int left = tick.totalTick() - tick.tick();
        if (left == 1 || danger <= 2 && diamond.points() > 0) {
            for (Position beside : unit.position().neighbours()) {
                if (tick.tileAt(beside) == TileType.EMPTY && tick.unitAt(beside) == null) {
                    return new Action(unit.id(), ActionType.DROP, beside);
                }
            }
        }
        int rising = diamond.summonLevel() + 1;
        boolean low = diamond.summonLevel() < tick.gameConfig().maximumDiamondSummonLevel();
        boolean rises = low && danger > rising + 2 && left > 2 * rising;
        return new Action(unit.id(), rises ? ActionType.SUMMON : ActionType.NONE);
    }

    /** Goes for the nearest diamond that lies about, else for the nearest foe that carries one. */
    private Action fetch(Tick tick, Unit unit) {
        List<Position> goals = new ArrayList<>();
        tick.looseDiamonds().forEach(diamond -> goals.add(diamond.position()));
        goals.removeIf(tile -> !isGoal(tick, unit, tile));
        if (goals.isEmpty()) {
            tick.foes().stream().filter(Unit::hasDiamond).forEach(foe -> goals.addAll(foe.position().neighbours()));
            goals.removeIf(tile -> !isGoal(tick, unit, tile));
        }
        Position best = null;
        int fewest = Tick.FAR;
        for (Position goal : goals) {
            int steps = tick.distances(goal)[unit.position().x()][unit.position().y()];
            if (steps < fewest) {
                best = goal;
                fewest = steps;
            }
        }
        if (best == null) {
            return new Action(unit.id(), ActionType.NONE);
        }
        taken.add(best);
        return new Action(unit.id(), ActionType.MOVE, best);
    }

    /** Whether the unit could stand on that tile and no other of yours is about to. */
    private boolean isGoal(Tick tick, Unit unit, Position tile) {
        Unit there = tick.unitAt(tile);
        boolean free = there == null || there.id().equals(unit.id());
        return free && tick.tileAt(tile) == TileType.EMPTY && !taken.contains(tile);
    }
}
