#include "police_ai.hpp"

#include <algorithm>

namespace {

constexpr int UNREACHABLE = 999;
/// Stands for a thief of whom only a message told. Real numbers are positive.
constexpr int UNNAMED = 0;

/// Whether this is a thief of the other team.
bool isPrey(const GameView& view, const Agent& agent) {
    return agent.team != view.viewer.team && !agent.isPoliceSide();
}

/// The own police, this unit too, by their numbers.
std::vector<Agent> ownPolice(const GameView& view) {
    std::vector<Agent> police = {view.viewer};
    for (const Agent& agent : view.visibleAgents) {
        if (agent.team == view.viewer.team && agent.isPoliceSide()) {
            police.push_back(agent);
        }
    }
    std::sort(police.begin(), police.end(), [](const Agent& a, const Agent& b) { return a.id < b.id; });
    return police;
}

/// How many police units of the own team come before this one.
int rank(const GameView& view) {
    std::vector<Agent> police = ownPolice(view);
    return static_cast<int>(
        std::count_if(police.begin(), police.end(), [&](const Agent& agent) { return agent.id < view.id; }));
}

int at(const std::map<int, int>& distances, int node) {
    auto found = distances.find(node);
    return found == distances.end() ? UNREACHABLE : found->second;
}

std::string binary(int number) {
    std::string text;
    for (; number > 0; number /= 2) {
        text.insert(text.begin(), number % 2 ? '1' : '0');
    }
    return text;
}

/// One move towards a node, the cheapest of the shortest ones.
int step(const GameView& view, int target) {
    const Graph& graph = view.config.graph;
    std::map<int, int> away = graph.distances({target}, view.balance);
    std::vector<int> options = graph.neighbours(view.nodeId, view.balance);
    options.insert(options.begin(), view.nodeId);
    auto cost = [&](int to) { return std::make_pair(at(away, to), graph.price(view.nodeId, to)); };
    return *std::min_element(options.begin(), options.end(), [&](int a, int b) { return cost(a) < cost(b); });
}

}  // namespace

int PoliceAI::getStartingNode(const GameView& view) { return view.nodeId; }

int PoliceAI::move(const GameView& view) {
    look(view);
    listen(view);
    talk(view);
    std::optional<int> found = target(view);
    return step(view, found ? *found : patrol(view));
}

/// Thieves have moved since the last time, and none of them is where our police stand.
void PoliceAI::look(const GameView& view) {
    for (auto& [thief, nodes] : hideouts_) {
        std::set<int> before = nodes;
        for (int node : before) {
            for (int there : view.config.graph.neighbours(node)) {
                nodes.insert(there);
            }
        }
        for (const Agent& guard : ownPolice(view)) {
            nodes.erase(guard.nodeId);
        }
    }
    for (const Agent& agent : view.visibleAgents) {
        if (isPrey(view, agent)) {
            hideouts_[agent.id] = agent.isDead ? std::set<int>{} : std::set<int>{agent.nodeId};
        }
    }
}

/// A message is the node where somebody saw a thief. It is worth something to whoever knows of none.
void PoliceAI::listen(const GameView& view) {
    for (; read_ < view.chatBox.size(); ++read_) {
        const Chat& chat = view.chatBox[read_];
        int node = std::stoi(chat.text, nullptr, 2);
        bool blind = std::all_of(hideouts_.begin(), hideouts_.end(), [](const auto& entry) { return entry.second.empty(); });
        if (chat.fromAgentId != view.id && blind) {
            std::vector<int> around = view.config.graph.neighbours(node);
            hideouts_[UNNAMED] = std::set<int>(around.begin(), around.end());
            hideouts_[UNNAMED].insert(node);
        }
    }
}

/// Where sight is short, tells the others what they may not see. The units take turns, so that two messages never cross.
void PoliceAI::talk(const GameView& view) {
    std::vector<Agent> crowd = ownPolice(view);
    bool mine = crowd[view.turn.turnNumber / 2 % crowd.size()].id == view.id;
    bool short_sight = view.config.graph.visibleRadiusXPoliceThief > 0;
    auto seen = std::find_if(view.visibleAgents.begin(), view.visibleAgents.end(),
                             [&](const Agent& agent) { return isPrey(view, agent) && !agent.isDead; });
    if (mine && short_sight && seen != view.visibleAgents.end()) {
        std::string text = binary(seen->nodeId);
        if (text.size() * view.chatSettings.chatCostPerCharacter <= view.balance) {
            phone_.sendMessage(text);
        }
    }
}

/// The nearest place where the thief can be that this unit is after.
std::optional<int> PoliceAI::target(const GameView& view) const {
    std::vector<std::set<int>> wanted;
    for (const auto& [thief, nodes] : hideouts_) {
        if (!nodes.empty()) {
            wanted.push_back(nodes);
        }
    }
    if (wanted.empty()) {
        return std::nullopt;
    }
    const std::set<int>& nodes = wanted[rank(view) % wanted.size()];
    std::map<int, int> away = view.config.graph.distances({view.nodeId}, view.balance);
    return *std::min_element(nodes.begin(), nodes.end(), [&](int a, int b) { return at(away, a) < at(away, b); });
}

/// Nobody is known: walks about, each unit in a part of the city of its own.
int PoliceAI::patrol(const GameView& view) {
    const std::vector<Node>& nodes = view.config.graph.nodes;
    auto stop = [&] { return nodes[(7 * rank(view) + 11 * tour_) % nodes.size()].id; };
    if (stop() == view.nodeId) {
        ++tour_;
    }
    return stop();
}
