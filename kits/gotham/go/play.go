package main

// What the match tells, and the calls of your AI. There is no need to change this file.

import (
	"runtime/debug"
	"strconv"
)

// Play plays one unit in one match, with the AI that is made for its type.
func Play(make func(kind AgentType, phone *Phone) Unit) error {
	match, err := Open()
	if err != nil {
		return err
	}
	phone := &Phone{match: match}
	var game *GameConfig
	var unit Unit
	for {
		var told message
		if more, err := match.Receive(&told); err != nil || !more {
			return err
		}
		switch told.Type {
		case "start":
			game = newConfig(&told.Config)
			unit = make(told.Config.Units[told.Seat].Kind, phone)
		case "rejected":
			Log("refused: %s", told.Reason)
		case "turn":
			for _, reason := range told.Errors {
				Log("refused: %s", reason)
			}
			phone.window = told.Window
			if act := decide(unit, newView(game, &told.View)); act != nil {
				if err := match.Act(told.Window, act); err != nil {
					return err
				}
			}
			if err := match.Done(told.Window); err != nil {
				return err
			}
		case "end":
			return nil
		}
	}
}

// decide asks the unit. What goes wrong there is logged, and the match goes on.
func decide(unit Unit, view *GameView) (act any) {
	defer func() {
		if wrong := recover(); wrong != nil {
			Log("panic: %v\n%s", wrong, debug.Stack())
			act = nil
		}
	}()
	if view.Status == Pending {
		return map[string]any{"ready": map[string]any{"node": unit.GetStartingNode(view)}}
	}
	return map[string]any{"move": map[string]any{"to": unit.Move(view)}}
}

type message struct {
	Type   string
	Seat   int
	Config config
	Window int
	View   view
	Reason string
	Errors []string
}

type config struct {
	Nodes        []Node
	Paths        []Path
	Units        []struct{ Kind AgentType }
	Income       IncomeSetting
	MaxTurns     int   `json:"max_turns"`
	VisibleTurns []int `json:"visible_turns"`
	Chat         ChatSettings
	Radii        struct{ Thief, Joker, Batman int }
}

type view struct {
	Phase  GameStatus
	Winner GameResult
	Turn   Turn
	Me     struct {
		Agent
		Balance float64
	}
	Units []Agent
	Chat  []Chat
}

func newConfig(told *config) *GameConfig {
	graph := &Graph{
		Nodes:                     told.Nodes,
		Paths:                     told.Paths,
		NodesCount:                len(told.Nodes),
		VisibleRadiusXPoliceThief: told.Radii.Thief,
		VisibleRadiusYPoliceJoker: told.Radii.Joker,
		VisibleRadiusZThiefBatman: told.Radii.Batman,
		ways:                      map[int]map[int]float64{},
	}
	for _, node := range told.Nodes {
		graph.ways[node.ID] = map[int]float64{}
	}
	for _, path := range told.Paths {
		for _, ends := range [][2]int{{path.FirstNodeID, path.SecondNodeID}, {path.SecondNodeID, path.FirstNodeID}} {
			// Of parallel paths the first counts.
			if _, known := graph.ways[ends[0]][ends[1]]; !known {
				graph.ways[ends[0]][ends[1]] = path.Price
			}
		}
	}
	return &GameConfig{graph, told.Income, TurnSettings{told.MaxTurns, told.VisibleTurns}, told.Chat}
}

func newView(game *GameConfig, told *view) *GameView {
	return &GameView{
		ID:            told.Me.ID,
		NodeID:        told.Me.NodeID,
		Balance:       told.Me.Balance,
		Status:        told.Phase,
		Result:        told.Winner,
		Turn:          told.Turn,
		Config:        game,
		Viewer:        told.Me.Agent,
		IncomeSetting: game.IncomeSetting,
		TurnSettings:  game.TurnSettings,
		ChatSettings:  game.ChatSettings,
		VisibleAgents: told.Units,
		ChatBox:       numbered(told.Chat),
	}
}

// numbered gives every message its place as its id.
func numbered(box []Chat) []Chat {
	for place := range box {
		box[place].ID = strconv.Itoa(place)
	}
	return box
}
