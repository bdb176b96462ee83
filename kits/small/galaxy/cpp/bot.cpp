// Takes free planets, then attacks wherever it is twice as strong.
#include "bot.hpp"

#include <algorithm>

using galaxy::Game;

int Bot::place(const Game& game) const {
    const auto& owners = game.get_owners();
    auto found = std::find(owners.begin(), owners.end(), -1);
    if (found == owners.end()) {
        found = std::find(owners.begin(), owners.end(), game.get_player_id());
    }
    return found == owners.end() ? -1 : static_cast<int>(found - owners.begin());
}

std::optional<Bot::Pair> Bot::best_attack(const Game& game) const {
    const auto &owners = game.get_owners(), &troops = game.get_troops_count();
    for (int from = 0; from < static_cast<int>(owners.size()); from++) {
        for (int to : game.get_adj()[from]) {
            bool border = owners[from] == game.get_player_id() && owners[to] != -1 && owners[to] != owners[from];
            if (border && troops[from] > 2 * (troops[to] + game.get_number_of_fort_troops()[to]) + 1) {
                return Pair(from, to);
            }
        }
    }
    return std::nullopt;
}

void Bot::initializer(Game& game) {
    game.put_one_troop(place(game));
    game.next_state();
}

void Bot::turn(Game& game) {
    if (place(game) >= 0 && game.get_number_of_troops_to_put() > 0) {
        game.put_troop(place(game), game.get_number_of_troops_to_put());
    }
    game.next_state();
    while (auto attack = best_attack(game)) {
        game.attack(attack->first, attack->second, 1, 0.6);
    }
    // Nothing is moved, nothing gets a fort.
    for (int i = 0; i < 3; i++) {
        game.next_state();
    }
}
