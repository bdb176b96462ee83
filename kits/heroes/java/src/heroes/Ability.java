package heroes;

/** An ability of one hero. */
public final class Ability extends AbilityConstants {
    private final int remCooldown;

    Ability(AbilityConstants constants, int remCooldown) {
        super(constants);
        this.remCooldown = remCooldown;
    }

    /** Turns until the ability is ready again; -1 for an enemy's. */
    public int getRemCooldown() {
        return remCooldown;
    }

    /** Whether it can be used in this turn. Never true for an enemy's. */
    public boolean isReady() {
        return remCooldown == 0;
    }
}
