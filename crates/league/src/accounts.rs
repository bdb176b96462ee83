//! Accounts: sign up, sign in, tokens, passwords, one's own data.

use std::time::Duration;

use meydan_arena::Error;
use meydan_store::{
    AuditFilter, NewSession, NewToken, NewUser, Role, Scope, Time, Token, TokenId, User, UserChange, UserId,
};
use serde_json::{Value, json};

use crate::guard::{DAY, Rate};
use crate::league::Told;
use crate::name::name;
use crate::view::{
    AccountChange, AccountMade, Deletion, Me, Membership, NewAccount, NewPassword, PasswordReset, ResetLink,
    SessionCard, SignIn, SignUp, TokenCard, TokenMade, UserCard,
};
use crate::{Account, By, Caller, League, Secret, TarStream, Who, view};

/// How long a session lasts after it was last used.
const SESSION: Duration = Duration::from_secs(30 * 24 * 3600);
/// How old a session's last use may be before it is written down again.
const SEEN_EVERY: Duration = Duration::from_secs(600);
/// How long a reset link works.
const RESET: Duration = DAY;
/// How long the first link of an account works that an admin made.
const WELCOME: Duration = Duration::from_secs(7 * 24 * 3600);
/// How many wrong passwords one address may try on one name: after five there is a rest of up to a minute, after ten of up to ten, after
/// twenty of up to an hour.
const GUESSES: [Rate; 3] = [
    Rate { most: 5, window: Duration::from_secs(60) },
    Rate { most: 10, window: Duration::from_secs(600) },
    Rate { most: 20, window: Duration::from_secs(3600) },
];
/// How many passwords may be tried on one account from everywhere together.
const FROM_EVERYWHERE: Rate = Rate::hourly(100);
/// How many tokens an account may have.
const TOKENS: usize = 50;
/// The languages of the page.
const LANGUAGES: [&str; 3] = ["en", "fa", "fr"];

/// A whole school may come from one address.
pub(crate) const SIGN_UPS: Rate = Rate::hourly(200);
const SIGN_INS: Rate = Rate { most: 60, window: Duration::from_secs(600) };
const RESETS: Rate = Rate::hourly(20);

/// Somebody who has just signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Who.
    pub me: Me,
    /// The secret of the session, for the cookie.
    pub session: Secret,
    /// How long the cookie is good for.
    pub lasts: Duration,
}

impl League {
    /// Who shows this session, or a visitor.
    pub async fn by_session(&self, caller: Caller, secret: &Secret) -> Result<Caller, Error> {
        let (hash, now) = (secret.hash(), self.now());
        let mut reader = self.store.read().await.told()?;
        let Some(session) = reader.session(&hash, now).await.told()? else { return Ok(caller) };
        let user = reader.user(&session.user).await.told()?;
        drop(reader);
        if user.disabled {
            return Ok(caller);
        }
        if now.since(session.seen) > SEEN_EVERY {
            let mut tx = self.store.begin().await.told()?;
            tx.see_session(&hash, now, now.plus(SESSION)).await.told()?;
            tx.commit().await.told()?;
        }
        Ok(Caller { who: who(user, By::Session(hash)), ..caller })
    }

    /// Who shows this token. One that is not known is refused, because a program should not go on as a visitor.
    pub async fn by_token(&self, caller: Caller, secret: &Secret) -> Result<Caller, Error> {
        let (hash, now) = (secret.hash(), self.now());
        let unknown =
            || Error::SignIn("this token is not known; it may have been taken back or have ended".to_owned());
        let mut reader = self.store.read().await.told()?;
        let token = reader.token(&hash, now).await.told()?.ok_or_else(unknown)?;
        let user = reader.user(&token.user).await.told()?;
        drop(reader);
        if user.disabled {
            return Err(unknown());
        }
        if token.used.is_none_or(|used| now.since(used) > SEEN_EVERY) {
            let mut tx = self.store.begin().await.told()?;
            tx.see_token(&token.id, now).await.told()?;
            tx.commit().await.told()?;
        }
        Ok(Caller { who: who(user, By::Token(token.scopes)), ..caller })
    }

