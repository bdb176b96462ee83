package gotham;

/** The two teams. */
public enum Team {
    FIRST,
    SECOND
}
