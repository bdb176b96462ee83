//! The original's requests and answers, as far as an engine alone can give them: fields to acts, rejections and
//! views to bodies. Tokens and encodings are the protocol's matter.

use meydan_galaxy::{Action, Config, Field, Given, PlanetId, Rejection, Reply, Stage, View};
use serde_json::{Map, Value, json};

/// The act that a request stands for; `None` if it only asks.
pub(crate) fn act(path: &str, form: &Map<String, Value>) -> Option<Action> {
    let text = |name: &str| form.get(name).and_then(Value::as_str);
    let whole = |name: &str| Given::<i64>::read(text(name));
    let real = |name: &str| Given::<f64>::read(text(name));
    Some(match path {
        "/put_one_troop" => Action::place(whole("node_id")),
        "/put_troop" => Action::deploy(whole("node_id"), whole("number_of_troops")),
        "/attack" => {
            Action::attack(whole("attacking_id"), whole("target_id"), real("fraction"), real("move_fraction"))
        }
        "/move_troop" => Action::transfer(whole("source"), whole("destination"), whole("troop_count")),
        "/fort" => Action::fort(whole("node_id"), whole("troop_count")),
        "/next_state" => Action::Next,
        _ => return None,
    })
}

/// Status and body of an act that was taken.
pub(crate) fn taken(action: &Action, view: &View) -> (u16, Value) {
    let body = match (action, view.reply) {
        (_, Reply::Stumbled) => return (500, Value::Null),
        (_, Reply::ClaimedOnly) => return (400, error("number_of_troops should be positive")),
        (Action::Place { .. } | Action::Deploy { .. }, _) => json!({"message": "troop added successfully"}),
        (Action::Attack { .. }, reply) => {
            json!({"message": "attack successful", "won": u8::from(reply == Reply::Won)})
        }
        (Action::Move { .. }, _) => json!({"message": "troops moved successfully"}),
        (Action::Fort { .. }, _) => {
            json!({"success": "the fortification ability is applied successfully"})
        }
        (Action::Next, _) => json!({"game_state": view.stage.number(), "message": "success"}),
    };
    (200, body)
}

/// Status and body of an act that was refused.
pub(crate) fn refused(action: &Action, rejection: Rejection) -> (u16, Value) {
    let name = |field: Field| match (action, field) {
        (_, Field::Planet) => "node_id",
        (Action::Attack { .. }, Field::From) => "attacking_id",
        (Action::Attack { .. }, Field::To) => "target_id",
        (_, Field::From) => "source",
        (_, Field::To) => "destination",
        (Action::Deploy { .. }, Field::Troops) => "number_of_troops",
        (_, Field::Troops) => "troop_count",
        (_, Field::Ratio) => "fraction",
        (_, Field::Share) => "move_fraction",
    };
    let text = match rejection {
        Rejection::NotYourTurn => return (403, error("It's not your turn")),
        Rejection::SamePlanet => return (200, error("source and destination should be different")),
        Rejection::AlreadyPlaced => "You can not put more than one troop in a turn".into(),
        Rejection::NotStartPhase => "The game is not in the initial troop putting state".into(),
        Rejection::NoStartTroops => "You have no more initial troops to put".into(),
        Rejection::NotMainPhase => "The game is not in the turn state".into(),
        Rejection::WrongStage { wanted } => {
            let stage = match wanted {
                Stage::Deploy => "troop putting",
                Stage::Attack => "attack",
                Stage::Move => "move troop",
                _ => "fort",
            };
            format!("The game is not in the {stage} state")
        }
        Rejection::AlreadyFinished => "you already finished the turn".into(),
        Rejection::Missing(field) => format!("{} is not provided", name(field)),
        Rejection::Unreadable(field @ (Field::Ratio | Field::Share)) => {
            format!("{} is not valid it should be float", name(field))
        }
        Rejection::Unreadable(field) => format!("{} is not valid it should be integer", name(field)),
        Rejection::NoSuchPlanet(field) => format!("{} is not valid", name(field)),
        Rejection::FreePlanet(Field::Planet) => "This node has no owner".into(),
        Rejection::FreePlanet(field) => format!("{} does not have any owner", name(field)),
        Rejection::NotYours(Field::Planet) => "This node is already owned by another player".into(),
        Rejection::NotYours(field) => format!("{} is not owned by the player", name(field)),
        Rejection::OwnTarget => "target_id is owned by the player".into(),
        Rejection::NotEnoughReserve => "You do not have enough troops to place".into(),
        Rejection::NoTroops => format!("{} should be positive", name(Field::Troops)),
        Rejection::ShareOutOfRange => "move_fraction should be between 0 and 1".into(),
        Rejection::TooFewToAttack => "attacking node does not have enough troops".into(),
        Rejection::NegativeRatio => "fraction should be positive".into(),
        Rejection::NotAdjacent => "attacking_id and target_id are not connected".into(),
        Rejection::AlreadyMoved => "move troop already happened in the current turn".into(),
        Rejection::TooFewToMove => "source node does not have enough troops".into(),
        Rejection::NoPath => "there is no path between source and destination".into(),
        Rejection::TooFewToFort => "there is not enough troops in the node".into(),
        Rejection::FortUsed => "you have already used the fortification ability in the game".into(),
    };
    (400, error(&text))
}

