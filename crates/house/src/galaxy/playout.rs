use meydan_core::{Chance, Game, Here, Outcome, Seat, SeatSet, Standing, Status};
use meydan_galaxy::{Action, Event, Galaxy, Phase, View};

use super::board::Board;
use super::greedy;
use super::tactics::Tactics;
use super::veteran::Veteran;

/// A match that a bot imagines. A plan is carried out in it as at a real desk; the rest is played by veterans and by greedy players,
/// who look at the match itself, because thousands of these are played for one decision.
pub(super) struct Playout<'a> {
    tactics: &'a Tactics,
    game: Galaxy,
    minds: Minds,
    log: Vec<Event>,
}

/// How the players of an imagined match think.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minds {
    /// They attack nobody.
    pub(super) aimless: SeatSet,
    /// They know the game; all others are greedy.
    pub(super) veterans: SeatSet,
}

impl<'a> Playout<'a> {
    /// The match as it looks to its viewer, the others' reserves guessed.
    pub(super) fn new(
        tactics: &'a Tactics,
        view: &View,
        reserves: &[i64],
        minds: Minds,
        chance: Chance,
    ) -> Playout<'a> {
        let game = Galaxy::imagined(&tactics.config, view, reserves, chance);
        Playout { tactics, game, minds, log: Vec::new() }
    }

    /// The desk of the player whose turn it is.
    pub(super) fn desk(&mut self) -> Here<'_, Galaxy> {
        let Status::Waiting(window) = self.game.status() else { unreachable!("an imagined match goes on") };
        let player = self.game.player();
        Here::new(&mut self.game, player, window)
    }

    /// Ends the open turn and plays on to the end. Gives 1 if a player comes first, a little less the later. A lost
    /// match is worth next to nothing, but the more the closer the scores.
    pub(super) fn finish(mut self, me: Seat, chance: Chance) -> f64 {
        let now = self.game.turn();
        let Some(outcome) = self.play_on(chance, |_| false) else { return 0.0 };
        if outcome.standings[me.index()].rank == 1 {
            return 1.0 - 1e-4 * f64::from(self.game.turn() - now);
        }
        let score = |standing: &Standing| standing.score.max(0) as f64;
        let most = outcome.standings.iter().map(score).fold(1.0, f64::max);
        1e-3 * score(&outcome.standings[me.index()]) / most
    }

    /// Ends the open turn of the start phase and plays on until a player may attack for the first time. Gives whether
    /// nobody else has won before.
    pub(super) fn survive(mut self, me: Seat, chance: Chance) -> bool {
        let attacks = |game: &Galaxy| game.phase() == Phase::Main && game.player() == me;
        self.play_on(chance, attacks).is_none_or(|outcome| outcome.standings[me.index()].rank == 1)
    }

    /// Ends the open turn and plays on until something is the case or the match is over.
    fn play_on(&mut self, mut chance: Chance, until: impl Fn(&Galaxy) -> bool) -> Option<Outcome> {
        loop {
            self.log.clear();
            self.game.close(&mut self.log);
            if let Some(Event::Scored { .. }) = self.log.last()
                && let Status::Over(outcome) = self.game.status()
            {
                return Some(outcome);
            }
            if until(&self.game) {
                return None;
            }
            if self.game.phase() == Phase::Main && self.minds.veterans.contains(self.game.player()) {
                Veteran::imagined(self.tactics, &mut self.game, &mut self.log).play();
            } else {
                self.greedy_turn(&mut chance);
            }
        }
    }

    fn board(&self) -> Board<'_, Galaxy> {
        Board::new(&self.tactics.config, &self.game, self.game.player())
    }

    fn act(&mut self, action: Action) {
        let player = self.game.player();
        let _ = self.game.act(player, action, &mut self.log);
    }

    fn greedy_turn(&mut self, chance: &mut Chance) {
        if self.game.phase() == Phase::Start {
            if let Some(planet) = greedy::placement(&self.board(), chance) {
                self.act(Action::place(planet));
            }
            self.act(Action::Next);
            return;
        }
        let reserve = self.game.reserve(self.game.player());
        if reserve > 0
            && let Some(planet) = greedy::spot(&self.board())
        {
            self.act(Action::deploy(planet, reserve));
        }
        if self.minds.aimless.contains(self.game.player()) {
            return;
        }
        self.act(Action::Next);
        for _ in 0..greedy::ATTACKS {
            let Some(action) = greedy::attack(&self.board()) else { break };
            self.act(action);
        }
        self.act(Action::Next);
        if let Some(action) = greedy::transfer(&self.board()) {
            self.act(action);
        }
        for _ in 0..2 {
            self.act(Action::Next);
        }
    }
}
