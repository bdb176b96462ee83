package gotham;

/** Whose half of the turn it is. */
public enum TurnType {
    POLICE_TURN,
    THIEF_TURN
}
