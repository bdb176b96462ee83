import gotham.Game;

/** Starts the bot. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Game.play((type, phone) -> switch (type) {
            case THIEF -> new ThiefAI(phone);
            case POLICE -> new PoliceAI(phone);
            case JOKER -> new JokerAI(phone);
            case BATMAN -> new BatmanAI(phone);
        });
    }
}
