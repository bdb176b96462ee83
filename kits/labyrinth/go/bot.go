package main

// Your bot: change this file.

import (
	"fmt"
	"sort"
)

// How many positions one search may look at; the time for a turn is plenty for that.
const positions = 1000

// Bot looks for the shortest way to the Light Core on which no hunter catches it, and puts up a wall if there is none.
type Bot struct{}

// NewBot begins a match.
func NewBot(game *Game) *Bot {
	Log("seat %d: the core is at %v", game.Seat, game.Core)
	return &Bot{}
}

// Turn decides what the runner game.Me does.
func (b *Bot) Turn(game *Game) Action {
	if game.MustPush {
		return b.push(game)
	}
	me := game.Runners[game.Me].At
	best := b.search(game, me, game.Hunters, 0)
	if !best.reaches {
		for _, wall := range b.walls(game) {
			ahead := game.WithWall(wall)
			hunters, safe := ahead.HuntersAfter(game.Hunters, b.runners(game, me), me, 0)
			if !safe {
				continue
			}
			plan := b.search(ahead, me, hunters, 1)
			plan.first = WallAction(wall)
			if plan.betterThan(best) {
				best = plan
			}
		}
	}
	if best.first == nil {
		return StayAction()
	}
	return best.first
}

// plan is what a search has found.
type plan struct {
	reaches bool
	rounds  int
	first   Action
}

// betterThan is: sooner at the core, or safe for longer.
func (p plan) betterThan(other plan) bool {
	if p.reaches != other.reaches {
		return p.reaches
	}
	if p.reaches {
		return p.rounds < other.rounds
	}
	return p.rounds > other.rounds
}

// node is a position that a search has come to.
type node struct {
	cell    Cell
	hunters []Cell
	later   int
	begun   Action
}

// key tells positions apart. After two rounds no wall of today stands any more, so positions from then on are alike.
func (n node) key() string {
	later := n.later
	if later > 2 {
		later = 2
	}
	return fmt.Sprint(n.cell, n.hunters, later)
}

// search finds the shortest safe way to the core from a position so many rounds ahead; without one, the way that is safe
// longest. Hunters always do the same, so their steps can be told in advance. The other runners are taken to wait.
func (b *Bot) search(game *Game, at Cell, hunters []Cell, later int) plan {
	best := plan{false, later, nil}
	start := node{at, hunters, later, nil}
	seen := map[string]bool{start.key(): true}
	for queue := []node{start}; len(queue) > 0 && len(seen) < positions; queue = queue[1:] {
		now := queue[0]
		best = plan{false, now.later, now.begun}
		try := func(action Action, to Cell) bool {
			if now.begun != nil {
				action = now.begun
			}
			if to == game.Core {
				best = plan{true, now.later + 1, action}
				return true
			}
			for _, hunter := range now.hunters {
				if hunter == to {
					return false
				}
			}
			after, safe := game.HuntersAfter(now.hunters, b.runners(game, to), to, now.later)
			next := node{to, after, now.later + 1, action}
			if safe && !seen[next.key()] {
				seen[next.key()] = true
				queue = append(queue, next)
			}
			return false
		}
		for _, way := range game.Neighbours(now.cell, now.later) {
			if try(MoveAction(way), now.cell.Step(way)) {
				return best
			}
		}
		try(StayAction(), now.cell)
	}
	return best
}

// runners are the cells of the runners on the board, with yours moved to the cell `mine`.
func (b *Bot) runners(game *Game, mine Cell) []Cell {
	var cells []Cell
	for number, runner := range game.Runners {
		if runner.Status == On && number == game.Me {
			cells = append(cells, mine)
		} else if runner.Status == On {
			cells = append(cells, runner.At)
		}
	}
	return cells
}

// walls are those worth a thought: beside the runner and beside the hunter that is nearest to it.
func (b *Bot) walls(game *Game) []Wall {
	me := game.Runners[game.Me].At
	near := []Cell{me}
	hunters := append([]Cell(nil), game.Hunters...)
	sort.SliceStable(hunters, func(i, j int) bool { return me.Distance(hunters[i]) < me.Distance(hunters[j]) })
	if len(hunters) > 0 {
		near = append(near, hunters[0])
	}
	var walls []Wall
	for _, cell := range near {
		for _, way := range Directions {
			if wall := Between(cell, cell.Step(way)); game.CanWall(wall) {
				walls = append(walls, wall)
			}
		}
	}
	return walls
}

// push sends the nearest hunter one step away, as far as that gets it.
func (b *Bot) push(game *Game) Action {
	me := game.Runners[game.Me].At
	var best Action
	var near, far int
	for hunter, at := range game.Hunters {
		for _, way := range game.Neighbours(at, 0) {
			to := at.Step(way)
			closer := me.Distance(at) < near || me.Distance(at) == near && me.Distance(to) > far
			if best == nil || closer {
				best, near, far = PushAction(hunter, to), me.Distance(at), me.Distance(to)
			}
		}
	}
	return best
}
