//! Rounds, matches, what is asked of many of them, rejudges.

use std::time::Duration;

use meydan_store::{
    Built, Checked, Contest, Error, Horizon, JobKind, Json, Match, MatchEnd, MatchFilter, MatchId, MatchKind,
    MatchState, NewJob, NewMatch, NewSeat, Outlived, RejudgeState, Round, RoundKind, RoundState, SeatEnd,
    Store, Team, Tx, VersionState, Versus, WorkerId,
};

use crate::setting::{NOW, contest, on_both, team, user, version};

struct Cup {
    contest: Contest,
    teams: Vec<Team>,
}

async fn cup(tx: &mut Tx) -> Cup {
    let contest = contest(tx, "cup").await;
    let mut teams = Vec::new();
    for name in ["Red Foxes", "Blue Whales", "Green Frogs"] {
        teams.push(team(tx, &contest, name).await);
    }
    Cup { contest, teams }
}

/// A match of two teams, the first of them on the first seat.
async fn meet(
    tx: &mut Tx,
    cup: &Cup,
    pair: [usize; 2],
    kind: MatchKind,
    round: Option<&Round>,
    shadow: bool,
) -> Match {
    let seat = |side: usize| NewSeat {
        side: side.try_into().unwrap(),
        team: Some(cup.teams[pair[side]].id.clone()),
        ..Default::default()
    };
    let seats =
        [seat(0), seat(1), NewSeat { side: 2, house: Some("greedy".to_owned()), ..Default::default() }];
    let map = if pair[0] == 0 { "small" } else { "large" };
    meet_as(tx, cup, map, kind, round, shadow, &seats).await
}

async fn meet_as(
    tx: &mut Tx,
    cup: &Cup,
    map: &str,
    kind: MatchKind,
    round: Option<&Round>,
    shadow: bool,
    seats: &[NewSeat],
) -> Match {
    let order = Json::of(&serde_json::json!({ "game": "labyrinth" })).unwrap();
    let new = NewMatch {
        contest: &cup.contest.id,
        round: round.map(|round| &round.id),
        kind,
        game: "labyrinth",
        ruleset: "classic",
        map,
        seed: "18446744073709551615",
        order: &order,
        disclosure: "public",
        priority: 1,
        shadow,
        created: NOW,
        by_user: None,
        version_validated: None,
        seats,
    };
    tx.add_match(&new).await.unwrap()
}

async fn play(tx: &mut Tx, id: &MatchId, ranks: [i64; 2]) {
    tx.begin_match(id, 1, NOW).await.unwrap();
    let outcome = Json::of(&ranks).unwrap();
    let seat = |rank| SeatEnd {
        rank,
        score: Some(1.5),
        faults: 2,
        time_ms: Some(7),
        memory: None,
        log: Some("seat"),
    };
    let seats = [seat(ranks[0]), seat(ranks[1]), seat(3)];
    let end = MatchEnd {
        ended: NOW,
        outcome: &outcome,
        windows: 40,
        trace: Some("trace"),
        reel: Some("reel"),
        game_log: None,
        report: None,
        seats: &seats,
    };
    tx.finish_match(id, 1, &end).await.unwrap();
}

