import gotham.Phone;

/** The Batman of the finals: catches thieves like any police unit, and a Joker without help. */
public final class BatmanAI extends PoliceAI {
    public BatmanAI(Phone phone) {
        super(phone);
    }
}
