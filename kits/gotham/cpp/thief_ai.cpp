#include "thief_ai.hpp"

#include <algorithm>
#include <tuple>

namespace {

constexpr int UNREACHABLE = 999;

/// How many thieves of the own team come before this one.
int rank(const GameView& view) {
    return static_cast<int>(std::count_if(view.visibleAgents.begin(), view.visibleAgents.end(), [&](const Agent& agent) {
        return agent.team == view.viewer.team && !agent.isPoliceSide() && agent.id < view.id;
    }));
}

}  // namespace

int ThiefAI::getStartingNode(const GameView& view) {
    std::vector<int> stations;
    for (const Agent& agent : view.visibleAgents) {
        if (agent.isPoliceSide()) {
            stations.push_back(agent.nodeId);
        }
    }
    if (stations.empty()) {
        stations.push_back(Graph::POLICE_STATION);
    }
    std::vector<std::pair<int, int>> far;
    for (auto [node, away] : view.config.graph.distances(stations)) {
        far.emplace_back(-away, node);
    }
    std::sort(far.begin(), far.end());
    // Thieves that hide in one place are caught together.
    return far[3 * rank(view) % far.size()].second;
}

int ThiefAI::move(const GameView& view) {
    const Graph& graph = view.config.graph;
    std::vector<int> police;
    for (const Agent& agent : view.visibleAgents) {
        if (agent.isPoliceSide() && agent.team != view.viewer.team) {
            police.push_back(agent.nodeId);
        }
    }
    std::map<int, int> away = graph.distances(police);
    std::vector<int> options = graph.neighbours(view.nodeId, view.balance);
    options.insert(options.begin(), view.nodeId);
    // Far from the police, then cheap, then with many ways out; of equal ones the first.
    auto worth = [&](int to) {
        int distance = away.count(to) ? away[to] : UNREACHABLE;
        return std::make_tuple(distance, -graph.price(view.nodeId, to), graph.neighbours(to).size());
    };
    return *std::max_element(options.begin(), options.end(), [&](int a, int b) { return worth(a) < worth(b); });
}