    /// Makes an account and signs in.
    pub async fn sign_up(&self, caller: &Caller, wish: SignUp, agent: &str) -> Result<SignedIn, Error> {
        if !self.open_sign_up {
            return Err(Error::Forbidden(
                "accounts are made by the organisers here; ask one of them".to_owned(),
            ));
        }
        let (name, email, lang) = (name("a name", &wish.name)?, email(wish.email)?, lang(wish.lang)?);
        self.ration(caller, "sign up", SIGN_UPS).await?;
        let password = self.passwords.keep(&wish.password).await?;
        let user = self.add_user(caller, &name, email, Some(&password), Role::Contestant, lang).await?;
        self.begin_session(user, agent).await
    }

    /// Makes an account for somebody else: the first admin, from the command line.
    pub async fn make_account(&self, caller: &Caller, wish: SignUp, role: Role) -> Result<UserCard, Error> {
        caller.must_be_admin()?;
        let (name, email, lang) = (name("a name", &wish.name)?, email(wish.email)?, lang(wish.lang)?);
        let password = self.passwords.keep(&wish.password).await?;
        self.add_user(caller, &name, email, Some(&password), role, lang).await.map(|user| user_card(&user))
    }

    /// Makes an account for somebody, who chooses their password with the link that comes of it.
    pub async fn new_account(&self, caller: &Caller, wish: NewAccount) -> Result<AccountMade, Error> {
        caller.must_be_admin()?;
        let name = name("a name", &wish.name)?;
        let role = parse_role(wish.role.as_deref())?.unwrap_or(Role::Contestant);
        self.no_admins_for_show(caller, role).await?;
        let user = self.add_user(caller, &name, None, None, role, None).await?;
        // A list of links that is made on a Friday should work on Monday.
        let reset = self.reset_within(caller, user.id.as_str(), WELCOME).await?;
        Ok(AccountMade { user: user_card(&user), reset })
    }

    async fn add_user(
        &self,
        caller: &Caller,
        name: &str,
        email: Option<String>,
        password: Option<&str>,
        role: Role,
        lang: Option<String>,
    ) -> Result<User, Error> {
        let mut tx = self.store.begin().await.told()?;
        let new = NewUser {
            name,
            email: email.as_deref(),
            password,
            role,
            lang: lang.as_deref(),
            created: self.now(),
        };
        let user = tx.add_user(&new).await.told()?;
        self.note(&mut tx, caller, "account made", user.id.as_str(), &json!({ "role": role })).await?;
        tx.commit().await.told()?;
        Ok(user)
    }

    /// Somebody wants to sign in; not everybody may as often as they like.
    pub async fn knock(&self, caller: &Caller) -> Result<(), Error> {
        self.ration(caller, "sign in", SIGN_INS).await
    }

    /// Signs in. Whoever is wrong too often waits, longer each time.
    pub async fn sign_in(&self, caller: &Caller, wish: SignIn, agent: &str) -> Result<SignedIn, Error> {
        self.knock(caller).await?;
        let user = self.store.read().await.told()?.user_named(&wish.name).await.told()?;
        let user = user.filter(|user| !user.disabled);
        self.count_guess(caller, &wish.name).await?;
        let kept = user.as_ref().and_then(|user| user.password.as_deref());
        let mut right = self.passwords.check(&wish.password, kept).await?;
        let copied = Secret::shown(&wish.password);
        if !right && copied.reveal() != wish.password {
            // A pupil's key is copied from a slip: in capitals, in groups, with the digits of another keyboard.
            let key = kept.filter(|_| user.as_ref().is_some_and(|user| user.email.is_none()));
            right = self.passwords.check(copied.reveal(), key).await?;
        }
        match user {
            Some(user) if right => {
                self.forgive_guesses(caller, &wish.name).await?;
                tracing::info!(user = %user.id, from = %caller.from, "somebody signed in");
                self.begin_session(user, agent).await
            }
            _ => {
                tracing::warn!(from = %caller.from, "a wrong name or password was tried");
                Err(Error::SignIn("there is no such account, or the password is another".to_owned()))
            }
        }
    }

