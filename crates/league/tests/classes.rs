//! Classes: a code and a name are enough to come in, programs are graded by what they reach, and the teacher sees all of it.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use hall::Hall;
use meydan_league::store::{MatchFilter, MatchKind, MatchState};
use meydan_league::{
    BuildDone, Caller, CasualWish, Class, ClassJoined, ClassRow, ContestChange, Error, JoinClass, JoinTeam,
    MarkWish, MatchWork, NewContest, NewTeam, Player, Ranking, Settings, SignIn, TeamChange, Turn,
    UserChange, Work,
};

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    result.unwrap_err().code()
}

fn mark(house: &str, share: f64) -> MarkWish {
    MarkWish { house: house.to_owned(), share, confidence: 0.95, matches: 40 }
}

fn contest(slug: &str, room: &str) -> NewContest {
    let marks = vec![mark("random", 0.55), mark("greedy", 0.55)];
    NewContest {
        slug: slug.to_owned(),
        title: "Programming, first year".to_owned(),
        about: String::new(),
        game: "toy".to_owned(),
        settings: Settings {
            ranking: Ranking::None,
            class: Some(Class { marks, phases: Vec::new() }),
            team_size: 1,
            ..Settings::default()
        },
        code: Some(room.to_owned()),
        opens: None,
        freezes: None,
        closes: None,
    }
}

/// An open class with this code.
async fn class(hall: &Hall, slug: &str, room: &str) {
    let host = Caller::host();
    hall.league.make_contest(&host, contest(slug, room)).await.unwrap();
    hall.league.turn_contest(&host, slug, Turn { to: "open".to_owned() }).await.unwrap();
}

async fn join(hall: &Hall, room: &str, name: &str) -> Result<(Caller, ClassJoined), Error> {
    let wish = JoinClass { code: room.to_owned(), name: name.to_owned(), lang: None };
    let (signed, joined) = hall.league.join_class(&hall.visitor(), wish, "a test").await?;
    Ok((hall.league.by_session(hall.visitor(), &signed.session).await?, joined))
}

async fn rows(hall: &Hall, slug: &str) -> Vec<ClassRow> {
    hall.league.class_table(&Caller::host(), slug).await.unwrap().rows
}

/// Ticks and plays until nothing is left to do. The version wins against `random` and never against others.
async fn play(hall: &Hall) {
    let winner = |work: &MatchWork| {
        let own = work.plan.sides.iter().position(|player| matches!(player, Player::Version(_))).unwrap();
        let weak = work.plan.sides.contains(&Player::House("random".to_owned()));
        if weak { own } else { 1 - own }
    };
    loop {
        hall.league.tick().await.unwrap();
        hall.league.tick().await.unwrap();
        if hall.do_all(winner).await == 0 {
            return;
        }
    }
}

#[tokio::test]
async fn a_code_and_a_name_are_enough() {
    let hall = Hall::open().await;
    class(&hall, "python", "ROOM-42").await;
    assert_eq!(code(join(&hall, "room-41", "Sara").await), "missing");
    let (sara, joined) = join(&hall, " room-42 ", "Sara").await.unwrap();
    assert_eq!((joined.contest.as_str(), joined.name.as_str()), ("python", "Sara"));
    // She is signed in, has a team of her own, and can send a program at once.
    hall.submit(&sara, &joined.team, "sara").await.unwrap();
    let me = hall.league.me(&sara).await.unwrap();
    assert_eq!((me.teams.len(), me.email), (1, None));
    // From another computer she signs in with the key.
    // It is copied from a slip, in capitals, in groups, or with the digits of another keyboard.
    let persian =
        |letter: char| letter.to_digit(10).map_or(letter, |digit| char::from_u32(0x6f0 + digit).unwrap());
    let (first, last) = joined.key.split_at(6);
    for copied in [
        joined.key.clone(),
        joined.key.to_uppercase(),
        format!(" {first} {last}"),
        joined.key.chars().map(persian).collect(),
    ] {
        let wish = SignIn { name: "Sara".to_owned(), password: copied.clone() };
        assert!(hall.league.sign_in(&hall.visitor(), wish, "a test").await.is_ok(), "{copied}");
    }
    let wrong = SignIn { name: "Sara".to_owned(), password: format!("{last}{first}") };
    assert_eq!(code(hall.league.sign_in(&hall.visitor(), wrong, "a test").await), "sign-in");
    // A name is somebody's.
    assert_eq!(code(join(&hall, "room-42", "sara").await), "conflict");
    assert_eq!(rows(&hall, "python").await.len(), 1);
}

