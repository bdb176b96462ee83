//! Opening, migrating, writing at once, backing up.

use std::collections::BTreeSet;

use meydan_store::{Error, Kind, Store, TeamId, UserId};

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
async fn an_address_that_names_no_database_is_refused_without_its_password() {
    for url in ["meydan.db", "mysql://me:secret@host/x", "sqlite::memory:", "sqlite:"] {
        let error = Store::open(url).await.unwrap_err().to_string();
        assert!(error.contains("names no database"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn a_database_that_is_not_there_is_told_as_that_and_without_its_password() {
    let Some(schema) = setting::schema().await else { return };
    let (server, _) = schema.server.split_once('?').unwrap_or((&schema.server, ""));
    let (server, _) = server.rsplit_once('/').unwrap();
    let open = async |rest: &str| Store::open(&format!("{server}/{rest}")).await.unwrap_err().to_string();
    let error = open("nothing-here").await;
    assert!(
        error.contains("cannot be reached") && error.contains("\"nothing-here\" does not exist"),
        "{error}"
    );
    let error = open("nothing-here?password=secret").await;
    assert!(error.contains("cannot be reached") && !error.contains("secret"), "{error}");
    schema.remove().await;
}

/// How many locks of the old kind this process has on a file. They are lost when any descriptor of that file is closed.
#[cfg(target_os = "linux")]
fn locks(file: &std::path::Path) -> usize {
    let number = std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(file).unwrap());
    let (own, place) = (std::process::id().to_string(), format!(":{number}"));
    let held = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.contains(&"POSIX")
            && words.contains(&own.as_str())
            && words.iter().any(|word| word.ends_with(&place))
    };
    std::fs::read_to_string("/proc/locks").unwrap().lines().filter(held).count()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_file_that_is_opened_again_here_keeps_its_locks() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("meydan.db");
    let store = Store::open_file(&file).await.unwrap();
    store.ping().await.unwrap();
    let held = locks(&file);
    assert!(held > 0, "whoever else closes the database must see that somebody has it");
    let again = Store::open_file(&file).await.unwrap();
    again.close().await;
    assert!(locks(&file) >= held);
    store.close().await;
}