    /// Counts a password that is tried on a name from an address. Whoever is wrong too often waits, longer each time. It is counted for
    /// each address by itself, so that nobody can lock somebody else out where they are, and for names that nobody has, so that nobody can tell those apart.
    async fn count_guess(&self, caller: &Caller, name: &str) -> Result<(), Error> {
        let now = self.now();
        let mut tx = self.store.begin().await.told()?;
        let mut wait = Duration::ZERO;
        for rate in GUESSES {
            let count = tx.hit(&guess_key(caller, name, rate), now, rate.window).await.told()?;
            if count > rate.most {
                let length = rate.window.as_millis() as i64;
                let left = length - now.0.rem_euclid(length);
                wait = wait.max(Duration::from_millis(left.unsigned_abs()));
            }
        }
        let everywhere = format!("guess all {}", meydan_store::name_key(name));
        let guessed = tx.hit(&everywhere, now, FROM_EVERYWHERE.window).await.told()?;
        let elsewhere =
            guessed > FROM_EVERYWHERE.most && !tx.was_hit(&right_key(caller, name)).await.told()?;
        tx.commit().await.told()?;
        if elsewhere || wait >= Duration::from_secs(1) {
            tracing::warn!(from = %caller.from, guessed, "passwords are being guessed");
        }
        match wait.as_secs() {
            0 if elsewhere => Err(Error::Busy(
                "many wrong passwords were tried on this account from elsewhere; sign in where you did lately, or ask an organiser \
                 for a reset link"
                    .to_owned(),
            )),
            0 => Ok(()),
            seconds => Err(Error::Busy(format!(
                "too many wrong passwords for this account; try again in {seconds} seconds"
            ))),
        }
    }

    /// Whoever is right was not guessing.
    async fn forgive_guesses(&self, caller: &Caller, name: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        for rate in GUESSES {
            tx.forgive(&guess_key(caller, name, rate)).await.told()?;
        }
        // Where the right password came from, it may be tried for a day whatever others do.
        tx.hit(&right_key(caller, name), self.now(), DAY).await.told()?;
        tx.commit().await.told()
    }

    pub(crate) async fn begin_session(&self, user: User, agent: &str) -> Result<SignedIn, Error> {
        let (session, now) = (Secret::draw("ms_", 32)?, self.now());
        let agent: String = agent.chars().take(200).collect();
        let mut tx = self.store.begin().await.told()?;
        let new = NewSession {
            hash: &session.hash(),
            user: &user.id,
            created: now,
            expires: now.plus(SESSION),
            agent: &agent,
        };
        tx.add_session(&new).await.told()?;
        tx.commit().await.told()?;
        let me = self.me_of(&user).await?;
        Ok(SignedIn { me, session, lasts: SESSION })
    }

    /// Signs out. It is not an error not to be signed in.
    pub async fn sign_out(&self, caller: &Caller) -> Result<(), Error> {
        let Ok((account, hash)) = caller.must_be_signed_in() else { return Ok(()) };
        let mut tx = self.store.begin().await.told()?;
        // It may have ended meanwhile.
        let _ = tx.end_session(&account.user, hash).await;
        tx.commit().await.told()
    }

    /// Who the caller is.
    pub async fn me(&self, caller: &Caller) -> Result<Me, Error> {
        let account = caller.must_have(Scope::Read)?;
        let user = self.store.read().await.told()?.user(&account.user).await.told()?;
        self.me_of(&user).await
    }

