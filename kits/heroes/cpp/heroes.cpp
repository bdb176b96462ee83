#include "heroes.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace {

// In the order of the enumerations; names that only a map has come after them.
std::vector<std::string> HEROES = {"SENTRY", "BLASTER", "HEALER", "GUARDIAN"};
std::vector<std::string> ABILITIES = {
    "SENTRY_ATTACK", "SENTRY_DODGE", "SENTRY_RAY", "BLASTER_ATTACK", "BLASTER_DODGE", "BLASTER_BOMB",
    "HEALER_ATTACK", "HEALER_DODGE", "HEALER_HEAL", "GUARDIAN_ATTACK", "GUARDIAN_DODGE", "GUARDIAN_FORTIFY",
};
const std::vector<std::string> DIRECTIONS = {"UP", "DOWN", "LEFT", "RIGHT"};
const int STEPS[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

template <typename Enum>
Enum named(std::vector<std::string>& names, const std::string& name) {
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        found = names.insert(names.end(), name);
    }
    return static_cast<Enum>(found - names.begin());
}

/// What is not known is -1.
int number(const Json& entry) { return entry.isNull() ? -1 : entry.asInt(); }

Cell cell(const Json& entry, const Map& map) {
    return entry.isNull() ? Cell::NONE : map.getCell(entry["row"].asInt(), entry["column"].asInt());
}

bool has(const Json& rows, const Cell& cell) { return rows[cell.getRow()].asText()[cell.getColumn()] == '#'; }

std::vector<Cell> zone(const Map& map, bool (Cell::*in)() const) {
    std::vector<Cell> found;
    for (const auto& line : map.getCells()) {
        std::copy_if(line.begin(), line.end(), std::back_inserter(found), [in](const Cell& c) { return (c.*in)(); });
    }
    return found;
}

int distance(const Cell& a, const Cell& b) {
    return std::abs(a.getRow() - b.getRow()) + std::abs(a.getColumn() - b.getColumn());
}

/// The cells whose inside the line between the two centres crosses, the start first. Walls stop the ray unless it is
/// lobbing. Where the line goes exactly through a corner, a wall on either side of that corner stops it too.
std::vector<Cell> ray(const Map& map, const Cell& start, const Cell& target, bool lobbing) {
    const auto& cells = map.getCells();
    int row = start.getRow(), column = start.getColumn();
    int rows = std::abs(target.getRow() - row), columns = std::abs(target.getColumn() - column);
    int row_step = target.getRow() > row ? 1 : -1, column_step = target.getColumn() > column ? 1 : -1;
    std::vector<Cell> found = {cells[row][column]};
    for (int i = 0, j = 0; i < rows || j < columns;) {
        // On one scale: where the line meets the next border between rows, and between columns.
        int to_row = (2 * i + 1) * columns, to_column = (2 * j + 1) * rows;
        int next_row = to_row <= to_column ? row + row_step : row;
        int next_column = to_column <= to_row ? column + column_step : column;
        bool corner = to_row == to_column;
        bool wall = cells[next_row][next_column].isWall() ||
                    (corner && (cells[row][next_column].isWall() || cells[next_row][column].isWall()));
        if (wall && !lobbing) {
            break;
        }
        i += to_row <= to_column;
        j += to_column <= to_row;
        row = next_row;
        column = next_column;
        found.push_back(cells[row][column]);
    }
    return found;
}

