use meydan_core::{Chance, Game, Next, Seat, Status, Terms, Viewer};
use meydan_galaxy::{Action, Config, Event, Galaxy, Phase, PlanetId, Rejection, Stage, View};
use serde_json::json;

/// A line of ten planets with a branch, six of them strategic.
///
/// ```text
/// 0 - 1 - 2 - 3 - 4 - 5 - 6 - 7 - 8 - 9
///     |_______|
/// ```
pub(crate) fn config(ruleset: &str, settings: &[(&str, &str)]) -> Config {
    let map = json!({
        "number_of_nodes": 10,
        "number_of_edges": 10,
        "list_of_edges": [[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[1,3]],
        "strategic_nodes": [9, 0, 2, 4, 6, 8],
        "scores_of_strategic_nodes": [7, 4, 5, 1, 2, 3],
    });
    let mut terms = Terms::of(ruleset);
    terms.options = settings.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    Config::read(&serde_json::to_vec(&map).unwrap(), &terms).unwrap()
}

/// A match whose start phase was played, with what is needed to go on.
pub(crate) struct Board {
    pub(crate) game: Galaxy,
    pub(crate) log: Vec<Event>,
}

impl Board {
    /// Plays the start phase: player `p` owns the planets in `owned[p]`, listed once per troop. Then the main phase
    /// begins with player 1 (if the reserve of `troops` per player is a multiple of what makes turn order so).
    pub(crate) fn new(ruleset: &str, troops: u32, owned: [&[i64]; 3], settings: &[(&str, &str)]) -> Board {
        let troops = troops.to_string();
        let mut all = vec![("initial_troop", troops.as_str())];
        all.extend_from_slice(settings);
        let game = Galaxy::new(&config(ruleset, &all), Chance::scripted([])).unwrap();
        let mut board = Board { game, log: Vec::new() };
        let mut lists = owned.map(|list| list.iter());
        while board.game.phase() == Phase::Start {
            let player = board.game.player();
            if let Some(&planet) = lists[player.index()].next() {
                board.act(Action::place(planet)).unwrap();
            }
            board.pass();
        }
        assert!(lists.iter().all(|list| list.len() == 0), "the start phase was too short");
        board.log.clear();
        board
    }

    pub(crate) fn act(&mut self, action: Action) -> Result<Next, Rejection> {
        self.game.act(self.game.player(), action, &mut self.log)
    }

    /// Ends the turn as it stands.
    pub(crate) fn pass(&mut self) {
        assert!(matches!(self.game.status(), Status::Waiting(_)), "the match is over");
        self.game.close(&mut self.log);
    }

    /// Passes until a player's turn comes.
    pub(crate) fn until(&mut self, player: u8) -> &mut Self {
        while self.game.player() != Seat(player) {
            self.pass();
        }
        self
    }

    /// Goes on to a stage.
    pub(crate) fn stage(&mut self, stage: Stage) -> &mut Self {
        while self.game.stage() != stage {
            self.act(Action::Next).unwrap();
        }
        self
    }

    pub(crate) fn dice(&mut self, dice: &[u8]) -> &mut Self {
        self.game.chance_mut().feed(dice.iter().map(|&die| f64::from(die) - 1.0));
        self
    }

    pub(crate) fn view(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    pub(crate) fn troops(&self, planets: &[u16]) -> Vec<i64> {
        planets.iter().map(|&planet| self.game.troops(PlanetId(planet))).collect()
    }

    pub(crate) fn owner(&self, planet: u16) -> Option<u8> {
        self.game.owner(PlanetId(planet)).map(|seat| seat.0)
    }
}

pub(crate) const BOTH: [&str; 2] = ["document", "official"];

/// Player 1 holds planet 4 with so many troops, player 2 planet 5; player 1 is about to attack.
pub(crate) fn duel(ruleset: &str, attackers: i64, defenders: i64) -> Board {
    let mut board = Board::new(ruleset, 40, [&[0], &[4], &[5]], &[("minimum_troops_per_turn", "0")]);
    board.until(1).act(Action::deploy(4, attackers - 1)).unwrap();
    board.pass();
    if defenders > 1 {
        board.act(Action::deploy(5, defenders - 1)).unwrap();
    }
    board.until(1).stage(Stage::Attack);
    assert_eq!(board.troops(&[4, 5]), [attackers, defenders]);
    board
}
