//! Clients that do what they should not: each gets its answer, and nobody else is harmed.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use meydan_core::FaultKind;
use meydan_gotham_wire::wire::{GameStatus, GameView, TurnType};
use meydan_referee::TimeControl;
use support::{Client, Host, LINE, host, host_under, refused};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::{Code, Status, Streaming};

/// Half-turns end when all have moved; a busy machine may take its time until then.
const PATIENT: &[(&str, &str)] = &[("magicTurnTime", "20000")];

async fn document() -> Host {
    host(LINE.as_bytes(), "document", PATIENT, None).await
}

/// The other three units play on; the match must end and they must see its end.
async fn others_finish(host: &Host, tokens: &[&str]) -> Vec<tokio::task::JoinHandle<Vec<GameView>>> {
    let mut playing = Vec::new();
    for token in tokens {
        playing.push(tokio::spawn(host.client(token).await.play(4)));
    }
    playing
}

async fn all_saw_the_end(playing: Vec<tokio::task::JoinHandle<Vec<GameView>>>) {
    for views in playing {
        let views = tokio::time::timeout(Duration::from_secs(60), views).await.expect("it ends").unwrap();
        assert_eq!(views.last().unwrap().status(), GameStatus::Finished);
    }
}

/// Reads views until the unit's half of a turn is open.
async fn until(views: &mut Streaming<GameView>, half: TurnType) -> GameView {
    loop {
        let view = views.message().await.unwrap().expect("the match goes on");
        if view.status() == GameStatus::Ongoing && view.turn.unwrap().turn_type() == half {
            return view;
        }
    }
}

/// Joins with all four units and gives their streams.
async fn joined(host: &Host) -> (Vec<Client>, Vec<Streaming<GameView>>) {
    let (mut clients, mut streams) = (Vec::new(), Vec::new());
    for token in &host.tokens {
        let mut client = host.client(token).await;
        streams.push(client.watch().await.unwrap());
        clients.push(client);
    }
    for client in &mut clients {
        client.ready(4).await.unwrap();
    }
    (clients, streams)
}

#[tokio::test]
async fn wrong_tokens_are_told_apart() {
    let host = document().await;
    let unknown = "resource Agent with criteria: {token=t9} was not found".to_owned();
    let mut client = host.client("t9").await;
    assert_eq!(refused(client.ready(1).await), (Code::NotFound, unknown.clone()));
    assert_eq!(refused(client.go(1).await), (Code::NotFound, unknown.clone()));
    assert_eq!(refused(client.say("01").await), (Code::NotFound, unknown.clone()));
    assert_eq!(refused(client.watch().await.map(|_| ())), (Code::NotFound, unknown));
    // What is wrong whoever asks is told before the token is looked up.
    assert_eq!(refused(client.go(0).await).1, "node id must be positive");
    assert_eq!(refused(client.say("2").await).1, "chat text must only include 0 and 1");
    assert_eq!(refused(client.say("00000").await).1, "chat text is longer than chatBoxMaxSize");
    for blank in ["", " ", "\t\n"] {
        let mut client = host.client(blank).await;
        let wanted = (Code::InvalidArgument, "token cannot be blank".to_owned());
        assert_eq!(refused(client.ready(1).await), wanted);
        assert_eq!(refused(client.go(0).await), wanted);
        assert_eq!(refused(client.say("x").await), wanted);
        assert_eq!(refused(client.watch().await.map(|_| ())), wanted);
    }
    host.playing.abort();
}

#[tokio::test]
async fn a_stolen_token_gives_one_move_only_and_is_seen_by_the_owner() {
    let host = document().await;
    let (mut clients, mut streams) = joined(&host).await;
    until(&mut streams[1], TurnType::PoliceTurn).await;
    let mut thief_of_tokens = host.client("t2").await;
    assert_eq!(refused(thief_of_tokens.ready(1).await).1, "you have already joined");
    let mut stolen = thief_of_tokens.watch().await.unwrap();
    thief_of_tokens.go(2).await.unwrap();
    let owner = refused(clients[1].go(1).await);
    assert_eq!(owner, (Code::FailedPrecondition, "you can't move anymore.".into()));
    clients[3].go(1).await.unwrap();
    for stream in [&mut streams[1], &mut stolen] {
        let view = until(stream, TurnType::ThiefTurn).await;
        assert_eq!(view.viewer.unwrap().node_id, 2, "both streams of the token see the same");
    }
    host.playing.abort();
}

