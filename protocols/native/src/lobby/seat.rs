//! A guest's seat as the referee sees it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures_util::future::BoxFuture;
use meydan_core::{Game, Outcome, Seat};
use meydan_referee::{Briefing, Player, Table, Trouble, Turn};
use serde_json::value::to_raw_value;
use tokio::io::{DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, watch};

use super::Hall;
use super::pump::{Order, PARTING};
use crate::join::line_of;
use crate::player::{Lifeline, NativePlayer};
use crate::wire::{Start, ToBot};

/// Plays as every native player does, over a stream that outlives its guest's connections.
pub(super) struct LobbyPlayer {
    seat: Seat,
    player: NativePlayer<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>,
    orders: mpsc::UnboundedSender<Order>,
    hall: Arc<Hall>,
}

impl LobbyPlayer {
    pub(super) fn new(
        seat: Seat,
        stream: DuplexStream,
        orders: mpsc::UnboundedSender<Order>,
        hall: Arc<Hall>,
        over: watch::Receiver<()>,
    ) -> LobbyPlayer {
        let (read, write) = tokio::io::split(stream);
        let player = NativePlayer::new(read, write).with_lifeline(Box::new(LastWord(over)));
        LobbyPlayer { seat, player, orders, hall }
    }
}

impl<G: Game> Player<G> for LobbyPlayer {
    fn start<'a>(
        &'a mut self,
        briefing: &'a Briefing,
        table: &'a Table<G>,
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            let start = line_of(&ToBot::<(), ()>::Start(Start::from(briefing)));
            let view = to_raw_value(&table.view()).map_err(|error| Trouble::start(error.to_string()))?;
            let _ = self.orders.send(Order::Brief { start, view });
            let mut presence = self.hall.presence.subscribe();
            let waited = presence.wait_for(|seats| seats[self.seat.index()].here).await;
            waited.map(|_| ()).map_err(|_| Trouble::start("the lobby was closed"))
        })
    }

    fn play<'a>(&'a mut self, turn: Turn, table: &'a Table<G>) -> BoxFuture<'a, Result<(), Trouble>> {
        Box::pin(async move {
            self.hall.begun.store(true, Ordering::Relaxed);
            let _open = OpenTurn::new(&self.orders, turn.window.number);
            self.player.play(turn, table).await
        })
    }

    fn finish<'a>(&'a mut self, outcome: &'a Outcome, table: &'a Table<G>) -> BoxFuture<'a, ()> {
        self.player.finish(outcome, table)
    }
}

/// Tells the pump that the seat is to act, until the turn ends in whatever way.
struct OpenTurn<'a>(&'a mpsc::UnboundedSender<Order>);

impl<'a> OpenTurn<'a> {
    fn new(orders: &'a mpsc::UnboundedSender<Order>, window: u32) -> Self {
        let _ = orders.send(Order::Open(window));
        OpenTurn(orders)
    }
}

impl Drop for OpenTurn<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Order::Shut);
    }
}

/// Lets the end of the match reach the guest before everything is taken down.
struct LastWord(watch::Receiver<()>);

impl Lifeline for LastWord {
    fn epitaph(&mut self) -> BoxFuture<'_, String> {
        Box::pin(std::future::ready("the lobby was closed".to_owned()))
    }

    fn release(&mut self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let _ = tokio::time::timeout(PARTING, self.0.changed()).await;
        })
    }
}
