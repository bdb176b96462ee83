package main

// Your bot: change this file.

// Bot takes strategic planets first, then attacks wherever it is twice as strong, the strategic ones before others.
type Bot struct {
	fortUsed bool
}

// Initializer has a turn of the start phase: one troop.
func (b *Bot) Initializer(game *Game) error {
	if err := game.PutOneTroop(b.place(game)); err != nil {
		return err
	}
	_, err := game.NextState()
	return err
}

// place is the best free strategic planet, else the weakest strategic planet of ours, else any free planet.
func (b *Bot) place(game *Game) int {
	owners, troops, me := game.GetOwners(), game.GetTroopsCount(), game.GetPlayerID()
	best, score := -1, 0
	for _, node := range game.GetStrategicNodes() {
		if owners[node.NodeID] == -1 && node.Score > score {
			best, score = node.NodeID, node.Score
		}
	}
	for _, node := range game.GetStrategicNodes() {
		if score == 0 && owners[node.NodeID] == me && (best < 0 || troops[node.NodeID] < troops[best]) {
			best = node.NodeID
		}
	}
	if best >= 0 {
		return best
	}
	for planet, owner := range owners {
		if owner == me && (best < 0 || troops[planet] < troops[best]) {
			best = planet
		}
	}
	if best >= 0 {
		return best
	}
	return first(owners, -1)
}

// Turn has a turn of the main phase: put troops, attack, move, fortify.
func (b *Bot) Turn(game *Game) error {
	if goal := b.front(game); goal >= 0 && game.GetNumberOfTroopsToPut() > 0 {
		if err := game.PutTroop(goal, game.GetNumberOfTroopsToPut()); err != nil {
			return err
		}
	}
	if _, err := game.NextState(); err != nil {
		return err
	}
	for attack := b.bestAttack(game); attack != nil; attack = b.bestAttack(game) {
		if _, err := game.Attack(attack.from, attack.to, 1, 0.7); err != nil {
			return err
		}
	}
	if _, err := game.NextState(); err != nil {
		return err
	}
	if source, destination := b.bestMove(game); source >= 0 {
		if err := game.MoveTroop(source, destination, game.GetTroopsCount()[source]-1); err != nil {
			return err
		}
	}
	if _, err := game.NextState(); err != nil {
		return err
	}
	if err := b.fortify(game); err != nil {
		return err
	}
	_, err := game.NextState()
	return err
}

// value is what a planet is worth to us.
func (b *Bot) value(game *Game, planet int) int {
	for _, node := range game.GetStrategicNodes() {
		if node.NodeID == planet {
			return 10 + 10*node.Score
		}
	}
	return 10
}

// border is a planet of ours and a neighbour of another player.
type border struct {
	from, to int
}

// borders are all such pairs.
func (b *Bot) borders(game *Game) []border {
	owners, me := game.GetOwners(), game.GetPlayerID()
	var borders []border
	for planet, neighbours := range game.GetAdj() {
		for _, beside := range neighbours {
			if owners[planet] == me && owners[beside] != -1 && owners[beside] != me {
				borders = append(borders, border{planet, beside})
			}
		}
	}
	return borders
}

// front is where fresh troops help most: where the most is to be won for the fewest defenders. Without a front, anywhere.
func (b *Bot) front(game *Game) int {
	troops, forts := game.GetTroopsCount(), game.GetNumberOfFortTroops()
	best, goal := -1000000, -1
	for _, pair := range b.borders(game) {
		gain := b.value(game, pair.to) + 2*(troops[pair.from]-troops[pair.to]-forts[pair.to])
		if gain > best {
			best, goal = gain, pair.from
		}
	}
	if goal < 0 {
		goal = first(game.GetOwners(), game.GetPlayerID())
	}
	if goal < 0 {
		goal = first(game.GetOwners(), -1)
	}
	return goal
}

// bestAttack is the most valuable attack in which we are about twice as strong.
func (b *Bot) bestAttack(game *Game) *border {
	troops, forts := game.GetTroopsCount(), game.GetNumberOfFortTroops()
	var best *border
	for _, pair := range b.borders(game) {
		pair := pair
		strong := troops[pair.from] > 1 && troops[pair.from] >= 2*(troops[pair.to]+forts[pair.to])
		if strong && (best == nil || b.value(game, pair.to) > b.value(game, best.to)) {
			best = &pair
		}
	}
	return best
}

// bestMove brings the largest garrison that stands behind the lines to the first front it can reach.
func (b *Bot) bestMove(game *Game) (source, destination int) {
	owners, troops := game.GetOwners(), game.GetTroopsCount()
	atFront := make([]bool, len(owners))
	for _, pair := range b.borders(game) {
		atFront[pair.from] = true
	}
	source = -1
	for planet, owner := range owners {
		behind := owner == game.GetPlayerID() && !atFront[planet] && troops[planet] > 1
		if behind && (source < 0 || troops[planet] > troops[source]) {
			source = planet
		}
	}
	if source >= 0 {
		for _, planet := range game.GetReachable(source) {
			if atFront[planet] {
				return source, planet
			}
		}
	}
	return -1, -1
}

// fortify gives the strongest strategic planet of ours a fort for half of its troops, once three are ours.
func (b *Bot) fortify(game *Game) error {
	owners, troops := game.GetOwners(), game.GetTroopsCount()
	count, best := 0, -1
	for _, node := range game.GetStrategicNodes() {
		if owners[node.NodeID] == game.GetPlayerID() {
			count++
			if best < 0 || troops[node.NodeID] > troops[best] {
				best = node.NodeID
			}
		}
	}
	if b.fortUsed || count < 3 || troops[best] < 4 {
		return nil
	}
	b.fortUsed = true
	return game.Fort(best, troops[best]/2)
}

// first is the first planet with that owner; -1 if there is none.
func first(owners []int, wanted int) int {
	for planet, owner := range owners {
		if owner == wanted {
			return planet
		}
	}
	return -1
}
