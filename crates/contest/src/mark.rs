/// What a program must do to pass: take so large a share of the points from an opponent, with so much confidence, within so
/// many matches.
///
/// The test may be looked at after every match, so that it ends as soon as the answer is clear, and is right as often as it
/// says all the same: it is the betting martingale of Waudby-Smith and Ramdas ("Estimating means of bounded random variables
/// by betting", Journal of the Royal Statistical Society B 86, 2024). Somebody who does not believe in the program's share
/// bets against it, match after match; if a fair bet has grown twentyfold (for 95 %), the share was larger. Draws are half
/// a point. Matches need not be independent of what came before them, as long as no share is expected to be larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    share: f64,
    confidence: f64,
    matches: u32,
}

/// How sure one must be of the `nth` program of the same author, from 1, so that the confidence holds for all of them together: the
/// first may be wrong with half of the doubt that is allowed, the second with a sixth, the third with a twelfth. These shares sum up to
/// one, so whoever sends a hundred programs that are not good enough still passes no more often than somebody who sends one.
pub fn confidence_in(nth: u32, confidence: f64) -> f64 {
    let nth = f64::from(nth.max(1));
    // Below 1 for ever, so that it stays something that can be reached.
    (1.0 - (1.0 - confidence) / (nth * (nth + 1.0))).min(1.0 - f64::EPSILON)
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is clear by now.
    pub verdict: Grade,
    /// How many matches were played.
    pub played: u32,
    /// How many points were taken.
    pub points: f64,
    /// How sure it is that the share is larger than asked for, from 0 to 1.
    pub sure: f64,
}

/// What is clear of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The share is as large as was asked for.
    Passed,
    /// It is smaller, or the matches were not enough to show that it is larger.
    Failed,
    /// Further matches decide.
    Open,
}

impl Mark {
    /// `None` unless the share is above 0 and below 1, the confidence at least a half and below 1, and there are matches.
    pub fn new(share: f64, confidence: f64, matches: u32) -> Option<Mark> {
        let fits = share > 0.0 && share < 1.0 && (0.5..1.0).contains(&confidence) && matches > 0;
        fits.then_some(Mark { share, confidence, matches })
    }

    /// The share of the points that must be taken.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// The most matches.
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// How the test stands after these results, in the order of the matches: the points of each, from 0 to 1. What comes after
    /// the verdict does not change it.
    pub fn progress(&self, results: impl IntoIterator<Item = f64>) -> Progress {
        let bound = (1.0 / (1.0 - self.confidence)).ln();
        let (mut above, mut below) = (Bettor::new(self.share), Bettor::new(1.0 - self.share));
        let (mut played, mut points) = (0, 0.0);
        let mut verdict = Grade::Open;
        for result in results.into_iter().take(self.matches as usize) {
            above.bet(result);
            below.bet(1.0 - result);
            played += 1;
            points += result;
            verdict = if above.most >= bound {
                Grade::Passed
            } else if below.most >= bound || played == self.matches {
                Grade::Failed
            } else {
                continue;
            };
            break;
        }
        let sure = (1.0 - (-above.most).exp()).clamp(0.0, 1.0);
        Progress { verdict, played, points, sure }
    }
}

/// Somebody who bets that the mean is larger than a share.
struct Bettor {
    share: f64,
    /// The logarithm of what the stake has become.
    wealth: f64,
    /// The most it has ever been.
    most: f64,
    count: f64,
    sum: f64,
    squares: f64,
}

impl Bettor {
    fn new(share: f64) -> Bettor {
        // One imagined result at the share, and the largest spread there is.
        Bettor { share, wealth: 0.0, most: 0.0, count: 1.0, sum: share, squares: 0.25 }
    }

    fn bet(&mut self, result: f64) {
        // The stake grows fastest at about lead / (variance + lead²) (Kelly's criterion, to the second order), and what was
        // seen before is all that may be used. At most half of what can be lost is at stake.
        let mean = self.sum / self.count;
        let lead = mean - self.share;
        let stake = (lead / (self.squares / self.count + lead * lead)).clamp(0.0, 0.5 / self.share);
        self.wealth += (stake * (result - self.share)).ln_1p();
        self.most = self.most.max(self.wealth);
        self.count += 1.0;
        self.sum += result;
        let mean = self.sum / self.count;
        self.squares += (result - mean) * (result - mean);
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Chance, Seed};

    use super::*;

    fn mark() -> Mark {
        Mark::new(0.55, 0.95, 200).unwrap()
    }

    fn results(chance: &mut Chance, share: f64, draws: f64) -> Vec<f64> {
        let mut result = || {
            if chance.unit() < draws {
                0.5
            } else {
                f64::from(chance.unit() < (share - draws / 2.0) / (1.0 - draws))
            }
        };
        (0..200).map(|_| result()).collect()
    }

