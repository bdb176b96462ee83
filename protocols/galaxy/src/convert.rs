//! Between the wire and the game: fields to acts, rejections and views to answers. Pure functions.

use meydan_galaxy::{Action, Config, Field, Given, Phase, PlanetId, Rejection, Reply, Stage, View};

use crate::form::Form;
use crate::wire::{self, Answer, Endpoint, text};

/// The act a request asks for; `None` if it only asks a question.
pub(crate) fn action(endpoint: Endpoint, form: &Form) -> Option<Action> {
    let whole = |name: &str| Given::<i64>::read(form.get(name));
    let real = |name: &str| Given::<f64>::read(form.get(name));
    Some(match endpoint {
        Endpoint::PutOneTroop => Action::place(whole("node_id")),
        Endpoint::PutTroop => Action::deploy(whole("node_id"), whole("number_of_troops")),
        Endpoint::Attack => {
            Action::attack(whole("attacking_id"), whole("target_id"), real("fraction"), real("move_fraction"))
        }
        Endpoint::MoveTroop => Action::transfer(whole("source"), whole("destination"), whole("troop_count")),
        Endpoint::Fort => Action::fort(whole("node_id"), whole("troop_count")),
        Endpoint::NextState => Action::Next,
        _ => return None,
    })
}

/// The answer to an act that was taken, from the view after it.
pub(crate) fn taken(action: &Action, view: &View) -> Answer {
    match (action, view.reply) {
        // The original fails inside such an attack.
        (_, Reply::Stumbled) => Answer::page(500),
        // The original refuses the put, but has given the planet away before.
        (_, Reply::ClaimedOnly) => refused(action, Rejection::NoTroops),
        (Action::Place { .. } | Action::Deploy { .. }, _) => Answer::ok(text::TROOP_ADDED),
        (Action::Attack { .. }, reply) => Answer::ok(wire::attack(reply == Reply::Won)),
        (Action::Move { .. }, _) => Answer::ok(text::TROOPS_MOVED),
        (Action::Fort { .. }, _) => Answer::ok(text::FORT_APPLIED),
        (Action::Next, _) => Answer::ok(wire::next_state(view.stage.number())),
    }
}

/// The answer to an act that the rules refused (spec 6).
pub(crate) fn refused(action: &Action, rejection: Rejection) -> Answer {
    let name = |field: Field| field_name(action, field);
    let text = match rejection {
        Rejection::NotYourTurn => return Answer::error(403, text::NOT_YOUR_TURN),
        // The one error with a status of success.
        Rejection::SamePlanet => return Answer::error(200, "source and destination should be different"),
        Rejection::AlreadyPlaced => "You can not put more than one troop in a turn".to_owned(),
        Rejection::NotStartPhase => "The game is not in the initial troop putting state".to_owned(),
        Rejection::NoStartTroops => "You have no more initial troops to put".to_owned(),
        Rejection::NotMainPhase => "The game is not in the turn state".to_owned(),
        Rejection::WrongStage { wanted } => format!("The game is not in the {} state", stage_name(wanted)),
        Rejection::AlreadyFinished => "you already finished the turn".to_owned(),
        Rejection::Missing(field) => format!("{} is not provided", name(field)),
        Rejection::Unreadable(field) => {
            let kind = if matches!(field, Field::Ratio | Field::Share) { "float" } else { "integer" };
            format!("{} is not valid it should be {kind}", name(field))
        }
        Rejection::NoSuchPlanet(field) => format!("{} is not valid", name(field)),
        Rejection::FreePlanet(Field::Planet) => "This node has no owner".to_owned(),
        Rejection::FreePlanet(field) => format!("{} does not have any owner", name(field)),
        Rejection::NotYours(Field::Planet) => "This node is already owned by another player".to_owned(),
        Rejection::NotYours(field) => format!("{} is not owned by the player", name(field)),
        Rejection::OwnTarget => "target_id is owned by the player".to_owned(),
        Rejection::NotEnoughReserve => "You do not have enough troops to place".to_owned(),
        Rejection::NoTroops => format!("{} should be positive", name(Field::Troops)),
        Rejection::ShareOutOfRange => "move_fraction should be between 0 and 1".to_owned(),
        Rejection::TooFewToAttack => "attacking node does not have enough troops".to_owned(),
        Rejection::NegativeRatio => "fraction should be positive".to_owned(),
        Rejection::NotAdjacent => "attacking_id and target_id are not connected".to_owned(),
        Rejection::AlreadyMoved => "move troop already happened in the current turn".to_owned(),
        Rejection::TooFewToMove => "source node does not have enough troops".to_owned(),
        Rejection::NoPath => "there is no path between source and destination".to_owned(),
        Rejection::TooFewToFort => "there is not enough troops in the node".to_owned(),
        Rejection::FortUsed => "you have already used the fortification ability in the game".to_owned(),
    };
    Answer::error(400, text)
}

