use meydan_core::{Batch, Viewer};
use meydan_jungle::{Action, Config, Deed, Jungle, Order, Point, Tile, View};

use crate::Sketch;
use crate::drawing::{Drawing, Grid, Look};
use crate::typed::{Offered, Seen, Typed, WAYS, Words, place, way};

/// A unit's sign: its team's letter and its number in the team; capital while it carries a diamond.
fn sign(config: &Config, unit: u16, carries: bool) -> String {
    let index = usize::from(unit).saturating_sub(1);
    let (team, number) = (index / config.units_per_team.max(1), index % config.units_per_team.max(1) + 1);
    let letter = char::from(b'a' + (team % 26) as u8);
    let number = char::from_digit(number as u32, 36).unwrap_or('+');
    format!("{}{number}", if carries { letter.to_ascii_uppercase() } else { letter })
}

impl Sketch for Jungle {
    fn sketch(config: &Config, view: &View, who: Viewer) -> Drawing {
        let mut board = Drawing::new();
        board.line().pad(3);
        let numbers: String = (0..config.map.width()).map(|column| format!("{:<2}", column % 100)).collect();
        board.at(0).into_iter().for_each(|line| {
            line.put(&numbers, Look::Faint);
        });
        for row in 0..config.map.height() {
            let line = board.line();
            line.put(format!("{row:>2} "), Look::Faint);
            for column in 0..config.map.width() {
                let (text, look) = match config.map.tile(Point::new(column as i32, row as i32)) {
                    Some(Tile::Stone) => ("##", Look::Wall),
                    Some(Tile::Water) => ("~~", Look::Side(4)),
                    Some(Tile::Spawn) => ("__", Look::Faint),
                    Some(Tile::Trap) => (", ", Look::Faint),
                    _ => ("· ", Look::Faint),
                };
                line.put(text, look);
            }
        }
        let mut put = |at: Point, text: &str, look: Look| {
            let (Ok(column), Ok(row)) = (usize::try_from(at.x), usize::try_from(at.y)) else { return };
            if let Some(line) = board.at(row + 1) {
                text.chars().enumerate().for_each(|(i, letter)| line.set(3 + 2 * column + i, letter, look));
            }
        };
        for diamond in view.diamonds.iter().filter(|diamond| diamond.owner.is_none()) {
            put(diamond.position, &format!("*{}", diamond.level), Look::Gold);
        }
        let spot = |at: Point| (at.y.max(0) as usize + 1, 3 + 2 * at.x.max(0) as usize);
        let (mut focus, mut all) = (None, Vec::new());
        for (number, team) in view.teams.iter().enumerate() {
            for unit in &team.units {
                let Some(at) = unit.position else { continue };
                let side = number as u8;
                let carries = unit.diamond.is_some();
                let look = if carries { Look::Bright(side) } else { Look::Side(side) };
                put(at, &sign(config, unit.unit, carries), look);
                all.push(spot(at));
                if who == Viewer::Seat(meydan_core::Seat(side)) {
                    focus.get_or_insert(spot(at));
                }
            }
        }
        match focus {
            Some((line, column)) => board.look_at(line, column),
            None => board.look_at_all(&all),
        }
        let board = board.lies(Grid { head: 1, margin: 3, row: 1, column: 2 });
        board.with(facts(config, view, who)).telling(refusals(view, who))
    }
}

/// How wide a reason may be.
const REASON: usize = 76;
/// How many reasons are told.
const REASONS: usize = 3;

/// Why orders had no effect, the latest first.
fn refusals(view: &View, who: Viewer) -> Drawing {
    let mut told = Drawing::new();
    let Viewer::Seat(seat) = who else { return told };
    let errors = view.teams.get(seat.index()).map_or(&[][..], |team| &team.errors);
    for error in errors.iter().rev().take(REASONS) {
        told.say(shortened(error, REASON), Look::Alarm);
    }
    if let more @ 1.. = errors.len().saturating_sub(REASONS) {
        told.say(format!("… and {more} more"), Look::Alarm);
    }
    told
}

/// What fits of a sentence, up to the end of a word.
fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let room: String = text.chars().take(width.saturating_sub(1)).collect();
    let kept = room.rsplit_once(' ').map_or(room.as_str(), |(kept, _)| kept);
    format!("{} …", kept.trim_end()).chars().take(width).collect()
}

