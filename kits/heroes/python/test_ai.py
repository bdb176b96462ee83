"""Run with `python3 -m unittest`. Add tests of your own here."""

import json
import os
import pathlib
import unittest
from typing import Any, List

from ai import AI
from heroes import NO_CELL, AbilityName, Cell, Direction, HeroName, Phase, World
from meydan import Match

# A table of what the engine itself computes; another one can be named in HEROES_CASES.
CASES = json.loads(pathlib.Path(os.environ.get("HEROES_CASES", "cases.json")).read_text())


class Recorder(Match):
    """A match that only writes down what is said."""

    def __init__(self) -> None:
        self.lines: List[dict] = []

    def send(self, message: dict) -> None:
        self.lines.append(message)


def world(number: int, view: Any = None) -> World:
    made = World(CASES["maps"][number], Recorder())
    if view:
        made.update(1, view)
    return made


def acts(played: World) -> List[Any]:
    return [line["act"] for line in played._match.lines]


class GeometryTest(unittest.TestCase):
    def test_sight_is_the_engines(self) -> None:
        for case in CASES["sights"]:
            board = world(case["map"])
            for row, flags in enumerate(case["visible"]):
                for column, flag in enumerate(flags):
                    self.assertEqual(board.is_in_vision(*case["from"], row, column), flag == "1", case)

    def test_impacts_and_targets_are_the_engines(self) -> None:
        for case in CASES["impacts"]:
            board = world(case["map"], case["view"])
            ends = [*case["from"], *case["to"]]
            self.assertEqual(board.is_in_vision(*ends), case["sees"], case)
            for shot in case["shots"]:
                name = AbilityName(shot["ability"])
                self.assertEqual(board.get_impact_cell(name, *ends), Cell(*shot["cell"]), case)
                targets = [hero.id for hero in board.get_ability_targets(name, *ends)]
                self.assertEqual(targets, shot["targets"], case)

    def test_paths_are_the_engines(self) -> None:
        for case in CASES["paths"]:
            blocked = [Cell(*at) for at in case["blocked"]]
            path = world(case["map"]).get_path_move_directions(*case["from"], *case["to"], blocked=blocked)
            self.assertEqual([way.value for way in path], case["path"], case)


