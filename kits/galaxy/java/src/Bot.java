import galaxy.Game;
import galaxy.Player;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Your bot: change this file. It takes strategic planets first, then attacks wherever it is twice as strong, the strategic ones
 * before others.
 */
public final class Bot implements Player {
    private boolean fortUsed;

    /** A planet of ours and a neighbour of another player. */
    record Border(int from, int to) {}

    /** A turn of the start phase: one troop. */
    @Override
    public void initializer(Game game) {
        game.putOneTroop(place(game));
        game.nextState();
    }

    /** The best free strategic planet, else the weakest strategic planet of ours, else any free planet. */
    int place(Game game) {
        int[] owners = game.getOwners();
        int[] troops = game.getTroopsCount();
        int best = -1;
        for (int planet : game.getStrategicNodes().keySet()) {
            int score = game.getStrategicNodes().get(planet);
            if (owners[planet] == -1 && (best < 0 || score > game.getStrategicNodes().get(best))) {
                best = planet;
            }
        }
        if (best >= 0) {
            return best;
        }
        List<Integer> mine = new ArrayList<>(game.getStrategicNodes().keySet());
        mine.removeIf(planet -> owners[planet] != game.getPlayerId());
        if (mine.isEmpty()) {
            mine = IntStream.range(0, owners.length).filter(p -> owners[p] == game.getPlayerId()).boxed().toList();
        }
        for (int planet : mine) {
            best = best < 0 || troops[planet] < troops[best] ? planet : best;
        }
        return best >= 0 ? best : first(owners, -1);
    }

    /** A turn of the main phase: put troops, attack, move, fortify. */
    @Override
    public void turn(Game game) {
        int goal = front(game);
        if (goal >= 0 && game.getNumberOfTroopsToPut() > 0) {
            game.putTroop(goal, game.getNumberOfTroopsToPut());
        }
        game.nextState();
        for (Border attack = bestAttack(game); attack != null; attack = bestAttack(game)) {
            game.attack(attack.from(), attack.to(), 1.0, 0.7);
        }
        game.nextState();
        Border move = bestMove(game);
        if (move != null) {
            game.moveTroop(move.from(), move.to(), game.getTroopsCount()[move.from()] - 1);
        }
        game.nextState();
        fortify(game);
        game.nextState();
    }

    /** What a planet is worth to us. */
    private int value(Game game, int planet) {
        return 10 + 10 * game.getStrategicNodes().getOrDefault(planet, 0);
    }

    /** Where we and others meet. */
    private List<Border> borders(Game game) {
        int[] owners = game.getOwners();
        List<Border> borders = new ArrayList<>();
        for (int planet = 0; planet < owners.length; planet++) {
            for (int beside : game.getAdj().get(planet)) {
                boolean theirs = owners[beside] != -1 && owners[beside] != game.getPlayerId();
                if (owners[planet] == game.getPlayerId() && theirs) {
                    borders.add(new Border(planet, beside));
                }
            }
        }
        return borders;
    }

    /** Where fresh troops help most: where the most is to be won for the fewest defenders. Without a front, anywhere. */
    int front(Game game) {
        int[] troops = game.getTroopsCount();
        int[] forts = game.getNumberOfFortTroops();
        int best = Integer.MIN_VALUE;
        int goal = -1;
        for (Border border : borders(game)) {
            int to = border.to();
            int gain = value(game, to) + 2 * (troops[border.from()] - troops[to] - forts[to]);
            if (gain > best) {
                best = gain;
                goal = border.from();
            }
        }
        goal = goal < 0 ? first(game.getOwners(), game.getPlayerId()) : goal;
        return goal < 0 ? first(game.getOwners(), -1) : goal;
    }

    /** The most valuable attack in which we are about twice as strong; null if there is none. */
    Border bestAttack(Game game) {
        int[] troops = game.getTroopsCount();
        int[] forts = game.getNumberOfFortTroops();
        Border best = null;
        for (Border border : borders(game)) {
            int own = troops[border.from()];
            boolean strong = own > 1 && own >= 2 * (troops[border.to()] + forts[border.to()]);
            if (strong && (best == null || value(game, border.to()) > value(game, best.to()))) {
                best = border;
            }
        }
        return best;
    }

    /** The largest garrison that stands behind the lines goes to the first front it can reach; null if there is none. */
    Border bestMove(Game game) {
        int[] owners = game.getOwners();
        int[] troops = game.getTroopsCount();
        List<Integer> fronts = borders(game).stream().map(Border::from).toList();
        int source = -1;
        for (int planet = 0; planet < owners.length; planet++) {
            boolean behind = owners[planet] == game.getPlayerId() && !fronts.contains(planet) && troops[planet] > 1;
            source = behind && (source < 0 || troops[planet] > troops[source]) ? planet : source;
        }
        if (source >= 0) {
            for (int planet : game.getReachable(source)) {
                if (fronts.contains(planet)) {
                    return new Border(source, planet);
                }
            }
        }
        return null;
    }

    /** Once three strategic planets are ours, the strongest of them gets a fort for half of its troops. */
    private void fortify(Game game) {
        int[] owners = game.getOwners();
        int[] troops = game.getTroopsCount();
        int count = 0;
        int best = -1;
        for (int planet : game.getStrategicNodes().keySet()) {
            if (owners[planet] == game.getPlayerId()) {
                count++;
                best = best < 0 || troops[planet] > troops[best] ? planet : best;
            }
        }
        if (!fortUsed && count >= 3 && troops[best] >= 4) {
            game.fort(best, troops[best] / 2);
            fortUsed = true;
        }
    }

    /** The first planet with that owner; -1 if there is none. */
    private static int first(int[] owners, int wanted) {
        return IntStream.range(0, owners.length).filter(planet -> owners[planet] == wanted).findFirst().orElse(-1);
    }
}
