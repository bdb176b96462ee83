//! Seasons: contests that belong together, told of in one table.

use std::collections::BTreeMap;

use meydan_arena::Error;
use meydan_contest::Share;
use meydan_store::{Contest, Match, MatchFilter, MatchKind, MatchState, Rank, Reader, Team, TeamId};

use crate::contests::Part;
use crate::export::csv_line;
use crate::league::Told;
use crate::statistics::Firsts;
use crate::view::{
    SeasonContest, SeasonDuels, SeasonMap, SeasonPage, SeasonResult, SeasonRow, SeasonSeat, StandingTable,
};
use crate::{Caller, League};

/// How many entrants are compared with each other.
const COMPARED: usize = 12;

/// Who is the same in several contests: whoever leads the team, or the house bot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Person(String),
    House(String),
}

impl League {
    /// A season: its contests as far as the caller may know of them, oldest first, and what came of all of them.
    pub async fn season(&self, caller: &Caller, name: &str) -> Result<SeasonPage, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let mut parts: Vec<Part> = Vec::new();
        for contest in reader.contests().await.told()? {
            if let Ok(part) = self.part_in(&mut reader, caller, contest).await
                && !name.is_empty()
                && part.settings.season == name
            {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            return Err(Error::Missing("there is no such season".to_owned()));
        }
        parts.reverse();
        let mut sum = Sum::default();
        for (place, part) in parts.iter().enumerate() {
            let contest = &part.contest;
            let standing = self.standing_of(&mut reader, contest).await?;
            let teams = reader.teams(&contest.id).await.told()?;
            let mut known = BTreeMap::new();
            for team in &teams {
                known.insert(team.id.clone(), who(&mut reader, team).await?);
            }
            sum.standing(place, parts.len(), &standing, &teams, &known);
            let ranked = MatchFilter {
                contest: Some(contest.id.clone()),
                kinds: vec![MatchKind::Ranked],
                states: vec![MatchState::Over],
                ..MatchFilter::default()
            };
            for game in reader.matches(&ranked, i64::MAX).await.told()? {
                sum.game(contest, &game, &known);
            }
        }
        let card = |part: &Part| SeasonContest {
            slug: part.contest.slug.clone(),
            title: part.contest.title.clone(),
            game: part.contest.game.clone(),
            state: part.contest.state.to_string(),
            opens: part.contest.opens.unwrap_or(part.contest.created).0,
        };
        Ok(sum.page(name, parts.iter().map(card).collect()))
    }

    /// The table of a season for a spreadsheet.
    pub async fn season_csv(&self, caller: &Caller, name: &str) -> Result<String, Error> {
        let page = self.season(caller, name).await?;
        let mut head = vec!["name".to_owned(), "points".to_owned()];
        for contest in &page.contests {
            head.extend(["rank", "of", "rating"].map(|what| format!("{} {what}", contest.slug)));
        }
        let mut text = "\u{feff}".to_owned() + &csv_line(&head);
        for row in &page.rows {
            let mut cells = vec![row.name.clone(), format!("{:.1}", row.points)];
            for result in &row.results {
                cells.extend(match result {
                    None => [String::new(), String::new(), String::new()],
                    Some(result) => [
                        result.rank.to_string(),
                        result.of.to_string(),
                        result.rating.map(|rating| format!("{rating:.0}")).unwrap_or_default(),
                    ],
                });
            }
            text += &csv_line(&cells);
        }
        Ok(text)
    }
}

async fn who(reader: &mut Reader, team: &Team) -> Result<Who, Error> {
    if let Some(house) = &team.house {
        return Ok(Who::House(house.clone()));
    }
    let members = reader.members(&team.id).await.told()?;
    let captain = members.iter().find(|member| member.rank == Rank::Captain).or(members.first());
    // A team that everybody has left is itself.
    Ok(Who::Person(captain.map_or_else(|| team.id.to_string(), |member| member.user.to_string())))
}

/// What came of all contests so far.
#[derive(Default)]
struct Sum {
    rows: BTreeMap<Who, SeasonRow>,
    /// Won, drawn, lost, from the side of the first.
    duels: BTreeMap<(Who, Who), (u32, u32, u32)>,
    /// Matches, drawn, windows.
    maps: BTreeMap<(String, String), (u32, u32, i64)>,
    /// Matches, won.
    seats: BTreeMap<(String, u32, u32), Firsts>,
}

