//! A PostgreSQL whose machine loses power, or to which the way is cut: nobody says goodbye, and no answer comes.

use std::time::Duration;

use futures_util::future::join_all;
use meydan_store::{Error, Store};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::setting::{self, Schema, contest};

/// A test that would hang has failed by then.
const FOR_EVER: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_millis(500);
/// As many as a store has connections.
const ALL: usize = 16;

/// The way to a server.
struct Way {
    /// The address under which the schema is found through it.
    url: String,
    /// How often it was cut.
    cut: watch::Sender<u32>,
}

impl Way {
    async fn to(schema: &Schema) -> Way {
        let url = schema.url();
        let (name, rest) = url.rsplit_once('@').unwrap();
        let (server, place) = rest.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = listener.local_addr().unwrap();
        let (cut, server) = (watch::Sender::new(0), server.to_owned());
        let cuts = cut.subscribe();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let (server, mut cuts) = (server.clone(), cuts.clone());
                cuts.mark_unchanged();
                tokio::spawn(async move {
                    let mut far = TcpStream::connect(&server).await.unwrap();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                        // Neither end hears anything of it, and both stay open.
                        Ok(()) = cuts.changed() => std::future::pending().await,
                    }
                });
            }
        });
        Way { url: format!("{name}@{here}/{place}"), cut }
    }

    /// Whoever is connected hears nothing any more. Whoever comes then is answered.
    fn cut(&self) {
        self.cut.send_modify(|cut| *cut += 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_never_comes_is_not_waited_for_and_its_connection_is_not_used_again() {
    let Some(schema) = setting::schema().await else { return };
    let way = Way::to(&schema).await;
    let store = Store::open_postgres(&way.url, PATIENCE).await.unwrap();
    let transactions = join_all((0..ALL).map(|_| store.begin())).await;
    way.cut();
    let ask = async |(number, transaction): (usize, Result<_, Error>)| {
        let mut transaction: meydan_store::Tx = transaction.unwrap();
        if number == 0 {
            // Whoever asked is gone before it is known that no answer comes.
            let _ = tokio::time::timeout(PATIENCE / 5, transaction.paused()).await;
            return;
        }
        let answer = transaction.paused().await;
        assert!(matches!(answer, Err(Error::Busy)), "{answer:?}");
        assert!(matches!(transaction.paused().await, Err(Error::Busy)), "there is nobody left to ask");
    };
    let asking = join_all(transactions.into_iter().enumerate().map(ask));
    tokio::time::timeout(FOR_EVER, asking).await.expect("somebody waits for ever");
    let again = join_all((0..ALL).map(|_| store.begin()));
    let again = tokio::time::timeout(FOR_EVER, again).await.expect("all connections are lost");
    assert!(again.iter().all(Result::is_ok), "{again:?}");
    drop(again);
    store.close().await;
    schema.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_nobody_used_when_the_way_was_cut_are_replaced() {
    let Some(schema) = setting::schema().await else { return };
    let way = Way::to(&schema).await;
    let store = Store::open_postgres(&way.url, PATIENCE).await.unwrap();
    store.ping().await.unwrap();
    way.cut();
    let answer = tokio::time::timeout(FOR_EVER, store.ping()).await.expect("it waits for ever");
    answer.unwrap();
    store.close().await;
    schema.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_vanishes_in_a_transaction_does_not_hold_the_others_up_for_ever() {
    let Some(schema) = setting::schema().await else { return };
    let way = Way::to(&schema).await;
    let gone = Store::open_postgres(&way.url, PATIENCE).await.unwrap();
    let there = Store::open(&schema.url()).await.unwrap();
    let mut tx = gone.begin().await.unwrap();
    let cup = contest(&mut tx, "cup").await;
    tx.commit().await.unwrap();
    let mut holds = gone.begin().await.unwrap();
    holds.hold_contest(&cup.id).await.unwrap();
    way.cut();
    let wait = async {
        let mut tx = there.begin().await.unwrap();
        tx.hold_contest(&cup.id).await.unwrap();
        tx.commit().await.unwrap();
    };
    tokio::time::timeout(FOR_EVER, wait).await.expect("it waits for ever");
    drop(holds);
    there.close().await;
    schema.remove().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_a_lock_is_told_that_the_database_is_busy() {
    let Some(schema) = setting::schema().await else { return };
    let holder = Store::open(&schema.url()).await.unwrap();
    let waiter = Store::open_postgres(&schema.url(), PATIENCE).await.unwrap();
    let mut tx = holder.begin().await.unwrap();
    let cup = contest(&mut tx, "cup").await;
    tx.commit().await.unwrap();
    let mut holds = holder.begin().await.unwrap();
    holds.hold_contest(&cup.id).await.unwrap();
    let mut waits = waiter.begin().await.unwrap();
    let answer =
        tokio::time::timeout(FOR_EVER, waits.hold_contest(&cup.id)).await.expect("it waits for ever");
    assert!(matches!(answer, Err(Error::Busy)), "{answer:?}");
    drop((holds, waits));
    waiter.close().await;
    holder.close().await;
    schema.remove().await;
}
