package main

// The world of heroes as your team knows it, and the orders you give in it. There is no need to change this file.

import (
	"sort"
	"strings"
)

// HeroName is the class of a hero. A map may have others than those of the document: HeroName("SHADOW").
type HeroName string

const (
	Sentry   HeroName = "SENTRY"
	Blaster  HeroName = "BLASTER"
	Healer   HeroName = "HEALER"
	Guardian HeroName = "GUARDIAN"
)

// AbilityName is the name of an ability. A map may have others than those of the document.
type AbilityName string

const (
	SentryAttack    AbilityName = "SENTRY_ATTACK"
	SentryDodge     AbilityName = "SENTRY_DODGE"
	SentryRay       AbilityName = "SENTRY_RAY"
	BlasterAttack   AbilityName = "BLASTER_ATTACK"
	BlasterDodge    AbilityName = "BLASTER_DODGE"
	BlasterBomb     AbilityName = "BLASTER_BOMB"
	HealerAttack    AbilityName = "HEALER_ATTACK"
	HealerDodge     AbilityName = "HEALER_DODGE"
	HealerHeal      AbilityName = "HEALER_HEAL"
	GuardianAttack  AbilityName = "GUARDIAN_ATTACK"
	GuardianDodge   AbilityName = "GUARDIAN_DODGE"
	GuardianFortify AbilityName = "GUARDIAN_FORTIFY"
)

// AbilityType says what an ability is for.
type AbilityType string

const (
	Defensive AbilityType = "DEFENSIVE"
	Dodge     AbilityType = "DODGE"
	Offensive AbilityType = "OFFENSIVE"
)

// Phase says what may be ordered now.
type Phase string

const (
	Pick   Phase = "PICK"
	Move   Phase = "MOVE"
	Action Phase = "ACTION"
)

// Direction is a way to step.
type Direction string

const (
	Up    Direction = "UP"
	Down  Direction = "DOWN"
	Left  Direction = "LEFT"
	Right Direction = "RIGHT"
)

// At is a row and a column.
type At struct {
	Row    int
	Column int
}

// Cell is a cell of the map. There is one for each row and column, so cells may be compared with ==.
type Cell struct {
	At
	IsWall            bool
	IsInMyRespawnZone bool
	// IsInOppRespawnZone: no enemy is hurt there.
	IsInOppRespawnZone bool
	IsInObjectiveZone  bool
	// IsInVision: one of your heroes sees this cell now.
	IsInVision bool
}

// NoCell is the cell of a hero that is dead or that you do not see.
var NoCell = &Cell{At: At{-1, -1}}

// Place is a *Cell, or an At: what takes a Place takes both.
type Place interface{ at() At }

func (at At) at() At { return at }

// Map is the map.
type Map struct {
	RowNum    int
	ColumnNum int
	// Cells has all cells: Cells[row][column].
	Cells          [][]*Cell
	MyRespawnZone  []*Cell
	OppRespawnZone []*Cell
	ObjectiveZone  []*Cell
}

// IsInMap tells whether these coordinates are on the map.
func (m *Map) IsInMap(row, column int) bool {
	return row >= 0 && row < m.RowNum && column >= 0 && column < m.ColumnNum
}

// Cell is the cell at these coordinates; nil outside the map.
func (m *Map) Cell(row, column int) *Cell {
	if !m.IsInMap(row, column) {
		return nil
	}
	return m.Cells[row][column]
}

// AbilityConstants is what the map says about an ability.
type AbilityConstants struct {
	Name AbilityName
	Type AbilityType
	// Range: how far away the target cell may be.
	Range  int
	APCost int
	// Cooldown: turns until it can be used again.
	Cooldown int
	// AreaOfEffect: how far from the impact cell it still acts.
	AreaOfEffect int
	Power        int
	// IsLobbing: it flies over everything; the others stop at walls and heroes.
	IsLobbing bool
}

// Ability is an ability of one hero.
type Ability struct {
	AbilityConstants
	// RemCooldown: turns until the ability is ready again; -1 for an enemy's.
	RemCooldown int
}

// IsReady tells whether it can be used in this turn. It is never true for an enemy's.
func (a Ability) IsReady() bool { return a.RemCooldown == 0 }

// AbilityRef is an Ability, its AbilityConstants, or its AbilityName: what takes an AbilityRef takes all of them.
type AbilityRef interface{ abilityName() AbilityName }

