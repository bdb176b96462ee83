package gotham;

/** Who has won. */
public enum GameResult {
    UNKNOWN,
    FIRST_WINS,
    SECOND_WINS
}
