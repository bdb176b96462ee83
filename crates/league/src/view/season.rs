use super::sent;

sent! {
    /// A season: contests that belong together, and what came of all of them.
    pub struct SeasonPage {
        /// Its name.
        pub name: String,
        /// Its contests, oldest first.
        pub contests: Vec<SeasonContest>,
        /// Everybody who has played in one of them, the most points first.
        pub rows: Vec<SeasonRow>,
        /// How the first twelve fared against each other.
        pub duels: Vec<SeasonDuels>,
        /// The maps of ranked matches.
        pub maps: Vec<SeasonMap>,
        /// The seats of ranked matches.
        pub seats: Vec<SeasonSeat>,
    }
}

sent! {
    /// A contest of a season.
    pub struct SeasonContest {
        /// Its address.
        pub slug: String,
        /// Its title.
        pub title: String,
        /// Its game.
        pub game: String,
        /// `open`, `frozen` or `closed`.
        pub state: String,
        /// When it opened, or was made.
        pub opens: i64,
    }
}

sent! {
    /// Somebody in a season: whoever leads a team, or a house bot.
    pub struct SeasonRow {
        /// The name of their last team.
        pub name: String,
        /// The house bot.
        pub house: Option<String>,
        /// What they reached in each contest, in the season's order.
        pub results: Vec<Option<SeasonResult>>,
        /// In each contest the share of the others that was left behind, in percent, all together.
        pub points: f64,
    }
}

sent! {
    /// What somebody reached in a contest.
    pub struct SeasonResult {
        /// The team's id.
        pub team: String,
        /// Their place in the standing.
        pub rank: u32,
        /// Of so many that have played.
        pub of: u32,
        /// Their rating.
        pub rating: Option<f64>,
    }
}

sent! {
    /// How two of a season fared against each other in ranked matches.
    pub struct SeasonDuels {
        /// The place of the one in the season's rows, from 0.
        pub one: usize,
        /// That of the other.
        pub other: usize,
        /// How often the one was ahead.
        pub won: u32,
        /// How often they were level.
        pub drawn: u32,
        /// How often the other was ahead.
        pub lost: u32,
    }
}

sent! {
    /// A map over a season.
    pub struct SeasonMap {
        /// The game.
        pub game: String,
        /// The map.
        pub map: String,
        /// Ranked matches on it.
        pub matches: u32,
        /// Those without one winner.
        pub drawn: u32,
        /// How many windows they had on average.
        pub windows: f64,
    }
}

sent! {
    /// A side over a season: is it better than the others?
    pub struct SeasonSeat {
        /// The game.
        pub game: String,
        /// In matches of so many sides.
        pub players: u32,
        /// The side, from 0.
        pub side: u32,
        /// Ranked matches.
        pub matches: u32,
        /// Those that this side won alone.
        pub won: u32,
        /// The share of them.
        pub share: f64,
        /// The lower end of its 95 % interval.
        pub low: f64,
        /// The upper end.
        pub high: f64,
        /// The share that every side would have if none were better and nothing were drawn.
        pub fair: f64,
    }
}
