//! Arenas that hear of each other through a broker which does everything wrong that one can: it forgets, repeats and comes late. The rows decide, so that
//! nothing is lost and nothing is done twice. `crates/nats/tests` asks a real one.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hall;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use hall::Hall;
use meydan_league::store::{JobKind, JobState, MatchId, OFFER, Offer, Time, WorkerId};
use meydan_league::{
    Broker, Building, Caller, CasualWish, Ear, Here, League, Live, NewWorkerToken, Offered, Presence,
    Ranking, Reply, Secret, Slip, Stage, TakeWish, Task, Tasks, Wish, Work,
};
use tokio::sync::{Notify, watch};

/// A board on which offers are pinned. What was answered is kept.
#[derive(Default)]
struct Board {
    offers: Mutex<VecDeque<Offer>>,
    answers: Arc<Mutex<Vec<Reply>>>,
    words: Arc<Mutex<Vec<Said>>>,
    bell: Notify,
    /// How often each offer is given, and whether the bell rings.
    times: usize,
    away: bool,
}

/// What a build has said, and from where on.
type Said = (Building, u64, Vec<u8>);

struct Noted(Arc<Mutex<Vec<Reply>>>);

impl Slip for Noted {
    fn reply(&self, reply: Reply) -> BoxFuture<'_, ()> {
        self.0.lock().unwrap().push(reply);
        Box::pin(async {})
    }
}

impl Broker for Board {
    fn is_there(&self) -> bool {
        !self.away
    }

    fn tell<'a>(&'a self, offers: &'a [(String, Offer)]) -> BoxFuture<'a, Vec<bool>> {
        for (_, offer) in offers {
            self.offers.lock().unwrap().extend(std::iter::repeat_n(offer.clone(), self.times));
        }
        self.bell.notify_one();
        Box::pin(async { vec![true; offers.len()] })
    }

    fn next(&self) -> BoxFuture<'_, Option<Offered>> {
        let offer = self.offers.lock().unwrap().pop_front();
        let slip = Box::new(Noted(self.answers.clone()));
        Box::pin(async { offer.map(|offer| Offered { offer, times: 1, slip }) })
    }

    fn rung(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.bell.notified())
    }

    fn show(&self, _: &MatchId, _: Live) {}

    fn mirror(&self, _: Stage) -> BoxFuture<'_, bool> {
        Box::pin(async { false })
    }

    /// Every word is told twice.
    fn tell_words<'a>(&'a self, building: &'a Building, from: u64, words: &'a [u8]) -> BoxFuture<'a, bool> {
        let said = (building.clone(), from, words.to_vec());
        self.words.lock().unwrap().extend([said.clone(), said]);
        Box::pin(async { true })
    }

    fn hear_words(&self, ear: Ear) -> BoxFuture<'_, ()> {
        let words = self.words.clone();
        Box::pin(async move {
            tokio::spawn(async move {
                let mut heard = 0;
                while ear.goes_on().await {
                    let said = words.lock().unwrap()[heard..].to_vec();
                    heard += said.len();
                    for (_, from, words) in said.iter().filter(|(building, ..)| building == ear.building()) {
                        ear.hear(*from, words);
                    }
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            });
        })
    }
}

impl Board {
    fn of(times: usize) -> Arc<Board> {
        Arc::new(Board { times, ..Board::default() })
    }

    fn answers(&self) -> Vec<Reply> {
        std::mem::take(&mut *self.answers.lock().unwrap())
    }
}

fn wish() -> Wish {
    let kinds = vec![JobKind::Build, JobKind::Match, JobKind::Verify];
    Wish { worker: WorkerId::fresh(), kinds, walls: true, lacks: Vec::new(), doing: Vec::new() }
}

async fn take(league: &Arc<League>, wish: &Wish) -> Option<Task> {
    Here(league.clone()).take(wish).await.unwrap()
}

