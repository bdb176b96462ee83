//! Guests over real sockets: they join, play, vanish, come back; strangers and worse are kept out.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::net::SocketAddr;
use std::time::Duration;

use meydan_core::trace::Header;
use meydan_core::{Chance, Game, Seed};
use meydan_native::wire::NextAct;
use meydan_native::{
    FromHost, Guest, Join, JoinError, LobbyTerms, NativeLobby, Presence, RefusalCode, Token,
};
use meydan_referee::{Lobby, Match, Player, Report, Taking, TimeControl};
use meydan_testkit::toy::{Sums, SumsConfig};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A match of two guests that runs beside the test.
struct Host {
    address: SocketAddr,
    presence: watch::Receiver<Vec<Presence>>,
    running: JoinHandle<Report<Sums>>,
}

impl Host {
    async fn new(config: SumsConfig, patience: Option<Duration>) -> Host {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let terms = LobbyTerms { game: Sums::NAME, seats: vec![None, None], patience, reveal: true };
        let mut lobby = NativeLobby::open(listener, terms).unwrap();
        let (address, presence) = (Lobby::<Sums>::address(&lobby), lobby.presence());
        let running = tokio::spawn(async move {
            let game = Sums::new(&config, Chance::new(Seed(1))).unwrap();
            let header = Header::of(&game, &config, Seed(1));
            let players: Vec<Box<dyn Player<Sums>>> =
                game.roster().seats().map(|seat| lobby.player(seat)).collect();
            let mut time = TimeControl::off();
            time.start = Duration::from_secs(3600);
            let game = Match::new(game, players, time).with_taking(Taking::AsTheyCome);
            let game = lobby.recorders().into_iter().fold(game, Match::with_recorder);
            game.run(&header).await.unwrap()
        });
        Host { address, presence, running }
    }

    async fn join(&self, name: &str) -> (Guest, Token) {
        let (guest, welcome) = Guest::join(&self.address.to_string(), &Join::new(name)).await.unwrap();
        (guest, welcome.token)
    }

    async fn rejoin(&self, name: &str, token: &Token) -> Result<(Guest, Token), JoinError> {
        let join = Join { token: Some(token.clone()), ..Join::new(name) };
        Guest::join(&self.address.to_string(), &join).await.map(|(guest, welcome)| (guest, welcome.token))
    }

    async fn until(&mut self, wanted: impl FnMut(&Vec<Presence>) -> bool) {
        self.presence.wait_for(wanted).await.unwrap();
    }
}

/// Waits for the next turn and gives its window and view; `None` at the end.
async fn turn(guest: &mut Guest) -> Option<(u32, Value)> {
    loop {
        match guest.next().await.unwrap()? {
            FromHost::Turn { window, view } => {
                return Some((window, serde_json::from_str(view.get()).unwrap()));
            }
            FromHost::End { .. } => return None,
            _ => {}
        }
    }
}

/// Adds 1 in every window until the end; gives the number of windows.
async fn add(mut guest: Guest) -> u32 {
    let mut windows = 0;
    while let Some((window, _)) = turn(&mut guest).await {
        guest.act(window, &1);
        windows += 1;
    }
    windows
}

#[tokio::test]
async fn two_guests_play_a_match_to_its_end() {
    let host = Host::new(SumsConfig::live(5), None).await;
    let ((ada, _), (bob, _)) = (host.join("Ada").await, host.join("Bob").await);
    let (a, b) = tokio::join!(add(ada), add(bob));
    let report = host.running.await.unwrap();
    assert_eq!((a, b, report.windows), (5, 5, 5));
    assert!(report.faults.is_empty(), "{:?}", report.faults);
}

#[tokio::test]
async fn a_guest_who_watches_is_told_what_others_do_and_who_is_there() {
    let host = Host::new(SumsConfig::live(1), None).await;
    let (mut ada, _) = host.join("Ada").await;
    let (bob, _) = host.join("Bob").await;
    let ((), _) = tokio::join!(
        async {
            let (mut names, mut events, mut end) = (Vec::new(), Vec::new(), false);
            while let Some(message) = ada.next().await.unwrap() {
                match message {
                    FromHost::Seats(seats) => {
                        names = seats.into_iter().filter_map(|seat| seat.name).collect()
                    }
                    FromHost::Watch { events: Some(raw), view } => {
                        events.extend(serde_json::from_str::<Vec<Value>>(raw.get()).unwrap());
                        let view: Value = serde_json::from_str(view.get()).unwrap();
                        assert_eq!(view["sums"].as_array().unwrap().len(), 1, "a view is the seat's own");
                        if events == [json!([1, 1])] {
                            ada.act(0, &7);
                        }
                    }
                    FromHost::End { .. } => end = true,
                    _ => {}
                }
            }
            assert_eq!(names, ["Ada", "Bob"]);
            assert_eq!(events, [json!([1, 1]), json!([0, 7])]);
            assert!(end);
        },
        add(bob)
    );
    assert!(host.running.await.unwrap().faults.is_empty());
}

