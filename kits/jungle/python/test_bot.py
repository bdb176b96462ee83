"""python3 -m unittest"""

import unittest

from bot import Bot
from jungle import Action, ActionType, Game, Position, TileType

START = {
    "seat": 0,
    "config": {
        "ruleset": "document", "map": ["SS.D", "##..", "S..."], "teams": [{"id": 0, "name": "us"}, {"id": 1, "name": "them"}],
        "units_per_team": 1, "ticks": 300, "time_limit_ms": 150, "diamond_ids": ["gem"],
    },
}


def unit(number, at, diamond=None, summoning=False):
    return {
        "unit": number, "position": at, "placed": at is not None, "path": [], "diamond": diamond, "summoning": summoning,
        "died_at": None, "attacked_by": None, "vined_by": None,
    }


def tick(mine, theirs, owner=None, points=0, number=5):
    team = {"score": 0, "deaths": 0, "left": False, "errors": [], "counts": {}}
    carrier = {1: mine, 2: theirs}.get(owner)
    diamond = {
        "position": carrier["position"] if carrier else {"x": 3, "y": 0}, "level": 1, "points": points, "owner": owner,
        "touched": False,
    }
    return Game(START).tick({
        "tick": number, "orders": [[0, 1], [1, 0]], "diamonds": [diamond],
        "teams": [{**team, "units": [mine]}, {**team, "units": [theirs]}],
    })


AWAY = unit(2, None)


class BotTest(unittest.TestCase):
    def test_a_tick_has_the_documents_names(self):
        now = tick(unit(1, {"x": 3, "y": 0}, 0), AWAY, owner=1, points=4)
        self.assertEqual(now.map.tiles[0], [TileType.SPAWN, TileType.WALL, TileType.SPAWN])
        self.assertEqual(now.team_play_orderings, {5: ["0", "1"], 6: ["1", "0"]})
        mine = now.my_team().units[0]
        self.assertEqual((mine.id, mine.has_diamond, mine.diamond_id), ("1", True, "gem"))
        self.assertEqual(now.diamond("gem").owner_id, "1")
        self.assertFalse(now.teams[1].units[0].has_spawned)

    def test_nobody_steps_from_the_floor_onto_a_spawn_tile(self):
        ways = tick(AWAY, AWAY).distances(Position(0, 0))
        self.assertEqual(ways[Position(1, 0)], 1)
        self.assertNotIn(Position(2, 0), ways)

    def test_actions_are_written_as_the_match_reads_them(self):
        move = Action("3", ActionType.MOVE, Position(1, 2))
        self.assertEqual(move.wire(), {"unit": 3, "do": {"move": {"x": 1, "y": 2}}})
        self.assertEqual(Action("3", ActionType.SUMMON).wire(), {"unit": 3, "do": "summon"})

    def test_the_bot_comes_to_life_near_the_diamond(self):
        self.assertEqual(Bot().turn(tick(unit(1, None), AWAY)), [Action("1", ActionType.SPAWN, Position(1, 0))])

    def test_the_bot_fetches_a_diamond(self):
        orders = Bot().turn(tick(unit(1, {"x": 1, "y": 2}), AWAY))
        self.assertEqual(orders, [Action("1", ActionType.MOVE, Position(3, 0))])

    def test_the_bot_raises_a_diamond_and_drops_it_when_a_foe_comes(self):
        mine = unit(1, {"x": 3, "y": 0}, 0)
        self.assertEqual(Bot().turn(tick(mine, AWAY, owner=1)), [Action("1", ActionType.SUMMON)])
        near = unit(2, {"x": 3, "y": 2})
        orders = Bot().turn(tick(mine, near, owner=1, points=7))
        self.assertEqual(orders, [Action("1", ActionType.DROP, Position(3, 1))])

    def test_the_bot_attacks_a_carrier_beside_it(self):
        orders = Bot().turn(tick(unit(1, {"x": 2, "y": 0}), unit(2, {"x": 3, "y": 0}, 0), owner=2, points=9))
        self.assertEqual(orders, [Action("1", ActionType.ATTACK, Position(3, 0))])


if __name__ == "__main__":
    unittest.main()
