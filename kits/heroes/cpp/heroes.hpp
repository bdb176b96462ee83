// The world of `heroes` as your team knows it, and the orders you give in it. There is no need to change this file.
#pragma once

#include <string>
#include <vector>

#include "meydan.hpp"

/// The class of a hero. A map may have others than those of the document; `toString` gives the name of every one.
enum class HeroName {
    SENTRY,
    BLASTER,
    HEALER,
    GUARDIAN,
};

/// The name of an ability. A map may have others than those of the document; `toString` gives the name of every one.
enum class AbilityName {
    SENTRY_ATTACK,
    SENTRY_DODGE,
    SENTRY_RAY,
    BLASTER_ATTACK,
    BLASTER_DODGE,
    BLASTER_BOMB,
    HEALER_ATTACK,
    HEALER_DODGE,
    HEALER_HEAL,
    GUARDIAN_ATTACK,
    GUARDIAN_DODGE,
    GUARDIAN_FORTIFY,
};

/// What an ability is for.
enum class AbilityType {
    DEFENSIVE,
    DODGE,
    OFFENSIVE,
};

/// What may be ordered now.
enum class Phase {
    PICK,
    MOVE,
    ACTION,
};

/// A way to step, in the order in which paths are looked for.
enum class Direction {
    UP,
    DOWN,
    LEFT,
    RIGHT,
};

/// A cell of the map. Two cells are equal if they have the same row and column.
class Cell {
public:
    /// The cell of a hero that is dead or that you do not see.
    static const Cell NONE;

    /// A cell of these coordinates.
    Cell(int row, int column) : row_(row), column_(column) {}

    /// The row, from the top.
    int getRow() const { return row_; }
    /// The column, from the left.
    int getColumn() const { return column_; }
    /// Whether nobody can stand here.
    bool isWall() const { return wall_; }
    /// Whether your heroes come to life here.
    bool isInMyRespawnZone() const { return mine_; }
    /// Whether the enemy's heroes come to life here.
    bool isInOppRespawnZone() const { return theirs_; }
    /// Whether standing here scores.
    bool isInObjectiveZone() const { return objective_; }
    /// Whether one of your heroes sees this cell now.
    bool isInVision() const { return vision_; }

    bool operator==(const Cell& other) const { return row_ == other.row_ && column_ == other.column_; }
    bool operator!=(const Cell& other) const { return !(*this == other); }

private:
    friend class Map;
    friend class World;
    int row_, column_;
    bool wall_ = false, mine_ = false, theirs_ = false, objective_ = false, vision_ = false;
};

inline const Cell Cell::NONE{-1, -1};

/// The map.
class Map {
public:
    Map(const Json& config, int me);

    /// All cells: `getCells()[row][column]`.
    const std::vector<std::vector<Cell>>& getCells() const { return cells_; }
    /// The cell at these coordinates; Cell::NONE outside the map.
    const Cell& getCell(int row, int column) const { return isInMap(row, column) ? cells_[row][column] : Cell::NONE; }
    /// Whether these coordinates are on the map.
    bool isInMap(int row, int column) const;
    /// How many rows there are.
    int getRowNum() const { return static_cast<int>(cells_.size()); }
    /// How many columns there are.
    int getColumnNum() const { return static_cast<int>(cells_[0].size()); }
    /// Where your heroes come to life.
    std::vector<Cell> getMyRespawnZone() const;
    /// Where the enemy's heroes come to life.
    std::vector<Cell> getOppRespawnZone() const;
    /// Where standing scores.
    std::vector<Cell> getObjectiveZone() const;

private:
    friend class World;
    std::vector<std::vector<Cell>> cells_;
};

/// What the map says about an ability.
class AbilityConstants {
public:
    /// As the map tells it.
    explicit AbilityConstants(const Json& entry);

