use super::{TeamMark, received, sent};

received! {
    /// A new team; whoever makes it is its captain.
    pub struct NewTeam {
        /// Its name.
        pub name: String,
        /// The contest's code, where one is needed.
        #[serde(default)]
        pub code: Option<String>,
    }
}

received! {
    /// Joining a team.
    pub struct JoinTeam {
        /// The code that its captain gave you.
        pub code: String,
    }
}

received! {
    /// What a captain changes.
    pub struct TeamChange {
        /// A new name.
        #[serde(default)]
        pub name: Option<String>,
    }
}

sent! {
    /// What everybody may know about a team.
    pub struct TeamCard {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// The contest's address.
        pub contest: String,
        /// The house bot that it is, if it is one.
        pub house: Option<String>,
        /// `in`, `disqualified` or `withdrawn`.
        pub standing: String,
        /// Why it is not in.
        pub reason: Option<String>,
        /// The number of its active version.
        pub version: Option<u32>,
        /// Since when there is one.
        pub created: i64,
    }
}

sent! {
    /// A team's own page.
    pub struct TeamPage {
        /// The team.
        pub team: TeamCard,
        /// Whether you are in it.
        pub own: bool,
        /// Whether you are its captain.
        pub captain: bool,
        /// Its people; their names are known to everybody.
        pub members: Vec<MemberCard>,
        /// What its programs must reach, in a class; its own people and whoever runs the class see that.
        pub marks: Vec<TeamMark>,
    }
}

sent! {
    /// Somebody in a team.
    pub struct MemberCard {
        /// The account's id.
        pub user: String,
        /// Their name.
        pub name: String,
        /// `captain` or `member`.
        pub rank: String,
    }
}

sent! {
    /// A new code with which people join a team. It is shown this once; the one before no longer works.
    pub struct TeamCode {
        /// The code.
        pub code: String,
    }
}
