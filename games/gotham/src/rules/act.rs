//! What acts do. They take effect at once (spec 6).

use std::sync::Arc;

use meydan_core::Next;

use super::check::Effect;
use crate::action::{Action, Rejection};
use crate::city::bit;
use crate::config::{Half, Ruleset};
use crate::event::Event;
use crate::state::{Gotham, Message, Phase};
use crate::text::Text;

impl Gotham {
    /// A seat acts.
    pub(crate) fn perform(
        &mut self,
        seat: usize,
        action: Action,
        log: &mut Vec<Event>,
    ) -> Result<Next, Rejection> {
        if seat >= self.city.units() {
            return Err(Rejection::NoSuchSeat);
        }
        match (self.city.check(&self.standpoint(seat), &action)?, action) {
            (Effect::Join { node }, _) => Ok(self.join(seat, node, log)),
            (Effect::Stay, _) => Ok(self.go(seat, self.node[seat], 0.0, log)),
            (Effect::Go { to, price }, _) => Ok(self.go(seat, to, price, log)),
            (Effect::Say { price }, Action::Say { text }) => Ok(self.say(seat, &text, price, log)),
            (Effect::Say { .. }, _) => unreachable!("only a message is checked as one"),
        }
    }

    /// A seat says something, without an [`Action`] that owns the text.
    pub(crate) fn speak(&mut self, seat: usize, text: &str, log: &mut Vec<Event>) -> Result<Next, Rejection> {
        if seat >= self.city.units() {
            return Err(Rejection::NoSuchSeat);
        }
        self.city.check_text(text)?;
        let price = self.city.check_say(&self.standpoint(seat), text)?;
        Ok(self.say(seat, text, price, log))
    }

    /// Spec 6.2. Police name a node, but stay where the map puts them.
    fn join(&mut self, seat: usize, node: u16, log: &mut Vec<Event>) -> Next {
        let city = Arc::clone(&self.city);
        let half = city.config.units[seat].kind.half();
        if half == Half::Thieves {
            self.node[seat] = node;
        }
        self.ready |= bit(seat);
        log.push(Event::Joined { unit: city.config.units[seat].id, node: city.id(self.node[seat]) });
        if self.ready.count_ones() as usize == city.units() {
            self.enter(Phase::Ongoing, log);
        }
        // The original takes the thieves' first commands as soon as the last unit has joined (spec 7).
        if half == Half::Thieves && city.config.ruleset != Ruleset::Document {
            Next::More
        } else {
            Next::Done
        }
    }

    #[inline]
    fn go(&mut self, seat: usize, to: u16, price: f64, log: &mut Vec<Event>) -> Next {
        let from = self.node[seat];
        self.balance[seat] -= price;
        self.node[seat] = to;
        self.moved |= bit(seat);
        log.push(Event::Moved {
            unit: self.city.config.units[seat].id,
            from: self.city.id(from),
            to: self.city.id(to),
            price,
            balance: self.balance[seat],
        });
        self.next(seat)
    }

    fn say(&mut self, seat: usize, text: &str, price: f64, log: &mut Vec<Event>) -> Next {
        self.balance[seat] -= price;
        self.sent |= bit(seat);
        let unit = &self.city.config.units[seat];
        self.said = digest(self.said, seat, text);
        let text = Text::from(text);
        let chat = &mut self.boxes[unit.team.index()][unit.kind.half() as usize];
        // The official servers show only the oldest messages; what does not fit is paid for and lost (spec 9.4).
        let fits = match self.city.config.ruleset {
            Ruleset::Document => true,
            Ruleset::OfficialPrelim | Ruleset::Official => {
                chat.len() < self.city.config.chat.box_size as usize
            }
        };
        if fits {
            Arc::make_mut(chat).push(Message { from: unit.id, text: text.clone() });
        }
        log.push(Event::Said { unit: unit.id, text, price, balance: self.balance[seat] });
        self.next(seat)
    }

    /// A unit has one move and one message.
    #[inline]
    fn next(&self, seat: usize) -> Next {
        if self.moved & self.sent & bit(seat) != 0 { Next::Done } else { Next::More }
    }
}

/// Stirs a message into the digest of all messages so far (FNV-1a over the sender, the text and an end mark).
fn digest(so_far: u64, seat: usize, text: &str) -> u64 {
    let bytes = [seat as u8].into_iter().chain(text.bytes()).chain([0]);
    bytes.fold(so_far ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
