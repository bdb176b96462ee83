//! Pure contest mathematics: no I/O, no clock. Players are numbers from 0 on; whoever has names maps them.
//!
//! | question | answer |
//! |---|---|
//! | how good is each player, and how sure is that? | [`Ratings`] for gauntlets, [`Standing`] for ladders of thousands |
//! | who plays whom in the next ranked round? | [`Groups`]: the winner moves up a group, the last moves down |
//! | who plays whom next on a continuous ladder? | [`Pairing`], by the estimate of [`Online`] |
//! | who sits where, on which map? | [`Rota`] |
//! | against whom for fun? | [`similar`] and [`open_house`] |
//! | who plays whom in the final, and who wins it? | [`Tournament`]: brackets, leagues, Swiss rounds, groups |
//! | is the new version better? | [`Sprt`] |
//! | how sure is a share of points? | [`wilson`] |
//!
//! What is published follows from the table of matches alone and can be computed anew bit for bit: [`Standing::of`] takes its
//! rows in any order, and [`Groups::after`] is a function of a ranking and the results.
//!
//! A ladder, from the first call to the table:
//!
//! ```
//! use meydan_contest::{Call, Meeting, Pairing, Sizes, Standing, Terms};
//! use meydan_core::Seed;
//!
//! let sizes = Sizes::new([2, 4]).expect("tables of two and of four");
//! let terms = Terms { maps: vec![sizes.clone(), sizes.clone()], sizes, rest: 3 };
//! let mut pairing = Pairing::new(terms);
//! let mut played = Vec::new();
//! for round in 0..40 {
//!     let call = Call { ready: &[0, 1, 2, 3, 4, 5, 6, 7], house: &[8], tables: 3, seed: Seed(round) };
//!     for table in pairing.call(&call) {
//!         // The match is played: here, whoever has the lowest number wins.
//!         let meeting = Meeting::new(table.seats.iter().map(|&player| (player, player as u32)));
//!         pairing.result(&meeting);
//!         played.push(meeting);
//!     }
//! }
//! // The house bot's matches count, but it is not listed.
//! let table = Standing::of(9, &played).table_of(|player| player < 8);
//! let order: Vec<usize> = table.iter().map(|row| row.player).collect();
//! assert_eq!(order, [0, 1, 2, 3, 4, 5, 6, 7]);
//! assert!(table[0].low < table[0].rating && table[0].rating < table[0].high);
//! // The first and the last are clearly apart; neighbours may not be.
//! assert!(!table[0].level_with(&table[7]));
//!
//! played.reverse();
//! assert_eq!(Standing::of(9, &played).table_of(|player| player < 8), table);
//! ```
//!
//! A gauntlet:
//!
//! ```
//! use meydan_contest::{Meeting, Ratings};
//!
//! // Players 0 and 1 meet on forty boards, once from each seat; 2 wins a table of three; 3 and 4 play by themselves.
//! let mut meetings = Vec::new();
//! for board in 0..40 {
//!     meetings.push(Meeting::won(0, 1).on(board));
//!     meetings.push(if board % 2 == 0 { Meeting::won(1, 0) } else { Meeting::drawn(0, 1) }.on(board));
//! }
//! meetings.push(Meeting::new([(2, 1), (0, 2), (1, 2)]));
//! meetings.push(Meeting::drawn(3, 4));
//! let ratings = Ratings::fit(5, &meetings);
//!
//! let lead = ratings.difference(0, 1).expect("they have met");
//! assert!(lead.low > 0.0 && lead.value > 80.0 && lead.margin().is_some());
//! // Nobody has taken a point from 2, so nothing bounds it from above.
//! assert_eq!(ratings.difference(2, 0).map(|lead| lead.high), Some(f64::INFINITY));
//! // 3 and 4 cannot be compared with the others.
//! assert_eq!(ratings.difference(0, 3), None);
//! assert_eq!(ratings.islands(), [vec![0, 1, 2], vec![3, 4]]);
//! ```
//!
//! # The model of [`Ratings`], and why
//!
//! A player's expected share of the point against another is the logistic curve of the difference of their ratings
//! ([`expected`]). A draw is half a point. A meeting of more sides is one duel for each pair of its sides. Nothing is
//! assumed about how likely draws are, or how the duels of one table or the games of one board hang together.
//!
//! The ratings maximise the likelihood of all duels (Bradley and Terry's, and a *composite* likelihood where duels hang
//! together): everybody's points are then exactly those expected. How far the truth may be off is read from the results
//! themselves: boards, not duels, are the observations, and the spread of their results around the expected ones gives
//! Godambe's covariance by the full information matrix. An interval ends where the profile likelihood, scaled by that
//! covariance (Chandler and Bate 2007), has fallen too far. So it is lopsided where the results are.
//!
//! Models with a parameter for draws (Davidson, Rao and Kupper, or Plackett and Luce with ties for tables) were
//! considered. In these a rating tells who wins *if* somebody wins; draws between two players tell nothing about them;
//! and one draw parameter must fit every pair. Here the same difference always promises the same share of points,
//! which is what [`Sprt`] tests as well.
//!
//! # What an interval promises
//!
//! That it holds the truth in 95 % of all cases. `tests/coverage.rs` plays this out: between 94 and 96 % for pairs,
//! round robins, chains, islands, tables of three and four, with draws and on shared boards. Few games have few possible
//! scores, so no interval can be right for every difference. Exactly counted for two players up to 400 points apart, in
//! per cent:
//!
//! | games | without draws | with draws |
//! |---|---|---|
//! | 10 | 93.8 to 99.4 | 95.9 to 99.9 |
//! | 20 | 91.7 to 99.1 | 92.9 to 98.6 |
//! | 40 | 91.5 to 97.1 | 94.2 to 96.2 |
//! | 60 | 92.8 to 96.4 | 93.8 to 95.7 |
//! | 100 | 93.5 to 96.4 | 94.6 to 95.3 |
//! | 200 | 93.8 to 95.9 | 94.8 to 95.3 |
//!
//! Farther apart it depends on the points that the weaker one can be expected to take. With fewer than eight it is at
//! times only 90 %, with fewer than three it is 95 to 100 %. Where boards are shared, boards count, not games.
//!
//! # What cannot be known
//!
//! * Players of different [islands](Ratings::islands) have never met, not even through others. They are not compared.
//! * Between two [tiers](Ratings::tiers) of an island all points have gone one way. The interval is open on that side. The
//!   other end is where the one-sided results would come about in 2.5 % of all cases, and the value is where they would
//!   in half of them. A shared board then counts as one game, because nothing shows that it is worth more.
//! * An end farther than 2,800 points away is open too.
//!
//! # Size
//!
//! Matrices are dense. A fit and each interval took about 0.1 s for 300 players and 2 s for 1,000, and memory grows with
//! the square. This is for gauntlets and contests of a few hundred. [`Standing`] has sparse matrices, for a ladder of thousands.

mod casual;
mod curve;
mod fit;
mod graph;
mod groups;
mod guess;
mod mark;
mod matrix;
mod meeting;
mod network;
mod online;
mod pairing;
mod profile;
mod rating;
mod record;
mod rota;
mod share;
mod sizes;
mod sprt;
mod standing;
mod tournament;

pub use casual::{GOOD_ENOUGH, open_house, similar};
pub use groups::{Groups, GroupsError, Place, Round};
pub use mark::{Grade, Mark, Progress, confidence_in};
pub use meeting::{Duel, Meeting};
pub use online::{Belief, Online};
pub use pairing::{Call, Pairing, Terms};
pub use rating::{Estimate, Ratings, Score};
pub use rota::{Rota, Table};
pub use share::{Share, wilson};
pub use sizes::Sizes;
pub use sprt::{Sprt, Verdict};
pub use standing::{Row, Standing};
pub use tournament::{
    Call as TournamentCall, Count, Draw, Feed, Format, Game, Happening, Level, Line, Placed, Refused, Series,
    Setting, SettingError, Stage, Standing as SeriesStanding, Ties, Tournament,
};

/// 400 Elo points are a factor of ten in the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of points that a rating difference promises (the logistic curve of Elo).
pub fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}