    /// How often programs of this true share pass, and how many matches they need on average.
    fn passed(share: f64, draws: f64) -> (f64, f64) {
        let mut chance = Chance::new(Seed(7));
        let (mut passed, mut matches) = (0, 0);
        for _ in 0..2_000 {
            let progress = mark().progress(results(&mut chance, share, draws));
            passed += u32::from(progress.verdict == Grade::Passed);
            matches += progress.played;
        }
        (f64::from(passed) / 2_000.0, f64::from(matches) / 2_000.0)
    }

    #[test]
    fn whoever_is_not_better_passes_in_five_of_a_hundred_at_most() {
        for draws in [0.0, 0.3] {
            let (passed, _) = passed(0.55, draws);
            assert!(passed <= 0.05, "{passed} with {draws} draws");
        }
    }

    /// How many authors pass who send so many programs of the same true share, of a thousand.
    fn authors(share: f64, programs: u32, confidence: impl Fn(u32) -> f64) -> f64 {
        let mut chance = Chance::new(Seed(11));
        let passes = |nth: u32, chance: &mut Chance| {
            let mark = Mark::new(0.55, confidence(nth), 200).unwrap();
            mark.progress(results(chance, share, 0.0)).verdict == Grade::Passed
        };
        let passed = (0..1_000).filter(|_| (1..=programs).any(|nth| passes(nth, &mut chance))).count();
        passed as f64 / 1_000.0
    }

    #[test]
    fn whoever_sends_many_programs_that_are_not_better_does_not_pass_more_often() {
        let many = authors(0.55, 30, |nth| confidence_in(nth, 0.95));
        assert!(many <= 0.05, "{many}");
        // Each with a chance of its own would be many chances.
        let own = authors(0.55, 30, |_| 0.95);
        assert!(own > 0.3, "{own}");
        let first = |share: f64| authors(share, 1, |nth| confidence_in(nth, 0.95));
        assert!(first(0.7) > 0.87 && (0.35..0.5).contains(&first(0.65)), "{} {}", first(0.7), first(0.65));
        let later = authors(0.8, 1, |_| confidence_in(30, 0.95));
        assert!(later > 0.95, "who is good at last still passes: {later}");
    }

    #[test]
    fn the_doubt_that_is_allowed_is_shared_out_and_never_used_up() {
        let doubts: Vec<f64> = (1..=10_000).map(|nth| 1.0 - confidence_in(nth, 0.95)).collect();
        let near = |doubt: f64, share: f64| (doubt - 0.05 * share).abs() < 1e-12;
        assert!(near(doubts[0], 1.0 / 2.0) && near(doubts[1], 1.0 / 6.0) && near(doubts[2], 1.0 / 12.0));
        let sum: f64 = doubts.iter().sum();
        assert!(sum < 0.05 && sum > 0.0499, "{sum}");
        assert!(confidence_in(u32::MAX, 0.999_999) < 1.0);
    }

    #[test]
    fn whoever_is_clearly_better_passes_soon() {
        for (share, most) in [(0.95, 15.0), (0.8, 50.0), (0.7, 130.0)] {
            let (passed, matches) = passed(share, 0.0);
            assert!(passed > 0.85 && matches < most, "{share}: {passed} in {matches}");
        }
        assert!(passed(0.8, 0.3).1 < passed(0.8, 0.0).1, "draws tell more than wins and losses");
    }

    #[test]
    fn whoever_is_clearly_worse_does_not_wait_for_the_end() {
        let (passed, matches) = passed(0.2, 0.0);
        assert!(passed < 0.01 && matches < 40.0, "{passed} in {matches}");
    }

    #[test]
    fn the_verdict_stays_whatever_comes_after_it() {
        let won = mark().progress(vec![1.0; 40]);
        assert_eq!(won.verdict, Grade::Passed);
        let lost = [vec![1.0; 40], vec![0.0; 160]].concat();
        assert_eq!(mark().progress(lost), won);
        assert_eq!(mark().progress([1.0, 0.0]).verdict, Grade::Open);
        let even = mark().progress([0.55; 200]);
        assert_eq!((even.verdict, even.played), (Grade::Failed, 200));
    }

    #[test]
    fn a_mark_that_nobody_can_reach_is_not_made() {
        assert!(Mark::new(1.0, 0.95, 10).is_none() && Mark::new(0.5, 1.0, 10).is_none());
        assert!(Mark::new(0.5, 0.95, 0).is_none() && Mark::new(f64::NAN, 0.95, 10).is_none());
    }
}
