//! Tokens of the API.

use crate::error::{Error, Result};
use crate::ids::{Hash, TokenId, UserId};
use crate::link::{Reader, Tx};
use crate::states::Scope;
use crate::time::Time;
use crate::value::{FromRow, Row, args};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which one.
    pub id: TokenId,
    /// Whose.
    pub user: UserId,
    /// What its owner calls it.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// Since when there is this token.
    pub created: Time,
    /// When it was last used.
    pub used: Option<Time>,
    /// When it ends, if ever.
    pub expires: Option<Time>,
}

impl FromRow for Token {
    fn from_row(row: &Row) -> Result<Token> {
        let scopes: String = row.get("scopes")?;
        let scope = |word: &str| {
            word.parse().map_err(|_| Error::Unknown { word: word.to_owned(), column: "scopes".to_owned() })
        };
        Ok(Token {
            id: row.get("id")?,
            user: row.get("user_id")?,
            label: row.get("label")?,
            scopes: scopes.split_whitespace().map(scope).collect::<Result<_>>()?,
            created: row.get("created")?,
            used: row.get("used")?,
            expires: row.get("expires")?,
        })
    }
}

/// A token to be made.
#[derive(Clone, Debug)]
pub struct NewToken<'a> {
    /// Whose.
    pub user: &'a UserId,
    /// What its owner calls it.
    pub label: &'a str,
    /// Of its secret.
    pub hash: &'a Hash,
    /// What it may be used for.
    pub scopes: &'a [Scope],
    /// Now.
    pub created: Time,
    /// When it ends, if ever.
    pub expires: Option<Time>,
}

impl Reader {
    /// The token with that secret, if it has not ended.
    pub async fn token(&mut self, hash: &Hash, now: Time) -> Result<Option<Token>> {
        let sql = "SELECT * FROM tokens WHERE hash = $1 AND (expires IS NULL OR expires > $2)";
        self.one(sql, args![hash, now]).await
    }

    /// A user's tokens, the oldest first.
    pub async fn tokens(&mut self, user: &UserId) -> Result<Vec<Token>> {
        self.all("SELECT * FROM tokens WHERE user_id = $1 ORDER BY created, id", args![user]).await
    }
}

impl Tx {
    /// Makes a token.
    pub async fn add_token(&mut self, new: &NewToken<'_>) -> Result<Token> {
        let scopes = new.scopes.iter().map(|scope| scope.word()).collect::<Vec<_>>().join(" ");
        let sql = "INSERT INTO tokens (id, user_id, label, hash, scopes, created, expires) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *";
        let args = args![TokenId::fresh(), new.user, new.label, new.hash, scopes, new.created, new.expires];
        self.one(sql, args).await?.ok_or(Error::Missing { what: "token" })
    }

    /// Notes that a token was used.
    pub async fn see_token(&mut self, id: &TokenId, now: Time) -> Result<()> {
        self.run("UPDATE tokens SET used = $2 WHERE id = $1", args![id, now]).await.map(drop)
    }

    /// Ends all tokens of a user.
    pub async fn end_tokens(&mut self, user: &UserId) -> Result<u64> {
        self.run("DELETE FROM tokens WHERE user_id = $1", args![user]).await
    }

    /// Ends a token of a user.
    pub async fn end_token(&mut self, user: &UserId, id: &TokenId) -> Result<()> {
        match self.run("DELETE FROM tokens WHERE id = $1 AND user_id = $2", args![id, user]).await? {
            0 => Err(Error::Missing { what: "token" }),
            _ => Ok(()),
        }
    }
}
