//! The final of a contest: seeded by the standing, played by the queue, and known to nobody before it is shown.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use futures_util::StreamExt;
use hall::Hall;
use meydan_arena::{Camera, Disclosure};
use meydan_league::store::{FinalState, MatchKind};
use meydan_league::{
    Caller, ContestChange, Cue, Error, FinalFormat, FinalPage, HallCode, Keep, Live, MapVote, MatchQuery,
    MatchWork, NewFinal, NewTeam, Player, Ranking, Reason, SeriesCard, Settings, ShowCard, TeamChange, Turn,
    Work,
};

const LADDER: Ranking = Ranking::Ladder { hourly: 10 };
const SINGLE: FinalFormat = FinalFormat::Single { best_of: 1, last: 3, third: false };

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    result.unwrap_err().code()
}

fn wish(format: FinalFormat, ahead: bool, teams: &[String]) -> NewFinal {
    NewFinal {
        format,
        table: None,
        ahead,
        teams: (!teams.is_empty()).then(|| teams.to_vec()),
        best: None,
        house: false,
        maps: Vec::new(),
        ties: None,
    }
}

fn cue(act: &str) -> Cue {
    Cue { act: act.to_owned(), ..Cue::default() }
}

async fn act(hall: &Hall, who: &Caller, act: &str) -> Result<ShowCard, Error> {
    hall.league.cue(who, "cup", cue(act)).await
}

/// A contest with so many teams that are ready, from the first that signed up.
async fn cup(hall: &Hall, count: usize) -> Vec<(Caller, String)> {
    hall.contest("cup", LADDER).await;
    let mut teams = Vec::new();
    for number in 0..count {
        // Sign-ups are rationed by address, and addresses here are made from the lengths of names.
        teams.push(hall.ready_team(&"x".repeat(number + 3), "cup").await);
    }
    teams
}

fn ids(teams: &[(Caller, String)]) -> Vec<String> {
    teams.iter().map(|(_, id)| id.clone()).collect()
}

/// The side of whoever has the shortest name, which is the best seed.
fn best(work: &MatchWork) -> usize {
    let length = |side: &usize| work.sides[*side].name.len();
    (0..work.sides.len()).min_by_key(length).unwrap()
}

fn names(page: &FinalPage) -> Vec<usize> {
    page.places.iter().map(|place| place.team).collect()
}

#[tokio::test]
async fn a_final_freezes_submissions_and_plays_the_versions_in_force() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    let before = hall.league.versions(&teams[0].0, &teams[0].1).await.unwrap().versions.remove(0).id;
    let page = hall.league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    assert_eq!((page.state.as_str(), page.teams.len(), page.series.len()), ("running", 4, 3));
    assert_eq!(code(hall.submit(&teams[0].0, &teams[0].1, "later").await), "conflict");
    // Even if the contest is opened again, what was frozen plays.
    hall.league.turn_contest(&host, "cup", Turn { to: "open".to_owned() }).await.unwrap();
    hall.submit(&teams[0].0, &teams[0].1, "later").await.unwrap();
    let mut played = 0;
    while let Some(task) = hall.take().await {
        if let Work::Match(work) = &task.work
            && work.sides.iter().any(|side| side.name == "xxx")
            && !work.plan.sides.iter().any(|player| matches!(player, Player::House(_)))
        {
            let own = Player::Version(before.parse().unwrap());
            assert!(work.plan.sides.contains(&own), "{:?}", work.plan.sides);
            played += 1;
        }
        hall.finish(&task, best).await.unwrap();
    }
    assert_eq!(played, 3, "a semi-final and two games of the final");
    let host = hall.league.backstage(&host, "cup").await.unwrap();
    assert_eq!((host.page.state.as_str(), names(&host.page)), ("over", vec![0, 1, 2, 3]));
}

#[tokio::test]
async fn matches_of_the_final_are_played_before_all_others() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    hall.league.tick().await.unwrap();
    // Over lunch the queue stood still, so what waits has waited for long.
    hall.clock.pass(std::time::Duration::from_secs(3 * 3600));
    hall.league.open_final(&Caller::host(), "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    let mut reader = hall.store.read().await.unwrap();
    for _ in 0..2 {
        let task = hall.take().await.unwrap();
        let Work::Match(work) = &task.work else { panic!("a match comes first") };
        assert_eq!(reader.one_match(&work.id).await.unwrap().kind, MatchKind::Final);
    }
}

#[tokio::test]
async fn what_the_hall_has_not_seen_is_kept_however_old_it_is() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 2).await;
    let host = Caller::host();
    let keep = Keep { records_days: Some(1), logs_days: None, builds_days: Some(1) };
    let change = ContestChange {
        settings: Some(Settings { ranking: LADDER, keep, ..Settings::default() }),
        ..serde_json::from_str("{}").unwrap()
    };
    hall.league.change_contest(&host, "cup", change).await.unwrap();
    hall.league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    hall.do_all(best).await;
    hall.clock.pass(std::time::Duration::from_secs(3 * 86_400));
    hall.league.sweep().await.unwrap();
    for step in ["next", "play"] {
        act(&hall, &host, step).await.unwrap();
    }
    let played = hall.league.backstage(&host, "cup").await.unwrap();
    let game = &played.matches[0].id;
    hall.league.match_record(&host, game).await.expect("its film can still be shown");
}

