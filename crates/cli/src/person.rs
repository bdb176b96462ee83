//! A person at a plain terminal, for any game: sees the view as JSON and types acts as JSON.

use futures_util::future::BoxFuture;
use meydan_core::{Game, Next, Outcome, Seat};
use meydan_referee::{Player, Refusal, Table, Trouble, Turn};
use meydan_runner::People;
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};

use crate::say::say;

/// Seats whoever sits at the terminal.
pub(crate) struct Terminal;

impl People for Terminal {
    fn person<G: Game>(&mut self, _: Seat) -> Option<Box<dyn Player<G>>> {
        Some(Box::new(Person { lines: BufReader::new(tokio::io::stdin()).lines() }))
    }
}

struct Person {
    lines: Lines<BufReader<Stdin>>,
}

impl Person {
    async fn window<G: Game>(&mut self, turn: Turn, table: &Table<G>) -> Result<(), Trouble> {
        let gone = |error: anyhow::Error| Trouble::gone(format!("{error:#}"));
        let show = |view: &G::View| serde_json::to_string(view).unwrap_or_else(|error| error.to_string());
        let window = turn.window.number;
        say!("window {window}, seat {}: {}", table.seat(), show(&table.view())).map_err(gone)?;
        loop {
            say!("your act as JSON, or `done`:").map_err(gone)?;
            let line = self.lines.next_line().await.map_err(|error| Trouble::gone(error.to_string()))?;
            let line = line.ok_or_else(|| Trouble::gone("the person has left"))?;
            let text = line.trim();
            if text == "done" {
                return Ok(());
            }
            // A bare word stands for itself, so that `stay` need not be quoted.
            let quoted = serde_json::to_string(text).unwrap_or_default();
            let action =
                serde_json::from_str(text).or_else(|error| serde_json::from_str(&quoted).map_err(|_| error));
            let answer = match action {
                Ok(action) => Ok(table.act_told(window, action).await),
                Err(error) => Err(error),
            };
            match answer {
                Err(error) => say!("`{text}` is not an act of this game: {error}").map_err(gone)?,
                Ok(Ok(told)) if told.next == Next::More => say!("{}", show(&table.view())).map_err(gone)?,
                Ok(Ok(_) | Err(Refusal::Closed)) => return Ok(()),
                Ok(Err(refusal)) => say!("refused: {refusal}").map_err(gone)?,
            }
        }
    }
}

impl<G: Game> Player<G> for Person {
    fn clocked(&self) -> bool {
        false
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(self.window(turn, table))
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, _: &'a Table<G>) -> BoxFuture<'a, ()> {
        let _ = say!("{}", outcome.reason);
        Box::pin(std::future::ready(()))
    }
}
