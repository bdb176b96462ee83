import heroes.Game;

/** Starts the bot. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Game.play(new AI());
    }
}
