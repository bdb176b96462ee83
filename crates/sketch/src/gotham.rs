use std::collections::BTreeMap;

use meydan_core::Viewer;
use meydan_gotham::{Action, Config, Gotham, Half, Kind, Phase, Team, View};

use crate::Sketch;
use crate::canvas::Canvas;
use crate::drawing::{Drawing, Grid, Look};
use crate::typed::{Offered, Seen, Typed, Words};

const WIDTH: usize = 78;
const HEIGHT: usize = 13;
/// Up to so many nodes all of them are labelled with their numbers.
const FEW: usize = 90;

/// A unit's sign: what it is and its number; capital for the first team.
fn sign(team: Team, kind: Kind, id: i32) -> String {
    let letter = match kind {
        Kind::Thief => 't',
        Kind::Police => 'p',
        Kind::Joker => 'j',
        Kind::Batman => 'b',
    };
    format!("{}{id}", if team == Team::First { letter.to_ascii_uppercase() } else { letter })
}

/// What is known of a unit, whoever looks.
struct Known {
    team: Team,
    sign: String,
    node: i32,
    dead: bool,
    balance: Option<f64>,
    me: bool,
}

fn known(view: &View) -> Vec<Known> {
    if let Some(overview) = &view.overview {
        let all = overview.units.iter().map(|unit| Known {
            team: unit.team,
            sign: sign(unit.team, unit.kind, unit.id),
            node: unit.node,
            dead: unit.dead,
            balance: Some(unit.balance),
            me: false,
        });
        return all.collect();
    }
    let me = view.me.iter().map(|unit| Known {
        team: unit.team,
        sign: sign(unit.team, unit.kind, unit.id),
        node: unit.node,
        dead: unit.dead,
        balance: Some(unit.balance),
        me: true,
    });
    let own = view.me.map(|unit| unit.id);
    let others = view.units.iter().filter(|unit| Some(unit.id) != own).map(|unit| Known {
        team: unit.team,
        sign: sign(unit.team, unit.kind, unit.id),
        node: unit.node,
        dead: unit.dead,
        balance: None,
        me: false,
    });
    me.chain(others).collect()
}

