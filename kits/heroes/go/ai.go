package main

// Your AI: change this file.

// AI holds the objective zone and uses whatever ability does most at the moment.
type AI struct{}

var picks = []HeroName{Blaster, Blaster, Healer, Blaster}

// PreProcess is called once, before the picks (5 s).
func (ai *AI) PreProcess(world *World) {
	Log("%d rows, %d columns, zone of %d cells", world.Map.RowNum, world.Map.ColumnNum, len(world.Map.ObjectiveZone))
}

// PickTurn is called four times: pick one hero (0.2 s).
func (ai *AI) PickTurn(world *World) {
	world.PickHero(picks[len(world.MyHeroes)])
}

// MoveTurn is called in each of the six move phases of a turn: every hero may make one step (0.5 s in the first, then
// 0.2 s).
func (ai *AI) MoveTurn(world *World) {
	var walking []*Hero
	var settled []*Cell
	taken := map[*Cell]bool{}
	for _, hero := range world.MyHeroes {
		if hero.CurrentCell.IsInObjectiveZone {
			settled = append(settled, hero.CurrentCell)
			taken[hero.CurrentCell] = true
		} else if hero.CurrentCell != NoCell {
			walking = append(walking, hero)
		}
	}
	ap := world.AP
	for _, hero := range walking {
		goal := nearest(world, hero.CurrentCell, taken)
		if hero.MoveAPCost > ap || goal == nil {
			continue
		}
		taken[goal] = true
		if path := world.PathMoveDirections(hero.CurrentCell, goal, settled...); len(path) > 0 {
			world.MoveHero(hero, path[0])
			ap -= hero.MoveAPCost
		}
	}
}

// nearest is the nearest cell of the objective zone that nobody has taken, or nil.
func nearest(world *World, here *Cell, taken map[*Cell]bool) *Cell {
	var goal *Cell
	for _, cell := range world.Map.ObjectiveZone {
		if !taken[cell] && (goal == nil || world.ManhattanDistance(here, cell) < world.ManhattanDistance(here, goal)) {
			goal = cell
		}
	}
	return goal
}

// ActionTurn is called once a turn, after the moves: every hero may use one ability (0.2 s).
func (ai *AI) ActionTurn(world *World) {
	ap := world.AP
	for _, hero := range world.MyHeroes {
		// Whoever stands in the own respawn zone is safe there, but hurts nobody.
		if hero.CurrentCell == NoCell || hero.CurrentCell.IsInMyRespawnZone {
			continue
		}
		if ability, cell := bestCast(world, hero, ap); cell != nil {
			world.CastAbility(hero, ability, cell)
			ap -= ability.APCost
		}
	}
}

// bestCast is the ability and the target cell that are worth most; the cell is nil if nothing is worth anything.
func bestCast(world *World, hero *Hero, ap int) (best Ability, target *Cell) {
	most := 0
	for _, ability := range hero.Abilities {
		if !ability.IsReady() || ability.APCost > ap {
			continue
		}
		for _, cell := range aims(world, ability) {
			sum := 0
			for _, reached := range world.AbilityTargets(ability, hero.CurrentCell, cell) {
				sum += worth(ability, reached)
			}
			if sum > most {
				best, target, most = ability, cell, sum
			}
		}
	}
	return best, target
}

// aims are the cells at which an ability may be aimed: those of the heroes it is for.
func aims(world *World, ability Ability) []*Cell {
	heroes := world.OppHeroes
	switch ability.Type {
	case Dodge:
		return nil
	case Defensive:
		heroes = world.MyHeroes
	}
	var cells []*Cell
	for _, hero := range heroes {
		if hero.CurrentCell != NoCell {
			cells = append(cells, hero.CurrentCell)
		}
	}
	return cells
}

// worth is what an ability does for us on this target.
func worth(ability Ability, target *Hero) int {
	if ability.Type == Offensive {
		if target.CurrentCell.IsInOppRespawnZone {
			return 0
		}
		return ability.Power
	}
	if ability.Name == GuardianFortify {
		return 1
	}
	if missing := target.MaxHP - target.CurrentHP; missing < ability.Power {
		return missing
	}
	return ability.Power
}
