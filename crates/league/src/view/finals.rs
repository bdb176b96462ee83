use serde::{Deserialize, Serialize};

use super::{received, sent};

/// How a final is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "lowercase", tag = "kind", deny_unknown_fields)]
pub enum FinalFormat {
    /// As the Blitz contests had it: tables of four, of which two go on, then duels; all sudden death but for the grand final, which is the
    /// best of three.
    Blitz {
        /// From how many that are left on matches are duels: 2, 4, 8 and so on.
        #[serde(default = "four")]
        duels_from: usize,
    },
    /// Whoever loses is out.
    Single {
        /// How many games a series has at most: an odd number.
        #[serde(default = "one")]
        best_of: u32,
        /// How many the final has at most; left out: as many as the others.
        #[serde(default)]
        last: u32,
        /// Whether there is a match for the third place.
        #[serde(default)]
        third: bool,
    },
    /// Whoever loses twice is out.
    Double {
        /// How many games a series has at most: an odd number.
        #[serde(default = "one")]
        best_of: u32,
        /// How many the grand final has at most; left out: as many as the others.
        #[serde(default)]
        last: u32,
        /// Whether whoever is undefeated must lose the grand final twice.
        #[serde(default)]
        reset: bool,
    },
    /// Everybody meets everybody.
    Robin {
        /// How many games a series has at most: an odd number.
        #[serde(default = "one")]
        best_of: u32,
        /// How often everybody meets everybody.
        #[serde(default = "lap")]
        laps: usize,
    },
    /// In every round those meet who have fared alike so far.
    Swiss {
        /// How many games a series has at most: an odd number.
        #[serde(default = "one")]
        best_of: u32,
        /// How many rounds; left out: as many as a knock-out would have.
        #[serde(default)]
        rounds: Option<usize>,
    },
    /// Groups in which everybody meets everybody, then a knock-out.
    Groups {
        /// How many a group has, about.
        #[serde(default = "four")]
        size: usize,
        /// How many of each go on.
        #[serde(default = "two")]
        through: usize,
        /// How many games a series has at most: an odd number.
        #[serde(default = "one")]
        best_of: u32,
        /// How many the final has at most; left out: as many as the others.
        #[serde(default)]
        last: u32,
        /// Whether there is a match for the third place.
        #[serde(default)]
        third: bool,
    },
}

impl FinalFormat {
    /// With everything said that was left out.
    pub(crate) fn whole(mut self) -> FinalFormat {
        match &mut self {
            FinalFormat::Single { best_of, last, .. }
            | FinalFormat::Double { best_of, last, .. }
            | FinalFormat::Groups { best_of, last, .. }
                if *last == 0 =>
            {
                *last = *best_of;
            }
            _ => {}
        }
        self
    }
}

fn one() -> u32 {
    1
}
fn lap() -> usize {
    1
}
fn two() -> usize {
    2
}
fn four() -> usize {
    4
}

received! {
    /// A final to be opened. Submissions are frozen, and the versions in force then play.
    pub struct NewFinal {
        /// How it is played.
        pub format: FinalFormat,
        /// How many teams a match has; left out: as in the contest.
        #[serde(default)]
        pub table: Option<usize>,
        /// Whether matches are played ahead; otherwise each is played when it is called.
        #[serde(default)]
        pub ahead: bool,
        /// Who takes part, from the best seed down; left out: everybody, by the standing.
        #[serde(default)]
        pub teams: Option<Vec<String>>,
        /// How many take part, the best by the standing, where nobody is named; left out: all.
        #[serde(default)]
        pub best: Option<usize>,
        /// Whether teams of house bots take part, where nobody is named.
        #[serde(default)]
        pub house: bool,
        /// The maps that are drawn from; none: all of the contest's.
        #[serde(default)]
        pub maps: Vec<String>,
        /// What decides a match that is level: `again` (up to three more games, then the better seed) or `earlier` (whoever sent their version
        /// earlier, as the document of heroes has it). Left out, it is what the game's document says.
        #[serde(default)]
        pub ties: Option<String>,
    }
}

