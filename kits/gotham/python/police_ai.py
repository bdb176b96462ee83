"""Your police: change this file."""

from typing import Dict, List, Optional, Set

from gotham import Agent, GameView, Phone

#: Stands for a thief of whom only a message told. Real numbers are positive.
_UNNAMED = 0


class PoliceAI:
    """Remembers where the thieves were seen, works out where they can be by now, and goes there."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        #: For each enemy thief that was seen: where it can be now.
        self.hideouts: Dict[int, Set[int]] = {}
        #: How many messages of the chat box were read.
        self.read = 0
        #: How many stops of the patrol are behind this unit.
        self.tour = 0

    def get_starting_node(self, view: GameView) -> int:
        """Called once, before the first turn. Police start at their station whatever they answer."""
        return view.node_id

    def move(self, view: GameView) -> int:
        """Called in each of your half-turns: the node to go to. Your own node means to stay."""
        self._look(view)
        self._listen(view)
        self._talk(view)
        target = self._target(view)
        return self._step(view, self._patrol(view) if target is None else target)

    def _look(self, view: GameView) -> None:
        """Thieves have moved since the last time, and none of them is where our police stand."""
        graph = view.config.graph
        guarded = {agent.node_id for agent in self._police(view)}
        for thief, nodes in self.hideouts.items():
            reached = nodes | {there for node in nodes for there in graph.neighbours(node)}
            self.hideouts[thief] = reached - guarded
        for agent in view.visible_agents:
            if self._is_prey(view, agent):
                self.hideouts[agent.id] = set() if agent.is_dead else {agent.node_id}

    def _listen(self, view: GameView) -> None:
        """A message is the node where somebody saw a thief. It is worth something to whoever knows of none."""
        for chat in view.chat_box[self.read :]:
            node = int(chat.text, 2)
            if chat.from_agent_id != view.id and not any(self.hideouts.values()):
                self.hideouts[_UNNAMED] = {node, *view.config.graph.neighbours(node)}
        self.read = len(view.chat_box)

    def _talk(self, view: GameView) -> None:
        """Where sight is short, tells the others what they may not see. The units take turns, so that two messages
        never cross."""
        crowd = sorted(agent.id for agent in self._police(view))
        mine = crowd[view.turn.turn_number // 2 % len(crowd)] == view.id
        short_sight = view.config.graph.visible_radius_x_police_thief > 0
        seen = [agent.node_id for agent in view.visible_agents if self._is_prey(view, agent) and not agent.is_dead]
        if mine and short_sight and seen:
            text = f"{seen[0]:b}"
            if len(text) * view.chat_settings.chat_cost_per_character <= view.balance:
                self.phone.send_message(text)

    def _target(self, view: GameView) -> Optional[int]:
        """The nearest place where the thief can be that this unit is after."""
        wanted = [self.hideouts[thief] for thief in sorted(self.hideouts) if self.hideouts[thief]]
        if not wanted:
            return None
        nodes = wanted[self._rank(view) % len(wanted)]
        away = view.config.graph.distances([view.node_id], view.balance)
        return min(nodes, key=lambda node: (away.get(node, 999), node))

    def _patrol(self, view: GameView) -> int:
        """Nobody is known: walks about, each unit in a part of the city of its own."""
        nodes = view.config.graph.nodes
        stop = nodes[(7 * self._rank(view) + 11 * self.tour) % len(nodes)].id
        if stop == view.node_id:
            self.tour += 1
            stop = nodes[(7 * self._rank(view) + 11 * self.tour) % len(nodes)].id
        return stop

    def _step(self, view: GameView, target: int) -> int:
        """One move towards a node, the cheapest of the shortest ones."""
        graph, here = view.config.graph, view.node_id
        away = graph.distances([target], view.balance)
        options = [here] + sorted(graph.neighbours(here, view.balance))
        return min(options, key=lambda to: (away.get(to, 999), graph.price(here, to)))

    def _is_prey(self, view: GameView, agent: Agent) -> bool:
        """Whether this is a thief of the other team."""
        return agent.team != view.viewer.team and not agent.is_police_side()

    def _police(self, view: GameView) -> List[Agent]:
        """The own police, this unit too."""
        others = [a for a in view.visible_agents if a.team == view.viewer.team and a.is_police_side()]
        return [view.viewer, *others]

    def _rank(self, view: GameView) -> int:
        """How many police units of the own team come before this one."""
        return sum(agent.id < view.id for agent in self._police(view))


class BatmanAI(PoliceAI):
    """The Batman of the finals: catches thieves like any police unit, and a Joker without help."""
