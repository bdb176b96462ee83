import gotham.Agent;
import gotham.AgentType;
import gotham.GameConfig;
import gotham.GameStatus;
import gotham.GameView;
import gotham.Graph;
import gotham.Phone;
import gotham.Team;
import gotham.TurnType;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import meydan.Json;
import meydan.Match;
import meydan.Test;

/** The unit tests: {@code meydan.Tests} runs every method marked with {@code @Test}. Add your own here. */
public final class AITest {
    /** A city of six nodes, 1-2-3-4-5 in a row; a bus for 25 goes from 2 to 6, and from there it is a walk to 5. */
    private final Json cases;

    private final StringWriter said = new StringWriter();
    private final Phone phone = new Phone(new Match(Reader.nullReader(), said));

    private AITest() throws IOException {
        cases = Json.parse(Files.readString(Path.of("cases.json")));
    }

    private GameView view(String name) {
        return GameView.of(GameConfig.of(cases.get("start").get("config")), cases.get(name));
    }

    @Test
    void aViewHasWhatTheDocumentPromises() {
        GameView here = view("rich");
        assert here.id() == 2 && here.nodeId() == 2 && here.balance() == 30.5;
        assert here.turn().turnNumber() == 6 && here.turn().turnType() == TurnType.POLICE_TURN;
        assert here.turnSettings().maxTurn() == 60 && here.turnSettings().visibleTurns().equals(List.of(6, 12));
        assert here.incomeSetting().policeIncomeEachTurn() == 10 && here.incomeSetting().thievesIncomeEachTurn() == 7.5;
        assert here.chatSettings().chatCostPerCharacter() == 1 && here.chatSettings().chatBoxMaxSize() == 100;
        assert here.config().graph().nodesCount() == 6 && here.config().graph().paths().size() == 7;
        assert here.viewer().nodeId() == 2 && here.viewer().team() == Team.FIRST;
        assert here.viewer().type() == AgentType.POLICE && here.status() == GameStatus.ONGOING;
        assert here.visibleAgents().stream().map(Agent::id).toList().equals(List.of(1, 3, 4));
        assert view("thief").chatBox().get(0).text().equals("01");
    }

    @Test
    void moneyDecidesWhichWaysAreOpen() {
        Graph graph = view("rich").config().graph();
        assert graph.neighbours(2, 10).equals(List.of(1, 3)) && graph.neighbours(2, 100).equals(List.of(1, 3, 6));
        assert graph.price(2, 1) == 0 : "of parallel paths the first counts";
        assert graph.distances(List.of(2), 100).get(5) == 2 && graph.distances(List.of(2), 10).get(5) == 3;
    }

    @Test
    void aMessageIsAnAct() {
        phone.sendMessage("0110");
        assert said.toString().equals("{\"window\":0,\"act\":{\"say\":{\"text\":\"0110\"}}}\n") : said;
    }

    @Test
    void aThiefStartsFarFromThePolice() {
        assert new ThiefAI(phone).getStartingNode(view("pending")) == 4;
    }

    @Test
    void aThiefRunsFromTheEnemyNotFromItsOwnPolice() {
        assert new ThiefAI(phone).move(view("thief")) == 5 && new JokerAI(phone).move(view("thief")) == 5;
    }

    @Test
    void policeTakeTheBusIfTheyCanPayForIt() {
        assert new PoliceAI(phone).move(view("rich")) == 6 && new BatmanAI(phone).move(view("poor")) == 3;
    }

    @Test
    void policeRememberWhomTheySaw() {
        PoliceAI police = new PoliceAI(phone);
        police.move(view("poor"));
        assert police.move(view("hidden")) == 4;
    }
}
