package main

// The labyrinth as a bot sees it: the board, who stands where, and what a runner can do.

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
)

// Cell is a cell of the board; {0, 0} is top left.
type Cell struct {
	Row int
	Col int
}

// UnmarshalJSON reads [row, col].
func (c *Cell) UnmarshalJSON(text []byte) error {
	var pair [2]int
	err := json.Unmarshal(text, &pair)
	c.Row, c.Col = pair[0], pair[1]
	return err
}

// MarshalJSON writes [row, col].
func (c Cell) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]int{c.Row, c.Col})
}

// Distance is the steps to another cell if there were no walls.
func (c Cell) Distance(other Cell) int {
	return abs(c.Row-other.Row) + abs(c.Col-other.Col)
}

// Step is the next cell that way; it may be off the board.
func (c Cell) Step(way Direction) Cell {
	switch way {
	case Up:
		return Cell{c.Row - 1, c.Col}
	case Down:
		return Cell{c.Row + 1, c.Col}
	case Left:
		return Cell{c.Row, c.Col - 1}
	default:
		return Cell{c.Row, c.Col + 1}
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Direction is a way to step.
type Direction string

// The ways to step.
const (
	Up    Direction = "up"
	Down  Direction = "down"
	Left  Direction = "left"
	Right Direction = "right"
)

// Directions are all ways to step, in the order that ties are broken by.
var Directions = []Direction{Up, Down, Left, Right}

// Wall is a wall between two cells: "h" lies under its cell, "v" right of it.
type Wall struct {
	Row int    `json:"row"`
	Col int    `json:"col"`
	Dir string `json:"dir"`
}

// Between is the wall that would part two neighbouring cells.
func Between(a, b Cell) Wall {
	if b.Row < a.Row || b.Col < a.Col {
		a, b = b, a
	}
	if a.Col == b.Col {
		return Wall{a.Row, a.Col, "h"}
	}
	return Wall{a.Row, a.Col, "v"}
}

// Status is how a runner fares.
type Status string

// How a runner fares.
const (
	On      Status = "on"
	Arrived Status = "arrived"
	Caught  Status = "caught"
)

// Runner is a runner: where it is, how it fares, and how many walls it may still put up.
type Runner struct {
	At     Cell   `json:"at"`
	Status Status `json:"status"`
	Walls  int    `json:"walls"`
}

// Action is what a runner does with its turn, as the match reads it.
type Action any

// MoveAction is one step.
func MoveAction(way Direction) Action {
	return map[string]Direction{"move": way}
}

// WallAction is a temporary wall: it stands for the hunters' phases of this round and the next.
func WallAction(wall Wall) Action {
	return map[string]Wall{"wall": wall}
}

// StayAction is nothing.
func StayAction() Action {
	return "stay"
}

// PushAction puts a hunter on one of its open neighbour cells; only when a box gave you a push.
func PushAction(hunter int, to Cell) Action {
	return map[string]any{"push": map[string]any{"hunter": hunter, "to": to}}
}

// Game is all that is known about the match. Nothing is hidden but the draws to come.
type Game struct {
	Seat           int
	Rows           int
	Cols           int
	Core           Cell
	MaxRounds      int
	Seats          int
	Round          int
	Me             int
	MustPush       bool
	Runners        []Runner
	Hunters        []Cell
	FixedWalls     []Wall
	TemporaryWalls map[Wall]int
	Boxes          []Cell
	Arrived        int
	Needed         int
	Errors         []string

	fixed map[Wall]bool
}

// message is whatever the match says.
type message struct {
	Type   string   `json:"type"`
	Seat   int      `json:"seat"`
	Window int      `json:"window"`
	Next   string   `json:"next"`
	Errors []string `json:"errors"`
	Config *config  `json:"config"`
	View   *view    `json:"view"`
}

type config struct {
	Rows      int    `json:"rows"`
	Cols      int    `json:"cols"`
	Core      Cell   `json:"core"`
	Walls     []Wall `json:"walls"`
	MaxRounds int    `json:"max_rounds"`
	Seats     int    `json:"seats"`
}

type view struct {
	Round   int      `json:"round"`
	Turn    *int     `json:"turn"`
	Push    *int     `json:"push"`
	Runners []Runner `json:"runners"`
	Hunters []Cell   `json:"hunters"`
	Walls   []struct {
		Wall
		Life int `json:"life"`
	} `json:"walls"`
	Boxes   []Cell `json:"boxes"`
	Arrived int    `json:"arrived"`
	Needed  int    `json:"needed"`
}

func newGame(seat int, config *config) *Game {
	game := &Game{Seat: seat, Rows: config.Rows, Cols: config.Cols, Core: config.Core, MaxRounds: config.MaxRounds,
		Seats: config.Seats, FixedWalls: config.Walls, fixed: map[Wall]bool{}}
	for _, wall := range config.Walls {
		game.fixed[wall] = true
	}
	return game
}

func (g *Game) update(view *view, errors []string) {
	g.Round, g.Arrived, g.Needed = view.Round, view.Arrived, view.Needed
	g.Runners, g.Hunters, g.Boxes, g.Errors = view.Runners, view.Hunters, view.Boxes, errors
	g.MustPush = view.Push != nil
	if g.MustPush {
		g.Me = *view.Push
	} else if view.Turn != nil {
		g.Me = *view.Turn
	}
	g.TemporaryWalls = map[Wall]int{}
	for _, wall := range view.Walls {
		g.TemporaryWalls[wall.Wall] = wall.Life
	}
}

// Inside says whether the cell is on the board.
func (g *Game) Inside(cell Cell) bool {
	return cell.Row >= 0 && cell.Row < g.Rows && cell.Col >= 0 && cell.Col < g.Cols
}

// HasWall says whether a wall stands there, so many rounds from now: temporary walls go when their life is used up.
func (g *Game) HasWall(wall Wall, later int) bool {
	return g.fixed[wall] || g.TemporaryWalls[wall] > later
}

// IsOpen says whether one can step that way: inside the board and no wall between.
func (g *Game) IsOpen(cell Cell, way Direction, later int) bool {
	to := cell.Step(way)
	return g.Inside(to) && !g.HasWall(Between(cell, to), later)
}

// Neighbours are the open ways from a cell, in the order up, down, left, right.
func (g *Game) Neighbours(cell Cell, later int) []Direction {
	var ways []Direction
	for _, way := range Directions {
		if g.IsOpen(cell, way, later) {
			ways = append(ways, way)
		}
	}
	return ways
}

// Distances says how many steps every cell is from `to`, around the walls that stand now.
func (g *Game) Distances(to Cell) map[Cell]int {
	found := map[Cell]int{to: 0}
	for queue := []Cell{to}; len(queue) > 0; queue = queue[1:] {
		for _, way := range g.Neighbours(queue[0], 0) {
			beside := queue[0].Step(way)
			if _, known := found[beside]; !known {
				found[beside] = found[queue[0]] + 1
				queue = append(queue, beside)
			}
		}
	}
	return found
}

// CanWall says whether your runner may put up that wall: it has one left, nothing stands there, and it cuts nothing off.
func (g *Game) CanWall(wall Wall) bool {
	cell := Cell{wall.Row, wall.Col}
	other := cell.Step(Right)
	if wall.Dir == "h" {
		other = cell.Step(Down)
	}
	if g.Runners[g.Me].Walls == 0 || !g.Inside(cell) || !g.Inside(other) || g.HasWall(wall, 0) {
		return false
	}
	return len(g.WithWall(wall).Distances(g.Core)) == g.Rows*g.Cols
}

// WithWall is the same game with one more temporary wall, to think ahead.
func (g *Game) WithWall(wall Wall) *Game {
	game := *g
	game.TemporaryWalls = map[Wall]int{wall: 2}
	for wall, life := range g.TemporaryWalls {
		game.TemporaryWalls[wall] = life
	}
	return &game
}

// HuntersAfter is where the hunters stand after their phase, with runners on these cells (in the order of their numbers,
// yours among them); false if they catch the one on the cell `mine`.
func (g *Game) HuntersAfter(hunters, runners []Cell, mine Cell, later int) ([]Cell, bool) {
	for step := 0; step < 2; step++ {
		after := make([]Cell, len(hunters))
		caught := map[Cell]bool{}
		for i, hunter := range hunters {
			after[i] = g.chase(hunter, runners, later)
			caught[after[i]] = true
		}
		if caught[mine] {
			return nil, false
		}
		var left []Cell
		for _, runner := range runners {
			if !caught[runner] {
				left = append(left, runner)
			}
		}
		hunters, runners = after, left
	}
	return hunters, true
}

// chase is one step of a hunter: across if that closes in and is open, else along the column, else none.
func (g *Game) chase(hunter Cell, runners []Cell, later int) Cell {
	prey := runners[0]
	for _, runner := range runners {
		if hunter.Distance(runner) < hunter.Distance(prey) {
			prey = runner
		}
	}
	across, along := Right, Down
	if prey.Col < hunter.Col {
		across = Left
	}
	if prey.Row < hunter.Row {
		along = Up
	}
	if prey.Col != hunter.Col && g.IsOpen(hunter, across, later) {
		return hunter.Step(across)
	}
	if prey.Row != hunter.Row && g.IsOpen(hunter, along, later) {
		return hunter.Step(along)
	}
	return hunter
}

// Play plays one match: `newBot` makes the bot, its Turn is asked for an action.
func Play(newBot func(*Game) *Bot) error {
	match, err := Open()
	if err != nil {
		return err
	}
	var game *Game
	var bot *Bot
	for {
		var message message
		if more, err := match.Receive(&message); !more || err != nil || message.Type == "end" {
			return err
		}
		if message.Type == "start" {
			game = newGame(message.Seat, message.Config)
			bot = newBot(game)
		} else if message.Type == "turn" || message.Next == "more" {
			if message.View != nil {
				game.update(message.View, message.Errors)
			}
			if err := answer(match, message.Window, game, bot); err != nil {
				return err
			}
		}
	}
}

// answer asks the bot; if it panics, that is logged and the turn ends.
func answer(match *Match, window int, game *Game, bot *Bot) (err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			Log("%v\n%s", fmt.Sprint(trouble), debug.Stack())
			err = match.Done(window)
		}
	}()
	return match.Act(window, bot.Turn(game))
}
