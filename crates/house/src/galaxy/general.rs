use meydan_core::{Bot, Chance, Desk, Next, Seat, SeatSet};
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId, Stage, View};

use super::board::Board;
use super::campaign::{Campaign, bases};
use super::greedy;
use super::playout::Playout;
use super::tactics::Tactics;

/// Plays for the strategic planets: keeps most troops in reserve, where nobody can kill them, guards the planets on
/// which the others' best plans depend, and strikes along the way on which the dice are most likely to carry it
/// through. Where it is not clear what to do it tries its plans out: it imagines the match from here to its end many
/// times over, played by greedy players, and does what won most often.
pub(super) struct General {
    tactics: Tactics,
    chance: Chance,
    /// Who has let the others take the strategic planets, and is not expected to fight for them either.
    aimless: SeatSet,
}

/// What is put where at the beginning of a turn, and how the turn goes on.
#[derive(Clone, Debug)]
struct Plan {
    puts: Vec<(PlanetId, i64)>,
    style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Goes for the match along a campaign.
    Strike,
    /// Takes a strategic planet from whoever is about to win.
    Deny,
    /// Takes what costs less than it brings.
    Bargain,
    /// Takes whatever is weaker.
    Greedy,
    /// Attacks nobody.
    Wait,
}

/// A campaign so likely needs no thought.
const SURE: f64 = 0.9;
/// Once the troops stand on the map a campaign is gone through with at worse odds, too.
const GO_ON: f64 = 0.35;
/// How much better another place for a start troop must do than the one that experience names.
const CLEARLY: f64 = 0.1;
/// How much is imagined for one choice, in planets times turns. It is a count and not a time, so that the same seed
/// gives the same match on every machine.
const EFFORT: usize = 40_000;

impl General {
    pub(super) fn new(config: &Config, chance: Chance) -> General {
        General { tactics: Tactics::new(config), chance, aimless: SeatSet::EMPTY }
    }

    /// How often a future of so many turns is imagined.
    fn playouts(&self, turns: u32) -> usize {
        (EFFORT / (self.tactics.config.map().len() * turns.max(1) as usize)).clamp(4, 64)
    }

    fn start_phase(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let view = desk.view();
        self.aimless = self.tactics.aimless(&view, desk.seat());
        if let Some(planet) = self.placement(&view, desk.seat()) {
            let _ = desk.act(Action::place(planet));
        }
        let _ = desk.act(Action::Next);
    }

