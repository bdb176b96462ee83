//! The city as one unit sees it, and what the unit can say. There is no need to change this file.
#![allow(dead_code)]

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::json::{from_json, json, json_names, Json};
use crate::meydan::Match;

/// The node of the police station on the maps of the contest.
pub const POLICE_STATION: u32 = 1;

/// More money than anything costs.
pub const ANY_PRICE: f64 = f64::INFINITY;

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Team {
    First,
    Second,
}

json_names!(Team { First: "first", Second: "second" });

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentType {
    Thief,
    Police,
    /// Only in the finals' ruleset: a thief that a single police unit cannot catch.
    Joker,
    /// Only in the finals' ruleset: a police unit that catches Jokers too.
    Batman,
}

json_names!(AgentType { Thief: "thief", Police: "police", Joker: "joker", Batman: "batman" });

/// Whose half of the turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnType {
    PoliceTurn,
    ThiefTurn,
}

json_names!(TurnType { PoliceTurn: "police", ThiefTurn: "thieves" });

/// How far the match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    Pending,
    Ongoing,
    Finished,
}

json_names!(GameStatus { Pending: "pending", Ongoing: "ongoing", Finished: "finished" });

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Unknown,
    FirstWins,
    SecondWins,
}

/// The turn, and whose half of it this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The turn, from 1.
    pub turn_number: u32,
    /// Whose half of it.
    pub turn_type: TurnType,
}

from_json!(Turn { turn_number: "number", turn_type: "half" });

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent {
    /// Its number.
    pub id: u32,
    /// Its team.
    pub team: Team,
    /// What it is.
    pub kind: AgentType,
    /// The node it is on.
    pub node_id: u32,
    /// Whether it has been caught.
    pub is_dead: bool,
}

from_json!(Agent { id: "id", team: "team", kind: "kind", node_id: "node", is_dead: "dead" });

impl Agent {
    /// Whether it is a police unit or a Batman.
    pub fn is_police_side(&self) -> bool {
        matches!(self.kind, AgentType::Police | AgentType::Batman)
    }
}

/// A place in the city. `x` and `y` are for drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Its number.
    pub id: u32,
    /// Where to draw it, from the left.
    pub x: f64,
    /// Where to draw it, from the top.
    pub y: f64,
}

from_json!(Node { id: "id", x: "x", y: "y" });

/// A way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Its number.
    pub id: u32,
    /// One end.
    pub first_node_id: u32,
    /// The other end.
    pub second_node_id: u32,
    /// What a move over it costs.
    pub price: f64,
}

from_json!(Path { id: "id", first_node_id: "from", second_node_id: "to", price: "price" });

/// The map of the city.
#[derive(Clone, Debug)]
pub struct Graph {
    /// All places.
    pub nodes: Vec<Node>,
    /// All ways.
    pub paths: Vec<Path>,
    /// How many places there are.
    pub nodes_count: usize,
    /// How far one sees under the finals' ruleset; 0 otherwise.
    pub visible_radius_x_police_thief: u32,
    /// How far police see a Joker, in the finals.
    pub visible_radius_y_police_joker: u32,
    /// How far thieves see a Batman, in the finals.
    pub visible_radius_z_thief_batman: u32,
    pub(crate) ways: BTreeMap<u32, BTreeMap<u32, f64>>,
}

impl Graph {
    /// The nodes that can be reached in one move with this much money, the smallest first.
    pub fn neighbours(&self, node_id: u32, money: f64) -> Vec<u32> {
        let ways = self.ways.get(&node_id).into_iter().flatten();
        ways.filter(|(_, &price)| price <= money).map(|(&node, _)| node).collect()
    }

    /// What the move costs. Staying costs nothing; where no path leads, no money is enough.
    pub fn price(&self, from_id: u32, to_id: u32) -> f64 {
        if from_id == to_id {
            return 0.0;
        }
        let price = self.ways.get(&from_id).and_then(|ways| ways.get(&to_id));
        price.copied().unwrap_or(ANY_PRICE)
    }

