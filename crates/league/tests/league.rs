//! Contests from sign-up to standing, on a real database, with results made up.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use std::sync::Arc;
use std::time::Duration;

use hall::{Hall, PASSWORD};
use meydan_blobs::Blobs;
use meydan_league::store::{MatchKind, NewTeam, WorkerState};
use meydan_league::{
    Caller, CasualWish, ContestChange, Deletion, Error, Here, Identity, JoinTeam, Keep, LEASE, League,
    MatchQuery, NewAccount, NewPassword, NewToken, Opponent, Organiser, PasswordReset, Pause, Presence,
    Ranking, Reason, RejudgeWish, Settings, SignIn, Tasks, Turn, UserChange, Visitor, Work, is_late,
};
use tokio::sync::watch;

const LADDER: Ranking = Ranking::Ladder { hourly: 10 };
const ROUNDS: Ranking = Ranking::Groups { every_minutes: 30 };

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    result.unwrap_err().code()
}

/// A match with whoever is there.
fn wish() -> CasualWish {
    CasualWish { opponents: Vec::new(), version: None, map: None, person: false }
}

fn sign_in(name: &str, password: &str) -> SignIn {
    SignIn { name: name.to_owned(), password: password.to_owned() }
}

#[tokio::test]
async fn somebody_signs_up_signs_out_and_in_again() {
    let hall = Hall::open().await;
    let parisa = hall.person("پریسا").await;
    assert_eq!(hall.league.me(&parisa).await.unwrap().name, "پریسا");
    hall.league.sign_out(&parisa).await.unwrap();
    let visitor = hall.visitor();
    assert_eq!(
        code(hall.league.sign_in(&visitor, sign_in("پریسا", "wrong horse battery"), "").await),
        "sign-in"
    );
    let signed = hall.league.sign_in(&visitor, sign_in("  پریسا ", PASSWORD), "").await.unwrap();
    let back = hall.league.by_session(visitor, &signed.session).await.unwrap();
    assert_eq!(hall.league.me(&back).await.unwrap().role, "contestant");
}

#[tokio::test]
async fn whoever_guesses_passwords_waits_longer_each_time_and_nobody_else_does() {
    let hall = Hall::open().await;
    hall.person("dana").await;
    let visitor = hall.visitor();
    let minute = Duration::from_secs(60);
    for (name, found) in [("dana", true), ("nobody", false)] {
        for _ in 0..5 {
            let wrong = hall.league.sign_in(&visitor, sign_in(name, "not the password"), "").await;
            assert_eq!(code(wrong), "sign-in");
        }
        // The same is said whether there is such an account or not.
        let locked = hall.league.sign_in(&visitor, sign_in(name, PASSWORD), "").await.unwrap_err();
        assert!(locked.to_string().contains("too many wrong passwords"), "{locked}");
        hall.clock.pass(minute);
        assert_eq!(hall.league.sign_in(&visitor, sign_in(name, PASSWORD), "").await.is_ok(), found);
    }
    for _ in 0..2 {
        for _ in 0..5 {
            assert!(hall.league.sign_in(&visitor, sign_in("dana", "not the password"), "").await.is_err());
        }
        hall.clock.pass(minute);
    }
    let locked = hall.league.sign_in(&visitor, sign_in("dana", PASSWORD), "").await;
    assert_eq!(code(locked), "busy", "after ten it takes longer than a minute");
    let elsewhere = Caller::visitor(Visitor::of("192.0.2.9".parse().unwrap()));
    assert!(hall.league.sign_in(&elsewhere, sign_in("dana", PASSWORD), "").await.is_ok());
}

#[tokio::test]
async fn a_session_ends_with_its_time_its_password_and_its_account() {
    let hall = Hall::open().await;
    let admin = hall.admin("root").await;
    hall.person("dana").await;
    let visitor = hall.visitor();
    let sign = async || hall.league.sign_in(&visitor, sign_in("dana", PASSWORD), "").await.unwrap();
    let (first, second) = (sign().await, sign().await);
    let who =
        async |secret: &meydan_league::Secret| hall.league.by_session(visitor.clone(), secret).await.unwrap();
    let dana = who(&first.session).await;
    let wish = NewPassword { old: PASSWORD.to_owned(), new: "another long sentence".to_owned() };
    hall.league.change_password(&dana, wish).await.unwrap();
    assert!(who(&first.session).await.account().is_some());
    assert!(who(&second.session).await.account().is_none(), "all other sessions end");
    let id = hall.league.user_named(&admin, "dana").await.unwrap().id;
    let change = UserChange { role: None, disabled: Some(true) };
    hall.league.change_user(&admin, &id, change).await.unwrap();
    assert!(who(&first.session).await.account().is_none(), "a disabled account is nobody's");
    let change = UserChange { role: None, disabled: Some(false) };
    hall.league.change_user(&admin, &id, change).await.unwrap();
    let link = hall.league.make_reset(&admin, &id).await.unwrap();
    let reset = |password: &str| PasswordReset { code: link.code.clone(), password: password.to_owned() };
    hall.league.reset(&visitor, reset(PASSWORD)).await.unwrap();
    assert_eq!(code(hall.league.reset(&visitor, reset(PASSWORD)).await), "missing", "a link works once");
    let third = sign().await;
    hall.clock.pass(Duration::from_secs(31 * 24 * 3600));
    assert!(who(&third.session).await.account().is_none(), "a session that nobody uses ends");
}

#[tokio::test]
async fn a_token_does_what_its_scopes_say() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "One").await;
    let wish = NewToken { label: "ci".to_owned(), scopes: vec!["submit".to_owned()], days: Some(1) };
    let made = hall.league.make_token(&dana, wish).await.unwrap();
    let secret = meydan_league::Secret::shown(&made.secret);
    let program = hall.league.by_token(hall.visitor(), &secret).await.unwrap();
    assert!(hall.submit(&program, &team, "x").await.is_ok());
    assert_eq!(code(hall.league.me(&program).await), "forbidden");
    assert_eq!(code(hall.league.tokens(&program).await), "forbidden");
    hall.clock.pass(Duration::from_secs(25 * 3600));
    assert_eq!(code(hall.league.by_token(hall.visitor(), &secret).await), "sign-in");
}

#[tokio::test]
async fn a_version_is_built_tried_and_goes_live() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "One").await;
    assert_eq!(code(hall.league.submit(&dana, &team, "not an archive".into(), "").await), "wrong");
    let version = hall.submit(&dana, &team, "one").await.unwrap();
    assert_eq!(version.state, "received");
    let build = hall.take().await.unwrap();
    let Work::Build(work) = &build.work else { panic!("a build comes first") };
    work.log.say(b"compiling\n");
    let piece = hall.league.build_log(&dana, &version.id, 0).await.unwrap();
    assert_eq!((piece.text.as_str(), piece.open), ("compiling\n", true));
    hall.finish(&build, |_| 0).await.unwrap();
    let piece = hall.league.build_log(&dana, &version.id, piece.next).await.unwrap();
    assert_eq!((piece.text.as_str(), piece.open), ("built\n", false));
    assert_eq!(hall.league.version(&dana, &version.id).await.unwrap().state, "validating");
    hall.do_all(|_| 0).await;
    let version = hall.league.version(&dana, &version.id).await.unwrap();
    assert_eq!((version.state.as_str(), version.active), ("ready", true));
    let game = hall.league.league_match(&dana, &version.validation.unwrap()).await.unwrap();
    assert_eq!((game.kind.as_str(), game.checked.as_str()), ("validation", "same"));
}

