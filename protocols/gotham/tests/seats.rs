//! Who comes, who does not, and who is kept out by nobody.

mod support;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use meydan_core::{FaultKind, Seat, SeatSet, Setup, Terms};
use meydan_gotham::Gotham;
use meydan_referee::{HostOptions, Lobby, Sign, TimeControl};
use support::{Client, LINE, host, host_for, play, refused};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tonic::Code;

/// Half-turns end when all have moved; a busy machine may take its time until then.
const PATIENT: &[(&str, &str)] = &[("magicTurnTime", "20000")];

#[tokio::test]
async fn clients_lead_the_units_they_were_started_for_in_whatever_order_they_come() {
    let flags = [("magicTurnTime", "20000"), ("first-team-name", "A")];
    let host = host_for(LINE.as_bytes(), "document", &flags, None, true).await;
    let mut old = host.client("t1").await;
    assert_eq!(refused(old.watch().await.map(|_| ())).0, Code::NotFound, "the map's token is void");
    let mut playing = Vec::new();
    for (unit, token) in (1..5).zip(&host.tokens).rev() {
        let mut client = host.client(token).await;
        // Whoever was started last is there first.
        client.watch().await.unwrap();
        playing.push((unit, tokio::spawn(client.play(4))));
    }
    for (unit, views) in playing {
        assert!(views.await.unwrap().iter().all(|view| view.viewer.unwrap().id == unit));
    }
    let names: Vec<Option<String>> =
        host.arrivals.borrow().values().map(|guest| guest.name.clone()).collect();
    assert_eq!(names, [Some("A".into()), Some("A".into()), None, None]);
    assert_eq!(host.report().await.faults, []);
}

#[tokio::test]
async fn a_client_with_a_network_of_its_own_leads_its_unit_whatever_token_it_shows() {
    let config = Gotham::config(LINE.as_bytes(), &Terms::of("document")).unwrap();
    let mut options = HostOptions::loopback("document", SeatSet::first(4));
    (options.map, options.started) = (LINE.as_bytes().to_vec(), options.seats);
    options.flags = [("magicTurnTime".to_owned(), "20000".to_owned())].into();
    let lobby = meydan_gotham_wire::open(config, &options).await.unwrap();
    let own = |seat: Seat| IpAddr::from([127, 0, 0, 10 + seat.0]);
    for seat in options.seats.iter() {
        lobby.expect(seat, Sign::From(Arc::new(move |from| from.ip() == own(seat)))).await;
    }
    let address = lobby.address();
    let playing = tokio::spawn(async move { play(lobby, LINE.as_bytes(), "document").await });
    let mut stranger = Client::connect(address, "of its file").await;
    assert_eq!(refused(stranger.watch().await.map(|_| ())).0, Code::NotFound);
    let mut clients = Vec::new();
    for seat in options.seats.iter() {
        let client = Client::connect_from(Some(own(seat)), address, "of its file").await;
        clients.push((i32::from(seat.0) + 1, tokio::spawn(client.play(4))));
    }
    for (unit, views) in clients {
        assert!(views.await.unwrap().iter().all(|view| view.viewer.unwrap().id == unit));
    }
    assert_eq!(playing.await.unwrap().faults, []);
}

#[tokio::test]
async fn a_side_that_nobody_joined_did_not_start() {
    let flags = [("clientReadinessThresholdTimeMillisecond", "1000"), ("magicTurnTime", "20")];
    for ruleset in ["document", "official"] {
        let host = host(LINE.as_bytes(), ruleset, &flags, None).await;
        for token in ["t1", "t2"] {
            tokio::spawn(host.client(token).await.play(4));
        }
        let arrivals = host.arrivals.clone();
        let report = host.report().await;
        let of_start = report.faults.iter().filter(|fault| fault.kind == FaultKind::Start);
        let absent: SeatSet = of_start.map(|fault| fault.seat).collect();
        assert_eq!(absent, [Seat(2), Seat(3)].into_iter().collect(), "{:?}", report.faults);
        assert_eq!(arrivals.borrow().keys().copied().collect::<Vec<_>>(), [Seat(0), Seat(1)]);
    }
}