fn facts(config: &Config, view: &View, who: Viewer) -> Drawing {
    let mut facts = Drawing::new();
    facts.say(format!("tick {} of {}", view.tick, config.ticks), Look::Title);
    for (number, team) in view.teams.iter().enumerate() {
        let letter = char::from(b'a' + (number % 26) as u8);
        let name = config.teams.get(number).map_or("", |team| team.name.as_str());
        let name: String = name.chars().take(14).collect();
        let left = if team.left { ", left" } else { "" };
        let deaths = if team.deaths > 0 { format!(", {} lost", team.deaths) } else { String::new() };
        let line = facts.line();
        line.put(letter.to_string(), Look::Side(number as u8));
        line.put(format!(" {name}: {} points{deaths}{left}", team.score), Look::Plain);
    }
    for diamond in view.diamonds.iter().take(8) {
        let place = match diamond.owner {
            Some(unit) => format!("held by {}", sign(config, unit, true)),
            None => format!("at {}", diamond.position),
        };
        facts
            .line()
            .put("*", Look::Gold)
            .put(format!(" {place}, level {}, {} points", diamond.level, diamond.points), Look::Plain);
    }
    if let Viewer::Seat(seat) = who {
        for unit in view.teams.get(seat.index()).iter().flat_map(|team| &team.units) {
            let by = unit.attacked_by.map(|by| format!("struck by {}", sign(config, by, false)));
            let by = by.or_else(|| unit.vined_by.map(|by| format!("pulled by {}", sign(config, by, false))));
            if let Some(by) = by {
                facts.say(format!("{} was {by}", sign(config, unit.unit, false)), Look::Alarm);
            }
        }
    }
    facts
}

/// A unit that is typed by its number or its sign.
fn unit_of(seen: &Seen<'_, Jungle>, word: &str) -> Result<u16, String> {
    let own = seen.config.units_of(seen.seat.index());
    let found = own.clone().find(|&unit| word.parse() == Ok(unit) || sign(seen.config, unit, false) == word);
    let names: Vec<String> = own.map(|unit| sign(seen.config, unit, false)).collect();
    found.ok_or_else(|| format!("`{word}` is not a unit of yours; they are {}", names.join(", ")))
}

fn position(seen: &Seen<'_, Jungle>, unit: u16) -> Option<Point> {
    let units = &seen.view.teams.get(seen.seat.index())?.units;
    units.iter().find(|seen| seen.unit == unit)?.position
}

/// A deed in words, without its unit.
fn words(from: Option<Point>, deed: Deed) -> String {
    let towards = |at: Point| {
        let step = from.map(|from| (at.x - from.x, at.y - from.y));
        let name = WAYS.iter().find(|&&(_, right, down)| step == Some((right, down)));
        name.map_or_else(|| at.to_string(), |(name, ..)| (*name).to_owned())
    };
    match deed {
        Deed::None => "wait".to_owned(),
        Deed::Move(at) if towards(at).contains(',') => format!("go {at}"),
        Deed::Move(at) => towards(at),
        Deed::Spawn(at) => format!("spawn {at}"),
        Deed::Summon => "summon".to_owned(),
        Deed::Drop(at) => format!("drop {}", towards(at)),
        Deed::Attack(at) => format!("attack {}", towards(at)),
        Deed::Vine(at) => format!("vine {at}"),
        Deed::Invalid => "?".to_owned(),
    }
}

