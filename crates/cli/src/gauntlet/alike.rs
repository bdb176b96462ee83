//! Boards that were played before in everything but the seed: they are told, and count as one.

use std::collections::{HashMap, HashSet};

use meydan_core::StateHash;

use super::book::Played;

/// Which of the boards are repetitions of others.
#[derive(Default)]
pub(crate) struct Alike {
    /// The seed under which each kind of board counts.
    kinds: HashMap<Kind, u64>,
    repeated: HashSet<u64>,
    boards: u64,
    /// How many repetitions came since something was new.
    since: u64,
}

/// All that can differ between two boards for whoever plays there: the map, and of each match who sat where, what they did and what came of it.
type Kind = (String, Vec<Match>);
type Match = (StateHash, u32, String, Vec<(usize, u32, i64)>);

/// After so many repetitions, and twice as many as there are maps, nothing new is waited for.
const ENOUGH: u64 = 20;

impl Alike {
    /// One more board, whose matches are all played: the seed under which it counts.
    pub(crate) fn add(&mut self, board: &[Played]) -> Option<u64> {
        let first = board.first()?;
        self.boards += 1;
        let before = kind(board).and_then(|kind| match self.kinds.get(&kind) {
            Some(seed) => Some(*seed),
            None => {
                self.kinds.insert(kind, first.seed);
                None
            }
        });
        match before {
            Some(_) => {
                self.repeated.insert(first.board);
                self.since += 1;
            }
            None => self.since = 0,
        }
        Some(before.unwrap_or(first.seed))
    }

    pub(crate) fn is_repeated(&self, board: u64) -> bool {
        self.repeated.contains(&board)
    }

    pub(crate) fn boards(&self) -> u64 {
        self.boards
    }

    /// How many of them are no repetitions.
    pub(crate) fn different(&self) -> u64 {
        self.boards - self.repeated.len() as u64
    }

    /// Whether more of the same is all that may be expected, on so many maps and tables.
    pub(crate) fn nothing_new(&self, kinds: u64) -> bool {
        self.since >= ENOUGH.max(2 * kinds)
    }

    /// The same in words, where there are any.
    pub(crate) fn words(&self) -> Option<String> {
        let (different, s) = (self.different(), if self.different() == 1 { "" } else { "s" });
        let rest = match self.repeated.len() {
            0 => return None,
            1 => "the other is a repetition".to_owned(),
            many => format!("the other {many} are repetitions"),
        };
        Some(format!("{different} different board{s}; {rest}, move for move, and no further evidence"))
    }
}

/// `None` where it is not known what was done: in lines of earlier versions.
fn kind(board: &[Played]) -> Option<Kind> {
    let of_match = |played: &Played| -> Option<Match> {
        let sides = played.sides.iter().map(|side| (side.bot, side.rank, side.score)).collect();
        Some((played.acts?, played.windows, played.outcome.clone(), sides))
    };
    let mut matches = board.iter().map(of_match).collect::<Option<Vec<Match>>>()?;
    // In which order they were played is nothing to anybody.
    matches.sort();
    Some((board.first()?.map.clone(), matches))
}

#[cfg(test)]
mod tests {
    use super::super::book::tests::played;
    use super::*;

    #[test]
    fn a_board_is_a_repetition_only_where_all_of_it_is() {
        let board = |number: u64, acts: u64| {
            let mut all = [played(number, 0), played(number, 1)];
            all.iter_mut().for_each(|played| played.acts = Some(StateHash(acts)));
            all[1].sides.reverse();
            all
        };
        let mut alike = Alike::default();
        assert_eq!(alike.words(), None);
        assert_eq!(alike.add(&board(0, 7)), Some(1));
        assert_eq!(alike.add(&board(1, 8)), Some(2), "something else was done");
        let mut swapped = board(2, 7);
        swapped.reverse();
        assert_eq!(alike.add(&swapped), Some(1));
        let mut lost = board(3, 7);
        lost[0].sides[0].score = 0;
        assert_eq!(alike.add(&lost), Some(4), "something else came of it");
        let mut elsewhere = board(4, 7);
        elsewhere.iter_mut().for_each(|played| played.map = "duel".to_owned());
        assert_eq!(alike.add(&elsewhere), Some(5));
        let mut old = board(5, 7);
        old[0].acts = None;
        assert_eq!(
            (alike.add(&old), alike.add(&old)),
            (Some(6), Some(6)),
            "of an earlier version nothing is known"
        );
        assert!(alike.is_repeated(2) && !alike.is_repeated(0) && !alike.is_repeated(5));
        assert_eq!((alike.boards(), alike.different()), (7, 6));
        assert_eq!(
            alike.words().as_deref(),
            Some("6 different boards; the other is a repetition, move for move, and no further evidence")
        );
        assert!(!alike.nothing_new(1));
        for number in 10..30 {
            alike.add(&board(number, 7));
        }
        assert!(alike.nothing_new(7) && !alike.nothing_new(11));
    }
}