#[tokio::test]
async fn only_an_open_class_lets_people_in() {
    let hall = Hall::open().await;
    let host = Caller::host();
    hall.league.make_contest(&host, contest("a", "same-code")).await.unwrap();
    assert_eq!(code(join(&hall, "same-code", "Ali").await), "missing", "a draft is nobody's business");
    class(&hall, "c", "other-code").await;
    hall.league.turn_contest(&host, "c", Turn { to: "frozen".to_owned() }).await.unwrap();
    assert_eq!(code(join(&hall, "other-code", "Ali").await), "conflict");
    // A contest by invitation that is not a class has codes too, but no accounts to give away.
    hall.contest("cup", Ranking::None).await;
    let ali = hall.person("Ali").await;
    assert_eq!(code(hall.league.class_table(&ali, "c").await), "missing");
    assert_eq!(code(hall.league.class_table(&host, "cup").await), "conflict");
}

#[tokio::test]
async fn a_version_is_graded_by_matches_until_it_is_clear() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    let (omid, his) = join(&hall, "room-42", "Omid").await.unwrap();
    hall.submit(&sara, &joined.team, "sara").await.unwrap();
    play(&hall).await;
    let table = rows(&hall, "python").await;
    let row = |name: &str| table.iter().find(|row| row.name == name).unwrap();
    let sara = row("Sara");
    let [random, greedy] = [0, 1].map(|place| sara.marks[place].clone().unwrap());
    assert_eq!((random.passed, greedy.passed, sara.passed), (Some(true), Some(false), 1));
    assert!(random.played < 20 && random.sure >= 0.95, "{random:?}");
    assert!(greedy.played < 20 && greedy.points == 0.0, "{greedy:?}");
    let idle = row("Omid");
    assert_eq!((idle.sent, idle.state.clone(), idle.marks.iter().flatten().count()), (0, None, 0));
    assert_eq!(code(hall.league.class_alike(&omid, "python").await), "forbidden");
    // Nothing is left in the queue that would tell nothing, and the matches are nobody's request.
    let mut reader = hall.store.read().await.unwrap();
    let all = reader.matches(&MatchFilter::default(), 1000).await.unwrap();
    let casual: Vec<_> = all.iter().filter(|game| game.kind == MatchKind::Casual).collect();
    assert!(casual.iter().all(|game| game.by_user.is_none()));
    assert!(casual.iter().all(|game| !matches!(game.state, MatchState::Queued | MatchState::Running)));
    // Sides take turns.
    let over = casual.iter().filter(|game| game.state == MatchState::Over);
    let first = over.clone().filter(|game| game.seats[0].version.is_some()).count();
    assert!(first.abs_diff(over.count() - first) <= 2);
    let csv = hall.league.class_csv(&Caller::host(), "python").await.unwrap();
    assert!(csv.contains("Sara,in,1,2026-"), "{csv}");
    // Everybody in these tests sends the same.
    hall.submit(&omid, &his.team, "omid").await.unwrap();
    play(&hall).await;
    let alike = hall.league.class_alike(&Caller::host(), "python").await.unwrap().pairs;
    assert_eq!(
        (alike.len(), alike[0].share, &alike[0].names),
        (1, 1.0, &["Omid".to_owned(), "Sara".to_owned()])
    );
    assert!(alike[0].spots.iter().all(|[here, there]| here.file == "main.py" && here.line == there.line));
    assert!(
        csv.lines()
            .next()
            .unwrap()
            .ends_with("random,random matches,random points,random versions,greedy,greedy matches,greedy points,greedy versions")
    );
}

