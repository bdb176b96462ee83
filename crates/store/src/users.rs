//! Users.

use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::link::{Reader, Tx};
use crate::names::name_key;
use crate::states::Role;
use crate::time::Time;
use crate::value::{args, from_row};

/// A user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Who.
    pub id: UserId,
    /// As they spell it.
    pub name: String,
    /// What makes it another name than all others: [`name_key`](crate::name_key).
    pub name_key: String,
    /// Where they can be reached.
    pub email: Option<String>,
    /// Argon2id as PHC text; whoever signs in elsewhere has none.
    pub password: Option<String>,
    /// What they may do.
    pub role: Role,
    /// The language they chose.
    pub lang: Option<String>,
    /// Whether an admin shut them out.
    pub disabled: bool,
    /// Since when there is this user.
    pub created: Time,
    /// When they had their data removed; the row stays for what refers to it.
    pub erased: Option<Time>,
}

from_row!(User { id, name, name_key, email, password, role, lang, disabled, created, erased });

/// A user to be made.
#[derive(Clone, Debug)]
pub struct NewUser<'a> {
    /// As they spell it.
    pub name: &'a str,
    /// Where they can be reached.
    pub email: Option<&'a str>,
    /// Argon2id as PHC text.
    pub password: Option<&'a str>,
    /// What they may do.
    pub role: Role,
    /// The language they chose.
    pub lang: Option<&'a str>,
    /// Now.
    pub created: Time,
}

/// What is to be changed of a user; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct UserChange<'a> {
    /// Another name.
    pub name: Option<&'a str>,
    /// Another address, or none.
    pub email: Option<Option<&'a str>>,
    /// Another password, or none.
    pub password: Option<Option<&'a str>>,
    /// Another role.
    pub role: Option<Role>,
    /// Another language, or none.
    pub lang: Option<Option<&'a str>>,
    /// Shut out, or let in again.
    pub disabled: Option<bool>,
}

impl Reader {
    /// A user.
    pub async fn user(&mut self, id: &UserId) -> Result<User> {
        let user = self.one("SELECT * FROM users WHERE id = $1", args![id]).await?;
        user.ok_or(Error::Missing { what: "user" })
    }

    /// The user with that name, however it is spelled.
    pub async fn user_named(&mut self, name: &str) -> Result<Option<User>> {
        self.one("SELECT * FROM users WHERE name_key = $1", args![name_key(name)]).await
    }

    /// Users in the order of their names, from after a name key; `text` is part of a name. Those erased are left out.
    pub async fn users(&mut self, text: &str, after: &str, limit: i64) -> Result<Vec<User>> {
        let sql = "SELECT * FROM users WHERE erased IS NULL AND name_key > $1 AND name_key LIKE $2 ESCAPE '\\' \
                   ORDER BY name_key LIMIT $3";
        self.all(sql, args![after, contains(text), limit]).await
    }

    /// How many users with that role could sign in.
    pub async fn count_role(&mut self, role: Role) -> Result<i64> {
        let sql = "SELECT COUNT(*) AS a FROM users WHERE role = $1 AND disabled = 0 AND erased IS NULL";
        self.count(sql, args![role]).await
    }
}

impl Tx {
    /// Makes a user. A name that is taken is [`Error::Taken`].
    pub async fn add_user(&mut self, new: &NewUser<'_>) -> Result<User> {
        let sql = "INSERT INTO users (id, name, name_key, email, password, role, lang, created) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (name_key) DO NOTHING RETURNING *";
        let (id, key) = (UserId::fresh(), name_key(new.name));
        let args = args![id, new.name, key, new.email, new.password, new.role, new.lang, new.created];
        self.one(sql, args).await?.ok_or(Error::Taken { what: "name" })
    }

    /// Changes a user.
    pub async fn change_user(&mut self, id: &UserId, change: &UserChange<'_>) -> Result<User> {
        let user = self.user(id).await?;
        if user.erased.is_some() {
            return Err(Error::Missing { what: "user" });
        }
        let name = change.name.unwrap_or(&user.name);
        let key = name_key(name);
        if key != user.name_key && self.user_named(name).await?.is_some() {
            return Err(Error::Taken { what: "name" });
        }
        let email = change.email.unwrap_or(user.email.as_deref());
        let password = change.password.unwrap_or(user.password.as_deref());
        let lang = change.lang.unwrap_or(user.lang.as_deref());
        let (role, disabled) = (change.role.unwrap_or(user.role), change.disabled.unwrap_or(user.disabled));
        let sql = "UPDATE users SET name = $2, name_key = $3, email = $4, password = $5, lang = $6, role = $7, disabled = $8 \
                   WHERE id = $1 RETURNING *";
        let args = args![id, name, key, email, password, lang, role, disabled];
        self.one(sql, args).await?.ok_or(Error::Missing { what: "user" })
    }

    /// Removes everything that says who a user was, and every way in: sessions, tokens, reset links, identities. The row stays, with no
    /// name, because matches and versions refer to it. Their teams are the caller's matter.
    pub async fn erase_user(&mut self, id: &UserId, now: Time) -> Result<()> {
        self.end_sessions(id, None).await?;
        self.run("DELETE FROM tokens WHERE user_id = $1", args![id]).await?;
        self.run("DELETE FROM resets WHERE user_id = $1", args![id]).await?;
        self.run("UPDATE resets SET made_by = NULL WHERE made_by = $1", args![id]).await?;
        self.run("DELETE FROM identities WHERE user_id = $1", args![id]).await?;
        self.run("DELETE FROM organisers WHERE user_id = $1", args![id]).await?;
        self.forget_class_person(id).await?;
        let sql = "UPDATE users SET name = '', name_key = '#' || id, email = NULL, password = NULL, lang = NULL, \
                   role = 'contestant', disabled = 1, erased = $2 \
                   WHERE id = $1 AND erased IS NULL";
        match self.run(sql, args![id, now]).await? {
            0 => Err(Error::Missing { what: "user" }),
            _ => Ok(()),
        }
    }
}

/// A pattern for what holds this text somewhere, as names are compared.
pub(crate) fn contains(text: &str) -> String {
    let mut pattern = String::from("%");
    for char in name_key(text).chars() {
        if ['%', '_', '\\'].contains(&char) {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern.push('%');
    pattern
}
