//! How strengths went over time, what each version changed, and who beat whom: functions of the match table, like the standing.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use meydan_arena::Error;
use meydan_contest::{Estimate, Standing as Fit};
use meydan_store::{Contest, MatchKind, Meeting as Met, MeetingSeat, Reader, Team, TeamId, Use, VersionId};

use crate::computed::Found;
use crate::contests::Part;
use crate::export::csv_line;
use crate::league::{Told, settings};
use crate::standing::meetings;
use crate::tables::table;
use crate::view::{ContestHistory, Duels, Look, Rated, Rival, TeamHistory, TeamLine, Used, VersionHistory};
use crate::{Caller, League, Ranking};

/// As many teams are drawn at once.
const LINES: usize = 12;
/// So many ranked matches without a loss are worth a word.
const UNBEATEN: u32 = 10;
/// So many without a mistake.
const FAULTLESS: u32 = 20;

/// What can be said of a contest's past.
pub(crate) struct History {
    looks: Vec<Look>,
    /// The rating of each team at each look.
    lines: BTreeMap<TeamId, Vec<Option<Rated>>>,
    versions: BTreeMap<VersionId, Rung>,
    /// How often the first came before the second.
    ahead: BTreeMap<(TeamId, TeamId), Duels>,
}

/// A version as a player of its own.
struct Rung {
    number: i64,
    created: i64,
    matches: u32,
    rated: Rated,
    gain: Option<Rated>,
}

impl League {
    /// How the strengths of a contest's best teams went, and how they fared against each other.
    pub async fn contest_history(&self, caller: &Caller, slug: &str) -> Result<ContestHistory, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let history = self.history_of(&mut reader, &part.contest).await?;
        let standing = self.standing_of(&mut reader, &part.contest).await?;
        let played = standing.rows.iter().filter_map(|row| Some((row, row.team.parse::<TeamId>().ok()?)));
        let listed: Vec<_> =
            played.filter(|(_, team)| history.lines.contains_key(team)).take(LINES).collect();
        let against = |team: &TeamId| {
            let duels = |(_, other): &(_, TeamId)| history.duels(team, other);
            listed.iter().map(duels).collect()
        };
        let teams = listed.iter().map(|(row, team)| TeamLine {
            team: row.team.clone(),
            name: row.name.clone(),
            house: row.house.clone(),
            points: history.lines[team].clone(),
            against: against(team),
        });
        Ok(ContestHistory { looks: history.looks.clone(), teams: teams.collect() })
    }

    /// The ratings of all teams over time, as a table.
    pub async fn history_csv(&self, caller: &Caller, slug: &str) -> Result<String, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let history = self.history_of(&mut reader, &part.contest).await?;
        let head = ["time", "matches", "team", "name", "rating", "low", "high"].map(str::to_owned);
        // A spreadsheet would take names for something else than UTF-8.
        let mut text = "\u{feff}".to_owned() + &csv_line(&head);
        for team in reader.teams(&part.contest.id).await.told()? {
            let points = history.lines.get(&team.id).into_iter().flatten();
            for (look, rated) in history.looks.iter().zip(points) {
                let Some(rated) = rated else { continue };
                let figures = [rated.rating, rated.low, rated.high].map(|figure| format!("{figure:.1}"));
                let [rating, low, high] = figures;
                text += &csv_line(&[
                    look.time.to_string(),
                    look.matches.to_string(),
                    team.id.to_string(),
                    team.name.clone(),
                    rating,
                    low,
                    high,
                ]);
            }
        }
        Ok(text)
    }

    /// How all teams fared against each other, as a table: a line for each team and each that it met.
    pub async fn duels_csv(&self, caller: &Caller, slug: &str) -> Result<String, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let history = self.history_of(&mut reader, &part.contest).await?;
        let teams = reader.teams(&part.contest.id).await.told()?;
        let names: BTreeMap<&TeamId, &str> =
            teams.iter().map(|team| (&team.id, team.name.as_str())).collect();
        let mut text = table(&["team", "name", "other", "other name", "won", "drawn", "lost"]);
        for ((one, other), duels) in &history.ahead {
            let name = |team: &TeamId| names.get(team).copied().unwrap_or_default().to_owned();
            let [won, drawn, lost] = [duels.won, duels.drawn, duels.lost].map(|count| count.to_string());
            text +=
                &csv_line(&[one.to_string(), name(one), other.to_string(), name(other), won, drawn, lost]);
        }
        Ok(text)
    }

    /// How a team's strength went, what each of its versions changed, and whom it met.
    pub async fn team_history(&self, caller: &Caller, id: &str) -> Result<TeamHistory, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let (team, part) = self.team_part(&mut reader, caller, id).await?;
        let history = self.history_of(&mut reader, &part.contest).await?;
        let uses = reader.uses(&team.id, MatchKind::Ranked).await.told()?;
        let versions = history.versions_of(&uses, may_see_use(&part, &team));
        let teams = reader.teams(&part.contest.id).await.told()?;
        let met = |other: &Team| Rival {
            team: other.id.to_string(),
            name: other.name.clone(),
            house: other.house.clone(),
            duels: history.duels(&team.id, &other.id),
        };
        let mut rivals: Vec<Rival> = teams.iter().filter(|other| other.id != team.id).map(met).collect();
        rivals.retain(|rival| rival.duels.sum() > 0);
        let all: Vec<TeamId> = teams
            .iter()
            .filter(|other| other.id != team.id && history.lines.contains_key(&other.id))
            .map(|other| other.id.clone())
            .collect();
        let in_force = team.active_version.as_ref().and_then(|version| history.versions.get(version));
        let in_force = in_force.and_then(|rung| rung.gain.as_ref());
        let badges = badges(&history, &team.id, &all, in_force, &uses);
        rivals.sort_by_key(|rival| (std::cmp::Reverse(rival.duels.sum()), rival.name.clone()));
        Ok(TeamHistory {
            looks: history.looks.clone(),
            points: history.lines.get(&team.id).cloned().unwrap_or_default(),
            versions,
            rivals,
            badges: badges.into_iter().map(str::to_owned).collect(),
        })
    }

    async fn history_of(&self, reader: &mut Reader, contest: &Contest) -> Result<Arc<History>, Error> {
        let counted = reader.meetings_mark(&contest.id, MatchKind::Ranked).await.told()?;
        let mut mark = DefaultHasher::new();
        (counted, contest.settings.as_str()).hash(&mut mark);
        let computing = match self.histories.find(&contest.id, mark.finish()) {
            Found::Known(history) => return Ok(history),
            Found::Wanted(computing) => computing,
        };
        let mut met = reader.meetings(&contest.id, MatchKind::Ranked).await.told()?;
        // Matches do not end in the order in which they were made, and time goes one way.
        met.sort_by_key(|met| met.ended.0);
        let mut versions: Vec<VersionId> =
            met.iter().flat_map(|met| &met.seats).filter_map(|seat| seat.version.clone()).collect();
        versions.sort();
        versions.dedup();
        let versions = reader.these_versions(&versions).await.told()?;
        let numbered = versions.into_iter().map(|version| (version.id, (version.number, version.created.0)));
        let (numbered, ranking) = (numbered.collect(), settings(contest)?.ranking);
        let computed = tokio::task::spawn_blocking(move || History::of(&ranking, &met, &numbered)).await;
        Ok(computing
            .done(computed.map_err(|error| Error::Trouble(format!("the history stumbled: {error}")))?))
    }
}