#[tokio::test]
async fn without_a_clock_a_turn_that_is_skipped_ends_after_a_minute() {
    let host = host_under(LINE.as_bytes(), "official", &[], None, false, TimeControl::off()).await;
    let (_clients, mut streams) = joined(&host).await;
    until(&mut streams[0], TurnType::ThiefTurn).await;
    // From here on nobody moves and only time passes.
    tokio::time::pause();
    let report = host.playing.await.unwrap();
    assert!(report.outcome.is_some());
    for fault in &report.faults {
        assert_eq!(fault.kind, FaultKind::Timeout);
        assert_eq!(
            fault.text,
            "no clock runs, and its turn was not over after 60 s; the match goes on without it"
        );
    }
    let skipped: BTreeSet<u8> = report.faults.iter().map(|fault| fault.seat.0).collect();
    assert_eq!(skipped, BTreeSet::from([0, 1, 2, 3]));
}

#[tokio::test]
async fn out_of_turn_and_wrong_moves_are_refused_with_the_originals_words() {
    let host = document().await;
    let mut early = host.client("t1").await;
    assert_eq!(refused(early.go(1).await).1, "it's not your turn yet.");
    assert_eq!(refused(early.ready(77).await).1, "Node with id:  77 doesn't exist!");
    let (mut clients, mut streams) = joined(&host).await;
    until(&mut streams[1], TurnType::PoliceTurn).await;
    assert_eq!(refused(clients[0].go(3).await), (Code::FailedPrecondition, "it's not your turn yet.".into()));
    assert_eq!(refused(clients[0].say("1").await).1, "it's not your turn yet.");
    assert_eq!(
        refused(clients[1].go(9).await),
        (Code::NotFound, "resource Node with id: 9 was not found".into())
    );
    let nowhere = refused(clients[1].go(4).await);
    assert_eq!(nowhere.1, "there is no path between node id: 1 (your node) to node id: 4");
    clients[1].say("1111").await.unwrap();
    assert_eq!(refused(clients[1].say("1").await).1, "you have already sent a message this turn.");
    assert_eq!(refused(clients[1].ready(1).await).1, "you have already joined");
    assert_eq!(refused(clients[3].ready(99).await).1, "you have already joined");
    clients[1].go(1).await.unwrap();
    clients[3].go(1).await.unwrap();
    until(&mut streams[0], TurnType::ThiefTurn).await;
    assert_eq!(
        refused(clients[0].go(3).await).1,
        "agent doesn't have enough balance to move along this path",
        "10 and no income yet do not pay 25"
    );
    assert_eq!(refused(clients[1].go(2).await).1, "it's not your turn yet.");
    host.playing.abort();
}

#[tokio::test]
async fn after_the_end_nobody_can_watch_and_moves_are_refused() {
    let host = document().await;
    let mut late = host.client("t1").await;
    let playing = others_finish(&host, &["t1", "t2", "t3", "t4"]).await;
    all_saw_the_end(playing).await;
    // The server lingers for a moment after the last view.
    let watch = refused(late.watch().await.map(|_| ()));
    assert_eq!(watch, (Code::FailedPrecondition, "you can't watch cause game is finish.".into()));
    assert_eq!(refused(late.go(1).await).1, "you can't move because the game is finished.");
    assert_eq!(refused(late.say("1").await).1, "you can't send a message because the game is finished!");
    host.report().await;
}

#[tokio::test]
async fn a_stream_that_is_never_read_holds_nobody() {
    let host = document().await;
    let mut deaf = host.client("t4").await;
    let unread = deaf.watch().await.unwrap();
    deaf.ready(1).await.unwrap();
    let playing = others_finish(&host, &["t1", "t2", "t3"]).await;
    // It moves now and then, but never reads.
    let moving = tokio::spawn(async move {
        while deaf.go(1).await.as_ref().map_err(Status::code) != Err(Code::Unavailable) {
            tokio::task::yield_now().await;
        }
    });
    all_saw_the_end(playing).await;
    let report = host.report().await;
    assert!(report.windows >= 3);
    drop(unread);
    moving.abort();
}

