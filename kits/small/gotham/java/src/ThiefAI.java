import gotham.*;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Thieves hide far from the police station and then keep away from the police they see. */
public class ThiefAI implements Unit {
    private static final double ANY = Double.POSITIVE_INFINITY;

    public ThiefAI(Phone phone) {}

    @Override
    public int getStartingNode(GameView view) {
        Map<Integer, Integer> away = view.config().graph().distances(List.of(Graph.POLICE_STATION), ANY);
        return away.keySet().stream().max(Comparator.comparing(away::get)).orElse(Graph.POLICE_STATION);
    }

    @Override
    public int move(GameView view) {
        List<Integer> police = view.visibleAgents().stream()
                .filter(agent -> agent.isPoliceSide() && agent.team() != view.viewer().team()).map(Agent::nodeId).toList();
        Map<Integer, Integer> away = view.config().graph().distances(police, ANY);
        return view.config().graph().neighbours(view.nodeId(), 0).stream()
                .max(Comparator.comparing(node -> away.getOrDefault(node, 0))).orElse(view.nodeId());
    }
}
