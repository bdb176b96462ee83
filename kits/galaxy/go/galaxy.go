package main

// The galaxy as a bot sees it: a Game with every call of the contest's clients.

import (
	"errors"
	"math"
	"runtime/debug"
	"sort"
)

// The stages of a turn, as GetState counts them.
const (
	PutTroops   = 1
	Attacking   = 2
	MoveTroops  = 3
	Fortify     = 4
	Finished    = 5
	TroopPlaced = 6
)

var stages = map[string]int{"deploy": 1, "attack": 2, "move": 3, "fort": 4, "finished": 5, "placed": 6}

// Refused says why a call was refused; nothing has changed.
type Refused struct {
	Reason string
}

func (r Refused) Error() string {
	return r.Reason
}

// ErrTurnOver is given when time has run out, or the match is decided: this turn takes no more calls.
var ErrTurnOver = errors.New("the turn is over")

// StrategicNode is a strategic planet and its score.
type StrategicNode struct {
	NodeID int `json:"planet"`
	Score  int `json:"score"`
}

// Game is the game, for as long as it is your turn. Planets count from 0, players from 0 to 2.
type Game struct {
	match     link
	me        int
	strategic []StrategicNode
	adj       [][]int
	view      view
	window    int
	open      bool
	waiting   *message
}

// link is the line to the match; tests have another one.
type link interface {
	Act(window int, act any) error
	Done(window int) error
	Receive(message any) (bool, error)
}

// message is whatever the match says.
type message struct {
	Type   string `json:"type"`
	Seat   int    `json:"seat"`
	Window int    `json:"window"`
	Next   string `json:"next"`
	Reason string `json:"reason"`
	Config struct {
		Map struct {
			Planets   int             `json:"planets"`
			Edges     [][2]int        `json:"edges"`
			Strategic []StrategicNode `json:"strategic"`
		} `json:"map"`
	} `json:"config"`
	View *view `json:"view"`
}

type view struct {
	Turn     int    `json:"turn"`
	Phase    string `json:"phase"`
	Stage    string `json:"stage"`
	Owners   []*int `json:"owners"`
	Troops   []int  `json:"troops"`
	Forts    []int  `json:"forts"`
	Reserves []*int `json:"reserves"`
	Reply    string `json:"reply"`
}

func newGame(match link, start *message) *Game {
	board := start.Config.Map
	game := &Game{match: match, me: start.Seat, strategic: board.Strategic, adj: make([][]int, board.Planets)}
	sort.Slice(game.strategic, func(i, j int) bool { return game.strategic[i].NodeID < game.strategic[j].NodeID })
	for _, edge := range board.Edges {
		a, b := edge[0], edge[1]
		game.adj[a] = append(game.adj[a], b)
		game.adj[b] = append(game.adj[b], a)
	}
	return game
}

// GetPlayerID is your number.
func (g *Game) GetPlayerID() int {
	return g.me
}

// GetTurnNumber is the turn, from 1; every player's move is a turn of its own.
func (g *Game) GetTurnNumber() int {
	return g.view.Turn
}

// GetState is the stage of your turn: PutTroops, Attacking, MoveTroops, Fortify, Finished or, in the start phase,
// TroopPlaced.
func (g *Game) GetState() int {
	return stages[g.view.Stage]
}

// GetOwners are the owners of the planets; -1 is nobody.
func (g *Game) GetOwners() []int {
	owners := make([]int, len(g.view.Owners))
	for planet, owner := range g.view.Owners {
		owners[planet] = -1
		if owner != nil {
			owners[planet] = *owner
		}
	}
	return owners
}

// GetTroopsCount are the troops on every planet, without fort troops.
func (g *Game) GetTroopsCount() []int {
	return g.view.Troops
}

// GetNumberOfFortTroops are the fort troops on every planet.
func (g *Game) GetNumberOfFortTroops() []int {
	return g.view.Forts
}

// GetNumberOfTroopsToPut are your troops that are not on the map.
func (g *Game) GetNumberOfTroopsToPut() int {
	if reserve := g.view.Reserves[g.me]; reserve != nil {
		return *reserve
	}
	return 0
}

// GetAdj are the neighbours of every planet.
func (g *Game) GetAdj() [][]int {
	return g.adj
}

// GetStrategicNodes are the strategic planets and their scores, by their numbers.
func (g *Game) GetStrategicNodes() []StrategicNode {
	return g.strategic
}

// GetReachable are the planets that are joined to this one by planets of its owner, itself first; none if nobody owns
// it.
func (g *Game) GetReachable(nodeID int) []int {
	owners := g.GetOwners()
	seen := make([]bool, len(owners))
	var found []int
	var visit func(planet int)
	visit = func(planet int) {
		if seen[planet] || owners[planet] != owners[nodeID] {
			return
		}
		seen[planet] = true
		found = append(found, planet)
		for _, beside := range g.adj[planet] {
			visit(beside)
		}
	}
	if owners[nodeID] >= 0 {
		visit(nodeID)
	}
	return found
}

