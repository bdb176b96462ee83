import gotham.*;
import java.util.Comparator;
import java.util.List;

/** Police go after the thieves they see, and walk about while they see none. */
public class PoliceAI implements Unit {
    public PoliceAI(Phone phone) {}

    @Override
    public int getStartingNode(GameView view) {
        return view.nodeId();
    }

    @Override
    public int move(GameView view) {
        List<Integer> free = view.config().graph().neighbours(view.nodeId(), 0);
        for (Agent agent : view.visibleAgents()) {
            if (agent.team() != view.viewer().team() && !agent.isPoliceSide() && !agent.isDead()) {
                var away = view.config().graph().distances(List.of(agent.nodeId()), Double.POSITIVE_INFINITY);
                return free.stream().min(Comparator.comparing(node -> away.getOrDefault(node, 999))).orElse(view.nodeId());
            }
        }
        return free.isEmpty() ? view.nodeId() : free.get((view.turn().turnNumber() / 2 + view.id()) % free.size());
    }
}
