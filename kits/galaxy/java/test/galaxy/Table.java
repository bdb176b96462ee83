package galaxy;

import java.io.StringReader;
import java.io.StringWriter;
import meydan.Json;
import meydan.Match;

/** A match that answers as it was told, for tests. */
public final class Table {
    private static final String START = "{'type':'start','seat':0,'config':{'map':{'planets':5,'edges':[[0,1],[1,2],[2,3],[0,4]],"
            + "'strategic':[{'planet':2,'score':3},{'planet':1,'score':5}]}}}";

    /** What the bot has said. */
    public final StringWriter said = new StringWriter();

    /** The game in its first turn. */
    public final Game game;

    /** A turn with that view, and the answers to come. */
    public Table(String view, String... answers) {
        String lines = "{'type':'turn','window':7,'view':" + view + "}\n" + String.join("\n", answers);
        Match match = new Match(new StringReader(json(lines)), said);
        game = new Game(match, Json.parse(json(START)));
        next();
    }

    /** Waits for the next turn. */
    public boolean next() {
        return game.nextTurn();
    }

    /** A view of a turn. */
    public static String view(String owners, String troops, String stage, String reply) {
        return "{'turn':106,'phase':'main','stage':'" + stage + "','owners':" + owners + ",'troops':" + troops
                + ",'forts':[0,0,0,0,0],'reserves':[4,null,null],'reply':'" + reply + "'}";
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