#[tokio::test]
async fn a_bot_that_is_gone_in_its_first_match_does_not_go_live() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "One").await;
    let version = hall.submit(&dana, &team, "one").await.unwrap();
    let build = hall.take().await.unwrap();
    hall.finish(&build, |_| 0).await.unwrap();
    let task = hall.take().await.unwrap();
    let Work::Match(work) = &task.work else { panic!("the validation match comes next") };
    let mut done = hall.result(work, 1).await.unwrap();
    done.sides[0].gone = Some("it ended with exit code 1".to_owned());
    hall.league.played(&task.lease, work, done).await.unwrap();
    let version = hall.league.version(&dana, &version.id).await.unwrap();
    assert_eq!((version.state.as_str(), version.active), ("rejected", false));
    assert!(version.error.unwrap().contains("exit code 1"));
    assert_eq!(code(hall.league.activate(&dana, &version.id).await), "conflict");
}

#[tokio::test]
async fn an_older_version_can_be_chosen_again() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let (dana, team) = hall.ready_team("dana", "c").await;
    hall.submit(&dana, &team, "second").await.unwrap();
    hall.do_all(|_| 0).await;
    let versions = hall.league.versions(&dana, &team).await.unwrap().versions;
    let active = |versions: &[meydan_league::VersionCard]| {
        versions.iter().find(|version| version.active).map(|version| version.number)
    };
    assert_eq!(active(&versions), Some(2));
    let first = versions.iter().find(|version| version.number == 1).unwrap();
    hall.league.activate(&dana, &first.id).await.unwrap();
    assert_eq!(active(&hall.league.versions(&dana, &team).await.unwrap().versions), Some(1));
}

#[tokio::test]
async fn nothing_of_a_team_is_reachable_for_others() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let (dana, team) = hall.ready_team("dana", "c").await;
    let (eve, _) = hall.ready_team("eve", "c").await;
    let version = hall.league.versions(&dana, &team).await.unwrap().versions.remove(0);
    let validation = version.validation.clone().unwrap();
    for stranger in [&eve, &hall.visitor()] {
        assert!(hall.league.versions(stranger, &team).await.is_err());
        assert_eq!(code(hall.league.version(stranger, &version.id).await), "missing");
        assert_eq!(code(hall.league.source(stranger, &version.id).await), "missing");
        assert_eq!(code(hall.league.build_log(stranger, &version.id, 0).await), "missing");
        assert_eq!(code(hall.league.whole_build_log(stranger, &version.id).await), "missing");
        assert_eq!(code(hall.league.league_match(stranger, &validation).await), "missing");
        assert_eq!(code(hall.league.seat_log(stranger, &validation, 0).await), "missing");
        assert!(hall.league.submit(stranger, &team, "PK".into(), "").await.is_err());
        assert!(hall.league.activate(stranger, &version.id).await.is_err());
        let wish = CasualWish { opponents: vec![], map: None, version: None, person: false };
        assert!(hall.league.casual(stranger, &team, wish).await.is_err());
    }
    assert!(hall.league.seat_log(&dana, &validation, 0).await.is_ok());
    // An id that is somebody else's and one that nobody has answer alike.
    let nobody = "0000000000000000";
    let mine = hall.league.version(&eve, &version.id).await.unwrap_err();
    assert_eq!(mine, hall.league.version(&eve, nobody).await.unwrap_err());
}

#[tokio::test]
async fn in_a_match_each_team_reads_its_own_words_only() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let (dana, _) = hall.ready_team("dana", "c").await;
    let (eve, eves) = hall.ready_team("eve", "c").await;
    let wish = CasualWish { opponents: vec![Opponent::Team(eves)], map: None, version: None, person: false };
    let team = hall.league.me(&dana).await.unwrap().teams.remove(0).team;
    let game = hall.league.casual(&dana, &team, wish).await.unwrap();
    assert!(game.seed.is_none(), "the seed foretells all chance");
    hall.do_all(|_| 0).await;
    let game = hall.league.league_match(&dana, &game.id).await.unwrap();
    assert!(game.seed.is_some());
    for (who, name) in [(&dana, "dana"), (&eve, "eve")] {
        for seat in &game.seats {
            let read = hall.league.seat_log(who, &game.id, seat.seat).await;
            assert_eq!(read.is_ok(), seat.name == name, "{name} reads seat {}", seat.seat);
        }
    }
    let standing = hall.league.standing(&dana, "c").await.unwrap();
    assert_eq!(standing.matches, 0, "a casual match changes no standing");
    assert!(hall.league.match_reel(&dana, &game.id, Some(1)).await.is_ok());
    assert_eq!(code(hall.league.match_reel(&dana, &game.id, Some(9)).await.map(|_| ())), "missing");
}

#[tokio::test]
async fn stronger_house_bots_are_met_once_one_is_good_enough() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let (dana, team) = hall.ready_team("dana", "c").await;
    let wish = |house: &str| CasualWish {
        opponents: vec![Opponent::House(house.to_owned())],
        map: None,
        version: None,
        person: false,
    };
    assert!(hall.league.casual(&dana, &team, wish("random")).await.is_ok());
    let refused = hall.league.casual(&dana, &team, wish("strong")).await.unwrap_err();
    assert!(refused.to_string().contains("best 33 %"), "{refused}");
    assert_eq!(code(hall.league.casual(&dana, &team, wish("nobody")).await), "missing");
}

#[tokio::test]
async fn the_winner_moves_up_a_group_and_the_loser_down() {
    let hall = Hall::open().await;
    hall.contest("c", ROUNDS).await;
    let mut teams = Vec::new();
    for name in ["a", "bb", "ccc", "dddd"] {
        teams.push(hall.ready_team(name, "c").await.1);
    }
    hall.league.tick().await.unwrap();
    let page = hall.league.contest(&hall.visitor(), "c").await.unwrap();
    assert_eq!(page.next_round, Some(hall.league.now().0 + 30 * 60 * 1000));
    hall.clock.pass(Duration::from_secs(30 * 60));
    hall.league.tick().await.unwrap();
    let round = hall.league.round(&hall.visitor(), "c", 1).await.unwrap();
    assert_eq!((round.round.state.as_str(), round.groups.len()), ("running", 2));
    assert_eq!(round.groups[0].teams, teams[..2]);
    // The later team of each group wins: `bb` stays above `a`, and `dddd` comes up for it.
    let later = |work: &meydan_league::MatchWork| usize::from(work.sides[1].name > work.sides[0].name);
    hall.do_all(later).await;
    let round = hall.league.round(&hall.visitor(), "c", 1).await.unwrap();
    assert_eq!(round.round.state, "over");
    assert_eq!(
        (&round.groups[0].down, &round.groups[1].up),
        (&vec![teams[0].clone()], &vec![teams[3].clone()])
    );
    let standing = hall.league.standing(&hall.visitor(), "c").await.unwrap();
    let names: Vec<&str> = standing.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["bb", "dddd", "a", "ccc"]);
    hall.clock.pass(Duration::from_secs(30 * 60));
    hall.league.tick().await.unwrap();
    let second = hall.league.round(&hall.visitor(), "c", 2).await.unwrap();
    assert_eq!(second.groups[0].names, ["bb", "dddd"]);
}

