//! A match with Python functions as bots, under the same referee as every other match.

use std::collections::BTreeMap;

use meydan_core::trace::{Entry, Header};
use meydan_core::{Bot, Chance, Desk, Mode, Next, Outcome, SeatSet, Seed};
use meydan_record::TraceWriter;
use meydan_referee::{Recorder, offline};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

use crate::games::{Offered, config_of, with_game, wrong};

/// What a Python bot did wrong, and the exception that ended the match.
#[derive(Default)]
struct Trouble {
    faults: Vec<serde_json::Value>,
    raised: Option<PyErr>,
}

/// A Python function on a seat. It is asked with the view and answers with an act, a list of acts, or nothing.
struct Function<G: Offered> {
    call: Py<PyAny>,
    trouble: Arc<Mutex<Trouble>>,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Offered> Function<G> {
    fn ask(&self, desk: &dyn Desk<G>) -> PyResult<Option<Vec<String>>> {
        let view = serde_json::to_string(&desk.view()).map_err(wrong)?;
        let window = desk.window();
        Python::attach(|py| {
            let json = py.import("json")?;
            let view = json.call_method1("loads", (view,))?;
            let answer = self.call.call1(py, (view, desk.seat().0, window.number))?;
            let answer = answer.bind(py);
            if answer.is_none() {
                return Ok(None);
            }
            // A list is several acts. No game has an act that is a list itself.
            let acts: Vec<Bound<'_, PyAny>> = match answer.cast::<pyo3::types::PyList>() {
                Ok(list) => list.iter().collect(),
                Err(_) => vec![answer.clone()],
            };
            acts.iter()
                .map(|act| json.call_method1("dumps", (act,))?.extract())
                .collect::<PyResult<_>>()
                .map(Some)
        })
    }

    fn play_window(&self, desk: &mut dyn Desk<G>) -> PyResult<()> {
        loop {
            let Some(acts) = self.ask(desk)? else { return Ok(()) };
            let several = acts.len() != 1;
            for act in acts {
                let (seat, window) = (desk.seat(), desk.window().number);
                let fault = |kind: &str, text: String| json!({"seat": seat, "window": window, "kind": kind, "text": text});
                let outcome = match serde_json::from_str::<G::Action>(&act) {
                    Err(error) => Err(fault("garbage", format!("`{act}` is not an act: {error}"))),
                    Ok(action) => {
                        let answer = desk.act(action);
                        answer.map_err(|why| fault("rejected", why.to_string()))
                    }
                };
                match outcome {
                    Ok(Next::More) => {}
                    Ok(Next::Done) => return Ok(()),
                    Err(fault) => {
                        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).faults.push(fault);
                        return Ok(());
                    }
                }
            }
            // A single act of a live window is answered by a fresh view; a list, and a sealed window, say it all.
            if several || desk.window().mode == Mode::Sealed {
                return Ok(());
            }
        }
    }
}

impl<G: Offered> Bot<G> for Function<G> {
    fn play(&mut self, desk: &mut dyn Desk<G>) {
        if let Err(error) = self.play_window(desk) {
            let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
            trouble.raised.get_or_insert(error);
        }
    }
}

/// Keeps the entries of a match.
struct Notes<G: Offered>(Arc<Mutex<Vec<Entry<G::Action>>>>);

impl<G: Offered> Recorder<G> for Notes<G> {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entry.clone());
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}

struct Wish<'a> {
    players: Vec<Bound<'a, PyAny>>,
    map: Vec<u8>,
    map_name: String,
    ruleset: String,
    options: BTreeMap<String, String>,
    seed: u64,
}

/// Plays a match. A player is a function or the name of a house bot; there is one for each seat or one for each side.
/// Gives a report as JSON and the record's bytes.
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
#[pyfunction]
pub(crate) fn play<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<Bound<'py, PyAny>>,
    map: Vec<u8>,
    map_name: String,
    ruleset: String,
    options: BTreeMap<String, String>,
    seed: u64,
) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let wish = Wish { players, map, map_name, ruleset, options, seed };
    let (report, bytes) = with_game!(game, play_one(py, wish))??;
    Ok((report, PyBytes::new(py, &bytes)))
}

