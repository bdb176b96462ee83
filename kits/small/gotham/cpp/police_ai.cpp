// Police go after the thieves they see, and walk about while they see none.
#include "police_ai.hpp"

int PoliceAI::getStartingNode(const GameView& view) { return view.nodeId; }

int PoliceAI::move(const GameView& view) {
    auto free = view.config.graph.neighbours(view.nodeId, 0);
    if (free.empty()) {
        return view.nodeId;
    }
    int best = free[(view.turn.turnNumber / 2 + view.id) % free.size()];
    for (const Agent& agent : view.visibleAgents) {
        if (agent.team != view.viewer.team && !agent.isPoliceSide() && !agent.isDead) {
            auto away = view.config.graph.distances({agent.nodeId});
            for (int node : free) {
                best = away[node] < away[best] ? node : best;
            }
        }
    }
    return best;
}