on_both! {
    async fn a_match_is_finished_by_the_attempt_that_plays_it(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let made = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
        assert_eq!(tx.one_match(&made.id).await.unwrap(), made);
        tx.begin_match(&made.id, 1, NOW).await.unwrap();
        assert!(matches!(tx.begin_match(&made.id, 2, NOW).await, Err(Error::Conflict { what: "match" })));
        tx.requeue_match(&made.id, 1).await.unwrap();
        tx.begin_match(&made.id, 2, NOW).await.unwrap();
        let outcome = Json::of(&()).unwrap();
        let end = MatchEnd {
            ended: NOW, outcome: &outcome, windows: 1, trace: None, reel: None, game_log: None, report: None, seats: &[],
        };
        assert!(matches!(tx.finish_match(&made.id, 1, &end).await, Err(Error::Conflict { .. })), "a lost attempt");
        assert!(matches!(tx.requeue_match(&made.id, 1).await, Err(Error::Conflict { .. })), "a lost attempt");
        tx.requeue_match(&made.id, 2).await.unwrap();
        play(&mut tx, &made.id, [2, 1]).await;
        let over = tx.one_match(&made.id).await.unwrap();
        assert_eq!((over.state, over.windows, over.trace.as_deref()), (MatchState::Over, Some(40), Some("trace")));
        assert_eq!(over.seats.iter().map(|seat| seat.rank).collect::<Vec<_>>(), [Some(2), Some(1), Some(3)]);
        assert_eq!((over.seats[0].score, over.seats[0].memory), (Some(1.5), None));

        tx.check_match(&made.id, Checked::Same).await.unwrap();
        assert!(matches!(tx.check_match(&made.id, Checked::Differs).await, Err(Error::Conflict { .. })));
        assert!(matches!(tx.cancel_match(&made.id, NOW).await, Err(Error::Conflict { .. })));
        tx.annul_match(&made.id, "a broken map").await.unwrap();
        assert!(matches!(tx.annul_match(&made.id, "again").await, Err(Error::Conflict { .. })));
        assert!(matches!(tx.annul_match(&MatchId::fresh(), "").await, Err(Error::Missing { what: "match" })));
        let illegal = tx.void_match(&made.id, MatchState::Over, NOW, "").await;
        assert!(matches!(illegal, Err(Error::Illegal { .. })));

        let mut digests = Vec::new();
        tx.each_digest(|digest| digests.push(digest)).await.unwrap();
        digests.sort();
        assert_eq!(digests, ["reel", "seat", "seat", "seat", "trace"]);
        let hour = NOW.plus(Duration::from_secs(3600));
        assert_eq!(tx.forget_records(&cup.contest.id, MatchKind::Ranked, NOW).await.unwrap(), 0);
        assert_eq!(tx.forget_records(&cup.contest.id, MatchKind::Ranked, hour).await.unwrap(), 1);
        tx.each_digest(|digest| panic!("{digest}")).await.unwrap();
    }
}

on_both! {
    async fn a_match_that_is_void_or_cancelled_says_why(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let one = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
        let two = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
        tx.begin_match(&one.id, 1, NOW).await.unwrap();
        tx.void_match(&one.id, MatchState::Running, NOW, "no walls").await.unwrap();
        tx.revive_match(&one.id).await.unwrap();
        let revived = tx.one_match(&one.id).await.unwrap();
        assert_eq!((revived.state, revived.ended, revived.reason), (MatchState::Queued, None, None));
        assert!(matches!(tx.revive_match(&one.id).await, Err(Error::Conflict { what: "match" })));
        tx.void_match(&one.id, MatchState::Queued, NOW, "no walls").await.unwrap();
        tx.cancel_match(&two.id, NOW).await.unwrap();
        let both = tx.these_matches(&[two.id.clone(), MatchId::fresh(), one.id.clone()]).await.unwrap();
        assert_eq!((both[0].state, both[0].reason.as_deref()), (MatchState::Void, Some("no walls")));
        assert_eq!((both[1].state, both[1].ended), (MatchState::Cancelled, Some(NOW)));
        let counts = tx.match_counts(&cup.contest.id).await.unwrap();
        assert_eq!(counts, [(MatchKind::Ranked, MatchState::Cancelled, 1), (MatchKind::Ranked, MatchState::Void, 1)]);
    }
}