#[tokio::test]
async fn a_mark_that_was_reached_stays_reached_and_each_version_is_asked_anew() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    for text in ["one", "two"] {
        hall.submit(&sara, &joined.team, text).await.unwrap();
        play(&hall).await;
    }
    let row = rows(&hall, "python").await.remove(0);
    assert!(
        hall.league.class_alike(&Caller::host(), "python").await.unwrap().pairs.is_empty(),
        "nobody is like herself"
    );
    assert_eq!((row.sent, row.active, row.passed), (2, Some(2), 1));
    assert_eq!(row.marks[1].as_ref().unwrap().version, 2);
}

/// A class with these settings, as a teacher writes them.
async fn class_with(hall: &Hall, settings: serde_json::Value) {
    let host = Caller::host();
    let settings = serde_json::from_value(settings).unwrap();
    let wish = NewContest { settings, ..contest("python", "room-42") };
    hall.league.make_contest(&host, wish).await.unwrap();
    hall.league.turn_contest(&host, "python", Turn { to: "open".to_owned() }).await.unwrap();
}

/// Ticks and plays until nothing is left to do. In matches for marks the version wins as often as `wins` says, counted from 0.
async fn play_by(hall: &Hall, wins: impl Fn(usize) -> bool) {
    let played = std::cell::Cell::new(0);
    let winner = |work: &MatchWork| {
        let own = work.plan.sides.iter().position(|player| matches!(player, Player::Version(_))).unwrap();
        // A version's first match is no mark's.
        if !work.plan.sides.contains(&Player::House("greedy".to_owned())) {
            return own;
        }
        let count = played.replace(played.get() + 1);
        if wins(count) { own } else { (own + 1) % work.plan.sides.len() }
    };
    loop {
        hall.league.tick().await.unwrap();
        hall.league.tick().await.unwrap();
        if hall.do_all(winner).await == 0 {
            return;
        }
    }
}

#[tokio::test]
async fn the_usual_mark_is_55_percent_at_95_percent_confidence_within_200_matches() {
    let hall = Hall::open().await;
    let class = serde_json::json!({ "marks": [{ "house": "house:greedy" }] });
    class_with(&hall, serde_json::json!({ "ranking": { "kind": "none" }, "team_size": 1, "class": class }))
        .await;
    let table = hall.league.class_table(&Caller::host(), "python").await.unwrap();
    let usual = MarkWish { house: "greedy".to_owned(), share: 0.55, confidence: 0.95, matches: 200 };
    assert_eq!(table.marks, [usual]);
    // Who takes three of four passes before the matches are used up; who takes 55 of a hundred does not, and has played them all.
    let (good, joined) = join(&hall, "room-42", "Good").await.unwrap();
    hall.submit(&good, &joined.team, "good").await.unwrap();
    play_by(&hall, |count| count % 4 != 3).await;
    let (even, joined) = join(&hall, "room-42", "Even").await.unwrap();
    hall.submit(&even, &joined.team, "even").await.unwrap();
    play_by(&hall, |count| count * 11 % 20 < 11).await;
    let mut found = std::collections::BTreeMap::new();
    for row in rows(&hall, "python").await {
        found.insert(row.name, row.marks[0].clone().unwrap());
    }
    let (good, even) = (&found["Good"], &found["Even"]);
    assert_eq!((good.passed, good.matches), (Some(true), 200), "{good:?}");
    assert!(good.played < 200 && good.sure >= good.confidence, "{good:?}");
    assert_eq!((even.passed, even.played, even.points), (Some(false), 200, 110.0), "{even:?}");
}

#[tokio::test]
async fn whoever_sends_many_versions_is_asked_for_more_each_time() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    let mut seen = Vec::new();
    for text in ["one", "two", "three"] {
        hall.submit(&sara, &joined.team, text).await.unwrap();
        play(&hall).await;
        let page = hall.league.team(&sara, &joined.team).await.unwrap();
        let greedy = page.marks[1].found.clone().unwrap();
        seen.push((greedy.version, greedy.asked, (100_000.0 * (1.0 - greedy.confidence)).round()));
    }
    // Half of five percent, a sixth, a twelfth: all of them together are never more than five.
    assert_eq!(seen, [(1, 1, 2500.0), (2, 2, 833.0), (3, 3, 417.0)]);
    let random = rows(&hall, "python").await[0].marks[0].clone().unwrap();
    assert_eq!((random.passed, random.version, random.asked), (Some(true), 3, 3));
    let csv = hall.league.class_csv(&Caller::host(), "python").await.unwrap();
    let last = csv.trim_end().lines().last().unwrap();
    assert!(last.contains(",reached,") && last.ends_with(",0,3"), "{last}");
}

