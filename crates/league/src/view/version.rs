use super::{PhaseCard, sent};

sent! {
    /// A version of a team's bot.
    pub struct VersionCard {
        /// Its id.
        pub id: String,
        /// The team's id.
        pub team: String,
        /// From 1.
        pub number: u32,
        /// `received`, `building`, `built`, `validating`, `ready`, `failed`, `rejected` or `stuck`.
        pub state: String,
        /// Whether it plays for its team now.
        pub active: bool,
        /// Who sent it.
        pub by: String,
        /// When.
        pub created: i64,
        /// What its author says about it.
        pub note: String,
        /// The size of the archive, in bytes.
        pub size: u64,
        /// Its language, once known.
        pub language: Option<String>,
        /// Whether it speaks the original contest's protocol.
        pub wire: bool,
        /// What went wrong, in a sentence.
        pub error: Option<String>,
        /// How long the build took.
        pub build_ms: Option<i64>,
        /// The match that it had to play before it could go live.
        pub validation: Option<String>,
        /// What was found in each phase, where programs are judged so.
        pub phases: Vec<PhaseCard>,
    }
}

sent! {
    /// A team's versions, newest first.
    pub struct VersionList {
        /// The versions.
        pub versions: Vec<VersionCard>,
        /// How large an archive may be, in bytes.
        pub largest: u64,
    }
}

sent! {
    /// A piece of a build's log.
    pub struct LogPiece {
        /// The text from where it was asked for.
        pub text: String,
        /// Where to ask from next.
        pub next: u64,
        /// Whether more will come.
        pub open: bool,
    }
}