#[tokio::test]
async fn the_ladder_seeds_the_final_and_whoever_cannot_play_is_not_in_it() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 3).await;
    let idle = hall.person(&"x".repeat(20)).await;
    hall.team(&idle, "cup", "no version").await;
    let host = Caller::host();
    hall.league.tick().await.unwrap();
    // Whoever has the longest name wins all ranked matches.
    for _ in 0..6 {
        hall.do_all(|work| (0..work.sides.len()).max_by_key(|&side| work.sides[side].name.len()).unwrap())
            .await;
        hall.clock.pass(std::time::Duration::from_secs(600));
        hall.league.tick().await.unwrap();
    }
    let page = hall.league.open_final(&host, "cup", wish(SINGLE, true, &[])).await.unwrap();
    let seeds: Vec<&str> = page.teams.iter().map(|team| team.team.as_str()).collect();
    assert_eq!(seeds, [&teams[2].1, &teams[1].1, &teams[0].1]);
    // The organiser may say how many.
    hall.league.drop_final(&host, "cup").await.unwrap();
    let two = NewFinal { best: Some(2), ..wish(SINGLE, true, &[]) };
    let page = hall.league.open_final(&host, "cup", two).await.unwrap();
    let seeds: Vec<&str> = page.teams.iter().map(|team| team.team.as_str()).collect();
    assert_eq!(seeds, [&teams[2].1, &teams[1].1]);
}

#[tokio::test]
async fn nobody_but_organisers_learns_a_result_before_it_is_shown_by_any_route() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    let league = &hall.league;
    let before = league.contest(&hall.visitor(), "cup").await.unwrap().contest.matches;
    let stats = league.statistics(&hall.visitor(), "cup").await.unwrap().matches;
    let metrics = league.metrics().await.unwrap();
    let final_lines = |text: &str| text.lines().filter(|line| line.contains("kind=\"final\"")).count();
    assert_eq!(final_lines(&metrics), 0);
    league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    let fresh = serde_json::to_value(league.final_page(&hall.visitor(), "cup").await.unwrap()).unwrap();
    hall.do_all(best).await;
    let backstage = league.backstage(&host, "cup").await.unwrap();
    assert_eq!(backstage.page.state, "over");
    let outsiders = [hall.visitor(), teams[0].0.clone(), teams[3].0.clone()];
    for who in &outsiders {
        let mut page = serde_json::to_value(league.final_page(who, "cup").await.unwrap()).unwrap();
        page["moderates"] = fresh["moderates"].clone();
        assert_eq!(page, fresh, "the page is what it was before anything was played");
        assert!(["sign-in", "forbidden"].contains(&code(league.backstage(who, "cup").await)));
        assert!(["sign-in", "forbidden"].contains(&code(act(&hall, who, "next").await)));
        assert_eq!(league.final_show(who, "cup", None).await.unwrap().id, None);
        for kind in [None, Some("final".to_owned())] {
            for state in [None, Some("over".to_owned())] {
                let query = MatchQuery { kind: kind.clone(), state, ..MatchQuery::default() };
                let list = league.matches(who, "cup", &query).await.unwrap();
                assert!(list.matches.iter().all(|game| game.kind != "final"));
            }
        }
        let query = MatchQuery { team: Some(teams[0].1.clone()), ..MatchQuery::default() };
        let list = league.matches(who, "cup", &query).await.unwrap();
        assert!(list.matches.iter().all(|game| game.kind != "final"));
        for game in &backstage.matches {
            assert_eq!(code(league.league_match(who, &game.id).await), "missing");
            assert_eq!(league.match_reel(who, &game.id, None).await.err().unwrap().code(), "missing");
            assert_eq!(league.match_reel(who, &game.id, Some(0)).await.err().unwrap().code(), "missing");
            assert_eq!(code(league.match_record(who, &game.id).await), "missing");
            assert_eq!(code(league.game_log(who, &game.id).await), "missing");
            assert_eq!(code(league.seat_log(who, &game.id, 0).await), "missing");
            assert_eq!(
                league.sit(who, &game.id, 0).await.err().unwrap().code(),
                match who.account() {
                    Some(_) => "missing",
                    None => "sign-in",
                }
            );
        }
        assert_eq!(league.contest(who, "cup").await.unwrap().contest.matches, before);
        assert_eq!(league.statistics(who, "cup").await.unwrap().matches, stats);
        assert_eq!(league.standing(who, "cup").await.unwrap().matches, 0);
        let versus = league.versus(who, &teams[0].1, &teams[3].1).await.unwrap();
        assert_eq!(versus.matches, 0);
        for export in
            [league.export_csv(who, "cup").await.map(drop), league.export_json(who, "cup").await.map(drop)]
        {
            assert!(["sign-in", "forbidden"].contains(&export.unwrap_err().code()));
        }
        if who.account().is_some() {
            let mine = league.export_me(who).await.unwrap().to_string();
            assert!(backstage.matches.iter().all(|game| !mine.contains(&game.id)));
        }
    }
    assert_eq!(final_lines(&league.metrics().await.unwrap()), 0);
}