/// Status and body of a question about the board; `None` if it is about something else.
pub(crate) fn asked(
    path: &str,
    form: &Map<String, Value>,
    view: &View,
    config: &Config,
) -> Option<(u16, Value)> {
    let by_planet = |value: &dyn Fn(PlanetId) -> Value| {
        Value::Object(config.map().planets().map(|planet| (planet.to_string(), value(planet))).collect())
    };
    let body = match path {
        "/get_owners" => by_planet(&|p| view.owners[p.index()].map_or(json!(-1), |owner| json!(owner.0))),
        "/get_troops_count" => by_planet(&|p| json!(view.troops[p.index()])),
        "/get_number_of_fort_troops" => by_planet(&|p| json!(view.forts[p.index()])),
        "/get_adj" => by_planet(&|p| json!(config.map().neighbours(p))),
        "/get_state" => json!({"state": view.stage.number()}),
        "/get_turn_number" => json!({"turn_number": view.turn}),
        "/get_player_id" => json!({"player_id": view.me}),
        "/get_number_of_troops_to_put" => json!({"number_of_troops": view.reserve()}),
        "/get_strategic_nodes" => {
            let mut list = config.map().strategic().to_vec();
            list.sort_by_key(|strategic| strategic.planet);
            json!({
                "strategic_nodes": list.iter().map(|strategic| strategic.planet).collect::<Vec<_>>(),
                "score": list.iter().map(|strategic| strategic.score).collect::<Vec<_>>(),
            })
        }
        "/get_reachable" => {
            let planet = match Given::<i64>::read(form.get("node_id").and_then(Value::as_str)) {
                Given::Missing => return Some((400, error("node_id is not provided"))),
                Given::Unreadable => {
                    return Some((400, error("node_id is not valid it should be integer")));
                }
                Given::Value(id) if id < 0 || id >= config.map().len() as i64 => {
                    return Some((400, error("node_id is not valid")));
                }
                Given::Value(id) => PlanetId(id as u16),
            };
            let mut reached = Vec::new();
            if view.owners[planet.index()].is_some() {
                walk(planet, view, config, &mut reached);
            }
            json!({"reachable": reached})
        }
        _ => return None,
    };
    Some((200, body))
}

fn walk(planet: PlanetId, view: &View, config: &Config, reached: &mut Vec<PlanetId>) {
    reached.push(planet);
    for &near in config.map().neighbours(planet) {
        if !reached.contains(&near) && view.owners[near.index()] == view.owners[planet.index()] {
            walk(near, view, config, reached);
        }
    }
}

fn error(text: &str) -> Value {
    json!({ "error": text })
}