#[tokio::test]
async fn a_thousand_calls_at_once_are_all_answered() {
    let host = document().await;
    let (clients, mut streams) = joined(&host).await;
    until(&mut streams[1], TurnType::PoliceTurn).await;
    let calls: Vec<_> = (0..1000)
        .map(|i| {
            let mut client = clients[[0, 1][i % 2]].clone();
            tokio::spawn(async move {
                match i % 4 {
                    0 => client.go(2).await,
                    1 => client.go(2).await,
                    2 => client.say("0000").await,
                    _ => client.say("1").await,
                }
            })
        })
        .collect();
    let (mut taken, mut refusals) = (0, 0);
    for call in calls {
        match tokio::time::timeout(Duration::from_secs(30), call)
            .await
            .expect("every call is answered")
            .unwrap()
        {
            Ok(()) => taken += 1,
            Err(status) => {
                assert_eq!(status.code(), Code::FailedPrecondition, "{status}");
                refusals += 1;
            }
        }
    }
    assert_eq!((taken, refusals), (2, 998), "one move and one message of the police unit");
    // The others go on as if nothing had happened.
    let mut other = clients[3].clone();
    other.go(1).await.unwrap();
    let view = until(&mut streams[2], TurnType::ThiefTurn).await;
    assert_eq!(view.turn.unwrap().turn_number, 1);
    host.playing.abort();
}

#[tokio::test]
async fn a_cancelled_stream_is_dropped_and_may_be_opened_again() {
    let host = document().await;
    let mut client = host.client("t4").await;
    drop(client.watch().await.unwrap());
    let mut again = client.watch().await.unwrap();
    assert_eq!(again.message().await.unwrap().unwrap().status(), GameStatus::Pending);
    client.ready(1).await.unwrap();
    let playing = others_finish(&host, &["t1", "t2", "t3"]).await;
    until(&mut again, TurnType::PoliceTurn).await;
    drop(again);
    // It comes back, plays on and sees the end.
    let mut back = client.watch().await.unwrap();
    let mut last = None;
    while let Some(view) = back.message().await.unwrap() {
        if view.turn.unwrap().turn_type() == TurnType::PoliceTurn && view.status() == GameStatus::Ongoing {
            // Its half-turn may have passed while nobody was there.
            let _ = client.go(1).await;
        }
        last = Some(view);
    }
    assert_eq!(last.unwrap().status(), GameStatus::Finished);
    all_saw_the_end(playing).await;
    host.report().await;
}

#[tokio::test]
async fn a_dead_client_does_not_hold_the_others() {
    let host = document().await;
    let playing = others_finish(&host, &["t1", "t2", "t3"]).await;
    let mut dying = host.client("t4").await;
    let mut views = dying.watch().await.unwrap();
    dying.ready(1).await.unwrap();
    until(&mut views, TurnType::PoliceTurn).await;
    drop((views, dying));
    let begun = std::time::Instant::now();
    all_saw_the_end(playing).await;
    assert!(begun.elapsed() < Duration::from_secs(15), "no half-turn of 20 s was waited out");
    host.report().await;
}

