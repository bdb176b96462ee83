use super::sent;

sent! {
    /// How the strengths of a contest's teams went.
    pub struct ContestHistory {
        /// When it was looked.
        pub looks: Vec<Look>,
        /// The best teams of today's standing, the best first.
        pub teams: Vec<TeamLine>,
    }
}

sent! {
    /// A moment of a contest.
    pub struct Look {
        /// Ranked matches until then.
        pub matches: u32,
        /// When the last of them ended.
        pub time: i64,
    }
}

sent! {
    /// A rating with its 95 % interval.
    pub struct Rated {
        /// In Elo points, 0 being the average.
        pub rating: f64,
        /// The lower end.
        pub low: f64,
        /// The upper end.
        pub high: f64,
    }
}

sent! {
    /// A team over time.
    pub struct TeamLine {
        /// Its id.
        pub team: String,
        /// Its name.
        pub name: String,
        /// The house bot that it is, if it is one.
        pub house: Option<String>,
        /// Its rating at each look; nothing before its first match.
        pub points: Vec<Option<Rated>>,
        /// How it fared against each of these teams, in the same order.
        pub against: Vec<Duels>,
    }
}

sent! {
    /// How often one came before another.
    pub struct Duels {
        /// The first came before the second.
        pub won: u32,
        /// They shared a place.
        pub drawn: u32,
        /// The second came before the first.
        pub lost: u32,
    }
}

sent! {
    /// A team's own history.
    pub struct TeamHistory {
        /// When it was looked.
        pub looks: Vec<Look>,
        /// Its rating at each look; nothing before its first match.
        pub points: Vec<Option<Rated>>,
        /// Its versions that have played ranked matches, the first one first.
        pub versions: Vec<VersionHistory>,
        /// Whom it met, the most often met first.
        pub rivals: Vec<Rival>,
        /// What is true of it: `unbeaten` in ten ranked matches or more; `beat-all`, every other team at least once; `faultless` in twenty
        /// ranked matches or more; `better`, the latest version being clearly stronger than the one before.
        pub badges: Vec<String>,
    }
}

sent! {
    /// What a version did.
    pub struct VersionHistory {
        /// Its number.
        pub number: u32,
        /// When it was sent.
        pub created: i64,
        /// Its ranked matches.
        pub matches: u32,
        /// Its own strength, as if every version were a player of its own.
        pub rated: Rated,
        /// What it gained on the version before.
        pub gain: Option<Rated>,
        /// What it took; its own team and organisers see that.
        pub used: Option<Used>,
    }
}

sent! {
    /// What a bot took in its ranked matches.
    pub struct Used {
        /// Milliseconds of thinking in a match, on average.
        pub time_ms: f64,
        /// The same in the slowest match.
        pub slowest_ms: Option<i64>,
        /// The most memory, in bytes.
        pub memory: Option<i64>,
        /// Mistakes in all matches.
        pub faults: u32,
    }
}

sent! {
    /// Somebody whom a team has met.
    pub struct Rival {
        /// The other team.
        pub team: String,
        /// Its name.
        pub name: String,
        /// The house bot that it is, if it is one.
        pub house: Option<String>,
        /// How the team fared.
        pub duels: Duels,
    }
}
