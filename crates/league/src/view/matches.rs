use serde::{Deserialize, Serialize};

use super::{received, sent};

received! {
    /// A match on request. It never changes the standing.
    pub struct CasualWish {
        /// Whom to meet; together with your team they fill the match. What is missing is filled with teams of like
        /// strength.
        #[serde(default)]
        pub opponents: Vec<Opponent>,
        /// The map; left out: one of the contest's.
        #[serde(default)]
        pub map: Option<String>,
        /// Which of your versions plays; left out: the active one.
        #[serde(default)]
        pub version: Option<String>,
        /// Whether you sit down yourself instead of a version.
        #[serde(default)]
        pub person: bool,
    }
}

/// Whom to meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Opponent {
    /// The active version of this team.
    Team(String),
    /// This house bot.
    House(String),
}

sent! {
    /// Somebody whom you may meet.
    pub struct OpponentCard {
        /// Who.
        pub opponent: Opponent,
        /// Their name.
        pub name: String,
        /// Their place in the standing.
        pub rank: Option<u32>,
        /// The share of points you can expect; from 0 to 1.
        pub expected: Option<f64>,
        /// You cannot meet them yet: they are open to this upper share of the standing.
        pub closed: Option<f64>,
    }
}

/// Which matches are asked for.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema, utoipa::IntoParams)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct MatchQuery {
    /// Those in which this team plays.
    pub team: Option<String>,
    /// Those in which this team plays, too.
    pub against: Option<String>,
    /// Those in which this house bot plays.
    pub house: Option<String>,
    /// `casual`, `ranked`, `validation` or `final`.
    pub kind: Option<String>,
    /// `queued`, `running`, `over`, `void`, `cancelled` or `annulled`.
    pub state: Option<String>,
    /// Those on this map.
    pub map: Option<String>,
    /// Those with this tag.
    pub tag: Option<String>,
    /// Those of this round.
    pub round: Option<u32>,
    /// Those with a team whose name has this in it.
    pub text: Option<String>,
    /// Those before this one, as `next` said.
    pub before: Option<i64>,
    /// At most so many; 50 if left out, 500 at most.
    pub limit: Option<u32>,
}

sent! {
    /// A match of a contest.
    pub struct LeagueMatch {
        /// Its id.
        pub id: String,
        /// Its number; later matches have higher ones.
        pub seq: i64,
        /// The contest's address.
        pub contest: String,
        /// `casual`, `ranked`, `validation` or `final`.
        pub kind: String,
        /// The round's number.
        pub round: Option<u32>,
        /// `queued`, `running`, `over`, `void`, `cancelled` or `annulled`.
        pub state: String,
        /// Why it is void, cancelled or annulled.
        pub reason: Option<String>,
        /// The game.
        pub game: String,
        /// The ruleset.
        pub ruleset: String,
        /// The map.
        pub map: String,
        /// What fixes all chance; told when the match is over.
        pub seed: Option<String>,
        /// Who plays.
        pub seats: Vec<MatchSeat>,
        /// When it was asked for.
        pub created: i64,
        /// When it began.
        pub started: Option<i64>,
        /// When it ended.
        pub ended: Option<i64>,
        /// How many windows were played.
        pub windows: Option<u32>,
        /// `pending`, `same` or `differs`: whether playing it again from its record gave the same.
        pub checked: String,
        /// Whether you may watch it now.
        pub open: bool,
        /// Its tags.
        pub tags: Vec<String>,
        /// How many tries it took.
        pub attempt: u32,
        /// The seats of the game on which you sit yourself, while it is played.
        pub sits: Vec<u8>,
    }
}

sent! {
    /// All matches of a contest that are being played.
    pub struct WallPage {
        /// The matches, newest first.
        pub matches: Vec<WallMatch>,
        /// How many wait to be played; for whoever runs the contest.
        pub waiting: Option<u32>,
    }
}

sent! {
    /// A match that is being played, as it stands.
    pub struct WallMatch {
        /// The match.
        pub card: LeagueMatch,
        /// The first line of its reel; nothing where you have it already or may not watch it.
        pub opening: Option<String>,
        /// Where in the film its last window is, to be named in the next question.
        pub place: u64,
        /// The line of its last window; nothing where you have it already or there is none yet.
        pub frame: Option<String>,
    }
}

sent! {
    /// Who sits on a seat, and what came of it.
    pub struct MatchSeat {
        /// The seat.
        pub seat: u32,
        /// Its side.
        pub side: u32,
        /// The team's id.
        pub team: Option<String>,
        /// Who it is, for people.
        pub name: String,
        /// The house bot.
        pub house: Option<String>,
        /// Whether a person plays.
        pub person: bool,
        /// The number of the version that played.
        pub version: Option<u32>,
        /// The place it took, from 1.
        pub rank: Option<u32>,
        /// Its score.
        pub score: Option<f64>,
        /// How many mistakes it made.
        pub faults: Option<u32>,
        /// The time it used, in milliseconds.
        pub time_ms: Option<i64>,
        /// Whether it is your team's.
        pub own: bool,
        /// Whether you may read what its program said.
        pub log: bool,
    }
}

sent! {
    /// Some matches, newest first.
    pub struct LeagueMatchList {
        /// The matches.
        pub matches: Vec<LeagueMatch>,
        /// What to ask for with `before` to have the next ones.
        pub next: Option<i64>,
    }
}

sent! {
    /// How two teams fared against each other.
    pub struct Versus {
        /// Ranked matches in which both played, and which count.
        pub matches: u32,
        /// Those in which the first came before the second.
        pub won: u32,
        /// Those in which they shared a place.
        pub drawn: u32,
        /// Those in which the second came before the first.
        pub lost: u32,
    }
}

received! {
    /// The tags of a match, all of them.
    pub struct Tags {
        /// Up to ten short words. Those of a team are its own; those of organisers are everybody's.
        pub tags: Vec<String>,
    }
}
