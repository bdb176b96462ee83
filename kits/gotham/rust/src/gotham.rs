//! The city as one unit sees it, and what the unit can say. There is no need to change this file.
#![allow(dead_code)]

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use serde::Deserialize;
use serde_json::{json, Value};

use crate::meydan::Match;

/// The node of the police station on the maps of the contest.
pub const POLICE_STATION: u32 = 1;

/// More money than anything costs.
pub const ANY_PRICE: f64 = f64::INFINITY;

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Team {
    First,
    Second,
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentType {
    Thief,
    Police,
    /// Only in the finals' ruleset: a thief that a single police unit cannot catch.
    Joker,
    /// Only in the finals' ruleset: a police unit that catches Jokers too.
    Batman,
}

/// Whose half of the turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum TurnType {
    #[serde(rename = "police")]
    PoliceTurn,
    #[serde(rename = "thieves")]
    ThiefTurn,
}

/// How far the match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameStatus {
    Pending,
    Ongoing,
    Finished,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Unknown,
    FirstWins,
    SecondWins,
}

/// The turn, and whose half of it this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Turn {
    #[serde(rename = "number")]
    pub turn_number: u32,
    #[serde(rename = "half")]
    pub turn_type: TurnType,
}

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Agent {
    pub id: u32,
    pub team: Team,
    pub kind: AgentType,
    #[serde(rename = "node")]
    pub node_id: u32,
    #[serde(rename = "dead")]
    pub is_dead: bool,
}

impl Agent {
    /// Whether it is a police unit or a Batman.
    pub fn is_police_side(&self) -> bool {
        matches!(self.kind, AgentType::Police | AgentType::Batman)
    }
}

/// A place in the city. `x` and `y` are for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Node {
    pub id: u32,
    pub x: f64,
    pub y: f64,
}

/// A way between two nodes, usable both ways. Price 0 is a walk, the middle price a bus, the highest the metro.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Path {
    pub id: u32,
    #[serde(rename = "from")]
    pub first_node_id: u32,
    #[serde(rename = "to")]
    pub second_node_id: u32,
    pub price: f64,
}

/// The map of the city.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub paths: Vec<Path>,
    pub nodes_count: usize,
    /// How far one sees under the finals' ruleset; 0 otherwise.
    pub visible_radius_x_police_thief: u32,
    pub visible_radius_y_police_joker: u32,
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
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct IncomeSetting {
    #[serde(rename = "police")]
    pub police_income_each_turn: f64,
    #[serde(rename = "thieves")]
    pub thieves_income_each_turn: f64,
}

/// The last turn, and the turns on which thieves show themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSettings {
    pub max_turn: u32,
    pub visible_turns: Vec<u32>,
}

/// What a character costs, and how long a message may be.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct ChatSettings {
    #[serde(rename = "cost")]
    pub chat_cost_per_character: f64,
    #[serde(rename = "box_size")]
    pub chat_box_max_size: u32,
}

/// What does not change.
#[derive(Clone, Debug)]
pub struct GameConfig {
    pub graph: Graph,
    pub income_setting: IncomeSetting,
    pub turn_settings: TurnSettings,
    pub chat_settings: ChatSettings,
}

/// A message in the chat box.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Chat {
    #[serde(rename = "from")]
    pub from_agent_id: u32,
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
    pub status: GameStatus,
    pub result: GameResult,
    pub turn: Turn,
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
    pub fn note(&self, note: Value) {
        let sent = self.line.borrow_mut().note(*self.window.borrow(), &note);
        sent.unwrap_or_else(|error| crate::log!("{error}"));
    }
}
