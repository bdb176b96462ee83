//! Between the wire and the game: fields to acts, rejections and views to answers. Pure functions.

use meydan_galaxy::{Action, Config, Field, Phase, PlanetId, Rejection, Reply, Ruleset, Stage, View};

use crate::form::Form;
use crate::number::{self, Flaw};
use crate::wire::{self, Answer, Endpoint, text};

/// An act that a request asks for.
///
/// The original looks at the fields of a request one by one, between checks of the board (spec 6). A field that is missing
/// or cannot be read therefore goes to the rules as a value that they refuse in the very check in which the original
/// looks at the field, and the answer then tells what was wrong with it.
pub(crate) struct Asked {
    /// What goes to the rules.
    pub(crate) act: Action,
    flaws: Vec<(Field, Flaw)>,
}

/// The three values that no match takes: the rules refuse them right where the original refuses a field without a value.
const NO_PLANET: i64 = -1;
const TOO_MANY: i64 = i64::MAX;
const NO_SHARE: f64 = 0.0;

/// The act a request asks for; `None` if it only asks a question.
pub(crate) fn asked(endpoint: Endpoint, form: &Form, ruleset: Ruleset) -> Option<Asked> {
    let mut flaws = Vec::new();
    let mut whole = |field: Field, name: &str, otherwise: i64| {
        let flawed = |flaw: Flaw| flaws.push((field, flaw));
        number::whole(form.get(name)).map_err(flawed).unwrap_or(otherwise)
    };
    let act = match endpoint {
        Endpoint::PutOneTroop => Action::place(whole(Field::Planet, "node_id", NO_PLANET)),
        Endpoint::PutTroop => {
            let planet = whole(Field::Planet, "node_id", NO_PLANET);
            Action::deploy(planet, whole(Field::Troops, "number_of_troops", TOO_MANY))
        }
        Endpoint::Attack => {
            let from = whole(Field::From, "attacking_id", NO_PLANET);
            let to = whole(Field::To, "target_id", NO_PLANET);
            let mut real = |field: Field, name: &str| {
                let value = number::real(form.get(name));
                // `document` takes NaN for unreadable (spec 14, row 6).
                let value = match value {
                    Ok(value) if value.is_nan() && ruleset == Ruleset::Document => Err(Flaw::Unreadable),
                    value => value,
                };
                value.map_err(|flaw| flaws.push((field, flaw))).ok()
            };
            match real(Field::Ratio, "fraction").zip(real(Field::Share, "move_fraction")) {
                None => Action::attack(from, to, 0.0, NO_SHARE),
                Some((ratio, share)) => attack(from, to, ratio, share),
            }
        }
        Endpoint::MoveTroop => {
            let from = whole(Field::From, "source", NO_PLANET);
            let to = whole(Field::To, "destination", NO_PLANET);
            Action::transfer(from, to, whole(Field::Troops, "troop_count", TOO_MANY))
        }
        Endpoint::Fort => {
            let planet = whole(Field::Planet, "node_id", NO_PLANET);
            Action::fort(planet, whole(Field::Troops, "troop_count", TOO_MANY))
        }
        Endpoint::NextState => Action::Next,
        _ => return None,
    };
    Some(Asked { act, flaws })
}

/// The attack that two numbers mean, which may be endless or, in `official`, NaN (spec 6.4): dice roll for no such
/// ratio, and a win with such a share comes to nothing.
fn attack(from: i64, to: i64, ratio: f64, share: f64) -> Action {
    let ratio = if ratio.is_nan() { f64::MAX } else { ratio.clamp(f64::MIN, f64::MAX) };
    if share.is_nan() { Action::feint(from, to, ratio) } else { Action::attack(from, to, ratio, share) }
}

impl Asked {
    /// What was wrong with the field that the rules refused, if anything was.
    fn flaw(&self, rejection: Rejection) -> Option<(Field, Flaw)> {
        let of = |field: Field| self.flaws.iter().copied().find(|&(flawed, _)| flawed == field);
        match rejection {
            Rejection::NoSuchPlanet(field) => of(field),
            Rejection::NotEnoughReserve | Rejection::TooFewToMove | Rejection::TooFewToFort => {
                of(Field::Troops)
            }
            Rejection::ShareOutOfRange => of(Field::Ratio).or_else(|| of(Field::Share)),
            _ => None,
        }
    }
}

