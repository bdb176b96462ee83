package heroes;

import meydan.Json;
import meydan.Match;

/** Plays one match. */
public final class Game {
    private Game() {}

    /** Plays a match over standard input and output, or over the socket of MEYDAN_SOCKET. */
    public static void play(Player player) {
        Match match = Match.open();
        World world = null;
        for (Json message = match.receive(); message != null; message = match.receive()) {
            String type = message.get("type").asText();
            if (type.equals("end")) {
                return;
            }
            if (type.equals("start")) {
                world = new World(message, match);
            } else if (type.equals("turn")) {
                int window = message.get("window").asInt();
                if (message.has("errors")) {
                    message.get("errors").forEach(error -> Match.log("refused: " + error.asText()));
                }
                world.update(window, message.get("view"));
                try {
                    turn(player, message.get("view").get("phase").asText(), world);
                } catch (Exception | StackOverflowError | OutOfMemoryError error) {
                    Match.log(error);
                }
                match.done(window);
            }
        }
    }

    private static void turn(Player player, String phase, World world) {
        switch (phase) {
            case "init" -> player.preProcess(world);
            case "pick" -> player.pickTurn(world);
            case "move" -> player.moveTurn(world);
            default -> player.actionTurn(world);
        }
    }
}