/// What a bot takes is its team's own matter.
fn may_see_use(part: &Part, team: &Team) -> bool {
    part.organiser || part.is_in(&team.id)
}

impl History {
    fn of(ranking: &Ranking, met: &[Met], versions: &BTreeMap<VersionId, (i64, i64)>) -> History {
        let seats = || met.iter().flat_map(|met| &met.seats);
        let teams = numbered(seats().filter_map(|seat| seat.team.clone()));
        let number = |seat: &MeetingSeat| teams.get(seat.team.as_ref()?).copied();
        let mut history = History {
            looks: Vec::new(),
            lines: teams.keys().map(|team| (team.clone(), Vec::new())).collect(),
            versions: BTreeMap::new(),
            ahead: BTreeMap::new(),
        };
        for upto in looks(met.len(), teams.len()) {
            let past = &met[..upto];
            let fit = Fit::of(teams.len(), &meetings(ranking, past, number));
            history.looks.push(Look { matches: upto as u32, time: past[upto - 1].ended.0 });
            for (line, (_, &player)) in history.lines.values_mut().zip(&teams) {
                line.push((fit.matches(player) > 0).then(|| rated(fit.rating(player))));
            }
        }
        let names: Vec<&TeamId> = teams.keys().collect();
        for meeting in meetings(ranking, met, number) {
            for &(one, rank) in &meeting.sides {
                for &(other, theirs) in meeting.sides.iter().filter(|(other, _)| *other != one) {
                    let pair = (names[one].clone(), names[other].clone());
                    let duels = history.ahead.entry(pair).or_insert(NONE);
                    match rank.cmp(&theirs) {
                        Ordering::Less => duels.won += 1,
                        Ordering::Equal => duels.drawn += 1,
                        Ordering::Greater => duels.lost += 1,
                    }
                }
            }
        }
        history.versions = rungs(ranking, met, versions);
        history
    }

