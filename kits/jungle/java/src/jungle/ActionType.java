package jungle;

/** What a unit can do. */
public enum ActionType {
    SPAWN,
    MOVE,
    SUMMON,
    DROP,
    VINE,
    ATTACK,
    NONE,
}