func (name AbilityName) abilityName() AbilityName   { return name }
func (a AbilityConstants) abilityName() AbilityName { return a.Name }

// HeroConstants is what the map says about a class of heroes.
type HeroConstants struct {
	Name         HeroName
	AbilityNames []AbilityName
	MaxHP        int
	// MoveAPCost: what one step costs.
	MoveAPCost int
	// RespawnTime: turns from death to the next life.
	RespawnTime int
}

// HeroID is the number of a hero.
type HeroID int

// Hero is a hero.
type Hero struct {
	HeroConstants
	ID HeroID
	// CurrentHP is 0 while dead; -1 for a living enemy whose health you may not know.
	CurrentHP int
	// CurrentCell is NoCell while dead and for an enemy you do not see.
	CurrentCell *Cell
	// RecentPath: the cells since the turn began; of an enemy those you saw.
	RecentPath []*Cell
	// RemRespawnTime: turns until the hero appears again; 0 while alive.
	RemRespawnTime int
	Abilities      []Ability
}

// HeroRef is a *Hero, or a HeroID: what takes a HeroRef takes both.
type HeroRef interface{ heroID() HeroID }

func (id HeroID) heroID() HeroID { return id }
func (h *Hero) heroID() HeroID   { return h.ID }

// Ability is the hero's ability of that name, or nil.
func (h *Hero) Ability(name AbilityName) *Ability {
	for i := range h.Abilities {
		if h.Abilities[i].Name == name {
			return &h.Abilities[i]
		}
	}
	return nil
}

// DefensiveAbilities are the abilities for own heroes.
func (h *Hero) DefensiveAbilities() []Ability { return h.abilities(Defensive) }

// DodgeAbilities are the abilities that carry the hero away.
func (h *Hero) DodgeAbilities() []Ability { return h.abilities(Dodge) }

// OffensiveAbilities are the abilities against enemies.
func (h *Hero) OffensiveAbilities() []Ability { return h.abilities(Offensive) }

func (h *Hero) abilities(kind AbilityType) []Ability {
	var found []Ability
	for _, ability := range h.Abilities {
		if ability.Type == kind {
			found = append(found, ability)
		}
	}
	return found
}

// CastAbility is an ability that was used in the last action phase, as far as you saw it.
type CastAbility struct {
	// CasterID is -1 if you did not see who used it.
	CasterID      HeroID
	TargetHeroIDs []HeroID
	// StartCell is NoCell if you did not see it; so is EndCell.
	StartCell   *Cell
	EndCell     *Cell
	AbilityName AbilityName
}

// World is all that your team knows now, and takes your orders.
type World struct {
	Map *Map
	// MyHeroes are in the order in which you picked them.
	MyHeroes  []*Hero
	OppHeroes []*Hero
	// MyCastAbilities were used in the previous turn; of the enemy's you know what you saw.
	MyCastAbilities  []CastAbility
	OppCastAbilities []CastAbility
	HeroConstants    []HeroConstants
	AbilityConstants []AbilityConstants
	// AP: action points your team has left in this turn.
	AP       int
	MyScore  int
	OppScore int
	// CurrentTurn: 0 to 3 are the picks; the first turn is 4.
	CurrentTurn  int
	CurrentPhase Phase
	// MovePhaseNum counts from 0 in the move phases; else it is -1.
	MovePhaseNum       int
	MaxScore           int
	MaxAP              int
	MaxTurns           int
	KillScore          int
	ObjectiveZoneScore int

	me     int
	match  *Match
	window int
}

// PickHero takes a hero of this class; of several picks in one phase the last one counts.
func (w *World) PickHero(name HeroName) {
	w.order("pick", map[string]any{"class": name})
}

// MoveHero makes one step in this direction.
func (w *World) MoveHero(hero HeroRef, direction Direction) {
	w.order("move", map[string]any{"hero": hero.heroID(), "direction": strings.ToLower(string(direction))})
}

// CastAbility uses an ability on a cell.
func (w *World) CastAbility(hero HeroRef, ability AbilityRef, target Place) {
	at := target.at()
	order := map[string]any{"hero": hero.heroID(), "ability": ability.abilityName(), "row": at.Row, "column": at.Column}
	w.order("cast", order)
}

func (w *World) order(verb string, order any) {
	if err := w.match.Act(w.window, map[string]any{verb: order}); err != nil {
		Log("%v", err)
	}
}

