use super::{received, sent};
use crate::Settings;

received! {
    /// A new contest.
    pub struct NewContest {
        /// Its part of the address: lower-case letters, digits and dashes.
        pub slug: String,
        /// Its title.
        pub title: String,
        /// What it is about, in Markdown.
        #[serde(default)]
        pub about: String,
        /// The game.
        pub game: String,
        /// How it is played.
        #[serde(default)]
        pub settings: Settings,
        /// A code that one must know to take part; left out: it is open to everybody.
        #[serde(default)]
        pub code: Option<String>,
        /// When it opens by itself.
        #[serde(default)]
        pub opens: Option<i64>,
        /// When submissions are frozen by themselves.
        #[serde(default)]
        pub freezes: Option<i64>,
        /// When it closes by itself.
        #[serde(default)]
        pub closes: Option<i64>,
    }
}

received! {
    /// What an organiser changes. What is left out stays.
    pub struct ContestChange {
        /// A new title.
        #[serde(default)]
        pub title: Option<String>,
        /// A new text.
        #[serde(default)]
        pub about: Option<String>,
        /// New settings, whole.
        #[serde(default)]
        pub settings: Option<Settings>,
        /// A new code; empty: open to everybody.
        #[serde(default)]
        pub code: Option<String>,
        /// When it opens; 0: not by itself.
        #[serde(default)]
        pub opens: Option<i64>,
        /// When submissions are frozen; 0: not by itself.
        #[serde(default)]
        pub freezes: Option<i64>,
        /// When it closes; 0: not by itself.
        #[serde(default)]
        pub closes: Option<i64>,
    }
}

sent! {
    /// What a contest would not keep any longer.
    pub struct Outlived {
        /// Matches with a record.
        pub records: u32,
        /// Logs of bots and builds.
        pub logs: u32,
        /// Builds of versions that were followed by another.
        pub builds: u32,
    }
}

received! {
    /// Moving a contest to another state.
    pub struct Turn {
        /// `open`, `frozen` or `closed`.
        pub to: String,
    }
}

received! {
    /// Something that everybody in a contest should read.
    pub struct NewAnnouncement {
        /// The text.
        pub text: String,
    }
}

sent! {
    /// What a list says about a contest.
    pub struct ContestCard {
        /// Its part of the address.
        pub slug: String,
        /// Its title.
        pub title: String,
        /// The game.
        pub game: String,
        /// `draft`, `open`, `frozen` or `closed`.
        pub state: String,
        /// Whether a code is needed to take part.
        pub invited: bool,
        /// Whether it is the demonstration that comes with Meydan.
        pub demo: bool,
        /// How many teams take part, house bots not counted.
        pub teams: u32,
        /// How many matches were played.
        pub matches: u32,
        /// When it opens by itself.
        pub opens: Option<i64>,
        /// When submissions are frozen.
        pub freezes: Option<i64>,
        /// When it closes.
        pub closes: Option<i64>,
    }
}

sent! {
    /// A contest's own page.
    pub struct ContestPage {
        /// The contest.
        pub contest: ContestCard,
        /// What it is about, in Markdown.
        pub about: String,
        /// How it is played.
        pub settings: Settings,
        /// The maps that are played on.
        pub maps: Vec<String>,
        /// The ruleset.
        pub ruleset: String,
        /// Your team's id, if you have one here.
        pub team: Option<String>,
        /// Whether you run this contest.
        pub organiser: bool,
        /// Whether its matches are held back.
        pub held: bool,
        /// The languages that bots can be built from here.
        pub languages: Vec<String>,
        /// When the next ranked round begins.
        pub next_round: Option<i64>,
        /// The latest announcements, newest first.
        pub announcements: Vec<Announcement>,
    }
}

sent! {
    /// Something that everybody in a contest should read.
    pub struct Announcement {
        /// Its id.
        pub id: String,
        /// The text.
        pub text: String,
        /// Who wrote it.
        pub by: String,
        /// When.
        pub created: i64,
    }
}