#[tokio::test]
async fn a_moderator_shows_one_match_after_the_other_until_everybody_knows() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let (host, visitor) = (Caller::host(), hall.visitor());
    let league = &hall.league;
    league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    assert_eq!(code(act(&hall, &host, "result").await), "conflict", "nothing is on the stage");
    let late = Cue { series: Some(2), ..cue("next") };
    assert_eq!(code(league.cue(&host, "cup", late).await), "conflict", "nobody knows who plays there");
    let shown = act(&hall, &host, "next").await.unwrap();
    assert_eq!((shown.screen.as_str(), shown.series, shown.game), ("next", Some(0), Some(0)));
    assert_eq!(code(act(&hall, &host, "result").await), "conflict", "it has not been played");
    hall.do_all(best).await;
    let mut games = 0;
    while let Ok(shown) = act(&hall, &host, "next").await {
        let known = league.final_page(&visitor, "cup").await.unwrap();
        let series = &known.series[shown.series.unwrap()];
        assert!(series.slots.iter().all(|slot| slot.team.is_some()) && series.result.is_empty());
        assert_eq!(known.show.id, None);
        let playing = act(&hall, &host, "play").await.unwrap();
        let id = playing.id.unwrap();
        assert_eq!(code(league.league_match(&visitor, &id).await), "missing");
        assert!(act(&hall, &host, "pause").await.unwrap().paused);
        assert!(!act(&hall, &host, "decisive").await.unwrap().paused);
        act(&hall, &host, if games == 1 { "skip" } else { "result" }).await.unwrap();
        assert_eq!(league.league_match(&visitor, &id).await.unwrap().state, "over");
        assert!(league.match_reel(&visitor, &id, None).await.is_ok());
        let known = league.final_page(&visitor, "cup").await.unwrap();
        assert_eq!(known.series[shown.series.unwrap()].games.last().unwrap().id.as_deref(), Some(&*id));
        games += 1;
    }
    assert_eq!(games, 4, "two semi-finals and two games of the final");
    let page = league.final_page(&visitor, "cup").await.unwrap();
    assert_eq!((page.state.as_str(), names(&page)), ("over", vec![0, 1, 2, 3]));
    let query = MatchQuery { kind: Some("final".to_owned()), ..MatchQuery::default() };
    let list = league.matches(&visitor, "cup", &query).await.unwrap();
    assert_eq!(list.matches.len(), 4);
}

#[tokio::test]
async fn a_match_of_a_live_final_is_played_when_it_is_called() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    hall.league.open_final(&host, "cup", wish(SINGLE, false, &ids(&teams))).await.unwrap();
    hall.league.tick().await.unwrap();
    let finals = async || hall.league.backstage(&host, "cup").await.unwrap().matches.len();
    assert_eq!(finals().await, 0);
    let maps = |series, map: &str| Cue { series: Some(series), maps: vec![map.to_owned()], ..cue("maps") };
    assert_eq!(code(hall.league.cue(&host, "cup", maps(0, "nowhere")).await), "wrong");
    let none = Cue { series: Some(0), ..cue("maps") };
    assert_eq!(code(hall.league.cue(&host, "cup", none).await), "wrong", "no map is no choice");
    let many = Cue { series: Some(0), maps: vec!["moor".to_owned(); 1000], ..cue("maps") };
    assert_eq!(code(hall.league.cue(&host, "cup", many).await), "wrong", "there are not so many games");
    hall.league.cue(&host, "cup", maps(0, "moor")).await.unwrap();
    hall.league.cue(&host, "cup", maps(1, "dale")).await.unwrap();
    for expected in [1, 2, 3, 4] {
        act(&hall, &host, "next").await.unwrap();
        hall.do_all(best).await;
        let played = hall.league.backstage(&host, "cup").await.unwrap().matches;
        assert_eq!(played[0].map, "moor", "the hall has chosen it");
        assert_eq!(code(hall.league.cue(&host, "cup", maps(0, "hill")).await), "conflict", "it has begun");
        assert_eq!(finals().await, expected);
        act(&hall, &host, "result").await.unwrap();
    }
    // The second game of the grand final was not played before it was called, too.
    assert_eq!(code(act(&hall, &host, "next").await), "conflict");
    assert_eq!(hall.league.final_page(&hall.visitor(), "cup").await.unwrap().state, "over");
}

