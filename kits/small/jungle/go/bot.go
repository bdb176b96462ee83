package main

// Bot fetches the nearest diamond and keeps it until it is worth thirty points.
type Bot struct{}

func NewBot() *Bot { return &Bot{} }

func (b *Bot) Turn(tick *Tick) (actions []Action) {
	for _, unit := range tick.MyTeam().Units {
		actions = append(actions, order(tick, unit))
	}
	return actions
}

func order(tick *Tick, unit Unit) Action {
	best := Action{UnitID: unit.ID, Action: None}
	if unit.Position == nil {
		for _, nest := range tick.SpawnTiles() {
			if tick.UnitAt(nest) == nil {
				return Action{unit.ID, Spawn, nest}
			}
		}
		return best
	}
	if unit.HasDiamond {
		for _, beside := range unit.Position.Neighbours() {
			free := tick.TileAt(beside) == TileEmpty && tick.UnitAt(beside) == nil
			if free && tick.Diamond(unit.DiamondID).Points >= 30 {
				return Action{unit.ID, Drop, beside}
			}
		}
		return best
	}
	ways, fewest := tick.Distances(*unit.Position), Far
	for _, diamond := range tick.LooseDiamonds() {
		at := diamond.Position
		if steps := ways[at.X][at.Y]; steps < fewest && tick.UnitAt(at) == nil {
			best, fewest = Action{unit.ID, Move, at}, steps
		}
	}
	return best
}
