#include "ai.hpp"

#include <algorithm>

namespace {

const HeroName PICKS[] = {HeroName::BLASTER, HeroName::BLASTER, HeroName::HEALER, HeroName::BLASTER};

}  // namespace

void AI::preProcess(World& world) {
    const Map& map = world.getMap();
    std::size_t cells = map.getObjectiveZone().size();
    meydan::log(map.getRowNum(), " rows, ", map.getColumnNum(), " columns, zone of ", cells, " cells");
}

void AI::pickTurn(World& world) { world.pickHero(PICKS[world.getMyHeroes().size()]); }

void AI::moveTurn(World& world) {
    std::vector<Hero> walking;
    std::vector<Cell> settled;
    for (const Hero& hero : world.getMyHeroes()) {
        if (hero.getCurrentCell().isInObjectiveZone()) {
            settled.push_back(hero.getCurrentCell());
        } else if (hero.getCurrentCell() != Cell::NONE) {
            walking.push_back(hero);
        }
    }
    std::vector<Cell> free;
    for (const Cell& cell : world.getMap().getObjectiveZone()) {
        if (std::find(settled.begin(), settled.end(), cell) == settled.end()) {
            free.push_back(cell);
        }
    }
    int ap = world.getAP();
    for (const Hero& hero : walking) {
        if (hero.getMoveAPCost() > ap || free.empty()) {
            continue;
        }
        const Cell& here = hero.getCurrentCell();
        auto nearest = std::min_element(free.begin(), free.end(), [&](const Cell& a, const Cell& b) {
            return world.manhattanDistance(here, a) < world.manhattanDistance(here, b);
        });
        Cell goal = *nearest;
        free.erase(nearest);
        std::vector<Direction> path = world.getPathMoveDirections(here, goal, settled);
        if (!path.empty()) {
            world.moveHero(hero, path[0]);
            ap -= hero.getMoveAPCost();
        }
    }
}

void AI::actionTurn(World& world) {
    int ap = world.getAP();
    for (const Hero& hero : world.getMyHeroes()) {
        // Whoever stands in the own respawn zone is safe there, but hurts nobody.
        if (hero.getCurrentCell() == Cell::NONE || hero.getCurrentCell().isInMyRespawnZone()) {
            continue;
        }
        if (std::optional<Cast> best = bestCast(world, hero, ap)) {
            world.castAbility(hero, best->first, best->second);
            ap -= best->first.getAPCost();
        }
    }
}

/// The ability and the target cell that are worth most, if any is worth something.
std::optional<AI::Cast> AI::bestCast(const World& world, const Hero& hero, int ap) const {
    std::optional<Cast> best;
    int most = 0;
    for (const Ability& ability : hero.getAbilities()) {
        if (!ability.isReady() || ability.getAPCost() > ap) {
            continue;
        }
        for (const Cell& cell : aims(world, ability)) {
            int sum = 0;
            for (const Hero& target : world.getAbilityTargets(ability, hero.getCurrentCell(), cell)) {
                sum += worth(ability, target);
            }
            if (sum > most) {
                best = Cast(ability, cell);
                most = sum;
            }
        }
    }
    return best;
}

/// The cells at which an ability may be aimed: those of the heroes it is for.
std::vector<Cell> AI::aims(const World& world, const Ability& ability) const {
    std::vector<Cell> cells;
    if (ability.getType() == AbilityType::DODGE) {
        return cells;
    }
    bool defensive = ability.getType() == AbilityType::DEFENSIVE;
    for (const Hero& hero : defensive ? world.getMyHeroes() : world.getOppHeroes()) {
        if (hero.getCurrentCell() != Cell::NONE) {
            cells.push_back(hero.getCurrentCell());
        }
    }
    return cells;
}

/// What an ability does for us on this target.
int AI::worth(const Ability& ability, const Hero& target) const {
    if (ability.getType() == AbilityType::OFFENSIVE) {
        return target.getCurrentCell().isInOppRespawnZone() ? 0 : ability.getPower();
    }
    if (ability.getName() == AbilityName::GUARDIAN_FORTIFY) {
        return 1;
    }
    return std::min(ability.getPower(), target.getMaxHP() - target.getCurrentHP());
}