/// The answer to an act in a turn that is finished but not yet over: its stage is 5 (spec 16, 14). Every act but
/// [`Action::Next`] fails by phase or stage before any field is looked at.
pub(crate) fn after_finish(action: &Action, view: &View) -> Answer {
    let rejection = match action {
        Action::Next if view.phase == Phase::Start => {
            return Answer::ok(wire::next_state(Stage::Finished.number()));
        }
        Action::Next => Rejection::AlreadyFinished,
        Action::Place { .. } => Rejection::AlreadyPlaced,
        Action::Move { .. } if view.moved => Rejection::AlreadyMoved,
        _ if view.phase == Phase::Start => Rejection::NotMainPhase,
        Action::Deploy { .. } => Rejection::WrongStage { wanted: Stage::Deploy },
        Action::Attack { .. } => Rejection::WrongStage { wanted: Stage::Attack },
        Action::Move { .. } => Rejection::WrongStage { wanted: Stage::Move },
        Action::Fort { .. } => Rejection::WrongStage { wanted: Stage::Fort },
    };
    refused(action, rejection)
}

/// The answer to a question about the match; `None` if the endpoint asks none.
pub(crate) fn question(endpoint: Endpoint, form: &Form, view: &View, config: &Config) -> Option<Answer> {
    let map = config.map();
    let body = match endpoint {
        Endpoint::GetOwners => {
            wire::by_node(view.owners.iter().map(|owner| owner.map_or(-1, |owner| i32::from(owner.0))))
        }
        Endpoint::GetTroopsCount => wire::by_node(&view.troops),
        Endpoint::GetNumberOfFortTroops => wire::by_node(&view.forts),
        Endpoint::GetState => wire::number("state", view.stage.number()),
        Endpoint::GetTurnNumber => wire::number("turn_number", view.turn),
        Endpoint::GetAdj => {
            wire::lists_by_node(map.planets().map(|planet| map.neighbours(planet).to_vec()).collect())
        }
        Endpoint::GetPlayerId => wire::number("player_id", view.me.map_or(0, |me| me.0)),
        Endpoint::GetStrategicNodes => {
            let mut strategic = map.strategic().to_vec();
            strategic.sort_by_key(|strategic| strategic.planet);
            let nodes: Vec<u16> = strategic.iter().map(|strategic| strategic.planet.0).collect();
            let scores: Vec<u32> = strategic.iter().map(|strategic| strategic.score).collect();
            wire::strategic_nodes(&nodes, &scores)
        }
        Endpoint::GetNumberOfTroopsToPut => wire::number("number_of_troops", view.reserve()),
        Endpoint::GetReachable => match Given::<i64>::read(form.get("node_id")) {
            Given::Missing => return Some(Answer::error(400, "node_id is not provided")),
            Given::Unreadable => {
                return Some(Answer::error(400, "node_id is not valid it should be integer"));
            }
            Given::Value(node) => match u16::try_from(node) {
                Ok(node) if usize::from(node) < map.len() => {
                    wire::list("reachable", reachable(PlanetId(node), view, config))
                }
                _ => return Some(Answer::error(400, "node_id is not valid")),
            },
        },
        _ => return None,
    };
    Some(Answer::ok(body))
}

/// The planets of one owner that hang together, in the order of a depth-first search (spec 12).
fn reachable(from: PlanetId, view: &View, config: &Config) -> Vec<PlanetId> {
    let owner = view.owners[from.index()];
    let mut reached = Vec::new();
    if owner.is_none() {
        return reached;
    }
    let mut seen = vec![false; view.owners.len()];
    let mut way = vec![(from, config.map().neighbours(from).iter())];
    seen[from.index()] = true;
    reached.push(from);
    while let Some((_, rest)) = way.last_mut() {
        match rest.find(|near| !seen[near.index()] && view.owners[near.index()] == owner) {
            Some(&near) => {
                seen[near.index()] = true;
                reached.push(near);
                way.push((near, config.map().neighbours(near).iter()));
            }
            None => {
                way.pop();
            }
        }
    }
    reached
}

/// What the wire calls a field of an act.
fn field_name(action: &Action, field: Field) -> &'static str {
    match (action, field) {
        (_, Field::Planet) => "node_id",
        (Action::Attack { .. }, Field::From) => "attacking_id",
        (Action::Attack { .. }, Field::To) => "target_id",
        (_, Field::From) => "source",
        (_, Field::To) => "destination",
        (Action::Deploy { .. }, Field::Troops) => "number_of_troops",
        (_, Field::Troops) => "troop_count",
        (_, Field::Ratio) => "fraction",
        (_, Field::Share) => "move_fraction",
    }
}

/// What the wire calls a stage.
fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Deploy => "troop putting",
        Stage::Attack => "attack",
        Stage::Move => "move troop",
        Stage::Fort | Stage::Finished | Stage::Placed => "fort",
    }
}
