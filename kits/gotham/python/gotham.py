"""The city as one unit sees it, and what the unit can say. There is no need to change this file."""

from __future__ import annotations

import traceback
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any, Callable, Dict, Iterable, List

from meydan import Match, log

#: The node of the police station on the maps of the contest.
POLICE_STATION = 1


class Team(Enum):
    """One of the two teams."""

    FIRST = "first"
    SECOND = "second"


class AgentType(Enum):
    """What a unit is; the last two only in the finals."""

    THIEF = "thief"
    POLICE = "police"
    #: Only in the finals' ruleset: a thief that a single police unit cannot catch.
    JOKER = "joker"
    #: Only in the finals' ruleset: a police unit that catches Jokers too.
    BATMAN = "batman"


class TurnType(Enum):
    """Whose half of the turn it is."""

    POLICE_TURN = "police"
    THIEF_TURN = "thieves"


class GameStatus(Enum):
    """How far the match is."""

    PENDING = "pending"
    ONGOING = "ongoing"
    FINISHED = "finished"


class GameResult(Enum):
    """Who has won."""

    UNKNOWN = "unknown"
    FIRST_WINS = "first"
    SECOND_WINS = "second"


@dataclass(frozen=True)
class Turn:
    """The turn, and whose half of it this is."""

    turn_number: int
    turn_type: TurnType


@dataclass(frozen=True)
class Agent:
    """A unit."""

    id: int
    team: Team
    type: AgentType
    node_id: int
    is_dead: bool

    def is_police_side(self) -> bool:
        """Whether it is a police unit or a Batman."""
        return self.type in (AgentType.POLICE, AgentType.BATMAN)


@dataclass(frozen=True)
class Node:
    """A place in the city. `x` and `y` are for drawing."""

    id: int
    x: float
    y: float


@dataclass(frozen=True)
class Path:
    """A way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro."""

    id: int
    first_node_id: int
    second_node_id: int
    price: float


class Graph:
    """The map of the city."""

    nodes: List[Node]
    paths: List[Path]
    nodes_count: int
    #: How far one sees under the finals' ruleset; 0 otherwise.
    visible_radius_x_police_thief: int
    visible_radius_y_police_joker: int
    visible_radius_z_thief_batman: int

    def __init__(self, config: Dict[str, Any]) -> None:
        self.nodes = [Node(node["id"], node["x"], node["y"]) for node in config["nodes"]]
        self.paths = [Path(path["id"], path["from"], path["to"], path["price"]) for path in config["paths"]]
        self.nodes_count = len(self.nodes)
        radii = config["radii"]
        self.visible_radius_x_police_thief = radii["thief"]
        self.visible_radius_y_police_joker = radii["joker"]
        self.visible_radius_z_thief_batman = radii["batman"]
        self._ways: Dict[int, Dict[int, float]] = {node.id: {} for node in self.nodes}
        for path in self.paths:
            # Of parallel paths the first counts.
            self._ways[path.first_node_id].setdefault(path.second_node_id, path.price)
            self._ways[path.second_node_id].setdefault(path.first_node_id, path.price)

    def neighbours(self, node_id: int, money: float = float("inf")) -> List[int]:
        """The nodes that can be reached in one move with this much money."""
        return [node for node, price in self._ways[node_id].items() if price <= money]

    def price(self, from_id: int, to_id: int) -> float:
        """What the move costs. Staying costs nothing; where no path leads, no money is enough."""
        return 0 if from_id == to_id else self._ways[from_id].get(to_id, float("inf"))

    def distances(self, starts: Iterable[int], money: float = float("inf")) -> Dict[int, int]:
        """How many moves every node is away from the nearest start, over paths of at most this price each. What cannot
        be reached is not in it."""
        found = {node: 0 for node in starts}
        queue = deque(found)
        while queue:
            node = queue.popleft()
            for there in self.neighbours(node, money):
                if there not in found:
                    found[there] = found[node] + 1
                    queue.append(there)
        return found


@dataclass(frozen=True)
class IncomeSetting:
    """What a unit earns in a turn."""

    police_income_each_turn: float
    thieves_income_each_turn: float