#[tokio::test]
async fn a_hall_watches_a_live_match_while_it_is_played_and_is_told_how_far_it_is() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 2).await;
    let (host, league) = (Caller::host(), &hall.league);
    // What nobody else sees before the end whoever moderates sees all the same.
    let settings = Settings { ranking: LADDER, disclosure: Disclosure::AfterEnd, ..Settings::default() };
    let change: ContestChange = serde_json::from_value(serde_json::json!({ "settings": settings })).unwrap();
    league.change_contest(&host, "cup", change).await.unwrap();
    league.open_final(&host, "cup", wish(SINGLE, false, &ids(&teams))).await.unwrap();
    let made = league.make_hall_code(&host, "cup").await.unwrap();
    let (key, _, _) = league.enter_hall(&hall.visitor(), &HallCode { code: made.code }).await.unwrap();
    let phone = league.by_hall(hall.visitor(), &key).await.unwrap();
    let now = async || {
        let game = league.backstage(&phone, "cup").await.unwrap().matches.pop().unwrap();
        (game.state, game.windows)
    };

    act(&hall, &phone, "next").await.unwrap();
    assert_eq!(now().await, ("queued".to_owned(), None));
    // There is nothing to be seen yet, so nobody has seen it.
    assert_eq!(code(act(&hall, &phone, "play").await), "conflict");
    let task = hall.take().await.unwrap();
    let Work::Match(work) = &task.work else { panic!("a match") };
    let mut camera = Camera::create(hall.folder.path()).unwrap();
    league.show(&work.id, Live { film: camera.film(), ..hall.live(&[]) });
    camera.take("{\"kind\":\"opening\",\"seed\":\"7\"}\n".to_owned());
    for window in 0..3 {
        camera.take(format!("{{\"kind\":\"frame\",\"window\":{window}}}\n"));
        assert_eq!(now().await, ("running".to_owned(), Some(window + 1)));
    }
    assert!(act(&hall, &phone, "play").await.unwrap().seen);
    let id = work.id.to_string();
    let mut film = league.match_reel(&phone, &id, None).await.unwrap();
    let mut seen = Vec::new();
    while seen.iter().filter(|byte| **byte == b'\n').count() < 4 {
        seen.extend(film.next().await.unwrap());
    }
    for other in [&hall.visitor(), &teams[0].0] {
        assert_eq!(code(league.match_reel(other, &id, None).await.map(|_| ())), "missing");
    }
    // What decides it is known when it is over, and its result is told then.
    for early in ["decisive", "result", "skip"] {
        assert_eq!(code(act(&hall, &phone, early).await), "conflict", "{early}");
    }

    // It comes to nothing: what the hall has seen of it was not the match.
    league.abandoned(&task.lease, work, "a test").await.unwrap();
    assert_eq!(now().await, ("void".to_owned(), None));
    assert_eq!(code(act(&hall, &phone, "play").await), "conflict");
    let show = act(&hall, &phone, "again").await.unwrap();
    assert_eq!((show.screen.as_str(), show.seen), ("next", false));
    hall.do_all(best).await;
    assert!(act(&hall, &phone, "play").await.unwrap().seen);
    assert_eq!(act(&hall, &phone, "decisive").await.unwrap().replay, 1);
    assert_eq!(act(&hall, &phone, "result").await.unwrap().screen, "result");
}

#[tokio::test]
async fn a_team_that_is_disqualified_or_has_no_version_does_not_play() {
    let hall = Hall::open().await;
    let mut teams = cup(&hall, 3).await;
    let late = hall.person(&"x".repeat(20)).await;
    let idle =
        hall.league.make_team(&late, "cup", NewTeam { name: "idle".to_owned(), code: None }).await.unwrap();
    teams.insert(0, (late, idle.team.id));
    let host = Caller::host();
    let page = hall.league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    assert_eq!(page.teams[0].gone.as_deref(), Some("no-show"));
    let reason = Reason { reason: "it cheated".to_owned() };
    hall.league.disqualify(&host, &teams[1].1, reason).await.unwrap();
    hall.league.tick().await.unwrap();
    hall.do_all(best).await;
    let page = hall.league.backstage(&host, "cup").await.unwrap().page;
    assert_eq!(page.state, "over");
    assert_eq!(page.teams[1].gone.as_deref(), Some("disqualified"));
    assert_eq!(names(&page)[0], 2, "of those who were left the better seed");
}

/// Somebody on the stage leaves; at first, before anybody is.
fn leaves(team: usize, why: &str) -> Cue {
    Cue { team: Some(team), why: Some(why.to_owned()), ..cue("gone") }
}

/// When somebody leaves a final.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Moment {
    Before,
    Announced,
    Played,
}