    fn duels(&self, team: &TeamId, other: &TeamId) -> Duels {
        self.ahead.get(&(team.clone(), other.clone())).cloned().unwrap_or(NONE)
    }

    fn versions_of(&self, uses: &[Use], own: bool) -> Vec<VersionHistory> {
        let version = |used: &Use| {
            let rung = self.versions.get(&used.version)?;
            Some(VersionHistory {
                number: rung.number as u32,
                created: rung.created,
                matches: rung.matches,
                rated: rung.rated.clone(),
                gain: rung.gain.clone(),
                used: own.then(|| Used {
                    time_ms: used.time_ms as f64 / used.matches.max(1) as f64,
                    slowest_ms: used.slowest_ms,
                    memory: used.memory,
                    faults: used.faults as u32,
                }),
            })
        };
        let mut all: Vec<VersionHistory> = uses.iter().filter_map(version).collect();
        all.sort_by_key(|version| version.number);
        all
    }
}

const NONE: Duels = Duels { won: 0, drawn: 0, lost: 0 };

impl Duels {
    fn sum(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// Every version as a player of its own; house bots, which have none, stay one player each.
fn rungs(
    ranking: &Ranking,
    met: &[Met],
    versions: &BTreeMap<VersionId, (i64, i64)>,
) -> BTreeMap<VersionId, Rung> {
    let key = |seat: &MeetingSeat| Some((seat.team.clone()?, seat.version.clone()));
    let players = numbered(met.iter().flat_map(|met| &met.seats).filter_map(key));
    let fit = Fit::of(players.len(), &meetings(ranking, met, |seat| players.get(&key(seat)?).copied()));
    let mut of_team: BTreeMap<&TeamId, Vec<(i64, &VersionId, i64, usize)>> = BTreeMap::new();
    for ((team, version), &player) in &players {
        if let Some((version, &(number, created))) =
            version.as_ref().and_then(|id| Some((id, versions.get(id)?)))
        {
            of_team.entry(team).or_default().push((number, version, created, player));
        }
    }
    let mut rungs = BTreeMap::new();
    for mut own in of_team.into_values() {
        own.sort_unstable();
        let mut before = None;
        for (number, version, created, player) in own {
            let gain = before.map(|earlier| rated(fit.difference(player, earlier)));
            let (matches, rated) = (fit.matches(player), rated(fit.rating(player)));
            rungs.insert(version.clone(), Rung { number, created, matches, rated, gain });
            before = Some(player);
        }
    }
    rungs
}

fn numbered<T: Ord>(all: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut all: Vec<T> = all.collect();
    all.sort();
    all.dedup();
    all.into_iter().enumerate().map(|(number, one)| (one, number)).collect()
}

/// After how many matches it is looked. A crowd takes longer to fit, so it is looked at less often.
fn looks(matches: usize, teams: usize) -> Vec<usize> {
    let most = match teams {
        0..300 => 24,
        300..3_000 => 12,
        _ => 6,
    };
    let mut looks: Vec<usize> =
        (1..=most).map(|look| matches * look / most).filter(|&upto| upto > 0).collect();
    looks.dedup();
    looks
}

fn rated(estimate: Estimate) -> Rated {
    Rated { rating: estimate.value, low: estimate.low, high: estimate.high }
}

/// What is true of a team and worth a word. `in_force`: what the version that plays now has gained on the one before, if both have played.
fn badges(
    history: &History,
    team: &TeamId,
    others: &[TeamId],
    in_force: Option<&Rated>,
    uses: &[Use],
) -> Vec<&'static str> {
    let against: Vec<Duels> = others.iter().map(|other| history.duels(team, other)).collect();
    let met: u32 = against.iter().map(Duels::sum).sum();
    let matches: i64 = uses.iter().map(|used| used.matches).sum();
    let faults: i64 = uses.iter().map(|used| used.faults).sum();
    let true_of_it = [
        ("unbeaten", met >= UNBEATEN && against.iter().all(|duels| duels.lost == 0)),
        ("beat-all", others.len() >= 3 && against.iter().all(|duels| duels.won > 0)),
        ("faultless", matches >= i64::from(FAULTLESS) && faults == 0),
        ("better", in_force.is_some_and(|gain| gain.low > 0.0)),
    ];
    true_of_it.into_iter().filter_map(|(badge, so)| so.then_some(badge)).collect()
}

#[cfg(test)]
mod tests {
    use meydan_store::{MatchId, Time};

    use super::*;