impl Sketch for Gotham {
    fn sketch(config: &Config, view: &View, _: Viewer) -> Drawing {
        let places: BTreeMap<i32, [f64; 2]> =
            config.nodes.iter().map(|node| (node.id, [node.x, node.y])).collect();
        let mut canvas = Canvas::new(WIDTH, HEIGHT, places.values().copied());
        for path in &config.paths {
            if let (Some(from), Some(to)) = (places.get(&path.from), places.get(&path.to)) {
                canvas.way(*from, *to);
            }
        }
        let units = known(view);
        let mut standing: BTreeMap<i32, Vec<&Known>> = BTreeMap::new();
        for unit in units.iter().filter(|unit| !unit.dead) {
            standing.entry(unit.node).or_default().push(unit);
        }
        // The viewer first: it must not be left out for want of room.
        let mut spots: Vec<(&i32, &Vec<&Known>)> = standing.iter().collect();
        spots.sort_by_key(|(_, here)| !here.iter().any(|unit| unit.me));
        let mut left_out = Vec::new();
        for (node, here) in spots {
            let Some(place) = places.get(node) else { continue };
            let more = if here.len() > 1 { format!("+{}", here.len() - 1) } else { String::new() };
            let first = here.iter().find(|unit| unit.me).unwrap_or(&here[0]);
            let side = first.team.index() as u8;
            let look = if first.me { Look::Bright(side) } else { Look::Side(side) };
            if !canvas.label(*place, &format!("{}{more}", first.sign), look) {
                left_out.push(format!("{}{more} at {node}", first.sign));
            }
        }
        // What can be chosen now must be found on the map: where to begin, or where to go.
        let choices: Vec<i32> = match (view.phase, view.me) {
            (Phase::Pending, Some(_)) => beginnings(config).collect(),
            (_, Some(me)) => near(config, me.node).into_iter().map(|(to, _)| to).collect(),
            (_, None) => Vec::new(),
        };
        for (id, place) in places.iter().filter(|(id, _)| !standing.contains_key(id)) {
            let choice = choices.contains(id);
            let look = if choice { Look::Title } else { Look::Faint };
            let shown = (choice || places.len() <= FEW) && !canvas.label(*place, &id.to_string(), look);
            if shown && choice {
                left_out.push(id.to_string());
            }
        }
        let mut drawing = Drawing::new();
        let half = match view.turn.half {
            Half::Thieves => "thieves",
            Half::Police => "police",
        };
        let open = if view.visible_turn { ", thieves show themselves" } else { "" };
        let state = match view.phase {
            Phase::Pending => "units take their places".to_owned(),
            Phase::Ongoing => format!("turn {} of {}, {half}{open}", view.turn.number, config.max_turns),
            Phase::Finished => "over".to_owned(),
        };
        drawing.say(state, Look::Title);
        let mut facts = facts(&units);
        if !left_out.is_empty() {
            facts.say(format!("no room on the map for {}", left_out.join(", ")), Look::Plain);
        }
        let mut drawing = drawing.under(canvas.drawing());
        // Where there is little room, whoever looks stays in sight, or else the middle of everybody.
        let spot = |unit: &&Known| {
            let (column, line) = canvas.spot(*places.get(&unit.node)?);
            Some((line + 1, column))
        };
        let living = || units.iter().filter(|unit| !unit.dead);
        match living().find(|unit| unit.me).as_ref().and_then(spot) {
            Some((line, column)) => drawing.look_at(line, column),
            None => drawing.look_at_all(&living().filter_map(|unit| spot(&unit)).collect::<Vec<_>>()),
        }
        drawing.lies(Grid { head: 1, ..Grid::default() }).with(facts)
    }
}

fn facts(units: &[Known]) -> Drawing {
    let mut facts = Drawing::new();
    for team in Team::BOTH {
        let line = facts.line();
        let side = team.index() as u8;
        line.put(if team == Team::First { "first: " } else { "second:" }, Look::Side(side));
        for unit in units.iter().filter(|unit| unit.team == team) {
            let place = if unit.dead { "caught".to_owned() } else { format!("@{}", unit.node) };
            let money = unit.balance.map_or(String::new(), |money| format!(" ${money:.0}"));
            let look = if unit.dead { Look::Faint } else { Look::Plain };
            line.put(format!(" {}", unit.sign), if unit.me { Look::Bright(side) } else { Look::Side(side) });
            line.put(format!("{place}{money}"), look);
        }
    }
    facts
}

/// Where one can go from a node, and for how much; of parallel paths the first counts.
fn near(config: &Config, from: i32) -> Vec<(i32, f64)> {
    let mut near: Vec<(i32, f64)> = Vec::new();
    for path in &config.paths {
        let to = match from {
            _ if path.from == from => path.to,
            _ if path.to == from => path.from,
            _ => continue,
        };
        if to != from && !near.iter().any(|(known, _)| *known == to) {
            near.push((to, path.price));
        }
    }
    near.sort_by_key(|(to, _)| *to);
    near
}

/// A handful of nodes to begin at, spread over the city.
fn beginnings(config: &Config) -> impl Iterator<Item = i32> {
    let step = config.nodes.len().div_ceil(8).max(1);
    config.nodes.iter().step_by(step).map(|node| node.id)
}

