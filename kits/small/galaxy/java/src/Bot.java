import galaxy.Game;
import galaxy.Player;
import java.util.stream.IntStream;

/** Takes free planets, then attacks wherever it is twice as strong. */
public final class Bot implements Player {
    @Override
    public void initializer(Game game) {
        game.putOneTroop(place(game));
        game.nextState();
    }

    @Override
    public void turn(Game game) {
        if (place(game) >= 0 && game.getNumberOfTroopsToPut() > 0) {
            game.putTroop(place(game), game.getNumberOfTroopsToPut());
        }
        game.nextState();
        for (int[] way = weak(game); way != null; way = weak(game)) {
            game.attack(way[0], way[1], 1.0, 0.6);
        }
        // Nothing is moved, nothing gets a fort.
        for (int i = 0; i < 3; i++) {
            game.nextState();
        }
    }

    private int place(Game game) {
        int[] owners = game.getOwners();
        return IntStream.of(-1, game.getPlayerId())
                .flatMap(wanted -> IntStream.range(0, owners.length).filter(planet -> owners[planet] == wanted))
                .findFirst().orElse(-1);
    }

    private int[] weak(Game game) {
        int[] owners = game.getOwners();
        int[] troops = game.getTroopsCount();
        for (int from = 0; from < owners.length; from++) {
            for (int to : game.getAdj().get(from)) {
                boolean border = owners[from] == game.getPlayerId() && owners[to] != -1 && owners[to] != owners[from];
                if (border && troops[from] > 2 * (troops[to] + game.getNumberOfFortTroops()[to]) + 1) {
                    return new int[] {from, to};
                }
            }
        }
        return null;
    }
}
