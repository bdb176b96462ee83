package gotham;

/** What a unit is. */
public enum AgentType {
    THIEF,
    POLICE,
    /** Only in the finals' ruleset: a thief that a single police unit cannot catch. */
    JOKER,
    /** Only in the finals' ruleset: a police unit that catches Jokers too. */
    BATMAN
}