impl Typed for Gotham {
    const HELP: &'static [Words] = &[
        (
            "start NODE",
            "before the match: where a thief begins, any node of the city; police begin at their station all the same",
        ),
        (
            "move NODE",
            "go to a neighbouring node, for its price; a number alone is one of the list, not a node",
        ),
        ("stay", "stay here"),
        ("say 0110", "a message of 0 and 1 to your half of the team; every character has its price"),
        ("done", "nothing more with this unit"),
    ];

    fn asked(seen: &Seen<'_, Self>) -> String {
        let Some(me) = seen.view.me else { return String::new() };
        let what = match me.kind {
            Kind::Thief => "a thief: do not be caught",
            Kind::Police => "police: stand where an enemy thief stands",
            Kind::Joker => "the Joker: if you are caught the match is lost",
            Kind::Batman => "Batman: you alone catch the enemy's Joker",
        };
        let chat: Vec<String> = seen
            .view
            .chat
            .iter()
            .rev()
            .take(3)
            .map(|said| format!("{} says {}", said.from, &*said.text))
            .collect();
        let chat = if chat.is_empty() { String::new() } else { format!(" ({})", chat.join("; ")) };
        let name = sign(me.team, me.kind, me.id);
        if seen.view.phase == Phase::Pending {
            let ids = || seen.config.nodes.iter().map(|node| node.id);
            let (least, most) = (ids().min().unwrap_or(0), ids().max().unwrap_or(0));
            return match me.kind {
                Kind::Thief | Kind::Joker => format!(
                    "You are {name}, {what}.\nBegin far from the enemy's police: `start NODE`, from {least} to {most}; some are offered."
                ),
                Kind::Police | Kind::Batman => format!(
                    "You are {name}, {what}.\nYou begin at your station, whichever node you name: `start {least}` will do."
                ),
            };
        }
        format!("You are {name}, {what}. You have ${:.0}.{chat}", me.balance)
    }

    fn free(config: &Self::Config) -> usize {
        let ids = config.nodes.iter().filter_map(|node| usize::try_from(node.id).ok());
        ids.max().map_or(1, |last| last + 1)
    }

    fn offers(seen: &Seen<'_, Self>) -> Vec<Offered<Action>> {
        let offer = |words: String, act: Action| Offered { who: None, words, acts: vec![act] };
        let Some(me) = seen.view.me.filter(|me| !me.dead) else { return Vec::new() };
        if seen.view.phase == Phase::Pending {
            let nodes = beginnings(seen.config).filter(|_| !me.ready);
            return nodes.map(|node| offer(format!("start {node}"), Action::Ready { node })).collect();
        }
        if me.moved || me.kind.half() != seen.view.turn.half {
            return Vec::new();
        }
        let ways = near(seen.config, me.node).into_iter().filter(|(_, price)| *price <= me.balance);
        let mut offers: Vec<_> =
            ways.map(|(to, _)| offer(format!("move {to}"), Action::Move { to })).collect();
        offers.push(offer("stay".to_owned(), Action::Move { to: me.node }));
        offers
    }

    fn read(seen: &Seen<'_, Self>, words: &[&str]) -> Result<Vec<Action>, String> {
        let node = |word: &str| {
            let known = word.parse().ok().filter(|id| seen.config.nodes.iter().any(|node| node.id == *id));
            known.ok_or_else(|| format!("there is no node `{word}` in this city"))
        };
        let act = match words {
            ["start" | "ready", to] => Action::Ready { node: node(to)? },
            ["move" | "go", to] => Action::Move { to: node(to)? },
            ["stay"] => Action::Move { to: seen.view.me.map_or(0, |me| me.node) },
            ["say", text] => Action::Say { text: (*text).to_owned() },
            _ => return Err("type `move NODE`, `stay` or `say 0110`; `help` says more".to_owned()),
        };
        Ok(vec![act])
    }

    fn told(_: &Seen<'_, Self>, action: &Action) -> String {
        match action {
            Action::Ready { node } => format!("start at {node}"),
            Action::Move { to } => format!("move to {to}"),
            Action::Say { text } => format!("say {text}"),
        }
    }

    /// Whoever has moved and has said nothing before mostly has nothing to say.
    fn enough(action: &Action) -> bool {
        !matches!(action, Action::Say { .. })
    }
}
