package galaxy;

/** A call was refused and nothing has changed; the message says why. */
public final class Refused extends RuntimeException {
    Refused(String reason) {
        super(reason);
    }
}
