//! The words of the tables are the words of the enums.

use std::collections::{BTreeMap, BTreeSet};

use meydan_store::*;
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::setting;

/// The words that each column may hold, by table and column.
type Words = BTreeMap<(String, String), BTreeSet<String>>;

fn ours() -> Words {
    macro_rules! words {
        ($($table:literal $column:literal $name:ident),+ $(,)?) => {
            [$((
                ($table.to_owned(), $column.to_owned()),
                $name::ALL.iter().map(|value| value.word().to_owned()).collect(),
            )),+]
        };
    }
    Words::from(words![
        "users" "role" Role, "contests" "state" ContestState, "contests" "access" Access, "teams" "standing" Standing,
        "members" "rank" Rank, "versions" "state" VersionState, "rounds" "state" RoundState, "rounds" "kind" RoundKind,
        "matches" "kind" MatchKind, "matches" "state" MatchState, "matches" "checked" Checked, "jobs" "kind" JobKind,
        "jobs" "state" JobState, "workers" "state" WorkerState, "rejudges" "state" RejudgeState,
        "finals" "state" FinalState,
    ])
}

/// What a check says: the column it begins with, and the words in quotes. One that is not about a list of words gives none.
fn read_check(check: &str) -> Option<(String, BTreeSet<String>)> {
    let quoted = check.split('\'').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let column: String = check
        .trim_start_matches(|char: char| !char.is_alphabetic())
        .chars()
        .take_while(|char| char.is_alphanumeric() || *char == '_')
        .collect();
    (quoted.len() > 1).then_some((column, quoted))
}

#[tokio::test]
async fn words_are_the_same_in_rust_and_in_a_file() {
    let (store, folder) = setting::sqlite().await;
    store.close().await;
    let mut connection =
        SqliteConnection::connect(&format!("sqlite:{}/meydan.db", folder.path().display())).await.unwrap();
    let tables: Vec<(String, String)> =
        sqlx::query_as("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let mut theirs = Words::new();
    for (table, sql) in tables {
        for check in sql.split("CHECK (").skip(1) {
            let words = read_check(check.split_once("))").unwrap().0);
            theirs.extend(words.map(|(column, words)| ((table.clone(), column), words)));
        }
    }
    assert_eq!(theirs, ours());
}

#[tokio::test]
async fn words_are_the_same_in_rust_and_on_a_server() {
    let Some((store, schema)) = setting::postgres().await else { return };
    let mut connection = PgConnection::connect(&schema.url()).await.unwrap();
    let checks: Vec<(String, String)> = sqlx::query_as(
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint \
         WHERE contype = 'c' AND connamespace = current_schema()::regnamespace",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let read = |(table, check): (String, String)| {
        let (column, words) = read_check(check.trim_start_matches("CHECK"))?;
        Some(((table, column), words))
    };
    assert_eq!(checks.into_iter().filter_map(read).collect::<Words>(), ours());
    connection.close().await.unwrap();
    store.close().await;
    schema.remove().await;
}

#[test]
fn words_are_the_same_in_json_and_back() {
    for state in MatchState::ALL {
        assert_eq!(serde_json::to_value(state).unwrap(), state.word());
        assert_eq!(state.word().parse::<MatchState>().unwrap(), *state);
    }
    let error = "lost".parse::<JobState>().unwrap_err().to_string();
    assert_eq!(error, "`lost` is not known here; write one of: queued, running, done, dead, cancelled");
}

/// Every transition there is. A change here is a change of what the arena promises.
#[test]
fn states_become_what_is_written_here() {
    fn lines<S: Copy>(all: &[S], word: fn(S) -> &'static str, next: fn(S) -> &'static [S]) -> Vec<String> {
        let line = |state: &S| {
            let next: Vec<_> = next(*state).iter().map(|state| word(*state)).collect();
            format!("{} -> {}", word(*state), next.join(" "))
        };
        all.iter().map(line).collect()
    }
    macro_rules! assert_states {
        ($name:ident $($line:literal)+) => {
            assert_eq!(lines($name::ALL, $name::word, $name::next), [$($line),+]);
        };
    }
    assert_states!(ContestState "draft -> open" "open -> frozen closed" "frozen -> open closed" "closed -> open frozen");
    assert_states!(VersionState
        "received -> building" "building -> received built failed stuck" "built -> validating"
        "validating -> ready rejected stuck" "ready -> " "failed -> " "rejected -> " "stuck -> received");
    assert_states!(MatchState
        "queued -> running void cancelled" "running -> over queued void" "over -> annulled" "void -> queued" "cancelled -> "
        "annulled -> ");
    assert_states!(Checked "pending -> same differs" "same -> " "differs -> ");
    assert_states!(RoundState "planned -> running cancelled" "running -> over cancelled" "over -> " "cancelled -> ");
    assert_states!(JobState
        "queued -> running cancelled" "running -> done queued dead" "done -> " "dead -> queued" "cancelled -> ");
    assert_states!(FinalState "running -> over dropped" "over -> dropped" "dropped -> ");
    assert_states!(RejudgeState "open -> applied dropped" "applied -> " "dropped -> ");
    assert_states!(Standing "in -> disqualified withdrawn" "disqualified -> in" "withdrawn -> in");
}
