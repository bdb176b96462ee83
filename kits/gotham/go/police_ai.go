package main

// Your police: change this file.

import (
	"sort"
	"strconv"
)

// unnamed stands for a thief of whom only a message told. Real numbers are positive.
const unnamed = 0

// PoliceAI remembers where the thieves were seen, works out where they can be by now, and goes there.
type PoliceAI struct {
	phone *Phone
	// For each enemy thief that was seen: where it can be now.
	hideouts map[int]map[int]bool
	// How many messages of the chat box were read.
	read int
	// How many stops of the patrol are behind this unit.
	tour int
}

// BatmanAI is the Batman of the finals: catches thieves like any police unit, and a Joker without help.
type BatmanAI struct{ PoliceAI }

// NewPoliceAI is a police unit that has seen nobody yet.
func NewPoliceAI(phone *Phone) PoliceAI {
	return PoliceAI{phone: phone, hideouts: map[int]map[int]bool{}}
}

// GetStartingNode is called once, before the first turn. Police start at their station whatever they answer.
func (ai *PoliceAI) GetStartingNode(view *GameView) int { return view.NodeID }

// Move is called in each of your half-turns: the node to go to. Your own node means to stay.
func (ai *PoliceAI) Move(view *GameView) int {
	ai.look(view)
	ai.listen(view)
	ai.talk(view)
	target, found := ai.target(view)
	if !found {
		target = ai.patrol(view)
	}
	return step(view, target)
}

// look knows that thieves have moved since the last time, and that none of them is where our police stand.
func (ai *PoliceAI) look(view *GameView) {
	for _, nodes := range ai.hideouts {
		for _, node := range sorted(nodes) {
			for _, there := range view.Config.Graph.Neighbours(node, AnyPrice) {
				nodes[there] = true
			}
		}
		for _, guard := range ownPolice(view) {
			delete(nodes, guard.NodeID)
		}
	}
	for _, agent := range view.VisibleAgents {
		if isPrey(view, agent) {
			ai.hideouts[agent.ID] = map[int]bool{}
			if !agent.IsDead {
				ai.hideouts[agent.ID][agent.NodeID] = true
			}
		}
	}
}

// listen takes a message for the node where somebody saw a thief. It is worth something to whoever knows of none.
func (ai *PoliceAI) listen(view *GameView) {
	for ; ai.read < len(view.ChatBox); ai.read++ {
		chat := view.ChatBox[ai.read]
		node, err := strconv.ParseInt(chat.Text, 2, 32)
		if err == nil && chat.FromAgentID != view.ID && len(ai.wanted()) == 0 {
			ai.hideouts[unnamed] = map[int]bool{int(node): true}
			for _, there := range view.Config.Graph.Neighbours(int(node), AnyPrice) {
				ai.hideouts[unnamed][there] = true
			}
		}
	}
}

// talk tells the others what they may not see, where sight is short. The units take turns, so that two messages never
// cross.
func (ai *PoliceAI) talk(view *GameView) {
	crowd := ownPolice(view)
	mine := crowd[view.Turn.TurnNumber/2%len(crowd)].ID == view.ID
	if !mine || view.Config.Graph.VisibleRadiusXPoliceThief == 0 {
		return
	}
	for _, agent := range view.VisibleAgents {
		if isPrey(view, agent) && !agent.IsDead {
			text := strconv.FormatInt(int64(agent.NodeID), 2)
			if float64(len(text))*view.ChatSettings.ChatCostPerCharacter <= view.Balance {
				ai.phone.SendMessage(text)
			}
			return
		}
	}
}

// target is the nearest place where the thief can be that this unit is after.
func (ai *PoliceAI) target(view *GameView) (target int, found bool) {
	wanted := ai.wanted()
	if len(wanted) == 0 {
		return 0, false
	}
	away := view.Config.Graph.Distances([]int{view.NodeID}, view.Balance)
	nodes := sorted(ai.hideouts[wanted[rank(view)%len(wanted)]])
	target = nodes[0]
	for _, node := range nodes {
		if distance(away, node) < distance(away, target) {
			target = node
		}
	}
	return target, true
}

// wanted are the thieves that can still be somewhere.
func (ai *PoliceAI) wanted() []int {
	var thieves []int
	for thief, nodes := range ai.hideouts {
		if len(nodes) > 0 {
			thieves = append(thieves, thief)
		}
	}
	sort.Ints(thieves)
	return thieves
}

// patrol walks about if nobody is known, each unit in a part of the city of its own.
func (ai *PoliceAI) patrol(view *GameView) int {
	nodes := view.Config.Graph.Nodes
	stop := func() int { return nodes[(7*rank(view)+11*ai.tour)%len(nodes)].ID }
	if stop() == view.NodeID {
		ai.tour++
	}
	return stop()
}

// step is one move towards a node, the cheapest of the shortest ones.
func step(view *GameView, target int) int {
	graph, best := view.Config.Graph, view.NodeID
	away := graph.Distances([]int{target}, view.Balance)
	for _, to := range graph.Neighbours(view.NodeID, view.Balance) {
		near, farther := distance(away, to), distance(away, best)
		cheaper := graph.Price(view.NodeID, to) < graph.Price(view.NodeID, best)
		if near < farther || near == farther && cheaper {
			best = to
		}
	}
	return best
}

// isPrey tells whether this is a thief of the other team.
func isPrey(view *GameView, agent Agent) bool {
	return agent.Team != view.Viewer.Team && !agent.IsPoliceSide()
}

// ownPolice are the own police, this unit too, by their numbers.
func ownPolice(view *GameView) []Agent {
	police := []Agent{view.Viewer}
	for _, agent := range view.VisibleAgents {
		if agent.Team == view.Viewer.Team && agent.IsPoliceSide() {
			police = append(police, agent)
		}
	}
	sort.Slice(police, func(i, j int) bool { return police[i].ID < police[j].ID })
	return police
}

// rank is how many police units of the own team come before this one.
func rank(view *GameView) (rank int) {
	for _, agent := range ownPolice(view) {
		if agent.ID < view.ID {
			rank++
		}
	}
	return rank
}

// sorted are the nodes of a set, the smallest first: a map has no order of its own.
func sorted(nodes map[int]bool) []int {
	var found []int
	for node := range nodes {
		found = append(found, node)
	}
	sort.Ints(found)
	return found
}
