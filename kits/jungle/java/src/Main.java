import jungle.Game;
import meydan.Match;

/** Starts the bot. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Before the bot is made: what it prints then must not reach the match.
        Match.takeOutput();
        Game.play(Bot::new);
    }
}
