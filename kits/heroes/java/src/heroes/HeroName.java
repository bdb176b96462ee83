package heroes;

import java.util.ArrayList;
import java.util.List;

/**
 * The class of a hero. It is used like an enum, but a map may have others than those of the document: {@code HeroName.valueOf("SHADOW")}.
 * Names are compared with {@code ==}; each is there once.
 */
public final class HeroName {
    private static final List<HeroName> KNOWN = new ArrayList<>();

    public static final HeroName SENTRY = valueOf("SENTRY");
    public static final HeroName BLASTER = valueOf("BLASTER");
    public static final HeroName HEALER = valueOf("HEALER");
    public static final HeroName GUARDIAN = valueOf("GUARDIAN");

    private final String name;

    private HeroName(String name) {
        this.name = name;
    }

    /** The one of that name, which need not be one of the document's. */
    public static synchronized HeroName valueOf(String name) {
        for (HeroName known : KNOWN) {
            if (known.name.equals(name)) {
                return known;
            }
        }
        HeroName made = new HeroName(name);
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
