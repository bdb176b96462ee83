package galaxy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import meydan.Json;
import meydan.Match;

/** The game, with every call of the contest's clients, for as long as it is your turn. Planets count from 0, players from 0 to 2. */
public final class Game {
    /** The stages of a turn, as {@link #getState} counts them. */
    public static final int PUT_TROOPS = 1;

    /** Stage 2: attacks. */
    public static final int ATTACK = 2;
    /** Stage 3: one move of troops. */
    public static final int MOVE_TROOPS = 3;
    /** Stage 4: one fort. */
    public static final int FORT = 4;
    /** The turn is over. */
    public static final int FINISHED = 5;
    /** Start phase: the troop is placed. */
    public static final int TROOP_PLACED = 6;

    private static final Map<String, Integer> STAGES =
            Map.of("deploy", 1, "attack", 2, "move", 3, "fort", 4, "finished", 5, "placed", 6);

    private final Match match;
    private final int me;
    private final SortedMap<Integer, Integer> strategic = new TreeMap<>();
    private final List<List<Integer>> adj = new ArrayList<>();
    private Json view;
    private Integer window;
    private Json waiting;

    Game(Match match, Json start) {
        Json map = start.get("config").get("map");
        this.match = match;
        me = start.get("seat").asInt();
        map.get("strategic").forEach(node -> strategic.put(node.get("planet").asInt(), node.get("score").asInt()));
        for (int planet = 0; planet < map.get("planets").asInt(); planet++) {
            adj.add(new ArrayList<>());
        }
        for (Json edge : map.get("edges")) {
            adj.get(edge.get(0).asInt()).add(edge.get(1).asInt());
            adj.get(edge.get(1).asInt()).add(edge.get(0).asInt());
        }
    }

    /** Plays one match. */
    public static void play(Player bot) {
        Match match = Match.open();
        Json start = match.receive();
        if (start == null) {
            return;
        }
        Game game = new Game(match, start);
        while (game.nextTurn()) {
            try {
                if (game.view.get("phase").asText().equals("start")) {
                    bot.initializer(game);
                } else {
                    bot.turn(game);
                }
            } catch (TurnOver over) {
                Match.log((Object) over.getMessage());
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError error) {
                Match.log(error);
            }
            if (game.window != null) {
                match.done(game.window);
                game.window = null;
            }
        }
    }

    /** Your number. */
    public int getPlayerId() {
        return me;
    }

    /** The turn, from 1; every player's move is a turn of its own. */
    public int getTurnNumber() {
        return view.get("turn").asInt();
    }

    /** The stage of your turn: PUT_TROOPS, ATTACK, MOVE_TROOPS, FORT, FINISHED or, in the start phase, TROOP_PLACED. */
    public int getState() {
        return STAGES.get(view.get("stage").asText());
    }

    /** The owner of every planet; -1 is nobody. */
    public int[] getOwners() {
        return numbers("owners");
    }

    /** The troops on every planet, without fort troops. */
    public int[] getTroopsCount() {
        return numbers("troops");
    }

    /** The fort troops on every planet. */
    public int[] getNumberOfFortTroops() {
        return numbers("forts");
    }

    /** Your troops that are not on the map. */
    public int getNumberOfTroopsToPut() {
        return view.get("reserves").get(me).asInt();
    }

    /** The neighbours of every planet. */
    public List<List<Integer>> getAdj() {
        return adj;
    }

    /** The strategic planets and their scores. */
    public SortedMap<Integer, Integer> getStrategicNodes() {
        return strategic;
    }

    /** The planets that are joined to this one by planets of its owner, itself first; empty if nobody owns it. */
    public List<Integer> getReachable(int nodeId) {
        int[] owners = getOwners();
        Set<Integer> found = new LinkedHashSet<>();
        if (owners[nodeId] >= 0) {
            visit(nodeId, owners, found);
        }
        return new ArrayList<>(found);
    }

    /** Start phase: puts a troop on a free planet, which is then yours, or on one of yours. */
    public void putOneTroop(int nodeId) {
        act(Json.object("place", Json.object("planet", nodeId)));
    }

    /** Stage 1: puts troops on a free planet, which is then yours, or on one of yours. */
    public void putTroop(int nodeId, int numberOfTroops) {
        act(Json.object("deploy", Json.object("planet", nodeId, "troops", numberOfTroops)));
    }

    /**
     * Stage 2: attacks a neighbour of another player and goes on while there are {@code fraction} troops for each defender (0: to the
     * end). After a win the share {@code moveFraction} of the troops, between 0 and 1, moves in. Gives whether it was won.
     */
    public boolean attack(int attackingId, int targetId, double fraction, double moveFraction) {
        if (!Double.isFinite(fraction) || !Double.isFinite(moveFraction)) {
            throw new Refused("fraction and moveFraction must be finite numbers");
        }
        Json attack = Json.object("from", attackingId, "to", targetId, "ratio", fraction, "share", moveFraction);
        act(Json.object("attack", attack));
        return view.get("reply").asText().equals("won");
    }

    /** Stage 3, once a turn: moves troops between planets of yours that are joined by planets of yours. */
    public void moveTroop(int source, int destination, int troopCount) {
        act(Json.object("move", Json.object("from", source, "to", destination, "troops", troopCount)));
    }

    /** Stage 4, once a match: turns troops into twice as many fort troops, which only defend. */
    public void fort(int nodeId, int troopCount) {
        act(Json.object("fort", Json.object("planet", nodeId, "troops", troopCount)));
    }

    /** Goes to the next stage and gives it; after the last one the turn is over. */
    public int nextState() {
        act(Json.of("next"));
        return window == null ? FINISHED : getState();
    }

    /** Writes a line to your log. */
    public void printer(Object text) {
        Match.log(text);
    }

    /** Waits for the next turn; false when the match is over. */
    boolean nextTurn() {
        while (true) {
            Json message = waiting != null ? waiting : match.receive();
            waiting = null;
            if (message == null || message.get("type").asText().equals("end")) {
                return false;
            }
            if (message.get("type").asText().equals("turn")) {
                view = message.get("view");
                window = message.get("window").asInt();
                return true;
            }
        }
    }

    /** Sends an act and waits for its answer. */
    private void act(Json act) {
        if (window == null) {
            throw new TurnOver("the turn is over");
        }
        match.act(window, act);
        Json answer = match.receive();
        String type = answer == null ? "end" : answer.get("type").asText();
        if (!type.equals("ok") && !type.equals("rejected")) {
            // The next turn or the end has come instead: this one was too late.
            waiting = answer == null ? Json.object("type", "end") : answer;
            window = null;
            throw new TurnOver("time has run out");
        }
        view = answer.has("view") ? answer.get("view") : view;
        if (answer.get("next").asText().equals("done")) {
            window = null;
        }
        if (type.equals("rejected")) {
            throw new Refused(answer.get("reason").asText());
        }
    }

    private void visit(int planet, int[] owners, Set<Integer> found) {
        if (found.add(planet)) {
            for (int beside : adj.get(planet)) {
                if (owners[beside] == owners[planet]) {
                    visit(beside, owners, found);
                }
            }
        }
    }

    private int[] numbers(String key) {
        Json list = view.get(key);
        int[] numbers = new int[list.size()];
        int place = 0;
        for (Json number : list) {
            numbers[place++] = number.isNull() ? -1 : number.asInt();
        }
        return numbers;
    }
}