    async fn me_of(&self, user: &User) -> Result<Me, Error> {
        let mut reader = self.store.read().await.told()?;
        let mut teams = Vec::new();
        for team in reader.teams_of(&user.id).await.told()? {
            let contest = reader.contest(&team.contest).await.told()?;
            let rank = reader.rank_in(&team.id, &user.id).await.told()?;
            teams.push(Membership {
                contest: contest.slug,
                title: contest.title,
                team: team.id.to_string(),
                name: team.name,
                rank: rank.map(|rank| rank.to_string()).unwrap_or_default(),
            });
        }
        let mut runs = Vec::new();
        for contest in reader.organised_by(&user.id).await.told()? {
            runs.push(reader.contest(&contest).await.told()?.slug);
        }
        Ok(Me {
            id: user.id.to_string(),
            name: user.name.clone(),
            email: user.email.clone(),
            role: user.role.to_string(),
            lang: user.lang.clone(),
            has_password: user.password.is_some(),
            linked: !reader.identities(&user.id).await.told()?.is_empty(),
            teams,
            runs,
        })
    }

    /// Changes what the account says of itself.
    pub async fn change_me(&self, caller: &Caller, change: AccountChange) -> Result<Me, Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let new_name = change.name.map(|text| name("a name", &text)).transpose()?;
        let new_email = change.email.map(|text| email(Some(text))).transpose()?;
        let new_lang = change.lang.map(|text| lang(Some(text))).transpose()?;
        let change = UserChange {
            name: new_name.as_deref(),
            email: new_email.as_ref().map(Option::as_deref),
            lang: new_lang.as_ref().map(Option::as_deref),
            ..UserChange::default()
        };
        let mut tx = self.store.begin().await.told()?;
        let before = tx.user(&account.user).await.told()?;
        let user = tx.change_user(&account.user, &change).await.told()?;
        let renamed = (before.name != user.name).then(|| json!({ "from": before.name, "to": user.name }));
        self.note(&mut tx, caller, "account changed", user.id.as_str(), &renamed).await?;
        tx.commit().await.told()?;
        self.me_of(&user).await
    }

    /// Changes the password. All other sessions end, because somebody else may have had the old one.
    pub async fn change_password(&self, caller: &Caller, wish: NewPassword) -> Result<(), Error> {
        let (account, session) = caller.must_be_signed_in()?;
        let had_one = self.must_know(caller, account, &wish.old).await?;
        let password = self.passwords.keep(&wish.new).await?;
        let change = UserChange { password: Some(Some(&password)), ..UserChange::default() };
        let mut tx = self.store.begin().await.told()?;
        tx.change_user(&account.user, &change).await.told()?;
        tx.end_sessions(&account.user, Some(session)).await.told()?;
        // Whoever knew the old password may have made some, or have linked the account to one of their own.
        tx.end_tokens(&account.user).await.told()?;
        if had_one {
            tx.forget_identities(&account.user).await.told()?;
        }
        self.note(&mut tx, caller, "password changed", account.user.as_str(), &()).await?;
        tx.commit().await.told()
    }

    /// The password again, for what cannot be undone. Guessing is counted like signing in. Whether the account has one.
    async fn must_know(&self, caller: &Caller, account: &Account, password: &str) -> Result<bool, Error> {
        let user = self.store.read().await.told()?.user(&account.user).await.told()?;
        let Some(kept) = &user.password else { return Ok(false) };
        self.count_guess(caller, &user.name).await?;
        match self.passwords.check(password, Some(kept)).await? {
            true => self.forgive_guesses(caller, &user.name).await.map(|()| true),
            false => Err(Error::Forbidden("that is not your present password".to_owned())),
        }
    }

    /// Where the caller is signed in.
    pub async fn sessions(&self, caller: &Caller) -> Result<Vec<SessionCard>, Error> {
        let (account, current) = caller.must_be_signed_in()?;
        let sessions = self.store.read().await.told()?.sessions(&account.user, self.now()).await.told()?;
        let card = |session: meydan_store::Session| SessionCard {
            created: session.created.0,
            seen: session.seen.0,
            agent: session.agent,
            current: session.hash == *current,
        };
        Ok(sessions.into_iter().map(card).collect())
    }

    /// Ends all sessions but this one.
    pub async fn end_other_sessions(&self, caller: &Caller) -> Result<(), Error> {
        let (account, current) = caller.must_be_signed_in()?;
        let mut tx = self.store.begin().await.told()?;
        tx.end_sessions(&account.user, Some(current)).await.told()?;
        tx.commit().await.told()
    }

    /// The caller's tokens.
    pub async fn tokens(&self, caller: &Caller) -> Result<Vec<TokenCard>, Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let tokens = self.store.read().await.told()?.tokens(&account.user).await.told()?;
        Ok(tokens.into_iter().map(token_card).collect())
    }

    /// Makes a token for programs.
    pub async fn make_token(&self, caller: &Caller, wish: view::NewToken) -> Result<TokenMade, Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let label = name("a token's label", &wish.label)?;
        let scope = |word: &String| {
            word.parse::<Scope>().map_err(|error| Error::Wrong(format!("there is no such scope: {error}")))
        };
        let mut scopes = wish.scopes.iter().map(scope).collect::<Result<Vec<_>, _>>()?;
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() {
            return Err(Error::Wrong(
                "a token needs at least one scope: read, submit, play or desk".to_owned(),
            ));
        }
        if wish.days.is_some_and(|days| days == 0 || days > 3650) {
            return Err(Error::Wrong("a token lasts from 1 to 3650 days".to_owned()));
        }
        let now = self.now();
        let secret = Secret::draw("mt_", 32)?;
        let mut tx = self.store.begin().await.told()?;
        if tx.tokens(&account.user).await.told()?.len() >= TOKENS {
            return Err(Error::Conflict(format!("you have {TOKENS} tokens; take one back first")));
        }
        let new = NewToken {
            user: &account.user,
            label: &label,
            hash: &secret.hash(),
            scopes: &scopes,
            created: now,
            expires: wish.days.map(|days| now.plus(DAY * days)),
        };
        let token = tx.add_token(&new).await.told()?;
        self.note(&mut tx, caller, "token made", token.id.as_str(), &json!({ "scopes": scopes })).await?;
        tx.commit().await.told()?;
        Ok(TokenMade { token: token_card(token), secret: secret.reveal().to_owned() })
    }

    /// Takes a token back.
    pub async fn end_token(&self, caller: &Caller, id: &str) -> Result<(), Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let id: TokenId = id.parse().map_err(|_| Error::Missing("there is no such token".to_owned()))?;
        let mut tx = self.store.begin().await.told()?;
        tx.end_token(&account.user, &id).await.told()?;
        self.note(&mut tx, caller, "token taken back", id.as_str(), &()).await?;
        tx.commit().await.told()
    }

    /// A new password by an admin's link. All sessions, tokens and links of the account end.
    pub async fn reset(&self, caller: &Caller, wish: PasswordReset) -> Result<(), Error> {
        self.ration(caller, "reset", RESETS).await?;
        let password = self.passwords.keep(&wish.password).await?;
        let mut tx = self.store.begin().await.told()?;
        let gone =
            || Error::Missing("this link does not work any more; ask an organiser for a new one".to_owned());
        let user = tx.use_reset(&Secret::shown(&wish.code).hash(), self.now()).await.map_err(|_| gone())?;
        let change = UserChange { password: Some(Some(&password)), ..UserChange::default() };
        tx.change_user(&user, &change).await.told()?;
        tx.end_sessions(&user, None).await.told()?;
        tx.end_tokens(&user).await.told()?;
        tx.forget_identities(&user).await.told()?;
        self.note(&mut tx, caller, "password reset", user.as_str(), &()).await?;
        tx.commit().await.told()
    }

    /// A link with which somebody chooses a new password.
    pub async fn make_reset(&self, caller: &Caller, user: &str) -> Result<ResetLink, Error> {
        self.reset_within(caller, user, RESET).await
    }

    async fn reset_within(&self, caller: &Caller, user: &str, time: Duration) -> Result<ResetLink, Error> {
        caller.must_be_admin()?;
        let user = user_id(user)?;
        let (secret, expires) = (Secret::draw("", 26)?, self.now().plus(time));
        let mut tx = self.store.begin().await.told()?;
        let found = tx.user(&user).await.told()?;
        if found.erased.is_some() {
            return Err(no_user());
        }
        tx.add_reset(&secret.hash(), &user, expires, caller.signature().as_ref()).await.told()?;
        self.note(&mut tx, caller, "reset link made", user.as_str(), &()).await?;
        tx.commit().await.told()?;
        Ok(ResetLink { code: secret.reveal().to_owned(), expires: expires.0 })
    }

    /// Accounts whose name has a text in it, for admins.
    pub async fn users(&self, caller: &Caller, text: &str, after: &str) -> Result<Vec<UserCard>, Error> {
        caller.must_be_admin()?;
        let users = self.store.read().await.told()?.users(text, after, 100).await.told()?;
        Ok(users.iter().map(user_card).collect())
    }

    /// The account with a name, for the command line.
    pub async fn user_named(&self, caller: &Caller, name: &str) -> Result<UserCard, Error> {
        caller.must_be_admin()?;
        let user = self.store.read().await.told()?.user_named(name).await.told()?;
        user.as_ref().map(user_card).ok_or_else(|| Error::Missing(format!("there is no account `{name}`")))
    }

    /// Changes an account's role, or shuts it out.
    pub async fn change_user(
        &self,
        caller: &Caller,
        id: &str,
        change: view::UserChange,
    ) -> Result<UserCard, Error> {
        caller.must_be_admin()?;
        let id = user_id(id)?;
        let role = parse_role(change.role.as_deref())?;
        self.no_admins_for_show(caller, role.unwrap_or(Role::Contestant)).await?;
        let mut tx = self.store.begin().await.told()?;
        let before = tx.user(&id).await.told()?;
        let store_change = UserChange { role, disabled: change.disabled, ..UserChange::default() };
        let user = tx.change_user(&id, &store_change).await.told()?;
        let was_admin = before.role == Role::Admin && !before.disabled;
        let is_admin = user.role == Role::Admin && !user.disabled;
        if was_admin && !is_admin && tx.count_role(Role::Admin).await.told()? == 0 {
            return Err(Error::Conflict("this is the only admin; make another one first".to_owned()));
        }
        if user.disabled {
            tx.end_sessions(&id, None).await.told()?;
        }
        let detail = json!({ "role": role, "disabled": change.disabled });
        self.note(&mut tx, caller, "account changed", id.as_str(), &detail).await?;
        tx.commit().await.told()?;
        Ok(user_card(&user))
    }

    /// Everything that is kept about the caller, as data.
    pub async fn export_me(&self, caller: &Caller) -> Result<Value, Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let me = self.me(caller).await?;
        let (sessions, tokens) = (self.sessions(caller).await?, self.tokens(caller).await?);
        let mut reader = self.store.read().await.told()?;
        // Those of teams that one has left are one's own work, too.
        let versions = reader.versions_by(&account.user).await.told()?;
        let version = |version: meydan_store::Version| {
            json!({ "id": version.id, "team": version.team, "number": version.number, "state": version.state,
                "created": version.created, "note": version.note, "source": version.source })
        };
        let identities = reader.identities(&account.user).await.told()?;
        let audit = reader
            .audit(&AuditFilter { who: Some(account.user.clone()), ..AuditFilter::default() }, 10_000)
            .await
            .told()?;
        let done = |line: meydan_store::AuditLine| json!({ "at": line.at, "what": line.what, "subject": line.subject, "detail": line.detail });
        Ok(json!({
            "account": me, "sessions": sessions, "tokens": tokens, "identities": identities,
            "versions": versions.into_iter().map(version).collect::<Vec<_>>(),
            "done": audit.into_iter().map(done).collect::<Vec<_>>(),
        }))
    }

    /// The same with every archive that the caller sent and what its build said, as a tar archive that is made while it is read.
    pub async fn export_me_tar(&self, caller: &Caller) -> Result<TarStream, Error> {
        let (account, _) = caller.must_be_signed_in()?;
        let data = self.export_me(caller).await?;
        let mut reader = self.store.read().await.told()?;
        let mut files = Vec::new();
        for version in reader.versions_by(&account.user).await.told()? {
            files.push((format!("versions/{}/source.zip", version.id), version.source));
            files.extend(version.log.map(|log| (format!("versions/{}/build.txt", version.id), log)));
        }
        Ok(self.tar("account.json", data.to_string().into(), files))
    }

    /// Deletes the caller's account: name, address, password, sessions, tokens. Their teams stay with whoever else is in
    /// them; a team that nobody is left in withdraws from its contest, because others' results hang on its matches.
    pub async fn delete_me(&self, caller: &Caller, wish: Deletion) -> Result<(), Error> {
        let (account, _) = caller.must_be_signed_in()?;
        self.must_know(caller, account, &wish.password).await?;
        let mut tx = self.store.begin().await.told()?;
        let user = tx.user(&account.user).await.told()?;
        if user.role == Role::Admin && tx.count_role(Role::Admin).await.told()? == 1 {
            return Err(Error::Conflict("you are the only admin; make another one first".to_owned()));
        }
        let class = tx.class_person(&account.user).await.told()?.map(|person| person.contest);
        for team in tx.teams_of(&account.user).await.told()? {
            self.part_with(&mut tx, &team, &account.user).await?;
            if class.as_ref() == Some(&team.contest) {
                self.unname(&mut tx, &team).await?;
            }
        }
        tx.erase_user(&account.user, self.now()).await.told()?;
        self.note(&mut tx, caller, "account deleted", account.user.as_str(), &()).await?;
        tx.commit().await.told()
    }

    /// Forgets sessions, links and tokens that have ended. Called now and then.
    pub(crate) async fn sweep_secrets(&self, now: Time) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        tx.sweep_secrets(now).await.told()?;
        tx.commit().await.told()
    }
}