#[tokio::test]
async fn a_ladder_goes_on_by_itself_and_is_recomputed_from_the_match_table() {
    let hall = Hall::open().await;
    hall.contest("c", Ranking::Ladder { hourly: 30 }).await;
    for name in ["a", "bb", "ccc", "dddd"] {
        hall.ready_team(name, "c").await;
    }
    for minute in 0..59 {
        hall.league.tick().await.unwrap();
        // Longer names are stronger.
        hall.do_all(|work| usize::from(work.sides[1].name.len() > work.sides[0].name.len())).await;
        hall.clock.pass(Duration::from_secs(60));
        let standing = hall.league.standing(&hall.visitor(), "c").await.unwrap();
        assert!(standing.rows.iter().all(|row| row.matches <= 5 + minute), "they are spread over the hour");
    }
    let standing = hall.league.standing(&hall.visitor(), "c").await.unwrap();
    let names: Vec<&str> = standing.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["dddd", "ccc", "bb", "a"]);
    assert!(standing.rows.iter().all(|row| row.matches == 30), "thirty an hour: {standing:?}");
    let again = hall.league.standing(&hall.visitor(), "c").await.unwrap();
    let ratings = |table: &meydan_league::StandingTable| {
        table.rows.iter().map(|row| row.rating.map(f64::to_bits)).collect::<Vec<_>>()
    };
    assert_eq!(ratings(&standing), ratings(&again));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_that_look_after_a_contest_at_once_make_its_matches_once() {
    let hall = Hall::open().await;
    hall.contest("ladder", Ranking::Ladder { hourly: 30 }).await;
    hall.contest("rounds", ROUNDS).await;
    for name in ["a", "bb", "ccc", "dddd"] {
        let (captain, _) = hall.ready_team(name, "ladder").await;
        hall.team(&captain, "rounds", name).await;
    }
    let other = hall.elsewhere().await;
    let tick = |league: &Arc<League>| {
        let league = league.clone();
        tokio::spawn(async move { league.tick().await })
    };
    for _ in 0..15 {
        for ticked in [tick(&hall.league), tick(&other)] {
            ticked.await.unwrap().unwrap();
        }
        let query = MatchQuery { state: Some("queued".to_owned()), ..MatchQuery::default() };
        let queued = hall.league.matches(&hall.visitor(), "ladder", &query).await.unwrap().matches;
        let mut seats: Vec<_> = queued.iter().flat_map(|game| &game.seats).map(|seat| &seat.team).collect();
        seats.sort();
        let count = seats.len();
        seats.dedup();
        assert_eq!((count, seats.len()), (4, 4), "everybody plays, and nobody twice at once");
        hall.do_all(|_| 0).await;
        hall.clock.pass(Duration::from_secs(120));
    }
    assert_eq!(hall.league.rounds(&hall.visitor(), "rounds").await.unwrap().len(), 1);
}

#[tokio::test]
async fn whoever_comes_later_finds_house_bots_to_play_and_stands_last_until_then() {
    let hall = Hall::open().await;
    let admin = hall.admin("root").await;
    hall.league.make_demo("toy").await.unwrap();
    for _ in 0..70 {
        hall.league.tick().await.unwrap();
        hall.do_all(|_| 0).await;
    }
    let slug = meydan_league::DEMO;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, slug, "dana").await;
    let standing = hall.league.standing(&admin, slug).await.unwrap();
    let last = standing.rows.last().unwrap();
    assert_eq!((last.name.as_str(), last.rating, last.matches), ("dana", None, 0));
    hall.submit(&dana, &team, "dana").await.unwrap();
    for _ in 0..3 {
        hall.do_all(|_| 0).await;
        hall.league.tick().await.unwrap();
    }
    hall.do_all(|_| 0).await;
    let standing = hall.league.standing(&admin, slug).await.unwrap();
    let row = standing.rows.iter().find(|row| row.name == "dana").unwrap();
    assert!(row.matches >= 2, "{row:?}");
    let opponents = hall.league.opponents(&dana, &team).await.unwrap();
    assert!(opponents.iter().all(|card| matches!(card.opponent, Opponent::House(_))), "{opponents:?}");
}

#[tokio::test]
async fn a_worker_that_begins_anew_takes_its_own_tasks_back_and_nobody_else_s() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "One").await;
    let version = hall.submit(&dana, &team, "one").await.unwrap();
    let lost = hall.take().await.unwrap();
    let other = meydan_league::store::WorkerId::fresh();
    assert_eq!(hall.league.reclaim_from(&other).await.unwrap(), 0);
    assert_eq!(hall.league.version(&dana, &version.id).await.unwrap().state, "building");
    assert_eq!(hall.league.reclaim_from(&hall.worker).await.unwrap(), 1, "its lease has not run out");
    assert_eq!(hall.league.version(&dana, &version.id).await.unwrap().state, "received");
    assert!(is_late(&hall.league.renew(&lost.lease).await.unwrap_err()));
    hall.do_all(|_| 0).await;
    assert_eq!(hall.league.version(&dana, &version.id).await.unwrap().state, "ready");
}

#[tokio::test]
async fn whoever_looked_before_the_bell_rang_hears_it() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "One").await;
    let bell = hall.league.work_to_do();
    assert!(hall.take().await.is_none());
    hall.submit(&dana, &team, "one").await.unwrap();
    tokio::time::timeout(Duration::from_secs(5), bell).await.unwrap();
}

#[tokio::test]
async fn a_lost_worker_s_match_is_played_again_and_counts_once() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    hall.league.tick().await.unwrap();
    let lost = hall.take().await.unwrap();
    let Work::Match(work) = &lost.work else { panic!("a ranked match waits") };
    hall.clock.pass(LEASE + Duration::from_secs(1));
    assert_eq!(hall.league.reclaim().await.unwrap(), 1);
    let again = hall.take().await.unwrap();
    hall.finish(&again, |_| 1).await.unwrap();
    let done = hall.result(work, 0).await.unwrap();
    let late = hall.league.played(&lost.lease, work, done).await.unwrap_err();
    assert!(is_late(&late), "{late}");
    let game = hall.league.league_match(&hall.visitor(), work.id.as_str()).await.unwrap();
    assert_eq!(game.seats[1].rank, Some(1), "the first to say so is believed");
    assert_eq!(hall.league.standing(&hall.visitor(), "c").await.unwrap().matches, 1);
}

#[tokio::test]
async fn what_goes_wrong_on_our_side_again_and_again_is_void_and_on_the_desk() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let admin = hall.admin("root").await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    hall.league.tick().await.unwrap();
    let mut id = None;
    for _ in 0..5 {
        let task = hall.take().await.unwrap();
        let Work::Match(work) = &task.work else { panic!("only the match is left") };
        id = Some(work.id.to_string());
        hall.league.trouble(&task.lease, "the disk is full").await.unwrap();
        hall.clock.pass(Duration::from_secs(300));
    }
    let game = hall.league.league_match(&admin, &id.unwrap()).await.unwrap();
    let told = game.reason.as_deref().unwrap();
    assert!(game.state == "void" && told.contains("on our side") && !told.contains("disk"), "{told}");
    assert_eq!(hall.league.standing(&admin, "c").await.unwrap().matches, 0);
    let desk = hall.league.desk(&admin).await.unwrap();
    assert!(
        desk.jobs.iter().any(|job| job.state == "dead" && job.error.as_deref() == Some("the disk is full"))
    );
    let reason = Reason { reason: "the disk is empty again".to_owned() };
    let again = hall.league.rerun(&admin, &game.id, &reason).await.unwrap();
    hall.do_all(|_| 0).await;
    hall.league.apply_rejudge(&admin, &again.id).await.unwrap();
    assert_eq!(hall.league.standing(&admin, "c").await.unwrap().matches, 1);
}

#[tokio::test]
async fn a_rejudge_counts_only_when_it_is_applied() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let admin = hall.admin("root").await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    hall.league.tick().await.unwrap();
    let a_wins = |work: &meydan_league::MatchWork| usize::from(work.sides[1].name == "a");
    let b_wins = |work: &meydan_league::MatchWork| usize::from(work.sides[1].name == "bb");
    hall.do_all(a_wins).await;
    let first = async || hall.league.standing(&admin, "c").await.unwrap().rows[0].name.clone();
    assert_eq!(first().await, "a");
    let matches = MatchQuery { kind: Some("ranked".to_owned()), ..MatchQuery::default() };
    let wish = RejudgeWish { matches, reason: "the engine was wrong".to_owned() };
    let set = hall.league.rejudge(&admin, "c", &wish).await.unwrap();
    hall.do_all(b_wins).await;
    assert_eq!(first().await, "a");
    let page = hall.league.rejudge_page(&admin, &set.id).await.unwrap();
    assert_ne!(Some(&page.lines[0].old_ranks), page.lines[0].new_ranks.as_ref());
    hall.league.apply_rejudge(&admin, &set.id).await.unwrap();
    assert_eq!(first().await, "bb");
    assert_eq!(code(hall.league.apply_rejudge(&admin, &set.id).await), "conflict");
}