/// A hall whose arena hears of tasks through this board, with its relay at work, and a team's captain.
async fn with_board(board: &Arc<Board>) -> (Hall, Caller, String, watch::Sender<bool>) {
    let hall = Hall::open_in(tempfile::tempdir().unwrap(), Some(board.clone())).await;
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(hall.league.clone().relay(stopped));
    hall.contest("c", Ranking::Ladder { hourly: 10 }).await;
    let (captain, team) = hall.ready_team("captain", "c").await;
    // What was offered meanwhile was done without being asked for.
    sent(&hall, board).await;
    while take(&hall.league, &wish()).await.is_some() {}
    board.answers();
    (hall, captain, team, stop)
}

/// Waits until the outbox is empty, where there is somebody to whom it is sent.
async fn sent(hall: &Hall, board: &Board) {
    while !board.away
        && !hall.store.read().await.unwrap().unsent(OFFER, 0, Time::NEVER, 1).await.unwrap().is_empty()
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn casual(hall: &Hall, captain: &Caller, team: &str) -> String {
    let wish = CasualWish { opponents: vec![], map: None, version: None, person: false };
    hall.league.casual(captain, team, wish).await.unwrap().id
}

#[tokio::test]
async fn a_job_that_is_offered_many_times_is_done_once() {
    let board = Board::of(5);
    let (hall, captain, team, _stop) = with_board(&board).await;
    casual(&hall, &captain, &team).await;
    sent(&hall, &board).await;
    let task = take(&hall.league, &wish()).await.unwrap();
    assert_eq!(task.lease.attempt(), 1);
    assert!(take(&hall.league, &wish()).await.is_none(), "it is taken");
    assert_eq!(board.answers(), [Reply::Settled; 4], "the others are of no use");
    let job = hall.store.read().await.unwrap().job(task.lease.job()).await.unwrap();
    assert_eq!((job.state, job.attempt), (JobState::Running, 1));
}

#[tokio::test]
async fn a_job_whose_offers_are_lost_is_found_in_the_table() {
    let board = Board::of(0);
    let (hall, captain, team, _stop) = with_board(&board).await;
    casual(&hall, &captain, &team).await;
    assert!(take(&hall.league, &wish()).await.is_some(), "whoever comes looks at the table first");
    casual(&hall, &captain, &team).await;
    assert!(take(&hall.league, &wish()).await.is_some());
    sent(&hall, &board).await;
    let unsent = hall.store.read().await.unwrap().unsent(OFFER, 0, Time::NEVER, 9).await.unwrap();
    assert_eq!(unsent, [], "nothing is left in the outbox");
}

#[tokio::test]
async fn what_another_version_has_to_tell_does_not_stand_before_offers() {
    const MANY: usize = 600;
    let board = Board::of(1);
    let (hall, captain, team, _stop) = with_board(&board).await;
    let mut tx = hall.store.clone().with_outbox().begin().await.unwrap();
    for number in 0..MANY {
        // Some are of another kind, and some are offers in words of another version.
        let topic = if number < MANY / 2 { "weather" } else { OFFER };
        tx.post(topic, "\"fine\"", hall.league.now()).await.unwrap();
    }
    tx.commit().await.unwrap();
    let made = casual(&hall, &captain, &team).await;
    let offered = async {
        while board.offers.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), offered).await.expect("the offer is never sent");
    assert_eq!(take(&hall.league, &wish()).await.unwrap().work.subject(), made);
    let left = hall.store.read().await.unwrap().unsent("weather", 0, Time::NEVER, 999).await.unwrap();
    assert_eq!(left.len(), MANY / 2, "what is somebody else's is left to them");
}

