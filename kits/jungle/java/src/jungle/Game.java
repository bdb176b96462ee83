package jungle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import meydan.Json;
import meydan.Match;

/** Makes ticks out of what the match says. */
public final class Game {
    private final int seat;
    private final int ticks;
    private final TileType[][] tiles;
    private final List<String> names = new ArrayList<>();
    private final List<String> diamondIds = new ArrayList<>();

    /** A bot: it is asked once in every tick. */
    public interface Player {
        /** Decides what each of its units does in this tick. */
        List<Action> turn(Tick tick);
    }

    /** Reads the first message of a match. */
    public Game(Json start) {
        Json config = start.get("config");
        seat = start.get("seat").asInt();
        ticks = config.get("ticks").asInt();
        config.get("teams").forEach(team -> names.add(team.get("name").asText()));
        config.get("diamond_ids").forEach(id -> diamondIds.add(id.asText()));
        Json rows = config.get("map");
        tiles = new TileType[rows.get(0).asText().length()][rows.size()];
        for (int y = 0; y < rows.size(); y++) {
            for (int x = 0; x < tiles.length; x++) {
                tiles[x][y] = tile(rows.get(y).asText().charAt(x));
            }
        }
    }

    /** Plays one match: the bot that is made is asked for a list of actions in every tick. */
    public static void play(Supplier<Player> makeBot) {
        Match match = Match.open();
        Game game = null;
        Player bot = null;
        Json message;
        while ((message = match.receive()) != null && !message.get("type").asText().equals("end")) {
            switch (message.get("type").asText()) {
                case "start" -> {
                    game = new Game(message);
                    bot = makeBot.get();
                }
                case "turn" -> {
                    if (message.has("errors")) {
                        message.get("errors").forEach(error -> Match.log(error.asText()));
                    }
                    List<Json> orders = new ArrayList<>();
                    try {
                        bot.turn(game.tick(message.get("view"))).forEach(action -> orders.add(action.wire()));
                    } catch (RuntimeException | StackOverflowError | OutOfMemoryError error) {
                        Match.log(error);
                    }
                    match.act(message.get("window").asInt(), Json.object("orders", orders));
                }
                default -> {}
            }
        }
    }

    /** The game as a view tells it. */
    public Tick tick(Json view) {
        int now = view.get("tick").asInt();
        List<Diamond> diamonds = new ArrayList<>();
        for (Json seen : view.get("diamonds")) {
            diamonds.add(new Diamond(
                    diamondIds.get(diamonds.size()),
                    position(seen.get("position")),
                    seen.get("level").asInt(),
                    seen.get("points").asInt(),
                    number(seen.get("owner"))));
        }
        Map<Integer, List<String>> orderings = new TreeMap<>();
        for (Json order : view.get("orders")) {
            List<String> ids = new ArrayList<>();
            order.forEach(team -> ids.add(number(team)));
            orderings.put(now + orderings.size(), ids);
        }
        List<Team> teams = new ArrayList<>();
        for (Json seen : view.get("teams")) {
            String id = String.valueOf(teams.size());
            List<Unit> units = new ArrayList<>();
            seen.get("units").forEach(unit -> units.add(unit(id, unit)));
            List<String> errors = new ArrayList<>();
            seen.get("errors").forEach(error -> errors.add(error.asText()));
            String name = names.get(teams.size());
            teams.add(new Team(id, name, seen.get("score").asInt(), units, errors, seen.get("left").asBoolean()));
        }
        GameConfig config = new GameConfig(1, 5, 1, 1, 0);
        return new Tick(now, ticks, new GameMap(tiles, diamonds), config, orderings, String.valueOf(seat), teams);
    }

    private Unit unit(String team, Json seen) {
        Position at = position(seen.get("position"));
        List<Position> path = new ArrayList<>();
        seen.get("path").forEach(step -> path.add(position(step)));
        boolean carries = !seen.get("diamond").isNull();
        LastState last = new LastState(
                at, position(seen.get("died_at")), number(seen.get("attacked_by")), number(seen.get("vined_by")), false);
        return new Unit(
                number(seen.get("unit")),
                team,
                at,
                path,
                carries,
                carries ? diamondIds.get(seen.get("diamond").asInt()) : null,
                at != null,
                seen.get("summoning").asBoolean(),
                last);
    }

    private static TileType tile(char letter) {
        return switch (letter) {
            case 'S' -> TileType.SPAWN;
            case '#', '~' -> TileType.WALL;
            default -> TileType.EMPTY;
        };
    }

    private static Position position(Json at) {
        return at.isNull() ? null : new Position(at.get("x").asInt(), at.get("y").asInt());
    }

    private static String number(Json value) {
        return value.isNull() ? null : String.valueOf(value.asInt());
    }
}
