use std::time::Duration;

use meydan_arena::Error;
use meydan_store::Time;
use serde_json::json;

use super::no_final;
use crate::guard::{HOUR, Rate};
use crate::league::Told;
use crate::view::{HallCode, HallCodeMade, HallEntered};
use crate::{Caller, League, Secret};

/// How long a code can be typed in, and how long whoever typed it may moderate.
const CODE: Duration = Duration::from_secs(12 * 3600);
const KEY: Duration = Duration::from_secs(2 * 24 * 3600);
/// How often somebody may try a wrong code.
const TRIES: Rate = Rate { most: 30, window: HOUR };

impl League {
    /// A code with which a phone or the laptop at the projector moderates the final, without anybody's password.
    pub async fn make_hall_code(&self, caller: &Caller, slug: &str) -> Result<HallCodeMade, Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        tx.final_of(&part.contest.id).await.told()?.ok_or_else(no_final)?;
        let code = Secret::draw("", 10)?;
        let expires: Time = self.now().plus(CODE);
        tx.add_hall_key(&code.hash(), &part.contest.id, true, expires).await.told()?;
        self.note(&mut tx, caller, "hall code made", part.contest.id.as_str(), &json!({})).await?;
        tx.commit().await.told()?;
        Ok(HallCodeMade { code: code.reveal().to_owned(), expires: expires.0 })
    }

    /// Takes all codes back, and whatever was let in with them.
    pub async fn end_hall_codes(&self, caller: &Caller, slug: &str) -> Result<(), Error> {
        let mut tx = self.store.begin().await.told()?;
        let part = self.part(&mut tx, caller, slug).await?;
        part.must_be_organiser(caller)?;
        tx.end_hall_keys(&part.contest.id).await.told()?;
        self.note(&mut tx, caller, "hall codes taken back", part.contest.id.as_str(), &json!({})).await?;
        tx.commit().await.told()
    }

    /// Lets somebody in who has typed a code. The secret is theirs for two days.
    pub async fn enter_hall(
        &self,
        caller: &Caller,
        wish: &HallCode,
    ) -> Result<(Secret, Duration, HallEntered), Error> {
        let now = self.now();
        // Only wrong codes are counted. Nobody guesses fifty bits, and a crowd of phones behind one address must not keep the moderator out.
        let code = Secret::shown(&wish.code).hash();
        let Some(contest) = self.store.read().await.told()?.hall_key(&code, true, now).await.told()? else {
            self.ration(caller, "hall", TRIES).await?;
            return Err(Error::Missing(
                "this code is not known here, or not any more; ask for a new one".to_owned(),
            ));
        };
        let mut tx = self.store.begin().await.told()?;
        let contest = tx.contest(&contest).await.told()?;
        let key = Secret::draw("mh_", 26)?;
        tx.add_hall_key(&key.hash(), &contest.id, false, now.plus(KEY)).await.told()?;
        self.note(&mut tx, caller, "hall entered", contest.id.as_str(), &json!({})).await?;
        tx.commit().await.told()?;
        Ok((key, KEY, HallEntered { contest: contest.slug, title: contest.title }))
    }

    /// Somebody who shows the secret that they got for a code.
    pub async fn by_hall(&self, caller: Caller, secret: &Secret) -> Result<Caller, Error> {
        let mut reader = self.store.read().await.told()?;
        let hall = reader.hall_key(&secret.hash(), false, self.now()).await.told()?;
        Ok(Caller { hall, ..caller })
    }
}