#[tokio::test]
async fn a_client_that_goes_in_the_middle_is_told() {
    let flags = [("clientReadinessThresholdTimeMillisecond", "1000"), ("magicTurnTime", "100")];
    let map = LINE.replace("\"maxTurns\": 3", "\"maxTurns\": 20");
    let host = host(map.as_bytes(), "official", &flags, None).await;
    for token in ["t1", "t3", "t4"] {
        tokio::spawn(host.client(token).await.play(4));
    }
    let mut goes = host.client("t2").await;
    let mut views = goes.watch().await.unwrap();
    goes.ready(4).await.unwrap();
    while views.message().await.unwrap().is_some_and(|view| view.turn.is_none_or(|turn| turn.turn_number < 2))
    {
    }
    drop((views, goes));
    let faults = host.report().await.faults;
    let gone: Vec<_> = faults.iter().filter(|fault| fault.kind == FaultKind::Gone).collect();
    assert!(gone.iter().any(|fault| fault.seat == Seat(1) && fault.window > 1), "{faults:?}");
    assert_eq!(gone.len(), 1, "{faults:?}");
}

#[tokio::test]
async fn a_match_that_nobody_came_to_did_not_start() {
    let config = Gotham::config(LINE.as_bytes(), &Terms::of("document")).unwrap();
    let mut options = HostOptions::loopback("document", SeatSet::first(4));
    options.map = LINE.as_bytes().to_vec();
    let lobby = meydan_gotham_wire::open(config, &options).await.unwrap();
    let time = lobby.time_control(TimeControl::of(Gotham::clocks("document")));
    assert!(time.start > Duration::from_secs(120), "clients may take their time");
    lobby.begin();
    lobby.gathered().await;
    assert!(lobby.arrivals().borrow().is_empty());
    let report = play(lobby, LINE.as_bytes(), "document").await;
    let kinds: Vec<_> = report.faults.iter().map(|fault| (fault.seat.0, fault.kind)).collect();
    assert_eq!(kinds, [0, 1, 2, 3].map(|seat| (seat, FaultKind::Start)));
}

/// Sixteen Java programs on a busy machine may take longer to come than the readiness clock runs.
#[tokio::test]
async fn the_readiness_clock_starts_with_the_first_unit_that_joins() {
    let flags = [("clientReadinessThresholdTimeMillisecond", "1000"), ("magicTurnTime", "20")];
    let host = host_for(LINE.as_bytes(), "document", &flags, None, true).await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let mut slow = host.client(&host.tokens[0]).await;
    slow.ready(4).await.unwrap();
    host.report().await;
}

#[tokio::test]
async fn a_crowd_that_says_nothing_keeps_nobody_out_and_is_gone_with_the_match() {
    let host = host(LINE.as_bytes(), "document", PATIENT, None).await;
    let mut crowd = Vec::new();
    for _ in 0..200 {
        crowd.push(TcpStream::connect(host.address).await.unwrap());
    }
    let mut playing = Vec::new();
    for token in &host.tokens {
        playing.push(tokio::spawn(host.client(token).await.play(4)));
    }
    for views in playing {
        views.await.unwrap();
    }
    host.report().await;
    for mut stranger in crowd {
        // A broken connection will do as well.
        let closed =
            tokio::time::timeout(Duration::from_secs(60), stranger.read_to_end(&mut Vec::new())).await;
        let _ = closed.expect("it is closed");
    }
}

#[tokio::test]
async fn a_token_opens_so_many_connections_and_no_more() {
    let host = host(LINE.as_bytes(), "document", PATIENT, None).await;
    let mut held = Vec::new();
    for _ in 0..16 {
        let mut client = host.client("t1").await;
        held.push((client.watch().await.unwrap(), client));
    }
    let mut one_more = host.client("t1").await;
    assert_eq!(refused(one_more.watch().await.map(|_| ())).0, Code::ResourceExhausted);
    host.client("t2").await.watch().await.unwrap();
    // There is room again when one has gone.
    held.pop();
    while one_more.watch().await.is_err() {}
    host.playing.abort();
}

#[tokio::test]
async fn a_team_that_is_named_is_called_so_before_anybody_comes() {
    let config = Gotham::config(LINE.as_bytes(), &Terms::of("document")).unwrap();
    let mut options = HostOptions::loopback("document", SeatSet::first(4));
    options.map = LINE.as_bytes().to_vec();
    options.flags = [("second-team-name".to_owned(), "Beta".to_owned())].into();
    let lobby = meydan_gotham_wire::open(config, &options).await.unwrap();
    let called: Vec<Option<String>> = options.seats.iter().map(|seat| lobby.called(seat)).collect();
    assert_eq!(called, [None, None, Some("Beta".into()), Some("Beta".into())]);
}
