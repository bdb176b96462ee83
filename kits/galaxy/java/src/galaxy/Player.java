package galaxy;

/** A bot. */
public interface Player {
    /** A turn of the start phase. */
    void initializer(Game game);

    /** A turn of the main phase. */
    void turn(Game game);
}
