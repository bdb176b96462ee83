use super::{received, sent};
use crate::settings::MarkWish;

received! {
    /// Coming into a class.
    pub struct JoinClass {
        /// The room's code, which the teacher tells.
        pub code: String,
        /// Your name, as the class should see it.
        pub name: String,
        /// The language of the page.
        #[serde(default)]
        pub lang: Option<String>,
    }
}

sent! {
    /// You are in a class.
    pub struct ClassJoined {
        /// The class's address.
        pub contest: String,
        /// Its title.
        pub title: String,
        /// Your team, which is you alone.
        pub team: String,
        /// The name to sign in with from another computer: yours, with a number where somebody elsewhere has it already.
        pub name: String,
        /// What you sign in with from another computer. It is shown this once; the teacher can give you another.
        pub key: String,
    }
}

sent! {
    /// The teacher's table.
    pub struct ClassTable {
        /// What programs must reach.
        pub marks: Vec<MarkWish>,
        /// The phases by which programs are judged.
        pub phases: Vec<u8>,
        /// Everybody.
        pub rows: Vec<ClassRow>,
    }
}

sent! {
    /// Somebody in a class, or several who work together.
    pub struct ClassRow {
        /// The team's id.
        pub team: String,
        /// Its name.
        pub name: String,
        /// `in`, `disqualified` or `withdrawn`.
        pub standing: String,
        /// The accounts that the class made: their ids, in the order in which they came.
        pub people: Vec<String>,
        /// How many versions were sent.
        pub sent: u32,
        /// When the last one was.
        pub last: Option<i64>,
        /// How far the last one is: `ready`, `failed`, and so on.
        pub state: Option<String>,
        /// What went wrong with it.
        pub error: Option<String>,
        /// The number of the version that plays.
        pub active: Option<u32>,
        /// How far each mark is, in the table's order; nothing where no version was asked yet.
        pub marks: Vec<Option<MarkCard>>,
        /// How many marks were reached.
        pub passed: u32,
        /// What was found in each phase, in the table's order; nothing where no version was judged yet. A phase that was passed once
        /// stays passed; otherwise the last version is told of.
        pub phases: Vec<Option<PhaseCard>>,
        /// The course's percents for them, together.
        pub points: f64,
    }
}

/// What was found in a phase of a program.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PhaseCard {
    /// The phase, from 1.
    pub phase: u8,
    /// The number of the version.
    pub version: u32,
    /// Whether all of it was right.
    pub passed: bool,
    /// How many rules were seen and kept, of how many.
    pub kept: u32,
    /// How many rules there are.
    pub rules: u32,
    /// The course's percents for it, by the share of rules that are kept.
    pub points: f64,
    /// The first rule that is broken; where none is, the first that was never seen.
    pub first: Option<RuleCard>,
    /// Why not everything was played.
    pub cut: Option<String>,
}

/// A rule that a program breaks, in the language of whoever sent it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RuleCard {
    /// Its short name, the same in all languages.
    pub rule: String,
    /// What it says.
    pub text: String,
    /// What should have come; nothing where it was never seen.
    pub expected: Option<String>,
    /// What came.
    pub found: Option<String>,
}

sent! {
    /// How far a mark is.
    pub struct MarkCard {
        /// Whether it was reached; nothing until that is clear.
        pub passed: Option<bool>,
        /// The number of the version.
        pub version: u32,
        /// How many matches count so far.
        pub played: u32,
        /// The points that were taken in them.
        pub points: f64,
        /// How sure it is that the share is reached, from 0 to 1.
        pub sure: f64,
        /// How sure one must be of this version. The more versions somebody sends, the more is asked of each, so that the mark's
        /// confidence holds for all of them together.
        pub confidence: f64,
        /// The most matches.
        pub matches: u32,
        /// How many of their versions were asked so far.
        pub asked: u32,
    }
}

sent! {
    /// What a program must reach, and how far a team is.
    pub struct TeamMark {
        /// What it must reach.
        pub wish: MarkWish,
        /// How far the team is; nothing where no version was asked yet.
        pub found: Option<MarkCard>,
    }
}

sent! {
    /// Which programs of a class are alike.
    pub struct AlikePage {
        /// Those that are, the most alike first.
        pub pairs: Vec<AlikeCard>,
        /// The names of those who have sent something in which nothing could be compared: there is no program in it but the kit's.
        pub bare: Vec<String>,
    }
}

sent! {
    /// Two programs of a class that have something in common. It is a hint for whoever reads both, and never a verdict.
    pub struct AlikeCard {
        /// The teams' ids.
        pub teams: [String; 2],
        /// Their names.
        pub names: [String; 2],
        /// How much of the smaller program is in the larger one, too, from 0 to 1, without what everybody was given.
        pub share: f64,
        /// Where: the places in both programs, in the order of the first.
        pub spots: Vec<[SpotCard; 2]>,
    }
}

sent! {
    /// A place in a program.
    pub struct SpotCard {
        /// The file.
        pub file: String,
        /// The line, 1 the first.
        pub line: u32,
    }
}

sent! {
    /// A new key for somebody in a class. It is shown this once; the one before no longer works.
    pub struct ClassKey {
        /// Their name.
        pub name: String,
        /// The key.
        pub key: String,
    }
}
