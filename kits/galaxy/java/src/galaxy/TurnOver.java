package galaxy;

/** Time has run out, or the match is decided: this turn takes no more calls. */
public final class TurnOver extends RuntimeException {
    TurnOver(String reason) {
        super(reason);
    }
}
