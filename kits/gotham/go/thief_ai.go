package main

// Your thieves: change this file.

import "sort"

const unreachable = 999

// ThiefAI starts far from the police and always goes where the nearest enemy police unit is farthest away.
type ThiefAI struct{ phone *Phone }

// JokerAI is the Joker of the finals. One police unit alone cannot catch it; two can, or Batman.
type JokerAI struct{ ThiefAI }

// GetStartingNode is called once, before the first turn: where to hide.
func (ai *ThiefAI) GetStartingNode(view *GameView) int {
	var stations []int
	for _, agent := range view.VisibleAgents {
		if agent.IsPoliceSide() {
			stations = append(stations, agent.NodeID)
		}
	}
	if stations == nil {
		stations = []int{PoliceStation}
	}
	away := view.Config.Graph.Distances(stations, AnyPrice)
	var far []int
	for node := range away {
		far = append(far, node)
	}
	sort.Slice(far, func(i, j int) bool {
		a, b := far[i], far[j]
		return away[a] > away[b] || away[a] == away[b] && a < b
	})
	// Thieves that hide in one place are caught together.
	return far[3*thiefRank(view)%len(far)]
}

// Move is called in each of your half-turns: the node to go to. Your own node means to stay.
func (ai *ThiefAI) Move(view *GameView) int {
	graph, here := view.Config.Graph, view.NodeID
	var police []int
	for _, agent := range view.VisibleAgents {
		if agent.IsPoliceSide() && agent.Team != view.Viewer.Team {
			police = append(police, agent.NodeID)
		}
	}
	away := graph.Distances(police, AnyPrice)
	best := here
	for _, to := range graph.Neighbours(here, view.Balance) {
		// Far from the police, then cheap, then with many ways out.
		far, fewer := distance(away, to), distance(away, best)
		price, dearer := graph.Price(here, to), graph.Price(here, best)
		exits, less := len(graph.Neighbours(to, AnyPrice)), len(graph.Neighbours(best, AnyPrice))
		if far > fewer || far == fewer && (price < dearer || price == dearer && exits > less) {
			best = to
		}
	}
	return best
}

// thiefRank is how many thieves of the own team come before this one.
func thiefRank(view *GameView) (rank int) {
	for _, agent := range view.VisibleAgents {
		if agent.Team == view.Viewer.Team && !agent.IsPoliceSide() && agent.ID < view.ID {
			rank++
		}
	}
	return rank
}

func distance(away map[int]int, node int) int {
	if steps, found := away[node]; found {
		return steps
	}
	return unreachable
}