    /// Where a start troop goes, if it is not kept back. A player that must wait for others' attacks first tries out whether the
    /// place that experience names lets it live to see its own.
    fn placement(&mut self, view: &View, me: Seat) -> Option<PlanetId> {
        let board = self.tactics.board(view, me);
        let free = |planet: PlanetId| board.owner(planet).is_none();
        let strategic = board.map().strategic().iter().filter(|strategic| free(strategic.planet));
        if let Some(best) = strategic.max_by_key(|strategic| strategic.score) {
            return Some(best.planet);
        }
        let named = self.named_place(&board, view, me);
        if !self.tactics.decided_at_once() || self.tactics.before_me(view, me).is_empty() {
            return named;
        }
        let mut options = vec![named];
        for option in alternatives(&board) {
            if !options.contains(&option) {
                options.push(option);
            }
        }
        let rules = self.tactics.config.rules();
        // A turn of the start phase is much sooner played than one of the main phase.
        let playouts = self.playouts(rules.last_start_turn().saturating_sub(view.turn) / 8 + 3);
        let unplaced = |seat: Seat| {
            let placed: i64 = self.tactics.board(view, seat).own().map(|planet| board.troops(planet)).sum();
            i64::from(rules.initial_troop) - placed
        };
        let reserves: Vec<i64> = self.tactics.config.roster().seats().map(unplaced).collect();
        let seeds: Vec<Chance> = (0..playouts).map(|_| self.chance.fork()).collect();
        let survives = |option: Option<PlanetId>| {
            let lives = |seed: &&Chance| {
                let mut seed = (*seed).clone();
                let mut playout =
                    Playout::new(&self.tactics.config, view, &reserves, self.aimless, seed.fork());
                if let Some(planet) = option {
                    let _ = playout.desk().act(Action::place(planet));
                }
                playout.survive(me, seed)
            };
            seeds.iter().filter(lives).count() as f64
        };
        let bar = survives(named) + CLEARLY * playouts as f64;
        let others = options.into_iter().skip(1).map(|option| (survives(option), option));
        let best = others.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|&(lives, _)| lives > bar);
        best.map_or(named, |(_, option)| option)
    }

    /// Planets next to strategic ones come first: as shields of one's own and as gates to the others'. Then guards
    /// where the others' plans lead; the rest is kept back (`None`).
    fn named_place(&self, board: &Board, view: &View, me: Seat) -> Option<PlanetId> {
        let tactics = &self.tactics;
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
        let own =
            map.strategic().iter().map(|strategic| strategic.planet).filter(|&planet| board.mine(planet));
        own.filter(|&planet| lack(planet) > 0).max_by_key(|&planet| lack(planet))
    }

    fn main_phase(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let plan = self.decide(&desk.view(), desk.seat());
        self.carry_out(&plan, desk);
    }

    /// A strike that is nearly sure, or else the plan that wins most often.
    fn decide(&mut self, view: &View, me: Seat) -> Plan {
        let board = self.tactics.board(view, me);
        let mut strike = None;
        if self.tactics.counts(view.turn)
            && let Some(campaign) =
                self.tactics.campaign(&board, view.reserve(), self.tactics.needed(&board, me))
        {
            let chance = campaign.chance;
            let plan = Plan::march(&campaign, Style::Strike);
            if chance >= SURE {
                return plan;
            }
            strike = Some((chance, plan));
        }
        let (value, plan) = self.rehearse(self.plans(&board, view, me), view, me);
        match strike {
            Some((chance, strike)) if chance > value => strike,
            _ => plan,
        }
    }

    /// What could be done in this turn, the more careful first.
    fn plans(&self, board: &Board, view: &View, me: Seat) -> Vec<Plan> {
        let tactics = &self.tactics;
        let reserve = view.reserve();
        let mut plans = vec![
            Plan { puts: tactics.hold(view, me), style: Style::Bargain },
            Plan { puts: Vec::new(), style: Style::Greedy },
            Plan { puts: Vec::new(), style: Style::Wait },
        ];
        if tactics.rivals(me).any(|rival| tactics.needed(board, rival) <= 1)
            && let Some(campaign) = tactics.denial(board, reserve, me)
        {
            plans.push(Plan::march(&campaign, Style::Deny));
        }
        // Free planets are claimed by a troop each; on large maps there are many.
        let free = board.map().planets().filter(|&planet| board.owner(planet).is_none());
        let settlers: Vec<(PlanetId, i64)> = free.zip(0..reserve).map(|(planet, _)| (planet, 1)).collect();
        if !settlers.is_empty() {
            plans.push(Plan { puts: settlers, style: Style::Bargain });
        }
        let all_on = |planet: PlanetId| Plan { puts: vec![(planet, reserve)], style: Style::Greedy };
        if board.own().next().is_none() {
            // Nothing is left: come back where it is free.
            plans.extend(board.map().planets().find(|&planet| board.owner(planet).is_none()).map(all_on));
        }
        plans.extend(bases(board, reserve).into_iter().map(all_on));
        plans
    }

    /// Tries plans out in imagined matches, those that do well more often, and gives the best with its share of wins.
    /// All see the same dice. Of equal plans the first is taken.
    fn rehearse(&mut self, plans: Vec<Plan>, view: &View, me: Seat) -> (f64, Plan) {
        let reserves: Vec<i64> =
            view.reserves.iter().map(|known| known.unwrap_or(self.tactics.bonus())).collect();
        let playouts = self.playouts(self.tactics.config.rules().last_turn().saturating_sub(view.turn));
        let mut rated: Vec<(f64, Plan)> = plans.into_iter().map(|plan| (0.0, plan)).collect();
        let mut played = 0;
        for (rounds, stay) in [(1, 4), (2, 2), (4, 1)] {
            let seeds: Vec<Chance> = (0..rounds * playouts).map(|_| self.chance.fork()).collect();
            for (won, plan) in &mut rated {
                for seed in &seeds {
                    let mut seed = seed.clone();
                    let mut playout =
                        Playout::new(&self.tactics.config, view, &reserves, self.aimless, seed.fork());
                    self.carry_out(plan, &mut playout.desk());
                    *won += playout.finish(me, seed);
                }
            }
            played += seeds.len();
            rated.sort_by(|a, b| b.0.total_cmp(&a.0));
            rated.truncate(stay);
        }
        let (won, plan) = rated.swap_remove(0);
        (won / played as f64, plan)
    }

    fn carry_out(&self, plan: &Plan, desk: &mut dyn Desk<Galaxy>) {
        for &(planet, troops) in plan.puts.iter().filter(|&&(_, troops)| troops > 0) {
            let _ = desk.act(Action::deploy(planet, troops));
        }
        if desk.act(Action::Next) != Ok(Next::More) {
            return;
        }
        self.attack(plan.style, desk);
        // Refused if the match is won.
        if desk.act(Action::Next) != Ok(Next::More) {
            return;
        }
        let me = desk.seat();
        let view = desk.view();
        let board = self.tactics.board(&view, me);
        let transfer = match plan.style {
            Style::Greedy => greedy::transfer(&board),
            _ => self.tactics.transfer(&board),
        };
        if let Some(transfer) = transfer {
            let _ = desk.act(transfer);
        }
        let _ = desk.act(Action::Next);
        if let Some(fort) = self.tactics.fort(&desk.view(), me) {
            let _ = desk.act(fort);
        }
        let _ = desk.act(Action::Next);
    }

    fn attack(&self, mut style: Style, desk: &mut dyn Desk<Galaxy>) {
        let (tactics, me) = (&self.tactics, desk.seat());
        // Every win takes a planet and every other battle troops, so this ends; the bound is for safety.
        for _ in 0..200 {
            let view = desk.view();
            if view.decided || view.stage != Stage::Attack {
                return;
            }
            let board = tactics.board(&view, me);
            let campaign = match style {
                Style::Strike => tactics.campaign(&board, 0, tactics.needed(&board, me)),
                Style::Deny => tactics.denial(&board, 0, me),
                _ => None,
            };
            let action = match (style, campaign) {
                (_, Some(campaign)) if campaign.chance >= GO_ON => Some(tactics.advance(&board, &campaign)),
                // What was planned is done or has become unlikely.
                (Style::Strike, _) => {
                    style = Style::Deny;
                    continue;
                }
                (Style::Deny | Style::Bargain, _) => tactics.bargain(&board, me),
                (Style::Greedy, _) => greedy::attack(&board),
                (Style::Wait, _) => None,
            };
            let Some(action) = action else { return };
            let _ = desk.act(action);
        }
    }
}

impl Plan {
    fn march(campaign: &Campaign, style: Style) -> Plan {
        Plan { puts: campaign.marches.iter().map(|march| (march.source, march.put)).collect(), style }
    }
}

/// Other places for a start troop: free planets that shield own strategic ones, these themselves, and none.
fn alternatives(board: &Board) -> Vec<Option<PlanetId>> {
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

impl Bot<Galaxy> for General {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        match desk.view().phase {
            Phase::Start => self.start_phase(desk),
            Phase::Main => self.main_phase(desk),
        }
    }
}