on_both! {
    async fn a_round_ends_when_its_matches_have(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let one = tx.add_round(&cup.contest.id, RoundKind::Groups, NOW).await.unwrap();
        let two = tx.add_round(&cup.contest.id, RoundKind::Ladder, NOW).await.unwrap();
        assert_eq!((one.number, two.number, one.state), (1, 2, RoundState::Planned));
        assert_eq!(tx.rounds_due(RoundState::Planned, NOW).await.unwrap(), [one.clone(), two.clone()]);
        let hour = NOW.plus(Duration::from_secs(3600));
        tx.set_round_due(&two.id, hour).await.unwrap();
        assert_eq!(tx.rounds_due(RoundState::Planned, NOW).await.unwrap(), std::slice::from_ref(&one));
        let groups = Json::of(&[[1, 2]]).unwrap();
        tx.begin_round(&one.id, NOW, Some(&groups)).await.unwrap();
        assert!(matches!(tx.begin_round(&one.id, NOW, None).await, Err(Error::Conflict { what: "round" })));
        let game = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, Some(&one), false).await;
        meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, Some(&one), true).await;
        assert_eq!(tx.matches_left(&one.id).await.unwrap(), 1);
        assert!(matches!(tx.end_round(&one.id, NOW, None).await, Err(Error::Conflict { .. })));
        play(&mut tx, &game.id, [1, 2]).await;
        tx.end_round(&one.id, hour, None).await.unwrap();
        let one = tx.round_numbered(&cup.contest.id, 1).await.unwrap().unwrap();
        assert_eq!((one.state, one.begun, one.ended, one.groups), (RoundState::Over, Some(NOW), Some(hour), Some(groups)));
        tx.cancel_round(&two.id, RoundState::Planned, NOW).await.unwrap();
        let rounds = tx.rounds(&cup.contest.id, None, 9).await.unwrap();
        assert_eq!(rounds.iter().map(|round| round.number).collect::<Vec<_>>(), [2, 1]);
        assert!(matches!(tx.cancel_round(&one.id, RoundState::Over, NOW).await, Err(Error::Illegal { .. })));
    }
}

