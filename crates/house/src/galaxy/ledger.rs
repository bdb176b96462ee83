use meydan_core::Seat;
use meydan_galaxy::{Config, View};

use super::board::Board;
use super::odds::Odds;

/// What the others are thought to keep in reserve. Nobody tells, but all can be counted: what everybody receives follows from
/// the board, and what was put on it shows there, less what fell in battle.
pub(super) struct Ledger {
    kept: Vec<i64>,
    /// The board at the end of my latest turn.
    last: Option<View>,
}

impl Ledger {
    pub(super) fn new(config: &Config) -> Ledger {
        let start = i64::from(config.rules().initial_troop);
        Ledger { kept: vec![start; usize::from(config.rules().number_of_players)], last: None }
    }

    /// What a player has in reserve when its next turn begins, its income not counted.
    pub(super) fn kept(&self) -> &[i64] {
        &self.kept
    }

    /// Reads the board at the beginning of a turn of mine.
    pub(super) fn read(&mut self, config: &Config, odds: &Odds, view: &View, me: Seat) {
        for rival in config.roster().seats().filter(|&seat| seat != me) {
            let placed = match &self.last {
                Some(last) => placed(odds, last, view, rival),
                None => on_board(view, rival),
            };
            let received = match &self.last {
                Some(last) if has_moved(config, last, view, rival) => received(config, last, view, rival),
                _ => 0,
            };
            let kept = &mut self.kept[rival.index()];
            *kept = (*kept + received - placed).max(0);
        }
        self.kept[me.index()] = view.reserve();
    }

    /// Keeps the board as I leave it.
    pub(super) fn close(&mut self, view: View) {
        self.last = Some(view);
    }
}

/// Whether a player had a turn of the main phase between two views.
fn has_moved(config: &Config, last: &View, view: &View, rival: Seat) -> bool {
    let players = u32::from(config.rules().number_of_players);
    let first = config.rules().last_start_turn() + 1;
    (last.turn + 1..view.turn).any(|turn| turn >= first && turn % players == u32::from(rival.0))
}

/// All troops of a player on the board; a fort troop is half of one.
fn on_board(view: &View, player: Seat) -> i64 {
    let own = (0..view.owners.len()).filter(|&planet| view.owners[planet] == Some(player));
    own.map(|planet| view.troops[planet] + view.forts[planet] / 2).sum()
}

/// What a player received for a turn: its income and what the first win of a turn brings.
fn received(config: &Config, last: &View, view: &View, rival: Seat) -> i64 {
    let won = (0..view.owners.len()).any(|planet| {
        view.owners[planet] == Some(rival) && last.owners[planet].is_some_and(|owner| owner != rival)
    });
    let bonus = i64::from(config.rules().number_of_troops_after_successful_attack);
    Board::new(config, last, rival).income() + if won { bonus } else { 0 }
}

/// What a player must have put on the board between two views: what it has more, and what fell for what changed hands.
fn placed(odds: &Odds, last: &View, view: &View, rival: Seat) -> i64 {
    let more = on_board(view, rival) - on_board(last, rival);
    let mut fallen = 0.0;
    for planet in 0..view.owners.len() {
        let defenders = last.troops[planet] + last.forts[planet];
        let (was, is) = (last.owners[planet] == Some(rival), view.owners[planet] == Some(rival));
        if is && !was && last.owners[planet].is_some() {
            fallen += odds.price(defenders);
        }
        if was && !is {
            fallen += (last.troops[planet] + last.forts[planet] / 2) as f64;
        }
    }
    (more + fallen.round() as i64).max(0)
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Game, Seed, Viewer};
    use meydan_galaxy::{Galaxy, Map, Phase, PlanetId, Rules, Ruleset, Strategic};

    use super::*;

    /// ```text
    /// 0 - 1 - 2
    /// ```
    /// Planet 2 is strategic, with a score of 5, and player 1's.
    fn scene() -> (Config, View) {
        let edges = [[0, 1], [1, 2]].map(|edge| edge.map(PlanetId)).to_vec();
        let strategic = vec![Strategic { planet: PlanetId(2), score: 5 }];
        let config =
            Config::new(Map::new(None, 3, edges, strategic, None).unwrap(), Rules::of(Ruleset::Official))
                .unwrap();
        let mut view = Galaxy::new(&config, Chance::new(Seed(1))).unwrap().view(Viewer::Seat(Seat(0)));
        view.owners = vec![Some(Seat(0)), Some(Seat(0)), Some(Seat(1))];
        view.troops = vec![10, 4, 15];
        view.phase = Phase::Main;
        view.turn = 105;
        (config, view)
    }

    fn after(last: &View, change: impl FnOnce(&mut View)) -> i64 {
        let (config, _) = scene();
        let (mut ledger, odds) = (Ledger::new(&config), Odds::new());
        ledger.read(&config, &odds, last, Seat(0));
        // Of 35 it has placed 15.
        assert_eq!(ledger.kept()[1], 20);
        ledger.close(last.clone());
        let mut view = last.clone();
        view.turn = 108;
        change(&mut view);
        ledger.read(&config, &odds, &view, Seat(0));
        ledger.kept()[1]
    }

    #[test]
    fn who_puts_nothing_on_the_board_has_kept_its_income() {
        let (_, last) = scene();
        assert_eq!(after(&last, |_| ()), 25);
        assert_eq!(after(&last, |view| view.troops[2] = 38), 2);
    }

    #[test]
    fn a_planet_taken_was_paid_for_and_brings_the_bonus() {
        let (_, last) = scene();
        // 18 troops where there were 15, and the four that fell on planet 1 cost about three and a half.
        let kept = after(&last, |view| {
            view.owners[1] = Some(Seat(1));
            view.troops[1] = 6;
            view.troops[2] = 12;
        });
        assert!((21..=23).contains(&kept), "{kept}");
    }
}
