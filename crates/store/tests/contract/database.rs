//! Opening, migrating, writing at once, backing up.

use std::collections::BTreeSet;

use meydan_store::{Error, Kind, Store, TeamId, UserId};
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::setting::{self, contest, on_both, team, user, version};

on_both! {
    async fn what_is_not_committed_has_not_happened(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let ada = user(&mut tx, "ada").await;
        assert!(tx.user(&ada.id).await.is_ok());
        assert!(matches!(store.read().await.unwrap().user(&ada.id).await, Err(Error::Missing { what: "user" })));
        drop(tx);
        let mut tx = store.begin().await.unwrap();
        assert!(tx.user_named("ada").await.unwrap().is_none());
        user(&mut tx, "bob").await;
        tx.roll_back().await.unwrap();
        assert!(store.read().await.unwrap().user_named("bob").await.unwrap().is_none());
    }
}

on_both! {
    async fn a_snapshot_sees_one_moment(store: &Store) {
        let mut snapshot = store.snapshot().await.unwrap();
        assert!(snapshot.users("", "", 9).await.unwrap().is_empty());
        let mut tx = store.begin().await.unwrap();
        user(&mut tx, "ada").await;
        tx.commit().await.unwrap();
        assert!(snapshot.users("", "", 9).await.unwrap().is_empty());
        drop(snapshot);
        assert_eq!(store.snapshot().await.unwrap().users("", "", 9).await.unwrap().len(), 1);
    }
}

on_both! {
    async fn what_is_referred_to_must_be_there(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let nobody = tx.add_organiser(&cup.id, &UserId::fresh()).await;
        assert!(matches!(nobody, Err(Error::Missing { .. })), "{nobody:?}");
    }
}

on_both! {
    async fn fifty_writers_at_once_all_get_their_turn(store: &Store) {
        let mut tx = store.begin().await.unwrap();
        let cup = contest(&mut tx, "cup").await;
        let reds = team(&mut tx, &cup, "Reds").await;
        tx.commit().await.unwrap();
        let write = |store: Store, team: TeamId| async move {
            let mut numbers = Vec::new();
            for _ in 0..4 {
                let mut tx = store.begin().await?;
                let team = tx.team(&team).await?;
                tokio::task::yield_now().await;
                numbers.push(version(&mut tx, &team).await.number);
                tx.commit().await?;
                store.read().await?.versions(&team.id, None, 5).await?;
            }
            Ok::<_, Error>(numbers)
        };
        let writers: Vec<_> = (0..50).map(|_| tokio::spawn(write(store.clone(), reds.id.clone()))).collect();
        let mut numbers = BTreeSet::new();
        for writer in writers {
            numbers.extend(writer.await.unwrap().unwrap());
        }
        assert_eq!(numbers, (1..=200).collect(), "every version has a number of its own, and none is left out");
    }
}

