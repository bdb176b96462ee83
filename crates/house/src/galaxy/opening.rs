use meydan_core::Seat;
use meydan_galaxy::{PlanetId, View};

use super::board::Board;
use super::tactics::Tactics;

/// The best strategic planet that is still free.
pub(super) fn free_strategic(board: &Board) -> Option<PlanetId> {
    let strategic = board.map().strategic().iter();
    let free = strategic.filter(|strategic| board.owner(strategic.planet).is_none());
    free.max_by_key(|strategic| strategic.score).map(|strategic| strategic.planet)
}

/// Planets next to strategic ones come first: as shields of one's own and as gates to the others'. Then guards
/// where the others' plans lead; the rest is kept back (`None`).
pub(super) fn named_place(tactics: &Tactics, board: &Board, view: &View, me: Seat) -> Option<PlanetId> {
    let map = board.map();
    // Who moves before me and needs few planets more gets no chance to take one of mine unguarded.
    let pressed = tactics.before_me(view, me).into_iter().any(|rival| tactics.needed(board, rival) <= 2);
    if pressed && let Some(&(planet, _)) = tactics.shield(view, me, 1).first() {
        return Some(planet);
    }
    let pull = |planet: PlanetId| {
        let near = map.neighbours(planet).iter();
        let near = near.map(|&near| match (map.score(near) > 0, board.mine(near), board.enemys(near)) {
            (true, true, _) => 2,
            (true, _, true) => 3,
            (false, true, _) => 1,
            _ => 0,
        });
        near.sum::<i32>()
    };
    let free = map.planets().filter(|&planet| board.owner(planet).is_none());
    if let Some(planet) = free.max_by_key(|&planet| pull(planet)).filter(|&planet| pull(planet) > 0) {
        return Some(planet);
    }
    if let Some(&(planet, _)) = tactics.shield(view, me, 1).first() {
        return Some(planet);
    }
    // What the first strike needs is kept back, where nobody can kill it.
    if tactics.decided_at_once() {
        return None;
    }
    let lack = |planet: PlanetId| tactics.need(board, planet) - board.defence(planet);
    let own = map.strategic().iter().map(|strategic| strategic.planet).filter(|&planet| board.mine(planet));
    own.filter(|&planet| lack(planet) > 0).max_by_key(|&planet| lack(planet))
}

/// Other places for a start troop: free planets that shield own strategic ones, these themselves, and none.
pub(super) fn alternatives(board: &Board) -> Vec<Option<PlanetId>> {
    let map = board.map();
    let shields = |planet: PlanetId| {
        let near = map.neighbours(planet).iter();
        let near = near.map(|&near| match (map.score(near) > 0, board.mine(near)) {
            (true, true) => 4,
            (true, false) | (false, true) => 1,
            _ => 0,
        });
        near.sum::<i32>()
    };
    let mut free: Vec<PlanetId> = map.planets().filter(|&planet| board.owner(planet).is_none()).collect();
    free.sort_by_key(|&planet| std::cmp::Reverse(shields(planet)));
    let strategic = map.strategic().iter().map(|strategic| strategic.planet);
    let mut own: Vec<PlanetId> = strategic.filter(|&planet| board.mine(planet)).collect();
    own.sort_by_key(|&planet| board.defence(planet));
    free.into_iter().take(2).chain(own.into_iter().take(2)).map(Some).chain([None]).collect()
}
