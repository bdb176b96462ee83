use meydan_galaxy::PlanetId;

use super::board::{Board, Sight};
use super::odds::Odds;

/// One army's attacks in order.
#[derive(Clone, Debug)]
pub(super) struct March {
    /// Where the army gathers: a planet of mine, or a free one that is claimed by putting troops there.
    pub(super) source: PlanetId,
    pub(super) steps: Vec<Step>,
    /// What of the reserve is put on the source first.
    pub(super) put: i64,
}

/// One attack. The army follows if the next step begins where this one leads; otherwise it stays and one troop
/// follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: PlanetId,
    pub(super) to: PlanetId,
}

/// Marches that together take what is wanted, the least certain first, and the chance that all of it succeeds.
#[derive(Clone, Debug)]
pub(super) struct Campaign {
    pub(super) marches: Vec<March>,
    pub(super) chance: f64,
}

/// The most promising way to take so many of the targets in one turn with the reserve put where it helps most.
pub(super) fn campaign(
    board: &Board,
    odds: &Odds,
    targets: Vec<PlanetId>,
    reserve: i64,
    wanted: usize,
) -> Option<Campaign> {
    let bases = bases(board, reserve);
    let mut search = Search {
        board,
        odds,
        targets,
        reserve,
        bases: &bases,
        marches: Vec::new(),
        used: Vec::new(),
        looks: LOOKS,
        best: Campaign { marches: Vec::new(), chance: HOPELESS },
    };
    search.go(wanted, 0);
    Some(search.best).filter(|best| !best.marches.is_empty())
}

/// How many planets a campaign may begin on.
const BASES: usize = 8;
/// Campaigns less likely than this are not looked at.
const HOPELESS: f64 = 0.02;
/// How often a search may look for ways from a planet. Three targets behind many bases have more campaigns than anybody can go
/// through; the most promising bases come first.
const LOOKS: usize = 2_000;
/// Into how many parts the reserve is divided at most.
const PARTS: i64 = 40;

/// Planets next to an enemy that are own or can be claimed, the most promising first. The reserve can be put anywhere,
/// so a gate to a strategic planet counts for more than an army.
pub(super) fn bases(board: &Board, reserve: i64) -> Vec<PlanetId> {
    let strategic = |planet: PlanetId| board.map().score(planet) > 0;
    let gates = |planet: PlanetId| board.targets(planet).filter(|&near| strategic(near)).count() as i64;
    let open = |planet: PlanetId| board.mine(planet) || (reserve > 1 && board.owner(planet).is_none());
    let mut bases: Vec<PlanetId> =
        board.map().planets().filter(|&planet| open(planet) && board.border(planet)).collect();
    bases.sort_by_key(|&planet| std::cmp::Reverse(8 * gates(planet) + board.troops(planet)));
    bases.truncate(BASES);
    bases
}

struct Search<'a> {
    board: &'a Board<'a>,
    odds: &'a Odds,
    targets: Vec<PlanetId>,
    reserve: i64,
    bases: &'a [PlanetId],
    marches: Vec<March>,
    /// What was taken: none of it can be entered again.
    used: Vec<PlanetId>,
    /// How many looks are left.
    looks: usize,
    best: Campaign,
}

/// The cheapest ways over planets of others from one planet: which planet comes before each.
struct Ways(Vec<Option<PlanetId>>);