/// A live final in which one team leaves, shown to its end. Says who left.
async fn with_one_who_leaves(hall: &Hall, moment: Moment, matches: usize) -> usize {
    let host = Caller::host();
    let mut gone = None;
    if moment == Moment::Before {
        hall.league.cue(&host, "cup", leaves(0, "no-show")).await.unwrap();
        gone = Some(0);
    }
    for shown in 0.. {
        assert!(shown < 100, "the final does not end");
        let Ok(show) = act(hall, &host, "next").await else { break };
        let stage = async || hall.league.backstage(&host, "cup").await.unwrap();
        let on_stage = stage().await.page.series[show.series.unwrap()].clone();
        let first = on_stage.slots.iter().find_map(|slot| slot.team).unwrap();
        let due = gone.is_none() && shown == matches;
        if due && moment == Moment::Announced {
            let show = hall.league.cue(&host, "cup", leaves(first, "withdrawn")).await.unwrap();
            gone = Some(first);
            // A duel that was not played is decided at once, and the hall sees by whom; a larger table is played by those who are left.
            let decided = on_stage.slots.len() == 2 && on_stage.games.len() as u32 <= show.game.unwrap();
            assert_eq!(show.screen, if decided { "result" } else { "next" });
            let refused = act(hall, &host, "play").await.err().map(|error| error.to_string());
            let none = refused.is_some_and(|refused| refused.contains("decided without a match"));
            assert_eq!(none, decided, "there is no film of it");
            act(hall, &host, "bracket").await.unwrap();
        }
        hall.do_all(best).await;
        if due && moment == Moment::Played {
            hall.league.cue(&host, "cup", leaves(first, "withdrawn")).await.unwrap();
            gone = Some(first);
        }
        act(hall, &host, "result").await.unwrap();
    }
    gone.unwrap()
}

#[tokio::test]
async fn whoever_leaves_a_final_of_any_format_at_any_moment_leaves_the_others_to_play_on() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 7).await;
    let host = Caller::host();
    for format in [
        SINGLE,
        FinalFormat::Double { best_of: 1, last: 1, reset: true },
        FinalFormat::Robin { best_of: 1, laps: 1 },
        FinalFormat::Swiss { best_of: 3, rounds: None },
        FinalFormat::Groups { size: 3, through: 2, best_of: 1, last: 3, third: true },
        FinalFormat::Blitz { duels_from: 4 },
    ] {
        for moment in [Moment::Before, Moment::Announced, Moment::Played] {
            hall.league.open_final(&host, "cup", wish(format, false, &ids(&teams))).await.unwrap();
            let gone = with_one_who_leaves(&hall, moment, 1).await;
            let told = format!("{format:?}, {moment:?}");
            // Everybody knows all of it, and everybody has a place.
            let page = hall.league.final_page(&hall.visitor(), "cup").await.unwrap();
            let mut placed = names(&page);
            placed.sort_unstable();
            assert_eq!((page.state.as_str(), placed), ("over", (0..7).collect()), "{told}");
            let why = if moment == Moment::Before { "no-show" } else { "withdrawn" };
            assert_eq!(page.teams[gone].gone.as_deref(), Some(why), "{told}");
            assert!(page.teams.iter().filter(|team| team.gone.is_some()).count() == 1, "{told}");
            assert_ne!(page.places[0].team, gone, "{told}");
            assert!(page.series.iter().all(|series| !series.result.is_empty()), "{told}");
            let won = |series: &SeriesCard| series.result[0].team == gone && series.games.is_empty();
            assert!(!page.series.iter().any(won), "{told}: nobody loses to who is not there");
            let backstage = hall.league.backstage(&host, "cup").await.unwrap();
            let waits = |state: &str| ["queued", "running"].contains(&state);
            assert!(!backstage.matches.iter().any(|game| waits(&game.state)), "{told}");
            assert_eq!(
                code(hall.league.cue(&host, "cup", leaves(1, "withdrawn")).await),
                "conflict",
                "{told}"
            );
            hall.league.drop_final(&host, "cup").await.unwrap();
        }
    }
}

#[tokio::test]
async fn who_leaves_a_final_is_said_by_whoever_moderates_it_once_and_for_a_reason() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    hall.league.open_final(&host, "cup", wish(SINGLE, false, &ids(&teams))).await.unwrap();
    let refused = async |who: &Caller, cue: Cue| code(hall.league.cue(who, "cup", cue).await);
    assert_eq!(refused(&teams[0].0, leaves(1, "withdrawn")).await, "forbidden");
    assert_eq!(refused(&host, leaves(4, "withdrawn")).await, "wrong");
    assert_eq!(refused(&host, leaves(1, "tired")).await, "wrong");
    assert_eq!(refused(&host, cue("gone")).await, "wrong");
    // The match of a duel that was announced is not played for nothing.
    act(&hall, &host, "next").await.unwrap();
    hall.league.cue(&host, "cup", Cue { team: Some(3), ..cue("gone") }).await.unwrap();
    assert_eq!(refused(&host, leaves(3, "no-show")).await, "conflict");
    assert_eq!(hall.do_all(best).await, 0);
    let stage = hall.league.backstage(&host, "cup").await.unwrap();
    assert_eq!(stage.matches.iter().map(|game| game.state.as_str()).collect::<Vec<_>>(), ["cancelled"]);
    // Everybody sees at once who goes on, and why.
    let page = hall.league.final_page(&hall.visitor(), "cup").await.unwrap();
    assert_eq!(page.teams[3].gone.as_deref(), Some("withdrawn"));
    assert_eq!((page.series[0].result[0].team, page.series[0].games.len()), (0, 0));
    assert_eq!(page.series[2].slots[0].team, Some(0));
    // The contest itself goes on with it.
    assert_eq!(hall.league.team(&host, &teams[3].1).await.unwrap().team.standing, "in");
}

