// Starts the bot.
#include <exception>
#include <memory>
#include <string>

#include "ai.hpp"

namespace {

void turn(AI& ai, const std::string& phase, World& world) {
    if (phase == "init") {
        ai.preProcess(world);
    } else if (phase == "pick") {
        ai.pickTurn(world);
    } else if (phase == "move") {
        ai.moveTurn(world);
    } else {
        ai.actionTurn(world);
    }
}

}  // namespace

int main() {
    meydan::Match match = meydan::Match::open();
    AI ai;
    std::unique_ptr<World> world;
    while (std::optional<Json> message = match.receive()) {
        const std::string& type = (*message)["type"].asText();
        if (type == "end") {
            break;
        }
        if (type == "start") {
            world = std::make_unique<World>(*message, match);
        } else if (type == "turn") {
            int window = (*message)["window"].asInt();
            if (message->has("errors")) {
                for (const Json& error : (*message)["errors"]) {
                    meydan::log("refused: ", error.asText());
                }
            }
            world->update(window, (*message)["view"]);
            try {
                turn(ai, (*message)["view"]["phase"].asText(), *world);
            } catch (const std::exception& error) {
                meydan::log("exception: ", error.what());
            } catch (...) {
                meydan::log("exception: something that is not a std::exception");
            }
            match.done(window);
        }
    }
}
