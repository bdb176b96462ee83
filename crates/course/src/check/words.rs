//! What the check says to a student. A language is a file below this one.

use meydan_labyrinth::{Lang, Rejection};
use meydan_sandbox::Cause;

use super::rules::Id;
use super::shown::{Item, Part};

mod en;
mod fa;

/// A list of cells; whoever has left the board is at `-1 -1`.
pub(crate) type Cells = Vec<(i32, i32)>;
/// A list of temporary walls: row, column, how it lies, and how many rounds it lasts.
pub(crate) type Lights = Vec<(i32, i32, char, u8)>;

/// Something that was expected or found.
#[derive(Clone, Debug)]
pub(crate) enum Phrase {
    /// The same in every language: words of the protocol, and what others say.
    Plain(String),
    Board,
    BoardLine,
    BoardAtTheEnd,
    BoardAfterBox,
    SoundBoard,
    Outside,
    Answer,
    AskedAgain,
    NextOrEnd,
    SomethingElse,
    Instead(String),
    /// The game is over, and the program should end well.
    GoodEnd,
    End(End),
    /// The board came, and then this.
    BrokeDown(End),
    NoBoardLine(End, Tail),
    Ended(End, Tail),
    Cut(Part, End, Tail),
    Unreadable(Flaw, Part, Tail),
    Silence {
        seconds: f32,
        /// Whether something came once its input had ended.
        unflushed: bool,
        tail: Tail,
    },
    WroteTooMuch {
        megabytes: u64,
    },
    PrintedTooMuch {
        megabytes: u64,
    },
    Size(u32, u32),
    /// Runners, hunters, walls.
    Counts(u32, u32, u32),
    WallsBetween,
    Connected,
    FarFromCore,
    FarFromHunters,
    Near(Cells),
    NearPairs(Vec<[(i32, i32); 2]>),
    ABox,
    NoBox,
    AnotherBoard,
    SameBoard,
    NewGame,
    SavedGame,
    NewRunners(u32),
    Runners(Cells),
    Allowed,
    Illegal(Rejection),
    NothingChanges,
    HasChanged,
    BoxOf(u32),
    NoBoxThere,
    BoxOpened,
    Shaken {
        from: (i32, i32),
        to: Cells,
    },
    To((i32, i32)),
    Pieces {
        runners: Cells,
        hunters: Cells,
        /// Whether somebody who has left is still shown.
        leftover: bool,
    },
    WallsStay,
    WallsChanged,
    Lights(Lights),
    Boxes(Cells),
    SavingIsNoTurn(String),
    /// Who is asked, on which board.
    Stands(String, String),
}

/// How a program ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    Cause(Cause),
    /// It has closed its output and runs on.
    RunsOn,
}

/// The last things a program said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail {
    pub(crate) lines: Vec<String>,
    pub(crate) complaint: String,
}

/// Why a printed board cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    NotANumber(String),
    NotALie(String),
    Count,
    Size,
}

/// Why not all boards were played.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopped {
    Silences(u32),
    Time,
}

impl Phrase {
    pub(crate) fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => en::phrase(self),
            Lang::Fa => fa::phrase(self),
        }
    }
}

impl From<Item> for Phrase {
    fn from(item: Item) -> Phrase {
        match item {
            Item::Board(_) => Phrase::Board,
            other => Phrase::Plain(other.to_string()),
        }
    }
}

impl Stopped {
    pub(crate) fn text(self, lang: Lang) -> String {
        match lang {
            Lang::En => en::stopped(self),
            Lang::Fa => fa::stopped(self),
        }
    }
}

/// What a rule says.
pub(crate) fn rule(id: Id, lang: Lang) -> &'static str {
    match lang {
        Lang::En => en::rule(id),
        Lang::Fa => fa::rule(id),
    }
}

/// Who was asked, and what they did.
pub(crate) fn asked(runner: u32, command: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("runner {runner}: {command}"),
        Lang::Fa => format!("نقشه‌بردار {runner}: {command}"),
    }
}

/// What is added to a command that the rules refuse.
pub(crate) fn not_allowed(lang: Lang) -> &'static str {
    match lang {
        Lang::En => " (not allowed)",
        Lang::Fa => " (مجاز نیست)",
    }
}
