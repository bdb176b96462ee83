//! The lobby of one match that the referee runs: bots of the contest beside bots of our own.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::client::{Client, own};
use meydan_core::trace::Header;
use meydan_core::{Chance, Desk, Game, Seat, SeatSet, Seed, Setup, Terms};
use meydan_jungle::{Action, Config, Jungle};
use meydan_jungle_wire::open;
use meydan_referee::{HostOptions, HousePlayer, Lobby, Match, Player, Report, TimeControl};
use serde_json::json;

pub(crate) fn config(teams: usize, ticks: u32) -> Config {
    let options = [("ticks".to_owned(), ticks.to_string()), ("units".to_owned(), "2".to_owned())].into();
    let terms = Terms { sides: Some(teams), options, ..Terms::of("official") };
    Jungle::config(Jungle::maps()[0].bytes, &terms).unwrap()
}

/// Plays a match in which seat 0 does nothing and a client of the contest sits on seat 1.
async fn run(config: &Config, mut lobby: Box<dyn Lobby<Jungle>>) -> Report<Jungle> {
    let idle = |desk: &mut dyn Desk<Jungle>| {
        desk.act(Action::default()).unwrap();
    };
    let house: Box<dyn Player<Jungle>> = Box::new(HousePlayer::new(Box::new(idle)));
    let players = vec![house, lobby.player(Seat(1))];
    run_players(config, lobby, players).await
}

/// Plays a match in which clients of the contest sit on all seats.
pub(crate) async fn run_clients(config: &Config, mut lobby: Box<dyn Lobby<Jungle>>) -> Report<Jungle> {
    let seats = SeatSet::first(config.teams.len());
    let players = seats.iter().map(|seat| lobby.player(seat)).collect();
    run_players(config, lobby, players).await
}

async fn run_players(
    config: &Config,
    mut lobby: Box<dyn Lobby<Jungle>>,
    players: Vec<Box<dyn Player<Jungle>>>,
) -> Report<Jungle> {
    let game = Jungle::new(config, Chance::new(Seed(1))).unwrap();
    let mut time = lobby.time_control(TimeControl::of(Jungle::clocks("official")));
    time.start = Duration::from_secs(30);
    let header =
        Header { ruleset: "official".into(), clocks: time.millis(), ..Header::of(&game, config, Seed(1)) };
    let game = Match::new(game, players, time);
    lobby.recorders().into_iter().fold(game, Match::with_recorder).run(&header).await.unwrap()
}

fn options(flags: &[(&str, &str)]) -> HostOptions {
    let mut options = HostOptions::loopback("official", SeatSet::one(Seat(1)));
    options.flags = flags.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    options
}

#[tokio::test]
async fn a_client_plays_beside_a_house_bot_and_the_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let config = config(2, 12);
    let mut options = options(&[("delayBetweenTicksMs", "1"), ("timePerTickMs", "5000")]);
    options.files = Some(folder.path().to_owned());
    let lobby = open(config.clone(), options).await.unwrap();
    let client = Client::bot(lobby.address(), "Visitor").await;
    let (report, ticks) = tokio::join!(run(&config, lobby), client.play());
    assert_eq!(ticks.len(), 12);
    assert_eq!(ticks[0]["teams"][0]["name"], "Team 1");
    assert_eq!(
        (&ticks[0]["teams"][1]["name"], &own(&ticks[0])["name"]),
        (&json!("Visitor"), &json!("Visitor"))
    );
    assert_eq!((report.windows, report.faults), (12, vec![]));
    let replay: Vec<serde_json::Value> =
        serde_json::from_slice(&std::fs::read(folder.path().join("replay.json")).unwrap()).unwrap();
    assert_eq!(replay.len(), 36);
    let results: Vec<BTreeMap<String, serde_json::Value>> =
        serde_json::from_slice(&std::fs::read(folder.path().join("gameResults.json")).unwrap()).unwrap();
    assert_eq!(results.len(), 2);
}

#[tokio::test]
async fn a_client_that_was_started_for_a_seat_registers_with_its_token() {
    let config = config(2, 3);
    let mut options = options(&[("timePerTickMs", "5000")]);
    options.started = options.seats;
    let lobby = open(config.clone(), options).await.unwrap();
    let address = lobby.address();
    let env = lobby.directions(Seat(1), lobby.address()).env;
    assert_eq!(env[0].0, "TOKEN");
    // Nobody else gets the seat then.
    let mut stranger = Client::bot(address, "Stranger").await;
    assert_eq!(stranger.next().await, None);
    let mut client = Client::connect(address).await;
    client.send(json!({"type": "REGISTER", "token": env[0].1})).await;
    let (report, ticks) = tokio::join!(run(&config, lobby), client.play());
    assert_eq!((report.windows, ticks.len()), (3, 3));
    assert_eq!(own(&ticks[0])["name"], "Team 2");
}

#[tokio::test]
async fn a_client_that_is_gone_before_the_match_is_never_asked() {
    let config = config(2, 3);
    let lobby = open(config.clone(), options(&[])).await.unwrap();
    let mut client = Client::bot(lobby.address(), "Visitor").await;
    client.socket.close(None).await.unwrap();
    while client.next().await.is_some() {}
    let report = run(&config, lobby).await;
    assert_eq!(report.windows, 3);
    assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
}

#[tokio::test]
async fn flags_that_come_too_late_say_what_to_do_instead() {
    let error = open(config(2, 3), options(&[("nbOfTeams", "4")])).await.err().unwrap().to_string();
    assert_eq!(error, "`nbOfTeams` cannot change a match that is already set up: use `--sides N`");
    assert!(open(config(2, 3), options(&[("nbOfTeams", "2"), ("nbOfTicks", "3")])).await.is_ok());
    assert!(open(config(2, 3), options(&[("players", "2")])).await.is_err());
}
