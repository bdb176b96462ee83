use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use crate::shelf::{Sheet, Shelfmark};
use crate::{Error, Listing, MatchId, MatchState, RoomCode};

/// Which matches there are and where they stand. It is small: everything else is on the shelf.
#[derive(Default)]
pub(crate) struct Index(Mutex<Lines>);

#[derive(Default)]
struct Lines {
    by_time: BTreeMap<Shelfmark, Line>,
    started: BTreeMap<MatchId, u64>,
}

struct Line {
    game: String,
    state: MatchState,
    /// The names of all who play, in small letters, a line for each.
    players: String,
    /// The room it is played in. It is listed nowhere but there: who comes into a room by a link does not choose to be known.
    room: Option<RoomCode>,
}

impl Index {
    pub(crate) fn insert(&self, sheet: &Sheet) {
        let mut lines = self.lock();
        lines.started.insert(sheet.id.clone(), sheet.started);
        let names: Vec<String> = sheet.entrants.iter().map(|entrant| entrant.name.to_lowercase()).collect();
        let line = Line {
            game: sheet.game.clone(),
            state: sheet.state,
            players: names.join("\n"),
            room: sheet.room.clone(),
        };
        lines.by_time.insert(sheet.mark(), line);
    }

    pub(crate) fn remove(&self, mark: &Shelfmark) {
        let mut lines = self.lock();
        lines.started.remove(&mark.id);
        lines.by_time.remove(mark);
    }

    /// Where a match stands.
    pub(crate) fn find(&self, id: &MatchId) -> Result<(Shelfmark, MatchState), Error> {
        let lines = self.lock();
        let started = *lines.started.get(id).ok_or_else(|| Error::no_match(id.as_str()))?;
        let mark = Shelfmark { started, id: id.clone() };
        let line = lines.by_time.get(&mark).ok_or_else(|| Error::no_match(id.as_str()))?;
        let state = line.state;
        Ok((mark, state))
    }

    /// Moves a match to its next state, if that is legal and nobody was faster.
    pub(crate) fn turn(&self, mark: &Shelfmark, next: MatchState) -> Result<MatchState, Error> {
        let mut lines = self.lock();
        let line = lines.by_time.get_mut(mark).ok_or_else(|| Error::no_match(mark.id.as_str()))?;
        if !line.state.may_become(next) {
            return Err(Error::Conflict(format!("the match is {}; it cannot become {next}", line.state)));
        }
        Ok(std::mem::replace(&mut line.state, next))
    }

    /// The matches that are asked for, newest first, and where the next page begins.
    pub(crate) fn page(&self, listing: &Listing) -> Result<(Vec<Shelfmark>, Option<String>), Error> {
        let limit = listing.limit.unwrap_or(Listing::USUAL);
        if !(1..=Listing::MOST).contains(&limit) {
            return Err(Error::Wrong(format!("`limit` must be from 1 to {}, not {limit}", Listing::MOST)));
        }
        let lines = self.lock();
        let player = listing.player.as_deref().map(|player| player.trim().to_lowercase());
        let fits = |mark: &Shelfmark, line: &Line| {
            line.room.is_none()
                && listing.game.as_ref().is_none_or(|game| *game == line.game)
                && listing.state.is_none_or(|state| state == line.state)
                && player.as_ref().is_none_or(|player| line.players.contains(player.as_str()))
                && listing.since.is_none_or(|since| since <= mark.started)
                && listing.until.is_none_or(|until| mark.started < until)
        };
        let before = listing.after.as_deref().map(cursor).transpose()?;
        let older = match &before {
            Some(mark) => lines.by_time.range(..mark),
            None => lines.by_time.range::<Shelfmark, _>(..),
        };
        let mut marks: Vec<Shelfmark> = older
            .rev()
            .filter(|(mark, line)| fits(mark, line))
            .map(|(mark, _)| mark.clone())
            .take(limit + 1)
            .collect();
        let more = marks.len() > limit;
        marks.truncate(limit);
        let next = marks.last().filter(|_| more).map(|mark| format!("{}-{}", mark.started, mark.id));
        Ok((marks, next))
    }

    /// The matches of a room.
    pub(crate) fn of_room(&self, code: &RoomCode) -> Vec<Shelfmark> {
        let lines = self.lock();
        let own = lines.by_time.iter().filter(|(_, line)| line.room.as_ref() == Some(code));
        own.map(|(mark, _)| mark.clone()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().expect("nobody panics while holding this lock")
    }
}

fn cursor(text: &str) -> Result<Shelfmark, Error> {
    let mark = text
        .split_once('-')
        .and_then(|(started, id)| Some(Shelfmark { started: started.parse().ok()?, id: id.parse().ok()? }));
    mark.ok_or_else(|| Error::Wrong(format!("`after` must be what `next` said, not `{text}`")))
}
