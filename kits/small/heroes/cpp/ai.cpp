// Four blasters walk into the objective zone and shoot at whoever they see.
#include "ai.hpp"

void AI::preProcess(World&) {}

void AI::pickTurn(World& world) { world.pickHero(HeroName::BLASTER); }

void AI::moveTurn(World& world) {
    const auto& zone = world.getMap().getObjectiveZone();
    std::size_t i = 0;
    for (const Hero& hero : world.getMyHeroes()) {
        Cell goal = zone[i++ * 5 % zone.size()];
        if (hero.getCurrentCell() == Cell::NONE) {
            continue;
        }
        auto path = world.getPathMoveDirections(hero.getCurrentCell(), goal);
        if (!path.empty()) {
            world.moveHero(hero, path[0]);
        }
    }
}

void AI::actionTurn(World& world) {
    for (const Hero& target : world.getOppHeroes()) {
        for (const Hero& hero : world.getMyHeroes()) {
            if (hero.getCurrentCell() != Cell::NONE && target.getCurrentCell() != Cell::NONE) {
                world.castAbility(hero, AbilityName::BLASTER_ATTACK, target.getCurrentCell());
            }
        }
    }
}