    fn met(seq: i64, sides: &[(&TeamId, Option<&VersionId>, i64)]) -> Met {
        let seat =
            |(seat, &(team, version, rank)): (usize, &(&TeamId, Option<&VersionId>, i64))| MeetingSeat {
                seat: seat as i64,
                side: seat as i64,
                team: Some(team.clone()),
                version: version.cloned(),
                house: None,
                rank,
                score: None,
            };
        Met {
            seq,
            id: MatchId::fresh(),
            round: None,
            map: "plain".to_owned(),
            seed: "1".to_owned(),
            ended: Time(1_000 * seq),
            seats: sides.iter().enumerate().map(seat).collect(),
        }
    }

    /// One team wins with its second version what it lost with its first.
    fn story() -> (History, [TeamId; 2], [VersionId; 2]) {
        let teams = [TeamId::fresh(), TeamId::fresh()];
        let versions = [VersionId::fresh(), VersionId::fresh()];
        let [own, house] = &teams;
        let game = |seq: i64| match seq <= 30 {
            true => met(seq, &[(own, Some(&versions[0]), 2), (house, None, 1)]),
            false => met(seq, &[(own, Some(&versions[1]), 1), (house, None, 2)]),
        };
        let numbers = versions.iter().cloned().zip([(1, 10), (2, 20)]).collect();
        let all: Vec<Met> = (1..=60).map(game).collect();
        (History::of(&Ranking::None, &all, &numbers), teams, versions)
    }

    #[test]
    fn a_line_falls_and_rises_with_what_was_played_until_then() {
        let (history, [own, house], _) = story();
        let line = &history.lines[&own];
        assert_eq!((history.looks.len(), line.len()), (24, 24));
        assert_eq!((history.looks[23].matches, history.looks[23].time), (60, 60_000));
        let rating = |look: usize| line[look].as_ref().unwrap().rating;
        assert!(rating(11) < rating(0) && rating(11) < rating(23), "half of the matches are lost, then won");
        assert!(rating(23).abs() < 1.0, "who won half is as strong as the other");
        let duels = history.duels(&own, &house);
        assert_eq!((duels.won, duels.drawn, duels.lost), (30, 0, 30));
    }

    #[test]
    fn a_version_is_compared_with_the_one_before_and_the_first_with_none() {
        let (history, _, [first, second]) = story();
        assert!(history.versions[&first].gain.is_none());
        let gain = history.versions[&second].gain.as_ref().unwrap();
        assert!(gain.low > 0.0 && gain.low < gain.rating && gain.rating < gain.high);
        assert_eq!(history.versions[&second].matches, 30);
    }

    #[test]
    fn badges_say_what_is_true_and_nothing_else() {
        let (history, [own, house], [first, second]) = story();
        let used = |version: &VersionId, faults: i64| Use {
            version: version.clone(),
            matches: 30,
            time_ms: 60,
            slowest_ms: Some(5),
            memory: None,
            faults,
        };
        let told = |team: &TeamId, other: &TeamId, plays: Option<&VersionId>, uses: &[Use]| {
            let gain = plays.and_then(|version| history.versions.get(version)?.gain.as_ref());
            badges(&history, team, std::slice::from_ref(other), gain, uses)
        };
        let uses = [used(&first, 0), used(&second, 0)];
        assert_eq!(told(&own, &house, Some(&second), &uses), ["faultless", "better"]);
        assert_eq!(told(&own, &house, Some(&second), &[used(&first, 1), used(&second, 0)]), ["better"]);
        // The one before plays again, or a newer one that has not met anybody yet.
        assert_eq!(told(&own, &house, Some(&first), &uses), ["faultless"]);
        assert_eq!(told(&own, &house, Some(&VersionId::fresh()), &uses), ["faultless"]);
        assert_eq!(told(&house, &own, None, &[]), [] as [&str; 0]);
    }

    #[test]
    fn what_a_bot_takes_is_shown_to_its_own_team_alone() {
        let (history, _, [first, _]) = story();
        let uses = [Use {
            version: first,
            matches: 30,
            time_ms: 60,
            slowest_ms: Some(5),
            memory: Some(7),
            faults: 0,
        }];
        assert_eq!(history.versions_of(&uses, true)[0].used.as_ref().unwrap().time_ms, 2.0);
        assert!(history.versions_of(&uses, false)[0].used.is_none());
    }

    #[test]
    fn no_matches_no_looks_and_few_matches_few_looks() {
        assert!(looks(0, 5).is_empty());
        assert_eq!(looks(3, 5), [1, 2, 3]);
        assert_eq!(looks(1_000, 5_000).len(), 6);
    }
}