fn play_one<G: Offered>(py: Python<'_>, wish: Wish<'_>) -> PyResult<(String, Vec<u8>)> {
    let sides = Some(wish.players.len()).filter(|sides| G::SIDES.contains(sides));
    let config = config_of::<G>(&wish.map, &wish.ruleset, sides, &wish.options)?;
    let match_ = G::new(&config, Chance::new(Seed(wish.seed))).map_err(wrong)?;
    let roster = match_.roster();
    let sides: Vec<_> = roster.sides().collect();
    let (given, seats) = (wish.players.len(), roster.len());
    if given != seats && given != sides.len() {
        return Err(wrong(format!(
            "{given} players for {seats} seats on {} sides; give one for each",
            sides.len()
        )));
    }
    let trouble = Arc::new(Mutex::new(Trouble::default()));
    let mut bots: Vec<Box<dyn Bot<G>>> = Vec::new();
    let mut entrants = Vec::new();
    for seat in roster.seats() {
        let index = if given == seats { seat.index() } else { roster.side(seat).index() };
        let player = &wish.players[index];
        if let Ok(name) = player.extract::<String>() {
            let name = name.strip_prefix("house:").unwrap_or(&name);
            // The same chance as the program gives its house bots.
            let chance = Chance::new(Seed(wish.seed ^ (0x6d65_7964_616e_0000 + u64::from(seat.0) + 1)));
            let bot = G::house(name, &config, chance);
            bots.push(bot.ok_or_else(|| {
                wrong(format!("{} has no house bot `{name}`; there are {}", G::NAME, G::BOTS.join(", ")))
            })?);
            entrants.push(meydan_core::trace::Entrant::house(name));
        } else {
            let call = player.clone().unbind();
            let name = player.getattr("__name__").and_then(|name| name.extract::<String>());
            entrants.push(meydan_core::trace::Entrant::bot(name.unwrap_or_else(|_| "python".to_owned())));
            let trouble = Arc::clone(&trouble);
            bots.push(Box::new(Function { call, trouble, game: std::marker::PhantomData }));
        }
    }
    let header = Header {
        ruleset: if wish.ruleset.is_empty() { G::RULESETS[0].to_owned() } else { wish.ruleset.clone() },
        map: wish.map_name.clone(),
        entrants,
        ..Header::of(&match_, &config, Seed(wish.seed))
    };
    let forfeiters = if G::REFUSAL_ENDS_WINDOW { SeatSet::first(seats) } else { SeatSet::EMPTY };
    let entries = Arc::new(Mutex::new(Vec::new()));
    let notes: Vec<Box<dyn Recorder<G>>> = vec![Box::new(Notes(Arc::clone(&entries)))];
    let seen = Arc::clone(&trouble);
    let report = py.detach(move || {
        let mut go_on = || seen.lock().unwrap_or_else(PoisonError::into_inner).raised.is_none();
        offline(match_, &mut bots, forfeiters, notes, &mut go_on)
    });
    let report = report.map_err(|error| wrong(error.to_string()))?;
    let mut trouble = trouble.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = trouble.raised.take() {
        return Err(error);
    }
    let mut writer = TraceWriter::new(Vec::new(), &header, None).map_err(wrong)?;
    for entry in entries.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        writer.entry(entry).map_err(wrong)?;
    }
    let outcome = report.outcome.as_ref().ok_or_else(|| wrong("the match was stopped"))?;
    let bytes = writer.finish(outcome).map_err(wrong)?;
    // As `meydan match --json` gives them.
    let standings = outcome.standings.iter().map(|one| {
        let name = &header.entrants[one.seat.index()].name;
        json!({"seat": one.seat, "side": one.side, "name": name, "rank": one.rank, "score": one.score})
    });
    let text = json!({
        "game": G::NAME,
        "ruleset": header.ruleset,
        "map": header.map,
        "seed": wish.seed,
        "outcome": outcome.reason,
        "standings": standings.collect::<Vec<_>>(),
        "faults": trouble.faults,
        "windows": report.windows,
        "final_hash": report.final_hash,
    });
    Ok((text.to_string(), bytes))
}
