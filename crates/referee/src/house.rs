use std::sync::mpsc;
use std::thread;

use futures_util::future::BoxFuture;
use meydan_core::{Bot, Game, Window};
use tokio::sync::oneshot;

use crate::table::TableDesk;
use crate::{Briefing, Player, Table, Trouble, Turn};

/// Seats a bot that lives in this process. It thinks on a thread of its own, so that a slow one does not cost its
/// neighbours their time.
pub struct HousePlayer<G: Game> {
    bot: Option<Box<dyn Bot<G>>>,
    desk: Option<mpsc::Sender<Ask<G>>>,
}

/// One window for the bot's thread, and where to say that it is done.
type Ask<G> = (Table<G>, Window, oneshot::Sender<()>);

impl<G: Game> HousePlayer<G> {
    /// Seats this bot.
    pub fn new(bot: Box<dyn Bot<G>>) -> Self {
        HousePlayer { bot: Some(bot), desk: None }
    }

    fn spawn(&mut self, name: &str) -> Result<(), Trouble> {
        let Some(mut bot) = self.bot.take() else { return Ok(()) };
        let (desk, asks) = mpsc::channel::<Ask<G>>();
        let think = move || {
            // A window that closed while the bot was still busy with an earlier one is skipped.
            for (table, window, done) in asks.into_iter().filter(|(.., done)| !done.is_closed()) {
                bot.play(&mut TableDesk { table: &table, window });
                // Nobody listens any more when time was up.
                let _ = done.send(());
            }
        };
        let thread = thread::Builder::new().name(name.to_owned());
        thread.spawn(think).map_err(|error| Trouble::ours(format!("no thread for a house bot: {error}")))?;
        self.desk = Some(desk);
        Ok(())
    }
}

impl<G: Game> Player<G> for HousePlayer<G> {
    fn clocked(&self) -> bool {
        false
    }

    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        // As in a match of house bots alone.
        table.forgive();
        let answer = self.spawn(&briefing.label);
        Box::pin(std::future::ready(answer))
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let (done, answer) = oneshot::channel();
            let panicked = || Trouble::ours(format!("the house bot on seat {} panicked", table.seat()));
            let desk = self.desk.as_ref().ok_or_else(|| Trouble::ours("a house bot was never started"))?;
            desk.send((table.clone(), turn.window, done)).map_err(|_| panicked())?;
            answer.await.map_err(|_| panicked())
        })
    }
}