// Note keeps something beside this phase, for the viewer. The other team never sees it.
func (w *World) Note(note any) error { return w.match.Note(w.window, note) }

// Hero is the hero with that id, own or enemy, or nil.
func (w *World) Hero(id HeroID) *Hero {
	for _, heroes := range [][]*Hero{w.MyHeroes, w.OppHeroes} {
		for _, hero := range heroes {
			if hero.ID == id {
				return hero
			}
		}
	}
	return nil
}

// MyHero is your hero on this cell, or nil.
func (w *World) MyHero(place Place) *Hero { return standing(w.MyHeroes, place.at()) }

// OppHero is the enemy hero on this cell if you see it, or nil.
func (w *World) OppHero(place Place) *Hero { return standing(w.OppHeroes, place.at()) }

func standing(heroes []*Hero, at At) *Hero {
	for _, hero := range heroes {
		if hero.CurrentCell != NoCell && hero.CurrentCell.At == at {
			return hero
		}
	}
	return nil
}

// MyDeadHeroes are your heroes that wait for their next life.
func (w *World) MyDeadHeroes() []*Hero { return dead(w.MyHeroes) }

// OppDeadHeroes are the enemy's heroes that wait for their next life.
func (w *World) OppDeadHeroes() []*Hero { return dead(w.OppHeroes) }

func dead(heroes []*Hero) []*Hero {
	var found []*Hero
	for _, hero := range heroes {
		if hero.CurrentHP == 0 {
			found = append(found, hero)
		}
	}
	return found
}

// PathMoveDirections is a shortest way over free cells from one cell to another; empty if there is none. Heroes are
// ignored; blocked cells count as walls.
func (w *World) PathMoveDirections(from, to Place, blocked ...*Cell) []Direction {
	if !w.holds(from) || !w.holds(to) {
		return nil
	}
	return path(w.Map, from.at(), to.at(), blocked)
}

// ManhattanDistance counts side steps between two cells, walls ignored; -1 if one of them is outside the map.
func (w *World) ManhattanDistance(a, b Place) int {
	if !w.holds(a) || !w.holds(b) {
		return -1
	}
	return distance(a.at(), b.at())
}

// IsInVision tells whether the second cell can be seen from the first.
func (w *World) IsInVision(a, b Place) bool {
	return w.holds(a) && w.holds(b) && sees(w.Map, a.at(), b.at())
}

// ImpactCell is where an ability acts that is used on one cell and aimed at another: at the end of its range, or, if it
// is linear, before the first wall or on the first hero that you see.
func (w *World) ImpactCell(ability AbilityRef, from, to Place) *Cell {
	constants := w.constants(ability.abilityName())
	if constants == nil || !w.holds(from) || !w.holds(to) {
		return NoCell
	}
	start, target := from.at(), to.at()
	impact := w.Map.Cell(start.Row, start.Column)
	if start == target || impact.IsWall && !constants.IsLobbing {
		return impact
	}
	for _, cell := range ray(w.Map, start, target, constants.IsLobbing) {
		if distance(start, cell.At) > constants.Range {
			break
		}
		impact = cell
		if !constants.IsLobbing && standing(w.targetsOf(constants), cell.At) != nil {
			break
		}
	}
	return impact
}

// AbilityTargets are the heroes that an ability used on one cell and aimed at another would reach, of those you see.
func (w *World) AbilityTargets(ability AbilityRef, from, to Place) []*Hero {
	constants := w.constants(ability.abilityName())
	impact := w.ImpactCell(ability, from, to)
	if impact == NoCell {
		return nil
	}
	var found []*Hero
	for _, hero := range w.targetsOf(constants) {
		if hero.CurrentCell != NoCell && distance(impact.At, hero.CurrentCell.At) <= constants.AreaOfEffect {
			found = append(found, hero)
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i].CurrentCell, found[j].CurrentCell
		return a.Row < b.Row || a.Row == b.Row && a.Column < b.Column
	})
	return found
}

func (w *World) holds(place Place) bool {
	at := place.at()
	return w.Map.IsInMap(at.Row, at.Column)
}

func (w *World) constants(name AbilityName) *AbilityConstants {
	for i := range w.AbilityConstants {
		if w.AbilityConstants[i].Name == name {
			return &w.AbilityConstants[i]
		}
	}
	return nil
}

func (w *World) targetsOf(ability *AbilityConstants) []*Hero {
	if ability.Type == Defensive {
		return w.MyHeroes
	}
	return w.OppHeroes
}
