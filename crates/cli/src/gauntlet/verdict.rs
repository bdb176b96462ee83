//! What a gauntlet says in plain words.

use std::fmt;

use meydan_contest::{Estimate, Ratings, Sprt, Verdict};
use serde::Serialize;

use super::interval::around;

/// Whether the bot in question, the first on the command line, is better than another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Judgement<'a> {
    bot: &'a str,
    over: &'a str,
    verdict: Said,
    /// By how many rating points it leads; `None` where the two cannot be compared.
    lead: Option<f64>,
    /// `None` also where nothing bounds the lead from below.
    low: Option<f64>,
    /// `None` also where nothing bounds the lead from above.
    high: Option<f64>,
    /// How sure the sign of the lead is, from 0.5 to 1.
    sure: Option<f64>,
    /// About how many more matches the two would need until it is clear, if the lead is right.
    more_matches: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Said {
    Better,
    Worse,
    Open,
    /// They have not met, not even through others.
    Apart,
}

/// Where more than so many times as many matches would be needed, their number says nothing.
const HOPELESS: f64 = 50.0;

/// Whoever is not farther apart than this is about equal.
const EQUAL: f64 = 50.0;

impl Judgement<'_> {
    /// Of two bots that have played so many matches against each other.
    pub(crate) fn new<'a>(
        names: &'a [String],
        ratings: &Ratings,
        (bot, over): (usize, usize),
        matches: u64,
    ) -> Judgement<'a> {
        Judgement::of([&names[bot], &names[over]], ratings.difference(bot, over), matches)
    }

    fn of<'a>([bot, over]: [&'a str; 2], lead: Option<Estimate>, matches: u64) -> Judgement<'a> {
        let verdict = match lead {
            None => Said::Apart,
            Some(lead) if lead.low > 0.0 => Said::Better,
            Some(lead) if lead.high < 0.0 => Said::Worse,
            Some(_) => Said::Open,
        };
        let finite = |end: fn(Estimate) -> f64| lead.map(end).filter(|end| end.is_finite());
        // Whoever has won everything leads by more the more is played, so that their number cannot be told.
        let needs = lead.filter(|lead| verdict == Said::Open && lead.margin().is_some());
        let needs = needs.and_then(|lead| lead.needs()).filter(|times| *times <= HOPELESS);
        Judgement {
            bot,
            over,
            verdict,
            lead: lead.map(|lead| lead.value),
            low: finite(|lead| lead.low),
            high: finite(|lead| lead.high),
            sure: lead.map(|lead| lead.sure()),
            more_matches: needs.map(|times| (matches as f64 * (times - 1.0)).ceil().max(1.0) as u64),
        }
    }

    pub(crate) fn bot(&self) -> &str {
        self.bot
    }

    /// Nothing but repetitions is to be expected, so no number of matches would make it clear.
    pub(crate) fn more_is_the_same(&mut self) {
        self.more_matches = None;
    }
}

impl fmt::Display for Judgement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judgement { bot, over, more_matches, .. } = self;
        let interval = around(self.lead.unwrap_or_default(), self.low, self.high);
        let sure = percent(self.sure.unwrap_or(0.5));
        match self.verdict {
            Said::Apart => write!(f, "{bot} and {over} have not met: nothing can be said of the two"),
            Said::Better => write!(f, "{bot} is better than {over}: {interval}, {sure}"),
            Said::Worse => write!(f, "{bot} is worse than {over}: {interval}, {sure}"),
            Said::Open => {
                // How sure it is goes with the side that leads.
                let way = if self.lead.is_some_and(|lead| lead < 0.0) { "worse" } else { "better" };
                write!(f, "not clear yet whether {bot} is {way} than {over}: {interval}, {sure}; ")?;
                match (more_matches, self.low, self.high) {
                    (Some(1), ..) => write!(f, "about one more match would be needed"),
                    (Some(more), ..) => write!(f, "about {more} more matches would be needed"),
                    (None, Some(low), Some(high)) if high.max(-low) <= EQUAL => {
                        let most = high.max(-low);
                        write!(f, "they are about equal, not more than {most:.0} points apart")
                    }
                    (None, Some(_), Some(_)) => write!(f, "no difference is seen yet"),
                    (None, None, None) => write!(f, "too little was played to say anything"),
                    _ => write!(f, "too few matches yet, although all results point one way"),
                }
            }
        }
    }
}

/// How sure something is. Nothing is ever quite sure.
fn percent(share: f64) -> String {
    match share {
        share if share > 0.999 => "over 99.9 %".to_owned(),
        share if share > 0.985 => format!("{:.1} %", 100.0 * share),
        share => format!("{:.0} %", 100.0 * share),
    }
}

/// What a sequential test says.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Test<'a> {
    bot: &'a str,
    over: &'a str,
    low: f64,
    high: f64,
    verdict: &'static str,
    ratio: f64,
    bound: f64,
    /// About how many more matches would decide it, if they go on as they did.
    more_matches: Option<u64>,
}

