"""python3 -m unittest"""

import unittest

from bot import Bot
from galaxy import ATTACK, Game, Refused, TurnOver

START = {
    "type": "start", "seat": 0,
    "config": {
        "rules": {},
        "map": {
            "planets": 5, "edges": [[0, 1], [1, 2], [2, 3], [0, 4]],
            "strategic": [{"planet": 2, "score": 3}, {"planet": 1, "score": 5}],
        },
    },
}


def view(owners, troops, stage="attack", phase="main", **more):
    return {
        "turn": 106, "phase": phase, "stage": stage, "owners": owners, "troops": troops, "forts": [0] * 5,
        "reserves": [4, None, None], "reply": "plain", **more,
    }


class Script:
    """A match that answers as it was told."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.said = []

    def act(self, window, act):
        self.said.append(act)

    def done(self, window):
        self.said.append("done")

    def receive(self):
        return self.answers.pop(0) if self.answers else None


def game(now, *answers):
    match = Script({"type": "turn", "window": 7, "view": now}, *answers)
    game = Game(match, START)
    game._next_turn()
    return game, match


MINE = view([0, 0, 1, None, 0], [5, 8, 3, 0, 2])


class BotTest(unittest.TestCase):
    def test_the_game_tells_what_the_document_promises(self):
        board, _ = game(MINE)
        self.assertEqual(board.get_owners(), [0, 0, 1, -1, 0])
        self.assertEqual(board.get_adj()[1], [0, 2])
        self.assertEqual(board.get_strategic_nodes(), {1: 5, 2: 3})
        self.assertEqual(board.get_state(), ATTACK)
        self.assertEqual(board.get_number_of_troops_to_put(), 4)
        self.assertEqual(board.get_reachable(4), [4, 0, 1])
        self.assertEqual(board.get_reachable(3), [])

    def test_an_attack_is_answered_and_the_view_is_fresh(self):
        won = view([0, 0, 0, None, 0], [5, 2, 5, 0, 2], reply="won")
        board, match = game(MINE, {"type": "ok", "window": 7, "next": "more", "view": won})
        self.assertTrue(board.attack(1, 2, 1, 0.7))
        self.assertEqual(match.said, [{"attack": {"from": 1, "to": 2, "ratio": 1, "share": 0.7}}])
        self.assertEqual(board.get_owners()[2], 0)

    def test_a_refused_call_changes_nothing(self):
        board, _ = game(MINE, {"type": "rejected", "window": 7, "next": "more", "reason": "not now"})
        with self.assertRaisesRegex(Refused, "not now"):
            board.put_troop(0, 1)
        with self.assertRaisesRegex(Refused, "finite"):
            board.attack(1, 2, float("inf"), 0.5)
        self.assertEqual(board.get_state(), ATTACK)

    def test_a_turn_that_ran_out_of_time_takes_no_more_calls(self):
        board, match = game(MINE, {"type": "turn", "window": 10, "view": MINE})
        with self.assertRaises(TurnOver):
            board.next_state()
        with self.assertRaises(TurnOver):
            board.next_state()
        self.assertEqual(match.said, ["next"])
        self.assertTrue(board._next_turn())

    def test_the_bot_takes_the_best_strategic_planet_first(self):
        board, _ = game(view([None] * 5, [0] * 5, "deploy", "start"))
        self.assertEqual(Bot().place(board), 1)
        board, _ = game(view([None, 1, 0, None, None], [0, 1, 1, 0, 0], "deploy", "start"))
        self.assertEqual(Bot().place(board), 2)

    def test_the_bot_attacks_where_it_is_twice_as_strong(self):
        board, _ = game(MINE)
        self.assertEqual(Bot().best_attack(board), (1, 2))
        board, _ = game(view([0, 0, 1, None, 0], [5, 5, 3, 0, 2]))
        self.assertIsNone(Bot().best_attack(board))

    def test_the_bot_brings_troops_to_the_front(self):
        board, _ = game(MINE)
        self.assertEqual(Bot().front(board), 1)
        self.assertEqual(Bot().best_move(board), (0, 1, 4))


if __name__ == "__main__":
    unittest.main()
