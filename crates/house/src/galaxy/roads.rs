use meydan_core::Seat;
use meydan_galaxy::{Config, PlanetId};

use super::board::{Board, Sight};
use super::campaign::{March, Step};
use super::odds::Odds;

/// The cheapest ways to a planet of another player, from everywhere: what an army loses on average and leaves behind before it
/// stands there. Worked out backwards from the planet, and quickly, so that imagined players can go by it.
pub(super) struct Roads {
    pub(super) target: PlanetId,
    cost: Vec<f64>,
    next: Vec<PlanetId>,
}

impl Roads {
    pub(super) fn new<S: Sight>(board: &Board<S>, odds: &Odds, target: PlanetId) -> Roads {
        Roads::within(board, odds, target, f64::INFINITY)
    }

    /// Only ways that cost no more than so much.
    fn within<S: Sight>(board: &Board<S>, odds: &Odds, target: PlanetId, most: f64) -> Roads {
        let map = board.map();
        let mut roads = Roads { target, cost: vec![f64::INFINITY; map.len()], next: vec![target; map.len()] };
        roads.cost[target.index()] = 0.0;
        let mut open = vec![target];
        while let Some(nearest) =
            (0..open.len()).min_by(|&a, &b| roads.to(open[a]).total_cmp(&roads.to(open[b])))
        {
            let at = open.swap_remove(nearest);
            // One stays behind where the army set out.
            let cost = roads.to(at) + odds.price(board.defence(at)) + 1.0;
            if cost > most {
                continue;
            }
            for &near in map.neighbours(at) {
                if cost < roads.to(near) {
                    if board.enemys(near) && roads.to(near).is_infinite() {
                        open.push(near);
                    }
                    roads.cost[near.index()] = cost;
                    roads.next[near.index()] = at;
                }
            }
        }
        roads
    }

    /// What it costs to come from a planet to the target; infinite if there is no way.
    pub(super) fn to(&self, planet: PlanetId) -> f64 {
        self.cost[planet.index()]
    }

    /// The steps from a planet to the target.
    pub(super) fn steps(&self, from: PlanetId) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = from;
        while at != self.target {
            steps.push(Step { from: at, to: self.next[at.index()] });
            at = self.next[at.index()];
        }
        steps
    }
}

/// Where a march to a target best sets out if all of the reserve goes with it, and what is expected to stand on the target then.
pub(super) fn source<S: Sight>(
    board: &Board<S>,
    roads: &Roads,
    reserve: i64,
    spare: impl Fn(PlanetId) -> i64,
) -> Option<(PlanetId, f64)> {
    let mut best: Option<(PlanetId, f64)> = None;
    for planet in board.map().planets() {
        let cost = roads.to(planet);
        if cost.is_infinite() || board.enemys(planet) {
            continue;
        }
        let left = (spare(planet) + reserve) as f64 - cost;
        if best.is_none_or(|(_, most)| left > most) {
            best = Some((planet, left));
        }
    }
    best
}

/// How many must stand on a planet so that no rival of its holder is expected to take it in one turn, if each puts no more than so many
/// troops on the board before.
pub(super) fn garrison<S: Sight>(
    config: &Config,
    odds: &Odds,
    sight: &S,
    holder: Seat,
    planet: PlanetId,
    put: impl Fn(Seat) -> i64,
) -> i64 {
    let mut lead = 0.0f64;
    for rival in config.roster().seats().filter(|&seat| seat != holder) {
        let board = Board::new(config, sight, rival);
        let largest = board.own().map(|planet| board.troops(planet)).max().unwrap_or(0);
        let own = odds.price(board.defence(planet));
        let roads = Roads::within(&board, odds, planet, (largest + put(rival)) as f64 + own);
        if let Some((_, left)) = source(&board, &roads, put(rival), |planet| board.troops(planet)) {
            lead = lead.max(left + own);
        }
    }
    // A defender costs an attacker about as much.
    (lead / 0.85).ceil() as i64
}

