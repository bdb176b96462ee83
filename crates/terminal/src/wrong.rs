use thiserror::Error;

/// Options that do not go together, or a board that is not one of the phase.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Wrong {
    /// There is no such phase.
    #[error("the course has phases 1 to {0}; give one of them")]
    Phase(u8),
    /// Phase 1 without a board.
    #[error("phase 1 prints a board from a file; give it with --board FILE")]
    NeedsBoard,
    /// Phase 1 with sizes.
    #[error("phase 1 takes everything from the file; leave out sizes and numbers")]
    NeedsNoSizes,
    /// Phase 2 with a board.
    #[error("phase 2 makes a random board; leave out --board, or print the file with --phase 1")]
    NeedsNoBoard,
    /// A flag for games in a phase that has none.
    #[error("phase {phase} prints a board and plays nothing; leave out {flag}")]
    PlaysNothing {
        /// The phase.
        phase: u8,
        /// The flag.
        flag: &'static str,
    },
    /// Several runners in phase 3.
    #[error("phase 3 has one runner, so `--runners {0}` is not possible; several come with --phase 4")]
    OneRunner(u32),
    /// Several hunters in phase 3.
    #[error("phase 3 has one hunter, so `--hunters {0}` is not possible; several come with --phase 4")]
    OneHunter(u32),
    /// Several people in phase 3.
    #[error("phase 3 has one runner and so one player; others can play from --phase 4 on")]
    OnePlayer,
    /// No boxes in a phase that is about them.
    #[error("phase {0} has lucky boxes; ask for at least one")]
    NeedsBoxes(u8),
    /// Boxes too early.
    #[error("phase {0} has no lucky boxes yet; they come with --phase 5")]
    NoBoxesYet(u8),
    /// A board with more runners and hunters than phase 3 has.
    #[error("phase 3 has one runner and one hunter, and this board has {0} and {1}; play it with --phase 4")]
    Crowded(usize, usize),
    /// A board with boxes too early.
    #[error("it has lucky boxes, and they come with phase 5; play it with --phase 5")]
    HasBoxes,
    /// A board without boxes in phase 5.
    #[error(
        "it has no lucky boxes, and phase 5 is about them; add their number and cells at the end of the file"
    )]
    HasNoBoxes,
    /// A guest who brings a board or a save.
    #[error("with --join the host has the board and the save; leave out the other flags")]
    GuestBrings,
    /// The board of the day with something else.
    #[error(
        "the board of the day is the same for everybody; leave out --board, --seed, sizes, --phase and --host"
    )]
    DailyIsFixed,
    /// A save and a board.
    #[error("a save has its board in it; give --resume or --board, not both")]
    SaveHasBoard,
    /// A board and sizes.
    #[error("sizes, numbers and a difficulty are for random boards; leave them out, or --board")]
    BoardHasSizes,
    /// Several people without a host.
    #[error("--players and --patience are for a game over the network; add --host ADDR")]
    NoHost,
    /// A game that was begun alone cannot be hosted.
    #[error("this game was begun alone, so there is no seat for anybody else; begin a new one with --host")]
    BegunAlone,
    /// More people than runners.
    #[error(
        "{people} people need a runner each, and the board has {runners}; ask for more --runners, or fewer --players"
    )]
    TooFewRunners {
        /// The people.
        people: u32,
        /// The runners.
        runners: u32,
    },
}