#[tokio::test]
async fn against_two_of_the_same_house_bot_half_of_them_is_half_a_point() {
    let hall = Hall::open().await;
    let class = serde_json::json!({ "marks": [{ "house": "greedy", "matches": 12, "share": 0.5 }] });
    let settings =
        serde_json::json!({ "ranking": { "kind": "none" }, "team_size": 1, "players": 3, "class": class });
    class_with(&hall, settings).await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    hall.submit(&sara, &joined.team, "sara").await.unwrap();
    play_by(&hall, |count| count % 2 == 0).await;
    let found = rows(&hall, "python").await[0].marks[0].clone().unwrap();
    assert_eq!((found.passed, found.played), (Some(false), 12), "{found:?}");
    // Six wins; otherwise one house bot wins, and the version is level with the other.
    assert_eq!(found.points, 6.0 + 6.0 * 0.25);
    let mut reader = hall.store.read().await.unwrap();
    let all = reader.matches(&MatchFilter::default(), 1000).await.unwrap();
    let casual: Vec<_> = all.iter().filter(|game| game.kind == MatchKind::Casual).collect();
    assert!(casual.iter().all(|game| game.seats.len() == 3));
    for side in 0..3 {
        let there = casual.iter().filter(|game| game.seats[side].version.is_some()).count();
        assert_eq!(there, 4, "every side as often as the others");
    }
}

#[tokio::test]
async fn how_far_one_is_is_shown_to_oneself_and_the_teacher() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    let (omid, _) = join(&hall, "room-42", "Omid").await.unwrap();
    let marks = async |who: &Caller| hall.league.team(who, &joined.team).await.unwrap().marks;
    let before = marks(&sara).await;
    assert!(before.len() == 2 && before.iter().all(|mark| mark.found.is_none()));
    hall.submit(&sara, &joined.team, "sara").await.unwrap();
    play(&hall).await;
    for who in [&sara, &Caller::host()] {
        let told = marks(who).await;
        let found: Vec<_> = told.iter().map(|mark| mark.found.as_ref().unwrap().passed).collect();
        assert_eq!(found, [Some(true), Some(false)]);
        assert_eq!(told[1].wish, mark("greedy", 0.55));
    }
    assert!(marks(&omid).await.is_empty(), "what others reach is not a classmate's");
}

#[tokio::test]
async fn the_teacher_gives_keys_and_takes_people_out() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let host = Caller::host();
    let (sara, _) = join(&hall, "room-42", "Sara").await.unwrap();
    let (_, omid) = join(&hall, "room-42", "Omid").await.unwrap();
    let people: Vec<String> = rows(&hall, "python").await.into_iter().flat_map(|row| row.people).collect();
    assert_eq!(people.len(), 2);
    let ids = hall.league.me(&sara).await.unwrap().id;
    let key = hall.league.class_key(&host, "python", &ids).await.unwrap();
    assert_eq!(key.name, "Sara");
    let wish = SignIn { name: "Sara".to_owned(), password: key.key };
    let signed = hall.league.sign_in(&hall.visitor(), wish, "a test").await.unwrap();
    // Somebody who was not made by the class is not the teacher's.
    let guest = hall.person("a guest").await;
    let guest = hall.league.me(&guest).await.unwrap().id;
    assert_eq!(code(hall.league.class_key(&host, "python", &guest).await), "missing");
    assert_eq!(code(hall.league.class_key(&sara, "python", &ids).await), "forbidden");
    hall.league.leave_class(&host, "python", &ids).await.unwrap();
    let who = hall.league.by_session(hall.visitor(), &signed.session).await.unwrap();
    assert!(who.account().is_none());
    assert!(rows(&hall, "python").await.iter().all(|row| row.name != "Sara"));
    // Their name is free again.
    join(&hall, "room-42", "Sara").await.unwrap();
    // Whoever came in by a code is not shown to everybody by a change of settings.
    let change = ContestChange { settings: Some(Settings::default()), ..serde_json::from_str("{}").unwrap() };
    assert_eq!(code(hall.league.change_contest(&host, "python", change).await), "conflict");
    assert_eq!(code(hall.league.contest(&hall.visitor(), "python").await), "missing");
    hall.league.end_class(&host, "python").await.unwrap();
    let wish = SignIn { name: "Omid".to_owned(), password: omid.key };
    assert_eq!(code(hall.league.sign_in(&hall.visitor(), wish, "a test").await), "sign-in");
    assert_eq!(code(join(&hall, "room-42", "Zal").await), "conflict");
}

