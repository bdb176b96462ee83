package gotham;

import java.util.ArrayList;
import java.util.List;

import meydan.Json;

/** What does not change. */
public record GameConfig(
        Graph graph, IncomeSetting incomeSetting, TurnSettings turnSettings, ChatSettings chatSettings) {
    /** Reads the {@code config} of a {@code start} message. */
    public static GameConfig of(Json config) {
        List<Integer> visible = new ArrayList<>();
        config.get("visible_turns").forEach(turn -> visible.add(turn.asInt()));
        Json income = config.get("income");
        Json chat = config.get("chat");
        return new GameConfig(
                new Graph(config),
                new IncomeSetting(income.get("police").asDouble(), income.get("thieves").asDouble()),
                new TurnSettings(config.get("max_turns").asInt(), visible),
                new ChatSettings(chat.get("cost").asDouble(), chat.get("box_size").asInt()));
    }
}
