"""Your thieves: change this file."""

from gotham import POLICE_STATION, GameView, Phone


class ThiefAI:
    """Starts far from the police and always goes where the nearest enemy police unit is farthest away."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def get_starting_node(self, view: GameView) -> int:
        """Called once, before the first turn: where to hide."""
        graph = view.config.graph
        stations = [agent.node_id for agent in view.visible_agents if agent.is_police_side()]
        away = graph.distances(stations or [POLICE_STATION])
        far = sorted(away, key=lambda node: (-away[node], node))
        # Thieves that hide in one place are caught together.
        return far[3 * self._rank(view) % len(far)]

    def move(self, view: GameView) -> int:
        """Called in each of your half-turns: the node to go to. Your own node means to stay."""
        graph, here = view.config.graph, view.node_id
        police = [
            agent.node_id
            for agent in view.visible_agents
            if agent.is_police_side() and agent.team != view.viewer.team
        ]
        away = graph.distances(police)
        options = [here] + sorted(graph.neighbours(here, view.balance))
        return max(options, key=lambda to: (away.get(to, 999), -graph.price(here, to), len(graph.neighbours(to))))

    def _rank(self, view: GameView) -> int:
        """How many thieves of the own team come before this one."""
        mine = (agent for agent in view.visible_agents if agent.team == view.viewer.team and not agent.is_police_side())
        return sum(agent.id < view.id for agent in mine)


class JokerAI(ThiefAI):
    """The Joker of the finals. One police unit alone cannot catch it; two can, or Batman."""
