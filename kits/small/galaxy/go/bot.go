package main

// Bot takes free planets, then attacks wherever it is twice as strong.
type Bot struct{}

func (b *Bot) Initializer(game *Game) error {
	if err := game.PutOneTroop(place(game)); err != nil {
		return err
	}
	_, err := game.NextState()
	return err
}

func (b *Bot) Turn(game *Game) error {
	if planet := place(game); planet >= 0 && game.GetNumberOfTroopsToPut() > 0 {
		if err := game.PutTroop(planet, game.GetNumberOfTroopsToPut()); err != nil {
			return err
		}
	}
	if _, err := game.NextState(); err != nil {
		return err
	}
	for from, to := weak(game); from >= 0; from, to = weak(game) {
		if _, err := game.Attack(from, to, 1, 0.6); err != nil {
			return err
		}
	}
	// Nothing is moved, nothing gets a fort.
	for i := 0; i < 3; i++ {
		if _, err := game.NextState(); err != nil {
			return err
		}
	}
	return nil
}

func place(game *Game) int {
	for _, wanted := range []int{-1, game.GetPlayerID()} {
		for planet, owner := range game.GetOwners() {
			if owner == wanted {
				return planet
			}
		}
	}
	return -1
}

func weak(game *Game) (from, to int) {
	owners, troops, me := game.GetOwners(), game.GetTroopsCount(), game.GetPlayerID()
	for from, beside := range game.GetAdj() {
		for _, to := range beside {
			theirs := owners[to] != me && owners[to] != -1
			if owners[from] == me && theirs && troops[from] > 2*(troops[to]+game.GetNumberOfFortTroops()[to])+1 {
				return from, to
			}
		}
	}
	return -1, -1
}
