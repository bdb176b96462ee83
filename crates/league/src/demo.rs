//! The contest that comes with Meydan: house bots play a ladder, so that every page shows something.

use meydan_arena::Error;
use meydan_store::{ContestState, NewTeam, Role};
use serde_json::json;

use crate::league::Told;
use crate::view::{NewContest, SignUp};
use crate::{Caller, League, Ranking, Settings};

/// Where the demonstration is found.
pub const DEMO: &str = "demo";
/// Who can sign in to it, with what.
pub const DEMO_ACCOUNTS: [(&str, Role); 2] = [("organiser", Role::Admin), ("contestant", Role::Contestant)];
/// The password of all of them. Such accounts are made only for the demonstration.
pub const DEMO_PASSWORD: &str = "meydan-demo";

impl League {
    /// Makes the demonstration, unless it is there.
    pub async fn make_demo(&self, game: &str) -> Result<bool, Error> {
        let host = Caller::host();
        if self.store.read().await.told()?.contest_at(DEMO).await.told()?.is_some() {
            return Ok(false);
        }
        for (name, role) in DEMO_ACCOUNTS {
            let wish =
                SignUp { name: name.to_owned(), password: DEMO_PASSWORD.to_owned(), email: None, lang: None };
            match self.make_account(&host, wish, role).await {
                Ok(_) | Err(Error::Conflict(_)) => {}
                Err(error) => return Err(error),
            }
        }
        let facts = self.game(game)?.clone();
        let about = "House bots play a ladder here, all the time. Make a team, send a bot, and join them: \
            `meydan new` gives you one to begin with.";
        let wish = NewContest {
            slug: DEMO.to_owned(),
            title: "The demonstration".to_owned(),
            about: about.to_owned(),
            game: game.to_owned(),
            settings: Settings { ranking: Ranking::Ladder { hourly: 60 }, ..Settings::default() },
            code: None,
            opens: None,
            freezes: None,
            closes: None,
        };
        self.new_contest(&host, wish, true).await?;
        let mut tx = self.store.begin().await.told()?;
        let contest = tx.contest_at(DEMO).await.told()?.ok_or_else(crate::contests::no_contest)?;
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
        let text = "Welcome. The ladder of house bots runs by itself; send a bot to join it.";
        tx.announce(&contest.id, text, None, self.now()).await.told()?;
        self.note(&mut tx, &host, "demonstration made", contest.id.as_str(), &json!({ "game": game }))
            .await?;
        tx.commit().await.told()?;
        Ok(true)
    }

    /// Closes the demonstration and gives its address away, so that the next one begins from nothing. What was played in it
    /// stays where it is. Whether there was one.
    pub async fn forget_demo(&self) -> Result<bool, Error> {
        let mut tx = self.store.begin().await.told()?;
        let Some(contest) = tx.contest_at(DEMO).await.told()? else { return Ok(false) };
        tx.remove_contest(&contest.id).await.told()?;
        self.note(&mut tx, &Caller::host(), "demonstration forgotten", contest.id.as_str(), &json!({}))
            .await?;
        tx.commit().await.told()?;
        Ok(true)
    }
}
