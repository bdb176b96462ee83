//! Whether an act is taken (spec 6). The checks are made strictly in the written order; the first that fails answers.
//!
//! Everything that decides is known to the unit itself, so a server that only has a unit's view can answer an act
//! that comes outside the unit's window with the same words.

use crate::action::{Action, Rejection};
use crate::city::{City, bit};
use crate::config::{Kind, Ruleset};
use crate::state::{Gotham, Phase, Turn};
use crate::view::View;

/// What an accepted act does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Effect {
    /// The unit joins; a thief on this node.
    Join { node: u16 },
    /// The unit stays where it is.
    Stay,
    /// The unit goes to a node and pays.
    Go { to: u16, price: f64 },
    /// The unit pays for a message.
    Say { price: f64 },
}

/// Where a unit stands when it acts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standpoint {
    pub(crate) phase: Phase,
    pub(crate) turn: Turn,
    pub(crate) kind: Kind,
    pub(crate) node: u16,
    pub(crate) balance: f64,
    pub(crate) ready: bool,
    pub(crate) dead: bool,
    pub(crate) moved: bool,
    pub(crate) sent: bool,
}

/// Why an act would be refused in the situation of a seat's view; `None` if it would be taken.
pub fn foresee(city: &City, view: &View, action: &Action) -> Option<Rejection> {
    let Some(me) = view.me else { return Some(Rejection::NoSuchSeat) };
    let Some(node) = city.node(me.node) else { return Some(Rejection::NoSuchNode { node: me.node }) };
    let standpoint = Standpoint {
        phase: view.phase,
        turn: view.turn,
        kind: me.kind,
        node,
        balance: me.balance,
        ready: me.ready,
        dead: me.dead,
        moved: me.moved,
        sent: me.sent,
    };
    city.check(&standpoint, action).err()
}

impl Gotham {
    pub(super) fn standpoint(&self, seat: usize) -> Standpoint {
        Standpoint {
            phase: self.phase,
            turn: self.turn,
            kind: self.city.config.units[seat].kind,
            node: self.node[seat],
            balance: self.balance[seat],
            ready: self.ready & bit(seat) != 0,
            dead: self.dead & bit(seat) != 0,
            moved: self.moved & bit(seat) != 0,
            sent: self.sent & bit(seat) != 0,
        }
    }
}

impl City {
    /// The checks that need no unit (6.3 #2, 6.4 #2): a server makes them before it looks for the sender.
    pub fn check_form(&self, action: &Action) -> Result<(), Rejection> {
        match action {
            Action::Ready { .. } => Ok(()),
            Action::Move { to } if *to <= 0 => Err(Rejection::NotPositive),
            Action::Move { .. } => Ok(()),
            Action::Say { text } => self.check_text(text),
        }
    }

    pub(crate) fn check_text(&self, text: &str) -> Result<(), Rejection> {
        if !text.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
            return Err(Rejection::Alphabet);
        }
        let too_long =
            self.config.ruleset == Ruleset::Document && text.len() > self.config.chat.box_size as usize;
        if too_long { Err(Rejection::TooLong) } else { Ok(()) }
    }

    /// All checks.
    #[inline]
    pub(crate) fn check(&self, at: &Standpoint, action: &Action) -> Result<Effect, Rejection> {
        self.check_form(action)?;
        match action {
            Action::Ready { node } => self.check_ready(at, *node),
            Action::Move { to } => self.check_move(at, *to),
            Action::Say { text } => self.check_say(at, text).map(|price| Effect::Say { price }),
        }
    }

    fn check_ready(&self, at: &Standpoint, node: i32) -> Result<Effect, Rejection> {
        if at.ready {
            return Err(Rejection::AlreadyJoined);
        }
        let Some(start) = self.node(node) else { return Err(Rejection::NoSuchStart { node }) };
        if at.phase != Phase::Pending {
            return Err(Rejection::JoiningIsOver);
        }
        Ok(Effect::Join { node: start })
    }

    #[inline]
    fn check_move(&self, at: &Standpoint, to: i32) -> Result<Effect, Rejection> {
        if !is_turn_of(at) {
            return Err(Rejection::NotYourTurn);
        }
        if at.phase == Phase::Finished {
            return Err(Rejection::MoveAfterEnd);
        }
        if !at.ready {
            return Err(Rejection::NotReady);
        }
        if at.phase == Phase::Pending {
            return Err(Rejection::MoveWhilePending);
        }
        if at.moved {
            return Err(Rejection::AlreadyMoved);
        }
        if at.dead {
            return Err(Rejection::Dead);
        }
        let Some(node) = self.node(to) else { return Err(Rejection::NoSuchNode { node: to }) };
        if node == at.node {
            return Ok(Effect::Stay);
        }
        let Some(edge) = self.edge(at.node, node) else {
            return Err(Rejection::NoPath { from: self.id(at.node), to });
        };
        if edge.price > at.balance {
            return Err(Rejection::CannotPayPath);
        }
        Ok(Effect::Go { to: node, price: edge.price })
    }

    /// What the message costs.
    pub(super) fn check_say(&self, at: &Standpoint, text: &str) -> Result<f64, Rejection> {
        if !is_turn_of(at) {
            return Err(Rejection::NotYourTurn);
        }
        if at.phase == Phase::Finished {
            return Err(Rejection::SayAfterEnd);
        }
        if !at.ready {
            return Err(Rejection::NotReady);
        }
        if at.phase == Phase::Pending {
            return Err(Rejection::SayWhilePending);
        }
        if at.sent {
            return Err(Rejection::AlreadySaid);
        }
        if at.dead {
            return Err(Rejection::Dead);
        }
        let price = text.len() as f64 * self.config.chat.cost;
        if price > at.balance {
            return Err(Rejection::CannotPayText);
        }
        Ok(price)
    }
}

/// Turn 0 of the document is placement only and nobody's turn (spec 7.3).
#[inline]
fn is_turn_of(at: &Standpoint) -> bool {
    at.turn.number != 0 && at.kind.half() == at.turn.half
}
