package gotham;

/** The turn, and whose half of it this is. */
public record Turn(int turnNumber, TurnType turnType) {}
