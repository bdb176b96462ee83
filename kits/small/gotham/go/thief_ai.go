package main

// ThiefAI hides far from the police station and then keeps away from the police it sees.
type ThiefAI struct{ phone *Phone }
type JokerAI struct{ ThiefAI }

func (ai *ThiefAI) GetStartingNode(view *GameView) int {
	best, away := PoliceStation, view.Config.Graph.Distances([]int{PoliceStation}, AnyPrice)
	for _, node := range view.Config.Graph.Nodes {
		if away[node.ID] > away[best] {
			best = node.ID
		}
	}
	return best
}

func (ai *ThiefAI) Move(view *GameView) int {
	var police []int
	for _, agent := range view.VisibleAgents {
		if agent.IsPoliceSide() && agent.Team != view.Viewer.Team {
			police = append(police, agent.NodeID)
		}
	}
	best, away := view.NodeID, view.Config.Graph.Distances(police, AnyPrice)
	for _, node := range view.Config.Graph.Neighbours(view.NodeID, 0) {
		if away[node] > away[best] {
			best = node
		}
	}
	return best
}
