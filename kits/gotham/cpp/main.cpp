// Starts the bot.
#include <exception>
#include <memory>

#include "police_ai.hpp"
#include "thief_ai.hpp"

namespace {

std::unique_ptr<Unit> make(AgentType type, Phone& phone) {
    switch (type) {
        case AgentType::THIEF: return std::make_unique<ThiefAI>(phone);
        case AgentType::JOKER: return std::make_unique<JokerAI>(phone);
        case AgentType::BATMAN: return std::make_unique<BatmanAI>(phone);
        default: return std::make_unique<PoliceAI>(phone);
    }
}

Json decide(Unit& unit, const GameView& view) {
    if (view.status == GameStatus::PENDING) {
        return Json::object({{"ready", Json::object({{"node", unit.getStartingNode(view)}})}});
    }
    return Json::object({{"move", Json::object({{"to", unit.move(view)}})}});
}

}  // namespace

int main() {
    meydan::Match match = meydan::Match::open();
    Phone phone(match);
    std::unique_ptr<GameConfig> config;
    std::unique_ptr<Unit> unit;
    while (std::optional<Json> message = match.receive()) {
        const std::string& type = (*message)["type"].asText();
        if (type == "end") {
            break;
        }
        if (type == "start") {
            const Json& told = (*message)["config"];
            config = std::make_unique<GameConfig>(told);
            unit = make(agentType(told["units"][(*message)["seat"].asInt()]["kind"].asText()), phone);
        } else if (type == "rejected") {
            meydan::log("refused: ", (*message)["reason"].asText());
        } else if (type == "turn") {
            int window = (*message)["window"].asInt();
            phone.open(window);
            if (message->has("errors")) {
                for (const Json& error : (*message)["errors"]) {
                    meydan::log("refused: ", error.asText());
                }
            }
            try {
                match.act(window, decide(*unit, GameView(*config, (*message)["view"])));
            } catch (const std::exception& error) {
                meydan::log("exception: ", error.what());
            } catch (...) {
                meydan::log("exception: something that is not a std::exception");
            }
            match.done(window);
        }
    }
}