on_both! {
    async fn a_writer_that_is_cut_off_holds_nobody_up(store: &Store) {
        const STEPS: std::ops::Range<usize> = 0..60;
        const PATIENT: usize = 1_000_000;
        // A request whose client goes away is dropped wherever it is: here after any number of steps.
        for steps in STEPS.chain([PATIENT]) {
            let write = async {
                let mut tx = store.begin().await.unwrap();
                user(&mut tx, &format!("cut off {steps}")).await;
                user(&mut tx, &format!("cut off {steps} again")).await;
                tx.commit().await.unwrap();
            };
            let mut write = Box::pin(write);
            let mut polls = 0;
            std::future::poll_fn(|context| {
                polls += 1;
                let done = write.as_mut().poll(context).is_ready();
                if done || polls > steps { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
            })
            .await;
        }
        let mut tx = store.begin().await.unwrap();
        user(&mut tx, "the next one").await;
        tx.commit().await.unwrap();
        let mut reader = store.read().await.unwrap();
        for steps in STEPS {
            let one = reader.user_named(&format!("cut off {steps}")).await.unwrap().is_some();
            let other = reader.user_named(&format!("cut off {steps} again")).await.unwrap().is_some();
            assert_eq!(one, other, "both or none");
        }
        assert!(reader.user_named(&format!("cut off {PATIENT}")).await.unwrap().is_some(), "the last had all the time");
        store.ping().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_processes_can_write_into_one_file() {
    let (store, folder) = setting::sqlite().await;
    // To SQLite two stores are two processes: they share nothing but the file.
    let open = (0..4).map(|_| Store::open_file(folder.path().join("meydan.db")));
    let stores = futures_util::future::try_join_all(open).await.unwrap();
    let write = |store: Store, number: usize| async move {
        for turn in 0..10 {
            let mut tx = store.begin().await.unwrap();
            user(&mut tx, &format!("user {number} {turn}")).await;
            tx.commit().await.unwrap();
        }
    };
    let writers: Vec<_> =
        (0..20).map(|number| tokio::spawn(write(stores[number % 4].clone(), number))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(store.read().await.unwrap().users("", "", 999).await.unwrap().len(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_can_be_opened_by_several_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let open = (0..6).map(|_| Store::open_file(folder.path().join("meydan.db")));
    let stores = futures_util::future::try_join_all(open).await.unwrap();
    assert!(stores.iter().all(|store| store.kind() == Kind::Sqlite));
}

#[tokio::test]
async fn a_file_is_for_its_owner_alone() {
    let (store, folder) = setting::sqlite().await;
    #[cfg(unix)]
    for name in ["meydan.db", "meydan.db-wal"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_whole_while_others_write() {
    let (store, folder) = setting::sqlite().await;
    let copy = folder.path().join("copy.db");
    let writing = tokio::spawn({
        let store = store.clone();
        async move {
            for number in 0..40 {
                let mut tx = store.begin().await.unwrap();
                let cup = contest(&mut tx, &format!("cup-{number}")).await;
                team(&mut tx, &cup, "Reds").await;
                tx.commit().await.unwrap();
            }
        }
    });
    let mut tx = store.begin().await.unwrap();
    let cup = contest(&mut tx, "before").await;
    tx.commit().await.unwrap();
    store.backup(&copy).await.unwrap();
    writing.await.unwrap();
    assert!(matches!(store.backup(&copy).await, Err(Error::File { .. })), "nothing is written over");

    let copy = Store::open_file(&copy).await.unwrap();
    let mut reader = copy.snapshot().await.unwrap();
    assert_eq!(reader.contest(&cup.id).await.unwrap(), cup);
    for contest in reader.contests().await.unwrap() {
        let teams = if contest.id == cup.id { 0 } else { 1 };
        assert_eq!(reader.teams(&contest.id).await.unwrap().len(), teams, "a contest came without its team");
    }
}

#[tokio::test]
async fn a_file_from_a_newer_version_is_refused() {
    let (store, folder) = setting::sqlite().await;
    store.close().await;
    let url = format!("sqlite:{}/meydan.db", folder.path().display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let future = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                  VALUES (9999, 'later', TRUE, x'00', 0)";
    sqlx::query(future).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let error = Store::open(&url).await.unwrap_err();
    assert!(matches!(error, Error::Newer { found: 9999, .. }), "{error}");
    assert!(error.to_string().contains("upgrade meydan"), "{error}");
}

#[tokio::test]
async fn a_server_with_a_newer_database_is_refused_and_left_unlocked() {
    let Some((store, schema)) = setting::postgres().await else { return };
    let mut connection = PgConnection::connect(&schema.url()).await.unwrap();
    let future = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                  VALUES (9999, 'later', TRUE, '\\x00', 0)";
    sqlx::query(future).execute(&mut connection).await.unwrap();
    for _ in 0..2 {
        let error = Store::open(&schema.url()).await.unwrap_err();
        assert!(matches!(error, Error::Newer { found: 9999, .. }), "{error}");
    }
    assert!(matches!(store.backup("nowhere.db").await, Err(Error::Unsupported(_))));
    store.close().await;
    schema.remove().await;
}

#[tokio::test]
async fn an_address_that_names_no_database_is_refused_without_its_password() {
    for url in ["meydan.db", "mysql://me:secret@host/x", "sqlite::memory:", "sqlite:"] {
        let error = Store::open(url).await.unwrap_err().to_string();
        assert!(error.contains("names no database"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

/// While arenas are exchanged one by one, old ones work on the tables of a new one.
#[test]
fn no_step_takes_anything_away_from_whoever_knows_only_the_steps_before() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
        for statement in lines.join("\n").split(';').map(str::trim).filter(|statement| !statement.is_empty())
        {
            assert!(statement.starts_with("CREATE "), "{} does this: {statement}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "no statements were found; the test tests nothing");
}