on_both! {
    async fn matches_are_found_by_what_they_are(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let other = contest(&mut tx, "other").await;
        let round = tx.add_round(&cup.contest.id, RoundKind::Ladder, NOW).await.unwrap();
        let ranked = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, Some(&round), false).await;
        let casual = meet(&mut tx, &cup, [1, 2], MatchKind::Casual, None, false).await;
        let last = meet(&mut tx, &cup, [2, 0], MatchKind::Final, None, false).await;
        let shadow = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await;
        play(&mut tx, &ranked.id, [1, 2]).await;
        tx.set_tags(&casual.id, Some(&cup.teams[1].id), &["fun", "fun"]).await.unwrap();
        tx.set_tags(&casual.id, None, &["best of the day"]).await.unwrap();
        tx.set_tags(&last.id, Some(&cup.teams[0].id), &["old"]).await.unwrap();
        tx.set_tags(&last.id, Some(&cup.teams[0].id), &["fun"]).await.unwrap();

        let cup_only = || MatchFilter { contest: Some(cup.contest.id.clone()), ..Default::default() };
        let teams: Vec<_> = cup.teams.iter().map(|team| Some(team.id.clone())).collect();
        let hour = NOW.plus(Duration::from_secs(3600));
        let asked: Vec<(&str, MatchFilter, Vec<&Match>)> = vec![
            ("all", cup_only(), vec![&last, &casual, &ranked]),
            ("shadows", MatchFilter { shadows: true, ..cup_only() }, vec![&shadow, &last, &casual, &ranked]),
            ("contest", MatchFilter { contest: Some(other.id.clone()), ..Default::default() }, vec![]),
            ("team", MatchFilter { team: teams[0].clone(), ..cup_only() }, vec![&last, &ranked]),
            ("opponent", MatchFilter { team: teams[0].clone(), opponent: teams[2].clone(), ..cup_only() }, vec![&last]),
            ("house", MatchFilter { house: Some("greedy".into()), ..cup_only() }, vec![&last, &casual, &ranked]),
            ("no house", MatchFilter { house: Some("random".into()), ..cup_only() }, vec![]),
            ("kinds", MatchFilter { kinds: vec![MatchKind::Casual, MatchKind::Final], ..cup_only() }, vec![&last, &casual]),
            ("states", MatchFilter { states: vec![MatchState::Over], ..cup_only() }, vec![&ranked]),
            ("map", MatchFilter { map: Some("large".into()), ..cup_only() }, vec![&last, &casual]),
            ("round", MatchFilter { round: Some(round.id.clone()), ..cup_only() }, vec![&ranked]),
            ("text", MatchFilter { text: "WHALE".into(), ..cup_only() }, vec![&casual, &ranked]),
            ("words", MatchFilter { text: "whale fox".into(), ..cup_only() }, vec![&ranked]),
            ("no injection", MatchFilter { text: "' OR 1=1 --".into(), ..cup_only() }, vec![]),
            ("tag", MatchFilter { tag: Some("best of the day".into()), ..cup_only() }, vec![&casual]),
            ("foreign tag", MatchFilter { tag: Some("fun".into()), ..cup_only() }, vec![]),
            ("own tag", MatchFilter { tag: Some("fun".into()), tag_of: teams[0].clone(), ..cup_only() }, vec![&last]),
            ("before", MatchFilter { before: Some(last.seq), ..cup_only() }, vec![&casual, &ranked]),
            ("after", MatchFilter { after: Some(ranked.seq), ..cup_only() }, vec![&last, &casual]),
            ("since", MatchFilter { since: Some(NOW), until: Some(hour), ..cup_only() }, vec![&last, &casual, &ranked]),
            ("until", MatchFilter { until: Some(NOW), ..cup_only() }, vec![]),
        ];
        for (what, filter, expected) in asked {
            let found = tx.matches(&filter, 9).await.unwrap();
            let (found, expected): (Vec<_>, Vec<_>) =
                (found.iter().map(|game| &game.id).collect(), expected.iter().map(|game| &game.id).collect());
            assert_eq!(found, expected, "{what}");
            if filter.before.is_none() && filter.after.is_none() {
                assert_eq!(tx.count_matches(&filter).await.unwrap(), expected.len() as i64, "{what}");
            }
        }
        let page = tx.matches(&MatchFilter { after: Some(ranked.seq), ..cup_only() }, 1).await.unwrap();
        assert_eq!(page[0].id, casual.id, "the page next to the cursor");
        assert_eq!(page[0].seats.len(), 3);
        assert_eq!(tx.tags(&casual.id, teams[1].as_ref()).await.unwrap(), ["best of the day", "fun"]);
        assert_eq!(tx.tags(&casual.id, None).await.unwrap(), ["best of the day"]);
        let tags = tx.tags_of(&[casual.id.clone(), last.id.clone()], teams[1].as_ref()).await.unwrap();
        assert_eq!(tags, [(casual.id.clone(), ["best of the day", "fun"].map(str::to_owned).to_vec())].into());
        assert_eq!(tx.map_counts(&cup.contest.id, MatchKind::Ranked).await.unwrap(), [("small".to_owned(), 1)]);
    }
}