#[tokio::test]
async fn a_bot_that_did_not_ask_gets_the_plain_protocol_and_nothing_else() {
    let host = Host::new(SumsConfig::live(2), None).await;
    let stream = TcpStream::connect(host.address).await.unwrap();
    let (read, mut write) = stream.into_split();
    write.write_all(b"{\"type\":\"join\",\"protocol\":1,\"name\":\"bot\"}\n").await.unwrap();
    let mut lines = BufReader::new(read).lines();
    let mut kinds = Vec::new();
    let (ada, _) = host.join("Ada").await;
    let bot = async {
        while let Some(line) = lines.next_line().await.unwrap() {
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["type"] == "turn" {
                write.write_all(b"{\"act\":3}\n").await.unwrap();
            }
            kinds.push(message["type"].as_str().unwrap().to_owned());
        }
    };
    tokio::join!(bot, add(ada));
    assert_eq!(kinds, ["welcome", "start", "turn", "ok", "turn", "ok", "end"]);
}

#[tokio::test]
async fn a_lost_connection_comes_back_to_its_seat() {
    let config = SumsConfig { acts: 2, ..SumsConfig::live(3) };
    let mut host = Host::new(config, None).await;
    let ((mut ada, token), (bob, _)) = (host.join("Ada").await, host.join("Bob").await);
    let bob = tokio::spawn(async move {
        let mut bob = bob;
        while let Some((window, _)) = turn(&mut bob).await {
            bob.act(window, &1);
            bob.act(window, &1);
        }
    });
    let (window, _) = turn(&mut ada).await.unwrap();
    ada.act(window, &9);
    // The first of two acts is answered; then the connection is gone.
    let sum = loop {
        match ada.next().await.unwrap().unwrap() {
            FromHost::Ok { next } => break next,
            FromHost::Watch { .. } | FromHost::Seats(_) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(sum, NextAct::More);
    drop(ada);
    host.until(|seats| !seats[0].here && seats[0].name.as_deref() == Some("Ada")).await;
    let (mut ada, again) = host.rejoin("Ada", &token).await.unwrap();
    assert_eq!(again, token, "the token stays the same");
    host.until(|seats| seats[0].here).await;
    let (same, view) = turn(&mut ada).await.unwrap();
    assert_eq!(same, window, "the turn is still open");
    assert!(view["sums"][0].as_u64().unwrap() >= 9, "and shows the act that was made: {view}");
    ada.act(same, &1);
    while let Some((window, _)) = turn(&mut ada).await {
        ada.act(window, &1);
        ada.act(window, &1);
    }
    bob.await.unwrap();
    assert_eq!(host.running.await.unwrap().windows, 3);
}

#[tokio::test]
async fn a_stranger_cannot_take_a_seat_that_is_taken() {
    let mut host = Host::new(SumsConfig::live(1), None).await;
    let ((mut ada, token), (bob, _)) = (host.join("Ada").await, host.join("Bob").await);
    turn(&mut ada).await.unwrap();
    let refused = |answer: Result<(Guest, Token), JoinError>| match answer {
        Err(JoinError::Refused { code, reason }) => (code, reason),
        other => panic!("{:?}", other.map(|_| ())),
    };
    let address = host.address.to_string();
    let plain = Guest::join(&address, &Join::new("Ada")).await.map(|(guest, w)| (guest, w.token));
    let (code, reason) = refused(plain);
    assert_eq!(code, RefusalCode::Full);
    assert!(reason.contains("taken"), "{reason}");
    let (code, _) = refused(host.rejoin("Ada", &Token::draw().unwrap()).await);
    assert_eq!(code, RefusalCode::UnknownToken);
    let (code, _) = refused(host.rejoin("Ada", &Token::from_text("")).await);
    assert_eq!(code, RefusalCode::UnknownToken);
    // Also while the player is away.
    drop(ada);
    host.until(|seats| !seats[0].here).await;
    let plain = Guest::join(&address, &Join::new("Ada")).await.map(|(guest, w)| (guest, w.token));
    assert_eq!(refused(plain).0, RefusalCode::Full);
    let (ada, _) = host.rejoin("Ada", &token).await.unwrap();
    tokio::join!(add(ada), add(bob));
    host.running.await.unwrap();
}

#[tokio::test]
async fn the_same_token_twice_replaces_the_older_connection() {
    let host = Host::new(SumsConfig::live(1), None).await;
    let (mut first, token) = host.join("Ada").await;
    let (second, _) = host.rejoin("Ada", &token).await.unwrap();
    let last = loop {
        match first.next().await.unwrap() {
            Some(FromHost::Refused { code, .. }) => break code,
            Some(_) => {}
            None => panic!("it was told nothing"),
        }
    };
    assert_eq!(last, RefusalCode::Replaced);
    let (bob, _) = host.join("Bob").await;
    tokio::join!(add(second), add(bob));
    host.running.await.unwrap();
}

#[tokio::test]
async fn a_wrong_protocol_or_game_is_refused_with_the_reason() {
    let host = Host::new(SumsConfig::live(1), None).await;
    let address = host.address.to_string();
    for (join, wanted) in [
        (Join { protocol: 99, ..Join::new("x") }, RefusalCode::Protocol),
        (Join { game: Some("chess".into()), ..Join::new("x") }, RefusalCode::OtherGame),
    ] {
        match Guest::join(&address, &join).await {
            Err(JoinError::Refused { code, .. }) => assert_eq!(code, wanted),
            other => panic!("{:?}", other.map(|_| ())),
        }
    }
}

#[tokio::test]
async fn whoever_leaves_before_the_match_gives_the_seat_back() {
    let mut host = Host::new(SumsConfig::live(1), None).await;
    let (ada, token) = host.join("Ada").await;
    drop(ada);
    host.until(|seats| seats[0].name.is_none()).await;
    assert!(host.rejoin("Ada", &token).await.is_err(), "the token was given back with the seat");
    let ((eve, _), (bob, _)) = (host.join("Eve").await, host.join("Bob").await);
    tokio::join!(add(eve), add(bob));
    host.running.await.unwrap();
}

#[tokio::test]
async fn patience_lets_the_match_go_on_without_somebody_who_is_away() {
    let mut host = Host::new(SumsConfig::live(4), Some(Duration::ZERO)).await;
    let ((mut ada, _), (bob, _)) = (host.join("Ada").await, host.join("Bob").await);
    turn(&mut ada).await.unwrap();
    drop(ada);
    host.until(|seats| !seats[0].here).await;
    assert_eq!(add(bob).await, 4);
    let report = host.running.await.unwrap();
    assert_eq!(report.windows, 4);
    assert!(
        report.outcome.as_ref().unwrap().standings[1].score
            > report.outcome.as_ref().unwrap().standings[0].score
    );
}

#[tokio::test]
async fn hostile_peers_harm_nobody() {
    let host = Host::new(SumsConfig::live(3), None).await;
    let (ada, token) = host.join("Ada").await;
    let knock = || async { TcpStream::connect(host.address).await.unwrap() };
    // A crowd that says nothing, or half a line, and stays.
    let mut crowd = Vec::new();
    for i in 0..150 {
        let mut peer = knock().await;
        if i % 2 == 0 {
            let _ = peer.write_all(b"{\"type\":\"jo").await;
        }
        crowd.push(peer);
    }
    // Garbage, an endless line, no text: each is refused with a word, and hung up on.
    for garbage in
        [&b"GET / HTTP/1.1\r\n\r\n"[..], &[b'x'; 100_000], b"\xff\xfe\n", b"{}\n", b"[[[[[[[[\n", b"\n"]
    {
        let mut peer = knock().await;
        let _ = peer.write_all(garbage).await;
        let mut answer = Vec::new();
        let _ = peer.read_to_end(&mut answer).await;
        if !answer.is_empty() {
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            assert_eq!(answer["code"], "not-a-join", "{answer}");
        }
    }
    let (bob, _) = host.join("Bob").await;
    let bob = tokio::spawn(add(bob));
    let mut ada = ada;
    turn(&mut ada).await.unwrap();
    // A player who floods is sent away, keeps the seat, and may come back in peace.
    drop(ada);
    let stream = TcpStream::connect(host.address).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let join = Join { token: Some(token.clone()), ..Join::new("Ada") };
    write.write_all(format!("{}\n", serde_json::to_string(&join).unwrap()).as_bytes()).await.unwrap();
    let flood = tokio::spawn(async move {
        let noise = b"{\"act\":\"noise\"}\n".repeat(1000);
        while write.write_all(&noise).await.is_ok() {}
    });
    let mut answer = Vec::new();
    let _ = read.read_to_end(&mut answer).await;
    flood.await.unwrap();
    assert!(answer.starts_with(b"{\"type\":\"welcome\""), "it had the seat");
    let (ada, _) = host.rejoin("Ada", &token).await.unwrap();
    tokio::join!(add(ada), async { bob.await.unwrap() });
    let report = host.running.await.unwrap();
    assert_eq!(report.windows, 3);
    drop(crowd);
}

#[tokio::test]
async fn a_host_that_closes_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let seats = vec![Some("Host".into()), None];
    let terms = LobbyTerms { game: Sums::NAME, seats, patience: None, reveal: false };
    let lobby = NativeLobby::open(listener, terms).unwrap();
    let address = Lobby::<Sums>::address(&lobby).to_string();
    let (mut ada, _) = Guest::join(&address, &Join::new("Ada")).await.unwrap();
    lobby.presence().wait_for(|seats| seats[1].here).await.unwrap();
    lobby.farewell().say("dinner is ready").await;
    let reason = loop {
        match ada.next().await.unwrap() {
            Some(FromHost::Refused { code: RefusalCode::Closed, reason }) => break reason,
            Some(_) => {}
            None => panic!("nothing was said"),
        }
    };
    assert_eq!(reason, "dinner is ready");
}