// PutOneTroop puts a troop on a free planet, which is then yours, or on one of yours: in the start phase.
func (g *Game) PutOneTroop(nodeID int) error {
	return g.act(map[string]any{"place": map[string]int{"planet": nodeID}})
}

// PutTroop puts troops on a free planet, which is then yours, or on one of yours: in stage 1.
func (g *Game) PutTroop(nodeID, numberOfTroops int) error {
	return g.act(map[string]any{"deploy": map[string]int{"planet": nodeID, "troops": numberOfTroops}})
}

// Attack attacks a neighbour of another player and goes on while there are `fraction` troops for each defender (0: to the
// end): in stage 2. After a win the share `moveFraction` of the troops, between 0 and 1, moves in. Gives whether it
// was won.
func (g *Game) Attack(attackingID, targetID int, fraction, moveFraction float64) (bool, error) {
	if math.IsInf(fraction+moveFraction, 0) || math.IsNaN(fraction+moveFraction) {
		return false, Refused{"fraction and moveFraction must be finite numbers"}
	}
	attack := map[string]any{"from": attackingID, "to": targetID, "ratio": fraction, "share": moveFraction}
	err := g.act(map[string]any{"attack": attack})
	return err == nil && g.view.Reply == "won", err
}

// MoveTroop moves troops between planets of yours that are joined by planets of yours: in stage 3, once a turn.
func (g *Game) MoveTroop(source, destination, troopCount int) error {
	return g.act(map[string]any{"move": map[string]int{"from": source, "to": destination, "troops": troopCount}})
}

// Fort turns troops into twice as many fort troops, which only defend: in stage 4, once a match.
func (g *Game) Fort(nodeID, troopCount int) error {
	return g.act(map[string]any{"fort": map[string]int{"planet": nodeID, "troops": troopCount}})
}

// NextState goes to the next stage and gives it; after the last one the turn is over.
func (g *Game) NextState() (int, error) {
	if err := g.act("next"); err != nil {
		return g.GetState(), err
	}
	if !g.open {
		return Finished, nil
	}
	return g.GetState(), nil
}

// Printer writes a line to your log.
func (g *Game) Printer(text string) {
	Log("%s", text)
}

// act sends an act and waits for its answer.
func (g *Game) act(act any) error {
	if !g.open {
		return ErrTurnOver
	}
	if err := g.match.Act(g.window, act); err != nil {
		return err
	}
	answer := &message{Type: "end"}
	if _, err := g.match.Receive(answer); err != nil {
		return err
	}
	if answer.Type != "ok" && answer.Type != "rejected" {
		// The next turn or the end has come instead: this one was too late.
		g.waiting, g.open = answer, false
		return ErrTurnOver
	}
	if answer.View != nil {
		g.view = *answer.View
	}
	g.open = answer.Next != "done"
	if answer.Type == "rejected" {
		return Refused{answer.Reason}
	}
	return nil
}

// nextTurn waits for the next turn; false when the match is over.
func (g *Game) nextTurn() (bool, error) {
	for {
		next := g.waiting
		g.waiting = nil
		if next == nil {
			next = &message{Type: "end"}
			if _, err := g.match.Receive(next); err != nil {
				return false, err
			}
		}
		switch next.Type {
		case "end":
			return false, nil
		case "turn":
			g.view, g.window, g.open = *next.View, next.Window, true
			return true, nil
		}
	}
}

// Player is a bot: Initializer has the turns of the start phase, Turn those of the main phase.
type Player interface {
	Initializer(game *Game) error
	Turn(game *Game) error
}

// Play plays one match.
func Play(bot Player) error {
	match, err := Open()
	if err != nil {
		return err
	}
	var start message
	if more, err := match.Receive(&start); !more || err != nil {
		return err
	}
	game := newGame(match, &start)
	for {
		if more, err := game.nextTurn(); !more || err != nil {
			return err
		}
		if err := ask(bot, game); err != nil {
			Log("%v", err)
		}
		if game.open {
			game.open = false
			if err := match.Done(game.window); err != nil {
				return err
			}
		}
	}
}

// ask gives the bot its turn; if it panics, that is logged and the turn ends.
func ask(bot Player, game *Game) error {
	defer func() {
		if trouble := recover(); trouble != nil {
			Log("%v\n%s", trouble, debug.Stack())
		}
	}()
	if game.view.Phase == "start" {
		return bot.Initializer(game)
	}
	return bot.Turn(game)
}