on_both! {
    async fn ratings_see_what_counts_and_nothing_else(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let mut made = Vec::new();
        for ranks in [[1, 2], [2, 1], [1, 1], [1, 2], [1, 2]] {
            let game = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
            play(&mut tx, &game.id, ranks).await;
            made.push(game);
        }
        tx.annul_match(&made[4].id, "a broken map").await.unwrap();
        let waits = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
        let shadow = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await;
        play(&mut tx, &shadow.id, [1, 2]).await;
        let casual = meet(&mut tx, &cup, [0, 1], MatchKind::Casual, None, false).await;
        play(&mut tx, &casual.id, [2, 1]).await;

        let meetings = tx.meetings(&cup.contest.id, MatchKind::Ranked).await.unwrap();
        let ids: Vec<_> = meetings.iter().map(|meeting| &meeting.id).collect();
        assert_eq!(ids, made[..4].iter().map(|game| &game.id).collect::<Vec<_>>());
        let (contest, kind) = (&cup.contest.id, MatchKind::Ranked);
        let seqs: Vec<i64> = made[1..].iter().map(|game| game.seq).collect();
        assert_eq!(tx.meetings_of(contest, kind, &seqs).await.unwrap(), meetings[1..], "what was annulled is left out");
        assert_eq!(tx.meetings_of(contest, kind, &[]).await.unwrap(), []);
        assert_eq!(tx.open_matches(contest, kind).await.unwrap(), [waits.seq]);
        let new = tx.seatings(contest, kind, made[2].seq, NOW).await.unwrap();
        let states = [MatchState::Over, MatchState::Annulled, MatchState::Queued];
        assert_eq!(new.iter().map(|made| made.state).collect::<Vec<_>>(), states);
        assert_eq!(new[0].teams, [cup.teams[0].id.clone(), cup.teams[1].id.clone()], "a house bot is no team");
        let later = NOW.plus(Duration::from_secs(1));
        let open = tx.seatings(contest, kind, 0, later).await.unwrap();
        assert_eq!(open.iter().map(|made| made.seq).collect::<Vec<_>>(), [waits.seq], "only what is open is older");
        let sum = made[..4].iter().map(|game| game.seq).sum();
        let mark = tx.meetings_mark(&cup.contest.id, MatchKind::Ranked).await.unwrap();
        assert_eq!(mark, (4, sum, made[3].seq));
        assert_eq!(tx.meetings_mark(&cup.contest.id, MatchKind::Final).await.unwrap(), (0, 0, 0));
        assert_eq!((meetings[0].map.as_str(), meetings[0].seed.as_str()), ("small", "18446744073709551615"));
        for (meeting, ranks) in meetings.iter().zip([[1, 2], [2, 1], [1, 1], [1, 2]]) {
            assert_eq!(meeting.seats.iter().map(|seat| seat.rank).collect::<Vec<_>>(), [ranks[0], ranks[1], 3]);
            assert_eq!(meeting.seats[0].team.as_ref(), Some(&cup.teams[0].id));
            assert_eq!(meeting.seats[2].house.as_deref(), Some("greedy"));
        }
        let (red, blue) = (&cup.teams[0].id, &cup.teams[1].id);
        assert_eq!(tx.versus(red, blue, MatchKind::Ranked).await.unwrap(), Versus { won: 2, lost: 1, drawn: 1 });
        assert_eq!(tx.versus(blue, red, MatchKind::Ranked).await.unwrap(), Versus { won: 1, lost: 2, drawn: 1 });
        assert_eq!(tx.versus(red, blue, MatchKind::Casual).await.unwrap(), Versus { won: 0, lost: 1, drawn: 0 });
        assert_eq!(tx.versus(red, red, MatchKind::Ranked).await.unwrap(), Versus::default());
    }
}

on_both! {
    async fn a_rejudge_counts_only_when_it_is_applied(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let ada = user(&mut tx, "ada").await;
        let (mut olds, mut news) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let old = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
            play(&mut tx, &old.id, [1, 2]).await;
            olds.push(old.id);
            news.push(meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await.id);
        }
        let pairs: Vec<_> = olds.iter().cloned().zip(news.iter().cloned()).collect();
        let contest = &cup.contest.id;
        let rejudge = tx.add_rejudge(contest, Some(&ada.id), NOW, "a bug of ours", &pairs).await.unwrap();
        assert_eq!(tx.rejudge_pairs(&rejudge.id).await.unwrap(), pairs);
        let spare = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await;
        let twice = tx.add_rejudge(contest, None, NOW, "", &[(olds[0].clone(), spare.id)]).await;
        assert!(matches!(twice, Err(Error::Conflict { what: "match" })), "it is being rejudged");

        play(&mut tx, &news[0], [2, 1]).await;
        play(&mut tx, &news[1], [2, 1]).await;
        assert!(matches!(tx.apply_rejudge(&rejudge.id).await, Err(Error::Conflict { what: "rejudge" })), "one is not played");
        tx.void_match(&news[2], MatchState::Queued, NOW, "no walls").await.unwrap();
        // The first of the old ones was annulled meanwhile, so nothing takes its place.
        tx.annul_match(&olds[0], "cheating").await.unwrap();
        assert_eq!(tx.apply_rejudge(&rejudge.id).await.unwrap(), 1);
        let counts: Vec<_> = tx.meetings(contest, MatchKind::Ranked).await.unwrap();
        assert_eq!(counts.iter().map(|meeting| &meeting.id).collect::<Vec<_>>(), [&news[1], &olds[2]]);
        let replaced = tx.one_match(&olds[1]).await.unwrap();
        assert_eq!((replaced.state, replaced.reason.as_deref()), (MatchState::Annulled, Some("a bug of ours")));
        assert!(matches!(tx.drop_rejudge(&rejudge.id, NOW).await, Err(Error::Conflict { what: "rejudge" })));
    }
}

