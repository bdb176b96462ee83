/// The galaxy as a bot sees it: a `Game` with every call of the contest's clients.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "json.hpp"
#include "meydan.hpp"

namespace galaxy {

/// The stages of a turn, as `get_state` counts them.
enum State {
    PUT_TROOPS = 1,
    ATTACK = 2,
    MOVE_TROOPS = 3,
    FORT = 4,
    FINISHED = 5,
    TROOP_PLACED = 6,
};

/// A call was refused and nothing has changed; the text says why.
class Refused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Time has run out, or the match is decided: this turn takes no more calls.
class TurnOver : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The game, for as long as it is your turn. Planets count from 0, players from 0 to 2.
class Game {
public:
    Game(meydan::Match match, const Json& start);

    /// Your number.
    int get_player_id() const;

    /// The turn, from 1; every player's move is a turn of its own.
    int get_turn_number() const;

    /// The stage of your turn.
    State get_state() const;

    /// The owner of every planet; -1 is nobody.
    const std::vector<int>& get_owners() const;

    /// The troops on every planet, without fort troops.
    const std::vector<int>& get_troops_count() const;

    /// The fort troops on every planet.
    const std::vector<int>& get_number_of_fort_troops() const;

    /// Your troops that are not on the map.
    int get_number_of_troops_to_put() const;

    /// The neighbours of every planet.
    const std::vector<std::vector<int>>& get_adj() const;

    /// The strategic planets and their scores.
    const std::map<int, int>& get_strategic_nodes() const;

    /// The planets that are joined to this one by planets of its owner, itself first; empty if nobody owns it.
    std::vector<int> get_reachable(int node_id) const;

    /// Start phase: puts a troop on a free planet, which is then yours, or on one of yours.
    void put_one_troop(int node_id);

    /// Stage 1: puts troops on a free planet, which is then yours, or on one of yours.
    void put_troop(int node_id, int number_of_troops);

    /// Stage 2: attacks a neighbour of another player and goes on while there are `fraction` troops for each defender
    /// (0: to the end). After a win the share `move_fraction` of the troops, between 0 and 1, moves in. Gives whether
    /// it was won.
    bool attack(int attacking_id, int target_id, double fraction, double move_fraction);

    /// Stage 3, once a turn: moves troops between planets of yours that are joined by planets of yours.
    void move_troop(int source, int destination, int troop_count);

    /// Stage 4, once a match: turns troops into twice as many fort troops, which only defend.
    void fort(int node_id, int troop_count);

    /// Goes to the next stage and gives it; after the last one the turn is over.
    State next_state();

    /// Writes a line to your log.
    void printer(const std::string& text) const;

    /// Waits for the next turn; false when the match is over. The kit calls it.
    bool next_turn();

    /// Ends the turn, whatever stage it is in. The kit calls it.
    void end_turn();

    /// Whether this is the start phase.
    bool in_start_phase() const;

private:
    meydan::Match match_;
    int me_;
    std::map<int, int> strategic_;
    std::vector<std::vector<int>> adj_;
    std::optional<int> window_;
    std::optional<Json> waiting_;
    int turn_ = 0;
    bool start_ = true;
    State state_ = PUT_TROOPS;
    int reserve_ = 0;
    bool won_ = false;
    std::vector<int> owners_, troops_, forts_;

    void act(const Json& act);
    void look(const Json& view);
};

/// A bot.
class Player {
public:
    virtual ~Player() = default;

    /// A turn of the start phase.
    virtual void initializer(Game& game) = 0;

    /// A turn of the main phase.
    virtual void turn(Game& game) = 0;
};

/// Plays one match.
void play(Player& bot);

}  // namespace galaxy
