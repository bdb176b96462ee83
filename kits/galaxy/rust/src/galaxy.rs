//! The galaxy as a bot sees it: a `Game` with every call of the contest's clients.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::{error, fmt, io};

use crate::json::{from_json, json, json_names, FromJson, Json, JsonError};
use crate::log;
use crate::meydan::Match;

/// The stages of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    PutTroops = 1,
    Attack = 2,
    MoveTroops = 3,
    Fort = 4,
    Finished = 5,
    TroopPlaced = 6,
}

json_names!(State {
    PutTroops: "deploy",
    Attack: "attack",
    MoveTroops: "move",
    Fort: "fort",
    Finished: "finished",
    TroopPlaced: "placed",
});

/// Why a call came to nothing.
#[derive(Debug)]
pub enum Trouble {
    /// It was refused and nothing has changed; the text says why.
    Refused(String),
    /// Time has run out, or the match is decided: this turn takes no more calls.
    TurnOver,
    /// The line is broken.
    Broken(io::Error),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(reason) => f.write_str(reason),
            Trouble::TurnOver => f.write_str("the turn is over"),
            Trouble::Broken(error) => error.fmt(f),
        }
    }
}

impl error::Error for Trouble {}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Broken(error)
    }
}

/// The game, for as long as it is your turn. Planets count from 0, players from 0 to 2.
pub struct Game {
    line: Match,
    me: usize,
    strategic: BTreeMap<usize, u32>,
    adj: Vec<Vec<usize>>,
    view: View,
    window: Option<u32>,
    waiting: Option<Message>,
}

impl Game {
    fn new(line: Match, seat: usize, map: Map) -> Game {
        let mut adj = vec![Vec::new(); map.planets];
        for [a, b] in map.edges {
            adj[a].push(b);
            adj[b].push(a);
        }
        let strategic = map.strategic.into_iter().map(|node| (node.planet, node.score)).collect();
        Game { line, me: seat, strategic, adj, view: View::default(), window: None, waiting: None }
    }

    /// Your number.
    pub fn get_player_id(&self) -> usize {
        self.me
    }

    /// The turn, from 1; every player's move is a turn of its own.
    pub fn get_turn_number(&self) -> u32 {
        self.view.turn
    }

    /// The stage of your turn.
    pub fn get_state(&self) -> State {
        self.view.stage
    }

    /// The owner of every planet.
    pub fn get_owners(&self) -> &[Option<usize>] {
        &self.view.owners
    }

    /// The troops on every planet, without fort troops.
    pub fn get_troops_count(&self) -> &[i64] {
        &self.view.troops
    }

    /// The fort troops on every planet.
    pub fn get_number_of_fort_troops(&self) -> &[i64] {
        &self.view.forts
    }

    /// Your troops that are not on the map.
    pub fn get_number_of_troops_to_put(&self) -> i64 {
        self.view.reserves[self.me].unwrap_or(0)
    }

    /// The neighbours of every planet.
    pub fn get_adj(&self) -> &[Vec<usize>] {
        &self.adj
    }

    /// The strategic planets and their scores.
    pub fn get_strategic_nodes(&self) -> &BTreeMap<usize, u32> {
        &self.strategic
    }

    /// The planets that are joined to this one by planets of its owner, itself first; empty if nobody owns it.
    pub fn get_reachable(&self, node_id: usize) -> Vec<usize> {
        let owners = self.get_owners();
        let (mut found, mut stack) = (Vec::new(), Vec::new());
        stack.extend(owners[node_id].map(|_| node_id));
        while let Some(planet) = stack.pop() {
            if !found.contains(&planet) {
                found.push(planet);
                let same = |beside: &&usize| owners[**beside] == owners[node_id];
                stack.extend(self.adj[planet].iter().rev().filter(same));
            }
        }
        found
    }

    /// Start phase: puts a troop on a free planet, which is then yours, or on one of yours.
    pub fn put_one_troop(&mut self, node_id: usize) -> Result<(), Trouble> {
        self.act(json!({ "place": { "planet": node_id } }))
    }

    /// Stage 1: puts troops on a free planet, which is then yours, or on one of yours.
    pub fn put_troop(&mut self, node_id: usize, number_of_troops: i64) -> Result<(), Trouble> {
        self.act(json!({ "deploy": { "planet": node_id, "troops": number_of_troops } }))
    }

    /// Stage 2: attacks a neighbour of another player and goes on while there are `fraction` troops for each defender (0: to
    /// the end). After a win the share `move_fraction` of the troops, between 0 and 1, moves in. Gives whether it was
    /// won.
    pub fn attack(
        &mut self,
        attacking_id: usize,
        target_id: usize,
        fraction: f64,
        move_fraction: f64,
    ) -> Result<bool, Trouble> {
        if !(fraction.is_finite() && move_fraction.is_finite()) {
            return Err(Trouble::Refused("fraction and move_fraction must be finite numbers".to_owned()));
        }
        let attack =
            json!({ "from": attacking_id, "to": target_id, "ratio": fraction, "share": move_fraction });
        self.act(json!({ "attack": attack }))?;
        Ok(self.view.reply == "won")
    }

    /// Stage 3, once a turn: moves troops between planets of yours that are joined by planets of yours.
    pub fn move_troop(&mut self, source: usize, destination: usize, troop_count: i64) -> Result<(), Trouble> {
        self.act(json!({ "move": { "from": source, "to": destination, "troops": troop_count } }))
    }

