"""Your bot: change this file."""

from typing import List, Optional, Tuple

from galaxy import Game


class Bot:
    """Takes strategic planets first, then attacks wherever it is twice as strong, the strategic ones before others."""

    def __init__(self) -> None:
        self.fort_used = False

    def initializer(self, game: Game) -> None:
        """A turn of the start phase: one troop."""
        game.put_one_troop(self.place(game))
        game.next_state()

    def place(self, game: Game) -> int:
        """The best free strategic planet, else the weakest strategic planet of ours, else any free planet."""
        owners, troops, strategic = game.get_owners(), game.get_troops_count(), game.get_strategic_nodes()
        me = game.get_player_id()
        free = [planet for planet in strategic if owners[planet] == -1]
        if free:
            return max(free, key=lambda planet: strategic[planet])
        mine = [planet for planet in strategic if owners[planet] == me]
        mine = mine or [planet for planet, owner in enumerate(owners) if owner == me]
        if mine:
            return min(mine, key=lambda planet: troops[planet])
        return owners.index(-1)

    def turn(self, game: Game) -> None:
        """A turn of the main phase: put troops, attack, move, fortify."""
        goal = self.front(game)
        if goal is not None and game.get_number_of_troops_to_put() > 0:
            game.put_troop(goal, game.get_number_of_troops_to_put())
        game.next_state()
        while (attack := self.best_attack(game)) is not None:
            game.attack(attack[0], attack[1], 1.0, 0.7)
        game.next_state()
        move = self.best_move(game)
        if move is not None:
            game.move_troop(*move)
        game.next_state()
        self.fortify(game)
        game.next_state()

    def value(self, game: Game, planet: int) -> int:
        """What a planet is worth to us."""
        return 10 + 10 * game.get_strategic_nodes().get(planet, 0)

    def fronts(self, game: Game) -> List[Tuple[int, int]]:
        """Pairs of a planet of ours and a neighbour of another player."""
        owners, me = game.get_owners(), game.get_player_id()
        pairs = [(a, b) for a, beside in enumerate(game.get_adj()) if owners[a] == me for b in beside]
        return [(a, b) for a, b in pairs if owners[b] not in (-1, me)]

    def front(self, game: Game) -> Optional[int]:
        """Where fresh troops help most: where the most is to be won for the fewest defenders. Without a front, anywhere."""
        troops, forts, owners = game.get_troops_count(), game.get_number_of_fort_troops(), game.get_owners()
        best, goal = -1000000, None
        for a, b in self.fronts(game):
            gain = self.value(game, b) + 2 * (troops[a] - troops[b] - forts[b])
            if gain > best:
                best, goal = gain, a
        if goal is not None:
            return goal
        mine = [planet for planet, owner in enumerate(owners) if owner == game.get_player_id()]
        return (mine + [planet for planet, owner in enumerate(owners) if owner == -1] + [None])[0]

    def best_attack(self, game: Game) -> Optional[Tuple[int, int]]:
        """The most valuable attack in which we are about twice as strong."""
        troops, forts = game.get_troops_count(), game.get_number_of_fort_troops()
        best, attack = 0, None
        for a, b in self.fronts(game):
            if troops[a] > 1 and troops[a] >= 2 * (troops[b] + forts[b]) and self.value(game, b) > best:
                best, attack = self.value(game, b), (a, b)
        return attack

    def best_move(self, game: Game) -> Optional[Tuple[int, int, int]]:
        """The largest garrison that stands behind the lines goes to the first front it can reach."""
        owners, troops, me = game.get_owners(), game.get_troops_count(), game.get_player_id()
        fronts = [a for a, _ in self.fronts(game)]
        behind = [p for p, owner in enumerate(owners) if owner == me and p not in fronts and troops[p] > 1]
        if not behind:
            return None
        source = max(behind, key=lambda planet: troops[planet])
        reached = [planet for planet in game.get_reachable(source) if planet in fronts]
        return (source, reached[0], troops[source] - 1) if reached else None

    def fortify(self, game: Game) -> None:
        """Once three strategic planets are ours, the strongest of them gets a fort for half of its troops."""
        owners, troops, me = game.get_owners(), game.get_troops_count(), game.get_player_id()
        mine = [planet for planet in game.get_strategic_nodes() if owners[planet] == me]
        if self.fort_used or len(mine) < 3:
            return
        planet = max(mine, key=lambda planet: troops[planet])
        if troops[planet] >= 4:
            game.fort(planet, troops[planet] // 2)
            self.fort_used = True
