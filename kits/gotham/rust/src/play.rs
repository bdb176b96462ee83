//! What the match tells, and the calls of your AI. There is no need to change this file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use crate::gotham::{
    Agent, AgentType, Chat, ChatSettings, GameConfig, GameResult, GameStatus, GameView, Graph, IncomeSetting,
    Node, Path, Phone, Team, Turn, TurnSettings,
};
use crate::json::{from_json, json, FromJson, Json, JsonError};
use crate::meydan::Match;
use crate::police_ai::{BatmanAI, PoliceAI};
use crate::thief_ai::{JokerAI, ThiefAI};

/// One unit of your team.
pub(crate) enum Unit {
    Thief(ThiefAI),
    Police(PoliceAI),
    Joker(JokerAI),
    Batman(BatmanAI),
}

impl Unit {
    pub(crate) fn new(kind: AgentType, phone: Phone) -> Unit {
        match kind {
            AgentType::Thief => Unit::Thief(ThiefAI::new(phone)),
            AgentType::Police => Unit::Police(PoliceAI::new(phone)),
            AgentType::Joker => Unit::Joker(JokerAI::new(phone)),
            AgentType::Batman => Unit::Batman(BatmanAI::new(phone)),
        }
    }

    pub(crate) fn get_starting_node(&mut self, view: &GameView) -> u32 {
        match self {
            Unit::Thief(ai) | Unit::Joker(ai) => ai.get_starting_node(view),
            Unit::Police(ai) | Unit::Batman(ai) => ai.get_starting_node(view),
        }
    }

    pub(crate) fn move_to(&mut self, view: &GameView) -> u32 {
        match self {
            Unit::Thief(ai) | Unit::Joker(ai) => ai.move_to(view),
            Unit::Police(ai) | Unit::Batman(ai) => ai.move_to(view),
        }
    }
}

/// Plays one unit in one match, with the AI that is made for its type.
pub fn play() -> io::Result<()> {
    let phone = Phone::new(Match::open()?);
    let mut seated: Option<(Rc<GameConfig>, Unit)> = None;
    loop {
        let message = phone.line.borrow_mut().receive()?;
        match message {
            None | Some(Message::End) => return Ok(()),
            Some(Message::Start(start)) => {
                let unit = Unit::new(start.config.units[start.seat].kind, phone.clone());
                seated = Some((start.config.made(), unit));
            }
            Some(Message::Rejected { reason }) => crate::log!("refused: {reason}"),
            Some(Message::Turn { window, view, errors }) => {
                let Some((config, unit)) = &mut seated else { continue };
                errors.iter().for_each(|error| crate::log!("refused: {error}"));
                *phone.window.borrow_mut() = window;
                let view = view.made(config);
                // What goes wrong there is on standard error by then; the match goes on.
                if let Ok(act) = catch_unwind(AssertUnwindSafe(|| decide(unit, &view))) {
                    phone.line.borrow_mut().act(window, &act)?;
                }
                phone.line.borrow_mut().done(window)?;
            }
            Some(Message::Other) => {}
        }
    }
}

fn decide(unit: &mut Unit, view: &GameView) -> Json {
    match view.status {
        GameStatus::Pending => json!({ "ready": { "node": (unit.get_starting_node(view)) } }),
        GameStatus::Ongoing | GameStatus::Finished => json!({ "move": { "to": (unit.move_to(view)) } }),
    }
}

enum Message {
    Start(Start),
    Turn { window: u32, view: View, errors: Vec<String> },
    Rejected { reason: String },
    End,
    Other,
}

impl FromJson for Message {
    fn from_json(json: &Json) -> Result<Message, JsonError> {
        Ok(match json.member("type").text()? {
            "start" => Message::Start(Start::from_json(json)?),
            "turn" => Message::Turn {
                window: json.get("window")?,
                view: json.get("view")?,
                errors: json.get::<Option<_>>("errors")?.unwrap_or_default(),
            },
            "rejected" => Message::Rejected { reason: json.get("reason")? },
            "end" => Message::End,
            _ => Message::Other,
        })
    }
}