#[tokio::test]
async fn whoever_plays_alone_is_compared_on_the_same_board() {
    let hall = Hall::open().await;
    let usual = Settings::default().ranking;
    hall.contest_of("maze", "solo", usual).await;
    let (anna, a) = hall.ready_team("anna", "solo").await;
    hall.ready_team("benjamin", "solo").await;
    let minutes = Duration::from_secs(30 * 60);
    for _ in 0..3 {
        hall.league.tick().await.unwrap();
        hall.clock.pass(minutes);
        hall.league.tick().await.unwrap();
        // The first to send has the better score.
        hall.do_all(|work| if work.sides[0].name == "anna" { 9 } else { 5 }).await;
    }
    let page = hall.league.round(&hall.visitor(), "solo", 1).await.unwrap();
    let places: Vec<(Option<u32>, &str)> =
        page.boards.iter().map(|board| (board.rank, board.name.as_str())).collect();
    assert_eq!(places, [(Some(1), "anna"), (Some(2), "benjamin")]);
    assert!(page.groups.is_empty());
    let query = MatchQuery { kind: Some("ranked".to_owned()), ..MatchQuery::default() };
    let games = hall.league.matches(&hall.visitor(), "solo", &query).await.unwrap().matches;
    let seeds: std::collections::BTreeSet<&str> =
        games.iter().filter_map(|game| game.seed.as_deref()).collect();
    assert_eq!((games.len(), seeds.len()), (6, 3), "a round is one board for everybody");
    // A board that only one could finish compares nobody.
    let lone = games.iter().find(|game| game.seats[0].name == "benjamin").unwrap();
    hall.league.annul(&Caller::host(), &lone.id, &Reason { reason: "why not".to_owned() }).await.unwrap();
    assert_eq!(hall.league.standing(&hall.visitor(), "solo").await.unwrap().rows[1].matches, 2);
    let labels = ["builds python".to_owned(), "walls".to_owned()];
    hall.league.see_worker(&hall.worker, "w", &labels, WorkerState::Ready).await.unwrap();
    assert_eq!(hall.league.contest(&anna, "solo").await.unwrap().languages, ["python"]);
    let table = hall.league.standing(&hall.visitor(), "solo").await.unwrap();
    assert_eq!((table.kind.as_str(), table.rows[0].name.as_str(), table.matches), ("boards", "anna", 5));
    assert!(table.rows[0].rating > table.rows[1].rating);

    // A casual match is one of one's own, and nobody is met in it.
    let game = hall.league.casual(&anna, &a, wish()).await.unwrap();
    assert_eq!(game.seats.len(), 1);
    let ladder = Settings { ranking: Ranking::Ladder { hourly: 6 }, ..Settings::default() };
    let change = serde_json::from_value(serde_json::json!({ "settings": ladder })).unwrap();
    assert_eq!(code(hall.league.change_contest(&Caller::host(), "solo", change).await), "wrong");
}

#[tokio::test]
async fn an_organiser_holds_one_contest_and_no_other() {
    let hall = Hall::open().await;
    for slug in ["one", "other"] {
        hall.contest(slug, Ranking::None).await;
    }
    let (anna, a) = hall.ready_team("anna", "one").await;
    let (ben, b) = hall.ready_team("benjamin", "other").await;
    let before = hall.league.casual(&anna, &a, wish()).await.unwrap();
    let (hold, go) = (Pause { paused: true }, Pause { paused: false });
    assert_eq!(code(hall.league.hold(&anna, "one", &hold).await), "forbidden");
    hall.league.hold(&Caller::host(), "one", &hold).await.unwrap();
    assert!(hall.league.contest(&anna, "one").await.unwrap().held);
    hall.league.casual(&anna, &a, wish()).await.unwrap();
    let other = hall.league.casual(&ben, &b, wish()).await.unwrap();
    let task = hall.take().await.unwrap();
    assert_eq!(task.work.subject(), other.id);
    hall.finish(&task, |_| 0).await.unwrap();
    hall.do_all(|_| 0).await;
    let state = async |id: &str| hall.league.league_match(&anna, id).await.unwrap().state;
    assert_eq!(state(&before.id).await, "queued");

    // What is given back while a contest is held waits with the others.
    hall.league.hold(&Caller::host(), "one", &go).await.unwrap();
    let task = hall.take().await.unwrap();
    hall.league.hold(&Caller::host(), "one", &hold).await.unwrap();
    hall.league.give_back(&task.lease).await.unwrap();
    assert!(hall.take().await.is_none());
    hall.league.hold(&Caller::host(), "one", &go).await.unwrap();
    assert!(hall.do_all(|_| 0).await >= 2);
    assert_eq!(state(&before.id).await, "over");
}

#[tokio::test]
async fn one_s_own_data_has_what_one_sent_also_in_teams_one_has_left() {
    use futures_util::TryStreamExt;
    let hall = Hall::open().await;
    hall.contest("c", Ranking::None).await;
    let (anna, team) = hall.ready_team("anna", "c").await;
    hall.league.leave_team(&anna, &team).await.unwrap();
    let stream = hall.league.export_me_tar(&anna).await.unwrap();
    let bytes: Vec<bytes::Bytes> = stream.try_collect().await.unwrap();
    let bytes = bytes.concat();
    let mut archive = tar::Archive::new(bytes.as_slice());
    let mut names = Vec::new();
    for entry in archive.entries().unwrap() {
        names.push(entry.unwrap().path().unwrap().display().to_string());
    }
    assert_eq!(names[0], "account.json");
    assert!(names.iter().any(|name| name.ends_with("/source.zip")), "{names:?}");
    assert!(names.iter().any(|name| name.ends_with("/build.txt")), "{names:?}");
    assert_eq!(code(hall.league.export_me_tar(&hall.visitor()).await.map(drop)), "sign-in");
}

#[tokio::test]
async fn guesses_from_everywhere_are_counted_and_their_owner_gets_in_all_the_same() {
    let hall = Hall::open().await;
    let home = hall.visitor();
    hall.admin("anna").await;
    for number in 0..120u8 {
        let from = Visitor::of(std::net::Ipv4Addr::new(10, 0, 0, number).into());
        let guess =
            hall.league.sign_in(&Caller::visitor(from), sign_in("anna", "a wrong password"), "x").await;
        let expected = if number < 99 { "sign-in" } else { "busy" };
        assert_eq!(code(guess.map(drop)), expected, "{number}");
    }
    let stranger = Caller::visitor(Visitor::of("10.1.1.1".parse().unwrap()));
    assert_eq!(code(hall.league.sign_in(&stranger, sign_in("anna", PASSWORD), "x").await.map(drop)), "busy");
    assert!(hall.league.sign_in(&home, sign_in("anna", PASSWORD), "x").await.is_ok());
}

#[tokio::test]
async fn who_asks_many_times_at_once_gets_as_much_as_one_after_the_other() {
    let hall = Hall::open().await;
    hall.contest("c", Ranking::None).await;
    let (anna, team) = hall.ready_team("anna", "c").await;
    let ask = || hall.league.casual(&anna, &team, wish());
    let all = futures_util::future::join_all((0..8).map(|_| ask())).await;
    assert_eq!(all.iter().filter(|asked| asked.is_ok()).count(), 3);
    assert!(all.iter().filter_map(|asked| asked.as_ref().err()).all(|error| error.code() == "busy"));
}

