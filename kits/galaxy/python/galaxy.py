"""The galaxy as a bot sees it: a `Game` with every call of the contest's clients."""

import math
import traceback
from typing import Any, Dict, List, Optional

from meydan import Match, log

# The stages of a turn, as `get_state` counts them.
PUT_TROOPS = 1
ATTACK = 2
MOVE_TROOPS = 3
FORT = 4
FINISHED = 5
TROOP_PLACED = 6

_STAGES = {"deploy": 1, "attack": 2, "move": 3, "fort": 4, "finished": 5, "placed": 6}


class Refused(Exception):
    """A call was refused and nothing has changed; the text says why."""


class TurnOver(Exception):
    """Time has run out, or the match is decided: this turn takes no more calls."""


class Game:
    """The game, for as long as it is your turn. Planets count from 0, players from 0 to 2."""

    def __init__(self, match: Match, start: dict):
        board = start["config"]["map"]
        self._match = match
        self._me = start["seat"]
        self._rules = start["config"]["rules"]
        self._strategic = {place["planet"]: place["score"] for place in board["strategic"]}
        self._adj: List[List[int]] = [[] for _ in range(board["planets"])]
        for a, b in board["edges"]:
            self._adj[a].append(b)
            self._adj[b].append(a)
        self._view: dict = {}
        self._window: Optional[int] = None
        self._waiting: Optional[dict] = None

    def get_player_id(self) -> int:
        """Your number."""
        return self._me

    def get_turn_number(self) -> int:
        """The turn, from 1; every player's move is a turn of its own."""
        return self._view["turn"]

    def get_state(self) -> int:
        """The stage of your turn: PUT_TROOPS, ATTACK, MOVE_TROOPS, FORT, FINISHED or, in the start phase, TROOP_PLACED."""
        return _STAGES[self._view["stage"]]

    def get_owners(self) -> List[int]:
        """The owner of every planet; -1 is nobody."""
        return [-1 if owner is None else owner for owner in self._view["owners"]]

    def get_troops_count(self) -> List[int]:
        """The troops on every planet, without fort troops."""
        return list(self._view["troops"])

    def get_number_of_fort_troops(self) -> List[int]:
        """The fort troops on every planet."""
        return list(self._view["forts"])

    def get_number_of_troops_to_put(self) -> int:
        """Your troops that are not on the map."""
        return self._view["reserves"][self._me]

    def get_adj(self) -> List[List[int]]:
        """The neighbours of every planet."""
        return self._adj

    def get_strategic_nodes(self) -> Dict[int, int]:
        """The strategic planets and their scores."""
        return dict(sorted(self._strategic.items()))

    def get_reachable(self, node_id: int) -> List[int]:
        """The planets that are joined to this one by planets of its owner, itself first; empty if nobody owns it."""
        owners = self.get_owners()
        found: List[int] = []
        stack = [node_id] if owners[node_id] >= 0 else []
        while stack:
            planet = stack.pop()
            if planet not in found:
                found.append(planet)
                stack += [beside for beside in reversed(self._adj[planet]) if owners[beside] == owners[node_id]]
        return found

    def put_one_troop(self, node_id: int) -> None:
        """Start phase: puts a troop on a free planet, which is then yours, or on one of yours."""
        self._act({"place": {"planet": node_id}})

    def put_troop(self, node_id: int, number_of_troops: int) -> None:
        """Stage 1: puts troops on a free planet, which is then yours, or on one of yours."""
        self._act({"deploy": {"planet": node_id, "troops": number_of_troops}})

    def attack(self, attacking_id: int, target_id: int, fraction: float, move_fraction: float) -> bool:
        """Stage 2: attacks a neighbour of another player and goes on while there are `fraction` troops for each defender (0:
        to the end). After a win the share `move_fraction` of the troops, between 0 and 1, moves in. Gives whether it
        was won."""
        if not (math.isfinite(fraction) and math.isfinite(move_fraction)):
            raise Refused("fraction and move_fraction must be finite numbers")
        attack = {"from": attacking_id, "to": target_id, "ratio": fraction, "share": move_fraction}
        self._act({"attack": attack})
        return self._view["reply"] == "won"

    def move_troop(self, source: int, destination: int, troop_count: int) -> None:
        """Stage 3, once a turn: moves troops between planets of yours that are joined by planets of yours."""
        self._act({"move": {"from": source, "to": destination, "troops": troop_count}})

    def fort(self, node_id: int, troop_count: int) -> None:
        """Stage 4, once a match: turns troops into twice as many fort troops, which only defend."""
        self._act({"fort": {"planet": node_id, "troops": troop_count}})

    def next_state(self) -> int:
        """Goes to the next stage and gives it; after the last one the turn is over."""
        self._act("next")
        return FINISHED if self._window is None else self.get_state()

    def printer(self, text: Any) -> None:
        """Writes a line to your log."""
        log(text)

    def _act(self, act: Any) -> None:
        """Sends an act and waits for its answer."""
        if self._window is None:
            raise TurnOver("the turn is over")
        self._match.act(self._window, act)
        answer = self._match.receive()
        if answer is None or answer["type"] not in ("ok", "rejected"):
            # The next turn or the end has come instead: this one was too late.
            self._waiting, self._window = answer or {"type": "end"}, None
            raise TurnOver("time has run out")
        self._view = answer.get("view") or self._view
        if answer["next"] == "done":
            self._window = None
        if answer["type"] == "rejected":
            raise Refused(answer["reason"])

    def _next_turn(self) -> bool:
        """Waits for the next turn; false when the match is over."""
        while True:
            message, self._waiting = self._waiting or self._match.receive(), None
            if message is None or message["type"] == "end":
                return False
            if message["type"] == "turn":
                self._view, self._window = message["view"], message["window"]
                return True

    def _end_turn(self) -> None:
        """Ends the turn, whatever stage it is in."""
        if self._window is not None:
            self._match.done(self._window)
            self._window = None


def play(bot) -> None:
    """Plays one match: `bot.initializer(game)` has the turns of the start phase, `bot.turn(game)` those of the main phase."""
    match = Match.open()
    start = match.receive()
    if start is None:
        return
    game = Game(match, start)
    while game._next_turn():
        try:
            if game._view["phase"] == "start":
                bot.initializer(game)
            else:
                bot.turn(game)
        except TurnOver as over:
            log(over)
        except Exception as error:
            if type(error).__name__ == "BdbQuit":  # whoever leaves the debugger leaves the match
                raise
            log(traceback.format_exc())
        game._end_turn()
