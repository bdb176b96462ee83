"""python3 -m unittest"""

import unittest

from bot import Bot
from labyrinth import Cell, Direction, Game, Wall

START = {
    "seat": 0,
    "config": {
        "rows": 3, "cols": 3, "core": [0, 0], "runners": [[2, 2]], "hunters": [[0, 2]],
        "walls": [{"row": 0, "col": 0, "dir": "h"}], "boxes": [], "max_rounds": 60, "seats": 1,
    },
}


def view(runner, hunters, push=None):
    return {
        "round": 1, "turn": 0, "push": push, "result": None,
        "runners": [{"at": runner, "status": "on", "walls": 1}], "hunters": hunters,
        "walls": [], "boxes": [], "arrived": 0, "needed": 1, "walls_used": 0,
    }


def game(runner, hunters, push=None):
    game = Game(START)
    game.update(view(runner, hunters, push), [])
    return game


class BotTest(unittest.TestCase):
    def test_walls_stop_everybody(self):
        board = game([1, 0], [])
        self.assertFalse(board.is_open(Cell(1, 0), Direction.UP))
        self.assertTrue(board.is_open(Cell(1, 1), Direction.UP))
        self.assertEqual(Wall.between(Cell(1, 0), Cell(0, 0)), Wall(Cell(0, 0), "h"))
        self.assertEqual(board.distances(Cell(0, 0))[Cell(1, 0)], 3)

    def test_a_hunter_goes_across_before_it_goes_along(self):
        board = game([2, 0], [[0, 2]])
        self.assertEqual(board.hunters_after([Cell(0, 2)], [Cell(2, 0)], Cell(2, 0)), [Cell(0, 0)])
        self.assertIsNone(board.hunters_after([Cell(0, 2)], [Cell(0, 0)], Cell(0, 0)))

    def test_the_bot_walks_around_a_wall(self):
        board = game([1, 0], [])
        self.assertEqual(Bot(board).turn(board).wire(), {"move": "right"})

    def test_the_bot_steps_onto_the_core(self):
        board = game([0, 1], [[2, 2]])
        self.assertEqual(Bot(board).turn(board).wire(), {"move": "left"})

    def test_the_bot_pushes_a_hunter_away(self):
        board = game([2, 2], [[0, 2]], push=0)
        self.assertEqual(Bot(board).turn(board).wire(), {"push": {"hunter": 0, "to": [0, 1]}})


if __name__ == "__main__":
    unittest.main()
