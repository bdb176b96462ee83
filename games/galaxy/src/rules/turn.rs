use meydan_core::{Chance, Seat};

use crate::config::{EarlyWinCheck, Ruleset};
use crate::event::TurnEnd;
use crate::holdings::Holdings;
use crate::score::ROOM;
use crate::state::{FREE, Planet, Player, Search};
use crate::{Config, Event, Galaxy, MatchEnd, Phase, Rejection, Reply, Stage};

/// A match at the beginning of its first turn.
pub(crate) fn start(config: &Config, chance: Chance) -> Galaxy {
    let rules = config.rules();
    let players = usize::from(rules.number_of_players);
    let mut galaxy = Galaxy {
        config: config.clone(),
        chance,
        turn: 0,
        player: Seat(0),
        open: true,
        phase: Phase::Start,
        stage: Stage::Deploy,
        moved: false,
        bonus: false,
        reply: Reply::Plain,
        winner: None,
        end: None,
        planets: vec![Planet { owner: FREE, troops: 0, forts: 0 }; config.map().len()],
        players: vec![Player { reserve: i64::from(rules.initial_troop), fort_used: false }; players],
        holdings: Holdings::new(config.map(), players),
        search: Search::default(),
    };
    galaxy.begin_turn();
    galaxy
}

impl Galaxy {
    /// Steps 1 and 2 of the turn loop (spec 5). Gives the income.
    pub(crate) fn begin_turn(&mut self) -> i64 {
        self.turn += 1;
        // The player is the turn's number modulo the number of players, so they follow one another.
        self.player = Seat(if self.player.index() + 1 == self.players.len() { 0 } else { self.player.0 + 1 });
        self.stage = Stage::Deploy;
        self.moved = false;
        self.bonus = false;
        self.reply = Reply::Plain;
        let rules = self.config.rules();
        if self.turn > rules.last_start_turn() {
            self.phase = Phase::Main;
        }
        // Wins that count only from a later turn on are looked for once when that turn begins (spec 8).
        if rules.early_win_check == EarlyWinCheck::Action && self.turn == rules.early_win_from_turn {
            self.winner = self.first_with_enough();
            self.open = self.winner.is_none();
        }
        if self.phase == Phase::Start {
            return 0;
        }
        let income = self.income(self.player);
        let reserve = &mut self.players[self.player.index()].reserve;
        *reserve = reserve.saturating_add(income);
        income
    }

    /// What a player receives at the start of its turn in the main phase (spec 7).
    pub fn income(&self, player: Seat) -> i64 {
        let total = self.holdings.total(player.index());
        let income = i64::from(total.planets / 4) + i64::from(total.scores);
        match self.rules().ruleset {
            Ruleset::Document => income,
            Ruleset::Official => income.max(i64::from(self.rules().minimum_troops_per_turn)),
        }
    }

    /// Goes to the next stage (spec 6.3).
    pub(crate) fn next_stage(&mut self, log: &mut Vec<Event>) -> Result<(), Rejection> {
        self.stage = match (self.phase, self.stage) {
            // In the start phase it always finishes the turn, placed or not, again and again.
            (Phase::Start, _) => Stage::Finished,
            (Phase::Main, Stage::Deploy) => Stage::Attack,
            (Phase::Main, Stage::Attack) => Stage::Move,
            (Phase::Main, Stage::Move) => Stage::Fort,
            (Phase::Main, Stage::Fort) => Stage::Finished,
            (Phase::Main, Stage::Finished | Stage::Placed) => return Err(Rejection::AlreadyFinished),
        };
        log.push(Event::StageChanged { stage: self.stage });
        Ok(())
    }

    /// After an owner has changed: has the player won by it (spec 8)?
    #[inline]
    pub(crate) fn look_for_win(&mut self) {
        let rules = self.config.rules();
        if rules.early_win_check == EarlyWinCheck::Action
            && self.turn >= rules.early_win_from_turn
            && self.holdings.total(self.player.index()).strategic >= rules.number_of_strategic_nodes_to_win
        {
            self.winner = Some(self.player);
        }
    }

    /// The turn ends, and with it perhaps the match (spec 5, steps 5 to 7); else the next turn begins.
    pub(crate) fn end_turn(&mut self, log: &mut Vec<Event>) {
        let why = match (self.winner, self.stage) {
            (Some(_), _) => TurnEnd::Won,
            (None, Stage::Finished) => TurnEnd::Done,
            (None, _) => TurnEnd::Timeout,
        };
        log.push(Event::TurnEnded { turn: self.turn, why });

        let rules = self.config.rules();
        if rules.early_win_check == EarlyWinCheck::TurnEnd && self.turn >= rules.early_win_from_turn {
            self.winner = self.first_with_enough();
        }
        if self.winner.is_some() {
            self.end = Some(MatchEnd::Strategic);
        } else if self.turn >= rules.last_turn() {
            self.end = Some(MatchEnd::Turns);
        }
        if let Some(why) = self.end {
            log.push(Event::Ended { why, winner: self.winner });
            let mut room = ROOM;
            let players = self.config.roster().seats().zip(self.final_scores(&mut room));
            log.extend(players.map(|(player, &score)| Event::Scored { player, score }));
        } else {
            let income = self.begin_turn();
            log.push(Event::TurnStarted { turn: self.turn, player: self.player, income });
        }
    }

    /// The first player in order who holds enough strategic planets.
    fn first_with_enough(&self) -> Option<Seat> {
        let enough = self.rules().number_of_strategic_nodes_to_win;
        let mut totals = self.holdings.players().iter();
        totals.position(|total| total.strategic >= enough).map(|player| Seat(player as u8))
    }
}