on_both! {
    async fn a_dropped_rejudge_leaves_everything_as_it_was(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let old = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
        play(&mut tx, &old.id, [1, 2]).await;
        let new = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await;
        let subject = new.id.as_str();
        let job = NewJob { kind: JobKind::Match, subject, priority: 0, not_before: NOW, created: NOW };
        tx.enqueue(&job).await.unwrap();
        let pairs = [(old.id.clone(), new.id.clone())];
        let rejudge = tx.add_rejudge(&cup.contest.id, None, NOW, "", &pairs).await.unwrap();
        tx.drop_rejudge(&rejudge.id, NOW).await.unwrap();
        assert_eq!(tx.rejudges(&cup.contest.id).await.unwrap()[0].state, RejudgeState::Dropped);
        assert_eq!(tx.one_match(&new.id).await.unwrap().state, MatchState::Cancelled);
        assert_eq!(tx.cancel_jobs_for(subject, NOW).await.unwrap(), 0, "its job is cancelled too");
        assert_eq!(tx.meetings(&cup.contest.id, MatchKind::Ranked).await.unwrap().len(), 1);
        let again = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await;
        tx.add_rejudge(&cup.contest.id, None, NOW, "", &[(old.id, again.id)]).await.unwrap();
    }
}

on_both! {
    async fn only_a_demo_or_a_draft_can_be_removed(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let ada = user(&mut tx, "ada").await;
        tx.add_organiser(&cup.contest.id, &ada.id).await.unwrap();
        tx.add_member(&cup.teams[0].id, &ada.id, meydan_store::Rank::Captain, NOW, 1).await.unwrap();
        let made = version(&mut tx, &cup.teams[0]).await;
        let job = NewJob { kind: JobKind::Build, subject: made.id.as_str(), priority: 0, not_before: NOW, created: NOW };
        tx.enqueue(&job).await.unwrap();
        let round = tx.add_round(&cup.contest.id, RoundKind::Ladder, NOW).await.unwrap();
        let old = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, Some(&round), false).await;
        play(&mut tx, &old.id, [1, 2]).await;
        tx.set_tags(&old.id, None, &["fun"]).await.unwrap();
        let new = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, true).await;
        tx.add_rejudge(&cup.contest.id, None, NOW, "", &[(old.id, new.id)]).await.unwrap();
        tx.announce(&cup.contest.id, "hello", None, NOW).await.unwrap();
        tx.remove_contest(&cup.contest.id).await.unwrap();
        assert!(tx.contests().await.unwrap().is_empty());
        assert!(tx.job_counts().await.unwrap().is_empty());

        let real = contest(&mut tx, "real").await;
        tx.move_contest(&real.id, meydan_store::ContestState::Draft, meydan_store::ContestState::Open).await.unwrap();
        assert!(matches!(tx.remove_contest(&real.id).await, Err(Error::Conflict { what: "contest" })));
    }
}

