//! A fleet of whatever game, behind one face.

use std::any::Any;

use meydan_batch::{Buffers, Fleet, Keepsake};
use meydan_core::{Seat, Status, Viewer};
use serde_json::{Value, json};

use crate::games::Offered;

/// Something that may be kept of a match.
pub(crate) type Kept = Box<dyn Any + Send + Sync>;

/// What Python may do with a fleet.
pub(crate) trait AnyFleet: Send {
    fn describe(&self) -> Value;
    fn matches(&self) -> usize;
    fn reset(&mut self, seed: u64, out: &mut Buffers<'_>);
    fn reset_some(&mut self, which: &[u8], out: &mut Buffers<'_>);
    fn reset_one(&mut self, number: usize, seed: u64);
    fn step(&mut self, choices: &[i32], out: &mut Buffers<'_>);
    fn refresh(&mut self, out: &mut Buffers<'_>);
    fn rush(&mut self, choices: &[i32], out: Option<&mut Buffers<'_>>);
    fn seats(&self, number: usize) -> Vec<u8>;
    fn config(&self, number: usize) -> Result<String, String>;
    fn view(&self, number: usize, seat: Option<u8>) -> Result<String, String>;
    fn draw(&self, number: usize) -> String;
    fn hash(&self, number: usize) -> String;
    fn seed(&self, number: usize) -> u64;
    fn outcome(&self, number: usize) -> Option<String>;
    fn gain(&self, number: usize, seat: u8) -> f32;
    fn results(&self, number: usize) -> Option<Vec<f32>>;
    fn acting(&self, number: usize) -> Vec<u8>;
    fn act(&mut self, number: usize, seat: u8, action: &str) -> Result<bool, String>;
    fn read(&self, number: usize, seat: u8, action: &str) -> Result<Option<Vec<i32>>, String>;
    fn close(&mut self, number: usize);
    fn time_used(&mut self, number: usize, seat: u8, micros: u64);
    fn withdraw(&mut self, number: usize, seat: u8);
    fn keep(&self, number: usize) -> Kept;
    fn restore(&mut self, number: usize, kept: &(dyn Any + Send + Sync)) -> Result<(), String>;
}

impl<G: Offered> AnyFleet for Fleet<G> {
    fn describe(&self) -> Value {
        let layout = self.layout();
        let frame: serde_json::Map<String, Value> =
            self.frame().sizes().iter().map(|(name, size)| ((*name).to_owned(), json!(size))).collect();
        let roster = self.game(0).roster();
        let seats: Vec<Value> = roster
            .seats()
            .map(|seat| json!({"seat": seat.0, "side": roster.side(seat).0, "label": roster.label(seat)}))
            .collect();
        json!({
            "game": G::NAME,
            "matches": Fleet::matches(self),
            "rows": self.rows(),
            "planes": layout.planes,
            "height": layout.rows,
            "width": layout.cols,
            "values": layout.values,
            "heads": layout.heads,
            "frame": frame,
            "seats": seats,
        })
    }

    fn matches(&self) -> usize {
        Fleet::matches(self)
    }

    fn reset(&mut self, seed: u64, out: &mut Buffers<'_>) {
        Fleet::reset(self, seed, out);
    }

    fn reset_some(&mut self, which: &[u8], out: &mut Buffers<'_>) {
        Fleet::reset_some(self, which, out);
    }

    fn reset_one(&mut self, number: usize, seed: u64) {
        Fleet::reset_one(self, number, seed);
    }

    fn step(&mut self, choices: &[i32], out: &mut Buffers<'_>) {
        Fleet::step(self, choices, out);
    }

    fn refresh(&mut self, out: &mut Buffers<'_>) {
        Fleet::refresh(self, out);
    }

    fn rush(&mut self, choices: &[i32], out: Option<&mut Buffers<'_>>) {
        Fleet::rush(self, choices, out);
    }

    fn seats(&self, number: usize) -> Vec<u8> {
        Fleet::seats(self, number).iter().map(|seat| seat.0).collect()
    }

    fn config(&self, number: usize) -> Result<String, String> {
        serde_json::to_string(Fleet::config(self, number)).map_err(|e| e.to_string())
    }

    fn view(&self, number: usize, seat: Option<u8>) -> Result<String, String> {
        let game = self.game(number);
        let who = match seat {
            Some(seat) if usize::from(seat) >= game.roster().len() => {
                return Err(format!(
                    "there is no seat `{seat}`; they count from 0 to {}",
                    game.roster().len() - 1
                ));
            }
            Some(seat) => Viewer::Seat(Seat(seat)),
            None => Viewer::Spectator,
        };
        serde_json::to_string(&game.view(who)).map_err(|e| e.to_string())
    }

    fn draw(&self, number: usize) -> String {
        let view = self.game(number).view(Viewer::Spectator);
        G::sketch(Fleet::config(self, number), &view, Viewer::Spectator).text()
    }

    fn hash(&self, number: usize) -> String {
        self.game(number).hash().to_string()
    }

    fn seed(&self, number: usize) -> u64 {
        self.seed_of(number).0
    }

    fn outcome(&self, number: usize) -> Option<String> {
        match self.game(number).status() {
            Status::Waiting(_) => None,
            Status::Over(outcome) => serde_json::to_string(&outcome).ok(),
        }
    }

    fn gain(&self, number: usize, seat: u8) -> f32 {
        let game = self.game(number);
        if usize::from(seat) < game.roster().len() { game.gain(Seat(seat)) } else { 0.0 }
    }

    fn results(&self, number: usize) -> Option<Vec<f32>> {
        let game = self.game(number);
        let mut results = vec![0.0; game.roster().len()];
        game.results(&mut results).then_some(results)
    }

    fn acting(&self, number: usize) -> Vec<u8> {
        let status = self.game(number).status();
        status.window().map_or_else(Vec::new, |window| window.seats.iter().map(|seat| seat.0).collect())
    }

    fn act(&mut self, number: usize, seat: u8, action: &str) -> Result<bool, String> {
        let action: G::Action = serde_json::from_str(action).map_err(|e| e.to_string())?;
        let answer = self.with(number, |game| game.act(Seat(seat), action, &mut Vec::new()));
        answer.map(|next| next == meydan_core::Next::More).map_err(|e| e.to_string())
    }

    fn read(&self, number: usize, seat: u8, action: &str) -> Result<Option<Vec<i32>>, String> {
        let action: G::Action = serde_json::from_str(action).map_err(|e| e.to_string())?;
        let game = self.game(number);
        if usize::from(seat) >= game.roster().len() {
            return Err(format!("there is no seat `{seat}`"));
        }
        Ok(Offered::read(game, self.sheet(number), self.layout(), Seat(seat), &action))
    }

    fn close(&mut self, number: usize) {
        self.with(number, |game| game.close(&mut Vec::new()));
    }

    fn time_used(&mut self, number: usize, seat: u8, micros: u64) {
        self.with(number, |game| game.time_used(Seat(seat), micros));
    }

    fn withdraw(&mut self, number: usize, seat: u8) {
        self.with(number, |game| game.withdraw(Seat(seat), &mut Vec::new()));
    }

    fn keep(&self, number: usize) -> Kept {
        Box::new(Fleet::keep(self, number))
    }

    fn restore(&mut self, number: usize, kept: &(dyn Any + Send + Sync)) -> Result<(), String> {
        let kept = kept.downcast_ref::<Keepsake<G>>();
        let kept =
            kept.ok_or_else(|| format!("the state is not one of {}; take it from the same game", G::NAME))?;
        Fleet::restore(self, number, kept).map_err(|error| error.to_string())
    }
}
