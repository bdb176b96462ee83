#include "gotham.hpp"

#include <deque>

namespace {

Agent agent(const Json& unit) {
    return Agent{
        unit["id"].asInt(),
        unit["team"].asText() == "first" ? Team::FIRST : Team::SECOND,
        agentType(unit["kind"].asText()),
        unit["node"].asInt(),
        unit["dead"].asBool(),
    };
}

GameStatus status(const std::string& phase) {
    return phase == "pending"   ? GameStatus::PENDING
           : phase == "ongoing" ? GameStatus::ONGOING
                                : GameStatus::FINISHED;
}

GameResult result(const Json& winner) {
    return winner.isNull()              ? GameResult::UNKNOWN
           : winner.asText() == "first" ? GameResult::FIRST_WINS
                                        : GameResult::SECOND_WINS;
}

std::vector<int> numbers(const Json& items) {
    std::vector<int> found;
    for (const Json& item : items) {
        found.push_back(item.asInt());
    }
    return found;
}

}  // namespace

AgentType agentType(const std::string& kind) {
    return kind == "thief"    ? AgentType::THIEF
           : kind == "police" ? AgentType::POLICE
           : kind == "joker"  ? AgentType::JOKER
                              : AgentType::BATMAN;
}

Graph::Graph(const Json& config)
    : visibleRadiusXPoliceThief(config["radii"]["thief"].asInt()),
      visibleRadiusYPoliceJoker(config["radii"]["joker"].asInt()),
      visibleRadiusZThiefBatman(config["radii"]["batman"].asInt()) {
    for (const Json& node : config["nodes"]) {
        nodes.push_back({node["id"].asInt(), node["x"].asDouble(), node["y"].asDouble()});
        ways_[nodes.back().id];
    }
    nodesCount = static_cast<int>(nodes.size());
    for (const Json& entry : config["paths"]) {
        Path path{entry["id"].asInt(), entry["from"].asInt(), entry["to"].asInt(), entry["price"].asDouble()};
        paths.push_back(path);
        // Of parallel paths the first counts.
        ways_[path.firstNodeId].emplace(path.secondNodeId, path.price);
        ways_[path.secondNodeId].emplace(path.firstNodeId, path.price);
    }
}

std::vector<int> Graph::neighbours(int nodeId, double money) const {
    std::vector<int> found;
    for (const auto& [node, price] : ways_.at(nodeId)) {
        if (price <= money) {
            found.push_back(node);
        }
    }
    return found;
}

double Graph::price(int fromId, int toId) const {
    if (fromId == toId) {
        return 0;
    }
    const auto& ways = ways_.at(fromId);
    auto found = ways.find(toId);
    return found == ways.end() ? std::numeric_limits<double>::infinity() : found->second;
}

std::map<int, int> Graph::distances(const std::vector<int>& starts, double money) const {
    std::map<int, int> found;
    std::deque<int> queue;
    for (int node : starts) {
        if (found.emplace(node, 0).second) {
            queue.push_back(node);
        }
    }
    while (!queue.empty()) {
        int node = queue.front();
        queue.pop_front();
        for (int there : neighbours(node, money)) {
            if (found.emplace(there, found[node] + 1).second) {
                queue.push_back(there);
            }
        }
    }
    return found;
}

GameConfig::GameConfig(const Json& config)
    : graph(config),
      incomeSetting{config["income"]["police"].asDouble(), config["income"]["thieves"].asDouble()},
      turnSettings{config["max_turns"].asInt(), numbers(config["visible_turns"])},
      chatSettings{config["chat"]["cost"].asDouble(), config["chat"]["box_size"].asInt()} {}

GameView::GameView(const GameConfig& config, const Json& view)
    : id(view["me"]["id"].asInt()),
      nodeId(view["me"]["node"].asInt()),
      balance(view["me"]["balance"].asDouble()),
      status(::status(view["phase"].asText())),
      result(::result(view["winner"])),
      turn{view["turn"]["number"].asInt(),
           view["turn"]["half"].asText() == "police" ? TurnType::POLICE_TURN : TurnType::THIEF_TURN},
      config(config),
      incomeSetting(config.incomeSetting),
      turnSettings(config.turnSettings),
      chatSettings(config.chatSettings),
      viewer(agent(view["me"])) {
    for (const Json& unit : view["units"]) {
        visibleAgents.push_back(agent(unit));
    }
    for (const Json& chat : view["chat"]) {
        chatBox.push_back({std::to_string(chatBox.size()), chat["from"].asInt(), chat["text"].asText()});
    }
}

void Phone::sendMessage(const std::string& text) {
    match_.act(window_, Json::object({{"say", Json::object({{"text", text}})}}));
}