#[tokio::test]
async fn what_is_refused_does_not_count_against_what_one_may_do_in_an_hour() {
    let hall = Hall::open().await;
    hall.contest("c", Ranking::None).await;
    let (anna, team) = hall.ready_team("anna", "c").await;
    let hourly = Settings::default().casual.hourly;
    let mut taken = 0;
    for _ in 0..=hourly {
        // Three wait at once, and each further wish is refused.
        while hall.league.casual(&anna, &team, wish()).await.is_ok() {
            taken += 1;
        }
        hall.do_all(|_| 0).await;
    }
    assert_eq!(taken, hourly, "all of them, and not one more");
    // Where archives are kept nothing can be kept for a while: the place of the folder is taken by a file.
    let (blobs, aside) = (hall.folder.path().join("blobs"), hall.folder.path().join("aside"));
    std::fs::rename(&blobs, &aside).unwrap();
    std::fs::write(&blobs, "").unwrap();
    let hourly = Settings::default().submissions.hourly;
    for _ in 0..hourly {
        let refused = hall.submit(&anna, &team, "more").await.unwrap_err().to_string();
        assert!(refused.contains("what is kept cannot be read or written"), "{refused}");
    }
    std::fs::remove_file(&blobs).unwrap();
    std::fs::rename(&aside, &blobs).unwrap();
    // The first one was sent when the team was made.
    for number in 1..hourly {
        hall.submit(&anna, &team, &format!("{number}")).await.unwrap();
        hall.do_all(|_| 0).await;
    }
    assert_eq!(code(hall.submit(&anna, &team, "too many").await), "busy");
}

#[tokio::test]
async fn an_arena_knows_whether_what_was_sent_lies_where_it_keeps_things() {
    let hall = Hall::open().await;
    assert!(hall.league.keeps_what_was_sent().await.unwrap(), "nothing was sent yet");
    hall.league.sweep_blobs().await.unwrap();
    assert!(hall.league.keeps_what_was_sent().await.unwrap(), "it has swept here");
    std::fs::remove_file(hall.folder.path().join("blobs/swept")).unwrap();
    assert!(!hall.league.keeps_what_was_sent().await.unwrap(), "it has swept elsewhere");
    hall.contest("c", Ranking::None).await;
    hall.ready_team("anna", "c").await;
    assert!(hall.league.keeps_what_was_sent().await.unwrap());
    // The same tables with a place of their own, as with another --store.
    let blobs = hall.folder.path().join("blobs");
    std::fs::rename(&blobs, hall.folder.path().join("theirs")).unwrap();
    let other = hall.elsewhere().await;
    assert!(!other.keeps_what_was_sent().await.unwrap());
}

#[tokio::test]
async fn whoever_made_a_contest_is_not_dismissed_by_their_helpers() {
    let hall = Hall::open().await;
    let admin = hall.admin("admin").await;
    let (maker, helper) = (hall.person("maker").await, hall.person("helper of hers").await);
    let id = hall.league.me(&maker).await.unwrap().id;
    let role = UserChange { role: Some("organiser".to_owned()), disabled: None };
    hall.league.change_user(&admin, &id, role).await.unwrap();
    let maker = hall.league.by_session(hall.visitor(), &hall.sign_in("maker").await).await.unwrap();
    let contest = serde_json::from_value(serde_json::json!({ "slug": "c", "title": "C", "game": "toy" }));
    hall.league.make_contest(&maker, contest.unwrap()).await.unwrap();
    let let_run = |name: &str, runs: bool| Organiser { name: name.to_owned(), runs };
    hall.league.set_organiser(&maker, "c", &let_run("helper of hers", true)).await.unwrap();
    let dismissed = hall.league.set_organiser(&helper, "c", &let_run("maker", false)).await;
    assert_eq!(code(dismissed), "forbidden");
    assert!(hall.league.desk(&helper).await.is_ok(), "who runs a contest sees the desk");
    assert!(hall.league.set_organiser(&admin, "c", &let_run("maker", false)).await.is_ok());
}

#[tokio::test]
async fn a_new_password_ends_links_to_elsewhere() {
    let hall = Hall::open().await;
    let anna = hall.person("anna").await;
    let identity =
        Identity { issuer: "https://id.example".to_owned(), subject: "thief".to_owned(), name: None };
    hall.league.link(&anna, &identity).await.unwrap();
    let change = NewPassword { old: PASSWORD.to_owned(), new: "another good password".to_owned() };
    hall.league.change_password(&anna, change).await.unwrap();
    assert!(!hall.league.me(&anna).await.unwrap().linked);
    // Who comes with it now is somebody else.
    let signed = hall.league.sign_in_elsewhere(&hall.visitor(), &identity, "x").await.unwrap();
    assert_ne!(signed.me.name, "anna");
}

#[tokio::test]
async fn going_from_team_to_team_sheds_neither_a_disqualification_nor_a_limit() {
    let hall = Hall::open().await;
    hall.contest("c", Ranking::None).await;
    let (anna, team) = hall.ready_team("anna", "c").await;
    let mut sent = 1;
    for _ in 0..4 {
        hall.league
            .leave_team(&anna, &hall.league.contest(&anna, "c").await.unwrap().team.unwrap())
            .await
            .unwrap();
        let next = hall.team(&anna, "c", &format!("team {sent}")).await;
        for _ in 0..6 {
            sent += usize::from(hall.submit(&anna, &next, "x").await.is_ok());
            hall.do_all(|_| 0).await;
        }
    }
    assert_eq!(sent, 20, "as many as somebody who stays");
    let _ = team;
    let last = hall.league.contest(&anna, "c").await.unwrap().team.unwrap();
    let reason = Reason { reason: "cheated".to_owned() };
    hall.league.disqualify(&Caller::host(), &last, reason).await.unwrap();
    assert_eq!(code(hall.league.leave_team(&anna, &last).await), "conflict");
}

#[tokio::test]
async fn a_paused_queue_holds_and_a_frozen_contest_takes_nothing() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let admin = hall.admin("root").await;
    let (dana, team) = hall.ready_team("dana", "c").await;
    hall.league.pause(&admin, &Pause { paused: true }).await.unwrap();
    hall.submit(&dana, &team, "more").await.unwrap();
    assert!(hall.take().await.is_none());
    assert!(hall.league.ready().await.unwrap_err().iter().any(|reason| reason.contains("paused")));
    hall.league.pause(&admin, &Pause { paused: false }).await.unwrap();
    assert!(hall.do_all(|_| 0).await > 0);
    hall.league.turn_contest(&admin, "c", Turn { to: "frozen".to_owned() }).await.unwrap();
    assert_eq!(code(hall.submit(&dana, &team, "late").await), "conflict");
    assert_eq!(code(hall.league.pause(&dana, &Pause { paused: true }).await), "forbidden");
}

#[tokio::test]
async fn a_fleet_without_walls_is_not_ready() {
    let hall = Hall::open().await;
    let reasons = || async { hall.league.ready().await.err().unwrap_or_default().join("; ") };
    let seen = |labels: &[&str]| {
        let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
        let (league, worker) = (&hall.league, &hall.worker);
        async move { league.see_worker(worker, "w", &labels, WorkerState::Ready).await.unwrap() }
    };
    seen(&["meydan 1", "no walls"]).await;
    assert!(reasons().await.contains("no worker has walls"), "{}", reasons().await);
    seen(&["meydan 1", "walls"]).await;
    assert!(!reasons().await.contains("walls"), "{}", reasons().await);
}

