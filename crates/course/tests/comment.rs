//! Games that were played, gone through.

use meydan_core::Budget;
use meydan_labyrinth::Action;
use meydan_labyrinth::comment::{Effort, Verdict, comment};

/// Two runners among six boxes: the solver has an estimate only, and the game is lost by a step that it would not have taken.
const LOST: &[u8] = include_bytes!("lost.save");

#[test]
fn who_had_hope_and_lost_at_once_hears_of_it() {
    let trace = meydan_record::read::<Action>(LOST, &Budget::STANDARD).unwrap().trace;
    let comment = comment(&trace, Effort { game: 1_000_000, position: 40_000 }).unwrap();
    let last = comment.moments.last().unwrap();
    assert_ne!(Some(last.act), last.best);
    assert_eq!(last.verdict, Verdict::Doubtful, "{last:?}");
}
