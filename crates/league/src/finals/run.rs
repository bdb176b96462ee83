use std::collections::BTreeSet;

use meydan_arena::Error;
use meydan_contest::{Count, Draw, Format, Setting, Sizes, Ties, Tournament};
use meydan_core::Seed;
use meydan_store::{Final, Json, MatchId, Reader, TeamId, Tx, VersionId};
use serde::{Deserialize, Serialize};

use crate::league::Told;
use crate::view::{FinalFormat, NewFinal};
use crate::{GameFacts, Settings};

/// How many more games are played where one is level.
const AGAIN: u32 = 3;

/// What was fixed when a final was opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Sheet {
    pub(super) format: FinalFormat,
    pub(super) table: usize,
    pub(super) sizes: Vec<usize>,
    pub(super) ahead: bool,
    /// From the best seed down.
    pub(super) entrants: Vec<Entrant>,
    pub(super) maps: Vec<String>,
    pub(super) seed: u64,
    pub(super) again: u32,
    /// Who is ahead of whom where all is level, from the best down.
    pub(super) order: Vec<usize>,
    /// See `Draw::Apart`; finals that were opened before there was this have it not.
    #[serde(default)]
    pub(super) apart: bool,
    /// See `Draw::Late`; the same.
    #[serde(default)]
    pub(super) late: bool,
    /// See `Count::Wins`; finals that were opened before there was this add up points.
    #[serde(default)]
    pub(super) wins: bool,
}

/// Who takes part, and what plays for them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entrant {
    pub(super) team: TeamId,
    pub(super) version: Option<VersionId>,
    pub(super) house: Option<String>,
    /// When that version was sent.
    pub(super) sent: Option<i64>,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Line {
    Result { series: usize, game: u32, ranks: Vec<(usize, u32)> },
    Gone { team: usize, why: String },
    Maps { series: usize, maps: Vec<usize> },
}

/// What the projector shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Show {
    pub(super) screen: Screen,
    pub(super) series: Option<usize>,
    pub(super) game: Option<u32>,
    pub(super) paused: bool,
    pub(super) replay: u32,
    /// Whether the film of the match on the stage was begun. What the projector shows now does not tell: a moderator may show the bracket before it.
    #[serde(default)]
    pub(super) seen: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Screen {
    #[default]
    Bracket,
    Next,
    Match,
    Result,
    Places,
    Blank,
}

impl Screen {
    pub(super) fn word(self) -> &'static str {
        match self {
            Screen::Bracket => "bracket",
            Screen::Next => "next",
            Screen::Match => "match",
            Screen::Result => "result",
            Screen::Places => "places",
            Screen::Blank => "blank",
        }
    }
}

/// A final as it stands.
pub(super) struct Run {
    pub(super) sheet: Sheet,
    pub(super) tournament: Tournament,
    pub(super) log: Vec<(Line, Option<MatchId>)>,
}

impl Sheet {
    pub(super) fn new(
        wish: &NewFinal,
        settings: &Settings,
        game: &GameFacts,
        entrants: Vec<Entrant>,
        maps: Vec<String>,
        seed: u64,
    ) -> Result<Sheet, Error> {
        let usual = if game.earlier { "earlier" } else { "again" };
        let (again, order) = match wish.ties.as_deref().unwrap_or(usual) {
            "again" => (AGAIN, Vec::new()),
            "earlier" => {
                let mut order: Vec<usize> = (0..entrants.len()).collect();
                order.sort_by_key(|&number| (entrants[number].sent.unwrap_or(i64::MAX), number));
                (0, order)
            }
            other => {
                return Err(Error::Wrong(format!(
                    "`{other}` does not decide a level match; choose `again` or `earlier`"
                )));
            }
        };
        let table = wish.table.unwrap_or(settings.players);
        let sizes = game.sides.clone();
        Ok(Sheet {
            format: wish.format.whole(),
            table,
            sizes,
            ahead: wish.ahead,
            entrants,
            maps,
            seed,
            again,
            order,
            apart: true,
            late: true,
            wins: true,
        })
    }

    pub(super) fn setting(&self) -> Result<Setting, Error> {
        let sizes = Sizes::new(self.sizes.iter().copied());
        Ok(Setting {
            format: format(self.format),
            teams: self.entrants.len(),
            table: self.table,
            sizes: sizes.ok_or_else(|| Error::Wrong("a match of one has no winner".to_owned()))?,
            maps: self.maps.len(),
            seed: Seed(self.seed),
            ties: Ties { again: self.again, order: self.order.clone() },
            draw: match (self.apart, self.late) {
                (_, true) => Draw::Late,
                (true, false) => Draw::Apart,
                (false, false) => Draw::First,
            },
            count: if self.wins { Count::Wins } else { Count::Sums },
        })
    }
}

fn format(format: FinalFormat) -> Format {
    match format {
        FinalFormat::Blitz { duels_from } => Format::Blitz { duels_from },
        FinalFormat::Single { best_of, last, third } => Format::Single { best_of, last, third },
        FinalFormat::Double { best_of, last, reset } => Format::Double { best_of, last, reset },
        FinalFormat::Robin { best_of, laps } => Format::RoundRobin { best_of, laps },
        FinalFormat::Swiss { best_of, rounds } => Format::Swiss { best_of, rounds },
        FinalFormat::Groups { size, through, best_of, last, third } => {
            Format::Groups { size, through, best_of, last, third }
        }
    }
}

impl Run {
    /// A final with everything that has happened in it.
    pub(super) async fn of(reader: &mut Reader, found: &Final) -> Result<Run, Error> {
        let sheet: Sheet = found.sheet.read().told()?;
        let mut log = Vec::new();
        for line in reader.final_log(&found.id).await.told()? {
            log.push((line.line.read().told()?, line.game));
        }
        let tournament = tournament(&sheet, log.iter().map(|(line, _)| line))?;
        Ok(Run { sheet, tournament, log })
    }

    /// The same as the audience knows it: without matches that were not shown, and without whoever left after such a match of theirs.
    pub(super) fn known(&self, shown: &BTreeSet<MatchId>) -> Result<Tournament, Error> {
        let mut secret = BTreeSet::new();
        let mut known = Vec::new();
        for (line, game) in &self.log {
            let tell = match line {
                Line::Result { ranks, .. } => {
                    let seen = game.as_ref().is_some_and(|game| shown.contains(game));
                    if !seen {
                        secret.extend(ranks.iter().map(|(team, _)| *team));
                    }
                    seen
                }
                Line::Gone { team, .. } => !secret.contains(team),
                Line::Maps { .. } => true,
            };
            if tell {
                known.push(line);
            }
        }
        tournament(&self.sheet, known)
    }

    /// Something happens, and is written down.
    pub(super) async fn write(
        &mut self,
        tx: &mut Tx,
        found: &Final,
        line: Line,
        game: Option<&MatchId>,
    ) -> Result<(), Error> {
        self.tournament.tell(&line.happening()).map_err(|error| Error::Conflict(error.to_string()))?;
        tx.add_final_line(&found.id, &Json::of(&line).told()?, game).await.told()?;
        self.log.push((line, game.cloned()));
        Ok(())
    }
}

fn tournament<'a>(sheet: &Sheet, log: impl IntoIterator<Item = &'a Line>) -> Result<Tournament, Error> {
    let log: Vec<_> = log.into_iter().map(Line::happening).collect();
    Tournament::after(sheet.setting()?, &log).map_err(|error| {
        tracing::error!(%error, "a final as it is kept makes no sense");
        Error::Trouble("a final as it is kept makes no sense; the log says more".to_owned())
    })
}