    /// Its name.
    AbilityName getName() const { return name_; }
    /// What it is for.
    AbilityType getType() const { return type_; }
    /// How far away the target cell may be.
    int getRange() const { return range_; }
    /// Action points that a use costs.
    int getAPCost() const { return ap_cost_; }
    /// Turns until it can be used again.
    int getCooldown() const { return cooldown_; }
    /// How far from the impact cell it still acts.
    int getAreaOfEffect() const { return area_; }
    /// Health it takes or gives.
    int getPower() const { return power_; }
    /// Lobbing abilities fly over everything; the others stop at walls and heroes.
    bool isLobbing() const { return lobbing_; }

private:
    AbilityName name_;
    AbilityType type_;
    int range_, ap_cost_, cooldown_, area_, power_;
    bool lobbing_;
};

/// An ability of one hero.
class Ability : public AbilityConstants {
public:
    Ability(const AbilityConstants& constants, int rest) : AbilityConstants(constants), rest_(rest) {}

    /// Turns until the ability is ready again; -1 for an enemy's.
    int getRemCooldown() const { return rest_; }
    /// Whether it can be used in this turn. Never true for an enemy's.
    bool isReady() const { return rest_ == 0; }

private:
    int rest_;
};

/// What the map says about a class of heroes.
class HeroConstants {
public:
    /// As the map tells it.
    explicit HeroConstants(const Json& entry);

    /// The class.
    HeroName getName() const { return name_; }
    /// The abilities of its heroes.
    const std::vector<AbilityName>& getAbilityNames() const { return abilities_; }
    /// Health at the start of a life.
    int getMaxHP() const { return max_hp_; }
    /// What one step costs.
    int getMoveAPCost() const { return move_cost_; }
    /// Turns from death to the next life.
    int getRespawnTime() const { return respawn_time_; }

private:
    HeroName name_;
    std::vector<AbilityName> abilities_;
    int max_hp_, move_cost_, respawn_time_;
};

/// A hero.
class Hero : public HeroConstants {
public:
    /// The hero of an entry of a view. The kit makes it.
    Hero(const HeroConstants& constants, const Json& entry, const Map& map, std::vector<Ability> abilities);

    /// Its number.
    int getId() const { return id_; }
    /// The ability of that name, or nullptr.
    const Ability* getAbility(AbilityName name) const;
    /// Its abilities.
    const std::vector<Ability>& getAbilities() const { return abilities_; }
    /// The abilities for own heroes.
    std::vector<Ability> getDefensiveAbilities() const;
    /// The abilities that carry the hero away.
    std::vector<Ability> getDodgeAbilities() const;
    /// The abilities against enemies.
    std::vector<Ability> getOffensiveAbilities() const;
    /// 0 while dead; -1 for a living enemy whose health you may not know.
    int getCurrentHP() const { return hp_; }
    /// Cell::NONE while dead and for an enemy you do not see.
    const Cell& getCurrentCell() const { return cell_; }
    /// The cells since the turn began; of an enemy those you saw.
    const std::vector<Cell>& getRecentPath() const { return path_; }
    /// Turns until the hero appears again; 0 while alive.
    int getRemRespawnTime() const { return respawn_; }

private:
    int id_, hp_, respawn_;
    Cell cell_;
    std::vector<Cell> path_;
    std::vector<Ability> abilities_;
};

/// An ability that was used in the last action phase, as far as you saw it.
class CastAbility {
public:
    CastAbility(const Json& entry, const Map& map);

    /// -1 if you did not see who used it.
    int getCasterId() const { return caster_; }
    /// The heroes it reached, of those you saw.
    const std::vector<int>& getTargetHeroIds() const { return targets_; }
    /// Cell::NONE if you did not see it; so is the end.
    const Cell& getStartCell() const { return start_; }
    /// Where it acted; `None` if you did not see it.
    const Cell& getEndCell() const { return end_; }
    /// Which ability it was.
    AbilityName getAbilityName() const { return ability_; }

private:
    int caster_;
    std::vector<int> targets_;
    Cell start_, end_;
    AbilityName ability_;
};

