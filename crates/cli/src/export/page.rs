//! The page with a match in it.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use meydan_catalog::{Offer, Visit, replay_reel, visit};
use meydan_core::trace::{Entry, Header, Trace};
use meydan_core::{Budget, Seat, Viewer};
use meydan_record::read;

use crate::ends::misuse;
use crate::verify::open;

/// Where the match goes in the page.
const PLACE: &str = "MEYDAN-REEL";

/// A match that is ready to be shared.
pub(super) struct Shared {
    pub(super) html: String,
    pub(super) windows: u32,
    /// What of bots' own words is in it, in words.
    pub(super) words: Option<String>,
    /// What of them is drawn on the board.
    pub(super) drawn: Option<String>,
    /// That the match has no end, in words.
    pub(super) cut: Option<String>,
}

/// Puts a record into the page.
pub(super) fn make(file: &Path, eyes: Option<u8>, discreet: bool) -> Result<Shared> {
    let named = || file.display().to_string();
    let header = meydan_record::header(open(file)?, &Budget::STANDARD).with_context(named)?;
    let seats = header.entrants.len();
    if let Some(seat) = eyes.filter(|seat| usize::from(*seat) >= seats) {
        misuse!("there is no seat {seat}; the match has {seats}, counted from 0");
    }
    let eyes = eyes.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
    let packed = visit(&header.game, Pack { file, eyes, discreet })?.with_context(named)?;
    let page = meydan_server::share_page();
    let page = page.context("the page was not built into this program; build it with `make build`")?;
    let (before, after) = page.split_once(PLACE).context("the page has no place for a match")?;
    let title = escape(&format!("{} · {} · Meydan", header.game, header.map));
    let before = before.replacen("<title>Meydan</title>", &format!("<title>{title}</title>"), 1);
    let html = format!("{before}{}{after}", BASE64_STANDARD.encode(&packed.reel));
    let windows = packed.windows;
    let cut = packed.cut.then(|| {
        let noun = if windows == 1 { "window" } else { "windows" };
        format!("the record is cut off after {windows} {noun}: the match in it has no end")
    });
    Ok(Shared { html, windows, words: packed.words, drawn: packed.drawn, cut })
}

/// Text that means nothing but itself in a page.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(sign),
        }
    }
    safe
}

/// Packs the reel. Packed bytes in base64 hold no sign that could end a script, whatever names and notes say.
struct Pack<'a> {
    file: &'a Path,
    eyes: Viewer,
    discreet: bool,
}

struct Packed {
    reel: Vec<u8>,
    windows: u32,
    words: Option<String>,
    drawn: Option<String>,
    cut: bool,
}

impl Visit for Pack<'_> {
    type Out = Result<Packed>;

    fn visit<G: Offer>(self) -> Result<Packed> {
        let mut trace = read::<G::Action>(open(self.file)?, &Budget::STANDARD)?.trace;
        if self.discreet {
            trace.entries = trace.entries.into_iter().filter_map(Entry::discreet).collect();
        }
        let (words, drawn) = words(&trace, self.eyes);
        let cut = trace.end.is_none();
        let mut reel = GzEncoder::new(Vec::new(), Compression::best());
        let mut written = Ok(());
        let mut windows = 0;
        let _ = replay_reel::<G>(&trace, self.eyes, |line| {
            windows += u32::from(line.starts_with(r#"{"kind":"frame""#));
            written = reel.write_all(line.as_bytes());
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        let reel = reel.finish().map_err(|error| anyhow!("the match cannot be packed: {error}"))?;
        Ok(Packed { reel, windows, words, drawn, cut })
    }
}

/// Whose words a reel holds, and which of them are drawn: notes stand beside the pieces.
fn words<A>(trace: &Trace<A>, eyes: Viewer) -> (Option<String>, Option<String>) {
    let (mut notes, mut errors) = (BTreeSet::new(), BTreeSet::new());
    for entry in &trace.entries {
        let (seat, kind) = match entry {
            Entry::Note(seat, _) => (*seat, &mut notes),
            Entry::Stderr(seat, _) => (*seat, &mut errors),
            _ => continue,
        };
        if eyes == Viewer::Spectator || eyes == Viewer::Seat(seat) {
            kind.insert(seat);
        }
    }
    let told = |what: &str, seats: &BTreeSet<Seat>| {
        (!seats.is_empty()).then(|| format!("the {what} of {}", names(&trace.header, seats)))
    };
    let drawn = told("notes", &notes);
    let told: Vec<String> = drawn.clone().into_iter().chain(told("error output", &errors)).collect();
    ((!told.is_empty()).then(|| told.join(" and ")), drawn)
}

fn names(header: &Header, seats: &BTreeSet<Seat>) -> String {
    let name = |seat: &Seat| match header.entrants.get(seat.index()) {
        Some(entrant) => format!("{} (seat {seat})", entrant.name),
        None => format!("seat {seat}"),
    };
    seats.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_text() {
        assert_eq!(
            escape(r#"</title><script src="x">&"#),
            "&lt;/title&gt;&lt;script src=&quot;x&quot;&gt;&amp;"
        );
    }
}
