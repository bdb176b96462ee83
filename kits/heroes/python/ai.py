"""Your AI: change this file."""

from typing import List, Optional, Tuple

from heroes import NO_CELL, Ability, AbilityName, AbilityType, Cell, Hero, HeroName, World
from meydan import log


class AI:
    """Holds the objective zone and uses whatever ability does most at the moment."""

    _picks = [HeroName.BLASTER, HeroName.BLASTER, HeroName.HEALER, HeroName.BLASTER]

    def preprocess(self, world: World) -> None:
        """Called once, before the picks (5 s)."""
        log(f"{world.map.row_num} rows, {world.map.column_num} columns, zone of {len(world.map.objective_zone)} cells")

    def pick(self, world: World) -> None:
        """Called four times: pick one hero (0.2 s)."""
        world.pick_hero(self._picks[len(world.my_heroes)])

    def move(self, world: World) -> None:
        """Called in each of the six move phases of a turn: every hero may make one step (0.5 s in the first, then 0.2 s)."""
        heroes = [hero for hero in world.my_heroes if hero.current_cell != NO_CELL]
        settled = [hero.current_cell for hero in heroes if hero.current_cell.is_in_objective_zone]
        free = [cell for cell in world.map.objective_zone if cell not in settled]
        ap = world.ap
        for hero in heroes:
            if hero.current_cell in settled or hero.move_ap_cost > ap or not free:
                continue
            goal = min(free, key=lambda cell: world.manhattan_distance(hero.current_cell, cell))
            free.remove(goal)
            path = world.get_path_move_directions(hero.current_cell, goal, blocked=settled)
            if path:
                world.move_hero(hero, path[0])
                ap -= hero.move_ap_cost

    def action(self, world: World) -> None:
        """Called once a turn, after the moves: every hero may use one ability (0.2 s)."""
        ap = world.ap
        for hero in world.my_heroes:
            # Whoever stands in the own respawn zone is safe there, but hurts nobody.
            if hero.current_cell == NO_CELL or hero.current_cell.is_in_my_respawn_zone:
                continue
            best = self._best_cast(world, hero, ap)
            if best:
                ability, cell = best
                world.cast_ability(hero, ability, cell)
                ap -= ability.ap_cost

    def _best_cast(self, world: World, hero: Hero, ap: int) -> Optional[Tuple[Ability, Cell]]:
        """The ability and the target cell that are worth most, if any is worth something."""
        best, most = None, 0
        for ability in hero.abilities:
            if not ability.is_ready() or ability.ap_cost > ap:
                continue
            for cell in self._aims(world, ability):
                targets = world.get_ability_targets(ability, hero.current_cell, cell)
                worth = sum(self._worth(ability, target) for target in targets)
                if worth > most:
                    best, most = (ability, cell), worth
        return best

    def _aims(self, world: World, ability: Ability) -> List[Cell]:
        """The cells at which an ability may be aimed: those of the heroes it is for."""
        if ability.type == AbilityType.DODGE:
            return []
        heroes = world.my_heroes if ability.type == AbilityType.DEFENSIVE else world.opp_heroes
        return [hero.current_cell for hero in heroes if hero.current_cell != NO_CELL]

    def _worth(self, ability: Ability, target: Hero) -> int:
        """What an ability does for us on this target."""
        if ability.type == AbilityType.OFFENSIVE:
            return 0 if target.current_cell.is_in_opp_respawn_zone else ability.power
        if ability.name == AbilityName.GUARDIAN_FORTIFY:
            return 1
        return min(ability.power, target.max_hp - target.current_hp)