/// Breadth first over free cells, neighbours in the order of Direction. Heroes are ignored.
std::vector<Direction> path(const Map& map, const Cell& start, const Cell& target, const std::vector<Cell>& blocked) {
    int columns = map.getColumnNum();
    auto at = [columns](int row, int column) { return static_cast<std::size_t>(row * columns + column); };
    std::vector<bool> closed;
    for (const auto& line : map.getCells()) {
        std::transform(line.begin(), line.end(), std::back_inserter(closed), [](const Cell& c) { return c.isWall(); });
    }
    for (const Cell& cell : blocked) {
        if (map.isInMap(cell.getRow(), cell.getColumn())) {
            closed[at(cell.getRow(), cell.getColumn())] = true;
        }
    }
    if (closed[at(start.getRow(), start.getColumn())] || closed[at(target.getRow(), target.getColumn())]) {
        return {};
    }
    closed[at(start.getRow(), start.getColumn())] = true;
    // The step that led to each cell, or -1.
    std::vector<int> came(closed.size(), -1);
    std::deque<std::pair<int, int>> queue = {{start.getRow(), start.getColumn()}};
    while (!queue.empty() && came[at(target.getRow(), target.getColumn())] < 0) {
        auto [row, column] = queue.front();
        queue.pop_front();
        for (int way = 0; way < 4; ++way) {
            int next_row = row + STEPS[way][0], next_column = column + STEPS[way][1];
            if (map.isInMap(next_row, next_column) && !closed[at(next_row, next_column)]) {
                closed[at(next_row, next_column)] = true;
                came[at(next_row, next_column)] = way;
                queue.emplace_back(next_row, next_column);
            }
        }
    }
    std::vector<Direction> ways;
    int row = target.getRow(), column = target.getColumn();
    for (int way; (way = came[at(row, column)]) >= 0;) {
        ways.push_back(static_cast<Direction>(way));
        row -= STEPS[way][0];
        column -= STEPS[way][1];
    }
    std::reverse(ways.begin(), ways.end());
    return ways;
}

const Hero* standing(const std::vector<Hero>& heroes, const Cell& cell) {
    for (const Hero& hero : heroes) {
        if (cell != Cell::NONE && hero.getCurrentCell() == cell) {
            return &hero;
        }
    }
    return nullptr;
}

std::vector<Hero> dead(const std::vector<Hero>& heroes) {
    std::vector<Hero> found;
    std::copy_if(heroes.begin(), heroes.end(), std::back_inserter(found),
                 [](const Hero& hero) { return hero.getCurrentHP() == 0; });
    return found;
}

std::vector<CastAbility> casts(const Json& entries, int team, const Map& map) {
    std::vector<CastAbility> found;
    for (const Json& entry : entries) {
        if (entry["team"].asInt() == team) {
            found.emplace_back(entry, map);
        }
    }
    return found;
}

std::vector<Ability> ofType(const std::vector<Ability>& abilities, AbilityType type) {
    std::vector<Ability> found;
    std::copy_if(abilities.begin(), abilities.end(), std::back_inserter(found),
                 [type](const Ability& ability) { return ability.getType() == type; });
    return found;
}

bool holds(const World& world, const Cell& cell) { return world.getMap().isInMap(cell.getRow(), cell.getColumn()); }

const AbilityConstants& constants(const World& world, AbilityName name) {
    for (const AbilityConstants& known : world.getAbilityConstants()) {
        if (known.getName() == name) {
            return known;
        }
    }
    throw std::out_of_range("this map has no `" + toString(name) + "`");
}

/// The heroes that an ability is for.
const std::vector<Hero>& targetsOf(const World& world, const AbilityConstants& ability) {
    return ability.getType() == AbilityType::DEFENSIVE ? world.getMyHeroes() : world.getOppHeroes();
}

std::vector<Hero> heroes(const World& world, const Json& entries) {
    std::vector<Hero> found;
    for (const Json& entry : entries) {
        HeroName name = named<HeroName>(HEROES, entry["class"].asText());
        const std::vector<HeroConstants>& classes = world.getHeroConstants();
        auto known = std::find_if(classes.begin(), classes.end(),
                                  [name](const HeroConstants& one) { return one.getName() == name; });
        std::vector<Ability> abilities;
        for (AbilityName ability : known->getAbilityNames()) {
            const Json& rests = entry["cooldowns"];
            int rest = rests.isNull() ? -1 : rests.items()[abilities.size()].asInt();
            abilities.emplace_back(constants(world, ability), rest);
        }
        found.emplace_back(*known, entry, world.getMap(), std::move(abilities));
    }
    return found;
}

