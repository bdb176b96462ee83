//! Seasons: contests that belong together are told of together, as far as one may know of them.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use hall::Hall;
use meydan_league::{Caller, ContestChange, MatchWork, NewTeam, Ranking, Settings, Turn};

const LADDER: Ranking = Ranking::Ladder { hourly: 10 };

/// The side of whoever has the shortest name.
fn shortest(work: &MatchWork) -> usize {
    (0..work.sides.len()).min_by_key(|&side| work.sides[side].name.len()).unwrap()
}

async fn belongs(hall: &Hall, slug: &str, season: &str) {
    let settings = Settings { ranking: LADDER, players: 2, season: season.to_owned(), ..Settings::default() };
    let change = ContestChange {
        title: None,
        about: None,
        settings: Some(settings),
        code: None,
        opens: None,
        freezes: None,
        closes: None,
    };
    hall.league.change_contest(&Caller::host(), slug, change).await.unwrap();
}

async fn play(hall: &Hall) {
    for _ in 0..4 {
        hall.league.tick().await.unwrap();
        hall.do_all(shortest).await;
        hall.clock.pass(std::time::Duration::from_secs(600));
    }
}

#[tokio::test]
async fn a_season_tells_of_its_contests_together() {
    let hall = Hall::open().await;
    hall.contest("spring", LADDER).await;
    let (ali, _) = hall.ready_team("ali", "spring").await;
    let (sara, _) = hall.ready_team("sarah", "spring").await;
    play(&hall).await;
    hall.contest("autumn", LADDER).await;
    for (who, name) in [(&ali, "ali the second"), (&sara, "sarah")] {
        let wish = NewTeam { name: name.to_owned(), code: None };
        let team = hall.league.make_team(who, "autumn", wish).await.unwrap().team.id;
        hall.submit(who, &team, name).await.unwrap();
    }
    play(&hall).await;
    assert_eq!(hall.league.season(&hall.visitor(), "").await.unwrap_err().code(), "missing");
    assert_eq!(hall.league.season(&hall.visitor(), "2026").await.unwrap_err().code(), "missing");
    belongs(&hall, "spring", "2026").await;
    belongs(&hall, "autumn", "2026").await;

    let page = hall.league.season(&hall.visitor(), "2026").await.unwrap();
    let slugs: Vec<&str> = page.contests.iter().map(|contest| contest.slug.as_str()).collect();
    assert_eq!(slugs, ["spring", "autumn"]);
    // Ali's teams have two names, and are one line with the last of them.
    let people: Vec<&str> =
        page.rows.iter().filter(|row| row.house.is_none()).map(|row| row.name.as_str()).collect();
    assert_eq!(people.len(), 2, "{people:?}");
    let ali = page.rows.iter().find(|row| row.name == "ali the second").unwrap();
    assert!(ali.results.iter().all(Option::is_some), "{:?}", ali.results);
    assert!(page.rows.iter().all(|row| (0.0..=200.0).contains(&row.points)));
    let matches: u32 = page.maps.iter().map(|map| map.matches).sum();
    assert!(matches > 0);
    for seat in &page.seats {
        assert!(seat.low <= seat.share && seat.share <= seat.high, "{seat:?}");
        assert!((seat.fair - 1.0 / f64::from(seat.players)).abs() < 1e-9);
    }
    let met = |duel: &meydan_league::SeasonDuels| duel.won + duel.drawn + duel.lost;
    assert!(page.duels.iter().all(|duel| duel.one != duel.other && met(duel) > 0));
    let csv = hall.league.season_csv(&hall.visitor(), "2026").await.unwrap();
    assert_eq!(csv.lines().count(), page.rows.len() + 1);
    let csv = hall.league.season_statistics_csv(&hall.visitor(), "2026").await.unwrap();
    assert_eq!(csv.lines().count(), 1 + page.seats.len() + page.maps.len() + page.duels.len(), "{csv}");
    let cells = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| cells(line) == 12), "{csv}");

    assert_eq!(hall.store.read().await.unwrap().contests().await.unwrap().len(), 2);
    hall.league.turn_contest(&Caller::host(), "autumn", Turn { to: "closed".to_owned() }).await.unwrap();
    let closed = hall.league.season(&hall.visitor(), "2026").await.unwrap();
    assert_eq!(closed.contests.len(), 2, "what is over stays");
}

#[tokio::test]
async fn what_statistics_show_is_there_as_a_table_too() {
    let hall = Hall::open().await;
    hall.contest("cup", LADDER).await;
    let (ali, team) = hall.ready_team("ali", "cup").await;
    hall.ready_team("sarah", "cup").await;
    play(&hall).await;
    let (league, visitor) = (&hall.league, hall.visitor());
    let found = league.statistics(&visitor, "cup").await.unwrap();
    let csv = league.statistics_csv(&visitor, "cup").await.unwrap();
    let lines = |what: &str| csv.lines().filter(|line| line.starts_with(what)).count();
    assert_eq!(lines("seat,"), found.seats.len(), "{csv}");
    assert_eq!((lines("map,"), lines("language,")), (found.maps.len(), found.languages.len()), "{csv}");
    assert!(found.seats.len() > 1 && csv.lines().all(|line| line.split(',').count() == 9), "{csv}");

    // Who met whom is told once from each side, with the same figures.
    let csv = league.duels_csv(&visitor, "cup").await.unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().any(|row| (row[1], row[3]) == ("ali", "sarah")), "{csv}");
    for row in &rows {
        let back = rows.iter().find(|other| (other[0], other[2]) == (row[2], row[0])).unwrap();
        assert_eq!((row[4], row[5], row[6]), (back[6], back[5], back[4]), "{csv}");
    }

    // Ratings over time, too; every table says that it is UTF-8, or a spreadsheet would misread names.
    let history = league.history_csv(&visitor, "cup").await.unwrap();
    assert!(history.lines().skip(1).any(|line| line.contains(",ali,")), "{history}");
    assert!([&history, &csv].iter().all(|csv| csv.starts_with('\u{feff}')));

    // What a version took is its own people's to know, in a table as on the page.
    let told = async |who: &Caller| {
        let csv = league.team_history_csv(who, &team).await.unwrap();
        let row: Vec<String> = csv.lines().nth(1).unwrap().split(',').map(str::to_owned).collect();
        assert_eq!(row.len(), 13, "{csv}");
        row
    };
    let (own, others) = (told(&ali).await, told(&visitor).await);
    assert_eq!((own[0].as_str(), own[..9] == others[..9]), ("1", true));
    assert_eq!((own[12].as_str(), others[9..].concat().as_str()), ("0", ""));
}

#[tokio::test]
async fn strength_over_time_goes_by_when_matches_ended() {
    let hall = Hall::open().await;
    hall.contest("spring", LADDER).await;
    for name in ["ali", "sarah", "maryam", "bahram1"] {
        hall.ready_team(name, "spring").await;
    }
    for _ in 0..4 {
        hall.league.tick().await.unwrap();
        let mut tasks = Vec::new();
        while let Some(task) = hall.take().await {
            tasks.push(task);
        }
        assert!(tasks.len() > 1, "matches of several are made at once");
        // They end in the other order than they were made.
        for task in tasks.iter().rev() {
            hall.clock.pass(std::time::Duration::from_secs(1));
            hall.finish(task, shortest).await.unwrap();
        }
        hall.clock.pass(std::time::Duration::from_secs(600));
    }
    let looks = hall.league.contest_history(&hall.visitor(), "spring").await.unwrap().looks;
    assert!(looks.len() > 2 && looks.is_sorted_by_key(|look| look.time), "{looks:?}");
}