impl Search<'_> {
    /// Takes the next target: with the army that marched last, from where it stands or from the planet before that, or
    /// with an army of one of the bases from a number on. Armies set out in the order of the bases, because any order
    /// of theirs is the same campaign.
    fn go(&mut self, wanted: usize, first_base: usize) {
        if wanted == 0 {
            return self.finish();
        }
        if let Some(march) = self.marches.last() {
            let last = march.steps[march.steps.len() - 1];
            let army = self.board.troops(march.source) + self.reserve;
            for at in [last.to, last.from] {
                if !self.may_look() {
                    return;
                }
                let ways = self.ways(at, army);
                for target in self.targets.clone() {
                    if let Some(steps) = ways.steps(target) {
                        let before = self.marches.len() - 1;
                        let kept = self.marches[before].steps.len();
                        self.marches[before].steps.extend(&steps);
                        self.further(&steps, wanted, first_base);
                        self.marches[before].steps.truncate(kept);
                    }
                }
            }
        }
        for (number, &base) in self.bases.iter().enumerate().skip(first_base) {
            let army = self.board.troops(base) + self.reserve;
            if army < 2 {
                continue;
            }
            if !self.may_look() {
                return;
            }
            let ways = self.ways(base, army);
            for target in self.targets.clone() {
                if let Some(steps) = ways.steps(target) {
                    self.marches.push(March { source: base, steps: steps.clone(), put: 0 });
                    self.further(&steps, wanted, number + 1);
                    self.marches.pop();
                }
            }
        }
    }

    fn may_look(&mut self) -> bool {
        self.looks = self.looks.saturating_sub(1);
        self.looks > 0
    }

    /// Looks further behind some steps if they may still lead to something better than what is known.
    fn further(&mut self, steps: &[Step], wanted: usize, first_base: usize) {
        let bound: f64 = self.marches.iter().map(|march| self.chance(march, self.reserve)).product();
        if bound > self.best.chance {
            let before = self.used.len();
            self.used.extend(steps.iter().map(|step| step.to));
            let taken = steps.iter().filter(|step| self.targets.contains(&step.to)).count();
            self.go(wanted.saturating_sub(taken), first_base);
            self.used.truncate(before);
        }
    }

    /// The chance that an army wins all its battles if so much of the reserve is put on its source. One troop stays
    /// behind on every planet.
    fn chance(&self, march: &March, put: i64) -> f64 {
        let army = (self.board.troops(march.source) + put) as f64;
        march_chance(self.board, self.odds, &march.steps, army)
    }

    /// Divides the reserve among the marches and keeps the campaign if it is the best so far.
    fn finish(&mut self) {
        let part = (self.reserve + PARTS - 1) / PARTS;
        let parts = if part > 0 { self.reserve / part } else { 0 };
        // For each number of parts that the marches so far may use: the best chance, and what each of them gets.
        let mut best: Vec<(f64, Vec<i64>)> = vec![(1.0, Vec::new()); parts as usize + 1];
        for march in &self.marches {
            let chances: Vec<f64> = (0..=parts).map(|parts| self.chance(march, parts * part)).collect();
            best = (0..=parts as usize)
                .map(|all| {
                    let chance = |own: &usize| chances[*own] * best[all - own].0;
                    let own = (0..=all).max_by(|a, b| chance(a).total_cmp(&chance(b))).unwrap_or(0);
                    let mut shares = best[all - own].1.clone();
                    shares.push(own as i64 * part);
                    (chance(&own), shares)
                })
                .collect();
        }
        let Some((chance, shares)) = best.pop() else { return };
        if chance > self.best.chance {
            let mut marches = self.marches.clone();
            for (march, put) in marches.iter_mut().zip(&shares) {
                march.put = *put;
            }
            // What the parts leave over goes to the first.
            marches[0].put += self.reserve - shares.iter().sum::<i64>();
            let certain = |march: &March| self.chance(march, march.put);
            marches.sort_by(|a, b| certain(a).total_cmp(&certain(b)));
            self.best = Campaign { marches, chance };
        }
    }

    /// The cheapest ways from a planet to all targets that so many troops might reach.
    fn ways(&self, from: PlanetId, army: i64) -> Ways {
        let board = self.board;
        let mut cost = vec![f64::INFINITY; board.map().len()];
        let mut before = vec![None; board.map().len()];
        let mut open = vec![from];
        cost[from.index()] = 0.0;
        while let Some(nearest) =
            (0..open.len()).min_by(|&a, &b| cost[open[a].index()].total_cmp(&cost[open[b].index()]))
        {
            let at = open.swap_remove(nearest);
            for near in board.targets(at).filter(|near| !self.used.contains(near)) {
                // One stays behind on every planet taken.
                let sum = cost[at.index()] + self.odds.price(board.defence(near)) + 1.0;
                if sum < cost[near.index()] && sum <= army as f64 + 1.0 {
                    if cost[near.index()].is_infinite() {
                        open.push(near);
                    }
                    cost[near.index()] = sum;
                    before[near.index()] = Some(at);
                }
            }
        }
        Ways(before)
    }
}

/// The chance that an army wins the battles of some steps one after the other.
pub(super) fn march_chance<S: Sight>(board: &Board<S>, odds: &Odds, steps: &[Step], army: f64) -> f64 {
    let fight = |(chance, left): (f64, f64), step: &Step| {
        let (win, after) = odds.battle(left, board.defence(step.to));
        (chance * win, after - 1.0)
    };
    steps.iter().fold((1.0, army), fight).0
}