#[tokio::test]
async fn two_processes_and_a_late_worker_count_a_match_once() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    let elsewhere = hall.elsewhere().await;
    hall.league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    hall.league.tick().await.unwrap();
    elsewhere.tick().await.unwrap();
    let task = hall.take().await.unwrap();
    let Work::Match(work) = &task.work else { panic!("a match comes first") };
    let done = hall.result(work, best(work)).await.unwrap();
    hall.clock.pass(meydan_league::LEASE * 2);
    // The lease has run out, so somebody else plays it; whoever had it is late.
    elsewhere.tick().await.unwrap();
    assert!(meydan_league::is_late(&hall.league.played(&task.lease, work, done).await.unwrap_err()));
    hall.clock.pass(std::time::Duration::from_secs(60));
    hall.do_all(best).await;
    let backstage = elsewhere.backstage(&host, "cup").await.unwrap();
    assert_eq!((backstage.page.state.as_str(), backstage.matches.len()), ("over", 4));
    let mut reader = hall.store.read().await.unwrap();
    let contest = reader.contest_at("cup").await.unwrap().unwrap();
    let found = reader.final_of(&contest.id).await.unwrap().unwrap();
    assert_eq!(found.state, FinalState::Over);
    assert_eq!(reader.final_log(&found.id).await.unwrap().len(), 4);
}

#[tokio::test]
async fn a_phone_with_the_code_moderates_and_sees_what_others_do_not() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 2).await;
    let (host, visitor) = (Caller::host(), hall.visitor());
    let league = &hall.league;
    league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    hall.do_all(best).await;
    assert_eq!(code(league.make_hall_code(&visitor, "cup").await), "sign-in");
    let made = league.make_hall_code(&host, "cup").await.unwrap();
    assert_eq!(
        code(league.enter_hall(&visitor, &HallCode { code: "0123456789".to_owned() }).await),
        "missing"
    );
    // However many wrong codes come from a hall full of phones, the right one lets its holder in.
    for _ in 0..40 {
        let _ = league.enter_hall(&visitor, &HallCode { code: "9876543210".to_owned() }).await;
    }
    assert_eq!(code(league.enter_hall(&visitor, &HallCode { code: "9876543210".to_owned() }).await), "busy");
    let typed = HallCode { code: format!(" {}-{}", made.code[..5].to_uppercase(), &made.code[5..]) };
    let (key, _, entered) = league.enter_hall(&visitor, &typed).await.unwrap();
    assert_eq!(entered.contest, "cup");
    let phone = league.by_hall(visitor.clone(), &key).await.unwrap();
    let game = league.backstage(&phone, "cup").await.unwrap().matches.remove(0).id;
    assert!(league.match_reel(&phone, &game, None).await.is_ok(), "the projector loads it ahead");
    assert_eq!(code(league.seat_log(&phone, &game, 0).await), "missing", "a bot's own words are its team's");
    assert_eq!(code(league.open_final(&phone, "cup", wish(SINGLE, true, &[])).await), "sign-in");
    assert_eq!(act(&hall, &phone, "next").await.unwrap().screen, "next");
    assert_eq!(act(&hall, &phone, "result").await.unwrap().screen, "result");
    // Another contest's final is not theirs, and a code that was taken back lets nobody in.
    hall.contest("other", LADDER).await;
    assert_eq!(code(league.backstage(&phone, "other").await), "sign-in");
    league.end_hall_codes(&host, "cup").await.unwrap();
    let phone = league.by_hall(visitor.clone(), &key).await.unwrap();
    assert_eq!(code(act(&hall, &phone, "next").await), "sign-in");
    assert!(league.enter_hall(&visitor, &typed).await.is_err());
}

