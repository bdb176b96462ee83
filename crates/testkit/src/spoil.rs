use meydan_core::{Chance, Explore, Seed, Status, Viewer};
use serde_json::{Number, Value};

/// How many windows of a match from a spoilt config are played.
const WINDOWS: u32 = 24;

/// Changes configs at random and starts a match from each that can still be read.
///
/// A config may come straight out of a stranger's record, so whatever serde takes has to be refused with a sentence or
/// played: no panic, no endless work. Gives how many were refused by the game and how many were played.
pub fn spoil<G: Explore>(configs: impl IntoIterator<Item = G::Config>, tries: u64) -> (u32, u32) {
    let configs: Vec<Value> =
        configs.into_iter().map(|config| serde_json::to_value(config).expect("a config is JSON")).collect();
    let (mut refused, mut played) = (0, 0);
    for seed in 0..tries {
        let mut chance = Chance::new(Seed(seed));
        let mut config = chance.pick(&configs).expect("give at least one config").clone();
        for _ in 0..=chance.below(3) {
            let mut place = chance.below(count(&config) as u32);
            change(&mut config, &mut place, &mut chance);
        }
        let Ok(config) = serde_json::from_value::<G::Config>(config) else { continue };
        match G::new(&config, Chance::new(Seed(seed))) {
            Ok(game) => {
                played += 1;
                play(game, &mut chance);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty(), "{}: a refusal is a sentence", G::NAME);
            }
        }
    }
    (refused, played)
}

fn play<G: Explore>(mut game: G, chance: &mut Chance) {
    let (mut log, mut acts) = (Vec::new(), Vec::new());
    for _ in 0..WINDOWS {
        let Status::Waiting(window) = game.status() else { return };
        let view = |who| serde_json::to_value(game.view(who)).expect("a view is JSON");
        view(Viewer::Spectator);
        for seat in window.seats.iter() {
            view(Viewer::Seat(seat));
        }
        for seat in window.seats.iter() {
            acts.clear();
            game.candidates(seat, chance, &mut acts);
            if let Some(act) = chance.pick(&acts) {
                let _ = game.act(seat, act.clone(), &mut log);
            }
        }
        game.close(&mut log);
        game.hash();
    }
}

/// How many values there are, the whole included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Changes the value with a number, counted from the outside in.
fn change(value: &mut Value, number: &mut u32, chance: &mut Chance) -> bool {
    if *number == 0 {
        replace(value, chance);
        return true;
    }
    *number -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, number, chance)),
        Value::Object(fields) => fields.values_mut().any(|field| change(field, number, chance)),
        _ => false,
    }
}

fn replace(value: &mut Value, chance: &mut Chance) {
    match value {
        Value::Number(number) => *number = other_number(number, chance),
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => *value = Value::from(chance.below(300)),
        Value::String(text) => match chance.below(4) {
            0 => text.clear(),
            1 => *text = text.repeat(1000),
            2 => text.push('\u{7f}'),
            _ => *text = text.chars().rev().collect(),
        },
        Value::Array(items) => match chance.below(6) {
            0 => items.clear(),
            1 => drop(items.pop()),
            2 => items.extend(items.first().cloned()),
            3 => items.reverse(),
            4 => *items = items.iter().cycle().take(items.len() * 200).cloned().collect(),
            _ => {
                let all = items.len() as u32;
                items.truncate(chance.below(all + 1) as usize);
            }
        },
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if let Some(name) = chance.pick(&names) {
                fields.remove(name);
            }
        }
    }
}

fn other_number(number: &Number, chance: &mut Chance) -> Number {
    let whole = number.as_i64().unwrap_or(0);
    let others = [
        whole.wrapping_add(1),
        whole.wrapping_sub(1),
        whole.wrapping_mul(2),
        whole.wrapping_neg(),
        0,
        -1,
        1,
        255,
        256,
        65_535,
        65_536,
        1_000_000,
        i64::from(i32::MAX),
        i64::from(i32::MIN),
        i64::from(u32::MAX),
        i64::MAX,
        i64::MIN,
    ];
    match chance.below(others.len() as u32 + 3) as usize {
        i if i < others.len() => others[i].into(),
        i if i == others.len() => u64::MAX.into(),
        i if i == others.len() + 1 => Number::from_f64(f64::MAX).unwrap_or_else(|| 0.into()),
        _ => Number::from_f64(number.as_f64().unwrap_or(0.0) / 3.0).unwrap_or_else(|| 0.into()),
    }
}
