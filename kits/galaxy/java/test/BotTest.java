import galaxy.Game;
import galaxy.Refused;
import galaxy.Table;
import galaxy.TurnOver;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import meydan.Test;

/** The unit tests: {@code meydan.Tests} runs every method marked with {@code @Test}. Add your own here. */
public final class BotTest {
    private static final String MINE = Table.view("[0,0,1,null,0]", "[5,8,3,0,2]", "attack", "plain");

    @Test
    void theGameTellsWhatTheDocumentPromises() {
        Game game = new Table(MINE).game;
        assert Arrays.equals(game.getOwners(), new int[] {0, 0, 1, -1, 0});
        assert game.getAdj().get(1).equals(List.of(0, 2));
        assert game.getStrategicNodes().equals(Map.of(1, 5, 2, 3));
        assert game.getState() == Game.ATTACK && game.getNumberOfTroopsToPut() == 4;
        assert game.getReachable(4).equals(List.of(4, 0, 1)) && game.getReachable(3).isEmpty();
    }

    @Test
    void anAttackIsAnsweredAndTheViewIsFresh() {
        String won = Table.view("[0,0,0,null,0]", "[5,2,5,0,2]", "attack", "won");
        Table table = new Table(MINE, "{'type':'ok','window':7,'next':'more','view':" + won + "}");
        assert table.game.attack(1, 2, 1, 0.7);
        String act = "{\"window\":7,\"act\":{\"attack\":{\"from\":1,\"to\":2,\"ratio\":1.0,\"share\":0.7}}}\n";
        assert table.said.toString().equals(act) : table.said;
        assert table.game.getOwners()[2] == 0;
    }

    @Test
    void aRefusedCallChangesNothing() {
        Table table = new Table(MINE, "{'type':'rejected','window':7,'next':'more','reason':'not now'}");
        try {
            table.game.putTroop(0, 1);
            assert false : "it was not refused";
        } catch (Refused refused) {
            assert refused.getMessage().equals("not now");
        }
        assert table.game.getState() == Game.ATTACK;
        try {
            table.game.attack(1, 2, Double.POSITIVE_INFINITY, 0.5);
            assert false : "it was not refused";
        } catch (Refused refused) {
            assert refused.getMessage().contains("finite");
        }
    }

    @Test
    void aTurnThatRanOutOfTimeTakesNoMoreCalls() {
        Table table = new Table(MINE, "{'type':'turn','window':10,'view':" + MINE + "}");
        for (int i = 0; i < 2; i++) {
            try {
                table.game.nextState();
                assert false : "the turn goes on";
            } catch (TurnOver over) {
                assert table.said.toString().lines().count() == 1;
            }
        }
        assert table.next();
    }

    @Test
    void theBotTakesTheBestStrategicPlanetFirst() {
        String free = Table.view("[null,null,null,null,null]", "[0,0,0,0,0]", "deploy", "plain");
        assert new Bot().place(new Table(free).game) == 1;
        String taken = Table.view("[null,1,0,null,null]", "[0,1,1,0,0]", "deploy", "plain");
        assert new Bot().place(new Table(taken).game) == 2;
    }

    @Test
    void theBotAttacksWhereItIsTwiceAsStrongAndBringsTroopsToTheFront() {
        Game game = new Table(MINE).game;
        assert new Bot().bestAttack(game).equals(new Bot.Border(1, 2));
        assert new Bot().front(game) == 1;
        assert new Bot().bestMove(game).equals(new Bot.Border(0, 1));
        String weak = Table.view("[0,0,1,null,0]", "[5,5,3,0,2]", "attack", "plain");
        assert new Bot().bestAttack(new Table(weak).game) == null;
    }
}
