import gotham.Agent;
import gotham.GameView;
import gotham.Graph;
import gotham.Phone;
import gotham.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Your thieves: change this file. These start far from the police and go where the nearest enemy police unit is farthest away. */
public class ThiefAI implements Unit {
    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final int UNREACHABLE = 999;

    /** To talk to the other thieves of the team. */
    protected final Phone phone;

    public ThiefAI(Phone phone) {
        this.phone = phone;
    }

    @Override
    public int getStartingNode(GameView view) {
        List<Integer> stations = new ArrayList<>(
                view.visibleAgents().stream().filter(Agent::isPoliceSide).map(Agent::nodeId).toList());
        if (stations.isEmpty()) {
            stations.add(Graph.POLICE_STATION);
        }
        Map<Integer, Integer> away = view.config().graph().distances(stations, ANY);
        List<Integer> far = new ArrayList<>(away.keySet());
        far.sort(Comparator.comparing((Integer node) -> -away.get(node)).thenComparing(node -> node));
        // Thieves that hide in one place are caught together.
        return far.get(3 * rank(view) % far.size());
    }

    @Override
    public int move(GameView view) {
        Graph graph = view.config().graph();
        int here = view.nodeId();
        List<Integer> police = view.visibleAgents().stream()
                .filter(agent -> agent.isPoliceSide() && agent.team() != view.viewer().team())
                .map(Agent::nodeId)
                .toList();
        Map<Integer, Integer> away = graph.distances(police, ANY);
        List<Integer> options = new ArrayList<>(List.of(here));
        options.addAll(graph.neighbours(here, view.balance()));
        // Far from the police, then cheap, then with many ways out; of equal ones the first.
        Comparator<Integer> order = Comparator.comparing((Integer to) -> -away.getOrDefault(to, UNREACHABLE));
        order = order.thenComparing(to -> graph.price(here, to)).thenComparing(to -> -graph.neighbours(to, ANY).size());
        return options.stream().min(order).orElse(here);
    }

    /** How many thieves of the own team come before this one. */
    private int rank(GameView view) {
        return (int) view.visibleAgents().stream()
                .filter(agent -> agent.team() == view.viewer().team() && !agent.isPoliceSide() && agent.id() < view.id())
                .count();
    }
}