/// Marches that are expected to take one or two of the targets, and what is left over of them together.
pub(super) fn rush<S: Sight>(
    board: &Board<S>,
    roads: &[Roads],
    reserve: i64,
    wanted: usize,
) -> Option<(Vec<March>, f64)> {
    let all = |planet: PlanetId| board.troops(planet);
    if wanted == 1 {
        let sources =
            roads.iter().filter_map(|roads| source(board, roads, reserve, all).map(|found| (roads, found)));
        let (roads, (from, left)) = sources.max_by(|a, b| a.1.1.total_cmp(&b.1.1))?;
        return Some((vec![March { source: from, steps: roads.steps(from), put: reserve }], left));
    }
    let mut best: Option<(Vec<March>, f64)> = None;
    let mut offer = |left: f64, marches: &dyn Fn() -> Vec<March>| {
        if best.as_ref().is_none_or(|(_, most)| left > *most) {
            best = Some((marches(), left));
        }
    };
    for (i, one) in roads.iter().enumerate() {
        for two in &roads[i + 1..] {
            for (first, second) in [(one, two), (two, one)] {
                // One army goes on from the first target to the second.
                if let Some((from, left)) = source(board, first, reserve, all) {
                    let left = left - second.to(first.target);
                    offer(left, &|| {
                        let mut steps = first.steps(from);
                        steps.extend(second.steps(first.target));
                        vec![March { source: from, steps, put: reserve }]
                    });
                }
            }
            // Two armies, between which the reserve is divided by what they lack.
            let (Some((a, left_a)), Some((b, left_b))) =
                (source(board, one, 0, all), source(board, two, 0, all))
            else {
                continue;
            };
            if a != b {
                let (lack_a, lack_b) = ((1.0 - left_a).max(0.0), (1.0 - left_b).max(0.0));
                let left = reserve as f64 - lack_a - lack_b + 1.0;
                offer(left, &|| {
                    let over = left / 2.0;
                    let put = ((lack_a + over).round().max(0.0) as i64).min(reserve);
                    vec![
                        March { source: a, steps: one.steps(a), put },
                        March { source: b, steps: two.steps(b), put: reserve - put },
                    ]
                });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Game, Seed, Viewer};
    use meydan_galaxy::{Galaxy, Map, Rules, Ruleset, Strategic, View};

    use super::*;

    /// Planets 0 and 4 are strategic, at the ends of a row.
    ///
    /// ```text
    /// 0 - 1 - 2 - 3 - 4
    /// ```
    fn row(owners: [Option<u8>; 5], troops: [i64; 5]) -> (Config, View) {
        let edges = [[0, 1], [1, 2], [2, 3], [3, 4]].map(|edge| edge.map(PlanetId)).to_vec();
        let strategic = [0, 4].map(|planet| Strategic { planet: PlanetId(planet), score: 2 }).to_vec();
        let map = Map::new(None, 5, edges, strategic, None).unwrap();
        let config = Config::new(map, Rules::of(Ruleset::Official)).unwrap();
        let mut view = Galaxy::new(&config, Chance::new(Seed(1))).unwrap().view(Viewer::Seat(Seat(0)));
        view.owners = owners.map(|owner| owner.map(Seat)).to_vec();
        view.troops = troops.to_vec();
        (config, view)
    }

    #[test]
    fn a_way_over_several_planets_costs_who_falls_and_who_stays_behind() {
        let (config, view) = row([Some(0), Some(1), Some(1), Some(1), Some(1)], [12, 1, 1, 1, 1]);
        let (board, odds) = (Board::new(&config, &view, Seat(0)), Odds::new());
        let roads = Roads::new(&board, &odds, PlanetId(4));
        // Four planets with one troop each cost about half a troop and leave one behind each.
        assert!((5.5..7.0).contains(&roads.to(PlanetId(0))), "{}", roads.to(PlanetId(0)));
        let to: Vec<PlanetId> = roads.steps(PlanetId(0)).iter().map(|step| step.to).collect();
        assert_eq!(to, [1, 2, 3, 4].map(PlanetId));
    }

    #[test]
    fn nobody_comes_over_a_free_planet_but_an_army_may_be_put_there() {
        let (config, view) = row([Some(0), None, Some(1), Some(1), Some(1)], [12, 0, 1, 1, 5]);
        let (board, odds) = (Board::new(&config, &view, Seat(0)), Odds::new());
        let roads = Roads::new(&board, &odds, PlanetId(4));
        assert!(roads.to(PlanetId(0)).is_infinite());
        let found = source(&board, &roads, 20, |planet| board.troops(planet)).unwrap();
        assert_eq!(found.0, PlanetId(1));
    }

    #[test]
    fn a_garrison_answers_to_troops_that_are_not_on_the_board_yet() {
        let (config, view) = row([Some(0), None, None, Some(1), Some(1)], [3, 0, 0, 1, 1]);
        let need = |put: i64| garrison(&config, &Odds::new(), &view, Seat(0), PlanetId(0), |_| put);
        assert!(need(0) <= 1, "{}", need(0));
        assert!((18..=26).contains(&need(20)), "{}", need(20));
    }

    #[test]
    fn two_targets_at_two_ends_are_taken_by_two_armies() {
        let (config, view) = row([Some(1), Some(0), Some(1), Some(0), Some(1)], [3, 2, 30, 2, 3]);
        let (board, odds) = (Board::new(&config, &view, Seat(0)), Odds::new());
        let roads = [0, 4].map(|planet| Roads::new(&board, &odds, PlanetId(planet)));
        let (marches, left) = rush(&board, &roads, 12, 2).unwrap();
        let puts: Vec<i64> = marches.iter().map(|march| march.put).collect();
        let both = puts.len() == 2 && puts.iter().all(|&put| put >= 4) && puts.iter().sum::<i64>() == 12;
        assert!(both && left > 3.0, "{puts:?} {left}");
    }
}
