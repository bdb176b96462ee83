//! A contest with thousands of house bots, and people with a bot to send.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_blobs::Blobs;
use meydan_league::store::{NewTeam, Role, RoundState, Store, Time};
use meydan_league::{
    Caller, Clock, League, NewContest, NewToken, Options, Ranking, Settings, SignIn, SignUp, Submissions,
    Turn, Visitor,
};
use meydan_worker::{Worker, games};

pub(crate) const GAME: &str = "jungle";
pub(crate) const MAP: &str = "canopy";
pub(crate) const SLUG: &str = "load";
const PASSWORD: &str = "a long sentence for load";

/// What there is before anybody comes.
pub(crate) struct World {
    /// How many matches wait.
    pub(crate) matches: usize,
    /// A team and a token of its captain.
    pub(crate) teams: Vec<(String, String)>,
}

impl World {
    pub(crate) async fn make(folder: &Path, matches: usize, teams: usize) -> Result<World> {
        let data = folder.join("data");
        std::fs::create_dir_all(&data)?;
        let store = Store::open_file(data.join("meydan.sqlite")).await?;
        let options = Options {
            store: store.clone(),
            blobs: Blobs::in_folder(&data.join("blobs"))?,
            engines: Arc::new(Worker::new(Vec::new())),
            games: games(),
            clock: Clock::System,
            open_sign_up: true,
            broker: None,
        };
        let league = League::open(options)?;
        let host = Caller::host();
        let submissions = Submissions { hourly: 1000, ..Submissions::default() };
        let settings = Settings {
            maps: vec![MAP.to_owned()],
            ranking: Ranking::Groups { every_minutes: 60 },
            submissions,
            ..Settings::default()
        };
        let wish = NewContest {
            slug: SLUG.to_owned(),
            title: "Load".to_owned(),
            about: String::new(),
            game: GAME.to_owned(),
            settings,
            code: None,
            opens: None,
            freezes: None,
            closes: None,
        };
        league.make_contest(&host, wish).await?;
        league.turn_contest(&host, SLUG, Turn { to: "open".to_owned() }).await?;
        let mut captains = Vec::new();
        for number in 0..teams {
            captains.push(captain(&league, number).await?);
        }
        house_teams(&store, 2 * matches).await?;
        // The round is planned, brought forward and begun.
        league.tick().await?;
        let mut tx = store.begin().await?;
        let contest = tx.contest_at(SLUG).await?.context("it was made")?;
        for round in
            tx.rounds(&contest.id, None, 1).await?.iter().filter(|round| round.state == RoundState::Planned)
        {
            tx.set_round_due(&round.id, Time(1)).await?;
        }
        tx.commit().await?;
        league.tick().await?;
        let counts = store.read().await?.match_counts(&contest.id).await?;
        store.close().await;
        let matches = counts.iter().map(|(_, _, count)| *count as usize).sum();
        Ok(World { matches, teams: captains })
    }
}

async fn house_teams(store: &Store, count: usize) -> Result<()> {
    let mut tx = store.begin().await?;
    let contest = tx.contest_at(SLUG).await?.context("it was made")?;
    for number in 0..count {
        let name = format!("house {number}");
        let new = NewTeam {
            contest: &contest.id,
            name: &name,
            code_hash: None,
            created: Time(number as i64),
            house: Some("random"),
        };
        tx.add_team(&new).await?;
    }
    Ok(tx.commit().await?)
}

/// Somebody with a team and a token. Accounts are made by the host: from one address only a few may sign up.
async fn captain(league: &Arc<League>, number: usize) -> Result<(String, String)> {
    let name = format!("captain {number}");
    let wish = SignUp { name: name.clone(), password: PASSWORD.to_owned(), email: None, lang: None };
    league.make_account(&Caller::host(), wish, Role::Contestant).await?;
    let from =
        Caller::visitor(Visitor::of(std::net::Ipv4Addr::from_bits(0x0a00_0000 + number as u32).into()));
    let wish = SignIn { name: name.clone(), password: PASSWORD.to_owned() };
    let signed = league.sign_in(&from, wish, "load").await?;
    let captain = league.by_session(from, &signed.session).await?;
    let team = league.make_team(&captain, SLUG, meydan_league::NewTeam { name, code: None }).await?;
    let scopes = ["read", "submit", "play"].map(str::to_owned).to_vec();
    let token =
        league.make_token(&captain, NewToken { label: "load".to_owned(), scopes, days: Some(1) }).await?;
    Ok((team.team.id, token.secret))
}