#[tokio::test]
async fn a_final_that_was_dropped_shows_nothing_and_makes_room_for_another() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 2).await;
    let host = Caller::host();
    let league = &hall.league;
    assert_eq!(code(league.final_page(&host, "cup").await), "missing");
    league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    assert_eq!(code(league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await), "conflict");
    // Names are those with which it began.
    let change = || TeamChange { name: Some("Somebody".to_owned()) };
    assert_eq!(code(league.change_team(&teams[0].0, &teams[0].1, change()).await), "conflict");
    hall.do_all(best).await;
    act(&hall, &host, "next").await.unwrap();
    let game = act(&hall, &host, "result").await.unwrap().id.unwrap();
    assert!(league.league_match(&hall.visitor(), &game).await.is_ok());
    assert_eq!(code(league.annul(&host, &game, &Reason { reason: "why not".to_owned() }).await), "conflict");
    league.drop_final(&host, "cup").await.unwrap();
    assert!(league.change_team(&teams[0].0, &teams[0].1, change()).await.is_ok());
    assert_eq!(code(league.league_match(&hall.visitor(), &game).await), "missing");
    let blitz = FinalFormat::Blitz { duels_from: 4 };
    let wrong = NewFinal { maps: vec!["nowhere".to_owned()], ..wish(blitz, true, &ids(&teams)) };
    assert_eq!(code(league.open_final(&host, "cup", wrong).await), "wrong");
    let page = league.open_final(&host, "cup", wish(blitz, true, &ids(&teams))).await.unwrap();
    assert_eq!(page.series[0].best_of, 3);
}

#[tokio::test]
async fn teams_vote_once_for_the_maps_of_a_series_until_it_is_called() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    let vote = |who: &Caller, series: usize, map: &str| {
        let (league, who, map) = (hall.league.clone(), who.clone(), map.to_owned());
        async move { league.vote_for_map(&who, "cup", MapVote { series, map }).await }
    };
    // Played ahead there is no time to vote.
    hall.league.open_final(&host, "cup", wish(SINGLE, true, &ids(&teams))).await.unwrap();
    let maps = hall.league.final_page(&host, "cup").await.unwrap().maps;
    assert!(maps.len() > 1, "{maps:?}");
    assert_eq!(code(vote(&teams[0].0, 0, &maps[0]).await), "conflict");
    hall.league.drop_final(&host, "cup").await.unwrap();

    let page = hall.league.open_final(&host, "cup", wish(SINGLE, false, &ids(&teams))).await.unwrap();
    assert_eq!(
        page.ballots.iter().map(|ballot| ballot.series).collect::<Vec<_>>(),
        [0, 1],
        "the final is not known yet"
    );
    let outside = hall.person(&"y".repeat(30)).await;
    assert_eq!(code(vote(&outside, 0, &maps[0]).await), "forbidden");
    assert_eq!(code(vote(&hall.visitor(), 0, &maps[0]).await), "sign-in");
    assert_eq!(code(vote(&teams[0].0, 0, "nowhere").await), "wrong");
    assert_eq!(code(vote(&teams[0].0, 2, &maps[0]).await), "conflict");
    let last = maps.last().unwrap();
    for (who, map) in [(0, &maps[0]), (0, last), (1, last), (2, &maps[0])] {
        vote(&teams[who].0, 0, map).await.unwrap();
    }
    let seen = hall.league.final_page(&teams[0].0, "cup").await.unwrap();
    let ballot = &seen.ballots[0];
    assert_eq!(
        (ballot.votes.iter().sum::<u32>(), ballot.own.as_deref(), ballot.may),
        (3, Some(last.as_str()), true)
    );
    assert!(!hall.league.final_page(&hall.visitor(), "cup").await.unwrap().ballots[0].may);

    act(&hall, &host, "next").await.unwrap();
    assert_eq!(code(vote(&teams[3].0, 0, &maps[0]).await), "conflict", "it is called");
    hall.do_all(best).await;
    let stage = hall.league.backstage(&host, "cup").await.unwrap();
    let on: Vec<&str> =
        stage.matches.iter().filter(|game| game.series == 0).map(|game| game.map.as_str()).collect();
    assert_eq!(on, [last.as_str()]);
}

