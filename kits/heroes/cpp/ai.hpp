// Your AI: change this file and ai.cpp.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "heroes.hpp"

/// Holds the objective zone and uses whatever ability does most at the moment.
class AI {
public:
    /// Called once, before the picks (5 s).
    void preProcess(World& world);
    /// Called four times: pick one hero (0.2 s).
    void pickTurn(World& world);
    /// Called in each of the six move phases of a turn: every hero may make one step (0.5 s in the first, then 0.2 s).
    void moveTurn(World& world);
    /// Called once a turn, after the moves: every hero may use one ability (0.2 s).
    void actionTurn(World& world);

private:
    using Cast = std::pair<Ability, Cell>;

    std::optional<Cast> bestCast(const World& world, const Hero& hero, int ap) const;
    std::vector<Cell> aims(const World& world, const Ability& ability) const;
    int worth(const Ability& ability, const Hero& target) const;
};
