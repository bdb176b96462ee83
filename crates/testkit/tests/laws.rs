//! The laws hold for the toy game, and a game that breaks one is caught.

use meydan_testkit::Laws;
use meydan_testkit::toy::{Sums, SumsConfig};

#[test]
fn the_toy_game_keeps_the_laws() {
    let four = SumsConfig { seats: 4, acts: 3, ..SumsConfig::live(9) };
    Laws::<Sums>::new([SumsConfig::live(20), SumsConfig::sealed(20), four]).check();
}

#[test]
#[should_panic(expected = "silence must end the game")]
fn a_game_that_does_not_end_is_caught() {
    Laws::<Sums>::new([SumsConfig::live(100)]).most_windows(50).check();
}
