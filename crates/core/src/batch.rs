use crate::{Chance, Game, Next, Seat};

/// What thousands of matches at once need of a game beside [`Game`]: fixed sizes, and no allocation.
///
/// The engine is the environment: nothing here is a rule. A choice is a list of numbers that stands for an act, an
/// observation is a view as numbers. The laws of the testkit tie the two to the trait below.
///
/// Everything is padded to a [`Frame`], so that matches on several maps lie in one array. What can be worked out once
/// for a map and a frame is the *sheet*, which all matches on that map share.
pub trait Batch: Game {
    /// What is worked out once for a map and a frame.
    type Sheet: Send + Sync + 'static;

    /// The tightest frame for a config.
    fn frame(config: &Self::Config) -> Frame;

    /// What the numbers of an observation and of a choice mean in a frame.
    fn layout(frame: &Frame) -> Layout;

    /// The sheet for this match's map. The frame must be at least as large as the config's own.
    fn sheet(&self, frame: &Frame) -> Self::Sheet;

    /// Becomes equal to another match with the same config, in the memory that is there.
    fn copy(&mut self, from: &Self);

    /// Makes a match at its very start the one that [`Game::new`] gives for this chance.
    fn reseed(&mut self, chance: Chance);

    /// Writes what the seat may know. Every number of both lists is written.
    fn observe(&self, sheet: &Self::Sheet, seat: Seat, planes: &mut [u8], values: &mut [f32]);

    /// Writes, head after head, 1 for what the seat may choose now and 0 for the rest. It is meant for a seat of the open
    /// window that may still act.
    fn mask(&self, sheet: &Self::Sheet, seat: Seat, mask: &mut [u8]);

    /// Acts as the choice says, one number for each head. A number that stands for nothing is refused like an act that the
    /// rules refuse.
    fn choose(
        &mut self,
        sheet: &Self::Sheet,
        seat: Seat,
        choice: &[i32],
        log: &mut Vec<Self::Event>,
    ) -> Result<Next, Unfit>;

    /// How well the seat stands: the growth of this number is the dense reward.
    fn gain(&self, seat: Seat) -> f32;

    /// Once the match is over: writes every seat's result, from 1 for the best to −1, and gives `true`.
    fn results(&self, out: &mut [f32]) -> bool;
}

/// A choice that the rules do not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfit;

/// The sizes that observations and choices are padded to, by name: rows, columns, how many of each piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Vec<(&'static str, usize)>);

impl Frame {
    /// A frame of these sizes.
    pub fn new<const N: usize>(sizes: [(&'static str, usize); N]) -> Frame {
        Frame(sizes.into())
    }

    /// A size by its name.
    ///
    /// # Panics
    /// If the game has no size of that name.
    pub fn of(&self, name: &str) -> usize {
        self.0.iter().find(|(known, _)| *known == name).expect("a game asks for sizes of its own").1
    }

    /// All sizes.
    pub fn sizes(&self) -> &[(&'static str, usize)] {
        &self.0
    }

    /// Grows until another frame of the same game fits too.
    pub fn join(&mut self, other: &Frame) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.1 = mine.1.max(theirs.1);
        }
    }

    /// Grows one size; `false` if there is none of that name.
    pub fn grow(&mut self, name: &str, size: usize) -> bool {
        let found = self.0.iter_mut().find(|(known, _)| *known == name);
        found.map(|mine| mine.1 = mine.1.max(size)).is_some()
    }
}

/// What the numbers of an observation and of a choice mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The names of the planes. Each has `rows` × `cols` bytes.
    pub planes: Vec<String>,
    /// Rows of a plane; 1 where the map is a graph.
    pub rows: usize,
    /// Columns of a plane; the nodes where the map is a graph.
    pub cols: usize,
    /// The names of the values.
    pub values: Vec<String>,
    /// The heads of a choice: the name of each and how many numbers it has.
    pub heads: Vec<(String, usize)>,
}

impl Layout {
    /// How many bytes the planes have.
    pub fn plane_bytes(&self) -> usize {
        self.planes.len() * self.rows * self.cols
    }

    /// How many bytes the mask has.
    pub fn mask_bytes(&self) -> usize {
        self.heads.iter().map(|(_, size)| size).sum()
    }
}

/// The result of each seat by rank, for a match whose ranks go from 1 to `worst`: 1 for the first, −1 for the last, the
/// others between. All are 0 where everybody shares the first rank.
pub fn result_of_rank(rank: usize, worst: usize) -> f32 {
    if worst <= 1 { 0.0 } else { 1.0 - 2.0 * (rank - 1) as f32 / (worst - 1) as f32 }
}
