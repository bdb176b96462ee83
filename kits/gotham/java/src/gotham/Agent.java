package gotham;

import java.util.Locale;

import meydan.Json;

/** A unit. */
public record Agent(int id, Team team, AgentType type, int nodeId, boolean isDead) {
    static Agent of(Json unit) {
        return new Agent(
                unit.get("id").asInt(),
                Team.valueOf(unit.get("team").asText().toUpperCase(Locale.ROOT)),
                AgentType.valueOf(unit.get("kind").asText().toUpperCase(Locale.ROOT)),
                unit.get("node").asInt(),
                unit.get("dead").asBoolean());
    }

    /** Whether it is a police unit or a Batman. */
    public boolean isPoliceSide() {
        return type == AgentType.POLICE || type == AgentType.BATMAN;
    }
}
