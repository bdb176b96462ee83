//! What people at a seat and owners can do with a match.

use serde_json::Value;

use crate::arena::{Look, on_disk};
use crate::disclosure::Role;
use crate::live::Stop;
use crate::{Arena, Booth, Caller, Error, MatchId, MatchState};

impl Arena {
    /// A person comes to a seat; whoever was there before is sent away.
    pub async fn sit(&self, caller: &Caller, id: &MatchId, seat: u8) -> Result<Booth, Error> {
        let look = self.look(caller, id).await?;
        must_sit_there(look.role, seat)?;
        look.running()?.sit(seat).await
    }

    /// What whoever is to move should do.
    pub async fn hint(&self, caller: &Caller, id: &MatchId, seat: u8) -> Result<Value, Error> {
        let look = self.look(caller, id).await?;
        must_sit_there(look.role, seat)?;
        look.running()?.hint().await
    }

    /// Pauses a match for one of its people or its owner. It is on the disk when this returns.
    pub async fn save(&self, caller: &Caller, id: &MatchId) -> Result<(), Error> {
        let look = self.look(caller, id).await?;
        if look.role == Role::Visitor {
            return Err(Error::Forbidden(
                "only its people and its owner may save the match; show a key".to_owned(),
            ));
        }
        // Whoever is about to lose would get away by it, or have their clock full again.
        if look.sheet.room.is_some() {
            return Err(Error::Forbidden(
                "nobody saves a match of a room alone; it goes on until it is over or all have left"
                    .to_owned(),
            ));
        }
        let live = look.running()?;
        // A match that cannot be kept is better played on.
        let shelf = self.shelf.clone();
        on_disk(move || shelf.has_room())
            .await?
            .map_err(|error| Error::Trouble(format!("the match cannot be saved ({error}), so it goes on")))?;
        let reason = Some("it was saved".to_owned());
        live.stop(Stop { state: MatchState::Paused, reason }).await
    }

    /// Ends a match for good, for its owner. What was played so far can be seen by everybody.
    pub async fn cancel(&self, caller: &Caller, id: &MatchId) -> Result<(), Error> {
        let look = self.look(caller, id).await?;
        look.must_be_owner()?;
        self.end_for_good(look, "its owner has cancelled it").await
    }

    /// Ends a match that whoever asks may end.
    pub(crate) async fn end_for_good(&self, look: Look, why: &str) -> Result<(), Error> {
        look.must_not_be_starting()?;
        let reason = Some(why.to_owned());
        if let Some(live) = look.live {
            return live.stop(Stop { state: MatchState::Cancelled, reason }).await;
        }
        self.index.turn(&look.mark, MatchState::Cancelled)?;
        self.reels.forget(&look.mark.id);
        let mut sheet = look.sheet;
        (sheet.state, sheet.reason) = (MatchState::Cancelled, reason);
        let shelf = self.shelf.clone();
        let own = sheet.clone();
        let written = on_disk(move || shelf.write(&own)).await?;
        self.settle_room(&sheet).await;
        written.map_err(|error| Error::disk("that cannot be written down", &error))
    }

    /// Removes a match and all that was kept of it, for its owner.
    pub async fn delete(&self, caller: &Caller, id: &MatchId) -> Result<(), Error> {
        let look = self.look(caller, id).await?;
        look.must_be_owner()?;
        look.must_not_be_starting()?;
        if look.live.is_some() {
            self.cancel(caller, id).await?;
        }
        self.index.remove(&look.mark);
        self.remember(&look.mark.id, None);
        self.reels.forget(id);
        tracing::info!(%id, "a match is deleted");
        let (shelf, attempt) = (self.shelf.clone(), look.sheet.attempt);
        let removed = on_disk(move || shelf.remove(&look.mark, attempt)).await?;
        removed.map_err(|error| Error::disk("not everything of the match can be removed", &error))
    }
}

fn must_sit_there(role: Role, seat: u8) -> Result<(), Error> {
    match role.sits_on(seat) {
        true => Ok(()),
        false => Err(Error::Forbidden(format!("this key does not open seat {seat}"))),
    }
}
