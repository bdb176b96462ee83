use meydan_core::{Bot, Chance, Desk, Seat, SeatSet};
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId, View};

use super::board::Board;
use super::campaign::bases;
use super::ledger::Ledger;
use super::opening::{alternatives, free_strategic, named_place};
use super::plan::{Plan, Style};
use super::playout::{Minds, Playout};
use super::tactics::Tactics;

/// Plays for the strategic planets: guards its own, takes those of others that it can hold, and strikes for the match along the way on
/// which the dice are most likely to carry it through. It tries its plans out: it imagines the match from here to its end many
/// times over, played by veterans and by greedy players, and does what won most often.
pub(super) struct General {
    tactics: Tactics,
    chance: Chance,
    /// Who has let the others take the strategic planets, and is not expected to fight for them either.
    aimless: SeatSet,
    ledger: Ledger,
}

/// A campaign so likely needs no thought.
const SURE: f64 = 0.9;
/// How much better another place for a start troop must do than the one that experience names.
const CLEARLY: f64 = 0.1;
/// How much is imagined for one choice, in planets times turns. It is a count and not a time, so that the same seed
/// gives the same match on every machine.
const EFFORT: usize = 40_000;

impl General {
    pub(super) fn new(config: &Config, chance: Chance) -> General {
        General {
            tactics: Tactics::new(config),
            chance,
            aimless: SeatSet::EMPTY,
            ledger: Ledger::new(config),
        }
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
        if let Some(best) = free_strategic(&board) {
            return Some(best);
        }
        let named = named_place(&self.tactics, &board, view, me);
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
                let minds = Minds { aimless: self.aimless, veterans: SeatSet::EMPTY };
                let mut playout = Playout::new(&self.tactics, view, &reserves, minds, seed.fork());
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

    fn main_phase(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let view = desk.view();
        let reserves = self.reserves(&view);
        let plan = self.decide(&view, desk.seat());
        plan.carry_out(&self.tactics, &reserves, desk);
    }

    /// A strike that is nearly sure, or else the plan that wins most often. Planets that are held when they begin to count win as
    /// well as those taken then, so a strike is tried out from the turn before on.
    fn decide(&mut self, view: &View, me: Seat) -> Plan {
        let board = self.tactics.board(view, me);
        let mut plans = self.plans(&board, view, me);
        let players = u32::from(self.tactics.config.rules().number_of_players);
        if self.tactics.counts(view.turn + players - 1)
            && let Some(campaign) =
                self.tactics.campaign(&board, view.reserve(), self.tactics.needed(&board, me))
        {
            let plan = Plan::march(&campaign, Style::Strike);
            if self.tactics.counts(view.turn) && campaign.chance >= SURE {
                return plan;
            }
            plans.push(plan);
        }
        self.rehearse(plans, view, me)
    }

    /// What could be done in this turn, the more careful first.
    fn plans(&self, board: &Board, view: &View, me: Seat) -> Vec<Plan> {
        let tactics = &self.tactics;
        let reserve = view.reserve();
        let mut plans = vec![
            Plan::puts(Vec::new(), Style::Veteran),
            Plan::puts(tactics.hold(view, me), Style::Bargain),
            Plan::puts(Vec::new(), Style::Greedy),
            Plan::puts(Vec::new(), Style::Wait),
        ];
        if tactics.rivals(me).any(|rival| tactics.needed(board, rival) <= 1)
            && let Some(campaign) = tactics.denial(board, reserve, me)
        {
            plans.push(Plan::march(&campaign, Style::Deny));
        }
        for march in tactics.seizures(board, reserve) {
            let put = (march.source, march.put);
            plans.push(Plan { puts: vec![put], marches: vec![march], style: Style::Veteran });
        }
        // Free planets are claimed by a troop each; on large maps there are many.
        let free = board.map().planets().filter(|&planet| board.owner(planet).is_none());
        let settlers: Vec<(PlanetId, i64)> = free.zip(0..reserve).map(|(planet, _)| (planet, 1)).collect();
        if !settlers.is_empty() {
            plans.push(Plan::puts(settlers, Style::Bargain));
        }
        let all_on = |planet: PlanetId| Plan::puts(vec![(planet, reserve)], Style::Greedy);
        if board.own().next().is_none() {
            // Nothing is left: come back where it is free.
            plans.extend(board.map().planets().find(|&planet| board.owner(planet).is_none()).map(all_on));
        }
        plans.extend(bases(board, reserve).into_iter().map(all_on));
        plans
    }

    /// My reserve, and what the others are thought to keep.
    fn reserves(&self, view: &View) -> Vec<i64> {
        let known = view.reserves.iter().zip(self.ledger.kept());
        known.map(|(known, &kept)| known.unwrap_or(kept)).collect()
    }

    /// Who plays an imagined match like one who knows the game: I do, and of the others each as often as not.
    fn veterans(&self, chance: &mut Chance, me: Seat) -> SeatSet {
        let seats = self.tactics.config.roster().seats();
        seats.filter(|&seat| seat == me || chance.below(2) == 0).collect()
    }

    /// Tries plans out in imagined matches, those that do well more often, and gives the best.
    /// All see the same dice. Of equal plans the first is taken.
    fn rehearse(&mut self, plans: Vec<Plan>, view: &View, me: Seat) -> Plan {
        let reserves = self.reserves(view);
        let playouts = self.playouts(self.tactics.config.rules().last_turn().saturating_sub(view.turn));
        let mut rated: Vec<(f64, Plan)> = plans.into_iter().map(|plan| (0.0, plan)).collect();
        for (rounds, stay) in [(1, 4), (2, 2), (4, 1)] {
            let seeds: Vec<Chance> = (0..rounds * playouts).map(|_| self.chance.fork()).collect();
            for (won, plan) in &mut rated {
                for seed in &seeds {
                    let mut seed = seed.clone();
                    let minds = Minds { aimless: self.aimless, veterans: self.veterans(&mut seed, me) };
                    let mut playout = Playout::new(&self.tactics, view, &reserves, minds, seed.fork());
                    plan.carry_out(&self.tactics, &reserves, &mut playout.desk());
                    *won += playout.finish(me, seed);
                }
            }
            rated.sort_by(|a, b| b.0.total_cmp(&a.0));
            rated.truncate(stay);
        }
        rated.swap_remove(0).1
    }
}

impl Bot<Galaxy> for General {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let (view, me) = (desk.view(), desk.seat());
        self.ledger.read(&self.tactics.config, &self.tactics.odds, &view, me);
        match view.phase {
            Phase::Start => self.start_phase(desk),
            Phase::Main => self.main_phase(desk),
        }
        self.ledger.close(desk.view());
    }
}