/// The answer to an act that was taken, from the view after it.
pub(crate) fn taken(asked: &Asked, view: &View) -> Answer {
    match (&asked.act, view.reply) {
        // The original fails inside such an attack.
        (_, Reply::Stumbled) => Answer::page(500),
        // The original refuses the put, but has given the planet away before.
        (_, Reply::ClaimedOnly) => refused(asked, Rejection::NoTroops),
        (Action::Place { .. } | Action::Deploy { .. }, _) => Answer::ok(text::TROOP_ADDED),
        (Action::Attack { .. } | Action::Feint { .. }, reply) => {
            Answer::ok(wire::attack(reply == Reply::Won))
        }
        (Action::Move { .. }, _) => Answer::ok(text::TROOPS_MOVED),
        (Action::Fort { .. }, _) => Answer::ok(text::FORT_APPLIED),
        (Action::Next, _) => Answer::ok(wire::next_state(view.stage.number())),
    }
}

/// The answer to an act that the rules refused (spec 6).
pub(crate) fn refused(asked: &Asked, rejection: Rejection) -> Answer {
    let name = |field: Field| field_name(&asked.act, field);
    if let Some((field, flaw)) = asked.flaw(rejection) {
        return Answer::error(400, flaw_text(name(field), field, flaw));
    }
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
        Rejection::NoSuchPlanet(field) => format!("{} is not valid", name(field)),
        Rejection::FreePlanet(Field::Planet) => "This node has no owner".to_owned(),
        Rejection::FreePlanet(field) => format!("{} does not have any owner", name(field)),
        Rejection::NotYours(Field::Planet) => "This node is already owned by another player".to_owned(),
        Rejection::NotYours(field) => format!("{} is not owned by the player", name(field)),
        Rejection::OwnTarget => "target_id is owned by the player".to_owned(),
        Rejection::NotEnoughReserve => "You do not have enough troops to place".to_owned(),
        Rejection::NoTroops => format!("{} should be positive", name(Field::Troops)),
        // No request becomes a feint under `document`: NaN cannot be read there.
        Rejection::ShareOutOfRange | Rejection::NoFeint => {
            "move_fraction should be between 0 and 1".to_owned()
        }
        Rejection::TooFewToAttack => "attacking node does not have enough troops".to_owned(),
        Rejection::RatioOutOfRange => "fraction should be positive".to_owned(),
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
pub(crate) fn after_finish(asked: &Asked, view: &View) -> Answer {
    let rejection = match asked.act {
        Action::Next if view.phase == Phase::Start => {
            return Answer::ok(wire::next_state(Stage::Finished.number()));
        }
        Action::Next => Rejection::AlreadyFinished,
        Action::Place { .. } => Rejection::AlreadyPlaced,
        Action::Move { .. } if view.moved => Rejection::AlreadyMoved,
        _ if view.phase == Phase::Start => Rejection::NotMainPhase,
        Action::Deploy { .. } => Rejection::WrongStage { wanted: Stage::Deploy },
        Action::Attack { .. } | Action::Feint { .. } => Rejection::WrongStage { wanted: Stage::Attack },
        Action::Move { .. } => Rejection::WrongStage { wanted: Stage::Move },
        Action::Fort { .. } => Rejection::WrongStage { wanted: Stage::Fort },
    };
    refused(asked, rejection)
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
        Endpoint::GetReachable => match number::whole(form.get("node_id")) {
            Err(flaw) => return Some(Answer::error(400, flaw_text("node_id", Field::Planet, flaw))),
            Ok(node) => match u16::try_from(node) {
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

/// What the original says of a field that it cannot use.
fn flaw_text(name: &str, field: Field, flaw: Flaw) -> String {
    let kind = if matches!(field, Field::Ratio | Field::Share) { "float" } else { "integer" };
    match flaw {
        Flaw::Missing => format!("{name} is not provided"),
        Flaw::Unreadable => format!("{name} is not valid it should be {kind}"),
    }
}

/// What the wire calls a field of an act.
fn field_name(action: &Action, field: Field) -> &'static str {
    match (action, field) {
        (_, Field::Planet) => "node_id",
        (Action::Attack { .. } | Action::Feint { .. }, Field::From) => "attacking_id",
        (Action::Attack { .. } | Action::Feint { .. }, Field::To) => "target_id",
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
