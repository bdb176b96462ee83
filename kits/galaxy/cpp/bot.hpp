#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "galaxy.hpp"

/// Takes strategic planets first, then attacks wherever it is twice as strong, the strategic ones before others.
class Bot : public galaxy::Player {
public:
    /// A planet of ours and another one.
    using Pair = std::pair<int, int>;

    void initializer(galaxy::Game& game) override;
    void turn(galaxy::Game& game) override;

    int place(const galaxy::Game& game) const;
    int front(const galaxy::Game& game) const;
    std::optional<Pair> best_attack(const galaxy::Game& game) const;
    std::optional<Pair> best_move(const galaxy::Game& game) const;

private:
    bool fort_used_ = false;

    void fortify(galaxy::Game& game);
};