impl Test<'_> {
    pub(crate) fn new<'a>(
        names: &'a [String],
        (low, high): (f64, f64),
        test: &Sprt,
        matches: u64,
    ) -> Test<'a> {
        let (ratio, bound) = (test.ratio(), test.bound());
        let times = Some(bound / ratio.abs()).filter(|times| (1.0..=HOPELESS).contains(times));
        Test {
            bot: &names[0],
            over: &names[1],
            low,
            high,
            verdict: match test.verdict() {
                Verdict::Accepted => "accepted",
                Verdict::Rejected => "rejected",
                Verdict::Open => "open",
            },
            ratio,
            bound,
            more_matches: times.map(|times| ((times - 1.0) * matches as f64).ceil().max(1.0) as u64),
        }
    }

    pub(crate) fn verdict(&self) -> &'static str {
        self.verdict
    }

    /// Nothing but repetitions is to be expected, so no number of matches would decide.
    pub(crate) fn more_is_the_same(&mut self) {
        self.more_matches = None;
    }

    pub(crate) fn ratio(&self) -> f64 {
        self.ratio
    }
}

impl fmt::Display for Test<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Test { bot, over, low, high, ratio, bound, .. } = self;
        match self.verdict {
            "accepted" => write!(
                f,
                "test: {bot} is accepted: a lead of {high:+} over {over} explains the results, {low:+} does not (either error 5 %)"
            ),
            "rejected" => write!(
                f,
                "test: {bot} is rejected: a lead of {low:+} over {over} explains the results, {high:+} does not (either error 5 %)"
            ),
            _ => {
                write!(f, "test: {bot} is neither accepted nor rejected, ratio {ratio:+.2} of ±{bound:.2}")?;
                match self.more_matches {
                    Some(more) => write!(f, "; about {more} more matches would decide"),
                    None => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use meydan_contest::Meeting;

    use super::*;

    fn said(value: f64, margin: f64) -> String {
        let lead = Estimate { value, low: value - margin, high: value + margin };
        Judgement::of(["new", "old"], Some(lead), 100).to_string()
    }

    #[test]
    fn a_verdict_is_a_sentence_that_says_how_sure_it_is() {
        assert_eq!(said(34.0, 12.0), "new is better than old: +34 ± 12, over 99.9 %");
        assert_eq!(said(-20.0, 18.0), "new is worse than old: -20 ± 18, 98.5 %");
        assert_eq!(
            said(20.0, 31.0),
            "not clear yet whether new is better than old: +20 ± 31, 90 %; about 141 more matches would be needed"
        );
        assert!(
            said(-20.0, 31.0).starts_with("not clear yet whether new is worse than old: -20 ± 31, 90 %;")
        );
        assert_eq!(
            said(1.0, 20.0),
            "not clear yet whether new is better than old: +1 ± 20, 54 %; they are about equal, not more than 21 points apart"
        );
        assert_eq!(
            Judgement::of(["new", "old"], None, 0).to_string(),
            "new and old have not met: nothing can be said of the two"
        );
        let swept = Estimate { value: 500.0, low: 300.0, high: f64::INFINITY };
        assert_eq!(
            Judgement::of(["new", "old"], Some(swept), 20).to_string(),
            "new is better than old: +500 (+300 or more), over 99.9 %"
        );
        let lopsided = Estimate { value: 34.0, low: 8.0, high: 66.0 };
        assert_eq!(
            Judgement::of(["new", "old"], Some(lopsided), 20).to_string(),
            "new is better than old: +34 (+8 to +66), 99.5 %"
        );
    }

    #[test]
    fn what_would_be_needed_is_about_enough() {
        let names: Vec<String> = ["new", "old"].map(str::to_owned).into();
        let played = |times: usize| {
            let won = (0..55 * times).map(|board| Meeting::won(0, 1).on(board as u64));
            let lost = (0..45 * times).map(|board| Meeting::won(1, 0).on((1000 * times + board) as u64));
            won.chain(lost).collect::<Vec<_>>()
        };
        let judge = |times: usize| {
            let (meetings, count) = (played(times), 100 * times as u64);
            Judgement::new(&names, &Ratings::fit(2, &meetings), (0, 1), count).more_matches
        };
        let more = judge(1).unwrap();
        assert!((200..400).contains(&more), "{more}");
        assert_eq!(judge(1 + more.div_ceil(100) as usize), None, "then it is clear");
    }

    #[test]
    fn a_test_says_who_was_accepted() {
        let names: Vec<String> = ["new", "old"].map(str::to_owned).into();
        let told = |points: f64, games: u64| {
            let mut test = Sprt::new(0.0, 40.0).unwrap();
            (0..games).for_each(|game| test.add(if game % 10 == 0 { 1.0 - points } else { points }));
            Test::new(&names, (0.0, 40.0), &test, games).to_string()
        };
        assert!(
            told(1.0, 40).starts_with("test: new is accepted: a lead of +40 over old"),
            "{}",
            told(1.0, 40)
        );
        assert!(
            told(0.0, 40).starts_with("test: new is rejected: a lead of +0 over old"),
            "{}",
            told(0.0, 40)
        );
        let open = told(1.0, 4);
        assert!(open.starts_with("test: new is neither accepted nor rejected, ratio +"), "{open}");
        assert!(open.ends_with("more matches would decide"), "{open}");
    }
}