    /// Stage 4, once a match: turns troops into twice as many fort troops, which only defend.
    pub fn fort(&mut self, node_id: usize, troop_count: i64) -> Result<(), Trouble> {
        self.act(json!({ "fort": { "planet": node_id, "troops": troop_count } }))
    }

    /// Goes to the next stage and gives it; after the last one the turn is over.
    pub fn next_state(&mut self) -> Result<State, Trouble> {
        self.act(json!("next"))?;
        Ok(if self.window.is_some() { self.view.stage } else { State::Finished })
    }

    /// Writes a line to your log.
    pub fn printer(&self, text: &str) {
        log!("{text}");
    }

    /// Sends an act and waits for its answer.
    fn act(&mut self, act: Json) -> Result<(), Trouble> {
        let window = self.window.ok_or(Trouble::TurnOver)?;
        self.line.act(window, &act)?;
        let (view, next, reason) = match self.line.receive()?.unwrap_or(Message::End) {
            Message::Ok { view, next } => (view, next, None),
            Message::Rejected { next, reason } => (None, next, Some(reason)),
            other => {
                // The next turn or the end has come instead: this one was too late.
                (self.waiting, self.window) = (Some(other), None);
                return Err(Trouble::TurnOver);
            }
        };
        self.view = view.unwrap_or(std::mem::take(&mut self.view));
        self.window = (next == "more").then_some(window);
        reason.map_or(Ok(()), |reason| Err(Trouble::Refused(reason)))
    }

    /// Waits for the next turn; false when the match is over.
    fn next_turn(&mut self) -> io::Result<bool> {
        loop {
            let message = match self.waiting.take() {
                Some(message) => Some(message),
                None => self.line.receive()?,
            };
            match message {
                None | Some(Message::End) => return Ok(false),
                Some(Message::Turn { window, view }) => {
                    (self.window, self.view) = (Some(window), view);
                    return Ok(true);
                }
                Some(_) => {}
            }
        }
    }
}

struct Config {
    map: Map,
}

from_json!(Config { map: "map" });

struct Map {
    planets: usize,
    edges: Vec<[usize; 2]>,
    strategic: Vec<Strategic>,
}

from_json!(Map { planets: "planets", edges: "edges", strategic: "strategic" });

struct Strategic {
    planet: usize,
    score: u32,
}

from_json!(Strategic { planet: "planet", score: "score" });

struct View {
    turn: u32,
    phase: String,
    stage: State,
    owners: Vec<Option<usize>>,
    troops: Vec<i64>,
    forts: Vec<i64>,
    reserves: Vec<Option<i64>>,
    reply: String,
}

from_json!(View {
    turn: "turn",
    phase: "phase",
    stage: "stage",
    owners: "owners",
    troops: "troops",
    forts: "forts",
    reserves: "reserves",
    reply: "reply",
});

impl Default for View {
    fn default() -> View {
        View {
            turn: 0,
            phase: String::new(),
            stage: State::PutTroops,
            owners: Vec::new(),
            troops: Vec::new(),
            forts: Vec::new(),
            reserves: Vec::new(),
            reply: String::new(),
        }
    }
}

/// Whatever the match says.
enum Message {
    Start { seat: usize, config: Config },
    Turn { window: u32, view: View },
    Ok { next: String, view: Option<View> },
    Rejected { next: String, reason: String },
    End,
    Other,
}

impl FromJson for Message {
    fn from_json(json: &Json) -> Result<Message, JsonError> {
        Ok(match json.member("type").text()? {
            "start" => Message::Start { seat: json.get("seat")?, config: json.get("config")? },
            "turn" => Message::Turn { window: json.get("window")?, view: json.get("view")? },
            "ok" => Message::Ok { next: json.get("next")?, view: json.get("view")? },
            "rejected" => Message::Rejected { next: json.get("next")?, reason: json.get("reason")? },
            "end" => Message::End,
            _ => Message::Other,
        })
    }
}

/// A bot.
pub trait Player {
    /// A turn of the start phase.
    fn initializer(&mut self, game: &mut Game) -> Result<(), Trouble>;

    /// A turn of the main phase.
    fn turn(&mut self, game: &mut Game) -> Result<(), Trouble>;
}

/// Plays one match.
pub fn play(bot: &mut dyn Player) -> io::Result<()> {
    let mut line = Match::open()?;
    let Some(Message::Start { seat, config }) = line.receive()? else { return Ok(()) };
    let mut game = Game::new(line, seat, config.map);
    while game.next_turn()? {
        // What a panic says is on standard error by then; the bot goes on with its next turn.
        let played = catch_unwind(AssertUnwindSafe(|| match &*game.view.phase {
            "start" => bot.initializer(&mut game),
            _ => bot.turn(&mut game),
        }));
        if let Ok(Err(trouble)) = played {
            log!("{trouble}");
        }
        if let Some(window) = game.window.take() {
            game.line.done(window)?;
        }
    }
    Ok(())
}

/// A game in its first turn, with a match that answers as it was told, for tests.
#[cfg(test)]
pub fn table(view: Json, answers: &[Json]) -> Game {
    let map = json!({ "planets": 5, "edges": [[0, 1], [1, 2], [2, 3], [0, 4]],
        "strategic": [{ "planet": 2, "score": 3 }, { "planet": 1, "score": 5 }] });
    let turn = json!({ "type": "turn", "window": 7, "view": view });
    let lines: String = [&turn].into_iter().chain(answers).map(|line| format!("{line}\n")).collect();
    let line = Match::new(io::Cursor::new(lines), io::sink());
    let mut game = Game::new(line, 0, FromJson::from_json(&map).expect("a map"));
    assert!(game.next_turn().expect("a turn"));
    game
}