std::string lower(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
}

}  // namespace

std::string toString(HeroName name) { return HEROES[static_cast<std::size_t>(name)]; }
std::string toString(AbilityName name) { return ABILITIES[static_cast<std::size_t>(name)]; }
std::string toString(Direction direction) { return DIRECTIONS[static_cast<std::size_t>(direction)]; }

Map::Map(const Json& config, int me) {
    const Json& walls = config["walls"];
    for (int row = 0; row < static_cast<int>(walls.size()); ++row) {
        cells_.emplace_back();
        for (int column = 0; column < static_cast<int>(walls[row].asText().size()); ++column) {
            Cell made(row, column);
            made.wall_ = has(walls, made);
            made.mine_ = has(config["respawn"][me], made);
            made.theirs_ = has(config["respawn"][1 - me], made);
            made.objective_ = has(config["objective"], made);
            cells_.back().push_back(made);
        }
    }
}

bool Map::isInMap(int row, int column) const {
    return row >= 0 && row < getRowNum() && column >= 0 && column < getColumnNum();
}

std::vector<Cell> Map::getMyRespawnZone() const { return zone(*this, &Cell::isInMyRespawnZone); }
std::vector<Cell> Map::getOppRespawnZone() const { return zone(*this, &Cell::isInOppRespawnZone); }
std::vector<Cell> Map::getObjectiveZone() const { return zone(*this, &Cell::isInObjectiveZone); }

AbilityConstants::AbilityConstants(const Json& entry)
    : name_(named<AbilityName>(ABILITIES, entry["name"].asText())),
      range_(entry["range"].asInt()),
      ap_cost_(entry["cost"].asInt()),
      cooldown_(entry["cooldown"].asInt()),
      area_(entry["area"].asInt()),
      power_(entry["power"].asInt()),
      lobbing_(entry["lobbing"].asBool()) {
    const std::string& kind = entry["kind"].asText();
    // For the client a fortify is a defensive ability.
    type_ = kind == "offensive" ? AbilityType::OFFENSIVE
            : kind == "dodge"   ? AbilityType::DODGE
                                : AbilityType::DEFENSIVE;
}

HeroConstants::HeroConstants(const Json& entry)
    : name_(named<HeroName>(HEROES, entry["name"].asText())),
      max_hp_(entry["max_hp"].asInt()),
      move_cost_(entry["move_cost"].asInt()),
      respawn_time_(entry["respawn_time"].asInt()) {
    for (const Json& name : entry["abilities"]) {
        abilities_.push_back(named<AbilityName>(ABILITIES, name.asText()));
    }
}

Hero::Hero(const HeroConstants& constants, const Json& entry, const Map& map, std::vector<Ability> abilities)
    : HeroConstants(constants),
      id_(entry["id"].asInt()),
      hp_(number(entry["hp"])),
      respawn_(entry["respawn"].asInt()),
      cell_(cell(entry["cell"], map)),
      abilities_(std::move(abilities)) {
    for (const Json& step : entry["path"]) {
        path_.push_back(cell(step, map));
    }
}

const Ability* Hero::getAbility(AbilityName name) const {
    for (const Ability& ability : abilities_) {
        if (ability.getName() == name) {
            return &ability;
        }
    }
    return nullptr;
}

std::vector<Ability> Hero::getDefensiveAbilities() const { return ofType(abilities_, AbilityType::DEFENSIVE); }
std::vector<Ability> Hero::getDodgeAbilities() const { return ofType(abilities_, AbilityType::DODGE); }
std::vector<Ability> Hero::getOffensiveAbilities() const { return ofType(abilities_, AbilityType::OFFENSIVE); }

CastAbility::CastAbility(const Json& entry, const Map& map)
    : caster_(number(entry["caster"])),
      start_(cell(entry["from"], map)),
      end_(cell(entry["to"], map)),
      ability_(named<AbilityName>(ABILITIES, entry["ability"].asText())) {
    for (const Json& target : entry["targets"]) {
        targets_.push_back(target.asInt());
    }
}