#[tokio::test]
async fn people_join_a_team_with_its_code_and_the_oldest_follows_its_captain() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "One").await;
    let code_of = hall.league.team_code(&dana, &team).await.unwrap().code;
    let eve = hall.person("eve").await;
    let join = |code: &str| JoinTeam { code: code.to_owned() };
    assert_eq!(code(hall.league.join_team(&eve, "c", join("wrong")).await), "missing");
    let page = hall.league.join_team(&eve, "c", join(&code_of.to_uppercase())).await.unwrap();
    assert_eq!(page.members.len(), 2);
    assert_eq!(code(hall.league.team_code(&eve, &team).await), "forbidden");
    hall.league.delete_me(&dana, Deletion { password: PASSWORD.to_owned() }).await.unwrap();
    let page = hall.league.team(&eve, &team).await.unwrap();
    assert!(page.captain && page.members.len() == 1);
    let visitor = hall.visitor();
    assert_eq!(code(hall.league.sign_in(&visitor, sign_in("dana", PASSWORD), "").await), "sign-in");
    hall.league.leave_team(&eve, &team).await.unwrap();
    assert_eq!(hall.league.team(&visitor, &team).await.unwrap().team.standing, "withdrawn");
}

#[tokio::test]
async fn the_last_admin_stays() {
    let hall = Hall::open().await;
    let admin = hall.admin("root").await;
    let id = hall.league.me(&admin).await.unwrap().id;
    let less = UserChange { role: Some("contestant".to_owned()), disabled: None };
    assert_eq!(code(hall.league.change_user(&admin, &id, less).await), "conflict");
    assert_eq!(
        code(hall.league.delete_me(&admin, Deletion { password: PASSWORD.to_owned() }).await),
        "conflict"
    );
    assert_eq!(hall.league.me(&admin).await.unwrap().role, "admin");
}

#[tokio::test]
async fn the_demonstration_is_made_once_and_can_be_forgotten() {
    let hall = Hall::open().await;
    assert!(hall.league.make_demo("toy").await.unwrap());
    assert!(!hall.league.make_demo("toy").await.unwrap());
    hall.league.tick().await.unwrap();
    assert!(hall.do_all(|_| 0).await > 0);
    assert!(hall.league.forget_demo().await.unwrap());
    assert!(hall.league.contests(&hall.visitor()).await.unwrap().is_empty());
    assert!(hall.league.make_demo("toy").await.unwrap());
    assert_eq!(hall.store.read().await.unwrap().contests().await.unwrap().len(), 2);
    // Whoever changed the password of an account for show has not changed it for the next start; where nothing is shown they are shut out.
    let enter = async || {
        let wish = sign_in("contestant", meydan_league::DEMO_PASSWORD);
        hall.league.sign_in(&hall.visitor(), wish, "").await
    };
    let signed = enter().await.unwrap();
    let contestant = hall.league.by_session(hall.visitor(), &signed.session).await.unwrap();
    let wish = NewPassword { old: meydan_league::DEMO_PASSWORD.to_owned(), new: "something else".to_owned() };
    hall.league.change_password(&contestant, wish).await.unwrap();
    hall.league.make_demo("toy").await.unwrap();
    assert!(enter().await.is_ok());
    // Its admin makes nobody an admin who would stay one.
    let shown = sign_in("organiser", meydan_league::DEMO_PASSWORD);
    let shown = hall.league.sign_in(&hall.visitor(), shown, "").await.unwrap();
    let shown = hall.league.by_session(hall.visitor(), &shown.session).await.unwrap();
    let account = |role: &str| NewAccount { name: format!("a new {role}"), role: Some(role.to_owned()) };
    assert_eq!(code(hall.league.new_account(&shown, account("admin")).await), "forbidden");
    assert!(hall.league.new_account(&shown, account("contestant")).await.is_ok());
    assert!(hall.league.close_demo_accounts().await.unwrap());
    assert_eq!(code(enter().await), "sign-in");
}

#[tokio::test]
async fn a_person_sits_in_for_their_team_and_nobody_else_does() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "Danas").await;
    let (eve, eves) = hall.ready_team("eve", "c").await;
    // Somebody without a version can play all the same.
    let wish = || CasualWish {
        opponents: vec![Opponent::Team(eves.clone())],
        map: None,
        version: None,
        person: true,
    };
    let game = hall.league.casual(&dana, &team, wish()).await.unwrap();
    assert_eq!(code(hall.league.casual(&dana, &team, wish()).await), "conflict", "one seat at a time");
    let task = hall.take().await.unwrap();
    assert!(task.has_people());
    let Work::Match(work) = &task.work else { panic!("a match") };
    let side = work.sides.iter().position(|side| side.name == "dana").unwrap() as u8;
    let live = hall.live(&[side]);
    let reception = live.reception.clone();
    hall.league.show(&work.id, live);
    let seen = hall.league.league_match(&dana, &game.id).await.unwrap();
    assert_eq!((seen.sits, seen.open), (vec![side], true));
    assert!(seen.seats.iter().any(|seat| seat.person && seat.name == "dana"));
    assert!(hall.league.sit(&dana, &game.id, side).await.is_ok());
    assert_eq!(code(hall.league.sit(&dana, &game.id, 1 - side).await.map(|_| ())), "forbidden");
    assert_eq!(code(hall.league.sit(&eve, &game.id, side).await.map(|_| ())), "forbidden");
    assert_eq!(code(hall.league.sit(&hall.visitor(), &game.id, side).await.map(|_| ())), "sign-in");
    assert!(hall.league.match_reel(&dana, &game.id, Some(side)).await.is_ok());
    assert_eq!(code(hall.league.match_reel(&eve, &game.id, Some(side)).await.map(|_| ())), "conflict");

    // Whoever sits there may give it up, and the worker writes that down. Other people of the contest may not.
    assert_eq!(code(hall.league.cancel_match(&eve, &game.id).await), "forbidden");
    let worker = async {
        let why = reception.abandoned().await;
        hall.league.abandoned(&task.lease, work, &why).await.unwrap();
    };
    let (seen, ()) = tokio::join!(hall.league.cancel_match(&dana, &game.id), worker);
    let seen = seen.unwrap();
    assert_eq!((seen.state.as_str(), seen.sits.len()), ("void", 0));
    assert_eq!(seen.reason.as_deref(), Some("whoever played gave it up"));
    assert_eq!(hall.league.standing(&dana, "c").await.unwrap().matches, 0);
    // It is over with, so the next can be asked for.
    assert!(hall.league.casual(&dana, &team, wish()).await.is_ok());
}

#[tokio::test]
async fn the_standing_follows_what_a_rejudge_changes_and_who_is_taken_out() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let admin = hall.admin("root").await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    for _ in 0..2 {
        hall.league.tick().await.unwrap();
        hall.do_all(|work| usize::from(work.sides[1].name == "bb")).await;
    }
    let leader = async || hall.league.standing(&admin, "c").await.unwrap().rows[0].name.clone();
    assert_eq!(leader().await, "bb");
    let matches = MatchQuery { kind: Some("ranked".to_owned()), ..MatchQuery::default() };
    let wish = RejudgeWish { matches, reason: "a wrong map".to_owned() };
    let rejudge = hall.league.rejudge(&admin, "c", &wish).await.unwrap().id;
    hall.do_all(|work| usize::from(work.sides[1].name == "a")).await;
    assert_eq!(leader().await, "bb", "nothing counts before it is applied");
    hall.league.apply_rejudge(&admin, &rejudge).await.unwrap();
    assert_eq!(leader().await, "a");
}

#[tokio::test]
async fn in_groups_only_the_last_round_can_be_changed_and_a_team_that_is_out_has_no_place() {
    let hall = Hall::open().await;
    hall.contest("c", ROUNDS).await;
    let admin = hall.admin("root").await;
    for name in ["a", "bb", "ccc", "dddd"] {
        hall.ready_team(name, "c").await;
    }
    for _ in 0..3 {
        hall.clock.pass(Duration::from_secs(31 * 60));
        hall.league.tick().await.unwrap();
        hall.league.tick().await.unwrap();
        hall.do_all(|work| usize::from(work.sides[1].name.len() > work.sides[0].name.len())).await;
    }
    let game = async |number: i64| {
        let round = hall.league.round(&admin, "c", number).await.unwrap();
        round.groups[0].game.clone().unwrap()
    };
    let reason = Reason { reason: "a wrong map".to_owned() };
    let refused = hall.league.annul(&admin, &game(1).await, &reason).await.unwrap_err();
    assert!(refused.to_string().contains("round 2"), "{refused}");
    assert!(hall.league.annul(&admin, &game(2).await, &reason).await.is_ok());
    let standing = hall.league.standing(&admin, "c").await.unwrap();
    let first = standing.rows[0].team.clone();
    hall.league.disqualify(&admin, &first, reason).await.unwrap();
    let standing = hall.league.standing(&admin, "c").await.unwrap();
    assert_eq!((standing.rows.len(), standing.rows[0].rank), (3, 1));
    assert!(standing.rows.iter().all(|row| row.team != first));
}

