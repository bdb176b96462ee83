package gotham;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import meydan.Json;

/** The map of the city. */
public final class Graph {
    /** The node of the police station on the maps of the contest. */
    public static final int POLICE_STATION = 1;

    private final List<Node> nodes = new ArrayList<>();
    private final List<Path> paths = new ArrayList<>();
    private final Map<Integer, Map<Integer, Double>> ways = new TreeMap<>();
    private final Json radii;

    Graph(Json config) {
        for (Json node : config.get("nodes")) {
            nodes.add(new Node(node.get("id").asInt(), node.get("x").asDouble(), node.get("y").asDouble()));
            ways.put(node.get("id").asInt(), new TreeMap<>());
        }
        for (Json entry : config.get("paths")) {
            int from = entry.get("from").asInt();
            int to = entry.get("to").asInt();
            double price = entry.get("price").asDouble();
            paths.add(new Path(entry.get("id").asInt(), from, to, price));
            // Of parallel paths the first counts.
            ways.get(from).putIfAbsent(to, price);
            ways.get(to).putIfAbsent(from, price);
        }
        radii = config.get("radii");
    }

    /** All places. */
    public List<Node> nodes() {
        return nodes;
    }

    /** All ways. */
    public List<Path> paths() {
        return paths;
    }

    /** How many places there are. */
    public int nodesCount() {
        return nodes.size();
    }

    /** How far police see thieves under the finals' ruleset; 0 otherwise. */
    public int visibleRadiusXPoliceThief() {
        return radii.get("thief").asInt();
    }

    /** How far police see a Joker, in the finals. */
    public int visibleRadiusYPoliceJoker() {
        return radii.get("joker").asInt();
    }

    /** How far thieves see a Batman, in the finals. */
    public int visibleRadiusZThiefBatman() {
        return radii.get("batman").asInt();
    }

    /** The nodes that can be reached in one move with this much money, the smallest first. */
    public List<Integer> neighbours(int nodeId, double money) {
        return ways.get(nodeId).keySet().stream().filter(to -> price(nodeId, to) <= money).toList();
    }

    /** What the move costs. Staying costs nothing; where no path leads, no money is enough. */
    public double price(int fromId, int toId) {
        return fromId == toId ? 0 : ways.get(fromId).getOrDefault(toId, Double.POSITIVE_INFINITY);
    }

    /**
     * How many moves every node is away from the nearest start, over paths of at most this price each. What cannot be
     * reached is not in it.
     */
    public Map<Integer, Integer> distances(Collection<Integer> starts, double money) {
        Map<Integer, Integer> found = new LinkedHashMap<>();
        starts.forEach(node -> found.put(node, 0));
        Deque<Integer> queue = new ArrayDeque<>(found.keySet());
        while (!queue.isEmpty()) {
            int node = queue.remove();
            for (int there : neighbours(node, money)) {
                if (found.putIfAbsent(there, found.get(node) + 1) == null) {
                    queue.add(there);
                }
            }
        }
        return found;
    }
}