received! {
    /// What a moderator does.
    #[derive(Default)]
    pub struct Cue {
        /// `bracket`, `next`, `play`, `pause`, `resume`, `decisive`, `result`, `skip`, `places`, `blank`, `maps`, `again` or `gone`.
        pub act: String,
        /// For `next`, `maps` and `again`: which series.
        #[serde(default)]
        pub series: Option<usize>,
        /// For `maps`: the maps of the series, in the order in which they are played.
        #[serde(default)]
        pub maps: Vec<String>,
        /// For `gone`: the team that does not play any more, by its place in `teams`.
        #[serde(default)]
        pub team: Option<usize>,
        /// For `gone`: `withdrawn`, which it is where nothing is said, or `no-show`.
        #[serde(default)]
        pub why: Option<String>,
        /// The picture that was seen; if there has been another since, nothing is done.
        #[serde(default)]
        pub step: Option<i64>,
    }
}

received! {
    /// A team's vote for a map.
    pub struct MapVote {
        /// Of which series.
        pub series: usize,
        /// The map.
        pub map: String,
    }
}

sent! {
    /// The vote on the maps of a series that is still to come.
    pub struct Ballot {
        /// The series.
        pub series: usize,
        /// How many teams have voted for each of the final's maps, in their order.
        pub votes: Vec<u32>,
        /// For which one yours has.
        pub own: Option<String>,
        /// Whether your team may vote.
        pub may: bool,
    }
}

received! {
    /// A code that lets a phone or a laptop moderate.
    pub struct HallCode {
        /// The code.
        pub code: String,
    }
}

sent! {
    /// A code was made.
    pub struct HallCodeMade {
        /// The code, to be typed or followed as a link.
        pub code: String,
        /// Until when it can be used.
        pub expires: i64,
    }
}

sent! {
    /// Somebody may moderate now.
    pub struct HallEntered {
        /// The contest's address.
        pub contest: String,
        /// Its title.
        pub title: String,
    }
}

sent! {
    /// A final as the caller may know it. Teams are named by their place in `teams`.
    pub struct FinalPage {
        /// `running` or `over`, as far as the caller may know.
        pub state: String,
        /// How it is played.
        pub format: FinalFormat,
        /// The game.
        pub game: String,
        /// Whether matches are played ahead.
        pub ahead: bool,
        /// When it was opened.
        pub created: i64,
        /// Who takes part, from the best seed down.
        pub teams: Vec<FinalTeam>,
        /// The maps that are drawn from.
        pub maps: Vec<String>,
        /// On which series teams can vote now.
        pub ballots: Vec<Ballot>,
        /// All series that are known of, in the order in which they are shown.
        pub series: Vec<SeriesCard>,
        /// How the groups stand, where there are any.
        pub groups: Vec<Vec<FinalLine>>,
        /// Those who have a place by now, from the best down.
        pub places: Vec<FinalPlace>,
        /// What the projector shows.
        pub show: ShowCard,
        /// Whether you may moderate it.
        pub moderates: bool,
        /// Whether you run the contest.
        pub organiser: bool,
    }
}

sent! {
    /// A team in a final.
    pub struct FinalTeam {
        /// The team's id.
        pub team: String,
        /// Its name.
        pub name: String,
        /// The house bot that it is, if it is one.
        pub house: Option<String>,
        /// The number of the version that plays.
        pub version: Option<u32>,
        /// Why it does not play any more, if so.
        pub gone: Option<String>,
    }
}