impl Sum {
    fn standing(
        &mut self,
        place: usize,
        contests: usize,
        standing: &StandingTable,
        teams: &[Team],
        known: &BTreeMap<TeamId, Who>,
    ) {
        let placed: Vec<_> = standing.rows.iter().filter(|row| row.matches > 0).collect();
        for row in &placed {
            let Some(team) = teams.iter().find(|team| team.id.as_str() == row.team) else { continue };
            let Some(who) = known.get(&team.id) else { continue };
            let of = placed.len() as u32;
            let found = self.rows.entry(who.clone()).or_insert_with(|| SeasonRow {
                name: String::new(),
                house: team.house.clone(),
                results: Vec::new(),
                points: 0.0,
            });
            found.results.resize(contests, None);
            // The name is that of the last contest.
            found.name.clone_from(&row.name);
            // Somebody who leads two teams of one contest has the better result.
            if found.results[place].as_ref().is_some_and(|before| before.rank <= row.rank) {
                continue;
            }
            found.results[place] =
                Some(SeasonResult { team: row.team.clone(), rank: row.rank, of, rating: row.rating });
        }
    }

    fn game(&mut self, contest: &Contest, game: &Match, known: &BTreeMap<TeamId, Who>) {
        let first = game.seats.iter().filter(|seat| seat.rank == Some(1)).count();
        let map = self.maps.entry((contest.game.clone(), game.map.clone())).or_default();
        map.0 += 1;
        map.1 += u32::from(first != 1);
        map.2 += game.windows.unwrap_or(0);
        let players = game.seats.len() as u32;
        for seat in &game.seats {
            let side = self.seats.entry((contest.game.clone(), players, seat.side as u32)).or_default();
            side.add(seat.rank, first);
        }
        let placed: Vec<(&Who, i64)> = game
            .seats
            .iter()
            .filter_map(|seat| Some((known.get(seat.team.as_ref()?)?, seat.rank?)))
            .collect();
        for (index, (one, rank)) in placed.iter().enumerate() {
            for (other, against) in &placed[index + 1..] {
                if one == other {
                    continue;
                }
                let (key, rank, against) = if one < other {
                    (((*one).clone(), (*other).clone()), rank, against)
                } else {
                    (((*other).clone(), (*one).clone()), against, rank)
                };
                let met = self.duels.entry(key).or_default();
                match rank.cmp(against) {
                    std::cmp::Ordering::Less => met.0 += 1,
                    std::cmp::Ordering::Equal => met.1 += 1,
                    std::cmp::Ordering::Greater => met.2 += 1,
                }
            }
        }
    }

    fn page(self, name: &str, contests: Vec<SeasonContest>) -> SeasonPage {
        let mut rows: Vec<(Who, SeasonRow)> = self.rows.into_iter().collect();
        for (_, row) in &mut rows {
            row.results.resize(contests.len(), None);
            row.points = row.results.iter().flatten().map(points).sum();
        }
        rows.sort_by(|(_, a), (_, b)| b.points.total_cmp(&a.points).then_with(|| a.name.cmp(&b.name)));
        let place = |who: &Who| rows.iter().take(COMPARED).position(|(other, _)| other == who);
        let duels = self.duels.iter().filter_map(|((one, other), (won, drawn, lost))| {
            Some(SeasonDuels {
                one: place(one)?,
                other: place(other)?,
                won: *won,
                drawn: *drawn,
                lost: *lost,
            })
        });
        let duels = duels.collect();
        let map = |((game, map), (matches, drawn, windows)): ((String, String), (u32, u32, i64))| SeasonMap {
            game,
            map,
            matches,
            drawn,
            windows: windows as f64 / f64::from(matches.max(1)),
        };
        let seat = |((game, players, side), firsts): ((String, u32, u32), Firsts)| {
            let Share { mean, low, high } = firsts.share();
            let Firsts { matches, won, .. } = firsts;
            let fair = 1.0 / f64::from(players.max(1));
            SeasonSeat { game, players, side, matches, won, share: mean, low, high, fair }
        };
        SeasonPage {
            name: name.to_owned(),
            contests,
            rows: rows.into_iter().map(|(_, row)| row).collect(),
            duels,
            maps: self.maps.into_iter().map(map).collect(),
            seats: self.seats.into_iter().map(seat).collect(),
        }
    }
}

/// Of the others in a contest, the share that is left behind, in percent.
fn points(result: &SeasonResult) -> f64 {
    match result.of {
        0 | 1 => 0.0,
        of => 100.0 * f64::from(of.saturating_sub(result.rank)) / f64::from(of - 1),
    }
}
