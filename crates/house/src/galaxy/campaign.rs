use meydan_galaxy::PlanetId;

use super::board::Board;
use super::odds::Odds;

/// A chain of attacks: each planet is attacked from the one before, the first from the source.
#[derive(Clone, Debug)]
pub(super) struct March {
    pub(super) source: PlanetId,
    pub(super) way: Vec<PlanetId>,
}

/// Marches that together take what is wanted, and the chance that all of it succeeds.
#[derive(Clone, Debug)]
pub(super) struct Campaign {
    pub(super) marches: Vec<March>,
    pub(super) chance: f64,
}

/// The most promising way to take so many of the targets in one turn. The reserve is put where the first march begins;
/// other armies may take a target of their own on the side.
pub(super) fn campaign(
    board: &Board,
    odds: &Odds,
    targets: Vec<PlanetId>,
    reserve: i64,
    wanted: usize,
) -> Option<Campaign> {
    let bases = bases(board);
    let mut search =
        Search { board, odds, targets, bases: &bases, marches: Vec::new(), used: Vec::new(), best: None };
    for &base in &bases {
        search.used = vec![base];
        let army = Army { at: base, troops: (board.troops(base) + reserve) as f64 };
        search.go(army, wanted, 1.0);
    }
    search.best
}

/// How many own planets a campaign may begin on.
const BASES: usize = 8;

/// Own planets next to an enemy, the most promising first. The reserve can be put anywhere, so a gate to a strategic
/// planet counts for more than an army.
fn bases(board: &Board) -> Vec<PlanetId> {
    let strategic = |planet: PlanetId| board.map().score(planet) > 0;
    let gates = |planet: PlanetId| board.targets(planet).filter(|&near| strategic(near)).count() as i64;
    let mut bases: Vec<PlanetId> = board.own().filter(|&planet| board.border(planet)).collect();
    bases.sort_by_key(|&planet| std::cmp::Reverse(8 * gates(planet) + board.troops(planet)));
    bases.truncate(BASES);
    bases
}

/// The marching army.
#[derive(Clone, Copy)]
struct Army {
    at: PlanetId,
    troops: f64,
}

struct Search<'a> {
    board: &'a Board<'a>,
    odds: &'a Odds,
    targets: Vec<PlanetId>,
    bases: &'a [PlanetId],
    marches: Vec<March>,
    /// Where marches began and what they took: none of it can be entered again.
    used: Vec<PlanetId>,
    best: Option<Campaign>,
}

impl Search<'_> {
    /// Takes the next target with the marching army, or with another one.
    fn go(&mut self, army: Army, wanted: usize, chance: f64) {
        if self.best.as_ref().is_some_and(|best| chance <= best.chance) {
            return;
        }
        if wanted == 0 {
            self.best = Some(Campaign { marches: self.marches.clone(), chance });
            return;
        }
        for target in self.targets.clone() {
            if self.used.contains(&target) {
                continue;
            }
            if let Some((way, win, left)) = self.way(army, target) {
                let next = Army { at: target, troops: left };
                self.step(army.at, way, |search, taken| {
                    search.go(next, wanted.saturating_sub(taken), chance * win);
                });
            }
            // The army with the reserve marches first.
            if self.marches.is_empty() {
                continue;
            }
            for &base in self.bases {
                let other = Army { at: base, troops: self.board.troops(base) as f64 };
                if other.troops < 3.0 || self.used.contains(&base) {
                    continue;
                }
                if let Some((way, win, _)) = self.way(other, target) {
                    self.step(base, way, |search, taken| {
                        search.go(army, wanted.saturating_sub(taken), chance * win);
                    });
                }
            }
        }
    }

    /// Looks further behind one march, and forgets it again.
    fn step(&mut self, source: PlanetId, way: Vec<PlanetId>, further: impl FnOnce(&mut Self, usize)) {
        let before = self.used.len();
        let taken = way.iter().filter(|planet| self.targets.contains(planet)).count();
        self.used.push(source);
        self.used.extend(&way);
        self.marches.push(March { source, way });
        further(self, taken);
        self.marches.pop();
        self.used.truncate(before);
    }

    /// The cheapest way over planets of others, the chance to win all its battles, and who is left then.
    fn way(&self, army: Army, target: PlanetId) -> Option<(Vec<PlanetId>, f64, f64)> {
        let board = self.board;
        let mut cost = vec![f64::INFINITY; board.map().len()];
        let mut before: Vec<Option<PlanetId>> = vec![None; board.map().len()];
        let mut open = vec![army.at];
        cost[army.at.index()] = 0.0;
        loop {
            let nearest =
                (0..open.len()).min_by(|&a, &b| cost[open[a].index()].total_cmp(&cost[open[b].index()]))?;
            let at = open.swap_remove(nearest);
            if cost[at.index()] > army.troops {
                return None;
            }
            if at == target {
                break;
            }
            for near in board.targets(at).filter(|near| !self.used.contains(near)) {
                // One stays behind on every planet taken.
                let sum = cost[at.index()] + self.odds.price(board.defence(near)) + 1.0;
                if sum < cost[near.index()] {
                    if cost[near.index()].is_infinite() {
                        open.push(near);
                    }
                    cost[near.index()] = sum;
                    before[near.index()] = Some(at);
                }
            }
        }
        let mut way = vec![target];
        while let Some(at) = before[way[way.len() - 1].index()].filter(|&at| at != army.at) {
            way.push(at);
        }
        way.reverse();
        let (mut chance, mut left) = (1.0, army.troops);
        for &planet in &way {
            let (win, after) = self.odds.battle(left, board.defence(planet));
            (chance, left) = (chance * win, after - 1.0);
        }
        (chance > 0.02).then_some((way, chance, left))
    }
}
