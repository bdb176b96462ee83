//! How users get in: sessions, reset links, identities of other issuers.

use crate::error::{Error, Result};
use crate::ids::{Hash, UserId};
use crate::link::{Reader, Tx};
use crate::time::Time;
use crate::value::{args, from_row};

/// A user who is signed in somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Of the secret in the cookie.
    pub hash: Hash,
    /// Who.
    pub user: UserId,
    /// When they signed in.
    pub created: Time,
    /// When they were last here.
    pub seen: Time,
    /// When it ends.
    pub expires: Time,
    /// What their browser calls itself.
    pub agent: String,
}

from_row!(Session { hash, user = "user_id", created, seen, expires, agent });

/// A session to be begun.
#[derive(Clone, Debug)]
pub struct NewSession<'a> {
    /// Of the secret in the cookie.
    pub hash: &'a Hash,
    /// Who.
    pub user: &'a UserId,
    /// Now.
    pub created: Time,
    /// When it ends.
    pub expires: Time,
    /// What their browser calls itself.
    pub agent: &'a str,
}

/// A link with which a user sets a new password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    /// Of the secret in the link.
    pub hash: Hash,
    /// Whose password.
    pub user: UserId,
    /// Until when.
    pub expires: Time,
    /// Who made it, if not the command line.
    pub made_by: Option<UserId>,
    /// When it was used.
    pub used: Option<Time>,
}

from_row!(Reset { hash, user = "user_id", expires, made_by, used });

impl Reader {
    /// The session with that secret, if it has not ended.
    pub async fn session(&mut self, hash: &Hash, now: Time) -> Result<Option<Session>> {
        self.one("SELECT * FROM sessions WHERE hash = $1 AND expires > $2", args![hash, now]).await
    }

    /// All sessions of a user that have not ended, the latest seen first.
    pub async fn sessions(&mut self, user: &UserId, now: Time) -> Result<Vec<Session>> {
        let sql = "SELECT * FROM sessions WHERE user_id = $1 AND expires > $2 ORDER BY seen DESC, hash";
        self.all(sql, args![user, now]).await
    }

    /// The user whom another issuer knows by that subject.
    pub async fn identity(&mut self, issuer: &str, subject: &str) -> Result<Option<UserId>> {
        let sql = "SELECT user_id AS a FROM identities WHERE issuer = $1 AND subject = $2";
        Ok(self.one::<(UserId,)>(sql, args![issuer, subject]).await?.map(|(user,)| user))
    }

    /// What other issuers know a user by: issuer and subject.
    pub async fn identities(&mut self, user: &UserId) -> Result<Vec<(String, String)>> {
        let sql =
            "SELECT issuer AS a, subject AS b FROM identities WHERE user_id = $1 ORDER BY issuer, subject";
        self.all(sql, args![user]).await
    }
}

impl Tx {
    /// Begins a session.
    pub async fn add_session(&mut self, new: &NewSession<'_>) -> Result<()> {
        let sql = "INSERT INTO sessions (hash, user_id, created, seen, expires, agent) VALUES ($1, $2, $3, $3, $4, $5)";
        self.run(sql, args![new.hash, new.user, new.created, new.expires, new.agent]).await.map(drop)
    }

    /// Notes that somebody was here, and puts the end off.
    pub async fn see_session(&mut self, hash: &Hash, now: Time, expires: Time) -> Result<()> {
        let sql = "UPDATE sessions SET seen = $2, expires = $3 WHERE hash = $1";
        self.run(sql, args![hash, now, expires]).await.map(drop)
    }

    /// Ends a session of a user.
    pub async fn end_session(&mut self, user: &UserId, hash: &Hash) -> Result<()> {
        match self.run("DELETE FROM sessions WHERE hash = $1 AND user_id = $2", args![hash, user]).await? {
            0 => Err(Error::Missing { what: "session" }),
            _ => Ok(()),
        }
    }

    /// Ends all sessions of a user but one, and says how many.
    pub async fn end_sessions(&mut self, user: &UserId, but: Option<&Hash>) -> Result<u64> {
        let sql = "DELETE FROM sessions WHERE user_id = $1 AND hash <> $2";
        self.run(sql, args![user, but.map_or("", Hash::as_str)]).await
    }

    /// Makes a link with which a user sets a new password. Older links of theirs no longer work.
    pub async fn add_reset(
        &mut self,
        hash: &Hash,
        user: &UserId,
        expires: Time,
        made_by: Option<&UserId>,
    ) -> Result<()> {
        self.run("DELETE FROM resets WHERE user_id = $1", args![user]).await?;
        let sql = "INSERT INTO resets (hash, user_id, expires, made_by) VALUES ($1, $2, $3, $4)";
        self.run(sql, args![hash, user, expires, made_by]).await.map(drop)
    }

    /// Uses a link, once, and says whose it is. One that is unknown, used or too old is [`Error::Missing`].
    pub async fn use_reset(&mut self, hash: &Hash, now: Time) -> Result<UserId> {
        let sql = "UPDATE resets SET used = $2 WHERE hash = $1 AND used IS NULL AND expires > $2 RETURNING user_id AS a";
        let user = self.one::<(UserId,)>(sql, args![hash, now]).await?;
        user.map(|(user,)| user).ok_or(Error::Missing { what: "reset link" })
    }

    /// Notes by which subject another issuer knows a user.
    pub async fn add_identity(&mut self, issuer: &str, subject: &str, user: &UserId) -> Result<()> {
        let sql = "INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT (issuer, subject) DO NOTHING";
        match self.run(sql, args![issuer, subject, user]).await? {
            0 => Err(Error::Taken { what: "identity" }),
            _ => Ok(()),
        }
    }

    /// An issuer no longer knows a user; says how many subjects that were.
    pub async fn remove_identities(&mut self, issuer: &str, user: &UserId) -> Result<u64> {
        self.run("DELETE FROM identities WHERE issuer = $1 AND user_id = $2", args![issuer, user]).await
    }

    /// Nobody signs in to this account elsewhere any more.
    pub async fn forget_identities(&mut self, user: &UserId) -> Result<u64> {
        self.run("DELETE FROM identities WHERE user_id = $1", args![user]).await
    }

    /// Removes sessions that have ended, and links and tokens that no longer work.
    pub async fn sweep_secrets(&mut self, now: Time) -> Result<u64> {
        let sessions = self.run("DELETE FROM sessions WHERE expires <= $1", args![now]).await?;
        let resets =
            self.run("DELETE FROM resets WHERE expires <= $1 OR used IS NOT NULL", args![now]).await?;
        let tokens = self.run("DELETE FROM tokens WHERE expires <= $1", args![now]).await?;
        Ok(sessions + resets + tokens)
    }
}
