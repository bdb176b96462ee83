import java.util.List;
import java.util.Map;
import jungle.Action;
import jungle.ActionType;
import jungle.Game;
import jungle.Position;
import jungle.Tick;
import jungle.TileType;
import jungle.Unit;
import meydan.Json;
import meydan.Test;

/** The unit tests: {@code meydan.Tests} runs every method marked with {@code @Test}. Add your own here. */
public final class BotTest {
    private static final Json START = Json.parse("{'seat':0,'config':{'map':['SS.D','##..','S...'],'teams':[{'name':'us'},{'name':'them'}],"
            .replace('\'', '"') + "\"ticks\":300,\"diamond_ids\":[\"gem\"]}}");
    private static final String CORNER = "{'x':3,'y':0}";
    private static final String AWAY = unit(2, "null", "null");

    private static String unit(int number, String at, String diamond) {
        return "{'unit':" + number + ",'position':" + at + ",'path':[],'diamond':" + diamond
                + ",'summoning':false,'died_at':null,'attacked_by':null,'vined_by':null}";
    }

    private static Tick tick(String mine, String theirs, String owner, int points) {
        String team = "{'score':0,'left':false,'errors':[],'units':[";
        String view = "{'tick':5,'orders':[[0,1],[1,0]],'diamonds':[{'position':" + CORNER + ",'level':1,'points':" + points
                + ",'owner':" + owner + "}],'teams':[" + team + mine + "]}," + team + theirs + "]}]}";
        return new Game(START).tick(Json.parse(view.replace('\'', '"')));
    }

    private static void says(Tick tick, Action wanted) {
        List<Action> actions = new Bot().turn(tick);
        assert actions.equals(List.of(wanted)) : actions;
    }

    @Test
    void aTickHasTheDocumentsNames() {
        Tick tick = tick(unit(1, CORNER, "0"), AWAY, "1", 4);
        assert List.of(tick.map().tiles()[0]).equals(List.of(TileType.SPAWN, TileType.WALL, TileType.SPAWN));
        assert tick.teamPlayOrderings().equals(Map.of(5, List.of("0", "1"), 6, List.of("1", "0")));
        Unit mine = tick.myTeam().units().get(0);
        assert mine.id().equals("1") && mine.hasDiamond() && mine.diamondId().equals("gem");
        assert tick.diamond("gem").ownerId().equals("1");
        assert !tick.teams().get(1).units().get(0).hasSpawned();
    }

    @Test
    void nobodyStepsFromTheFloorOntoASpawnTile() {
        int[][] ways = tick(AWAY, AWAY, "null", 0).distances(new Position(0, 0));
        assert ways[1][0] == 1 && ways[2][0] == Tick.FAR;
    }

    @Test
    void actionsAreWrittenAsTheMatchReadsThem() {
        String move = new Action("3", ActionType.MOVE, new Position(1, 2)).wire().toString();
        assert move.equals("{\"unit\":3,\"do\":{\"move\":{\"x\":1,\"y\":2}}}") : move;
        String summon = new Action("3", ActionType.SUMMON).wire().toString();
        assert summon.equals("{\"unit\":3,\"do\":\"summon\"}") : summon;
    }

    @Test
    void theBotComesToLifeNearTheDiamondAndFetchesIt() {
        says(tick(unit(1, "null", "null"), AWAY, "null", 0), new Action("1", ActionType.SPAWN, new Position(1, 0)));
        String far = unit(1, "{'x':1,'y':2}", "null");
        says(tick(far, AWAY, "null", 0), new Action("1", ActionType.MOVE, new Position(3, 0)));
    }

    @Test
    void theBotRaisesADiamondAndDropsItWhenAFoeComes() {
        String mine = unit(1, CORNER, "0");
        says(tick(mine, AWAY, "1", 0), new Action("1", ActionType.SUMMON));
        String near = unit(2, "{'x':3,'y':2}", "null");
        says(tick(mine, near, "1", 7), new Action("1", ActionType.DROP, new Position(3, 1)));
    }

    @Test
    void theBotAttacksACarrierBesideIt() {
        String mine = unit(1, "{'x':2,'y':0}", "null");
        says(tick(mine, unit(2, CORNER, "0"), "2", 9), new Action("1", ActionType.ATTACK, new Position(3, 0)));
    }
}
