//! A client's stream of views (spec 15.4).
//!
//! A view is made when the client is ready to take one, so a client that reads slowly skips half-turns instead of
//! piling them up here, and one that never reads costs nothing.

use std::sync::Arc;

use futures_util::stream::{self, Stream};
use meydan_core::{Seat, Status as MatchStatus};
use meydan_gotham::{Gotham, Phase};
use meydan_referee::Table;
use tokio::sync::watch;
use tonic::Status;

use crate::post::Office;
use crate::wire::GameView;

/// One view at once, then one per half-turn, then exactly one that says the match is over.
pub(crate) fn views(
    office: Arc<Office>,
    seat: Seat,
    table: Table<Gotham>,
) -> impl Stream<Item = Result<GameView, Status>> + Send + 'static {
    if let Some(post) = office.post(seat) {
        post.stream_opened();
    }
    let changes = table.changes();
    stream::unfold(
        Watching { office, seat, table, changes, shown: None, over: false },
        |mut watching| async {
            let view = watching.next().await?;
            Some((Ok(view), watching))
        },
    )
}

struct Watching {
    office: Arc<Office>,
    seat: Seat,
    table: Table<Gotham>,
    changes: watch::Receiver<u64>,
    /// The window of the last view.
    shown: Option<u32>,
    over: bool,
}

impl Watching {
    async fn next(&mut self) -> Option<GameView> {
        if self.over {
            return None;
        }
        loop {
            self.changes.borrow_and_update();
            // The status comes first: the view is then at least as new.
            let news = match self.table.status() {
                MatchStatus::Over(_) => true,
                MatchStatus::Waiting(window) => {
                    let is_new = self.shown.is_none_or(|shown| shown != window.number);
                    self.shown = Some(window.number);
                    is_new
                }
            };
            if news {
                let view = self.table.view();
                // A second view that says FINISHED leaves the contest's C++ clients hanging for ever.
                self.over = view.phase == Phase::Finished;
                return Some(self.office.view(&view));
            }
            // The match was given up: there is nothing more to see.
            self.changes.changed().await.ok()?;
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        if let Some(post) = self.office.post(self.seat) {
            post.stream_closed();
        }
    }
}
