// Your bot: change this file.
#include "bot.hpp"

#include <algorithm>
#include <climits>

using galaxy::Game;

/// What a planet is worth to us.
static int value(const Game& game, int planet) {
    auto node = game.get_strategic_nodes().find(planet);
    return node == game.get_strategic_nodes().end() ? 10 : 10 + 10 * node->second;
}

/// Pairs of a planet of ours and a neighbour of another player.
static std::vector<Bot::Pair> borders(const Game& game) {
    const auto& owners = game.get_owners();
    std::vector<Bot::Pair> pairs;
    for (int planet = 0; planet < static_cast<int>(owners.size()); planet++) {
        for (int beside : game.get_adj()[planet]) {
            bool theirs = owners[beside] != -1 && owners[beside] != game.get_player_id();
            if (owners[planet] == game.get_player_id() && theirs) {
                pairs.emplace_back(planet, beside);
            }
        }
    }
    return pairs;
}

/// The first planet with that owner; -1 if there is none.
static int first(const std::vector<int>& owners, int wanted) {
    auto found = std::find(owners.begin(), owners.end(), wanted);
    return found == owners.end() ? -1 : static_cast<int>(found - owners.begin());
}

/// A turn of the start phase: one troop.
void Bot::initializer(Game& game) {
    game.put_one_troop(place(game));
    game.next_state();
}

/// The best free strategic planet, else the weakest strategic planet of ours, else any free planet.
int Bot::place(const Game& game) const {
    const auto &owners = game.get_owners(), &troops = game.get_troops_count();
    int best = -1, score = 0;
    for (auto [planet, worth] : game.get_strategic_nodes()) {
        if (owners[planet] == -1 && worth > score) {
            best = planet;
            score = worth;
        }
    }
    if (best >= 0) {
        return best;
    }
    for (auto [planet, worth] : game.get_strategic_nodes()) {
        if (owners[planet] == game.get_player_id() && (best < 0 || troops[planet] < troops[best])) {
            best = planet;
        }
    }
    if (best >= 0) {
        return best;
    }
    for (int planet = 0; planet < static_cast<int>(owners.size()); planet++) {
        if (owners[planet] == game.get_player_id() && (best < 0 || troops[planet] < troops[best])) {
            best = planet;
        }
    }
    return best >= 0 ? best : first(owners, -1);
}

/// A turn of the main phase: put troops, attack, move, fortify.
void Bot::turn(Game& game) {
    int goal = front(game);
    if (goal >= 0 && game.get_number_of_troops_to_put() > 0) {
        game.put_troop(goal, game.get_number_of_troops_to_put());
    }
    game.next_state();
    while (auto attack = best_attack(game)) {
        game.attack(attack->first, attack->second, 1.0, 0.7);
    }
    game.next_state();
    if (auto move = best_move(game)) {
        game.move_troop(move->first, move->second, game.get_troops_count()[move->first] - 1);
    }
    game.next_state();
    fortify(game);
    game.next_state();
}

/// Where fresh troops help most: where the most is to be won for the fewest defenders. Without a front, anywhere.
int Bot::front(const Game& game) const {
    const auto &troops = game.get_troops_count(), &forts = game.get_number_of_fort_troops();
    int best = INT_MIN, goal = -1;
    for (auto [from, to] : borders(game)) {
        int gain = value(game, to) + 2 * (troops[from] - troops[to] - forts[to]);
        if (gain > best) {
            best = gain;
            goal = from;
        }
    }
    goal = goal < 0 ? first(game.get_owners(), game.get_player_id()) : goal;
    return goal < 0 ? first(game.get_owners(), -1) : goal;
}

/// The most valuable attack in which we are about twice as strong.
std::optional<Bot::Pair> Bot::best_attack(const Game& game) const {
    const auto &troops = game.get_troops_count(), &forts = game.get_number_of_fort_troops();
    std::optional<Pair> best;
    for (auto [from, to] : borders(game)) {
        bool strong = troops[from] > 1 && troops[from] >= 2 * (troops[to] + forts[to]);
        if (strong && (!best || value(game, to) > value(game, best->second))) {
            best = Pair(from, to);
        }
    }
    return best;
}

/// The largest garrison that stands behind the lines goes to the first front it can reach.
std::optional<Bot::Pair> Bot::best_move(const Game& game) const {
    const auto &owners = game.get_owners(), &troops = game.get_troops_count();
    std::vector<bool> at_front(owners.size());
    for (auto [from, to] : borders(game)) {
        at_front[from] = true;
    }
    int source = -1;
    for (int planet = 0; planet < static_cast<int>(owners.size()); planet++) {
        bool behind = owners[planet] == game.get_player_id() && !at_front[planet] && troops[planet] > 1;
        if (behind && (source < 0 || troops[planet] > troops[source])) {
            source = planet;
        }
    }
    if (source >= 0) {
        for (int planet : game.get_reachable(source)) {
            if (at_front[planet]) {
                return Pair(source, planet);
            }
        }
    }
    return std::nullopt;
}

/// Once three strategic planets are ours, the strongest of them gets a fort for half of its troops.
void Bot::fortify(Game& game) {
    const auto &owners = game.get_owners(), &troops = game.get_troops_count();
    int count = 0, best = -1;
    for (auto [planet, worth] : game.get_strategic_nodes()) {
        if (owners[planet] == game.get_player_id()) {
            count++;
            best = best < 0 || troops[planet] > troops[best] ? planet : best;
        }
    }
    if (!fort_used_ && count >= 3 && troops[best] >= 4) {
        fort_used_ = true;
        game.fort(best, troops[best] / 2);
    }
}