    /// How many moves every node is away from the nearest start, over paths of at most this price each. What cannot be
    /// reached is not in it.
    pub fn distances(&self, starts: &[u32], money: f64) -> BTreeMap<u32, u32> {
        let mut found: BTreeMap<u32, u32> = starts.iter().map(|&node| (node, 0)).collect();
        let mut queue = VecDeque::from_iter(starts.iter().copied());
        while let Some(node) = queue.pop_front() {
            let next = found[&node] + 1;
            for there in self.neighbours(node, money) {
                if let std::collections::btree_map::Entry::Vacant(free) = found.entry(there) {
                    free.insert(next);
                    queue.push_back(there);
                }
            }
        }
        found
    }
}

/// What a unit earns in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IncomeSetting {
    /// What a police unit earns.
    pub police_income_each_turn: f64,
    /// What a thief earns.
    pub thieves_income_each_turn: f64,
}

from_json!(IncomeSetting { police_income_each_turn: "police", thieves_income_each_turn: "thieves" });

/// The last turn, and the turns on which thieves show themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSettings {
    /// The last turn.
    pub max_turn: u32,
    /// The turns on which thieves show themselves.
    pub visible_turns: Vec<u32>,
}

/// What a character costs, and how long a message may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChatSettings {
    /// What a character costs.
    pub chat_cost_per_character: f64,
    /// How long a message may be.
    pub chat_box_max_size: u32,
}

from_json!(ChatSettings { chat_cost_per_character: "cost", chat_box_max_size: "box_size" });

/// What does not change.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// The map of the city.
    pub graph: Graph,
    /// What a unit earns in a turn.
    pub income_setting: IncomeSetting,
    /// The last turn, and the turns on which thieves show themselves.
    pub turn_settings: TurnSettings,
    /// What talking costs.
    pub chat_settings: ChatSettings,
}

/// A message in the chat box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    /// Its place in the box, from 0, as a text.
    pub id: String,
    /// Who said it.
    pub from_agent_id: u32,
    /// What was said.
    pub text: String,
}

/// All that your unit knows now.
#[derive(Clone, Debug)]
pub struct GameView {
    /// Your unit's number.
    pub id: u32,
    /// Where your unit is.
    pub node_id: u32,
    /// Your unit's money.
    pub balance: f64,
    /// How far the match is.
    pub status: GameStatus,
    /// Who has won.
    pub result: GameResult,
    /// The turn, and whose half of it this is.
    pub turn: Turn,
    /// What does not change.
    pub config: Rc<GameConfig>,
    /// Your unit.
    pub viewer: Agent,
    /// The other units you see now; caught ones too.
    pub visible_agents: Vec<Agent>,
    /// The messages of your team's half, oldest first.
    pub chat_box: Vec<Chat>,
}

impl GameView {
    /// What a unit earns in a turn.
    pub fn income_setting(&self) -> &IncomeSetting {
        &self.config.income_setting
    }

    /// The last turn, and the turns on which thieves show themselves.
    pub fn turn_settings(&self) -> &TurnSettings {
        &self.config.turn_settings
    }

    /// What a character costs, and how long a message may be.
    pub fn chat_settings(&self) -> &ChatSettings {
        &self.config.chat_settings
    }
}

/// Speaks to the units of your team's half.
#[derive(Clone)]
pub struct Phone {
    pub(crate) line: Rc<RefCell<Match>>,
    pub(crate) window: Rc<RefCell<u32>>,
}

impl Phone {
    /// Sends a message of `0` and `1`, paid by the character; one in a half-turn.
    pub fn send_message(&self, text: &str) {
        let sent = self.line.borrow_mut().act(*self.window.borrow(), &json!({ "say": { "text": text } }));
        sent.unwrap_or_else(|error| crate::log!("{error}"));
    }

    /// Keeps something beside this half-turn, for the viewer. Nobody in the match sees it.
    pub fn note(&self, note: Json) {
        let sent = self.line.borrow_mut().note(*self.window.borrow(), &note);
        sent.unwrap_or_else(|error| crate::log!("{error}"));
    }
}