#[tokio::test]
async fn without_its_broker_an_arena_looks_at_the_table() {
    let board = Arc::new(Board { away: true, ..Board::default() });
    let (hall, captain, team, _stop) = with_board(&board).await;
    casual(&hall, &captain, &team).await;
    let one = wish();
    assert!(take(&hall.league, &one).await.is_some());
    casual(&hall, &captain, &team).await;
    assert!(take(&hall.league, &one).await.is_some(), "it may look as often as it likes");
    let unsent = hall.store.read().await.unwrap().unsent(OFFER, 0, Time::NEVER, 99).await.unwrap();
    assert!(unsent.len() >= 2, "what was to be told waits for the broker");
}

#[tokio::test]
async fn arenas_with_a_broker_and_without_work_on_one_database() {
    let board = Board::of(1);
    let (hall, captain, team, _stop) = with_board(&board).await;
    // One of a version that knows nothing of offers.
    let plain = hall.elsewhere().await;
    let asked = CasualWish { opponents: vec![], map: None, version: None, person: false };
    let made = plain.casual(&captain, &team, asked).await.unwrap().id;
    assert_eq!(
        hall.store.read().await.unwrap().unsent(OFFER, 0, Time::NEVER, 9).await.unwrap(),
        [],
        "it tells nobody"
    );
    assert_eq!(take(&hall.league, &wish()).await.unwrap().work.subject(), made, "it is found in the table");
    let made = casual(&hall, &captain, &team).await;
    let task = take(&plain, &wish()).await.unwrap();
    assert_eq!(task.work.subject(), made, "what is offered can be taken without the offer");
    sent(&hall, &board).await;
    assert!(take(&hall.league, &wish()).await.is_none());
    assert_eq!(board.answers(), [Reply::Settled]);
}

#[tokio::test]
async fn an_offer_that_cannot_be_taken_comes_again_later() {
    let board = Board::of(1);
    let (hall, captain, team, _stop) = with_board(&board).await;
    hall.submit(&captain, &team, "again").await.unwrap();
    sent(&hall, &board).await;
    let bare = Wish { walls: false, ..wish() };
    // Its own look at the table finds nothing that it can do either.
    assert!(take(&hall.league, &bare).await.is_none());
    let answers = board.answers();
    assert!(matches!(answers[..], [Reply::Later(rest)] if rest >= Duration::from_secs(1)), "{answers:?}");
    let able = wish();
    let task = take(&hall.league, &able).await.unwrap();
    hall.league.trouble(&task.lease, "a disk is full").await.unwrap();
    sent(&hall, &board).await;
    assert!(take(&hall.league, &able).await.is_none(), "it rests");
    let answers = board.answers();
    assert!(matches!(answers[..], [Reply::Later(rest)] if rest > Duration::from_secs(10)), "{answers:?}");
}

#[tokio::test]
async fn what_few_can_do_does_not_wait_while_other_things_are_offered() {
    let board = Board::of(1);
    let (hall, captain, team, _stop) = with_board(&board).await;
    let (bare, able) = (Wish { walls: false, ..wish() }, wish());
    casual(&hall, &captain, &team).await;
    sent(&hall, &board).await;
    assert!(take(&hall.league, &able).await.is_some());
    hall.submit(&captain, &team, "only with walls").await.unwrap();
    sent(&hall, &board).await;
    assert!(take(&hall.league, &bare).await.is_none(), "its offer rests now");
    hall.clock.pass(Duration::from_secs(4));
    tokio::time::sleep(Duration::from_secs(4)).await;
    casual(&hall, &captain, &team).await;
    sent(&hall, &board).await;
    let task = take(&hall.league, &able).await.unwrap();
    assert!(matches!(task.work, Work::Build(_)), "it is taken from the table in its turn");
    let task = take(&hall.league, &able).await.unwrap();
    assert!(matches!(task.work, Work::Match(_)), "and then what is offered");
}