/// A hero, or its id: whatever takes this takes both.
class HeroRef {
public:
    HeroRef(int id) : id_(id) {}
    /// The same, with cells as objects or as rows and columns.
    HeroRef(const Hero& hero) : id_(hero.getId()) {}
    /// The same, with cells as objects or as rows and columns.
    HeroRef(const Hero* hero) : id_(hero->getId()) {}

private:
    friend class World;
    int id_;
};

/// An ability, or its name: whatever takes this takes both.
class AbilityRef {
public:
    AbilityRef(AbilityName name) : name_(name) {}
    /// The same, with cells as objects or as rows and columns.
    AbilityRef(const AbilityConstants& ability) : name_(ability.getName()) {}
    /// The same, with cells as objects or as rows and columns.
    AbilityRef(const AbilityConstants* ability) : name_(ability->getName()) {}

private:
    friend class World;
    AbilityName name_;
};

/// All that your team knows now, and the orders you give.
class World {
public:
    /// The world of a `start` message; orders go to the match. The kit makes it.
    World(const Json& start, meydan::Match& match);

    /// Takes a hero of this class; of several picks in one phase the last one counts.
    void pickHero(HeroName name);
    /// One step in this direction.
    void moveHero(HeroRef hero, Direction direction);
    /// Uses an ability on a cell.
    void castAbility(HeroRef hero, AbilityRef ability, int row, int column);
    /// The same, with cells as objects or as rows and columns.
    void castAbility(HeroRef hero, AbilityRef ability, const Cell& cell);

    /// The hero with that id, own or enemy, or nullptr.
    const Hero* getHero(int id) const;
    /// Your hero on this cell, or nullptr.
    const Hero* getMyHero(const Cell& cell) const;
    /// The same, with cells as objects or as rows and columns.
    const Hero* getMyHero(int row, int column) const { return getMyHero(Cell(row, column)); }
    /// The enemy hero on this cell if you see it, or nullptr.
    const Hero* getOppHero(const Cell& cell) const;
    /// The same, with cells as objects or as rows and columns.
    const Hero* getOppHero(int row, int column) const { return getOppHero(Cell(row, column)); }

    /// A shortest way over free cells from the first cell to the second; empty if there is none. Heroes are ignored;
    /// blocked cells count as walls.
    std::vector<Direction> getPathMoveDirections(const Cell& a, const Cell& b,
                                                 const std::vector<Cell>& blocked = {}) const;
    /// The same, with cells as objects or as rows and columns.
    std::vector<Direction> getPathMoveDirections(const Cell& a, int row, int column,
                                                 const std::vector<Cell>& blocked = {}) const;
    /// The same, with cells as objects or as rows and columns.
    std::vector<Direction> getPathMoveDirections(int row, int column, const Cell& b,
                                                 const std::vector<Cell>& blocked = {}) const;
    /// The same, with cells as objects or as rows and columns.
    std::vector<Direction> getPathMoveDirections(int row1, int column1, int row2, int column2,
                                                 const std::vector<Cell>& blocked = {}) const;

