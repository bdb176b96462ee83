//! How matches are watched and had.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::arena::{Look, on_disk};
use crate::disclosure::Sight;
use crate::reels::ReelName;
use crate::{Arena, Caller, Error, Film, Latest, MatchId, MatchState, News, Record, ReelStream, Shown};

/// How long whoever wants to see a match waits for it to begin.
const BEGINNING: Duration = Duration::from_secs(10);

impl Arena {
    /// A match as the page draws it, through a seat's eyes or a spectator's: what there is, then live until its end.
    pub async fn reel(&self, caller: &Caller, id: &MatchId, eyes: Option<u8>) -> Result<ReelStream, Error> {
        let look = self.look_begun(caller, id).await?;
        if eyes.is_some_and(|seat| usize::from(seat) >= look.sheet.entrants.len()) {
            return Err(Error::Wrong("the match has no such seat".to_owned()));
        }
        let sight = match eyes {
            None => look.sheet.privacy.spectator(look.role, look.state)?,
            Some(seat) => look.sheet.privacy.seat(look.role, look.state, seat)?,
        };
        let film = match &look.live {
            Some(live) => match eyes {
                None => Some(live.film.clone()),
                Some(seat) => live.seat_films.get(&seat).cloned(),
            },
            None => Some(self.kept_film(caller, &look, eyes).await?),
        };
        let film =
            film.ok_or_else(|| Error::Conflict("that view can be had when the match is over".to_owned()))?;
        Ok(film.follow(sight))
    }

    /// A match that is just being taken up again is waited for: what it was is not on the shelf any more, what it will be not yet.
    async fn look_begun(&self, caller: &Caller, id: &MatchId) -> Result<Look, Error> {
        let until = Instant::now() + BEGINNING;
        loop {
            let look = self.look(caller, id).await?;
            if look.must_not_be_starting().is_ok() || Instant::now() > until {
                return Ok(look);
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The film of a match that is not being played.
    async fn kept_film(&self, caller: &Caller, look: &Look, eyes: Option<u8>) -> Result<Film, Error> {
        let name = ReelName { id: Some(look.mark.id.clone()), eyes };
        if eyes.is_none() {
            let (shelf, mark) = (self.shelf.clone(), look.mark.clone());
            match on_disk(move || shelf.read_reel(&mark)).await? {
                Ok(Some(file)) => return self.reels.of_file(caller.visitor, name, file).await,
                Ok(None) => {}
                Err(error) => tracing::warn!(id = %look.mark.id, %error, "a kept reel cannot be read"),
            }
        }
        let record = Record::File(self.shelf.record(&look.mark, look.sheet.attempt));
        self.reels.of_record(caller.visitor, Some(name), record, eyes).await
    }

    /// A match that is over, gone through move by move, in games that know how.
    pub async fn comment(&self, caller: &Caller, id: &MatchId) -> Result<Arc<Value>, Error> {
        let look = self.look(caller, id).await?;
        look.sheet.privacy.record(look.role, look.state)?;
        if look.state == MatchState::Paused {
            // What could have been done would be a hint for what is still to be played.
            return Err(Error::Conflict("the match is not over; there is nothing to be said yet".to_owned()));
        }
        let record = Record::File(self.shelf.record(&look.mark, look.sheet.attempt));
        self.reels.comment(caller.visitor, Some(Some(look.mark.id)), record).await
    }

    /// What the strongest house bot would have done on a seat in a window of a match that is over.
    pub async fn advice(&self, caller: &Caller, id: &MatchId, window: u32, seat: u8) -> Result<Value, Error> {
        let look = self.look(caller, id).await?;
        look.sheet.privacy.record(look.role, look.state)?;
        if look.state == MatchState::Paused {
            return Err(Error::Conflict("the match is not over; there is nothing to be said yet".to_owned()));
        }
        let record = Record::File(self.shelf.record(&look.mark, look.sheet.attempt));
        self.reels.advice(caller.visitor, record, window, seat).await
    }

    /// A comment on a record that was brought along.
    pub async fn comment_on(&self, caller: &Caller, record: Bytes) -> Result<Arc<Value>, Error> {
        self.reels.comment(caller.visitor, None, Record::Bytes(record)).await
    }

    /// The same for what the program was started with; `None` if it was started with nothing.
    pub async fn own_comment(&self, caller: &Caller) -> Result<Option<Arc<Value>>, Error> {
        match &self.shown {
            Some(Shown::Trace(record)) => {
                let record = Record::Bytes(record.clone());
                self.reels.comment(caller.visitor, Some(None), record).await.map(Some)
            }
            Some(Shown::Live(_) | Shown::Latest(_)) => {
                Err(Error::Conflict("the match is not over; there is nothing to be said yet".to_owned()))
            }
            None => Ok(None),
        }
    }

    /// A record that was brought along, as the page draws it.
    pub async fn replay(
        &self,
        caller: &Caller,
        record: Bytes,
        eyes: Option<u8>,
    ) -> Result<ReelStream, Error> {
        let film = self.reels.of_record(caller.visitor, None, Record::Bytes(record), eyes).await?;
        Ok(film.follow(Sight::ALL))
    }

    /// What the program was started with, as the page draws it; `None` if it was started with nothing.
    pub async fn own_replay(&self, caller: &Caller, eyes: Option<u8>) -> Result<Option<ReelStream>, Error> {
        match (&self.shown, eyes) {
            (None, _) => Ok(None),
            (Some(Shown::Trace(record)), _) => {
                let (name, record) = (ReelName { id: None, eyes }, Record::Bytes(record.clone()));
                let film = self.reels.of_record(caller.visitor, Some(name), record, eyes).await?;
                Ok(Some(film.follow(Sight::ALL)))
            }
            (Some(Shown::Live(film)), None) => Ok(Some(film.follow(Sight::ALL))),
            (Some(Shown::Latest(latest)), None) => {
                // The first one may be on its way still.
                let mut latest = latest.clone();
                let film =
                    async move { latest.wait_for(|latest| latest.film.is_some()).await.ok()?.film.clone() };
                let reel = stream::once(film).filter_map(std::future::ready);
                Ok(Some(reel.flat_map(|film| film.follow(Sight::ALL)).boxed()))
            }
            (Some(Shown::Live(_) | Shown::Latest(_)), Some(_)) => {
                Err(Error::Conflict("a seat's view can be had from the recorded match".to_owned()))
            }
        }
    }

    /// A line whenever there is a newer match than the one that was shown, or why there is none; `None` where the page stays with one.
    pub fn news(&self) -> Option<ReelStream> {
        let Some(Shown::Latest(latest)) = &self.shown else { return None };
        let news = stream::unfold((latest.clone(), false), |(mut latest, told)| async move {
            if told {
                latest.changed().await.ok()?;
            }
            let Latest { number, trouble, .. } = latest.borrow_and_update().clone();
            let line =
                serde_json::to_string(&News { number, trouble }).expect("a number and a text are JSON");
            Some((Bytes::from(line + "\n"), (latest, true)))
        });
        Some(news.boxed())
    }

    /// Where the record of a match lies, for whoever may have it.
    pub async fn record(self: &Arc<Self>, caller: &Caller, id: &MatchId) -> Result<PathBuf, Error> {
        let look = self.look(caller, id).await?;
        look.sheet.privacy.record(look.role, look.state)?;
        Ok(self.shelf.record(&look.mark, look.sheet.attempt))
    }
}
