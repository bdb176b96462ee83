use std::collections::{BTreeMap, BTreeSet};

use meydan_arena::Error;
use meydan_contest::{Feed, Level, Series, Stage, Tournament};
use meydan_store::{Final, FinalMatch, Match, MatchId, MatchState, Reader, TeamId};

use super::no_final;
use super::run::{Line, Run, Show};
use super::votes::ballots;
use crate::contests::Part;
use crate::league::Told;
use crate::matches::Names;
use crate::view::{
    Backstage, BackstageMatch, BackstageSeat, FinalGame, FinalLine, FinalPage, FinalPlace, FinalTeam,
    SeriesCard, ShowCard, SlotCard,
};
use crate::{Caller, League};

impl League {
    /// The final of a contest as everybody may know it.
    pub async fn final_page(&self, caller: &Caller, slug: &str) -> Result<FinalPage, Error> {
        self.find_final(caller, slug).await?.ok_or_else(no_final)
    }

    /// The same; a contest may have none.
    pub async fn find_final(&self, caller: &Caller, slug: &str) -> Result<Option<FinalPage>, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        let Some(found) = reader.final_of(&part.contest.id).await.told()? else { return Ok(None) };
        let run = Run::of(&mut reader, &found).await?;
        let matches = reader.final_matches(&found.id).await.told()?;
        let known = run.known(&part.shown)?;
        page(&mut reader, &part, &found, &run, &known, &matches, false).await.map(Some)
    }

    /// The final with everything that the audience does not know yet, for whoever may moderate it.
    pub async fn backstage(&self, caller: &Caller, slug: &str) -> Result<Backstage, Error> {
        let mut reader = self.store.snapshot().await.told()?;
        let part = self.part(&mut reader, caller, slug).await?;
        part.must_moderate(caller)?;
        let found = reader.final_of(&part.contest.id).await.told()?.ok_or_else(no_final)?;
        let run = Run::of(&mut reader, &found).await?;
        let matches = reader.final_matches(&found.id).await.told()?;
        let ids: Vec<MatchId> = matches.iter().map(|game| game.id.clone()).collect();
        let mut rows: BTreeMap<MatchId, Match> = reader
            .these_matches(&ids)
            .await
            .told()?
            .into_iter()
            .map(|game| (game.id.clone(), game))
            .collect();
        let mut names = Names::default();
        let mut cards = Vec::new();
        for game in &matches {
            let Some(row) = rows.remove(&game.id) else { continue };
            let mut seats = Vec::new();
            for seat in &row.seats {
                let entrants = &run.sheet.entrants;
                seats.push(BackstageSeat {
                    team: entrants.iter().position(|entrant| Some(&entrant.team) == seat.team.as_ref()),
                    name: names.seat(&mut reader, seat).await?,
                    rank: seat.rank.map(|rank| rank as u32),
                    score: seat.score,
                    faults: seat.faults.map(|faults| faults as u32),
                    time_ms: seat.time_ms,
                });
            }
            let windows = self.windows(&row).await;
            let outcome: Option<meydan_core::Outcome> =
                row.outcome.as_ref().and_then(|outcome| outcome.read().ok());
            cards.push(BackstageMatch {
                id: row.id.to_string(),
                series: game.series as usize,
                game: game.game as u32,
                state: row.state.to_string(),
                shown: game.shown.is_some(),
                map: row.map,
                windows,
                reason: outcome.map(|outcome| outcome.reason).or(row.reason),
                seats,
            });
        }
        let known = run.known(&part.shown)?;
        let next = known.calls().first().map(|call| call.series);
        let page = page(&mut reader, &part, &found, &run, &run.tournament, &matches, true).await?;
        Ok(Backstage { page, matches: cards, next })
    }

    /// How many windows a match has; while it is played, so far.
    async fn windows(&self, row: &Match) -> Option<u32> {
        if row.state != MatchState::Running {
            return row.windows.map(|windows| windows as u32);
        }
        self.bring(&row.id).await;
        self.films.find(&row.id).map(|live| live.film.windows())
    }
}

/// What the projector shows; the match is named to whoever may know of it.
pub(super) fn show_card(found: &Final, show: &Show, matches: &[FinalMatch], all: bool) -> ShowCard {
    let current = matches.iter().rev().find(|game| {
        show.series == Some(game.series as usize) && show.game.map(i64::from) == Some(game.game)
    });
    ShowCard {
        step: found.step,
        screen: show.screen.word().to_owned(),
        series: show.series,
        game: show.game,
        id: current.filter(|game| all || game.shown.is_some()).map(|game| game.id.to_string()),
        paused: show.paused,
        replay: show.replay,
        seen: show.seen,
    }
}

