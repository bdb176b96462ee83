package gotham;

import java.util.Locale;
import java.util.function.BiFunction;

import meydan.Json;
import meydan.Match;

/** Plays one unit in one match. */
public final class Game {
    private Game() {}

    /** Plays over standard input and output, or over the socket of MEYDAN_SOCKET, with the AI that is made for the unit's type. */
    public static void play(BiFunction<AgentType, Phone, Unit> make) {
        Match match = Match.open();
        Phone phone = new Phone(match);
        GameConfig config = null;
        Unit unit = null;
        for (Json message = match.receive(); message != null; message = match.receive()) {
            switch (message.get("type").asText()) {
                case "start" -> {
                    config = GameConfig.of(message.get("config"));
                    Json me = message.get("config").get("units").get(message.get("seat").asInt());
                    unit = make.apply(AgentType.valueOf(me.get("kind").asText().toUpperCase(Locale.ROOT)), phone);
                }
                case "rejected" -> Match.log("refused: " + message.get("reason").asText());
                case "turn" -> {
                    int window = message.get("window").asInt();
                    phone.open(window);
                    if (message.has("errors")) {
                        message.get("errors").forEach(error -> Match.log("refused: " + error.asText()));
                    }
                    try {
                        match.act(window, decide(unit, GameView.of(config, message.get("view"))));
                    } catch (Exception | StackOverflowError | OutOfMemoryError error) {
                        Match.log(error);
                    }
                    match.done(window);
                }
                case "end" -> {
                    return;
                }
                default -> {
                    // What was accepted needs no answer.
                }
            }
        }
    }

    private static Json decide(Unit unit, GameView view) {
        if (view.status() == GameStatus.PENDING) {
            return Json.object("ready", Json.object("node", unit.getStartingNode(view)));
        }
        return Json.object("move", Json.object("to", unit.move(view)));
    }
}