#[tokio::test]
async fn marks_that_cannot_be_are_refused() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let host = Caller::host();
    for marks in [
        // Ten wins are not enough for anybody.
        vec![MarkWish { matches: 10, ..mark("random", 0.55) }],
        vec![mark("random", 0.99)],
        vec![mark("nobody", 0.55)],
        vec![mark("random", 1.0)],
        vec![mark("random", 0.5), mark("random", 0.6)],
        vec![MarkWish { matches: 5000, ..mark("random", 0.55) }],
    ] {
        let settings = Settings {
            class: Some(Class { marks, phases: Vec::new() }),
            ranking: Ranking::None,
            ..Settings::default()
        };
        let wish = NewContest { slug: "other".to_owned(), settings, ..contest("python", "room-43") };
        assert_eq!(code(hall.league.make_contest(&host, wish).await), "wrong");
    }
}

#[tokio::test]
async fn from_outside_nobody_sees_who_is_in_a_class() {
    let hall = Hall::open().await;
    class(&hall, "room", "abc123").await;
    let (sara, joined) = join(&hall, "abc123", "Sara").await.unwrap();
    let eve = hall.person("eve").await;
    for stranger in [hall.visitor(), eve.clone()] {
        assert!(hall.league.contests(&stranger).await.unwrap().is_empty());
        assert_eq!(code(hall.league.contest(&stranger, "room").await), "missing");
        assert_eq!(code(hall.league.teams(&stranger, "room", "").await), "missing");
        assert_eq!(code(hall.league.standing(&stranger, "room").await), "missing");
        assert_eq!(code(hall.league.team(&stranger, &joined.team).await), "missing");
    }
    assert_eq!(hall.league.teams(&sara, "room", "").await.unwrap().len(), 1);
    // Who has an account already comes in with the code, too.
    let team = |room: &str| NewTeam { name: "Eve".to_owned(), code: Some(room.to_owned()) };
    assert_eq!(code(hall.league.make_team(&eve, "room", team("zzzzzz")).await), "forbidden");
    hall.league.make_team(&eve, "room", team("ABC-123")).await.unwrap();
    assert_eq!(hall.league.teams(&eve, "room", "").await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_code_is_one_class_s_until_that_is_over_and_persian_digits_are_digits() {
    let hall = Hall::open().await;
    class(&hall, "spring", "room 42").await;
    join(&hall, "Room۴۲", "Sara").await.unwrap();
    let host = Caller::host();
    assert_eq!(code(hall.league.make_contest(&host, contest("autumn", "room-42")).await), "conflict");
    hall.league.end_class(&host, "spring").await.unwrap();
    class(&hall, "autumn", "room 42").await;
    assert_eq!(join(&hall, "room٤٢", "Dara").await.unwrap().1.contest, "autumn");
}

#[tokio::test]
async fn taking_somebody_out_touches_nothing_outside_the_class() {
    let hall = Hall::open().await;
    class(&hall, "room", "abc123").await;
    hall.contest("open", Ranking::None).await;
    let (wanda, _) = join(&hall, "abc123", "Wanda").await.unwrap();
    let (mallory, own) = join(&hall, "abc123", "Mallory").await.unwrap();
    let elsewhere = hall.person("olga").await;
    let team = hall.team(&elsewhere, "open", "Bystanders").await;
    let invite = hall.league.team_code(&elsewhere, &team).await.unwrap().code;
    hall.league.join_team(&wanda, "open", JoinTeam { code: invite }).await.unwrap();
    // A pupil's team has the pupil's name, and is not left for another that has not sent anything yet.
    let change = TeamChange { name: Some("Best of class".to_owned()) };
    assert_eq!(code(hall.league.change_team(&mallory, &own.team, change).await), "conflict");
    assert_eq!(code(hall.league.leave_team(&mallory, &own.team).await), "conflict");

    let user = hall.league.me(&wanda).await.unwrap().id;
    hall.league.leave_class(&Caller::host(), "room", &user).await.unwrap();
    assert_eq!(hall.league.team(&elsewhere, &team).await.unwrap().team.name, "Bystanders");
    let names: Vec<String> = rows(&hall, "room").await.into_iter().map(|row| row.name).collect();
    assert!(!names.iter().any(|name| name == "Wanda") && names.len() == 2, "{names:?}");
    hall.league.end_class(&Caller::host(), "room").await.unwrap();
}

#[tokio::test]
async fn a_class_cannot_dispose_of_an_account_that_has_become_an_admin_s() {
    let hall = Hall::open().await;
    class(&hall, "room", "abc123").await;
    let (helper, _) = join(&hall, "abc123", "Helper").await.unwrap();
    let user = hall.league.me(&helper).await.unwrap().id;
    let admin = hall.admin("root").await;
    let change = UserChange { role: Some("admin".to_owned()), disabled: None };
    hall.league.change_user(&admin, &user, change).await.unwrap();
    assert_eq!(code(hall.league.class_key(&Caller::host(), "room", &user).await), "conflict");
    assert_eq!(code(hall.league.leave_class(&Caller::host(), "room", &user).await), "conflict");
    hall.league.end_class(&Caller::host(), "room").await.unwrap();
    let users = hall.league.users(&admin, "", "").await.unwrap();
    assert!(users.iter().any(|user| user.name == "Helper"), "the account stays");
}

#[tokio::test]
async fn programs_of_a_course_are_judged_by_phases_and_play_no_matches() {
    let hall = Hall::open().await;
    let host = Caller::host();
    let course = |slug: &str, game: &str, phases: Vec<u8>, ranking: Ranking| {
        let mut wish = contest(slug, "room of the course");
        wish.game = game.to_owned();
        wish.settings.ranking = ranking;
        wish.settings.class = Some(Class { marks: Vec::new(), phases });
        wish
    };
    // What cannot be is told.
    for wrong in [
        course("a", "toy", vec![1], Ranking::None),
        course("b", "maze", vec![1, 7], Ranking::None),
        course("c", "maze", vec![2, 1], Ranking::None),
        course("d", "maze", vec![1, 2], Ranking::Boards { every_minutes: 5 }),
    ] {
        assert_eq!(code(hall.league.make_contest(&host, wrong).await), "wrong");
    }
    hall.league.make_contest(&host, course("e", "maze", vec![1, 3, 4], Ranking::None)).await.unwrap();
    hall.league.turn_contest(&host, "e", Turn { to: "open".to_owned() }).await.unwrap();
    let (sara, joined) = join(&hall, "room of the course", "Sara").await.unwrap();
    let version = hall.submit(&sara, &joined.team, "sara").await.unwrap();
    play(&hall).await;
    let card = hall.league.version(&sara, &version.id).await.unwrap();
    assert_eq!((card.state.as_str(), card.active, card.validation), ("ready", true, None));
    let passed: Vec<(u8, bool, u32)> =
        card.phases.iter().map(|found| (found.phase, found.passed, found.version)).collect();
    assert_eq!(passed, [(1, true, 1), (3, true, 1), (4, false, 1)]);
    let table = hall.league.class_table(&host, "e").await.unwrap();
    assert_eq!(table.phases, [1, 3, 4]);
    let row = &table.rows[0];
    assert_eq!((row.points, row.phases.len()), (24.0, 3));
    let first = row.phases[2].as_ref().unwrap().first.as_ref().unwrap();
    assert_eq!(first.rule, "light");
    let csv = hall.league.class_csv(&host, "e").await.unwrap();
    let last = csv.trim_end().lines().last().unwrap();
    assert!(last.ends_with("passed,10 of 10,,passed,10 of 10,,not passed,4 of 10,light,24.0"), "{last}");
    // Who has sent nothing has nothing, and not less than that.
    join(&hall, "room of the course", "Zoe").await.unwrap();
    let table = hall.league.class_table(&host, "e").await.unwrap();
    assert_eq!((table.rows[1].points, table.rows[1].points.is_sign_positive()), (0.0, true));
    assert!(hall.league.class_csv(&host, "e").await.unwrap().trim_end().ends_with(",0.0"));
    // Such a program is no bot.
    let wish = CasualWish { opponents: Vec::new(), map: None, version: None, person: false };
    assert_eq!(code(hall.league.casual(&sara, &joined.team, wish).await), "conflict");
}

#[tokio::test]
async fn whoever_guesses_codes_keeps_nobody_out_who_has_it() {
    let hall = Hall::open().await;
    class(&hall, "first", "room 101").await;
    let mut guesses = 0;
    while code(join(&hall, &format!("room {guesses}x"), "Eve").await) == "missing" {
        guesses += 1;
        assert!(guesses < 1000, "codes can be guessed for ever");
    }
    assert_eq!(code(join(&hall, "room 0x", "Eve").await), "busy");
    // The class sits behind the same address.
    join(&hall, "room 101", "Sara").await.unwrap();
}

#[tokio::test]
async fn whoever_comes_in_again_and_again_keeps_neither_the_class_out_nor_another_one() {
    let hall = Hall::open().await;
    class(&hall, "first", "room 101").await;
    class(&hall, "second", "room 102").await;
    join(&hall, "room 101", "Sara").await.unwrap();
    let mut tries = 0;
    while code(join(&hall, "room 101", "Sara").await) == "conflict" {
        tries += 1;
        assert!(tries < 1000, "names can be tried for ever");
    }
    assert_eq!(code(join(&hall, "room 101", "Zal").await), "busy");
    join(&hall, "room 102", "Zal").await.unwrap();
    let change = ContestChange {
        title: None,
        about: None,
        settings: None,
        code: Some("room 103".to_owned()),
        opens: None,
        freezes: None,
        closes: None,
    };
    hall.league.change_contest(&Caller::host(), "first", change).await.unwrap();
    join(&hall, "room 103", "Zal").await.unwrap();
}

#[tokio::test]
async fn nobody_in_a_class_looks_like_somebody_else() {
    let hall = Hall::open().await;
    class(&hall, "first", "room 101").await;
    for name in ["Sara", "علی", "می\u{200c}نا"] {
        join(&hall, "room 101", name).await.unwrap();
    }
    for name in ["SARA", "Ѕага", "Sa\u{200c}ra", "Ｓara", "علي", "مینا"] {
        assert_eq!(code(join(&hall, "room 101", name).await), "conflict", "{name}");
    }
    for name in
        ["Sara\u{3164}", "\u{202e}araS", "Sаra", "Sara\u{e0041}", "S\u{301}\u{301}\u{301}\u{301}\u{301}ara"]
    {
        assert_eq!(code(join(&hall, "room 101", name).await), "wrong", "{name}");
    }
}

#[tokio::test]
async fn what_a_program_wrote_cannot_turn_the_teachers_table_around() {
    let hall = Hall::open().await;
    class(&hall, "first", "room 101").await;
    let (sara, joined) = join(&hall, "room 101", "Sara").await.unwrap();
    hall.submit(&sara, &joined.team, "sara").await.unwrap();
    let task = hall.take().await.unwrap();
    let Work::Build(work) = &task.work else { panic!("a build comes first") };
    let done = BuildDone {
        built: Err("passed \u{202e}dessap ton\u{2066}\n".to_owned()),
        language: None,
        wire: false,
        took: std::time::Duration::from_secs(1),
        prints: None,
        phases: Vec::new(),
    };
    hall.league.built(&task.lease, work, done).await.unwrap();
    let error = rows(&hall, "first").await[0].error.clone().unwrap();
    assert!(
        error.contains("\\u{202e}dessap") && !error.contains('\u{202e}') && !error.contains('\u{2066}'),
        "{error:?}"
    );
    let csv = hall.league.class_csv(&Caller::host(), "first").await.unwrap();
    assert!(!csv.contains('\u{202e}'), "{csv:?}");
}

#[tokio::test]
async fn a_class_that_has_ended_can_be_deleted_with_everything_in_it() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let host = Caller::host();
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    hall.submit(&sara, &joined.team, "sara").await.unwrap();
    play(&hall).await;
    assert_eq!(code(hall.league.delete_class(&sara, "python").await), "forbidden");
    assert_eq!(code(hall.league.delete_class(&host, "python").await), "conflict", "it goes on");
    // What a worker still has is not pulled away from under it.
    hall.submit(&sara, &joined.team, "again").await.unwrap();
    let task = hall.take().await.unwrap();
    hall.league.end_class(&host, "python").await.unwrap();
    assert_eq!(code(hall.league.delete_class(&host, "python").await), "conflict", "it is being built");
    hall.finish(&task, |_| 0).await.unwrap();
    hall.do_all(|_| 0).await;
    hall.league.delete_class(&host, "python").await.unwrap();
    assert_eq!(code(hall.league.contest(&host, "python").await), "missing");
    assert_eq!(code(hall.league.team(&host, &joined.team).await), "missing");
    let mut reader = hall.store.read().await.unwrap();
    assert!(reader.matches(&MatchFilter::default(), 10).await.unwrap().is_empty());
    drop(reader);
    // Its address and its code are free.
    class(&hall, "python", "room-42").await;
    join(&hall, "room-42", "Sara").await.unwrap();
}

#[tokio::test]
async fn two_classes_may_each_have_a_sara() {
    let hall = Hall::open().await;
    class(&hall, "first", "room 101").await;
    class(&hall, "second", "room 102").await;
    hall.person("Omid").await;
    let mut names = Vec::new();
    for (room, name) in [("room 101", "Sara"), ("room 102", "Sara"), ("room 102", "Omid")] {
        let (_, joined) = join(&hall, room, name).await.unwrap();
        let wish = SignIn { name: joined.name.clone(), password: joined.key };
        assert!(hall.league.sign_in(&hall.visitor(), wish, "a test").await.is_ok());
        names.push(joined.name);
    }
    assert_eq!(names, ["Sara", "Sara 2", "Omid 2"]);
    let seen: Vec<String> = rows(&hall, "second").await.into_iter().map(|row| row.name).collect();
    assert_eq!(seen, ["Omid", "Sara"], "the class sees the name alone");
    assert_eq!(code(join(&hall, "room 102", "sara").await), "conflict", "in a class a name is somebody's");
}

#[tokio::test]
async fn the_same_archive_is_not_asked_again() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    hall.submit(&sara, &joined.team, "one").await.unwrap();
    play(&hall).await;
    let refused = hall.submit(&sara, &joined.team, "one").await.unwrap_err();
    assert!(refused.to_string().contains("version 1 once more"), "{refused}");
    assert_eq!(rows(&hall, "python").await[0].sent, 1);
    // Somebody else may send the same: that is for the teacher to look at.
    let (omid, his) = join(&hall, "room-42", "Omid").await.unwrap();
    hall.submit(&omid, &his.team, "one").await.unwrap();
}

#[tokio::test]
async fn the_table_tells_of_the_version_that_plays() {
    let hall = Hall::open().await;
    class(&hall, "python", "room-42").await;
    let (sara, joined) = join(&hall, "room-42", "Sara").await.unwrap();
    let first = hall.submit(&sara, &joined.team, "one").await.unwrap();
    play(&hall).await;
    // The second is asked, and before a match is played the first plays again.
    hall.submit(&sara, &joined.team, "two").await.unwrap();
    hall.do_all(|_| 0).await;
    hall.league.tick().await.unwrap();
    hall.league.activate(&sara, &first.id).await.unwrap();
    let row = rows(&hall, "python").await.remove(0);
    let greedy = row.marks[1].clone().unwrap();
    assert_eq!((row.active, greedy.version, greedy.passed), (Some(1), 1, Some(false)));
}