#[tokio::test]
async fn a_contest_that_closes_plays_nothing_more() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    hall.league.tick().await.unwrap();
    let host = Caller::host();
    hall.league.turn_contest(&host, "c", Turn { to: "closed".to_owned() }).await.unwrap();
    assert_eq!(hall.do_all(|_| 0).await, 0);
    let all = hall.league.matches(&hall.visitor(), "c", &MatchQuery::default()).await.unwrap();
    assert_eq!(all.matches[0].state, "cancelled");
    assert_eq!(hall.league.standing(&host, "c").await.unwrap().matches, 0);
}

#[tokio::test]
async fn a_version_that_our_trouble_stopped_is_tried_again() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let admin = hall.admin("root").await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "dana").await;
    hall.submit(&dana, &team, "x").await.unwrap();
    let build = hall.take().await.unwrap();
    hall.finish(&build, |_| 0).await.unwrap();
    for _ in 0..5 {
        hall.clock.pass(Duration::from_secs(3600));
        let task = hall.take().await.unwrap();
        hall.league.trouble(&task.lease, "no space left in /var/lib/x").await.unwrap();
    }
    let version = hall.league.versions(&dana, &team).await.unwrap().versions.remove(0);
    assert_eq!(version.state, "stuck");
    let validation = version.validation.unwrap();
    let told = hall.league.league_match(&dana, &validation).await.unwrap().reason.unwrap();
    assert!(!told.contains("/var"), "{told}");
    let dead =
        hall.league.desk(&admin).await.unwrap().jobs.into_iter().find(|job| job.state == "dead").unwrap();
    hall.league.retry_job(&admin, &dead.id).await.unwrap();
    hall.do_all(|_| 0).await;
    let version = hall.league.versions(&dana, &team).await.unwrap().versions.remove(0);
    assert_eq!((version.state.as_str(), version.active), ("ready", true));
}

/// A match of a ladder that was given up, and the job.
async fn dead_match(hall: &Hall, admin: &Caller) -> (String, String) {
    hall.contest("c", LADDER).await;
    for name in ["a", "bb"] {
        hall.ready_team(name, "c").await;
    }
    hall.do_all(|_| 0).await;
    hall.league.tick().await.unwrap();
    for _ in 0..5 {
        hall.clock.pass(Duration::from_secs(3600));
        let task = hall.take().await.unwrap();
        assert!(matches!(task.work, Work::Match(_)));
        hall.league.trouble(&task.lease, "a cable was pulled").await.unwrap();
    }
    let desk = hall.league.desk(admin).await.unwrap();
    let dead = desk.jobs.into_iter().find(|job| job.state == "dead").unwrap();
    let game = hall.league.league_match(admin, &dead.subject).await.unwrap();
    assert_eq!((dead.kind.as_str(), game.state.as_str()), ("match", "void"));
    (dead.id, game.id)
}

#[tokio::test]
async fn a_match_that_came_to_nothing_is_played_when_somebody_tries_again() {
    let hall = Hall::open().await;
    let admin = hall.admin("root").await;
    let (job, game) = dead_match(&hall, &admin).await;
    assert_eq!(hall.league.retry_job(&admin, &job).await.unwrap().state, "queued");
    assert!(hall.league.league_match(&admin, &game).await.unwrap().reason.is_none());
    while let Some(task) = hall.take().await {
        hall.finish(&task, |_| 0).await.unwrap();
    }
    let played = hall.league.league_match(&admin, &game).await.unwrap();
    assert_eq!(played.state, "over");
    assert_eq!(hall.league.standing(&admin, "c").await.unwrap().matches, 1, "it counts");
    assert_eq!(code(hall.league.retry_job(&admin, &job).await), "conflict", "it is done");
}

#[tokio::test]
async fn what_is_tried_again_in_a_contest_that_is_held_back_waits_with_the_others() {
    let hall = Hall::open().await;
    let admin = hall.admin("root").await;
    let (job, game) = dead_match(&hall, &admin).await;
    hall.league.hold(&admin, "c", &Pause { paused: true }).await.unwrap();
    hall.league.retry_job(&admin, &job).await.unwrap();
    assert!(hall.take().await.is_none());
    hall.league.hold(&admin, "c", &Pause { paused: false }).await.unwrap();
    assert_eq!(hall.take().await.unwrap().work.subject(), game);
}

#[tokio::test]
async fn all_dead_jobs_are_tried_again_at_once() {
    let hall = Hall::open().await;
    let admin = hall.admin("root").await;
    let (_, game) = dead_match(&hall, &admin).await;
    let dana = hall.person("dana").await;
    assert_eq!(code(hall.league.retry_jobs(&dana).await), "forbidden");
    let tried = hall.league.retry_jobs(&admin).await.unwrap();
    assert_eq!((tried.tried, tried.left), (1, 0));
    assert_eq!(hall.take().await.unwrap().work.subject(), game);
    let tried = hall.league.retry_jobs(&admin).await.unwrap();
    assert_eq!((tried.tried, tried.left), (0, 0));
}

#[tokio::test]
async fn a_ladder_has_work_for_every_hand_that_is_there() {
    const HOUSES: usize = 120;
    let hall = Hall::open().await;
    hall.contest("c", Ranking::Ladder { hourly: 100 }).await;
    let mut tx = hall.store.begin().await.unwrap();
    let contest = tx.contests().await.unwrap().remove(0).id;
    for number in 0..HOUSES {
        let name = format!("house {number}");
        let new = NewTeam {
            contest: &contest,
            name: &name,
            code_hash: None,
            created: hall.league.now(),
            house: Some("greedy"),
        };
        tx.add_team(&new).await.unwrap();
    }
    tx.commit().await.unwrap();
    let open = async || {
        let mut reader = hall.store.read().await.unwrap();
        reader.open_matches(&contest, MatchKind::Ranked).await.unwrap().len()
    };
    hall.league.tick().await.unwrap();
    assert_eq!(open().await, meydan_league::ladder_at_once(0), "with nobody there it makes a few");
    let mut worker = Presence {
        id: hall.worker.to_string(),
        name: "w".to_owned(),
        key: None,
        labels: Vec::new(),
        cores: 20,
        hands: 10,
        doing: 0,
        done: 0,
        failed: 0,
        state: "ready".to_owned(),
        trouble: None,
    };
    let here = Here(hall.league.clone());
    here.join(&worker).await.unwrap();
    hall.league.tick().await.unwrap();
    assert_eq!(open().await, meydan_league::ladder_at_once(10));
    assert!(open().await > 20, "each hand has one, and the next waits");
    hall.do_all(|_| 0).await;
    hall.league.tick().await.unwrap();
    assert_eq!(open().await, meydan_league::ladder_at_once(10), "it goes on where it stopped");
    hall.do_all(|_| 0).await;
    // What a worker says of itself is believed within reason, and nobody sits at two tables.
    worker.hands = u32::MAX;
    here.pulse(&worker).await.unwrap();
    hall.league.tick().await.unwrap();
    assert!(open().await <= HOUSES / 2);
}

