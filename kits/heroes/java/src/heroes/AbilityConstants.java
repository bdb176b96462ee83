package heroes;

import java.util.Locale;

import meydan.Json;

/** What the map says about an ability. */
public class AbilityConstants {
    private final AbilityName name;
    private final AbilityType type;
    private final int range;
    private final int apCost;
    private final int cooldown;
    private final int areaOfEffect;
    private final int power;
    private final boolean lobbing;

    AbilityConstants(Json entry) {
        name = AbilityName.valueOf(entry.get("name").asText());
        String kind = entry.get("kind").asText();
        // For the client a fortify is a defensive ability.
        type = kind.equals("fortify") ? AbilityType.DEFENSIVE : AbilityType.valueOf(kind.toUpperCase(Locale.ROOT));
        range = entry.get("range").asInt();
        apCost = entry.get("cost").asInt();
        cooldown = entry.get("cooldown").asInt();
        areaOfEffect = entry.get("area").asInt();
        power = entry.get("power").asInt();
        lobbing = entry.get("lobbing").asBoolean();
    }

    AbilityConstants(AbilityConstants other) {
        name = other.name;
        type = other.type;
        range = other.range;
        apCost = other.apCost;
        cooldown = other.cooldown;
        areaOfEffect = other.areaOfEffect;
        power = other.power;
        lobbing = other.lobbing;
    }

    /** Its name. */
    public AbilityName getName() {
        return name;
    }

    /** What it is for. */
    public AbilityType getType() {
        return type;
    }

    /** How far away the target cell may be. */
    public int getRange() {
        return range;
    }

    /** Action points that a use costs. */
    public int getAPCost() {
        return apCost;
    }

    /** Turns until it can be used again. */
    public int getCooldown() {
        return cooldown;
    }

    /** How far from the impact cell it still acts. */
    public int getAreaOfEffect() {
        return areaOfEffect;
    }

    /** Health it takes or gives. */
    public int getPower() {
        return power;
    }

    /** Lobbing abilities fly over everything; the others stop at walls and heroes. */
    public boolean isLobbing() {
        return lobbing;
    }
}
