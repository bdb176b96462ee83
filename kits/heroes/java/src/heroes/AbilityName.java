package heroes;

import java.util.ArrayList;
import java.util.List;

/**
 * The name of an ability. It is used like an enum, but a map may have others than those of the document: {@code AbilityName.valueOf("SHADOW_SLASH")}.
 * Names are compared with {@code ==}; each is there once.
 */
public final class AbilityName {
    private static final List<AbilityName> KNOWN = new ArrayList<>();

    public static final AbilityName SENTRY_ATTACK = valueOf("SENTRY_ATTACK");
    public static final AbilityName SENTRY_DODGE = valueOf("SENTRY_DODGE");
    public static final AbilityName SENTRY_RAY = valueOf("SENTRY_RAY");
    public static final AbilityName BLASTER_ATTACK = valueOf("BLASTER_ATTACK");
    public static final AbilityName BLASTER_DODGE = valueOf("BLASTER_DODGE");
    public static final AbilityName BLASTER_BOMB = valueOf("BLASTER_BOMB");
    public static final AbilityName HEALER_ATTACK = valueOf("HEALER_ATTACK");
    public static final AbilityName HEALER_DODGE = valueOf("HEALER_DODGE");
    public static final AbilityName HEALER_HEAL = valueOf("HEALER_HEAL");
    public static final AbilityName GUARDIAN_ATTACK = valueOf("GUARDIAN_ATTACK");
    public static final AbilityName GUARDIAN_DODGE = valueOf("GUARDIAN_DODGE");
    public static final AbilityName GUARDIAN_FORTIFY = valueOf("GUARDIAN_FORTIFY");

    private final String name;

    private AbilityName(String name) {
        this.name = name;
    }

    /** The one of that name, which need not be one of the document's. */
    public static synchronized AbilityName valueOf(String name) {
        for (AbilityName known : KNOWN) {
            if (known.name.equals(name)) {
                return known;
            }
        }
        AbilityName made = new AbilityName(name);
        KNOWN.add(made);
        return made;
    }

    /** Its name, as in the rule document. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