#[tokio::test]
async fn a_ladder_takes_in_what_another_arena_has_made_and_what_came_to_nothing() {
    let hall = Hall::open().await;
    hall.contest("c", Ranking::Ladder { hourly: 10 }).await;
    for name in ["a", "bb", "ccc", "dddd"] {
        hall.ready_team(name, "c").await;
    }
    let other = hall.elsewhere().await;
    let mut matches = 0;
    // Each of two arenas looks in turn, and finds what the other has done meanwhile.
    for minute in 0..59 {
        let league = if minute % 2 == 0 { &hall.league } else { &other };
        league.tick().await.unwrap();
        matches += hall.do_all(|_| 0).await / 2;
        hall.clock.pass(Duration::from_secs(60));
    }
    let standing = hall.league.standing(&hall.visitor(), "c").await.unwrap();
    assert!(
        standing.rows.iter().all(|row| row.matches == 10),
        "ten in an hour, whoever counts: {standing:?}"
    );
    assert!(matches >= 20);
}

#[tokio::test]
async fn an_arena_that_does_not_look_any_more_what_is_due_is_not_ready() {
    let hall = Hall::open().await;
    let (stop, stopped) = watch::channel(true);
    hall.league.clone().tend(stopped).await;
    drop(stop);
    let reasons = async || hall.league.ready().await.err().unwrap_or_default().join("; ");
    assert!(!reasons().await.contains("due"), "{}", reasons().await);
    hall.clock.pass(Duration::from_secs(60));
    assert!(reasons().await.contains("what is due is not done"), "{}", reasons().await);
}

#[tokio::test]
async fn a_bot_that_is_wrong_in_every_window_is_rejected() {
    let hall = Hall::open().await;
    hall.contest("c", LADDER).await;
    let dana = hall.person("dana").await;
    let team = hall.team(&dana, "c", "dana").await;
    hall.submit(&dana, &team, "x").await.unwrap();
    let build = hall.take().await.unwrap();
    hall.finish(&build, |_| 0).await.unwrap();
    let task = hall.take().await.unwrap();
    let Work::Match(work) = &task.work else { panic!("the first match") };
    let mut done = hall.result(work, 1).await.unwrap();
    // Only a hundred faults of a kind are kept.
    (done.sides[0].faults, done.sides[0].asked, done.sides[0].faulty) = (100, 300, 300);
    hall.league.played(&task.lease, work, done).await.unwrap();
    let version = hall.league.versions(&dana, &team).await.unwrap().versions.remove(0);
    assert_eq!(version.state, "rejected");
    assert!(version.error.unwrap().contains("all of its 300 windows"));
}

const DAY: Duration = Duration::from_secs(24 * 3600);

#[tokio::test]
async fn what_is_past_its_time_goes_and_results_stay() {
    let hall = Hall::open().await;
    let host = Caller::host();
    hall.contest("c", LADDER).await;
    let (dana, team) = hall.ready_team("dana", "c").await;
    hall.submit(&dana, &team, "the second").await.unwrap();
    hall.do_all(|_| 0).await;
    let versions = hall.league.versions(&dana, &team).await.unwrap().versions;
    let (second, first) = (&versions[0].id, &versions[1].id);
    let wish = CasualWish {
        opponents: vec![Opponent::House("random".to_owned())],
        map: None,
        version: None,
        person: false,
    };
    let game = hall.league.casual(&dana, &team, wish.clone()).await.unwrap();
    let seat = game.seats.iter().find(|seat| seat.own).unwrap().seat;
    hall.do_all(|_| 0).await;

    hall.clock.pass(10 * DAY);
    let later = hall.league.casual(&dana, &team, wish.clone()).await.unwrap().id;
    hall.do_all(|_| 0).await;
    let keep = Keep { records_days: Some(7), logs_days: None, builds_days: Some(7) };
    let shown = hall.league.outlived(&host, "c", &keep).await.unwrap();
    // Two matches to try versions, and one that was asked for; of two builds one plays.
    assert_eq!((shown.records, shown.logs, shown.builds), (3, 0, 1));
    assert_eq!(code(hall.league.outlived(&dana, "c", &keep).await), "forbidden");
    let never = Keep { logs_days: Some(0), ..keep };
    assert_eq!(code(hall.league.outlived(&host, "c", &never).await), "wrong");
    hall.league.sweep().await.unwrap();
    assert!(hall.league.match_record(&dana, &game.id).await.is_ok(), "nothing goes before it is said");

    let settings = Settings { ranking: LADDER, keep, ..Settings::default() };
    let change = ContestChange {
        title: None,
        about: None,
        settings: Some(settings),
        code: None,
        opens: None,
        freezes: None,
        closes: None,
    };
    hall.league.change_contest(&host, "c", change).await.unwrap();
    hall.league.sweep().await.unwrap();
    assert_eq!(code(hall.league.match_record(&dana, &game.id).await), "missing");
    assert!(hall.league.match_record(&dana, &later).await.is_ok());
    assert!(hall.league.seat_log(&dana, &game.id, seat).await.is_ok(), "logs are kept for ever");
    let game = hall.league.league_match(&dana, &game.id).await.unwrap();
    assert!(game.seats.iter().all(|seat| seat.rank.is_some()), "results are always kept");
    assert!(!game.open && hall.league.league_match(&dana, &later).await.unwrap().open);
    assert_eq!(code(hall.league.activate(&dana, first).await), "conflict");
    let old = CasualWish { version: Some(first.clone()), ..wish };
    assert_eq!(code(hall.league.casual(&dana, &team, old).await), "conflict");
    assert!(hall.league.activate(&dana, second).await.is_ok());
    let audit = hall.league.audit(&host, None, None).await.unwrap();
    assert_eq!(audit.lines.iter().filter(|line| line.what == "old data removed").count(), 1);

    // Blobs are young for a day by the system's own clock, which this one must be ahead of.
    hall.clock.pass(100 * 365 * DAY);
    assert_eq!(hall.league.sweep_blobs().await.unwrap(), 0, "somebody may be copying them");
    assert_eq!(hall.league.sweep_blobs().await.unwrap(), 4, "three records and a build");
    assert_eq!(hall.league.sweep_blobs().await.unwrap(), 0);
    assert!(hall.league.match_record(&host, &later).await.is_ok());
    assert!(hall.league.source(&host, first).await.is_ok());
}

/// What the database says of who sweeps.
async fn swept(hall: &Hall) -> String {
    hall.store.read().await.unwrap().setting("swept").await.unwrap().unwrap()
}

#[tokio::test]
async fn two_databases_in_one_place_remove_nothing_of_each_other() {
    let hall = Hall::open().await;
    let place = hall.folder.path().join("blobs");
    let blobs = Blobs::in_folder(&place).unwrap();
    blobs.put("nobody refers to this").await.unwrap();
    hall.clock.pass(100 * 365 * DAY);
    for _ in 0..3 {
        assert_eq!(
            hall.league.sweep_blobs().await.unwrap(),
            0,
            "a database that is empty is in the wrong place"
        );
    }
    hall.contest("c", Ranking::None).await;
    hall.ready_team("anna", "c").await;
    assert_eq!(hall.league.sweep_blobs().await.unwrap(), 0, "it is found");
    // A copy is as the database was, and that goes on meanwhile.
    let copy = swept(&hall).await;
    let left = blobs.put("nor to this").await.unwrap();
    assert_eq!(hall.league.sweep_blobs().await.unwrap(), 1, "it goes");
    let first = swept(&hall).await;
    for whose in [&copy, &first, &copy, &first] {
        let mut tx = hall.store.begin().await.unwrap();
        tx.set_setting("swept", Some(whose)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(hall.league.sweep_blobs().await.unwrap(), 0);
    }
    assert!(blobs.exists(&left).await.unwrap());
    std::fs::remove_file(place.join("swept")).unwrap();
    assert_eq!(hall.league.sweep_blobs().await.unwrap(), 1, "somebody has looked");
}
