import gotham.Agent;
import gotham.Chat;
import gotham.GameView;
import gotham.Graph;
import gotham.Node;
import gotham.Phone;
import gotham.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Your police: change this file. These work out where the thieves that were seen can be by now, and go there. */
public class PoliceAI implements Unit {
    private static final double ANY = Double.POSITIVE_INFINITY;
    private static final int UNREACHABLE = 999;
    /** Stands for a thief of whom only a message told. Real numbers are positive. */
    private static final int UNNAMED = 0;

    private final Phone phone;
    /** For each enemy thief that was seen: where it can be now. */
    private final Map<Integer, Set<Integer>> hideouts = new TreeMap<>();
    /** How many messages of the chat box were read. */
    private int read;
    /** How many stops of the patrol are behind this unit. */
    private int tour;

    public PoliceAI(Phone phone) {
        this.phone = phone;
    }

    @Override
    public int getStartingNode(GameView view) {
        return view.nodeId();
    }

    @Override
    public int move(GameView view) {
        look(view);
        listen(view);
        talk(view);
        Integer target = target(view);
        return step(view, target == null ? patrol(view) : target);
    }

    /** Thieves have moved since the last time, and none of them is where our police stand. */
    private void look(GameView view) {
        Graph graph = view.config().graph();
        Set<Integer> guarded = police(view).stream().map(Agent::nodeId).collect(Collectors.toSet());
        for (Set<Integer> nodes : hideouts.values()) {
            for (int node : List.copyOf(nodes)) {
                nodes.addAll(graph.neighbours(node, ANY));
            }
            nodes.removeAll(guarded);
        }
        for (Agent agent : view.visibleAgents()) {
            if (isPrey(view, agent)) {
                hideouts.put(agent.id(), new TreeSet<>(agent.isDead() ? List.of() : List.of(agent.nodeId())));
            }
        }
    }

    /** A message is the node where somebody saw a thief. It is worth something to whoever knows of none. */
    private void listen(GameView view) {
        for (Chat chat : view.chatBox().subList(read, view.chatBox().size())) {
            int node = Integer.parseInt(chat.text(), 2);
            if (chat.fromAgentId() != view.id() && hideouts.values().stream().allMatch(Set::isEmpty)) {
                Set<Integer> nodes = new TreeSet<>(view.config().graph().neighbours(node, ANY));
                nodes.add(node);
                hideouts.put(UNNAMED, nodes);
            }
        }
        read = view.chatBox().size();
    }

    /** Where sight is short, tells the others what they may not see. The units take turns, so that two messages never cross. */
    private void talk(GameView view) {
        List<Integer> crowd = police(view).stream().map(Agent::id).sorted().toList();
        boolean mine = crowd.get(view.turn().turnNumber() / 2 % crowd.size()) == view.id();
        boolean shortSight = view.config().graph().visibleRadiusXPoliceThief() > 0;
        List<Agent> seen = view.visibleAgents().stream().filter(agent -> isPrey(view, agent) && !agent.isDead()).toList();
        if (mine && shortSight && !seen.isEmpty()) {
            String text = Integer.toBinaryString(seen.get(0).nodeId());
            if (text.length() * view.chatSettings().chatCostPerCharacter() <= view.balance()) {
                phone.sendMessage(text);
            }
        }
    }

    /** The nearest place where the thief can be that this unit is after; null if nobody is known. */
    private Integer target(GameView view) {
        List<Set<Integer>> wanted = hideouts.values().stream().filter(nodes -> !nodes.isEmpty()).toList();
        if (wanted.isEmpty()) {
            return null;
        }
        Map<Integer, Integer> away = view.config().graph().distances(List.of(view.nodeId()), view.balance());
        return wanted.get(rank(view) % wanted.size()).stream()
                .min(Comparator.comparing((Integer node) -> away.getOrDefault(node, UNREACHABLE)))
                .orElseThrow();
    }

    /** Nobody is known: walks about, each unit in a part of the city of its own. */
    private int patrol(GameView view) {
        List<Node> nodes = view.config().graph().nodes();
        int stop = nodes.get((7 * rank(view) + 11 * tour) % nodes.size()).id();
        if (stop == view.nodeId()) {
            tour++;
            stop = nodes.get((7 * rank(view) + 11 * tour) % nodes.size()).id();
        }
        return stop;
    }

    /** One move towards a node, the cheapest of the shortest ones. */
    private int step(GameView view, int target) {
        Graph graph = view.config().graph();
        int here = view.nodeId();
        Map<Integer, Integer> away = graph.distances(List.of(target), view.balance());
        List<Integer> options = new ArrayList<>(List.of(here));
        options.addAll(graph.neighbours(here, view.balance()));
        return options.stream()
                .min(Comparator.comparing((Integer to) -> away.getOrDefault(to, UNREACHABLE))
                        .thenComparing(to -> graph.price(here, to)))
                .orElse(here);
    }

    /** Whether this is a thief of the other team. */
    private boolean isPrey(GameView view, Agent agent) {
        return agent.team() != view.viewer().team() && !agent.isPoliceSide();
    }

    /** The own police, this unit too. */
    private List<Agent> police(GameView view) {
        List<Agent> police = new ArrayList<>(List.of(view.viewer()));
        view.visibleAgents().stream()
                .filter(agent -> agent.team() == view.viewer().team() && agent.isPoliceSide())
                .forEach(police::add);
        return police;
    }

    /** How many police units of the own team come before this one. */
    private int rank(GameView view) {
        return (int) police(view).stream().filter(agent -> agent.id() < view.id()).count();
    }
}