sent! {
    /// A contest's standing.
    pub struct StandingTable {
        /// `none`, `groups`, `ladder` or `boards`.
        pub kind: String,
        /// From the best down.
        pub rows: Vec<StandingRow>,
        /// How many matches it is made of.
        pub matches: u32,
        /// The last match that counts: with the match table it can be computed again bit for bit.
        pub upto: i64,
        /// How it is computed, in a sentence.
        pub method: String,
    }
}

sent! {
    /// A team in the standing.
    pub struct StandingRow {
        /// From 1; teams that share a place have the same.
        pub rank: u32,
        /// The team's id.
        pub team: String,
        /// Its name.
        pub name: String,
        /// The house bot that it is, if it is one.
        pub house: Option<String>,
        /// Its group, from 1, where there are groups.
        pub group: Option<u32>,
        /// Its rating, where there is one.
        pub rating: Option<f64>,
        /// The lower end of the rating's 95 % interval.
        pub low: Option<f64>,
        /// The upper end.
        pub high: Option<f64>,
        /// Matches played.
        pub matches: u32,
        /// Matches won.
        pub won: u32,
        /// Matches drawn.
        pub drawn: u32,
        /// Matches lost.
        pub lost: u32,
        /// The number of its active version.
        pub version: Option<u32>,
        /// Places gained since the last round; below 0: lost.
        pub moved: i32,
        /// `in`, `disqualified` or `withdrawn`.
        pub standing: String,
    }
}

sent! {
    /// A ranked round.
    pub struct RoundCard {
        /// From 1.
        pub number: u32,
        /// `planned`, `running`, `over` or `cancelled`.
        pub state: String,
        /// When it is due.
        pub due: i64,
        /// When it ended.
        pub ended: Option<i64>,
        /// How many matches it has.
        pub matches: u32,
        /// How many of them are over.
        pub over: u32,
    }
}

sent! {
    /// A ranked round with its groups.
    pub struct RoundPage {
        /// The round.
        pub round: RoundCard,
        /// The groups, from the best down.
        pub groups: Vec<GroupCard>,
        /// Where everybody plays the same board alone: how each did, the best first.
        pub boards: Vec<BoardCard>,
    }
}

sent! {
    /// How a team did alone on the board of a round.
    pub struct BoardCard {
        /// From 1; nothing, while its match is not over.
        pub rank: Option<u32>,
        /// The team's id.
        pub team: String,
        /// Its name.
        pub name: String,
        /// Its match.
        pub game: String,
        /// How it ended, in the game's word.
        pub reason: Option<String>,
        /// How many windows it took.
        pub windows: Option<u32>,
        /// As the game counts.
        pub score: Option<f64>,
    }
}

sent! {
    /// One group of a round.
    pub struct GroupCard {
        /// From 1.
        pub number: u32,
        /// The ids of its teams.
        pub teams: Vec<String>,
        /// The names of its teams.
        pub names: Vec<String>,
        /// Its match; a team alone has none.
        pub game: Option<String>,
        /// The ids of teams that have moved up.
        pub up: Vec<String>,
        /// The ids of teams that have moved down.
        pub down: Vec<String>,
    }
}

sent! {
    /// A contest in numbers.
    pub struct Statistics {
        /// Teams.
        pub teams: u32,
        /// Versions sent in.
        pub versions: u32,
        /// Matches that are over.
        pub matches: u32,
        /// Matches that are waiting.
        pub queued: u32,
        /// Matches that went wrong on our side.
        pub void: u32,
        /// Each map.
        pub maps: Vec<MapStatistics>,
        /// Each seat: is one of them better?
        pub seats: Vec<SeatStatistics>,
        /// Versions by language.
        pub languages: Vec<(String, u32)>,
    }
}

sent! {
    /// A map in numbers.
    pub struct MapStatistics {
        /// The map.
        pub map: String,
        /// Matches on it.
        pub matches: u32,
        /// Those without a winner.
        pub drawn: u32,
        /// Windows of a match on average.
        pub windows: f64,
    }
}

sent! {
    /// A seat in numbers.
    pub struct SeatStatistics {
        /// The side.
        pub side: u32,
        /// Matches.
        pub matches: u32,
        /// Matches won from it.
        pub won: u32,
        /// The share of wins, with its 95 % interval.
        pub share: f64,
        /// The lower end.
        pub low: f64,
        /// The upper end.
        pub high: f64,
    }
}
