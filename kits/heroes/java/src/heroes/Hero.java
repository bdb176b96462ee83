package heroes;

import java.util.Arrays;

/** A hero. */
public final class Hero extends HeroConstants {
    private final int id;
    private final int currentHP;
    private final Cell currentCell;
    private final Cell[] recentPath;
    private final int remRespawnTime;
    private final Ability[] abilities;

    Hero(HeroConstants constants, int id, int hp, Cell cell, Cell[] path, int respawn, Ability[] abilities) {
        super(constants);
        this.id = id;
        this.currentHP = hp;
        this.currentCell = cell;
        this.recentPath = path;
        this.remRespawnTime = respawn;
        this.abilities = abilities;
    }

    /** Its number. */
    public int getId() {
        return id;
    }

    /** The ability of that name, or null. */
    public Ability getAbility(AbilityName name) {
        return Arrays.stream(abilities).filter(ability -> ability.getName() == name).findFirst().orElse(null);
    }

    /** Its abilities. */
    public Ability[] getAbilities() {
        return abilities;
    }

    /** The abilities for own heroes. */
    public Ability[] getDefensiveAbilities() {
        return abilities(AbilityType.DEFENSIVE);
    }

    /** The abilities that carry the hero away. */
    public Ability[] getDodgeAbilities() {
        return abilities(AbilityType.DODGE);
    }

    /** The abilities against enemies. */
    public Ability[] getOffensiveAbilities() {
        return abilities(AbilityType.OFFENSIVE);
    }

    /** 0 while dead; -1 for a living enemy whose health you may not know. */
    public int getCurrentHP() {
        return currentHP;
    }

    /** {@link Cell#NONE} while dead and for an enemy you do not see. */
    public Cell getCurrentCell() {
        return currentCell;
    }

    /** The cells since the turn began; of an enemy those you saw. */
    public Cell[] getRecentPath() {
        return recentPath;
    }

    /** Turns until the hero appears again; 0 while alive. */
    public int getRemRespawnTime() {
        return remRespawnTime;
    }

    private Ability[] abilities(AbilityType type) {
        return Arrays.stream(abilities).filter(ability -> ability.getType() == type).toArray(Ability[]::new);
    }
}
