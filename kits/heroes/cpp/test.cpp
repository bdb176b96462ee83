// The unit tests: every `TEST(name) { … }` is run. Add your own here.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "ai.hpp"
#include "tests.hpp"

namespace {

/// A table of what the engine itself computes; another one can be named in HEROES_CASES.
Json cases() {
    const char* other = std::getenv("HEROES_CASES");
    std::ifstream file(other != nullptr ? other : "cases.json");
    std::stringstream text;
    text << file.rdbuf();
    return Json::parse(text.str());
}

const Json CASES = cases();

/// A world whose orders are written down.
class Board {
public:
    explicit Board(int map, const Json& view = nullptr)
        : file_(std::tmpfile()), match_(stdin, file_), world(CASES["maps"][map], match_) {
        if (!view.isNull()) {
            world.update(1, view);
        }
    }
    ~Board() { std::fclose(file_); }

    std::vector<std::string> acts() {
        std::rewind(file_);
        meydan::Match written(file_, file_);
        std::vector<std::string> acts;
        while (auto line = written.receive()) {
            acts.push_back((*line)["act"].dump());
        }
        return acts;
    }

private:
    std::FILE* file_;
    meydan::Match match_;

public:
    World world;
};

Board scene() { return Board(0, CASES["scenes"][0]); }

Cell cell(const Json& at) { return Cell(at[0].asInt(), at[1].asInt()); }

AbilityName ability(const World& world, const std::string& name) {
    for (const AbilityConstants& known : world.getAbilityConstants()) {
        if (toString(known.getName()) == name) {
            return known.getName();
        }
    }
    throw std::runtime_error(name);
}

std::vector<int> ids(const std::vector<Hero>& heroes) {
    std::vector<int> found;
    for (const Hero& hero : heroes) {
        found.push_back(hero.getId());
    }
    return found;
}

std::vector<int> numbers(const Json& items) {
    std::vector<int> found;
    for (const Json& item : items) {
        found.push_back(item.asInt());
    }
    return found;
}

TEST(sight_is_the_engines) {
    for (const Json& line : CASES["sights"]) {
        Board board(line["map"].asInt());
        const Map& map = board.world.getMap();
        for (int row = 0; row < map.getRowNum(); ++row) {
            for (int column = 0; column < map.getColumnNum(); ++column) {
                bool seen = line["visible"][row].asText()[column] == '1';
                CHECK(board.world.isInVision(cell(line["from"]), row, column) == seen);
            }
        }
    }
}

TEST(impacts_and_targets_are_the_engines) {
    for (const Json& line : CASES["impacts"]) {
        Board board(line["map"].asInt(), line["view"]);
        const World& world = board.world;
        Cell from = cell(line["from"]), to = cell(line["to"]);
        CHECK(world.isInVision(from, to) == line["sees"].asBool());
        for (const Json& shot : line["shots"]) {
            AbilityName name = ability(world, shot["ability"].asText());
            CHECK(world.getImpactCell(name, from, to) == cell(shot["cell"]));
            CHECK(ids(world.getAbilityTargets(name, from, to)) == numbers(shot["targets"]));
        }
    }
}

TEST(paths_are_the_engines) {
    for (const Json& line : CASES["paths"]) {
        Board board(line["map"].asInt());
        std::vector<Cell> blocked;
        for (const Json& at : line["blocked"]) {
            blocked.push_back(cell(at));
        }
        std::vector<std::string> found, wanted;
        for (Direction way : board.world.getPathMoveDirections(cell(line["from"]), cell(line["to"]), blocked)) {
            found.push_back(toString(way));
        }
        for (const Json& way : line["path"]) {
            wanted.push_back(way.asText());
        }
        CHECK(found == wanted);
    }
}

TEST(numbers_are_those_of_the_view) {
    Board board = scene();
    const World& world = board.world;
    CHECK(world.getCurrentTurn() == 7 && world.getCurrentPhase() == Phase::MOVE && world.getMovePhaseNum() == 2);
    CHECK(world.getAP() == 64 && world.getMyScore() == 12 && world.getOppScore() == 30);
    CHECK(world.getMaxAP() == 100 && world.getMaxScore() == 200 && world.getMaxTurns() == 100);
    CHECK(world.getKillScore() == 10 && world.getObjectiveZoneScore() == 1);
    CHECK(world.getMap().getRowNum() == 9 && world.getMap().getColumnNum() == 9);
    CHECK(world.getMap().getCell(9, 0) == Cell::NONE);
    CHECK(world.getMap().getCell(0, 3).isInVision() && !world.getMap().getCell(1, 0).isInVision());
}

TEST(heroes_are_found_by_id_and_by_cell) {
    Board board = scene();
    const World& world = board.world;
    CHECK(world.getHero(0)->getCurrentHP() == 120 && world.getHero(9) == nullptr);
    CHECK(world.getMyHero(0, 0) != nullptr && world.getMyHero(0, 0) == world.getMyHero(Cell(0, 0)));
    CHECK(world.getOppHero(0, 4)->getId() == 1 && world.getMyHero(0, 4) == nullptr);
    CHECK(ids(world.getMyDeadHeroes()) == std::vector<int>{2} && ids(world.getOppDeadHeroes()) == std::vector<int>{5});
    CHECK((world.getHero(0)->getRecentPath() == std::vector<Cell>{Cell(1, 0), Cell(0, 0)}));
    CHECK(world.getHero(3)->getCurrentCell() == Cell::NONE && world.getHero(3)->getCurrentHP() == -1);
    CHECK(world.getHero(2)->getRemRespawnTime() == 2);
}

TEST(abilities_know_whether_they_are_ready) {
    Board board = scene();
    const Hero& mine = *board.world.getHero(0);
    CHECK(mine.getDodgeAbilities().at(0).getName() == AbilityName::BLASTER_DODGE);
    CHECK(mine.getOffensiveAbilities().size() == 2 && board.world.getHero(2)->getDefensiveAbilities().size() == 1);
    CHECK(mine.getAbility(AbilityName::BLASTER_BOMB)->isReady());
    CHECK(mine.getAbility(AbilityName::BLASTER_DODGE)->getRemCooldown() == 3);
    CHECK(mine.getAbility(AbilityName::HEALER_HEAL) == nullptr);
    CHECK(!board.world.getHero(1)->getAbility(AbilityName::BLASTER_BOMB)->isReady());
}

TEST(casts_are_told_as_far_as_they_were_seen) {
    Board board = scene();
    const CastAbility& mine = board.world.getMyCastAbilities().at(0);
    const CastAbility& theirs = board.world.getOppCastAbilities().at(0);
    CHECK(mine.getCasterId() == 0 && mine.getTargetHeroIds().at(0) == 1 && mine.getEndCell() == Cell(0, 4));
    CHECK(theirs.getCasterId() == -1 && theirs.getStartCell() == Cell::NONE && theirs.getEndCell() == Cell(0, 0));
    CHECK(theirs.getAbilityName() == AbilityName::HEALER_ATTACK);
}

TEST(a_name_that_the_document_does_not_have_is_kept) {
    Board board = scene();
    const Hero& shadow = *board.world.getHero(7);
    CHECK(toString(shadow.getName()) == "SHADOW");
    board.world.pickHero(shadow.getName());
    board.world.castAbility(shadow, shadow.getAbilities().at(0), Cell(0, 4));
    std::string shot = R"({"cast":{"hero":7,"ability":"SHADOW_SLASH","row":0,"column":4}})";
    CHECK((board.acts() == std::vector<std::string>{R"({"pick":{"class":"SHADOW"}})", shot}));
}

TEST(objects_and_numbers_mean_the_same) {
    Board board = scene();
    World& world = board.world;
    const Hero& hero = *world.getHero(0);
    const Ability& bomb = *hero.getAbility(AbilityName::BLASTER_BOMB);
    Cell a(0, 0), b(0, 4);
    CHECK(world.manhattanDistance(a, b) == 4 && world.manhattanDistance(a, 0, 4) == 4);
    CHECK(world.manhattanDistance(0, 0, b) == 4 && world.manhattanDistance(0, 0, 0, 4) == 4);
    CHECK(world.manhattanDistance(0, 0, 9, 0) == -1);
    CHECK(world.isInVision(a, b) && world.isInVision(0, 0, b) && world.isInVision(0, 0, 0, 4));
    CHECK(world.getPathMoveDirections(a, b).size() == 4 && world.getPathMoveDirections(0, 0, 0, 4).size() == 4);
    CHECK(world.getPathMoveDirections(a, 0, 4).size() == 4 && world.getPathMoveDirections(0, 0, b).size() == 4);
    for (AbilityRef ability : {AbilityRef(bomb), AbilityRef(&bomb), AbilityRef(AbilityName::BLASTER_BOMB)}) {
        CHECK(world.getImpactCell(ability, a, b) == b && world.getImpactCell(ability, a, 0, 4) == b);
        CHECK(world.getImpactCell(ability, 0, 0, b) == b && world.getImpactCell(ability, 0, 0, 0, 4) == b);
        CHECK(ids(world.getAbilityTargets(ability, a, b)) == std::vector<int>{1});
        CHECK(ids(world.getAbilityTargets(ability, a, 0, 4)) == std::vector<int>{1});
        CHECK(ids(world.getAbilityTargets(ability, 0, 0, b)) == std::vector<int>{1});
        CHECK(ids(world.getAbilityTargets(ability, 0, 0, 0, 4)) == std::vector<int>{1});
    }
    world.moveHero(hero, Direction::UP);
    world.moveHero(0, Direction::UP);
    world.castAbility(hero, bomb, b);
    world.castAbility(&hero, AbilityName::BLASTER_BOMB, 0, 4);
    world.castAbility(0, bomb, b);
    world.castAbility(0, AbilityName::BLASTER_BOMB, 0, 4);
    std::string step = R"({"move":{"hero":0,"direction":"up"}})";
    std::string shot = R"({"cast":{"hero":0,"ability":"BLASTER_BOMB","row":0,"column":4}})";
    CHECK((board.acts() == std::vector<std::string>{step, step, shot, shot, shot, shot}));
}

TEST(it_picks_a_hero) {
    Board board(0);
    AI().pickTurn(board.world);
    CHECK((board.acts() == std::vector<std::string>{R"({"pick":{"class":"BLASTER"}})"}));
}

TEST(it_walks_to_the_objective_zone) {
    Board board = scene();
    AI().moveTurn(board.world);
    CHECK((board.acts() == std::vector<std::string>{R"({"move":{"hero":0,"direction":"down"}})"}));
}

TEST(it_fires_at_the_enemy_it_sees) {
    Board board(0, CASES["impacts"].items().back()["view"]);
    AI().actionTurn(board.world);
    CHECK(!board.acts().empty());
    for (const std::string& act : board.acts()) {
        CHECK(act.find("cast") != std::string::npos);
    }
}

}  // namespace

int main() { return tests::run(); }
