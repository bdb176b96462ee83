package main

// Bot goes the shortest way to the Light Core, whoever hunts it.
type Bot struct{}

func NewBot(game *Game) *Bot { return &Bot{} }

func (b *Bot) Turn(game *Game) Action {
	steps, me := game.Distances(game.Core), game.Runners[game.Me].At
	for _, way := range game.Neighbours(me, 0) {
		if steps[me.Step(way)] < steps[me] {
			return MoveAction(way)
		}
	}
	return StayAction()
}
