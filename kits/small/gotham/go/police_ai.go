package main

// PoliceAI goes after the thieves it sees, and walks about while it sees none.
type PoliceAI struct{ phone *Phone }
type BatmanAI struct{ PoliceAI }

func NewPoliceAI(phone *Phone) PoliceAI { return PoliceAI{phone} }

func (ai *PoliceAI) GetStartingNode(view *GameView) int { return view.NodeID }

func (ai *PoliceAI) Move(view *GameView) int {
	free := view.Config.Graph.Neighbours(view.NodeID, 0)
	if len(free) == 0 {
		return view.NodeID
	}
	best := free[(view.Turn.TurnNumber/2+view.ID)%len(free)]
	for _, agent := range view.VisibleAgents {
		if agent.Team == view.Viewer.Team || agent.IsPoliceSide() || agent.IsDead {
			continue
		}
		away := view.Config.Graph.Distances([]int{agent.NodeID}, AnyPrice)
		for _, node := range free {
			if away[node] < away[best] {
				best = node
			}
		}
	}
	return best
}
