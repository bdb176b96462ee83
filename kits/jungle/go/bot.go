package main

// Your bot: change this file.

// Bot fetches the nearest diamonds, raises them while nobody is near, and drops them for their points when somebody
// comes.
type Bot struct {
	// What another unit of yours is about to take: tiles to stand on, diamonds to fetch.
	taken map[Position]bool
}

// NewBot begins a match.
func NewBot() *Bot {
	return &Bot{}
}

// Turn decides what each of your units does in this tick.
func (b *Bot) Turn(tick *Tick) []Action {
	team := tick.MyTeam()
	for _, error := range team.Errors {
		Log("%s", error)
	}
	b.taken = map[Position]bool{}
	var actions []Action
	for i := range team.Units {
		actions = append(actions, b.order(tick, &team.Units[i]))
	}
	return actions
}

// order decides what one unit does.
func (b *Bot) order(tick *Tick, unit *Unit) Action {
	switch {
	case unit.Position == nil:
		return b.spawn(tick, unit)
	case unit.IsSummoning:
		return Action{UnitID: unit.ID, Action: None}
	case unit.HasDiamond:
		return b.hold(tick, unit)
	}
	if tick.TileAt(*unit.Position) == TileEmpty {
		for _, foe := range tick.Foes() {
			if foe.HasDiamond && foe.Position.Distance(*unit.Position) == 1 {
				return Action{unit.ID, Attack, *foe.Position}
			}
		}
	}
	return b.fetch(tick, unit)
}

// spawn comes to life as near to a diamond as can be.
func (b *Bot) spawn(tick *Tick, unit *Unit) Action {
	var ways [][][]int
	for _, diamond := range tick.Map.Diamonds {
		ways = append(ways, tick.Distances(diamond.Position))
	}
	best, goal := Far+1, Position{}
	for _, tile := range tick.SpawnTiles() {
		if b.taken[tile] || tick.UnitAt(tile) != nil {
			continue
		}
		steps := Far
		for _, way := range ways {
			if way[tile.X][tile.Y] < steps {
				steps = way[tile.X][tile.Y]
			}
		}
		if steps < best {
			best, goal = steps, tile
		}
	}
	if best > Far {
		return Action{UnitID: unit.ID, Action: None}
	}
	b.taken[goal] = true
	return Action{unit.ID, Spawn, goal}
}

// hold makes the most of a diamond.
func (b *Bot) hold(tick *Tick, unit *Unit) Action {
	diamond := tick.Diamond(unit.DiamondID)
	ways := tick.Distances(*unit.Position)
	danger := Far
	for _, foe := range tick.Foes() {
		if steps := ways[foe.Position.X][foe.Position.Y]; !foe.HasDiamond && steps < danger {
			danger = steps
		}
	}
	left := tick.TotalTick - tick.Tick
	if left == 1 || danger <= 2 && diamond.Points > 0 {
		for _, beside := range unit.Position.Neighbours() {
			if tick.TileAt(beside) == TileEmpty && tick.UnitAt(beside) == nil {
				return Action{unit.ID, Drop, beside}
			}
		}
	}
	rising := diamond.SummonLevel + 1
	if diamond.SummonLevel < tick.GameConfig.MaximumDiamondSummonLevel && danger > rising+2 && left > 2*rising {
		return Action{UnitID: unit.ID, Action: Summon}
	}
	return Action{UnitID: unit.ID, Action: None}
}

// fetch goes for the nearest diamond that lies about, else for the nearest foe that carries one.
func (b *Bot) fetch(tick *Tick, unit *Unit) Action {
	var goals []Position
	for _, diamond := range tick.LooseDiamonds() {
		goals = b.addGoal(goals, tick, unit, diamond.Position)
	}
	if len(goals) == 0 {
		for _, foe := range tick.Foes() {
			if foe.HasDiamond {
				for _, beside := range foe.Position.Neighbours() {
					goals = b.addGoal(goals, tick, unit, beside)
				}
			}
		}
	}
	best, goal := Far, Position{}
	for _, tile := range goals {
		if steps := tick.Distances(tile)[unit.Position.X][unit.Position.Y]; steps < best {
			best, goal = steps, tile
		}
	}
	if best == Far {
		return Action{UnitID: unit.ID, Action: None}
	}
	b.taken[goal] = true
	return Action{unit.ID, Move, goal}
}

// addGoal adds a tile if the unit could stand on it and no other of yours is about to.
func (b *Bot) addGoal(goals []Position, tick *Tick, unit *Unit, tile Position) []Position {
	there := tick.UnitAt(tile)
	if b.taken[tile] || tick.TileAt(tile) != TileEmpty || there != nil && there.ID != unit.ID {
		return goals
	}
	return append(goals, tile)
}
