use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::handle::{Guest, Now};
use crate::RoomCard;

/// How long changes are gathered, so that a crowd that comes in is not told of one by one.
const GATHER: Duration = Duration::from_millis(50);

/// A room as it goes on, told card by card. Whoever holds it is there.
pub struct RoomFeed {
    guest: Guest,
    now: watch::Receiver<Now>,
    /// The chat before this line has been told.
    since: u32,
    /// Whether there is something to tell.
    news: bool,
}

impl RoomFeed {
    pub(crate) fn new(guest: Guest) -> RoomFeed {
        let now = guest.handle.subscribe();
        RoomFeed { guest, now, since: 0, news: true }
    }

    /// The room as it is now, then again whenever it has changed; `None` when it was closed. Nothing is lost where this is
    /// dropped before it is done.
    pub async fn next(&mut self) -> Option<RoomCard> {
        if !self.news {
            self.now.changed().await.ok()?;
            self.news = true;
            sleep(GATHER).await;
        }
        let now = self.now.borrow_and_update().clone();
        self.news = false;
        if now.over {
            return None;
        }
        let card = RoomCard::of(&now, self.guest.who, self.since);
        self.since = now.room.chat.next();
        Some(card)
    }
}
