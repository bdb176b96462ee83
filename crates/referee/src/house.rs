use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;

use futures_util::future::BoxFuture;
use meydan_core::{Bot, Game};
use tokio::sync::oneshot;

use crate::table::TableDesk;
use crate::{Briefing, Player, Table, Trouble, Turn};

/// Seats a bot that lives in this process. It thinks on a thread that it shares with its [`Household`], so that a slow bot does
/// not cost those outside of it their time.
pub struct HousePlayer<G: Game> {
    bot: Arc<Mutex<Box<dyn Bot<G>>>>,
    household: Household,
}

/// House bots that think one after another, in the order in which they are asked: as in a match of house bots alone. On
/// threads of their own it would be luck what one of them sees of the others' acts, and bots that work together would play
/// another match every time. It is for matches in which acts are taken as they come: in turn
/// ([`Taking::InTurn`](crate::Taking)) the first bot's act would wait for the second bot, which waits for the thread.
#[derive(Clone, Default)]
pub struct Household(Arc<OnceLock<mpsc::Sender<Thought>>>);

/// One window of one bot.
type Thought = Box<dyn FnOnce() + Send>;

impl Household {
    /// Starts the thread if it does not run yet.
    fn begin(&self) -> Result<(), Trouble> {
        if self.0.get().is_some() {
            return Ok(());
        }
        let (thoughts, queue) = mpsc::channel::<Thought>();
        let thread = thread::Builder::new().name("house bots".to_owned());
        let begun = thread.spawn(move || queue.into_iter().for_each(|thought| thought()));
        begun.map_err(|error| Trouble::ours(format!("no thread for a house bot: {error}")))?;
        // Whoever was faster has started one as well; this one ends at once.
        let _ = self.0.set(thoughts);
        Ok(())
    }

    /// Queues a window; `false` if nobody takes it.
    fn think(&self, thought: Thought) -> bool {
        self.0.get().is_some_and(|thoughts| thoughts.send(thought).is_ok())
    }
}

impl<G: Game> HousePlayer<G> {
    /// Seats this bot by itself.
    pub fn new(bot: Box<dyn Bot<G>>) -> Self {
        HousePlayer::among(bot, &Household::default())
    }

    /// Seats this bot among others.
    pub fn among(bot: Box<dyn Bot<G>>, household: &Household) -> Self {
        HousePlayer { bot: Arc::new(Mutex::new(bot)), household: household.clone() }
    }
}

impl<G: Game> Player<G> for HousePlayer<G> {
    fn clocked(&self) -> bool {
        false
    }

    fn start<'a>(&'a mut self, _: &'a Briefing, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        // As in a match of house bots alone.
        table.forgive();
        let answer = self.household.begin();
        Box::pin(std::future::ready(answer))
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let (done, answer) = oneshot::channel();
            let (bot, desk, window) = (self.bot.clone(), table.clone(), turn.window);
            let thought = move || {
                // A window that closed before the bot came to it is skipped.
                let Ok(mut bot) = bot.lock() else { return };
                if done.is_closed() {
                    return;
                }
                let play = || bot.play(&mut TableDesk { table: &desk, window });
                if catch_unwind(AssertUnwindSafe(play)).is_ok() {
                    // Nobody listens any more when time was up.
                    let _ = done.send(());
                }
            };
            if !self.household.think(Box::new(thought)) {
                return Err(Trouble::ours("a house bot was never started"));
            }
            answer
                .await
                .map_err(|_| Trouble::ours(format!("the house bot on seat {} panicked", table.seat())))
        })
    }
}