@dataclass(frozen=True)
class TurnSettings:
    """The last turn, and the turns on which thieves show themselves."""

    max_turn: int
    #: The turns on which thieves show themselves.
    visible_turns: List[int]


@dataclass(frozen=True)
class ChatSettings:
    """What a character costs, and how long a message may be."""

    chat_cost_per_character: float
    chat_box_max_size: int


@dataclass(frozen=True)
class GameConfig:
    """What does not change."""

    graph: Graph
    income_setting: IncomeSetting
    turn_settings: TurnSettings
    chat_settings: ChatSettings


@dataclass(frozen=True)
class Chat:
    """A message in the chat box. Its `id` is its place there, from 0, as a text."""

    id: str
    from_agent_id: int
    text: str


class GameView:
    """All that your unit knows now."""

    #: Your unit's number.
    id: int
    #: Where your unit is.
    node_id: int
    #: Your unit's money.
    balance: float
    status: GameStatus
    result: GameResult
    turn: Turn
    config: GameConfig
    income_setting: IncomeSetting
    turn_settings: TurnSettings
    chat_settings: ChatSettings
    #: Your unit.
    viewer: Agent
    #: The other units you see now; caught ones too.
    visible_agents: List[Agent]
    #: The messages of your team's half, oldest first.
    chat_box: List[Chat]

    def __init__(self, config: GameConfig, view: Dict[str, Any]) -> None:
        me = view["me"]
        self.config = config
        self.income_setting = config.income_setting
        self.turn_settings = config.turn_settings
        self.chat_settings = config.chat_settings
        self.id, self.node_id, self.balance = me["id"], me["node"], me["balance"]
        self.viewer = _agent(me)
        self.status = GameStatus(view["phase"])
        self.result = GameResult(view["winner"] or "unknown")
        self.turn = Turn(view["turn"]["number"], TurnType(view["turn"]["half"]))
        self.visible_agents = [_agent(unit) for unit in view["units"]]
        self.chat_box = [Chat(str(place), chat["from"], chat["text"]) for place, chat in enumerate(view["chat"])]


def _agent(unit: Dict[str, Any]) -> Agent:
    return Agent(unit["id"], Team(unit["team"]), AgentType(unit["kind"]), unit["node"], unit["dead"])


def _config(config: Dict[str, Any]) -> GameConfig:
    return GameConfig(
        Graph(config),
        IncomeSetting(config["income"]["police"], config["income"]["thieves"]),
        TurnSettings(config["max_turns"], config["visible_turns"]),
        ChatSettings(config["chat"]["cost"], config["chat"]["box_size"]),
    )


class Phone:
    """Speaks to the units of your team's half."""

    def __init__(self, match: Match) -> None:
        self._match, self._window = match, 0

    def send_message(self, text: str) -> None:
        """Sends a message of `0` and `1`, paid by the character; one in a half-turn."""
        self._match.act(self._window, {"say": {"text": text}})

    def note(self, note: Any) -> None:
        """Keeps something beside this half-turn, for the viewer. Nobody in the match sees it."""
        self._match.note(self._window, note)

    def _open(self, window: int) -> None:
        self._window = window


def play(makers: Dict[AgentType, Callable[[Phone], Any]]) -> None:
    """Plays one unit in one match, with the AI that is made for its type."""
    match = Match.open()
    phone = Phone(match)
    ai = config = None
    while True:
        message = match.receive()
        if message is None or message["type"] == "end":
            return
        if message["type"] == "start":
            config = _config(message["config"])
            kind = message["config"]["units"][message["seat"]]["kind"]
            ai = makers[AgentType(kind)](phone)
        elif message["type"] == "rejected":
            log(f"refused: {message['reason']}")
        elif message["type"] == "turn":
            window = message["window"]
            phone._open(window)
            view = GameView(config, message["view"])
            for error in message.get("errors", []):
                log(f"refused: {error}")
            try:
                if view.status == GameStatus.PENDING:
                    match.act(window, {"ready": {"node": ai.get_starting_node(view)}})
                else:
                    match.act(window, {"move": {"to": ai.move(view)}})
            except Exception as error:
                if type(error).__name__ == "BdbQuit":  # whoever leaves the debugger leaves the match
                    raise
                log(traceback.format_exc())
            match.done(window)
