//! The wall: all matches of a contest that are being played, as they stand.

use std::collections::BTreeMap;

use meydan_arena::Error;
use meydan_store::{MatchFilter, MatchKind, MatchState};

use crate::league::Told;
use crate::matches::{Names, known};
use crate::view::{WallMatch, WallPage};
use crate::{Caller, League};

/// The most boards on a wall.
const BOARDS: usize = 120;

impl League {
    /// All matches that are being played, each with the last window that the caller may see. `seen` names what they have already, as
    /// `ID:PLACE` with commas between: that is not sent again.
    pub async fn wall(&self, caller: &Caller, slug: &str, seen: &str) -> Result<WallPage, Error> {
        let mut reader = self.store.read().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let filter = |state| MatchFilter {
            contest: Some(part.contest.id.clone()),
            states: vec![state],
            // A wall is looked at by everybody in the room, so nothing of a final is on it.
            kinds: vec![MatchKind::Casual, MatchKind::Ranked, MatchKind::Validation],
            ..MatchFilter::default()
        };
        let games = known(&mut reader, filter(MatchState::Running), &part, BOARDS).await?;
        // How many wait is told to whoever may know of all of them.
        let waiting = match part.organiser {
            true => Some(reader.count_matches(&filter(MatchState::Queued)).await.told()? as u32),
            false => None,
        };
        let seen: BTreeMap<&str, &str> = seen.split(',').filter_map(|word| word.split_once(':')).collect();
        let mut names = Names::of(&mut reader, &games).await?;
        let mut matches = Vec::new();
        for game in games {
            self.bring(&game.id).await;
            let card = self.match_card(&mut reader, caller, &part, &game, Vec::new(), &mut names).await?;
            let view = self.view(&part.contest, &part, &game).ok();
            let now = view.and_then(|delay| self.films.find(&game.id)?.film.now(delay));
            let known = seen.get(game.id.as_str());
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (opening, frame) = match now {
                None => (None, None),
                Some((opening, frame)) => (known.is_none().then(|| text(&opening)), frame),
            };
            let place = frame.as_ref().map_or(0, |(place, _)| *place);
            let frame = frame.filter(|(place, _)| known.is_none_or(|known| *known != place.to_string()));
            matches.push(WallMatch { card, opening, place, frame: frame.map(|(_, line)| text(&line)) });
        }
        Ok(WallPage { matches, waiting })
    }
}