    /// Side steps between two cells, walls ignored; -1 if one of them is outside the map.
    int manhattanDistance(const Cell& a, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    int manhattanDistance(const Cell& a, int row, int column) const;
    /// The same, with cells as objects or as rows and columns.
    int manhattanDistance(int row, int column, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    int manhattanDistance(int row1, int column1, int row2, int column2) const;

    /// Whether the second cell can be seen from the first.
    bool isInVision(const Cell& a, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    bool isInVision(const Cell& a, int row, int column) const;
    /// The same, with cells as objects or as rows and columns.
    bool isInVision(int row, int column, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    bool isInVision(int row1, int column1, int row2, int column2) const;

    /// Where an ability acts that is used on the first cell and aimed at the second: at the end of its range, or, if it
    /// is linear, before the first wall or on the first hero that you see.
    Cell getImpactCell(AbilityRef ability, const Cell& a, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    Cell getImpactCell(AbilityRef ability, const Cell& a, int row, int column) const;
    /// The same, with cells as objects or as rows and columns.
    Cell getImpactCell(AbilityRef ability, int row, int column, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    Cell getImpactCell(AbilityRef ability, int row1, int column1, int row2, int column2) const;

    /// The heroes that an ability used on the first cell and aimed at the second would reach, of those you see.
    std::vector<Hero> getAbilityTargets(AbilityRef ability, const Cell& a, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    std::vector<Hero> getAbilityTargets(AbilityRef ability, const Cell& a, int row, int column) const;
    /// The same, with cells as objects or as rows and columns.
    std::vector<Hero> getAbilityTargets(AbilityRef ability, int row, int column, const Cell& b) const;
    /// The same, with cells as objects or as rows and columns.
    std::vector<Hero> getAbilityTargets(AbilityRef ability, int row1, int column1, int row2, int column2) const;

    /// Your heroes, in the order in which you picked them.
    const std::vector<Hero>& getMyHeroes() const { return my_heroes_; }
    /// The enemy's heroes, as far as you know them.
    const std::vector<Hero>& getOppHeroes() const { return opp_heroes_; }
    /// Your heroes that wait for their next life.
    std::vector<Hero> getMyDeadHeroes() const;
    /// The enemy's heroes that wait for their next life.
    std::vector<Hero> getOppDeadHeroes() const;
    /// The map.
    const Map& getMap() const { return map_; }
    /// The abilities used in the previous turn; the enemy's as far as you saw them.
    const std::vector<CastAbility>& getMyCastAbilities() const { return my_casts_; }
    /// What the enemy used in the previous turn, as far as you saw it.
    const std::vector<CastAbility>& getOppCastAbilities() const { return opp_casts_; }
    /// All classes of the map.
    const std::vector<HeroConstants>& getHeroConstants() const { return hero_constants_; }
    /// All abilities of the map.
    const std::vector<AbilityConstants>& getAbilityConstants() const { return ability_constants_; }
    /// Action points your team has left in this turn.
    int getAP() const { return ap_; }
    /// Your points.
    int getMyScore() const { return my_score_; }
    /// The enemy's points.
    int getOppScore() const { return opp_score_; }
    /// 0 to 3 are the picks; the first turn is 4.
    int getCurrentTurn() const { return turn_; }
    /// What may be ordered now.
    Phase getCurrentPhase() const { return phase_; }
    /// Points that end the match.
    int getMaxScore() const { return constants_["max_score"].asInt(); }
    /// Action points that a team has in a turn.
    int getMaxAP() const { return constants_["max_ap"].asInt(); }
    /// The last turn.
    int getMaxTurns() const { return constants_["max_turns"].asInt(); }
    /// Points for a kill.
    int getKillScore() const { return constants_["kill_score"].asInt(); }
    /// Points for a hero in the objective zone at the end of a turn.
    int getObjectiveZoneScore() const { return constants_["objective_score"].asInt(); }
    /// From 0 in the move phases, else -1.
    int getMovePhaseNum() const { return move_phase_; }

    /// Keeps something beside this phase, for the viewer. The other team never sees it.
    void note(const Json& note) { match_.note(window_, note); }
    /// Takes in a fresh view. The kit does this before it calls your AI.
    void update(int window, const Json& view);

private:
    meydan::Match& match_;
    int window_ = 0, me_;
    Json constants_;
    Map map_;
    std::vector<HeroConstants> hero_constants_;
    std::vector<AbilityConstants> ability_constants_;
    std::vector<Hero> my_heroes_, opp_heroes_;
    std::vector<CastAbility> my_casts_, opp_casts_;
    int ap_, my_score_ = 0, opp_score_ = 0, turn_ = 0, move_phase_ = -1;
    Phase phase_ = Phase::PICK;
};

/// The name as the map writes it.
std::string toString(HeroName name);
std::string toString(AbilityName name);
std::string toString(Direction direction);