impl Typed for Jungle {
    const HELP: &'static [Words] = &[
        ("a1 up, a1 down, a1 left, a1 right", "unit a1 takes a step; the first letter of the way is enough"),
        ("a1 go X,Y", "unit a1 walks towards a cell, around what is in the way"),
        ("a1 spawn X,Y", "unit a1 comes to life on a spawn tile (__)"),
        ("a1 summon", "raises the level of the diamond that a1 carries; it takes some ticks"),
        ("a1 drop WAY", "puts the diamond down beside a1, for its points"),
        ("a1 attack WAY", "strikes the unit beside a1"),
        ("a1 vine X,Y", "pulls the unit on a cell of the same row or column near"),
        ("a1 wait", "nothing; a diamond on its cell is taken"),
    ];

    fn asked(seen: &Seen<'_, Self>) -> String {
        let letter = char::from(b'a' + seen.seat.0 % 26);
        format!("You are team {letter}. Give your units orders, then `go` to play the tick.")
    }

    fn offers(seen: &Seen<'_, Self>) -> Vec<Offered<Action>> {
        let Ok(game) = Jungle::imagined(seen.config, seen.view) else { return Vec::new() };
        let frame = Jungle::frame(seen.config);
        let (sheet, layout) = (game.sheet(&frame), Jungle::layout(&frame));
        let mut mask = vec![0; layout.mask_bytes()];
        game.mask(&sheet, seen.seat, &mut mask);
        let mut offers: Vec<Offered<Action>> = Vec::new();
        let mut first = 0;
        for (head, (_, size)) in layout.heads.iter().enumerate() {
            for number in (0..*size).filter(|number| mask[first + number] == 1) {
                let mut choice = vec![0; layout.heads.len()];
                choice[head] = number as i32;
                let orders = game.chosen(&sheet, seen.seat, &choice).orders;
                let unit = seen.config.units_of(seen.seat.index()).nth(head);
                let Some(order) = orders.into_iter().find(|order| Some(order.unit) == unit) else { continue };
                let planned =
                    seen.plan.iter().flat_map(|act| &act.orders).any(|other| other.unit == order.unit);
                if planned || order.deed == Deed::None {
                    continue;
                }
                let who = sign(seen.config, order.unit, false);
                let words = format!("{who} {}", words(position(seen, order.unit), order.deed));
                if !offers.iter().any(|offer| offer.words == words) {
                    offers.push(Offered {
                        who: Some(who),
                        words,
                        acts: vec![Action { orders: vec![order] }],
                    });
                }
            }
            first += size;
        }
        offers
    }

    fn read(seen: &Seen<'_, Self>, words: &[&str]) -> Result<Vec<Action>, String> {
        let [unit, verb, rest @ ..] = words else {
            return Err("name a unit and what it does, for instance `a1 up`; `help` says more".to_owned());
        };
        let unit = unit_of(seen, unit)?;
        let from = position(seen, unit);
        let at = |what: &str| -> Result<Point, String> {
            let [word] = rest else {
                return Err(format!("`{what}` wants a way or a cell, for instance `{what} 3,4`"));
            };
            let step = way(word)
                .and_then(|(right, down)| from.map(|from| Point::new(from.x + right, from.y + down)));
            let cell = place(word).map(|(x, y)| Point::new(x, y));
            step.or(cell).ok_or_else(|| format!("`{word}` is neither a way nor a cell like 3,4"))
        };
        let deed = match *verb {
            "wait" | "none" => Deed::None,
            "summon" => Deed::Summon,
            "go" | "move" => Deed::Move(at("go")?),
            "spawn" => Deed::Spawn(at("spawn")?),
            "drop" => Deed::Drop(at("drop")?),
            "attack" => Deed::Attack(at("attack")?),
            "vine" => Deed::Vine(at("vine")?),
            word => match (way(word), from) {
                (Some((right, down)), Some(from)) if rest.is_empty() => {
                    Deed::Move(Point::new(from.x + right, from.y + down))
                }
                (Some(_), None) => {
                    return Err("that unit is not on the map; `spawn X,Y` brings it to life".to_owned());
                }
                _ => return Err(format!("there is no order `{word}`; `help` lists them")),
            },
        };
        Ok(vec![Action { orders: vec![Order { unit, deed }] }])
    }

    fn told(seen: &Seen<'_, Self>, action: &Action) -> String {
        let told = |order: &Order| {
            format!(
                "{} {}",
                sign(seen.config, order.unit, false),
                words(position(seen, order.unit), order.deed)
            )
        };
        action.orders.iter().map(told).collect::<Vec<_>>().join(", ")
    }

    /// One command holds all orders; the last one for a unit counts.
    fn sent(plan: Vec<Action>) -> Vec<Action> {
        let mut orders: Vec<Order> = Vec::new();
        for order in plan.into_iter().flat_map(|action| action.orders) {
            orders.retain(|other| other.unit != order.unit);
            orders.push(order);
        }
        vec![Action { orders }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_reason_ends_with_a_word() {
        assert_eq!(shortened("Target is not a spawn point", 40), "Target is not a spawn point");
        assert_eq!(shortened("Target is not a spawn point", 20), "Target is not a …");
        assert_eq!(shortened("impossible", 5), "impo …".chars().take(5).collect::<String>());
    }
}
