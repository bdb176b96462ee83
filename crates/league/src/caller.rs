//! Who asks. Every use case takes a [`Caller`] first, and decides by it alone.

use meydan_arena::{Error, Visitor};
use meydan_store::{ContestId, Hash, Role, Scope, UserId};

/// Who asks for something.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Where they come from. Rates are limited by this, too.
    pub from: Visitor,
    /// Who they are.
    pub who: Who,
    /// The contest whose final they may moderate, because they were given its code.
    pub hall: Option<ContestId>,
}

/// Who somebody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody.
    Visitor,
    /// Somebody with an account.
    Account(Account),
    /// Whoever started this program: the command line on the arena's own machine.
    Host,
}

/// Somebody with an account, and how they have shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The account.
    pub user: UserId,
    /// What it may.
    pub role: Role,
    /// How they have shown it.
    pub by: By,
}

/// How an account was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// They signed in; this is the hash of the session's secret.
    Session(Hash),
    /// A token, which may less.
    Token(Vec<Scope>),
}

impl Caller {
    /// Anybody, from somewhere.
    pub fn visitor(from: Visitor) -> Caller {
        Caller { from, who: Who::Visitor, hall: None }
    }

    /// Whoever started this program.
    pub fn host() -> Caller {
        Caller { from: Visitor::Host, who: Who::Host, hall: None }
    }

    /// The account, if they have shown one.
    pub fn account(&self) -> Option<&Account> {
        match &self.who {
            Who::Account(account) => Some(account),
            Who::Visitor | Who::Host => None,
        }
    }

    /// The account, for something that needs one and this scope.
    pub(crate) fn must_have(&self, scope: Scope) -> Result<&Account, Error> {
        let account = self.account().ok_or_else(sign_in)?;
        match &account.by {
            By::Session(_) => Ok(account),
            By::Token(scopes) if scopes.contains(&scope) => Ok(account),
            By::Token(_) => Err(Error::Forbidden(format!(
                "this token has not the scope `{}`; make one that has it on your account's page",
                scope.word()
            ))),
        }
    }

    /// The account and its session: what changes the account itself cannot be done with a token.
    pub(crate) fn must_be_signed_in(&self) -> Result<(&Account, &Hash), Error> {
        let account = self.account().ok_or_else(sign_in)?;
        match &account.by {
            By::Session(hash) => Ok((account, hash)),
            By::Token(_) => Err(Error::Forbidden("a token cannot do that; sign in on the page".to_owned())),
        }
    }

    /// The session of somebody who is signed in.
    pub fn session(&self) -> Result<&Hash, Error> {
        self.must_be_signed_in().map(|(_, session)| session)
    }

    /// Whether they may do everything.
    pub(crate) fn is_admin(&self, scope: Scope) -> bool {
        match &self.who {
            Who::Host => true,
            Who::Account(account) => account.role == Role::Admin && self.must_have(scope).is_ok(),
            Who::Visitor => false,
        }
    }

    /// Only admins go on. Others are told, because that there is such a place is no secret.
    pub(crate) fn must_be_admin(&self) -> Result<(), Error> {
        if self.is_admin(Scope::Desk) {
            return Ok(());
        }
        match self.who {
            Who::Visitor => Err(sign_in()),
            _ => Err(Error::Forbidden("only an admin may do that".to_owned())),
        }
    }

    /// Who it was, for the audit log.
    pub(crate) fn signature(&self) -> Option<UserId> {
        self.account().map(|account| account.user.clone())
    }
}

pub(crate) fn sign_in() -> Error {
    Error::SignIn("sign in first".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str, role: Role) -> Caller {
        let scopes = text.split(' ').map(|word| word.parse().unwrap()).collect();
        let account = Account { user: UserId::fresh(), role, by: By::Token(scopes) };
        Caller { from: Visitor::Host, who: Who::Account(account), hall: None }
    }

    #[test]
    fn a_token_may_what_its_scopes_say_and_never_the_account_itself() {
        let reader = token("read", Role::Admin);
        assert!(reader.must_have(Scope::Read).is_ok());
        assert_eq!(reader.must_have(Scope::Submit).unwrap_err().code(), "forbidden");
        assert!(!reader.is_admin(Scope::Desk), "an admin's token is an admin's only with the scope for it");
        assert!(token("desk", Role::Admin).is_admin(Scope::Desk));
        assert!(!token("desk", Role::Contestant).is_admin(Scope::Desk));
        assert_eq!(
            token("read submit play desk", Role::Admin).must_be_signed_in().unwrap_err().code(),
            "forbidden"
        );
    }

    #[test]
    fn a_visitor_is_asked_to_sign_in() {
        let visitor = Caller::visitor(Visitor::Host);
        assert_eq!(visitor.must_have(Scope::Read).unwrap_err().code(), "sign-in");
        assert_eq!(visitor.must_be_admin().unwrap_err().code(), "sign-in");
    }
}
