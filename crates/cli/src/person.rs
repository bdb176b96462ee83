//! A person at a plain terminal, for any game: sees the view as JSON and types acts as JSON.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use meydan_catalog::SeatSpec;
use meydan_core::{Game, Next, Outcome, Seat};
use meydan_referee::{Player, Refusal, Table, Trouble, Turn};
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};

/// A player for every `human` seat.
pub(crate) fn people<G: Game>(specs: &[SeatSpec]) -> BTreeMap<Seat, Box<dyn Player<G>>> {
    let person = |seat: usize| -> (Seat, Box<dyn Player<G>>) {
        (Seat(seat as u8), Box::new(Person { lines: BufReader::new(tokio::io::stdin()).lines() }))
    };
    let human = |(i, spec): (usize, &SeatSpec)| (*spec == SeatSpec::Human).then(|| person(i));
    specs.iter().enumerate().filter_map(human).collect()
}

struct Person {
    lines: Lines<BufReader<Stdin>>,
}

impl Person {
    async fn window<G: Game>(&mut self, turn: Turn, table: &Table<G>) -> Result<(), Trouble> {
        let show = |view: &G::View| serde_json::to_string(view).unwrap_or_else(|error| error.to_string());
        println!("window {}, seat {}: {}", turn.window.number, table.seat(), show(&table.view()));
        loop {
            println!("your act as JSON, or `done`:");
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
            match action.map(|action: G::Action| table.act(action)) {
                Err(error) => println!("`{text}` is no act of this game: {error}"),
                Ok(Ok(Next::Done) | Err(Refusal::Closed)) => return Ok(()),
                Ok(Ok(Next::More)) => println!("{}", show(&table.view())),
                Ok(Err(refusal)) => println!("refused: {refusal}"),
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
        println!("{}", outcome.reason);
        Box::pin(std::future::ready(()))
    }
}
