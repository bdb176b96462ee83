// The world of `heroes` as your team knows it, and the orders you give in it. There is no need to change this file.
#pragma once

#include <string>
#include <vector>

#include "meydan.hpp"

enum class HeroName {
    SENTRY,
    BLASTER,
    HEALER,
    GUARDIAN,
};

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

enum class AbilityType {
    DEFENSIVE,
    DODGE,
    OFFENSIVE,
};

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

    Cell(int row, int column) : row_(row), column_(column) {}

    int getRow() const { return row_; }
    int getColumn() const { return column_; }
    bool isWall() const { return wall_; }
    bool isInMyRespawnZone() const { return mine_; }
    bool isInOppRespawnZone() const { return theirs_; }
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

class Map {
public:
    Map(const Json& config, int me);

    /// All cells: `getCells()[row][column]`.
    const std::vector<std::vector<Cell>>& getCells() const { return cells_; }
    /// The cell at these coordinates; Cell::NONE outside the map.
    const Cell& getCell(int row, int column) const { return isInMap(row, column) ? cells_[row][column] : Cell::NONE; }
    bool isInMap(int row, int column) const;
    int getRowNum() const { return static_cast<int>(cells_.size()); }
    int getColumnNum() const { return static_cast<int>(cells_[0].size()); }
    std::vector<Cell> getMyRespawnZone() const;
    std::vector<Cell> getOppRespawnZone() const;
    std::vector<Cell> getObjectiveZone() const;

private:
    friend class World;
    std::vector<std::vector<Cell>> cells_;
};

/// What the map says about an ability.
class AbilityConstants {
public:
    explicit AbilityConstants(const Json& entry);

    AbilityName getName() const { return name_; }
    AbilityType getType() const { return type_; }
    /// How far away the target cell may be.
    int getRange() const { return range_; }
    int getAPCost() const { return ap_cost_; }
    /// Turns until it can be used again.
    int getCooldown() const { return cooldown_; }
    /// How far from the impact cell it still acts.
    int getAreaOfEffect() const { return area_; }
    int getPower() const { return power_; }
    /// Lobbing abilities fly over everything; the others stop at walls and heroes.
    bool isLobbing() const { return lobbing_; }

private:
    AbilityName name_;
    AbilityType type_;
    int range_, ap_cost_, cooldown_, area_, power_;
    bool lobbing_;
};

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
    explicit HeroConstants(const Json& entry);

    HeroName getName() const { return name_; }
    const std::vector<AbilityName>& getAbilityNames() const { return abilities_; }
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

class Hero : public HeroConstants {
public:
    /// The hero of an entry of a view. The kit makes it.
    Hero(const HeroConstants& constants, const Json& entry, const Map& map, std::vector<Ability> abilities);

    int getId() const { return id_; }
    /// The ability of that name, or nullptr.
    const Ability* getAbility(AbilityName name) const;
    const std::vector<Ability>& getAbilities() const { return abilities_; }
    std::vector<Ability> getDefensiveAbilities() const;
    std::vector<Ability> getDodgeAbilities() const;
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
    const Cell& getEndCell() const { return end_; }
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
    HeroRef(const Hero& hero) : id_(hero.getId()) {}
    HeroRef(const Hero* hero) : id_(hero->getId()) {}

private:
    friend class World;
    int id_;
};

/// An ability, or its name: whatever takes this takes both.
class AbilityRef {
public:
    AbilityRef(AbilityName name) : name_(name) {}
    AbilityRef(const AbilityConstants& ability) : name_(ability.getName()) {}
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
    void castAbility(HeroRef hero, AbilityRef ability, const Cell& cell);

    /// The hero with that id, own or enemy, or nullptr.
    const Hero* getHero(int id) const;
    /// Your hero on this cell, or nullptr.
    const Hero* getMyHero(const Cell& cell) const;
    const Hero* getMyHero(int row, int column) const { return getMyHero(Cell(row, column)); }
    /// The enemy hero on this cell if you see it, or nullptr.
    const Hero* getOppHero(const Cell& cell) const;
    const Hero* getOppHero(int row, int column) const { return getOppHero(Cell(row, column)); }