impl Ways {
    /// The steps to a target, if there is a way.
    fn steps(&self, target: PlanetId) -> Option<Vec<Step>> {
        let mut steps = vec![Step { from: self.0[target.index()]?, to: target }];
        while let Some(before) = self.0[steps[steps.len() - 1].from.index()] {
            steps.push(Step { from: before, to: steps[steps.len() - 1].from });
        }
        steps.reverse();
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Game, Seat, Seed, Viewer};
    use meydan_galaxy::{Config, Galaxy, Map, Rules, Ruleset, Strategic, View};

    use super::*;

    /// Planets 0 and 1 are strategic and the other player's; 2 lies between them, 3 next to 0, 4 next to 1.
    ///
    /// ```text
    /// 3 - 0 - 2 - 1 - 4
    /// ```
    fn scene(owners: [Option<u8>; 5], troops: [i64; 5]) -> (Config, View) {
        let edges = [[3, 0], [0, 2], [2, 1], [1, 4]].map(|edge| edge.map(PlanetId)).to_vec();
        let strategic = [0, 1].map(|planet| Strategic { planet: PlanetId(planet), score: 1 }).to_vec();
        let map = Map::new(None, 5, edges, strategic, None).unwrap();
        let config = Config::new(map, Rules::of(Ruleset::Document)).unwrap();
        let mut view = Galaxy::new(&config, Chance::new(Seed(1))).unwrap().view(Viewer::Seat(Seat(0)));
        view.owners = owners.map(|owner| owner.map(Seat)).to_vec();
        view.troops = troops.to_vec();
        (config, view)
    }

    fn both(owners: [Option<u8>; 5], troops: [i64; 5], reserve: i64) -> Campaign {
        let (config, view) = scene(owners, troops);
        let board = Board::new(&config, &view, Seat(0));
        campaign(&board, &Odds::new(), vec![PlanetId(0), PlanetId(1)], reserve, 2).unwrap()
    }

    #[test]
    fn an_army_between_two_targets_stays_where_it_is_needed_again() {
        let found = both([Some(1), Some(1), Some(0), None, None], [5, 5, 1, 0, 0], 20);
        assert_eq!(found.marches.len(), 1);
        let march = &found.marches[0];
        assert_eq!((march.source, march.put), (PlanetId(2), 20));
        assert!(march.steps.len() == 2 && march.steps.iter().all(|step| step.from == PlanetId(2)));
        assert!(found.chance > 0.9, "{}", found.chance);
    }

    #[test]
    fn the_reserve_is_divided_between_two_armies() {
        // The way through the middle is closed by a great army.
        let found = both([Some(1), Some(1), Some(1), Some(0), Some(0)], [5, 5, 90, 1, 1], 24);
        let puts: Vec<i64> = found.marches.iter().map(|march| march.put).collect();
        assert_eq!(puts.iter().sum::<i64>(), 24);
        assert!(puts.len() == 2 && puts.iter().all(|&put| (10..=14).contains(&put)), "{puts:?}");
    }

    #[test]
    fn a_search_ends_when_its_looks_are_used_up() {
        let (config, view) = scene([Some(1), Some(1), Some(0), None, None], [5, 5, 1, 0, 0]);
        let board = Board::new(&config, &view, Seat(0));
        let (odds, bases) = (Odds::new(), bases(&board, 20));
        let finds = |looks| {
            let mut search = Search {
                board: &board,
                odds: &odds,
                targets: vec![PlanetId(0), PlanetId(1)],
                reserve: 20,
                bases: &bases,
                marches: Vec::new(),
                used: Vec::new(),
                looks,
                best: Campaign { marches: Vec::new(), chance: HOPELESS },
            };
            search.go(2, 0);
            !search.best.marches.is_empty()
        };
        assert!(finds(LOOKS) && !finds(2));
    }

    #[test]
    fn a_free_planet_is_claimed_to_begin_on_if_there_is_a_reserve() {
        let (config, view) = scene([Some(1), Some(1), Some(1), None, None], [5, 5, 90, 0, 0]);
        let board = Board::new(&config, &view, Seat(0));
        let one = |reserve| campaign(&board, &Odds::new(), vec![PlanetId(0)], reserve, 1);
        assert_eq!(one(12).unwrap().marches[0].source, PlanetId(3));
        assert!(one(0).is_none());
    }
}
