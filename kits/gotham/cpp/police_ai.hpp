// Your police: change this file and police_ai.cpp.
#pragma once

#include <optional>
#include <set>

#include "gotham.hpp"

/// Remembers where the thieves were seen, works out where they can be by now, and goes there.
class PoliceAI : public Unit {
public:
    explicit PoliceAI(Phone& phone) : phone_(phone) {}

    int getStartingNode(const GameView& view) override;
    int move(const GameView& view) override;

private:
    Phone& phone_;
    /// For each enemy thief that was seen: where it can be now.
    std::map<int, std::set<int>> hideouts_;
    /// How many messages of the chat box were read.
    std::size_t read_ = 0;
    /// How many stops of the patrol are behind this unit.
    int tour_ = 0;

    void look(const GameView& view);
    void listen(const GameView& view);
    void talk(const GameView& view);
    std::optional<int> target(const GameView& view) const;
    int patrol(const GameView& view);
};

/// The Batman of the finals: catches thieves like any police unit, and a Joker without help.
class BatmanAI : public PoliceAI {
public:
    using PoliceAI::PoliceAI;
};