    /// A shortest way over free cells from the first cell to the second; empty if there is none. Heroes are ignored;
    /// blocked cells count as walls.
    std::vector<Direction> getPathMoveDirections(const Cell& a, const Cell& b,
                                                 const std::vector<Cell>& blocked = {}) const;
    std::vector<Direction> getPathMoveDirections(const Cell& a, int row, int column,
                                                 const std::vector<Cell>& blocked = {}) const;
    std::vector<Direction> getPathMoveDirections(int row, int column, const Cell& b,
                                                 const std::vector<Cell>& blocked = {}) const;
    std::vector<Direction> getPathMoveDirections(int row1, int column1, int row2, int column2,
                                                 const std::vector<Cell>& blocked = {}) const;

    /// Side steps between two cells, walls ignored; -1 if one of them is outside the map.
    int manhattanDistance(const Cell& a, const Cell& b) const;
    int manhattanDistance(const Cell& a, int row, int column) const;
    int manhattanDistance(int row, int column, const Cell& b) const;
    int manhattanDistance(int row1, int column1, int row2, int column2) const;

    /// Whether the second cell can be seen from the first.
    bool isInVision(const Cell& a, const Cell& b) const;
    bool isInVision(const Cell& a, int row, int column) const;
    bool isInVision(int row, int column, const Cell& b) const;
    bool isInVision(int row1, int column1, int row2, int column2) const;

    /// Where an ability acts that is used on the first cell and aimed at the second: at the end of its range, or, if it
    /// is linear, before the first wall or on the first hero that you see.
    Cell getImpactCell(AbilityRef ability, const Cell& a, const Cell& b) const;
    Cell getImpactCell(AbilityRef ability, const Cell& a, int row, int column) const;
    Cell getImpactCell(AbilityRef ability, int row, int column, const Cell& b) const;
    Cell getImpactCell(AbilityRef ability, int row1, int column1, int row2, int column2) const;

    /// The heroes that an ability used on the first cell and aimed at the second would reach, of those you see.
    std::vector<Hero> getAbilityTargets(AbilityRef ability, const Cell& a, const Cell& b) const;
    std::vector<Hero> getAbilityTargets(AbilityRef ability, const Cell& a, int row, int column) const;
    std::vector<Hero> getAbilityTargets(AbilityRef ability, int row, int column, const Cell& b) const;
    std::vector<Hero> getAbilityTargets(AbilityRef ability, int row1, int column1, int row2, int column2) const;

    /// Your heroes, in the order in which you picked them.
    const std::vector<Hero>& getMyHeroes() const { return my_heroes_; }
    const std::vector<Hero>& getOppHeroes() const { return opp_heroes_; }
    std::vector<Hero> getMyDeadHeroes() const;
    std::vector<Hero> getOppDeadHeroes() const;
    const Map& getMap() const { return map_; }
    /// The abilities used in the previous turn; the enemy's as far as you saw them.
    const std::vector<CastAbility>& getMyCastAbilities() const { return my_casts_; }
    const std::vector<CastAbility>& getOppCastAbilities() const { return opp_casts_; }
    const std::vector<HeroConstants>& getHeroConstants() const { return hero_constants_; }
    const std::vector<AbilityConstants>& getAbilityConstants() const { return ability_constants_; }
    /// Action points your team has left in this turn.
    int getAP() const { return ap_; }
    int getMyScore() const { return my_score_; }
    int getOppScore() const { return opp_score_; }
    /// 0 to 3 are the picks; the first turn is 4.
    int getCurrentTurn() const { return turn_; }
    Phase getCurrentPhase() const { return phase_; }
    int getMaxScore() const { return constants_["max_score"].asInt(); }
    int getMaxAP() const { return constants_["max_ap"].asInt(); }
    int getMaxTurns() const { return constants_["max_turns"].asInt(); }
    int getKillScore() const { return constants_["kill_score"].asInt(); }
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
