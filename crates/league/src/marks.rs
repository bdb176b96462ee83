//! Marks: every version that goes live in a class plays the house bots that it must beat, until that is clear. Each of a team's versions is
//! asked for more confidence than the one before, so that the mark's own holds for all of them together.

use meydan_arena::Error;
use meydan_contest::{Grade, Mark as Contract, confidence_in};
use meydan_store::{Contest, Mark, MarkSeat, MatchKind, MatchState, NewMark, Standing, Team, VersionState};

use crate::contests::plays;
use crate::league::Told;
use crate::plan::{About, Entry, Player, rotate};
use crate::{League, Settings};

/// How many matches of a mark wait or run at once. They are looked at together, so more would be played for nothing.
const AT_ONCE: usize = 8;

/// The matches of a mark as they stand.
struct Sheet {
    /// The points of those that count, in their order, up to the first that is not over.
    points: Vec<f64>,
    /// How many wait or run.
    open: usize,
    /// The next number.
    next: i64,
}

impl League {
    /// Asks of every version in force what the class asks, and makes the matches that are still needed.
    pub(crate) async fn tend_marks(&self, contest: &Contest, settings: &Settings) -> Result<(), Error> {
        let Some(class) = settings.class.as_ref().filter(|class| !class.marks.is_empty()) else {
            return Ok(());
        };
        let mut reader = self.store.snapshot().await.told()?;
        let teams = reader.teams(&contest.id).await.told()?;
        let known = reader.marks(&contest.id).await.told()?;
        drop(reader);
        for team in teams.iter().filter(|team| team.house.is_none() && team.standing == Standing::In) {
            let Some(version) = &team.active_version else { continue };
            for wish in &class.marks {
                let mark = known.iter().find(|mark| mark.version == *version && mark.house == wish.house);
                match mark {
                    Some(mark) if mark.passed.is_some() => {}
                    Some(mark) => self.tend_mark(contest, settings, team, mark).await?,
                    None => {
                        let asked = known
                            .iter()
                            .filter(|mark| mark.team == team.id && mark.house == wish.house)
                            .count();
                        let mut tx = self.store.begin().await.told()?;
                        let new = NewMark {
                            version,
                            house: &wish.house,
                            contest: &contest.id,
                            team: &team.id,
                            share: wish.share,
                            confidence: confidence_in(asked as u32 + 1, wish.confidence),
                            matches: i64::from(wish.matches),
                        };
                        tx.add_mark(&new).await.told()?;
                        tx.commit().await.told()?;
                    }
                }
            }
        }
        Ok(())
    }

    async fn tend_mark(
        &self,
        contest: &Contest,
        settings: &Settings,
        team: &Team,
        mark: &Mark,
    ) -> Result<(), Error> {
        let mut reader = self.store.read().await.told()?;
        let seats = reader.mark_seats(&mark.version, &mark.house).await.told()?;
        let sheet = Sheet::of(&seats);
        let ready = reader.version(&mark.version).await.told()?.state == VersionState::Ready;
        drop(reader);
        let contract =
            Contract::new(mark.share, mark.confidence, mark.matches.clamp(1, i64::from(u32::MAX)) as u32)
                .ok_or_else(|| Error::Trouble(format!("the mark against `{}` is not one", mark.house)))?;
        let progress = contract.progress(sheet.points.iter().copied());
        let passed = match progress.verdict {
            Grade::Passed => Some(true),
            Grade::Failed => Some(false),
            Grade::Open => None,
        };
        let more = match passed {
            Some(_) => 0,
            None => {
                let left = mark.matches as usize - sheet.points.len().min(mark.matches as usize);
                AT_ONCE.min(left).saturating_sub(sheet.open)
            }
        };
        let news = passed.is_some() || i64::from(progress.played) != mark.played;
        // A few at a time, so that a hundred programs do not come one after the other.
        if !news && (more == 0 || sheet.open * 2 > AT_ONCE || !ready) {
            return Ok(());
        }
        let mut tx = self.store.begin().await.told()?;
        let now = self.now();
        let told = Mark {
            passed,
            played: i64::from(progress.played),
            points: progress.points,
            sure: progress.sure,
            ended: passed.map(|_| now),
            ..mark.clone()
        };
        if !tx.set_mark(&told).await.told()? {
            return tx.roll_back().await.told();
        }
        if passed.is_some() {
            // What still waits would tell nothing.
            for seat in seats.iter().filter(|seat| seat.own && seat.state == MatchState::Queued) {
                tx.withdraw_match(&seat.game, now).await.told()?;
            }
        } else if ready {
            if !plays(&tx.hold_contest(&contest.id).await.told()?) {
                return tx.roll_back().await.told();
            }
            for number in (sheet.next..).take(more) {
                let made = self.mark_match(&mut tx, contest, settings, team, mark, number).await?;
                match tx.add_mark_match(mark, number, &made).await {
                    // Another process was faster.
                    Err(meydan_store::Error::Taken { .. }) => return tx.roll_back().await.told(),
                    added => added.told()?,
                }
            }
        }
        tx.commit().await.told()?;
        self.wake();
        Ok(())
    }

    /// A match of a version against a house bot on every other side. Sides and maps take turns.
    async fn mark_match(
        &self,
        tx: &mut meydan_store::Tx,
        contest: &Contest,
        settings: &Settings,
        team: &Team,
        mark: &Mark,
        number: i64,
    ) -> Result<meydan_store::MatchId, Error> {
        let own = Entry { team: Some(team.id.clone()), player: Player::Version(mark.version.clone()) };
        let mut entries = vec![own];
        entries.resize(settings.players, Entry::house(&mark.house));
        let entries = rotate(entries, number as usize);
        let maps = settings.maps(self.game(&contest.game)?);
        let map = maps.get(number as usize / settings.players.max(1) % maps.len().max(1)).cloned();
        let plan = self.plan(contest, settings, map, &entries)?;
        self.queue_match(tx, contest, settings, &plan, &entries, About::of(MatchKind::Casual)).await
    }
}

impl Sheet {
    /// Only what comes before the first match that is still played counts: a quick win must not be looked at before a slow loss.
    fn of(seats: &[MarkSeat]) -> Sheet {
        let mut sheet = Sheet { points: Vec::new(), open: 0, next: 0 };
        let mut waiting = false;
        for game in seats.chunk_by(|a, b| a.number == b.number) {
            sheet.next = game[0].number + 1;
            match game[0].state {
                MatchState::Queued | MatchState::Running => {
                    sheet.open += 1;
                    waiting = true;
                }
                MatchState::Over if !waiting => sheet.points.extend(points(game)),
                // What was void, taken back or annulled is as if it had never been asked for.
                _ => {}
            }
        }
        sheet
    }
}

/// The share of the points that the version took from the house bots.
fn points(game: &[MarkSeat]) -> Option<f64> {
    let own = game.iter().find(|seat| seat.own)?.rank?;
    let others: Vec<i64> = game.iter().filter(|seat| !seat.own).filter_map(|seat| seat.rank).collect();
    let point = |rank: &i64| match own.cmp(rank) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    (!others.is_empty()).then(|| others.iter().map(point).sum::<f64>() / others.len() as f64)
}