World::World(const Json& start, meydan::Match& match)
    : match_(match),
      me_(start["seat"].asInt()),
      constants_(start["config"]["constants"]),
      map_(start["config"], me_),
      ap_(getMaxAP()) {
    for (const Json& entry : start["config"]["heroes"]) {
        hero_constants_.emplace_back(entry);
    }
    for (const Json& entry : start["config"]["abilities"]) {
        ability_constants_.emplace_back(entry);
    }
}

void World::pickHero(HeroName name) {
    match_.act(window_, Json::object({{"pick", Json::object({{"class", toString(name)}})}}));
}

void World::moveHero(HeroRef hero, Direction direction) {
    Json order = Json::object({{"hero", hero.id_}, {"direction", lower(toString(direction))}});
    match_.act(window_, Json::object({{"move", order}}));
}

void World::castAbility(HeroRef hero, AbilityRef ability, int row, int column) {
    std::string name = toString(ability.name_);
    Json order = Json::object({{"hero", hero.id_}, {"ability", name}, {"row", row}, {"column", column}});
    match_.act(window_, Json::object({{"cast", order}}));
}

void World::castAbility(HeroRef hero, AbilityRef ability, const Cell& cell) {
    castAbility(hero, ability, cell.getRow(), cell.getColumn());
}

const Hero* World::getHero(int id) const {
    for (const auto* heroes : {&my_heroes_, &opp_heroes_}) {
        for (const Hero& hero : *heroes) {
            if (hero.getId() == id) {
                return &hero;
            }
        }
    }
    return nullptr;
}

const Hero* World::getMyHero(const Cell& cell) const { return standing(my_heroes_, cell); }
const Hero* World::getOppHero(const Cell& cell) const { return standing(opp_heroes_, cell); }
std::vector<Hero> World::getMyDeadHeroes() const { return dead(my_heroes_); }
std::vector<Hero> World::getOppDeadHeroes() const { return dead(opp_heroes_); }

std::vector<Direction> World::getPathMoveDirections(
    const Cell& a, const Cell& b, const std::vector<Cell>& blocked) const {
    return holds(*this, a) && holds(*this, b) ? path(map_, a, b, blocked) : std::vector<Direction>();
}

int World::manhattanDistance(const Cell& a, const Cell& b) const {
    return holds(*this, a) && holds(*this, b) ? distance(a, b) : -1;
}

bool World::isInVision(const Cell& a, const Cell& b) const {
    // Walls neither see nor are seen; heroes never block sight.
    bool open = holds(*this, a) && holds(*this, b) && !map_.getCell(a.getRow(), a.getColumn()).isWall();
    return open && !map_.getCell(b.getRow(), b.getColumn()).isWall() && ray(map_, a, b, false).back() == b;
}

Cell World::getImpactCell(AbilityRef ability, const Cell& a, const Cell& b) const {
    const AbilityConstants& known = constants(*this, ability.name_);
    if (!holds(*this, a) || !holds(*this, b)) {
        return Cell::NONE;
    }
    Cell impact = map_.getCell(a.getRow(), a.getColumn());
    if (a == b || (impact.isWall() && !known.isLobbing())) {
        return impact;
    }
    for (const Cell& cell : ray(map_, a, b, known.isLobbing())) {
        if (distance(a, cell) > known.getRange()) {
            break;
        }
        impact = cell;
        if (!known.isLobbing() && standing(targetsOf(*this, known), cell) != nullptr) {
            break;
        }
    }
    return impact;
}