/// Reads a build's log at an arena until it says that.
async fn reads(league: &League, captain: &Caller, version: &str, wanted: &str) {
    loop {
        let piece = league.build_log(captain, version, 0).await.unwrap();
        if piece.text == wanted {
            assert!(piece.open, "it is being built");
            assert_eq!(league.whole_build_log(captain, version).await.unwrap(), wanted);
            return;
        }
        assert!(wanted.starts_with(&piece.text), "{:?} is no part of it", piece.text);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_build_at_one_arena_is_followed_at_another() {
    let board = Board::of(1);
    let (hall, captain, team, _stop) = with_board(&board).await;
    let other = hall.elsewhere_with(Some(board.clone())).await;
    let version = hall.submit(&captain, &team, "a bot").await.unwrap().id;
    sent(&hall, &board).await;
    let task = take(&hall.league, &wish()).await.unwrap();
    let Work::Build(work) = &task.work else { panic!("a build was to be done") };
    Here(hall.league.clone()).listen(&task.lease, work);
    work.log.say(b"compiling\n");
    reads(&other, &captain, &version, "compiling\n").await;
    work.log.say("é\n".as_bytes());
    reads(&other, &captain, &version, "compiling\né\n").await;
    reads(&hall.league, &captain, &version, "compiling\né\n").await;

    // Given back and taken again it begins anew, there, too.
    hall.league.give_back(&task.lease).await.unwrap();
    assert_eq!(other.build_log(&captain, &version, 0).await.unwrap().text, "");
    sent(&hall, &board).await;
    let again = take(&other, &wish()).await.unwrap();
    let Work::Build(work) = &again.work else { panic!("a build was to be done") };
    Here(other.clone()).listen(&again.lease, work);
    work.log.say(b"once more\n");
    reads(&hall.league, &captain, &version, "once more\n").await;
    hall.finish(&again, |_| 0).await.unwrap();
    for league in [&hall.league, &other] {
        let piece = league.build_log(&captain, &version, 0).await.unwrap();
        assert!(!piece.open, "it is built");
        assert_eq!(piece.text, "once more\nbuilt\n");
    }
}

#[tokio::test]
async fn a_worker_that_speaks_to_another_arena_with_every_word_is_understood_at_each() {
    let board = Board::of(1);
    let (hall, captain, team, _stop) = with_board(&board).await;
    let other = hall.elsewhere_with(Some(board.clone())).await;
    let wish = NewWorkerToken { label: "hall".to_owned() };
    let secret = hall.league.make_worker_token(&Caller::host(), &wish).await.unwrap().secret;
    let pass = hall.league.by_worker_token(&Secret::shown(&secret)).await.unwrap();
    let worker = WorkerId::fresh().to_string();
    let presence = Presence {
        id: worker.clone(),
        name: "elsewhere".to_owned(),
        key: Some(meydan_record::Key::draw().unwrap().public().to_string()),
        labels: Vec::new(),
        cores: 1,
        hands: 1,
        doing: 0,
        done: 0,
        failed: 0,
        state: "ready".to_owned(),
        trouble: None,
    };
    hall.league.join(&pass, &presence).await.unwrap();
    let version = hall.submit(&captain, &team, "a bot").await.unwrap().id;
    let kinds = vec!["build".to_owned()];
    let wish = TakeWish { worker, kinds, walls: true, lacks: Vec::new(), doing: Vec::new() };
    let card = hall.league.take_for(&pass, &wish).await.unwrap().unwrap();
    let (job, attempt) = (card.lease["job"]["id"].as_str().unwrap(), card.lease["attempt"].as_i64().unwrap());
    let (here, there) = (&hall.league, &other);
    for (league, from, words) in
        [(here, 0, "one "), (there, 4, "two "), (there, 4, "two "), (here, 8, "three")]
    {
        league.say_for(&pass, job, attempt, Some(from), words.as_bytes()).await.unwrap();
    }
    reads(here, &captain, &version, "one two three").await;
    reads(there, &captain, &version, "one two three").await;
    // One of the version before does not say from where.
    here.say_for(&pass, job, attempt, None, b" four").await.unwrap();
    reads(there, &captain, &version, "one two three four").await;
}
