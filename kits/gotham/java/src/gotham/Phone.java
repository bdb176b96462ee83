package gotham;

import meydan.Json;
import meydan.Match;

/** Speaks to the units of your team's half. */
public final class Phone {
    private final Match match;
    private int window;

    /** The phone of a match. The kit makes it. */
    public Phone(Match match) {
        this.match = match;
    }

    /** Sends a message of {@code 0} and {@code 1}, paid by the character; one in a half-turn. */
    public void sendMessage(String text) {
        match.act(window, Json.object("say", Json.object("text", text)));
    }

    /** Keeps something beside this half-turn, for the viewer. Nobody in the match sees it. */
    public void note(Object note) {
        match.note(window, note);
    }

    void open(int window) {
        this.window = window;
    }
}
