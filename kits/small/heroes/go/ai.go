package main

// AI has four blasters that walk into the objective zone and shoot at whoever they see.
type AI struct{}

func (ai *AI) PreProcess(world *World) {}

func (ai *AI) PickTurn(world *World) { world.PickHero(Blaster) }

func (ai *AI) MoveTurn(world *World) {
	zone := world.Map.ObjectiveZone
	for i, hero := range world.MyHeroes {
		if hero.CurrentCell == NoCell {
			continue
		}
		if path := world.PathMoveDirections(hero.CurrentCell, zone[i*5%len(zone)]); len(path) > 0 {
			world.MoveHero(hero, path[0])
		}
	}
}

func (ai *AI) ActionTurn(world *World) {
	for _, target := range world.OppHeroes {
		for _, hero := range world.MyHeroes {
			if hero.CurrentCell != NoCell && target.CurrentCell != NoCell {
				world.CastAbility(hero, BlasterAttack, target.CurrentCell)
			}
		}
	}
}
