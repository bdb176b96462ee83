//! Commands as choices: what a recorded command would have been in a batch.

use meydan_core::{Batch, Game, Seat, Viewer};

use crate::action::{Action, Order};
use crate::batch::Sheet;
use crate::game::Jungle;
use crate::view::View;

impl Jungle {
    /// The choice that a command stands for. Each unit's number is the one that gives its order, else one with the same effect
    /// in this tick if nobody else did anything: a unit may be sent to any cell, and a choice names only some. There is none
    /// for a command with an order that no number comes near.
    pub fn read(&self, sheet: &Sheet, seat: Seat, command: &Action) -> Option<Vec<i32>> {
        let mut mask = vec![0; sheet.mask_bytes()];
        self.mask(sheet, seat, &mut mask);
        let heads: Vec<&[u8]> = mask.chunks_exact(sheet.choices()).collect();
        let mut choice = vec![0; heads.len()];
        for order in &command.orders {
            let head = self.fixed.config.units_of(seat.index()).position(|unit| unit == order.unit)?;
            let allowed = || (0..sheet.choices()).filter(|&number| heads[head][number] == 1);
            let meant = |number: usize| {
                let deed = self.meant(sheet, usize::from(order.unit) - 1, number as i32)?;
                Some(Order { unit: order.unit, deed })
            };
            let same = allowed().find(|&number| meant(number) == Some(*order));
            let number = same.or_else(|| {
                let wanted = self.alone(seat, *order)?;
                let effect = |number| meant(number).and_then(|order| self.alone(seat, order));
                allowed().find(|&number| effect(number).as_ref() == Some(&wanted))
            });
            choice[head] = number? as i32;
        }
        Some(choice)
    }

    /// What the team sees after a tick in which this order is all that happens.
    fn alone(&self, seat: Seat, order: Order) -> Option<View> {
        let mut game = self.clone();
        game.act(seat, Action { orders: vec![order] }, &mut Vec::new()).ok()?;
        game.close(&mut Vec::new());
        Some(game.view(Viewer::Seat(seat)))
    }
}
