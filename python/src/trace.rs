//! Traces: read, verified, played again.

use meydan_core::trace::{Entry, Replay};
use meydan_core::{Budget, Viewer};
use meydan_record::{header, read};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::games::{Offered, with_game, wrong};

/// Reads a record: its header, its entries and its end, each as JSON.
#[pyfunction]
pub(crate) fn read_trace(bytes: &[u8]) -> PyResult<(String, Vec<String>, Option<String>)> {
    let record = read::<Value>(bytes, &Budget::STANDARD).map_err(wrong)?;
    let text = |value: Result<String, serde_json::Error>| value.map_err(wrong);
    let entries = record.trace.entries.iter().map(|entry| text(serde_json::to_string(entry)));
    let end = record.trace.end.as_ref().map(|end| text(serde_json::to_string(end))).transpose()?;
    Ok((text(serde_json::to_string(&record.trace.header))?, entries.collect::<PyResult<_>>()?, end))
}

/// Plays a record again, compares every hash, and gives what came out as JSON.
#[pyfunction]
pub(crate) fn verify(bytes: &[u8]) -> PyResult<String> {
    let game = header(bytes, &Budget::STANDARD).map_err(wrong)?.game;
    with_game!(game.as_str(), verify_one(bytes))?
}

fn verify_one<G: Offered>(bytes: &[u8]) -> PyResult<String> {
    let record = read::<G::Action>(bytes, &Budget::STANDARD).map_err(wrong)?;
    let (ok, reason, windows, hash) = match Replay::<G>::new(&record.trace).and_then(Replay::finish) {
        Ok((game, windows)) => (true, None, windows, Some(game.hash())),
        Err(error) => (false, Some(error.to_string()), 0, None),
    };
    let complete = record.trace.end.is_some() && !record.trace.cut;
    let report = json!({
        "ok": ok && complete, "consistent": ok, "complete": complete, "reason": reason, "windows": windows,
        "final_hash": hash,
    });
    Ok(report.to_string())
}

/// Every act of a record with what its seat saw before it: `[window, seat, view, act]`, each as JSON. Without a seat, of all.
#[pyfunction]
#[pyo3(signature = (bytes, seat=None))]
pub(crate) fn replay(bytes: &[u8], seat: Option<u8>) -> PyResult<Vec<(u32, u8, String, String)>> {
    let game = header(bytes, &Budget::STANDARD).map_err(wrong)?.game;
    with_game!(game.as_str(), replay_one(bytes, seat))?
}

fn replay_one<G: Offered>(bytes: &[u8], only: Option<u8>) -> PyResult<Vec<(u32, u8, String, String)>> {
    let record = read::<G::Action>(bytes, &Budget::STANDARD).map_err(wrong)?;
    let mut replay = Replay::<G>::new(&record.trace).map_err(wrong)?;
    let mut out = Vec::new();
    let mut window = 0;
    for entry in &record.trace.entries {
        if let Entry::Act(seat, action) = entry
            && only.is_none_or(|only| only == seat.0)
        {
            let view = serde_json::to_string(&replay.game.view(Viewer::Seat(*seat))).map_err(wrong)?;
            out.push((window, seat.0, view, serde_json::to_string(action).map_err(wrong)?));
        }
        window += u32::from(matches!(entry, Entry::Close(_)));
        replay.step().map_err(wrong)?;
    }
    Ok(out)
}
