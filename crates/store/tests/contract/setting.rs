//! Where the tests run, and what they begin with.

use std::io::Write;
use std::sync::Once;

use meydan_store::{
    Access, Contest, ContestId, Hash, Json, NewContest, NewTeam, NewUser, NewVersion, Role, Store, Team,
    Time, Tx, User, Version,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

/// A test on either database.
macro_rules! on_both {
    ($(#[$attribute:meta])* async fn $name:ident($store:ident: &Store) $body:block) => {
        mod $name {
            use super::*;

            async fn on($store: &Store) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                let (store, _folder) = $crate::setting::sqlite().await;
                on(&store).await;
                store.close().await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                let Some((store, schema)) = $crate::setting::postgres().await else { return };
                on(&store).await;
                store.close().await;
                schema.remove().await;
            }
        }
    };
}

pub(crate) use on_both;

pub(crate) async fn sqlite() -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (Store::open_file(folder.path().join("meydan.db")).await.unwrap(), folder)
}

/// A schema of its own on the server, which is removed when the test has passed.
pub(crate) struct Schema {
    pub(crate) server: String,
    pub(crate) name: String,
}

impl Schema {
    /// The address under which the schema is all there is.
    pub(crate) fn url(&self) -> String {
        let and = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{and}options=-c%20search_path%3D{}", self.server, self.name)
    }

    pub(crate) async fn remove(self) {
        let mut connection = PgConnection::connect(&self.server).await.unwrap();
        let drop = AssertSqlSafe(format!("DROP SCHEMA {} CASCADE", self.name));
        sqlx::query(drop).execute(&mut connection).await.unwrap();
    }
}

pub(crate) async fn schema() -> Option<Schema> {
    static SAY: Once = Once::new();
    let Ok(server) = std::env::var("MEYDAN_TEST_POSTGRES") else {
        // Not `eprintln!`: what a passing test prints is kept back, and this must be seen.
        SAY.call_once(|| {
            let line = b"meydan-store: PostgreSQL was NOT tested; set MEYDAN_TEST_POSTGRES to the address of a server\n";
            std::io::stderr().write_all(line).unwrap();
        });
        return None;
    };
    let schema = Schema { server, name: format!("test_{}", ContestId::fresh()) };
    let mut connection = PgConnection::connect(&schema.server).await.unwrap();
    sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA {}", schema.name)))
        .execute(&mut connection)
        .await
        .unwrap();
    Some(schema)
}

pub(crate) async fn postgres() -> Option<(Store, Schema)> {
    let schema = schema().await?;
    Some((Store::open(&schema.url()).await.unwrap(), schema))
}

pub(crate) const NOW: Time = Time(1_800_000_000_000);

pub(crate) async fn user(tx: &mut Tx, name: &str) -> User {
    let new = NewUser { name, email: None, password: None, role: Role::Contestant, lang: None, created: NOW };
    tx.add_user(&new).await.unwrap()
}

pub(crate) async fn contest(tx: &mut Tx, slug: &str) -> Contest {
    let settings = Json::of(&serde_json::json!({ "maps": ["small"] })).unwrap();
    let new = NewContest {
        slug,
        title: "Spring cup",
        about: "",
        game: "labyrinth",
        settings: &settings,
        access: Access::Open,
        code_hash: None,
        opens: None,
        freezes: Some(NOW),
        closes: None,
        created: NOW,
        created_by: None,
        demo: false,
    };
    tx.add_contest(&new).await.unwrap()
}

pub(crate) async fn team(tx: &mut Tx, contest: &Contest, name: &str) -> Team {
    let code = Hash::of(name);
    let new = NewTeam { contest: &contest.id, name, code_hash: Some(&code), created: NOW, house: None };
    tx.add_team(&new).await.unwrap()
}

pub(crate) async fn version(tx: &mut Tx, team: &Team) -> Version {
    let new = NewVersion { team: &team.id, by_user: None, created: NOW, note: "", source: "abc", size: 3 };
    tx.add_version(&new).await.unwrap()
}