#[tokio::test]
async fn a_long_series_is_played_on_the_maps_in_order_of_their_votes() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 3).await;
    let host = Caller::host();
    let robin = FinalFormat::Single { best_of: 3, last: 3, third: false };
    let page = hall.league.open_final(&host, "cup", wish(robin, false, &ids(&teams))).await.unwrap();
    let (series, maps) = (page.ballots[0].series, page.maps.clone());
    let vote = async |who: usize, map: &str| {
        hall.league.vote_for_map(&teams[who].0, "cup", MapVote { series, map: map.to_owned() }).await.unwrap()
    };
    // Two for the second map, of whom one leaves; one for the third.
    vote(0, &maps[1]).await;
    vote(1, &maps[1]).await;
    let seen = vote(2, &maps[2]).await;
    assert_eq!(seen.ballots[0].votes, [0, 2, 1]);
    let call = &page.series[series].slots;
    let outside = (0..3).find(|team| call.iter().all(|slot| slot.team != Some(*team))).unwrap();
    assert_ne!(outside, 2, "the best seed waits for the final");
    let reason = Reason { reason: "it cheated".to_owned() };
    hall.league.disqualify(&host, &teams[outside].1, reason).await.unwrap();
    hall.league.tick().await.unwrap();
    let seen = hall.league.final_page(&hall.visitor(), "cup").await.unwrap();
    assert_eq!(seen.ballots[0].votes, [0, 1, 1], "whoever has left has no vote");
    // They win in turn, so that all three games are played.
    for game in 0..3 {
        act(&hall, &host, "next").await.unwrap();
        hall.do_all(|work| if game % 2 == 0 { best(work) } else { 1 - best(work) }).await;
        act(&hall, &host, "result").await.unwrap();
    }
    let stage = hall.league.backstage(&host, "cup").await.unwrap();
    let on: Vec<&str> =
        stage.matches.iter().filter(|game| game.series == series).map(|game| game.map.as_str()).collect();
    assert_eq!(on.len(), 3, "{on:?}");
    let mut voted = vec![on[0], on[1]];
    voted.sort_unstable();
    let mut expected = vec![maps[1].as_str(), maps[2].as_str()];
    expected.sort_unstable();
    assert_eq!((voted, on[2]), (expected, maps[0].as_str()), "what nobody voted for comes last");
}

#[tokio::test]
async fn a_level_match_is_decided_as_the_document_of_the_game_says() {
    // Where the document says nothing it is played again, then the better seed goes on; or whoever sent earlier wins each game.
    for (game, winner, games) in [("toy", 0, 6), ("duel", 1, 2)] {
        let hall = Hall::open().await;
        hall.contest_of(game, "cup", LADDER).await;
        let first = hall.ready_team("xxx", "cup").await;
        let second = hall.ready_team("xxxx", "cup").await;
        let host = Caller::host();
        let teams = [second.1, first.1];
        hall.league.open_final(&host, "cup", wish(SINGLE, true, &teams)).await.unwrap();
        hall.do_all(|_| usize::MAX).await;
        let stage = hall.league.backstage(&host, "cup").await.unwrap();
        assert_eq!((stage.page.state.as_str(), names(&stage.page)[0]), ("over", winner), "{game}");
        assert_eq!(stage.matches.len(), games, "{game}");
    }
}

#[tokio::test]
async fn whoever_has_left_a_moment_ago_is_not_called() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 4).await;
    let host = Caller::host();
    hall.league.open_final(&host, "cup", wish(SINGLE, false, &ids(&teams))).await.unwrap();
    // Nobody is left in the team, and no tick has come since.
    hall.league.leave_team(&teams[0].0, &teams[0].1).await.unwrap();
    let show = act(&hall, &host, "next").await.unwrap();
    let page = hall.league.final_page(&hall.visitor(), "cup").await.unwrap();
    assert_eq!(page.teams[0].gone.as_deref(), Some("withdrawn"));
    assert_eq!((show.series, page.series[2].slots[0].team), (Some(1), Some(3)), "their match is no match");
}

#[tokio::test]
async fn the_decisive_turn_is_shown_again_and_not_before_the_match() {
    let hall = Hall::open().await;
    let teams = cup(&hall, 2).await;
    let host = Caller::host();
    let format = FinalFormat::Single { best_of: 3, last: 0, third: false };
    let page = hall.league.open_final(&host, "cup", wish(format, true, &ids(&teams))).await.unwrap();
    assert_eq!(page.series[0].best_of, 3, "the final is as long as the others, unless it is said otherwise");
    hall.do_all(best).await;
    act(&hall, &host, "next").await.unwrap();
    assert_eq!(code(act(&hall, &host, "decisive").await), "conflict");
    // Whatever is on the screen until then, nobody has seen the match.
    for screen in ["bracket", "blank"] {
        assert!(!act(&hall, &host, screen).await.unwrap().seen);
        assert_eq!(code(act(&hall, &host, "decisive").await), "conflict");
    }
    assert!(act(&hall, &host, "play").await.unwrap().seen);
    assert!(act(&hall, &host, "bracket").await.unwrap().seen);
    assert_eq!(act(&hall, &host, "decisive").await.unwrap().replay, 1);
    act(&hall, &host, "result").await.unwrap();
    assert_eq!(act(&hall, &host, "decisive").await.unwrap().screen, "match");
    assert!(!act(&hall, &host, "next").await.unwrap().seen, "the second game is another match");
}

#[tokio::test]
async fn where_nobody_can_play_the_better_seed_is_ahead() {
    let hall = Hall::open().await;
    hall.contest("cup", LADDER).await;
    let mut teams = Vec::new();
    for number in 0..3 {
        let name = "x".repeat(number + 3);
        let captain = hall.person(&name).await;
        teams.push(hall.team(&captain, "cup", &name).await);
    }
    let page = hall.league.open_final(&Caller::host(), "cup", wish(SINGLE, true, &teams)).await.unwrap();
    assert_eq!((page.state.as_str(), names(&page)), ("over", vec![0, 1, 2]));
}