class WorldTest(unittest.TestCase):
    def setUp(self) -> None:
        self.world = world(0, CASES["scenes"][0])

    def test_numbers_are_those_of_the_view(self) -> None:
        here = self.world
        self.assertEqual((here.current_turn, here.current_phase, here.move_phase_num), (7, Phase.MOVE, 2))
        self.assertEqual((here.ap, here.my_score, here.opp_score), (64, 12, 30))
        self.assertEqual((here.max_ap, here.max_score, here.max_turns), (100, 200, 100))
        self.assertEqual((here.kill_score, here.objective_zone_score), (10, 1))
        self.assertEqual((here.map.row_num, here.map.column_num), (9, 9))
        self.assertIsNone(here.map.get_cell(9, 0))
        self.assertTrue(here.map.get_cell(0, 3).is_in_vision)
        self.assertFalse(here.map.get_cell(1, 0).is_in_vision)

    def test_heroes_are_found_by_id_and_by_cell(self) -> None:
        here = self.world
        self.assertEqual(here.get_hero(0).current_hp, 120)
        self.assertIsNone(here.get_hero(9))
        self.assertEqual(here.get_my_hero(0, 0), here.get_my_hero(Cell(0, 0)))
        self.assertEqual(here.get_opp_hero(0, 4).id, 1)
        self.assertIsNone(here.get_my_hero(0, 4))
        self.assertEqual([hero.id for hero in here.my_dead_heroes], [2])
        self.assertEqual([hero.id for hero in here.opp_dead_heroes], [5])
        self.assertEqual(here.get_hero(0).recent_path, [Cell(1, 0), Cell(0, 0)])
        self.assertEqual(here.get_hero(3).current_cell, NO_CELL)
        self.assertEqual(here.get_hero(3).current_hp, -1)
        self.assertEqual(here.get_hero(2).rem_respawn_time, 2)

    def test_abilities_know_whether_they_are_ready(self) -> None:
        mine, theirs = self.world.get_hero(0), self.world.get_hero(1)
        self.assertEqual([one.name for one in mine.dodge_abilities], [AbilityName.BLASTER_DODGE])
        self.assertEqual(len(mine.offensive_abilities), 2)
        self.assertEqual(len(self.world.get_hero(2).defensive_abilities), 1)
        self.assertTrue(mine.get_ability(AbilityName.BLASTER_BOMB).is_ready())
        self.assertEqual(mine.get_ability(AbilityName.BLASTER_DODGE).rem_cooldown, 3)
        self.assertIsNone(mine.get_ability(AbilityName.HEALER_HEAL))
        self.assertFalse(theirs.get_ability(AbilityName.BLASTER_BOMB).is_ready())

    def test_casts_are_told_as_far_as_they_were_seen(self) -> None:
        mine, theirs = self.world.my_cast_abilities[0], self.world.opp_cast_abilities[0]
        self.assertEqual((mine.caster_id, mine.target_hero_ids, mine.end_cell), (0, [1], Cell(0, 4)))
        self.assertEqual((theirs.caster_id, theirs.start_cell, theirs.end_cell), (-1, NO_CELL, Cell(0, 0)))

    def test_a_name_that_the_document_does_not_have_is_kept(self) -> None:
        shadow = self.world.get_hero(7)
        self.assertEqual((shadow.name, shadow.name.value), (HeroName("SHADOW"), "SHADOW"))
        self.world.pick_hero(shadow.name)
        self.world.cast_ability(shadow, shadow.abilities[0], 0, 4)
        self.world.cast_ability(shadow, AbilityName("SHADOW_SLASH"), 0, 4)
        shot = {"cast": {"hero": 7, "ability": "SHADOW_SLASH", "row": 0, "column": 4}}
        self.assertEqual(acts(self.world), [{"pick": {"class": "SHADOW"}}, shot, shot])

    def test_objects_and_numbers_mean_the_same(self) -> None:
        here = self.world
        a, b = Cell(0, 0), Cell(0, 4)
        bomb = here.get_hero(0).get_ability(AbilityName.BLASTER_BOMB)
        for ends in ([a, b], [a, 0, 4], [0, 0, b], [0, 0, 0, 4]):
            self.assertEqual(here.manhattan_distance(*ends), 4)
            self.assertEqual(here.get_path_move_directions(*ends), [Direction.RIGHT] * 4)
            self.assertTrue(here.is_in_vision(*ends))
            for ability in (bomb, AbilityName.BLASTER_BOMB):
                self.assertEqual(here.get_impact_cell(ability, *ends), b)
                self.assertEqual(here.get_ability_targets(ability, *ends), [here.get_hero(1)])
        self.assertEqual(here.manhattan_distance(0, 0, 9, 0), -1)
        here.move_hero(here.get_hero(0), Direction.UP)
        here.move_hero(0, Direction.UP)
        here.cast_ability(here.get_hero(0), bomb, b)
        here.cast_ability(0, AbilityName.BLASTER_BOMB, 0, 4)
        step = {"move": {"hero": 0, "direction": "up"}}
        shot = {"cast": {"hero": 0, "ability": "BLASTER_BOMB", "row": 0, "column": 4}}
        self.assertEqual(acts(here), [step, step, shot, shot])


class AITest(unittest.TestCase):
    def test_it_picks_a_hero(self) -> None:
        here = world(0)
        AI().pick(here)
        self.assertEqual(acts(here), [{"pick": {"class": HeroName.BLASTER.value}}])

    def test_it_walks_to_the_objective_zone(self) -> None:
        here = world(0, CASES["scenes"][0])
        AI().move(here)
        self.assertEqual(acts(here), [{"move": {"hero": 0, "direction": "down"}}])

    def test_it_fires_at_the_enemy_it_sees(self) -> None:
        view = CASES["impacts"][-1]["view"]
        here = world(0, view)
        AI().action(here)
        self.assertTrue(acts(here))
        self.assertTrue(all("cast" in act for act in acts(here)))


if __name__ == "__main__":
    unittest.main()
