"""Run with `python3 -m unittest`. Add tests of your own here."""

import json
import pathlib
import unittest
from typing import List

from gotham import AgentType, GameStatus, GameView, Phone, Team, TurnType, _config
from meydan import Match
from police_ai import BatmanAI, PoliceAI
from thief_ai import JokerAI, ThiefAI

# A city of six nodes, 1-2-3-4-5 in a row; a bus for 25 goes from 2 to 6, and from there it is a walk to 5.
CASES = json.loads(pathlib.Path("cases.json").read_text())


class Recorder(Match):
    """A match that only writes down what is said."""

    def __init__(self) -> None:
        self.lines: List[dict] = []

    def send(self, message: dict) -> None:
        self.lines.append(message)


def view(name: str) -> GameView:
    return GameView(_config(CASES["start"]["config"]), CASES[name])


class ViewTest(unittest.TestCase):
    def test_a_view_has_what_the_document_promises(self) -> None:
        here = view("rich")
        self.assertEqual((here.id, here.node_id, here.balance), (2, 2, 30.5))
        self.assertEqual((here.turn.turn_number, here.turn.turn_type), (6, TurnType.POLICE_TURN))
        self.assertEqual((here.turn_settings.max_turn, here.turn_settings.visible_turns), (60, [6, 12]))
        self.assertEqual(here.income_setting.police_income_each_turn, 10)
        self.assertEqual(here.income_setting.thieves_income_each_turn, 7.5)
        self.assertEqual(here.chat_settings.chat_cost_per_character, 1)
        self.assertEqual(here.chat_settings.chat_box_max_size, 100)
        self.assertEqual((here.config.graph.nodes_count, len(here.config.graph.paths)), (6, 7))
        self.assertEqual((here.viewer.node_id, here.viewer.team, here.viewer.type), (2, Team.FIRST, AgentType.POLICE))
        self.assertEqual([agent.id for agent in here.visible_agents], [1, 3, 4])
        self.assertEqual(here.status, GameStatus.ONGOING)
        self.assertEqual(view("thief").chat_box[0].text, "01")

    def test_money_decides_which_ways_are_open(self) -> None:
        graph = view("rich").config.graph
        self.assertEqual(sorted(graph.neighbours(2, 10)), [1, 3])
        self.assertEqual(sorted(graph.neighbours(2)), [1, 3, 6])
        self.assertEqual(graph.price(2, 1), 0, "of parallel paths the first counts")
        self.assertEqual(graph.distances([2])[5], 2)
        self.assertEqual(graph.distances([2], 10)[5], 3)

    def test_a_message_is_an_act(self) -> None:
        match = Recorder()
        Phone(match).send_message("0110")
        self.assertEqual(match.lines, [{"window": 0, "act": {"say": {"text": "0110"}}}])


class AITest(unittest.TestCase):
    def setUp(self) -> None:
        self.phone = Phone(Recorder())

    def test_a_thief_starts_far_from_the_police(self) -> None:
        self.assertEqual(ThiefAI(self.phone).get_starting_node(view("pending")), 4)

    def test_a_thief_runs_from_the_enemy_not_from_its_own_police(self) -> None:
        self.assertEqual(ThiefAI(self.phone).move(view("thief")), 5)
        self.assertEqual(JokerAI(self.phone).move(view("thief")), 5)

    def test_police_take_the_bus_if_they_can_pay_for_it(self) -> None:
        self.assertEqual(PoliceAI(self.phone).move(view("rich")), 6)
        self.assertEqual(BatmanAI(self.phone).move(view("poor")), 3)

    def test_police_remember_whom_they_saw(self) -> None:
        police = PoliceAI(self.phone)
        police.move(view("poor"))
        self.assertEqual(police.move(view("hidden")), 4)


if __name__ == "__main__":
    unittest.main()