std::vector<Hero> World::getAbilityTargets(AbilityRef ability, const Cell& a, const Cell& b) const {
    const AbilityConstants& known = constants(*this, ability.name_);
    Cell impact = getImpactCell(ability, a, b);
    std::vector<Hero> found;
    for (const Hero& hero : targetsOf(*this, known)) {
        const Cell& at = hero.getCurrentCell();
        if (impact != Cell::NONE && at != Cell::NONE && distance(impact, at) <= known.getAreaOfEffect()) {
            found.push_back(hero);
        }
    }
    std::sort(found.begin(), found.end(), [](const Hero& one, const Hero& other) {
        const Cell &a = one.getCurrentCell(), &b = other.getCurrentCell();
        return std::make_pair(a.getRow(), a.getColumn()) < std::make_pair(b.getRow(), b.getColumn());
    });
    return found;
}

// The same questions with rows and columns in place of cells.

std::vector<Direction> World::getPathMoveDirections(
    const Cell& a, int row, int column, const std::vector<Cell>& blocked) const {
    return getPathMoveDirections(a, Cell(row, column), blocked);
}

std::vector<Direction> World::getPathMoveDirections(
    int row, int column, const Cell& b, const std::vector<Cell>& blocked) const {
    return getPathMoveDirections(Cell(row, column), b, blocked);
}

std::vector<Direction> World::getPathMoveDirections(
    int row1, int column1, int row2, int column2, const std::vector<Cell>& blocked) const {
    return getPathMoveDirections(Cell(row1, column1), Cell(row2, column2), blocked);
}

int World::manhattanDistance(const Cell& a, int row, int column) const {
    return manhattanDistance(a, Cell(row, column));
}

int World::manhattanDistance(int row, int column, const Cell& b) const {
    return manhattanDistance(Cell(row, column), b);
}

int World::manhattanDistance(int row1, int column1, int row2, int column2) const {
    return manhattanDistance(Cell(row1, column1), Cell(row2, column2));
}

bool World::isInVision(const Cell& a, int row, int column) const {
    return isInVision(a, Cell(row, column));
}

bool World::isInVision(int row, int column, const Cell& b) const {
    return isInVision(Cell(row, column), b);
}

bool World::isInVision(int row1, int column1, int row2, int column2) const {
    return isInVision(Cell(row1, column1), Cell(row2, column2));
}

Cell World::getImpactCell(AbilityRef ability, const Cell& a, int row, int column) const {
    return getImpactCell(ability, a, Cell(row, column));
}

Cell World::getImpactCell(AbilityRef ability, int row, int column, const Cell& b) const {
    return getImpactCell(ability, Cell(row, column), b);
}

Cell World::getImpactCell(AbilityRef ability, int row1, int column1, int row2, int column2) const {
    return getImpactCell(ability, Cell(row1, column1), Cell(row2, column2));
}

std::vector<Hero> World::getAbilityTargets(AbilityRef ability, const Cell& a, int row, int column) const {
    return getAbilityTargets(ability, a, Cell(row, column));
}

std::vector<Hero> World::getAbilityTargets(AbilityRef ability, int row, int column, const Cell& b) const {
    return getAbilityTargets(ability, Cell(row, column), b);
}

std::vector<Hero> World::getAbilityTargets(AbilityRef ability, int row1, int column1, int row2, int column2) const {
    return getAbilityTargets(ability, Cell(row1, column1), Cell(row2, column2));
}

void World::update(int window, const Json& view) {
    int opp = 1 - me_;
    window_ = window;
    turn_ = view["turn"].asInt();
    const std::string& phase = view["phase"].asText();
    phase_ = phase == "move" ? Phase::MOVE : phase == "action" ? Phase::ACTION : Phase::PICK;
    move_phase_ = number(view["move_phase"]);
    ap_ = view["ap"][me_].asInt();
    my_score_ = view["scores"][me_].asInt();
    opp_score_ = view["scores"][opp].asInt();
    for (auto& line : map_.cells_) {
        for (Cell& cell : line) {
            cell.vision_ = has(view["vision"][me_], cell);
        }
    }
    my_heroes_ = heroes(*this, view["heroes"][me_]);
    opp_heroes_ = heroes(*this, view["heroes"][opp]);
    my_casts_ = casts(view["casts"], me_, map_);
    opp_casts_ = casts(view["casts"], opp, map_);
}