fn who(user: User, by: By) -> Who {
    Who::Account(Account { user: user.id, role: user.role, by })
}

fn guess_key(caller: &Caller, name: &str, rate: Rate) -> String {
    format!("guess {} {} {}", rate.window.as_secs(), caller.from, meydan_store::name_key(name))
}

fn right_key(caller: &Caller, name: &str) -> String {
    format!("right {} {}", caller.from, meydan_store::name_key(name))
}

fn parse_role(text: Option<&str>) -> Result<Option<Role>, Error> {
    let role = text.map(str::parse::<Role>).transpose();
    role.map_err(|error| Error::Wrong(format!("there is no such role: {error}")))
}

fn user_id(text: &str) -> Result<UserId, Error> {
    text.parse().map_err(|_| no_user())
}

fn no_user() -> Error {
    Error::Missing("there is no such user".to_owned())
}

fn email(text: Option<String>) -> Result<Option<String>, Error> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    match &text {
        Some(text)
            if text.len() > 254
                || text.chars().any(|c| c.is_control() || c.is_whitespace())
                || !text.contains('@') =>
        {
            Err(Error::Wrong("this is not an e-mail address; leave it empty if you have none".to_owned()))
        }
        _ => Ok(text),
    }
}

pub(crate) fn lang(text: Option<String>) -> Result<Option<String>, Error> {
    match text {
        Some(text) if text.is_empty() => Ok(None),
        Some(text) if !LANGUAGES.contains(&text.as_str()) => {
            Err(Error::Wrong("the page speaks `en`, `fa` and `fr`".to_owned()))
        }
        text => Ok(text),
    }
}

fn token_card(token: Token) -> TokenCard {
    TokenCard {
        id: token.id.to_string(),
        label: token.label,
        scopes: token.scopes.iter().map(|scope| scope.to_string()).collect(),
        created: token.created.0,
        used: token.used.map(|time| time.0),
        expires: token.expires.map(|time| time.0),
    }
}

fn user_card(user: &User) -> UserCard {
    UserCard {
        id: user.id.to_string(),
        name: user.name.clone(),
        email: user.email.clone(),
        role: user.role.to_string(),
        disabled: user.disabled,
        created: user.created.0,
    }
}
