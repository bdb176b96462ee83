//! Tournaments of a test, and how they are played.
#![allow(dead_code, reason = "each test needs a part of it")]

use meydan_contest::{Count, Draw, Format, Happening, Setting, Sizes, Ties, Tournament, TournamentCall};
use meydan_core::Seed;

pub(crate) const BLITZ: Format = Format::Blitz { duels_from: 4 };
pub(crate) const SINGLE: Format = Format::Single { best_of: 1, last: 1, third: false };
pub(crate) const DOUBLE: Format = Format::Double { best_of: 1, last: 1, reset: true };

pub(crate) fn setting(format: Format, teams: usize, table: usize, sizes: &[usize]) -> Setting {
    Setting {
        format,
        teams,
        table,
        sizes: Sizes::new(sizes.iter().copied()).unwrap(),
        maps: 3,
        seed: Seed(7),
        ties: Ties { again: 1, order: Vec::new() },
        draw: Draw::Late,
        count: Count::Wins,
    }
}

pub(crate) fn duels(format: Format, teams: usize) -> Tournament {
    Tournament::new(setting(format, teams, 2, &[2])).unwrap()
}

pub(crate) fn result(call: &TournamentCall, rank: impl Fn(usize) -> u32) -> Happening {
    let ranks = call.players.iter().map(|&team| (team, rank(team))).collect();
    Happening::Result { series: call.series, game: call.game, ranks }
}

/// Plays to the end; a team's rank in a match is what is given.
pub(crate) fn play(tournament: &mut Tournament, rank: impl Fn(usize) -> u32) {
    while !tournament.is_over() {
        let calls = tournament.calls();
        assert!(!calls.is_empty(), "it is not over and nothing can be played");
        calls.iter().for_each(|call| tournament.tell(&result(call, &rank)).unwrap());
    }
}

pub(crate) fn places(tournament: &Tournament) -> Vec<(usize, usize)> {
    tournament.places().iter().map(|placed| (placed.team, placed.place)).collect()
}