sent! {
    /// A series: games of the same teams, until it is known who goes on.
    pub struct SeriesCard {
        /// Its number.
        pub number: usize,
        /// `group`, `winners`, `losers`, `third` or `final`.
        pub stage: String,
        /// The group, from 0, where it is one.
        pub group: Option<usize>,
        /// Its round in that part, from 0.
        pub round: usize,
        /// How many tables its round has, byes counted.
        pub width: usize,
        /// How many games it has at most, if none is level.
        pub best_of: u32,
        /// How many go on; 0: points are counted.
        pub through: usize,
        /// Who plays.
        pub slots: Vec<SlotCard>,
        /// What was played.
        pub games: Vec<FinalGame>,
        /// Its teams from the best down, when it is decided, each with its rank.
        pub result: Vec<FinalPlace>,
        /// What has decided who goes on where all games together were level: `earlier` (whoever sent their version earlier) or `seed`.
        pub level: Option<String>,
    }
}

sent! {
    /// A place in a series.
    pub struct SlotCard {
        /// The team, if it is known.
        pub team: Option<usize>,
        /// The series it comes from.
        pub series: Option<usize>,
        /// The group it comes from.
        pub group: Option<usize>,
        /// Its rank there, from 0.
        pub rank: Option<usize>,
    }
}

sent! {
    /// A game of a series.
    pub struct FinalGame {
        /// The match.
        pub id: Option<String>,
        /// The map.
        pub map: String,
        /// Each team's rank.
        pub ranks: Vec<FinalPlace>,
    }
}

sent! {
    /// A team and its place.
    pub struct FinalPlace {
        /// The team.
        pub team: usize,
        /// Its place, from 1.
        pub place: usize,
    }
}

sent! {
    /// A team in a group of a final.
    pub struct FinalLine {
        /// The team.
        pub team: usize,
        /// How many series it has played.
        pub played: usize,
        /// How many it has won alone.
        pub won: usize,
        /// Its points, 1 for a series won; where everybody meets everybody at larger tables, 1 for each team that it was always ahead of.
        pub points: f64,
    }
}

sent! {
    /// What the projector shows.
    pub struct ShowCard {
        /// Counts the pictures.
        pub step: i64,
        /// `bracket`, `next`, `match`, `result`, `places` or `blank`.
        pub screen: String,
        /// Of which series.
        pub series: Option<usize>,
        /// Of which game of it, from 0.
        pub game: Option<u32>,
        /// The match, for whoever may moderate, or when it was shown.
        pub id: Option<String>,
        /// Whether the film stands still.
        pub paused: bool,
        /// How often the decisive turn was asked for.
        pub replay: u32,
        /// Whether the film of the match on the stage was begun.
        pub seen: bool,
    }
}

sent! {
    /// What the audience does not see.
    pub struct Backstage {
        /// The final with everything that has been played.
        pub page: FinalPage,
        /// Its matches, the oldest first.
        pub matches: Vec<BackstageMatch>,
        /// The number of the series that would be shown next.
        pub next: Option<usize>,
    }
}

sent! {
    /// A match of a final, for whoever may moderate.
    pub struct BackstageMatch {
        /// Its id.
        pub id: String,
        /// For which series.
        pub series: usize,
        /// For which game of it, from 0.
        pub game: u32,
        /// `queued`, `running`, `over`, `void` or `cancelled`.
        pub state: String,
        /// Whether everybody knows of it.
        pub shown: bool,
        /// The map.
        pub map: String,
        /// How many windows it has; while it is played, so far.
        pub windows: Option<u32>,
        /// How it ended, in the game's word.
        pub reason: Option<String>,
        /// Who played, seat by seat.
        pub seats: Vec<BackstageSeat>,
    }
}

sent! {
    /// A seat of a match of a final.
    pub struct BackstageSeat {
        /// The team, by its place in `teams`; none: a house bot fills a seat for which there is nobody, and can win nothing.
        pub team: Option<usize>,
        /// Its name.
        pub name: String,
        /// Its rank.
        pub rank: Option<u32>,
        /// As the game counts.
        pub score: Option<f64>,
        /// How many mistakes it made.
        pub faults: Option<u32>,
        /// How long it thought, in milliseconds.
        pub time_ms: Option<i64>,
    }
}