#[derive(Clone)]
pub(crate) struct Start {
    seat: usize,
    pub(crate) config: Config,
}

from_json!(Start { seat: "seat", config: "config" });

#[derive(Clone)]
pub(crate) struct Config {
    nodes: Vec<Node>,
    paths: Vec<Path>,
    units: Vec<Kind>,
    income: IncomeSetting,
    max_turns: u32,
    visible_turns: Vec<u32>,
    chat: ChatSettings,
    radii: Radii,
}

from_json!(Config {
    nodes: "nodes",
    paths: "paths",
    units: "units",
    income: "income",
    max_turns: "max_turns",
    visible_turns: "visible_turns",
    chat: "chat",
    radii: "radii",
});

#[derive(Clone)]
struct Kind {
    kind: AgentType,
}

from_json!(Kind { kind: "kind" });

#[derive(Clone)]
struct Radii {
    thief: u32,
    joker: u32,
    batman: u32,
}

from_json!(Radii { thief: "thief", joker: "joker", batman: "batman" });

#[derive(Clone)]
pub(crate) struct View {
    phase: GameStatus,
    winner: Option<Team>,
    turn: Turn,
    me: Me,
    units: Vec<Agent>,
    chat: Vec<Said>,
}

from_json!(View { phase: "phase", winner: "winner", turn: "turn", me: "me", units: "units", chat: "chat" });

#[derive(Clone)]
struct Said {
    from: u32,
    text: String,
}

from_json!(Said { from: "from", text: "text" });

impl Said {
    fn chat((place, said): (usize, Said)) -> Chat {
        Chat { id: place.to_string(), from_agent_id: said.from, text: said.text }
    }
}

#[derive(Clone)]
struct Me {
    agent: Agent,
    balance: f64,
}

impl FromJson for Me {
    fn from_json(json: &Json) -> Result<Me, JsonError> {
        Ok(Me { agent: Agent::from_json(json)?, balance: json.get("balance")? })
    }
}

impl Phone {
    pub(crate) fn new(line: Match) -> Phone {
        Phone { line: Rc::new(RefCell::new(line)), window: Rc::default() }
    }
}

impl Config {
    pub(crate) fn made(self) -> Rc<GameConfig> {
        let mut ways: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
        for path in &self.paths {
            let (a, b) = (path.first_node_id, path.second_node_id);
            for (from, to) in [(a, b), (b, a)] {
                // Of parallel paths the first counts.
                ways.entry(from).or_default().entry(to).or_insert(path.price);
            }
        }
        let graph = Graph {
            nodes_count: self.nodes.len(),
            nodes: self.nodes,
            paths: self.paths,
            visible_radius_x_police_thief: self.radii.thief,
            visible_radius_y_police_joker: self.radii.joker,
            visible_radius_z_thief_batman: self.radii.batman,
            ways,
        };
        let turn_settings = TurnSettings { max_turn: self.max_turns, visible_turns: self.visible_turns };
        Rc::new(GameConfig { graph, income_setting: self.income, turn_settings, chat_settings: self.chat })
    }
}

impl View {
    pub(crate) fn made(self, config: &Rc<GameConfig>) -> GameView {
        let viewer = self.me.agent;
        GameView {
            id: viewer.id,
            node_id: viewer.node_id,
            balance: self.me.balance,
            status: self.phase,
            result: match self.winner {
                None => GameResult::Unknown,
                Some(Team::First) => GameResult::FirstWins,
                Some(Team::Second) => GameResult::SecondWins,
            },
            turn: self.turn,
            config: Rc::clone(config),
            viewer,
            visible_agents: self.units,
            chat_box: self.chat.into_iter().enumerate().map(Said::chat).collect(),
        }
    }
}