#[tokio::test]
async fn a_refused_move_is_not_waited_for_long() {
    let host = document().await;
    let playing = others_finish(&host, &["t1", "t2", "t3"]).await;
    let mut clumsy = host.client("t4").await;
    let mut views = clumsy.watch().await.unwrap();
    clumsy.ready(1).await.unwrap();
    let begun = std::time::Instant::now();
    while let Some(view) = views.message().await.unwrap() {
        if view.status() == GameStatus::Ongoing && view.turn.unwrap().turn_type() == TurnType::PoliceTurn {
            assert_eq!(refused(clumsy.go(4).await).0, Code::FailedPrecondition);
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(15), "no half-turn of 20 s was waited out");
    all_saw_the_end(playing).await;
    let report = host.report().await;
    assert!(report.faults.iter().all(|fault| fault.kind == FaultKind::Rejected), "{:?}", report.faults);
}

#[tokio::test]
async fn bytes_that_are_not_the_protocol_harm_nobody() {
    let host = document().await;
    for junk in [
        &b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"[..],
        &[0; 4096],
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\xff\xff",
    ] {
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        let _ = stream.write_all(junk).await;
        let mut answer = Vec::new();
        // The server closes the connection, or waits for more until we do.
        let _ = tokio::time::timeout(Duration::from_millis(200), stream.read_to_end(&mut answer)).await;
    }
    let idle = TcpStream::connect(host.address).await.unwrap();
    let playing = others_finish(&host, &["t1", "t2", "t3", "t4"]).await;
    all_saw_the_end(playing).await;
    drop(idle);
    host.report().await;
}

/// Sends bytes as they are.
#[derive(Clone, Default)]
struct Raw;

impl tonic::codec::Codec for Raw {
    type Encode = Vec<u8>;
    type Decode = ();
    type Encoder = Raw;
    type Decoder = Raw;
    fn encoder(&mut self) -> Raw {
        Raw
    }
    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl tonic::codec::Encoder for Raw {
    type Item = Vec<u8>;
    type Error = Status;
    fn encode(&mut self, item: Vec<u8>, out: &mut tonic::codec::EncodeBuf<'_>) -> Result<(), Status> {
        prost::bytes::BufMut::put_slice(out, &item);
        Ok(())
    }
}

impl tonic::codec::Decoder for Raw {
    type Item = ();
    type Error = Status;
    fn decode(&mut self, bytes: &mut tonic::codec::DecodeBuf<'_>) -> Result<Option<()>, Status> {
        let rest = prost::bytes::Buf::remaining(bytes);
        prost::bytes::Buf::advance(bytes, rest);
        Ok(Some(()))
    }
}

#[tokio::test]
async fn bytes_that_are_not_a_message_are_refused() {
    let host = document().await;
    let channel = tonic::transport::Channel::from_shared(format!("http://{}", host.address)).unwrap();
    let mut raw = tonic::client::Grpc::new(channel.connect().await.unwrap());
    let service = "/ir.sharif.aic.hideandseek.api.grpc.GameHandler";
    for (method, bytes, code) in [
        ("Move", vec![0xff; 64], Code::Internal),
        ("Move", vec![0x0a, 0xff], Code::Internal),
        ("SendMessage", vec![0x0a, 0x02, 0xc3, 0x28], Code::Internal),
        ("SendMessage", vec![b'0'; 300 << 10], Code::OutOfRange),
        ("Move", Vec::new(), Code::InvalidArgument),
        // A field nobody knows is passed over, as protobuf demands.
        ("Move", vec![0x0a, 0x02, b't', b'9', 0x10, 0x01, 0x58, 0x07], Code::NotFound),
        ("Explode", Vec::new(), Code::Unimplemented),
    ] {
        raw.ready().await.unwrap();
        let path = format!("{service}/{method}").parse().unwrap();
        let answer = raw.unary(tonic::Request::new(bytes), path, Raw).await;
        assert_eq!(answer.unwrap_err().code(), code, "{method}");
    }
    let playing = others_finish(&host, &["t1", "t2", "t3", "t4"]).await;
    all_saw_the_end(playing).await;
    host.report().await;
}

#[tokio::test]
async fn refusals_are_in_the_units_own_record() {
    let host = document().await;
    let mut client = host.client("t1").await;
    assert_eq!(refused(client.go(1).await).1, "it's not your turn yet.");
    let playing = others_finish(&host, &["t1", "t2", "t3", "t4"]).await;
    all_saw_the_end(playing).await;
    let report = host.report().await;
    let [fault] = &report.faults[..] else { panic!("one fault: {:?}", report.faults) };
    assert_eq!(
        (fault.seat.0, fault.kind, fault.text.as_str()),
        (0, FaultKind::Rejected, "it's not your turn yet.")
    );
}
