package heroes;

import java.util.ArrayList;
import java.util.List;

import meydan.Json;

/** What the map says about a class of heroes. */
public class HeroConstants {
    private final HeroName name;
    private final AbilityName[] abilityNames;
    private final int maxHP;
    private final int moveAPCost;
    private final int respawnTime;

    HeroConstants(Json entry) {
        name = HeroName.valueOf(entry.get("name").asText());
        List<AbilityName> names = new ArrayList<>();
        entry.get("abilities").forEach(ability -> names.add(AbilityName.valueOf(ability.asText())));
        abilityNames = names.toArray(AbilityName[]::new);
        maxHP = entry.get("max_hp").asInt();
        moveAPCost = entry.get("move_cost").asInt();
        respawnTime = entry.get("respawn_time").asInt();
    }

    HeroConstants(HeroConstants other) {
        name = other.name;
        abilityNames = other.abilityNames;
        maxHP = other.maxHP;
        moveAPCost = other.moveAPCost;
        respawnTime = other.respawnTime;
    }

    /** The class. */
    public HeroName getName() {
        return name;
    }

    /** The abilities of its heroes. */
    public AbilityName[] getAbilityNames() {
        return abilityNames;
    }

    /** Health at the start of a life. */
    public int getMaxHP() {
        return maxHP;
    }

    /** What one step costs. */
    public int getMoveAPCost() {
        return moveAPCost;
    }

    /** Turns from death to the next life. */
    public int getRespawnTime() {
        return respawnTime;
    }
}
