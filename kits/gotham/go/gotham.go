package main

// The city as one unit sees it, and what the unit can say. There is no need to change this file.

import (
	"math"
	"sort"
)

// PoliceStation is the node of the police station on the maps of the contest.
const PoliceStation = 1

// AnyPrice is more money than anything costs.
var AnyPrice = math.Inf(1)

// Team is one of the two teams.
type Team string

const (
	First  Team = "first"
	Second Team = "second"
)

// AgentType says what a unit is. Joker and Batman are only in the finals' ruleset: a thief that a single police unit
// cannot catch, and a police unit that catches Jokers too.
type AgentType string

const (
	Thief  AgentType = "thief"
	Police AgentType = "police"
	Joker  AgentType = "joker"
	Batman AgentType = "batman"
)

// TurnType says whose half of the turn it is.
type TurnType string

const (
	PoliceTurn TurnType = "police"
	ThiefTurn  TurnType = "thieves"
)

// GameStatus says how far the match is.
type GameStatus string

const (
	Pending  GameStatus = "pending"
	Ongoing  GameStatus = "ongoing"
	Finished GameStatus = "finished"
)

// GameResult says who has won.
type GameResult string

const (
	Unknown    GameResult = ""
	FirstWins  GameResult = "first"
	SecondWins GameResult = "second"
)

// Turn is the turn, and whose half of it this is.
type Turn struct {
	TurnNumber int      `json:"number"`
	TurnType   TurnType `json:"half"`
}

// Agent is a unit.
type Agent struct {
	ID     int       `json:"id"`
	Team   Team      `json:"team"`
	Type   AgentType `json:"kind"`
	NodeID int       `json:"node"`
	IsDead bool      `json:"dead"`
}

// IsPoliceSide tells whether it is a police unit or a Batman.
func (a Agent) IsPoliceSide() bool { return a.Type == Police || a.Type == Batman }

// Node is a place in the city. X and Y are for drawing.
type Node struct {
	ID int     `json:"id"`
	X  float64 `json:"x"`
	Y  float64 `json:"y"`
}

// Path is a way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro.
type Path struct {
	ID           int     `json:"id"`
	FirstNodeID  int     `json:"from"`
	SecondNodeID int     `json:"to"`
	Price        float64 `json:"price"`
}

// Graph is the map of the city.
type Graph struct {
	Nodes      []Node
	Paths      []Path
	NodesCount int
	// How far one sees under the finals' ruleset; 0 otherwise.
	VisibleRadiusXPoliceThief int
	VisibleRadiusYPoliceJoker int
	VisibleRadiusZThiefBatman int

	ways map[int]map[int]float64
}

// Neighbours are the nodes that can be reached in one move with this much money, the smallest first.
func (g *Graph) Neighbours(nodeID int, money float64) []int {
	var found []int
	for node, price := range g.ways[nodeID] {
		if price <= money {
			found = append(found, node)
		}
	}
	sort.Ints(found)
	return found
}

// Price is what the move costs. Staying costs nothing; where no path leads, no money is enough.
func (g *Graph) Price(fromID, toID int) float64 {
	if fromID == toID {
		return 0
	}
	if price, found := g.ways[fromID][toID]; found {
		return price
	}
	return AnyPrice
}

// Distances tells how many moves every node is away from the nearest start, over paths of at most this price each. What
// cannot be reached is not in it.
func (g *Graph) Distances(starts []int, money float64) map[int]int {
	found := map[int]int{}
	var queue []int
	for _, node := range starts {
		found[node] = 0
		queue = append(queue, node)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, there := range g.Neighbours(queue[0], money) {
			if _, known := found[there]; !known {
				found[there] = found[queue[0]] + 1
				queue = append(queue, there)
			}
		}
	}
	return found
}

// IncomeSetting is what a unit earns in a turn.
type IncomeSetting struct {
	PoliceIncomeEachTurn  float64 `json:"police"`
	ThievesIncomeEachTurn float64 `json:"thieves"`
}

// TurnSettings are the last turn and the turns on which thieves show themselves.
type TurnSettings struct {
	MaxTurn      int
	VisibleTurns []int
}

// ChatSettings are what a character costs and how long a message may be.
type ChatSettings struct {
	ChatCostPerCharacter float64 `json:"cost"`
	ChatBoxMaxSize       int     `json:"box_size"`
}

// GameConfig is what does not change.
type GameConfig struct {
	Graph         *Graph
	IncomeSetting IncomeSetting
	TurnSettings  TurnSettings
	ChatSettings  ChatSettings
}

// Chat is a message in the chat box.
type Chat struct {
	// ID is its place in the box, from 0, as a text.
	ID          string `json:"-"`
	FromAgentID int    `json:"from"`
	Text        string `json:"text"`
}

// GameView is all that your unit knows now.
type GameView struct {
	// ID is your unit's number, NodeID its place and Balance its money.
	ID      int
	NodeID  int
	Balance float64
	Status  GameStatus
	Result  GameResult
	Turn    Turn
	Config  *GameConfig
	// Viewer is your unit.
	Viewer        Agent
	IncomeSetting IncomeSetting
	TurnSettings  TurnSettings
	ChatSettings  ChatSettings
	// VisibleAgents are the other units you see now; caught ones too.
	VisibleAgents []Agent
	// ChatBox has the messages of your team's half, oldest first.
	ChatBox []Chat
}

// Phone speaks to the units of your team's half.
type Phone struct {
	match  *Match
	window int
}

// SendMessage sends a message of 0 and 1, paid by the character; one in a half-turn.
func (p *Phone) SendMessage(text string) {
	if err := p.match.Act(p.window, map[string]any{"say": map[string]any{"text": text}}); err != nil {
		Log("%v", err)
	}
}

// Note keeps something beside this half-turn, for the viewer. Nobody in the match sees it.
func (p *Phone) Note(note any) error { return p.match.Note(p.window, note) }

// Unit is what the kit calls: one unit of your team.
type Unit interface {
	// GetStartingNode is called once, before the first turn. Police start at their station whatever they answer.
	GetStartingNode(view *GameView) int
	// Move is called in each of your half-turns: the node to go to. Your own node means to stay.
	Move(view *GameView) int
}
