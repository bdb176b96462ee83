// Thieves hide far from the police station and then keep away from the police they see.
#include "thief_ai.hpp"

int ThiefAI::getStartingNode(const GameView& view) {
    int best = Graph::POLICE_STATION, far = 0;
    for (auto [node, away] : view.config.graph.distances({Graph::POLICE_STATION})) {
        if (away > far) {
            best = node;
            far = away;
        }
    }
    return best;
}

int ThiefAI::move(const GameView& view) {
    std::vector<int> police;
    for (const Agent& agent : view.visibleAgents) {
        if (agent.isPoliceSide() && agent.team != view.viewer.team) {
            police.push_back(agent.nodeId);
        }
    }
    auto away = view.config.graph.distances(police);
    int best = view.nodeId;
    for (int node : view.config.graph.neighbours(view.nodeId, 0)) {
        best = away[node] > away[best] ? node : best;
    }
    return best;
}