async fn page(
    reader: &mut Reader,
    part: &Part,
    found: &Final,
    run: &Run,
    tournament: &Tournament,
    matches: &[FinalMatch],
    all: bool,
) -> Result<FinalPage, Error> {
    let ids: Vec<TeamId> = run.sheet.entrants.iter().map(|entrant| entrant.team.clone()).collect();
    let names: BTreeMap<TeamId, String> =
        reader.these_teams(&ids).await.told()?.into_iter().map(|team| (team.id, team.name)).collect();
    let versions: BTreeSet<_> =
        run.sheet.entrants.iter().filter_map(|entrant| entrant.version.clone()).collect();
    let versions: BTreeMap<_, _> = reader
        .these_versions(&Vec::from_iter(versions))
        .await
        .told()?
        .into_iter()
        .map(|version| (version.id, version.number as u32))
        .collect();
    let why = |number: usize| {
        let gone = run.log.iter().find_map(|(line, _)| match line {
            Line::Gone { team, why } if *team == number => Some(why.clone()),
            _ => None,
        });
        gone.filter(|_| tournament.is_gone(number))
    };
    let teams = run.sheet.entrants.iter().enumerate().map(|(number, entrant)| FinalTeam {
        team: entrant.team.to_string(),
        name: names.get(&entrant.team).cloned().unwrap_or_default(),
        house: entrant.house.clone(),
        version: entrant.version.as_ref().and_then(|version| versions.get(version)).copied(),
        gone: why(number),
    });
    // Which match counts for which game.
    let mut counted: BTreeMap<(usize, u32), String> = BTreeMap::new();
    for (line, game) in &run.log {
        if let (Line::Result { series, game: number, .. }, Some(id)) = (line, game)
            && (all || part.shown.contains(id))
        {
            counted.insert((*series, *number), id.to_string());
        }
    }
    let series = tournament.series().iter().map(|series| series_card(series, &run.sheet.maps, &counted));
    let groups = (0..tournament.groups().len()).map(|group| {
        let line = |line: meydan_contest::Line| FinalLine {
            team: line.team,
            played: line.played,
            won: line.won,
            points: line.points as f64 / meydan_contest::Line::ONE as f64,
        };
        tournament.table(group).into_iter().map(line).collect()
    });
    let places = tournament.places().into_iter();
    let show: Show = found.show.read().told()?;
    Ok(FinalPage {
        state: if tournament.is_over() { "over" } else { "running" }.to_owned(),
        format: run.sheet.format,
        game: part.contest.game.clone(),
        ahead: run.sheet.ahead,
        created: found.created.0,
        teams: teams.collect(),
        maps: run.sheet.maps.clone(),
        ballots: ballots(reader, part, found, run, matches).await?,
        series: series.collect(),
        groups: groups.collect(),
        places: places.map(|placed| FinalPlace { team: placed.team, place: placed.place }).collect(),
        show: show_card(found, &show, matches, all),
        moderates: part.moderates(),
        organiser: part.organiser,
    })
}

fn series_card(series: &Series, maps: &[String], counted: &BTreeMap<(usize, u32), String>) -> SeriesCard {
    let (stage, group) = match series.stage {
        Stage::Group(group) => ("group", Some(group)),
        Stage::Winners => ("winners", None),
        Stage::Losers => ("losers", None),
        Stage::Third => ("third", None),
        Stage::Final => ("final", None),
    };
    let slot = |(feed, team): (&Feed, &Option<usize>)| {
        let (series, group, rank) = match *feed {
            Feed::Seed(_) => (None, None, None),
            Feed::Of { series, rank } => (Some(series), None, Some(rank)),
            Feed::Group { group, rank } => (None, Some(group), Some(rank)),
        };
        SlotCard { team: *team, series, group, rank }
    };
    let game = |(number, game): (usize, &meydan_contest::Game)| FinalGame {
        id: counted.get(&(series.number, number as u32)).cloned(),
        map: maps.get(game.map).cloned().unwrap_or_default(),
        ranks: game.ranks.iter().map(|&(team, rank)| FinalPlace { team, place: rank as usize }).collect(),
    };
    let result = series.result.iter().flatten();
    SeriesCard {
        number: series.number,
        stage: stage.to_owned(),
        group,
        round: series.round,
        width: series.width,
        best_of: series.best_of,
        through: series.through,
        slots: series.feeds.iter().zip(&series.slots).map(slot).collect(),
        games: series.games.iter().enumerate().map(game).collect(),
        result: result.map(|one| FinalPlace { team: one.team, place: one.rank }).collect(),
        level: series.level.map(|level| match level {
            Level::Order => "earlier".to_owned(),
            Level::Seed => "seed".to_owned(),
        }),
    }
}
