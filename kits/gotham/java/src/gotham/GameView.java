package gotham;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import meydan.Json;

/**
 * All that your unit knows now: its number, place and money, the units it sees, and the messages of its team's half,
 * oldest first.
 */
public record GameView(
        int id,
        int nodeId,
        double balance,
        GameStatus status,
        GameResult result,
        Turn turn,
        GameConfig config,
        Agent viewer,
        List<Agent> visibleAgents,
        List<Chat> chatBox) {
    /** Reads a view. */
    public static GameView of(GameConfig config, Json view) {
        Json me = view.get("me");
        List<Agent> agents = new ArrayList<>();
        view.get("units").forEach(unit -> agents.add(Agent.of(unit)));
        List<Chat> chats = new ArrayList<>();
        view.get("chat").forEach(chat -> chats.add(new Chat(String.valueOf(chats.size()), chat.get("from").asInt(), chat.get("text").asText())));
        Json winner = view.get("winner");
        boolean police = view.get("turn").get("half").asText().equals("police");
        return new GameView(
                me.get("id").asInt(),
                me.get("node").asInt(),
                me.get("balance").asDouble(),
                GameStatus.valueOf(view.get("phase").asText().toUpperCase(Locale.ROOT)),
                winner.isNull()
                        ? GameResult.UNKNOWN
                        : winner.asText().equals("first") ? GameResult.FIRST_WINS : GameResult.SECOND_WINS,
                new Turn(view.get("turn").get("number").asInt(), police ? TurnType.POLICE_TURN : TurnType.THIEF_TURN),
                config,
                Agent.of(me),
                agents,
                chats);
    }

    /** What a unit earns in a turn. */
    public IncomeSetting incomeSetting() {
        return config.incomeSetting();
    }

    /** The last turn, and the turns on which thieves show themselves. */
    public TurnSettings turnSettings() {
        return config.turnSettings();
    }

    /** What talking costs. */
    public ChatSettings chatSettings() {
        return config.chatSettings();
    }
}
