//! The contest that comes with Meydan: house bots play a ladder, so that every page shows something.

use meydan_arena::Error;
use meydan_store::{ContestState, NewTeam, NewUser, Reader, Role, RoundKind, UserChange, UserId};
use serde_json::json;

use crate::league::Told;
use crate::view::NewContest;
use crate::{Caller, League, Ranking, Settings};

/// Where the demonstration is found.
pub const DEMO: &str = "demo";
/// Where the same is found in rounds.
const DEMO_ROUNDS: &str = "demo-rounds";
/// Who can sign in to it, with what.
pub const DEMO_ACCOUNTS: [(&str, Role); 2] = [("organiser", Role::Admin), ("contestant", Role::Contestant)];
/// The password of all of them. Such accounts are made only for the demonstration.
pub const DEMO_PASSWORD: &str = "meydan-demo";

/// Where it is written which accounts were made for it.
const ACCOUNTS: &str = "demo accounts";

/// A contest for show.
struct Show {
    slug: &'static str,
    title: &'static str,
    about: &'static str,
    news: &'static str,
    ranking: Ranking,
}

/// How often it is tried to make the demonstration, and how long it is waited in between.
const TRIES: u32 = 5;
const AGAIN: std::time::Duration = std::time::Duration::from_millis(400);

impl League {
    /// Makes the demonstration, unless it is there: a ladder and a contest in rounds. Whoever changed the password of its accounts has
    /// not changed it for the next one. Whether it was made.
    pub async fn make_demo(&self, game: &str) -> Result<bool, Error> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.try_to_make_demo(game).await {
                // Another arena on the same database makes it at the same time. Whatever it has made is taken as it is.
                Err(Error::Conflict(_)) if tries < TRIES => tokio::time::sleep(AGAIN).await,
                made => return made,
            }
        }
    }

    async fn try_to_make_demo(&self, game: &str) -> Result<bool, Error> {
        self.demo_accounts().await?;
        let ladder = Show {
            slug: DEMO,
            title: "The demonstration",
            about: "House bots play a ladder here, all the time. Make a team, send a bot, and join them: \
                `meydan new` gives you one to begin with.",
            news: "Welcome. The ladder of house bots runs by itself; send a bot to join it.",
            ranking: Ranking::Ladder { hourly: 60 },
        };
        let rounds = Show {
            slug: DEMO_ROUNDS,
            title: "The demonstration in rounds",
            about: "The same in ranked rounds, as the Blitz contests had them: every five minutes each group plays a match, the \
                winner moves up a group and the last moves down.",
            news: "A round begins every five minutes.",
            ranking: Ranking::Groups { every_minutes: 5 },
        };
        if self.game(game)?.alone() {
            let boards = Show {
                about: "Every five minutes all teams play the same new board, each alone; whoever does better on it stands \
                    higher. Make a team, send a bot, and join the house bots: `meydan new` gives you one to begin with.",
                news: "Welcome. There is a new board every five minutes.",
                ranking: Ranking::Boards { every_minutes: 5 },
                ..ladder
            };
            return self.make_show(&boards, game).await;
        }
        let made = self.make_show(&ladder, game).await?;
        self.make_show(&rounds, game).await?;
        Ok(made)
    }

    async fn make_show(&self, show: &Show, game: &str) -> Result<bool, Error> {
        let host = Caller::host();
        let there = self.store.read().await.told()?.contest_at(show.slug).await.told()?;
        // One that is still a draft was cut off while it was made.
        if there.as_ref().is_some_and(|contest| !contest.demo || contest.state != ContestState::Draft) {
            return Ok(false);
        }
        let facts = self.game(game)?.clone();
        let wish = NewContest {
            slug: show.slug.to_owned(),
            title: show.title.to_owned(),
            about: show.about.to_owned(),
            game: game.to_owned(),
            settings: Settings { ranking: show.ranking, ..Settings::default() },
            code: None,
            opens: None,
            freezes: None,
            closes: None,
        };
        if there.is_none() {
            self.new_contest(&host, wish, true).await?;
        }
        let mut tx = self.store.begin().await.told()?;
        let contest = tx.contest_at(show.slug).await.told()?.ok_or_else(crate::contests::no_contest)?;
        for bot in &facts.house_bots {
            let new = NewTeam {
                contest: &contest.id,
                name: bot,
                code_hash: None,
                created: self.now(),
                house: Some(bot),
            };
            tx.add_team(&new).await.told()?;
        }
        tx.move_contest(&contest.id, ContestState::Draft, ContestState::Open).await.told()?;
        tx.announce(&contest.id, show.news, None, self.now()).await.told()?;
        if matches!(show.ranking, Ranking::Groups { .. } | Ranking::Boards { .. }) {
            // Nobody has to wait for something to look at.
            tx.add_round(&contest.id, RoundKind::Groups, self.now()).await.told()?;
        }
        self.note(&mut tx, &host, "demonstration made", contest.id.as_str(), &json!({ "game": game }))
            .await?;
        tx.commit().await.told()?;
        Ok(true)
    }

    /// Makes the accounts of the demonstration, or makes them again what is said of them.
    async fn demo_accounts(&self) -> Result<(), Error> {
        let password = self.passwords.keep(DEMO_PASSWORD).await?;
        let mut tx = self.store.begin().await.told()?;
        let known: Vec<UserId> = known(&mut tx).await?;
        // Before that was written down, a demonstration had its accounts all the same.
        let adopted =
            known.is_empty() && tx.contest_at(DEMO).await.told()?.is_some_and(|contest| contest.demo);
        let mut all = Vec::new();
        for (name, role) in DEMO_ACCOUNTS {
            let user = match tx.user_named(name).await.told()? {
                Some(user) if adopted || known.contains(&user.id) => {
                    let change = UserChange {
                        password: Some(Some(&password)),
                        role: Some(role),
                        disabled: Some(false),
                        ..UserChange::default()
                    };
                    tx.change_user(&user.id, &change).await.told()?
                }
                Some(_) => {
                    return Err(Error::Conflict(format!(
                        "the demonstration needs an account `{name}`, and somebody has that name; use another folder"
                    )));
                }
                None => {
                    let new = NewUser {
                        name,
                        email: None,
                        password: Some(&password),
                        role,
                        lang: None,
                        created: self.now(),
                    };
                    tx.add_user(&new).await.told()?
                }
            };
            all.push(user.id);
        }
        let all = serde_json::to_string(&all).map_err(|error| Error::Trouble(error.to_string()))?;
        tx.set_setting(ACCOUNTS, Some(&all)).await.told()?;
        tx.commit().await.told()
    }

    /// Everybody knows the password of the demonstration's admin, and whoever they made an admin would stay one after it.
    pub(crate) async fn no_admins_for_show(&self, caller: &Caller, role: Role) -> Result<(), Error> {
        let Some(account) = caller.account().filter(|_| role > Role::Contestant) else { return Ok(()) };
        let mut reader = self.store.read().await.told()?;
        match known(&mut reader).await?.contains(&account.user) {
            true => Err(Error::Forbidden(
                "the demonstration's account makes contestants only; `meydan arena admin` makes an admin"
                    .to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Shuts the accounts of the demonstration out, because everybody knows their password. Whether there were any.
    pub async fn close_demo_accounts(&self) -> Result<bool, Error> {
        let mut tx = self.store.begin().await.told()?;
        let mut closed = false;
        for id in known(&mut tx).await? {
            if !tx.user(&id).await.told()?.disabled {
                let change = UserChange { disabled: Some(true), ..UserChange::default() };
                tx.change_user(&id, &change).await.told()?;
                tx.end_sessions(&id, None).await.told()?;
                tx.end_tokens(&id).await.told()?;
                closed = true;
            }
        }
        tx.commit().await.told()?;
        Ok(closed)
    }

    /// Closes the demonstration and gives its address away, so that the next one begins from nothing. What was played in it
    /// stays where it is. Whether there was one.
    pub async fn forget_demo(&self) -> Result<bool, Error> {
        let mut tx = self.store.begin().await.told()?;
        let mut found = false;
        for slug in [DEMO, DEMO_ROUNDS] {
            if let Some(contest) = tx.contest_at(slug).await.told()?.filter(|contest| contest.demo) {
                tx.remove_contest(&contest.id).await.told()?;
                let id = contest.id.as_str();
                self.note(&mut tx, &Caller::host(), "demonstration forgotten", id, &json!({})).await?;
                found = true;
            }
        }
        if !found {
            return Ok(false);
        }
        tx.commit().await.told()?;
        self.close_demo_accounts().await?;
        Ok(true)
    }
}

/// The accounts that were made for the demonstration.
async fn known(reader: &mut Reader) -> Result<Vec<UserId>, Error> {
    let kept = reader.setting(ACCOUNTS).await.told()?;
    Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}
