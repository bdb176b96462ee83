"""Your bot: change this file."""

from typing import List

from jungle import Action, ActionType, Position, Tick, TileType, Unit
from meydan import log


class Bot:
    """Fetches the nearest diamonds, raises them while nobody is near, and drops them for their points when somebody comes."""

    def turn(self, tick: Tick) -> List[Action]:
        """Decides what each of your units does in this tick."""
        team = tick.my_team()
        for error in team.errors:
            log(error)
        # What another unit of yours is about to take: tiles to stand on, diamonds to fetch.
        self.taken = set()
        return [self.order(tick, unit) for unit in team.units]

    def order(self, tick: Tick, unit: Unit) -> Action:
        """Decides what one unit does."""
        if unit.position is None:
            return self.spawn(tick, unit)
        if unit.is_summoning:
            return Action(unit.id, ActionType.NONE)
        if unit.has_diamond:
            return self.hold(tick, unit)
        if tick.tile_at(unit.position) == TileType.EMPTY:
            for foe in tick.foes():
                if foe.has_diamond and foe.position.distance(unit.position) == 1:
                    return Action(unit.id, ActionType.ATTACK, foe.position)
        return self.fetch(tick, unit)

    def spawn(self, tick: Tick, unit: Unit) -> Action:
        """Comes to life as near to a diamond as can be."""
        ways = [tick.distances(diamond.position) for diamond in tick.map.diamonds]
        tiles = [tile for tile in tick.spawn_tiles() if tile not in self.taken and tick.unit_at(tile) is None]
        if not tiles:
            return Action(unit.id, ActionType.NONE)
        tile = min(tiles, key=lambda tile: min((way.get(tile, 999) for way in ways), default=999))
        self.taken.add(tile)
        return Action(unit.id, ActionType.SPAWN, tile)

    def hold(self, tick: Tick, unit: Unit) -> Action:
        """Makes the most of a diamond."""
        diamond = tick.diamond(unit.diamond_id)
        ways = tick.distances(unit.position)
        danger = min((ways.get(foe.position, 999) for foe in tick.foes() if not foe.has_diamond), default=999)
        left = tick.total_tick - tick.tick
        if left == 1 or (danger <= 2 and diamond.points > 0):
            for beside in unit.position.neighbours():
                if tick.tile_at(beside) == TileType.EMPTY and tick.unit_at(beside) is None:
                    return Action(unit.id, ActionType.DROP, beside)
        rising = diamond.summon_level + 1
        best = tick.game_config.maximum_diamond_summon_level
        if diamond.summon_level < best and danger > rising + 2 and left > 2 * rising:
            return Action(unit.id, ActionType.SUMMON)
        return Action(unit.id, ActionType.NONE)

    def fetch(self, tick: Tick, unit: Unit) -> Action:
        """Goes for the nearest diamond that lies about, else for the nearest foe that carries one."""
        goals = [diamond.position for diamond in tick.loose_diamonds()]
        goals = [goal for goal in goals if goal not in self.taken and self.is_free(tick, unit, goal)]
        if not goals:
            carriers = [foe.position for foe in tick.foes() if foe.has_diamond]
            beside = [tile for carrier in carriers for tile in carrier.neighbours()]
            goals = [tile for tile in beside if tile not in self.taken and self.is_free(tick, unit, tile)]
        steps = [(tick.distances(goal).get(unit.position, 999), number) for number, goal in enumerate(goals)]
        if not steps or min(steps)[0] == 999:
            return Action(unit.id, ActionType.NONE)
        goal = goals[min(steps)[1]]
        self.taken.add(goal)
        return Action(unit.id, ActionType.MOVE, goal)

    def is_free(self, tick: Tick, unit: Unit, tile: Position) -> bool:
        """Whether the unit could stand on that tile."""
        there = tick.unit_at(tile)
        return tick.tile_at(tile) == TileType.EMPTY and (there is None or there.id == unit.id)
