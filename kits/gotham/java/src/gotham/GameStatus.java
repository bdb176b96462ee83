package gotham;

/** How far the match is. */
public enum GameStatus {
    PENDING,
    ONGOING,
    FINISHED
}
