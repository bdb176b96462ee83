//! Between the engine's types and the wire's. Pure functions.

use meydan_gotham::{Action, Config, Half, Kind, Mistake, Phase, Rejection, Sighting, Team, UnitState, View};
use prost_types::Timestamp;
use tonic::{Code, Status};

use crate::wire;

/// The static part of every view.
pub fn config(config: &Config) -> wire::GameConfig {
    let path = |path: &meydan_gotham::Path| wire::Path {
        id: path.id,
        first_node_id: path.from,
        second_node_id: path.to,
        price: path.price,
    };
    wire::GameConfig {
        graph: Some(wire::Graph {
            paths: config.paths.iter().map(path).collect(),
            nodes: config.nodes.iter().map(|node| wire::Node { id: node.id }).collect(),
            visible_radius_x_police_thief: config.radii.thief,
            visible_radius_y_police_joker: config.radii.joker,
            visible_radius_z_thief_batman: config.radii.batman,
        }),
        income_settings: Some(wire::IncomeSettings {
            police_income_each_turn: config.income.police,
            thieves_income_each_turn: config.income.thieves,
        }),
        turn_settings: Some(wire::TurnSettings {
            max_turns: config.max_turns,
            visible_turns: config.visible_turns.clone(),
        }),
        chat_settings: Some(wire::ChatSettings {
            chat_box_max_size: config.chat.box_size,
            chat_cost_per_character: config.chat.cost,
        }),
    }
}

/// What the wire adds to a message: an id and the moment it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// A UUID.
    pub id: String,
    /// The part of a second, in nanoseconds; the original sends nothing else of the time.
    pub nanos: i32,
}

/// A seat's view. `stamps` has one for every message of the box.
pub fn view(
    view: &View,
    config: wire::GameConfig,
    stamps: impl IntoIterator<Item = Stamp>,
) -> wire::GameView {
    let chat = |(message, stamp): (&meydan_gotham::Message, Stamp)| wire::Chat {
        id: stamp.id,
        from_agent_id: message.from,
        text: message.text.to_string(),
        time_stamp: Some(Timestamp { seconds: 0, nanos: stamp.nanos }),
    };
    wire::GameView {
        status: status(view.phase) as i32,
        result: result(view.winner) as i32,
        turn: Some(wire::Turn { turn_number: view.turn.number, turn_type: turn_type(view.turn.half) as i32 }),
        config: Some(config),
        viewer: view.me.map(viewer),
        balance: view.me.map_or(0.0, |me| me.balance),
        visible_agents: view.units.iter().map(agent).collect(),
        chat_box: view.chat.iter().zip(stamps).map(chat).collect(),
    }
}

fn viewer(me: UnitState) -> wire::Agent {
    agent(&Sighting { id: me.id, team: me.team, kind: me.kind, node: me.node, dead: me.dead })
}

fn agent(unit: &Sighting) -> wire::Agent {
    wire::Agent {
        id: unit.id,
        team: team(unit.team) as i32,
        r#type: agent_type(unit.kind) as i32,
        node_id: unit.node,
        is_dead: unit.dead,
    }
}

/// The wire's name of a team.
pub fn team(team: Team) -> wire::Team {
    match team {
        Team::First => wire::Team::First,
        Team::Second => wire::Team::Second,
    }
}

/// The wire's name of a unit's type.
pub fn agent_type(kind: Kind) -> wire::AgentType {
    match kind {
        Kind::Thief => wire::AgentType::Thief,
        Kind::Police => wire::AgentType::Police,
        Kind::Joker => wire::AgentType::Joker,
        Kind::Batman => wire::AgentType::Batman,
    }
}

/// The wire's name of a half.
pub fn turn_type(half: Half) -> wire::TurnType {
    match half {
        Half::Thieves => wire::TurnType::ThiefTurn,
        Half::Police => wire::TurnType::PoliceTurn,
    }
}

/// The wire's name of a phase.
pub fn status(phase: Phase) -> wire::GameStatus {
    match phase {
        Phase::Pending => wire::GameStatus::Pending,
        Phase::Ongoing => wire::GameStatus::Ongoing,
        Phase::Finished => wire::GameStatus::Finished,
    }
}

/// The wire's name of a result.
pub fn result(winner: Option<Team>) -> wire::GameResult {
    match winner {
        None => wire::GameResult::Unknown,
        Some(Team::First) => wire::GameResult::FirstWins,
        Some(Team::Second) => wire::GameResult::SecondWins,
    }
}

/// An act that a call asks for, and the token it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The unit's token, as far as anybody knows.
    pub token: String,
    /// What it wants to do.
    pub action: Action,
}

impl From<wire::DeclareReadinessCommand> for Asked {
    fn from(command: wire::DeclareReadinessCommand) -> Asked {
        Asked { token: command.token, action: Action::Ready { node: command.start_node_id } }
    }
}

impl From<wire::MoveCommand> for Asked {
    fn from(command: wire::MoveCommand) -> Asked {
        Asked { token: command.token, action: Action::Move { to: command.to_node_id } }
    }
}

impl From<wire::ChatCommand> for Asked {
    fn from(command: wire::ChatCommand) -> Asked {
        Asked { token: command.token, action: Action::Say { text: command.text } }
    }
}

/// The answer to a refused call. The engine's words are the original's.
pub fn refusal(rejection: &Rejection) -> Status {
    let code = match rejection.mistake() {
        Mistake::Malformed => Code::InvalidArgument,
        Mistake::Unknown => Code::NotFound,
        Mistake::Refused => Code::FailedPrecondition,
    };
    Status::new(code, rejection.to_string())
}

/// The token is blank (spec 6, check 1 of every call).
pub fn blank_token() -> Status {
    Status::invalid_argument("token cannot be blank")
}

/// No unit has the token.
pub fn unknown_token(token: &str) -> Status {
    Status::not_found(format!("resource Agent with criteria: {{token={token}}} was not found"))
}

/// Nobody can watch a match that is over.
pub fn watch_after_end() -> Status {
    Status::failed_precondition("you can't watch cause game is finish.")
}

/// Something nobody foresaw.
pub fn unknown_error() -> Status {
    Status::internal("an unknown error occurred")
}
