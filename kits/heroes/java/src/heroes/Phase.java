package heroes;

/** What may be ordered now. */
public enum Phase {
    PICK,
    MOVE,
    ACTION
}
