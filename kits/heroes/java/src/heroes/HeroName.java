package heroes;

/** The class of a hero. */
public enum HeroName {
    SENTRY,
    BLASTER,
    HEALER,
    GUARDIAN
}
