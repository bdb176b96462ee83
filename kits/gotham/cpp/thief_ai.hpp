// Your thieves: change this file and thief_ai.cpp.
#pragma once

#include "gotham.hpp"

/// Starts far from the police and always goes where the nearest enemy police unit is farthest away.
class ThiefAI : public Unit {
public:
    explicit ThiefAI(Phone& phone) : phone_(phone) {}

    int getStartingNode(const GameView& view) override;
    int move(const GameView& view) override;

protected:
    /// To talk to the other thieves of the team.
    Phone& phone_;
};

/// The Joker of the finals. One police unit alone cannot catch it; two can, or Batman.
class JokerAI : public ThiefAI {
public:
    using ThiefAI::ThiefAI;
};
