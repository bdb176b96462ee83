import gotham.Phone;

/** The Joker of the finals. One police unit alone cannot catch it; two can, or Batman. */
public final class JokerAI extends ThiefAI {
    public JokerAI(Phone phone) {
        super(phone);
    }
}
