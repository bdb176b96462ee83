#include "galaxy.hpp"

#include <cmath>
#include <algorithm>
#include <exception>

namespace galaxy {

Game::Game(meydan::Match match, const Json& start) : match_(match), me_(start["seat"].asInt()) {
    const Json& map = start["config"]["map"];
    for (const Json& node : map["strategic"]) {
        strategic_[node["planet"].asInt()] = node["score"].asInt();
    }
    adj_.resize(static_cast<std::size_t>(map["planets"].asInt()));
    for (const Json& edge : map["edges"]) {
        adj_.at(edge[0].asInt()).push_back(edge[1].asInt());
        adj_.at(edge[1].asInt()).push_back(edge[0].asInt());
    }
}

int Game::get_player_id() const { return me_; }
int Game::get_turn_number() const { return turn_; }
State Game::get_state() const { return state_; }
const std::vector<int>& Game::get_owners() const { return owners_; }
const std::vector<int>& Game::get_troops_count() const { return troops_; }
const std::vector<int>& Game::get_number_of_fort_troops() const { return forts_; }
int Game::get_number_of_troops_to_put() const { return reserve_; }
const std::vector<std::vector<int>>& Game::get_adj() const { return adj_; }
const std::map<int, int>& Game::get_strategic_nodes() const { return strategic_; }
bool Game::in_start_phase() const { return start_; }

std::vector<int> Game::get_reachable(int node_id) const {
    std::vector<int> found, stack;
    if (owners_.at(node_id) >= 0) {
        stack.push_back(node_id);
    }
    while (!stack.empty()) {
        int planet = stack.back();
        stack.pop_back();
        if (std::find(found.begin(), found.end(), planet) != found.end()) {
            continue;
        }
        found.push_back(planet);
        for (auto beside = adj_[planet].rbegin(); beside != adj_[planet].rend(); ++beside) {
            if (owners_[*beside] == owners_[node_id]) {
                stack.push_back(*beside);
            }
        }
    }
    return found;
}

void Game::put_one_troop(int node_id) {
    act(Json::object({{"place", Json::object({{"planet", node_id}})}}));
}

void Game::put_troop(int node_id, int number_of_troops) {
    act(Json::object({{"deploy", Json::object({{"planet", node_id}, {"troops", number_of_troops}})}}));
}

bool Game::attack(int attacking_id, int target_id, double fraction, double move_fraction) {
    if (!std::isfinite(fraction) || !std::isfinite(move_fraction)) {
        throw Refused("fraction and move_fraction must be finite numbers");
    }
    Json attack = Json::object(
        {{"from", attacking_id}, {"to", target_id}, {"ratio", fraction}, {"share", move_fraction}});
    act(Json::object({{"attack", attack}}));
    return won_;
}

void Game::move_troop(int source, int destination, int troop_count) {
    act(Json::object({{"move", Json::object({{"from", source}, {"to", destination}, {"troops", troop_count}})}}));
}

void Game::fort(int node_id, int troop_count) {
    act(Json::object({{"fort", Json::object({{"planet", node_id}, {"troops", troop_count}})}}));
}

State Game::next_state() {
    act("next");
    return window_ ? state_ : FINISHED;
}

void Game::printer(const std::string& text) const { meydan::log(text); }

bool Game::next_turn() {
    while (true) {
        std::optional<Json> message = waiting_ ? waiting_ : match_.receive();
        waiting_.reset();
        if (!message || (*message)["type"].asText() == "end") {
            return false;
        }
        if ((*message)["type"].asText() == "turn") {
            look((*message)["view"]);
            window_ = (*message)["window"].asInt();
            return true;
        }
    }
}

void Game::end_turn() {
    if (window_) {
        match_.done(*window_);
        window_.reset();
    }
}

/// Sends an act and waits for its answer.
void Game::act(const Json& act) {
    if (!window_) {
        throw TurnOver("the turn is over");
    }
    match_.act(*window_, act);
    std::optional<Json> answer = match_.receive();
    std::string type = answer ? (*answer)["type"].asText() : "end";
    if (type != "ok" && type != "rejected") {
        // The next turn or the end has come instead: this one was too late.
        waiting_ = answer ? answer : Json::object({{"type", "end"}});
        window_.reset();
        throw TurnOver("time has run out");
    }
    if (answer->has("view")) {
        look((*answer)["view"]);
    }
    if ((*answer)["next"].asText() == "done") {
        window_.reset();
    }
    if (type == "rejected") {
        throw Refused((*answer)["reason"].asText());
    }
}

static std::vector<int> numbers(const Json& list) {
    std::vector<int> out;
    for (const Json& number : list) {
        out.push_back(number.isNull() ? -1 : number.asInt());
    }
    return out;
}

void Game::look(const Json& view) {
    static const std::map<std::string, State> stages = {
        {"deploy", PUT_TROOPS}, {"attack", ATTACK},     {"move", MOVE_TROOPS},
        {"fort", FORT},         {"finished", FINISHED}, {"placed", TROOP_PLACED},
    };
    turn_ = view["turn"].asInt();
    start_ = view["phase"].asText() == "start";
    state_ = stages.at(view["stage"].asText());
    reserve_ = view["reserves"][me_].asInt();
    won_ = view["reply"].asText() == "won";
    owners_ = numbers(view["owners"]);
    troops_ = numbers(view["troops"]);
    forts_ = numbers(view["forts"]);
}

void play(Player& bot) {
    meydan::Match match = meydan::Match::open();
    std::optional<Json> start = match.receive();
    if (!start) {
        return;
    }
    Game game(match, *start);
    while (game.next_turn()) {
        try {
            game.in_start_phase() ? bot.initializer(game) : bot.turn(game);
        } catch (const std::exception& error) {
            meydan::log("exception: ", error.what());
        } catch (...) {
            meydan::log("exception: something that is not a std::exception");
        }
        game.end_turn();
    }
}

}  // namespace galaxy