on_both! {
    async fn what_is_not_kept_is_let_go_and_the_rest_stays(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        // One that was followed by others, the one that plays, and the newest, which does not yet.
        let mut versions = Vec::new();
        for _ in 0..3 {
            let id = version(&mut tx, &cup.teams[0]).await.id;
            tx.move_version(&id, VersionState::Received, VersionState::Building).await.unwrap();
            let built = Built { build: Some("build"), log: Some("log"), ..Built::default() };
            tx.finish_build(&id, &built).await.unwrap();
            tx.move_version(&id, VersionState::Built, VersionState::Validating).await.unwrap();
            tx.move_version(&id, VersionState::Validating, VersionState::Ready).await.unwrap();
            versions.push(id);
        }
        tx.activate_version(&cup.teams[0].id, Some(&versions[1])).await.unwrap();
        let [checked, unchecked] = [
            meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await.id,
            meet(&mut tx, &cup, [1, 2], MatchKind::Ranked, None, false).await.id,
        ];
        play(&mut tx, &checked, [1, 2]).await;
        play(&mut tx, &unchecked, [1, 2]).await;
        tx.check_match(&checked, Checked::Same).await.unwrap();

        let day = Duration::from_secs(24 * 3600);
        let horizon = |time| Horizon { records: Some(time), logs: Some(time), builds: Some(time) };
        let none = Outlived::default();
        assert_eq!(tx.let_go(&cup.contest.id, &Horizon::default()).await.unwrap(), none);
        assert_eq!(tx.let_go(&cup.contest.id, &horizon(NOW)).await.unwrap(), none, "all of it is younger");
        let other = contest(&mut tx, "other").await;
        assert_eq!(tx.outlived(&other.id, &horizon(NOW.plus(day))).await.unwrap(), none);

        // A match waits for the oldest version, so its build stays; the logs of two versions and of three seats go.
        let waits = NewSeat { version: Some(versions[0].clone()), team: Some(cup.teams[0].id.clone()), ..NewSeat::default() };
        let waiting = meet_as(&mut tx, &cup, "small", MatchKind::Casual, None, false, &[waits]).await.id;
        let gone = Outlived { records: 1, logs: 5, builds: 0 };
        assert_eq!(tx.outlived(&cup.contest.id, &horizon(NOW.plus(day))).await.unwrap(), gone);
        assert_eq!(tx.let_go(&cup.contest.id, &horizon(NOW.plus(day))).await.unwrap(), gone);
        tx.cancel_match(&waiting, NOW).await.unwrap();
        let gone = Outlived { builds: 1, ..none };
        assert_eq!(tx.outlived(&cup.contest.id, &horizon(NOW.plus(day))).await.unwrap(), gone);
        assert_eq!(tx.let_go(&cup.contest.id, &horizon(NOW.plus(day))).await.unwrap(), gone);
        assert_eq!(tx.let_go(&cup.contest.id, &horizon(NOW.plus(day))).await.unwrap(), none, "once");

        let played = tx.one_match(&checked).await.unwrap();
        assert_eq!((played.state, played.trace, played.reel), (MatchState::Over, None, None));
        assert_eq!(played.seats.iter().map(|seat| seat.rank.unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(tx.one_match(&unchecked).await.unwrap().trace.as_deref(), Some("trace"));
        let mut builds = Vec::new();
        for id in &versions {
            let version = tx.version(id).await.unwrap();
            assert_eq!(version.source, "abc");
            builds.push((version.build.is_some(), version.log.is_some()));
        }
        assert_eq!(builds, [(false, false), (true, true), (true, false)]);
    }
}

on_both! {
    async fn what_a_version_took_is_summed_and_meetings_come_one_by_one(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let version = version(&mut tx, &cup.teams[0]).await;
        for rank in [1, 2] {
            let seat = |side: usize, version| NewSeat {
                side: side.try_into().unwrap(), team: Some(cup.teams[side].id.clone()), version, ..Default::default()
            };
            let seats = [seat(0, Some(version.id.clone())), seat(1, None), seat(2, None)];
            let made = meet_as(&mut tx, &cup, "small", MatchKind::Ranked, None, false, &seats).await;
            play(&mut tx, &made.id, [rank, 3 - rank]).await;
        }
        let used = tx.uses(&cup.teams[0].id, MatchKind::Ranked).await.unwrap();
        let seen: Vec<_> = used.iter().map(|used| (&used.version, used.matches, used.time_ms, used.slowest_ms, used.faults)).collect();
        assert_eq!(seen, [(&version.id, 2, 14, Some(7), 4)]);
        let mut ranks = Vec::new();
        let each = |meeting: meydan_store::Meeting| ranks.push(meeting.seats.iter().map(|seat| seat.rank).collect::<Vec<_>>());
        tx.each_meeting(&cup.contest.id, MatchKind::Ranked, each).await.unwrap();
        assert_eq!(ranks, [[1, 2, 3], [2, 1, 3]]);
    }
}

on_both! {
    async fn matches_of_a_contest_are_held_back_and_let_go(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let made = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
        let new = NewJob { kind: JobKind::Match, subject: made.id.as_str(), priority: 0, not_before: NOW, created: NOW };
        tx.enqueue(&new).await.unwrap();
        for held in [true, false] {
            tx.set_held(&cup.contest.id, held).await.unwrap();
            tx.hold_matches(&cup.contest.id, held, NOW).await.unwrap();
            assert_eq!(tx.held(&cup.contest.id).await.unwrap(), held);
            let claimed = tx.claim(&WorkerId::fresh(), &[JobKind::Match], NOW, Duration::from_secs(9)).await.unwrap();
            assert_eq!(claimed.is_none(), held);
        }
    }
}

on_both! {
    async fn a_match_that_is_claimed_at_this_moment_is_not_taken_back(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let mut made = Vec::new();
        for _ in 0..2 {
            let game = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await;
            let new = NewJob { kind: JobKind::Match, subject: game.id.as_str(), priority: 0, not_before: NOW, created: NOW };
            tx.enqueue(&new).await.unwrap();
            made.push(game.id);
        }
        tx.commit().await.unwrap();
        let mut claims = store.begin().await.unwrap();
        let claim = claims.claim(&WorkerId::fresh(), &[JobKind::Match], NOW, Duration::from_secs(9)).await.unwrap().unwrap();
        let taking_back = tokio::spawn({
            let (store, made) = (store.clone(), made.clone());
            async move {
                let mut tx = store.begin().await.unwrap();
                let mut back = Vec::new();
                for id in made {
                    back.push((tx.withdraw_match(&id, NOW).await.unwrap(), id));
                }
                tx.commit().await.unwrap();
                back
            }
        });
        // Long enough that it has come to the row, where there is more than one writer.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let begun = claim.job.subject.parse().unwrap();
        claims.begin_match(&begun, claim.attempt, NOW).await.unwrap();
        claims.commit().await.unwrap();
        for (back, id) in taking_back.await.unwrap() {
            assert_eq!(back, id != begun);
            let state = store.read().await.unwrap().one_match(&id).await.unwrap().state;
            assert_eq!(state, if back { MatchState::Cancelled } else { MatchState::Running });
        }
        let mut tx = store.begin().await.unwrap();
        assert!(!tx.withdraw_match(&begun, NOW).await.unwrap(), "it is being played");
        let lost = meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await.id;
        assert!(tx.withdraw_match(&lost, NOW).await.unwrap(), "it has no job");
    }
}

on_both! {
    async fn the_records_of_somebody_who_is_taken_out_go_and_what_came_of_them_stays(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = cup(&mut tx).await;
        let (with, without) = (
            meet(&mut tx, &cup, [0, 1], MatchKind::Ranked, None, false).await.id,
            meet(&mut tx, &cup, [1, 2], MatchKind::Ranked, None, false).await.id,
        );
        for id in [&with, &without] {
            play(&mut tx, id, [2, 1]).await;
        }
        assert_eq!(tx.let_go_of_team(&cup.teams[0].id).await.unwrap(), 1);
        let (with, without) = (tx.one_match(&with).await.unwrap(), tx.one_match(&without).await.unwrap());
        assert!(with.trace.is_none() && with.reel.is_none() && without.trace.is_some());
        assert_eq!(with.seats.iter().map(|seat| seat.rank).collect::<Vec<_>>(), [Some(2), Some(1), Some(3)]);
    }
}
