//! People whom another issuer knows: OpenID Connect's subjects. How they prove it is the server's matter.

use meydan_arena::Error;
use meydan_store::{Error as StoreError, NewUser, Role, Tx, User};
use serde_json::json;

use crate::accounts::SIGN_UPS;
use crate::league::Told;
use crate::name::name;
use crate::{Caller, League, SignedIn};

/// Somebody as another issuer knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The issuer.
    pub issuer: String,
    /// What it calls them among its own, for ever.
    pub subject: String,
    /// What they would like to be called, if the issuer says so. It proves nothing.
    pub name: Option<String>,
}

/// What somebody is called of whom no name is told.
const NAMELESS: &str = "player";
/// How many names like the one that is taken are tried.
const LIKE_IT: u32 = 100;

impl League {
    /// Signs in somebody who has [knocked](League::knock) and proved to be this. Whoever comes for the first time gets an account. An account that is there
    /// already is never taken because a name or an address is the same: only its owner links it ([`link`](League::link)).
    pub async fn sign_in_elsewhere(
        &self,
        caller: &Caller,
        identity: &Identity,
        agent: &str,
    ) -> Result<SignedIn, Error> {
        let mut reader = self.store.read().await.told()?;
        let known = reader.identity(&identity.issuer, &identity.subject).await.told()?;
        let user = match known {
            Some(user) => reader.user(&user).await.told()?,
            None => {
                drop(reader);
                self.welcome(caller, identity).await?
            }
        };
        if user.disabled {
            return Err(Error::Forbidden("this account is shut out; ask an organiser".to_owned()));
        }
        self.begin_session(user, agent).await
    }

    async fn welcome(&self, caller: &Caller, identity: &Identity) -> Result<User, Error> {
        if !self.open_sign_up {
            return Err(Error::Forbidden(
                "accounts are made by the organisers here; ask one of them".to_owned(),
            ));
        }
        self.ration(caller, "sign up", SIGN_UPS).await?;
        let mut tx = self.store.begin().await.told()?;
        let user = self.add_nameless(&mut tx, identity.name.as_deref().unwrap_or_default()).await?;
        tx.add_identity(&identity.issuer, &identity.subject, &user.id).await.told()?;
        let detail = json!({ "role": user.role, "issuer": identity.issuer });
        self.note(&mut tx, caller, "account made", user.id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        Ok(user)
    }

    /// Makes an account without a password, called as wished or like it.
    async fn add_nameless(&self, tx: &mut Tx, wish: &str) -> Result<User, Error> {
        let wish = fit(wish);
        for number in 1..=LIKE_IT {
            let called = if number == 1 { wish.clone() } else { format!("{wish} {number}") };
            let new = NewUser {
                name: &called,
                email: None,
                password: None,
                role: Role::Contestant,
                lang: None,
                created: self.now(),
            };
            match tx.add_user(&new).await {
                Err(StoreError::Taken { .. }) => {}
                added => return added.told(),
            }
        }
        Err(Error::Conflict(format!(
            "there are too many people called `{wish}`; ask an organiser for an account"
        )))
    }

    /// Lets the caller sign in to their account as this, too.
    pub async fn link(&self, caller: &Caller, identity: &Identity) -> Result<(), Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let mut tx = self.store.begin().await.told()?;
        match tx.identity(&identity.issuer, &identity.subject).await.told()? {
            Some(user) if user == account.user => return Ok(()),
            Some(_) => {
                return Err(Error::Conflict(
                    "another account here is signed in to with that; unlink it there first".to_owned(),
                ));
            }
            None => {}
        }
        let linked = tx.identities(&account.user).await.told()?;
        if linked.iter().any(|(issuer, _)| *issuer == identity.issuer) {
            return Err(Error::Conflict("your account is linked already; unlink it first".to_owned()));
        }
        tx.add_identity(&identity.issuer, &identity.subject, &account.user).await.told()?;
        let detail = json!({ "issuer": identity.issuer });
        self.note(&mut tx, caller, "identity linked", account.user.as_str(), &detail).await?;
        tx.commit().await.told()
    }

    /// The caller no longer signs in there. Whoever has no password would be locked out by that.
    pub async fn unlink(&self, caller: &Caller, issuer: &str) -> Result<(), Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let mut tx = self.store.begin().await.told()?;
        if tx.user(&account.user).await.told()?.password.is_none() {
            return Err(Error::Conflict(
                "your account has no password, so you could not sign in any more; choose one first"
                    .to_owned(),
            ));
        }
        if tx.remove_identities(issuer, &account.user).await.told()? == 0 {
            return Err(Error::Missing("your account is not linked".to_owned()));
        }
        let detail = json!({ "issuer": issuer });
        self.note(&mut tx, caller, "identity unlinked", account.user.as_str(), &detail).await?;
        tx.commit().await.told()
    }
}

/// A wish that can be a name, with room for a number.
fn fit(wish: &str) -> String {
    let seen: String = wish.chars().filter(|&c| name("a name", &format!("x{c}x")).is_ok()).take(34).collect();
    name("a name", &seen).unwrap_or_else(|_| NAMELESS.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_an_issuer_says_becomes_a_name() {
        assert_eq!(fit("  Ada   Lovelace "), "Ada Lovelace");
        assert_eq!(fit("a\u{202e}b\u{0}c"), "abc");
        assert_eq!(fit("---"), NAMELESS);
        assert_eq!(fit(""), NAMELESS);
        assert_eq!(fit(&"x".repeat(100)).len(), 34);
    }
}
