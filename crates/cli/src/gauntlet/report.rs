//! The results of a gauntlet: counted while it is played, told at its end.

use std::fmt::{self, Write};

use anyhow::Result;
use meydan_contest::{Estimate, Meeting, Ratings, Sprt, Verdict, wilson};
use meydan_core::{Fault, FaultKind};
use meydan_runner::FirstException;
use serde::Serialize;

use super::alike::Alike;
use super::book::Played;
use super::interval::{bounds, points};
use super::verdict::{Judgement, Test};
use super::{Args, Pace};
use crate::options::{score_words, tie_words};
use crate::say::say;

/// What was played so far.
pub(crate) struct Tally {
    names: Vec<String>,
    /// Whether each plays alone, so that the scores of a board are compared.
    alone: bool,
    played: Vec<Played>,
    meetings: Vec<Meeting>,
    test: Option<Sprt>,
    alike: Alike,
}

/// How many of the worst losses are listed.
const WORST: usize = 5;

impl Tally {
    pub(crate) fn new(names: Vec<String>, alone: bool, bounds: Option<(f64, f64)>) -> Tally {
        let test = bounds.and_then(|(low, high)| Sprt::new(low, high));
        Tally { names, alone, played: Vec::new(), meetings: Vec::new(), test, alike: Alike::default() }
    }

    /// Counts the matches of one board, which are all played.
    pub(crate) fn add(&mut self, board: Vec<Played>) -> Verdict {
        let Some(seed) = self.alike.add(&board) else { return self.verdict() };
        let meetings = self.meetings(&board, seed);
        let new = !self.alike.is_repeated(board[0].board);
        self.played.extend(board);
        if let (Some(test), true) = (&mut self.test, new) {
            // Swapped games of one board are not independent; their mean is one result.
            let duels = meetings.iter().flat_map(Meeting::duels);
            let points: Vec<f64> =
                duels.map(|duel| if duel.a == 0 { duel.points } else { 1.0 - duel.points }).collect();
            test.add(points.iter().sum::<f64>() / points.len().max(1) as f64);
        }
        self.meetings.extend(meetings);
        self.verdict()
    }

    /// What the test says by now.
    pub(crate) fn verdict(&self) -> Verdict {
        self.test.as_ref().map_or(Verdict::Open, Sprt::verdict)
    }

    /// Whether nothing but repetitions is to be expected, on so many maps and tables.
    pub(crate) fn nothing_new(&self, kinds: u64) -> bool {
        self.alike.nothing_new(kinds)
    }

    /// What meets on one seed is one observation: repetitions share that of the first.
    fn meetings(&self, board: &[Played], seed: u64) -> Vec<Meeting> {
        if !self.alone {
            let meeting =
                |played: &Played| Meeting::new(played.sides.iter().map(|side| (side.bot, side.rank)));
            return board.iter().map(|played| meeting(played).on(seed)).collect();
        }
        let scores: Vec<(usize, i64)> =
            board.iter().flat_map(|played| &played.sides).map(|side| (side.bot, side.score)).collect();
        let rank = |score: i64| 1 + scores.iter().filter(|(_, other)| *other > score).count() as u32;
        let meeting = Meeting::new(scores.iter().map(|&(bot, score)| (bot, rank(score))));
        vec![meeting.on(seed)]
    }

    fn rows(&self, ratings: &Ratings) -> Vec<Row<'_>> {
        ratings
            .order()
            .into_iter()
            .map(|bot| Row::new(&self.names[bot], ratings, bot, &self.played))
            .collect()
    }

    /// In how many matches two bots met, or on how many boards their scores were compared.
    fn met(&self, a: usize, b: usize) -> u64 {
        let met =
            |meeting: &&Meeting| [a, b].iter().all(|bot| meeting.sides.iter().any(|side| side.0 == *bot));
        self.meetings.iter().filter(met).count() as u64
    }

    /// The bot in question, which is the first, against every other one.
    fn judgements(&self, ratings: &Ratings) -> Vec<Judgement<'_>> {
        let others = 1..self.names.len();
        others.map(|other| Judgement::new(&self.names, ratings, (0, other), self.met(0, other))).collect()
    }

    /// The table as it stands, for the person who waits.
    pub(crate) fn table(&self) -> String {
        let ratings = Ratings::fit(self.names.len(), &self.meetings);
        let mut text = lines(&self.rows(&ratings));
        if let Some(words) = self.alike.words() {
            let _ = writeln!(text, "{words}");
        }
        if let Some(test) = &self.test {
            let _ = write!(text, "ratio of the test {:+.2} of ±{:.2}", test.ratio(), test.bound());
        }
        text.trim_end().to_owned()
    }

    /// The bot in question in half a line.
    pub(crate) fn line(&self) -> String {
        let ratings = Ratings::fit(self.names.len(), &self.meetings);
        let row = self.rows(&ratings).into_iter().find(|row| row.bot == self.names[0]);
        row.filter(|row| row.duels > 0).map_or(String::new(), |row| {
            let (share, low, high) = (100.0 * row.share, 100.0 * row.share_low, 100.0 * row.share_high);
            format!(": {} has {share:.0} % of the points ({low:.0} to {high:.0})", row.bot)
        })
    }

    /// Everything, as other programs read it.
    pub(crate) fn report<'a>(&'a self, args: &'a Args, pace: &Pace, before: u64, kinds: u64) -> Report<'a> {
        let ratings = Ratings::fit(self.names.len(), &self.meetings);
        let order = ratings.order();
        // As `--games` counts them.
        let matches = self.met(0, 1);
        let test = args.sprt.zip(self.test.as_ref());
        let mut test = test.map(|(bounds, test)| Test::new(&self.names, bounds, test, matches));
        let mut verdicts = self.judgements(&ratings);
        if self.nothing_new(kinds) {
            verdicts.iter_mut().for_each(Judgement::more_is_the_same);
            test.iter_mut().for_each(Test::more_is_the_same);
        }
        Report {
            game: &args.game,
            bots: self.rows(&ratings),
            leads: order.windows(2).map(|pair| Lead::new(&self.names, &ratings, pair)).collect(),
            verdicts,
            boards: self.alike.boards(),
            different_boards: self.alike.different(),
            repetitions: self.alike.words(),
            faults: self.played.iter().flat_map(|played| &played.sides).map(|side| side.faults).sum(),
            crowded: args.jobs.is_none_or(|jobs| jobs.get() > 1) && self.mostly_late(),
            exceptions: (0..self.names.len()).filter_map(|bot| self.met_exceptions(bot, args)).collect(),
            ended: (0..self.names.len()).filter_map(|bot| self.ended(bot, args)).collect(),
            sprt: test.as_ref().map(Test::verdict),
            ratio: test.as_ref().map(Test::ratio),
            test,
            losses: self.losses(args),
            seconds: pace.seconds(),
            matches_per_second: pace.matches_per_second(),
            // A test that was decided early leaves some of those aside that were kept.
            before: (self.played.len() as u64).saturating_sub(pace.played()),
            uncounted: (before + pace.played()).saturating_sub(self.played.len() as u64),
            now: pace.played(),
            all_before: before,
            out: args.out.as_ref().map(|dir| dir.display().to_string()),
            matches: &self.played,
        }
    }

    /// The exceptions that a bot's programs reported, if there were any. A kit catches them and plays on, so they are no faults.
    fn met_exceptions<'a>(&'a self, bot: usize, args: &Args) -> Option<Met<'a>> {
        let sides = || {
            self.played
                .iter()
                .flat_map(|played| played.sides.iter().map(move |side| (played, side)))
                .filter(|(_, side)| side.bot == bot && side.exceptions > 0)
        };
        // Matches end in another order every time.
        let (played, side) = sides().min_by_key(|(played, _)| (played.board, played.turn))?;
        Some(Met {
            bot: &self.names[bot],
            exceptions: sides().map(|(_, side)| side.exceptions).sum(),
            first: side.first_exception.as_ref()?,
            map: &played.map,
            seed: played.seed,
            open: args.opens(played),
        })
    }

    /// How often a bot's program did not live to the end of its match, if it ever did not.
    fn ended<'a>(&'a self, bot: usize, args: &Args) -> Option<Ended<'a>> {
        let sides = self.played.iter().flat_map(|played| played.sides.iter().map(move |side| (played, side)));
        let sides: Vec<_> = sides.filter(|(_, side)| side.bot == bot).collect();
        let ended = || sides.iter().filter(|(_, side)| side.ended.is_some());
        let (played, side) = ended().min_by_key(|(played, _)| (played.board, played.turn))?;
        Some(Ended {
            bot: &self.names[bot],
            matches: ended().count(),
            of: sides.len(),
            first: side.ended.as_ref()?,
            map: &played.map,
            seed: played.seed,
            open: args.opens(played),
        })
    }

    /// Whether more than half of the faults are answers that came too late.
    fn mostly_late(&self) -> bool {
        let faults = || self.played.iter().flat_map(|played| &played.faults);
        2 * faults().filter(|fault| fault.kind == FaultKind::Timeout).count() > faults().count()
    }

    /// The worst losses of the bot in question, the one with the largest gap first.
    fn losses<'a>(&'a self, args: &Args) -> Vec<Loss<'a>> {
        let once = self.played.iter().filter(|played| !self.alike.is_repeated(played.board));
        let mut losses: Vec<Loss> = once.filter_map(|played| self.loss(played, args)).collect();
        losses.sort_by_key(|loss| (loss.score.saturating_sub(loss.best), loss.board, loss.turn));
        losses.truncate(WORST);
        losses
    }

    fn loss<'a>(&'a self, played: &'a Played, args: &Args) -> Option<Loss<'a>> {
        let mine = played.sides.iter().filter(|side| side.bot == 0).min_by_key(|side| side.rank)?;
        let best = if self.alone {
            let board = self.played.iter().filter(|other| other.board == played.board);
            let best = board.flat_map(|other| &other.sides).max_by_key(|side| side.score)?;
            (best.score > mine.score).then_some(best)?
        } else {
            played
                .sides
                .iter()
                .filter(|side| side.rank < mine.rank && side.bot != 0)
                .min_by_key(|side| side.rank)?
        };
        Some(Loss {
            board: played.board,
            turn: played.turn,
            map: &played.map,
            seed: played.seed,
            score: mine.score,
            best: best.score,
            told: score_words(&args.game, mine.score),
            best_told: score_words(&args.game, best.score),
            // Where the scores do not tell who won, something else did.
            why: (mine.score >= best.score).then(|| tie_words(&args.game, &played.outcome)),
            by: &self.names[best.bot],
            faults: mine.faults,
            exceptions: mine.exceptions,
            open: args.opens(played),
        })
    }
}

/// What a gauntlet has found.
#[derive(Serialize)]
pub(crate) struct Report<'a> {
    game: &'a str,
    bots: Vec<Row<'a>>,
    leads: Vec<Lead<'a>>,
    verdicts: Vec<Judgement<'a>>,
    /// How many boards were played, and how many of them are no repetitions of others.
    boards: u64,
    different_boards: u64,
    #[serde(skip)]
    repetitions: Option<String>,
    faults: u64,
    /// Whether most of them are late answers, and matches were played beside each other.
    #[serde(skip)]
    crowded: bool,
    exceptions: Vec<Met<'a>>,
    ended: Vec<Ended<'a>>,
    sprt: Option<&'static str>,
    ratio: Option<f64>,
    test: Option<Test<'a>>,
    losses: Vec<Loss<'a>>,
    seconds: f64,
    matches_per_second: f64,
    /// How many of the matches were played before, by a gauntlet that was gone on with.
    before: u64,
    /// How many matches are not among them, because their boards were not over: who sat where would decide.
    uncounted: u64,
    #[serde(skip)]
    now: u64,
    #[serde(skip)]
    all_before: u64,
    out: Option<String>,
    matches: &'a [Played],
}

impl Report<'_> {
    /// Prints it for people.
    pub(crate) fn print(&self) -> Result<()> {
        say!("{}", lines(&self.bots).trim_end())?;
        if self.bots.iter().any(|row| bounds(row.rating_low, row.rating_high).is_none()) {
            say!("open: no result bounds this rating")?;
        }
        if self.bots.len() > 2 {
            self.leads.iter().try_for_each(|lead| say!("{lead}"))?;
        }
        self.repetitions.iter().try_for_each(|words| say!("{words}"))?;
        self.verdicts.iter().try_for_each(|verdict| say!("{verdict}"))?;
        if let Some(test) = &self.test {
            say!("{test}")?;
        }
        if let Some(verdict) = self.verdicts.first().filter(|_| !self.losses.is_empty()) {
            let width = self.losses.iter().map(|loss| loss.score_text().chars().count()).max().unwrap_or(0);
            say!("worst losses of {}:", verdict.bot())?;
            self.losses.iter().try_for_each(|loss| say!("  {}", loss.line(width)))?;
        }
        let made = self.bots.iter().filter(|row| row.faults > 0);
        let made: Vec<String> = made.map(|row| format!("{} {}", row.bot, row.faults)).collect();
        if !made.is_empty() {
            let what = match &self.out {
                Some(dir) => format!("`faults` in {dir}/matches.jsonl has them in words"),
                None => "--out DIR keeps them in words".to_owned(),
            };
            say!("windows with a fault: {}; {what}", made.join(", "))?;
        }
        if self.crowded {
            say!("most of them are late answers: --jobs 1 gives each match the machine")?;
        }
        self.ended.iter().try_for_each(|ended| say!("{ended}"))?;
        self.exceptions.iter().try_for_each(|met| say!("{met}"))?;
        if self.uncounted > 0 {
            let (matches, s) = (self.uncounted, if self.uncounted == 1 { "" } else { "es" });
            say!("not counted: {matches} match{s}, on boards that were not over when the gauntlet ended")?;
        }
        let (now, before, rate) = (self.now, self.all_before, self.matches_per_second);
        let s = if now == 1 { "" } else { "es" };
        let before = if before > 0 { format!(", {before} played before") } else { String::new() };
        say!("{now} match{s} in {:.1} s, {rate:.1} a second{before}", self.seconds)
    }
}

/// The table.
fn lines(rows: &[Row<'_>]) -> String {
    let width = rows.iter().map(|row| row.bot.chars().count()).max().unwrap_or(3).max(3);
    let timed = rows.iter().any(|row| row.ms_per_window.is_some());
    let interval =
        |row: &Row<'_>| bounds(row.rating_low, row.rating_high).unwrap_or_else(|| "(open)".to_owned());
    let wide = rows.iter().map(|row| interval(row).chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{:<width$}  {:>7}  {:<wide$}  {:>6}  ", "bot", "rating", "(95 %)", "duels");
    let _ = writeln!(text, "share of points (95 %){}", if timed { "   ms a window" } else { "" });
    for row in rows {
        let (rating, interval) = (points(row.rating), interval(row));
        let _ = write!(text, "{:<width$}  {rating:>7}  {interval:<wide$}  {:>6}  ", row.bot, row.duels);
        let share = format!("({:.1} to {:.1})", 100.0 * row.share_low, 100.0 * row.share_high);
        let _ = write!(text, "{:5.1} %  {share:<14}", 100.0 * row.share);
        if let (Some(mean), Some(most)) = (row.ms_per_window, row.ms_longest) {
            let _ = write!(text, "  {mean:.1}, at most {most:.0}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[derive(Serialize)]
struct Row<'a> {
    bot: &'a str,
    rating: f64,
    /// `None` where nothing bounds the rating from below.
    rating_low: Option<f64>,
    /// `None` where nothing bounds the rating from above.
    rating_high: Option<f64>,
    /// Half the width of the interval.
    margin: Option<f64>,
    duels: u32,
    points: f64,
    share: f64,
    share_low: f64,
    share_high: f64,
    /// In how many windows it made a mistake.
    faults: u64,
    /// The time of a window on average; `None` where it was not clocked.
    ms_per_window: Option<f64>,
    /// The longest window.
    ms_longest: Option<f64>,
}

impl Row<'_> {
    fn new<'a>(name: &'a str, ratings: &Ratings, bot: usize, played: &[Played]) -> Row<'a> {
        let (rating, score) = (ratings.rating(bot), ratings.score(bot));
        // A board is one observation at least, and no more can be relied on.
        let boards = f64::from(score.boards);
        let share = wilson(boards * score.points / f64::from(score.duels.max(1)), boards);
        let sides = || played.iter().flat_map(|played| &played.sides).filter(|side| side.bot == bot);
        let (asked, total) = sides().fold((0, 0), |(a, t), side| (a + side.asked, t + side.total_us));
        let clocked = asked > 0 && total > 0;
        Row {
            bot: name,
            rating: rating.value,
            rating_low: Some(rating.low).filter(|end| end.is_finite()),
            rating_high: Some(rating.high).filter(|end| end.is_finite()),
            margin: rating.margin(),
            duels: score.duels,
            points: score.points,
            share: share.mean,
            share_low: share.low,
            share_high: share.high,
            faults: sides().map(|side| side.faults).sum(),
            ms_per_window: clocked.then(|| total as f64 / 1000.0 / asked as f64),
            ms_longest: sides()
                .map(|side| side.longest_us as f64 / 1000.0)
                .reduce(f64::max)
                .filter(|_| clocked),
        }
    }
}

/// A match that the bot in question lost.
#[derive(Serialize)]
struct Loss<'a> {
    board: u64,
    turn: u32,
    map: &'a str,
    seed: u64,
    score: i64,
    /// The score of whoever was first.
    best: i64,
    /// Both in the words of the game.
    told: String,
    best_told: String,
    /// What decided, where the scores did not.
    why: Option<String>,
    by: &'a str,
    faults: u64,
    exceptions: u64,
    /// The command that shows it.
    open: String,
}

impl Loss<'_> {
    fn score_text(&self) -> String {
        let why = self.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        format!("{} : {}{why}", self.told, self.best_told)
    }

    fn line(&self, width: usize) -> String {
        let faults = match self.faults {
            0 => String::new(),
            1 => ", one window with a fault".to_owned(),
            many => format!(", {many} windows with a fault"),
        };
        let exceptions = match self.exceptions {
            0 => String::new(),
            1 => ", one exception".to_owned(),
            many => format!(", {many} exceptions"),
        };
        let Loss { map, seed, by, open, .. } = self;
        format!(
            "{:<width$}  against {by} on {map}, seed {seed}{faults}{exceptions}: {open}",
            self.score_text()
        )
    }
}

/// Exceptions that a bot met, and the first of them.
#[derive(Serialize)]
struct Met<'a> {
    bot: &'a str,
    exceptions: u64,
    first: &'a FirstException,
    map: &'a str,
    seed: u64,
    /// The command that shows it.
    open: String,
}

impl fmt::Display for Met<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Met { bot, exceptions, first: FirstException { window, text }, map, seed, open } = self;
        match exceptions {
            1 => write!(f, "one exception in the error output of {bot}: {text}, in")?,
            _ => write!(f, "{exceptions} exceptions in the error output of {bot}, the first: {text}, in")?,
        }
        write!(f, " window {window} on {map}, seed {seed}: {open}")
    }
}

/// A bot whose program ended before its matches did, and the first time that it did.
#[derive(Serialize)]
struct Ended<'a> {
    bot: &'a str,
    matches: usize,
    of: usize,
    first: &'a Fault,
    map: &'a str,
    seed: u64,
    /// The command that shows it.
    open: String,
}

impl fmt::Display for Ended<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ended { bot, matches, of, first: Fault { window, text, .. }, map, seed, open } = self;
        write!(f, "{bot} did not live to the end in {matches} of {of}; the first time in window {window}")?;
        write!(f, " on {map}, seed {seed} ({text}): {open}")
    }
}

/// By how much a bot is ahead of the next in the table.
#[derive(Serialize)]
struct Lead<'a> {
    bot: &'a str,
    over: &'a str,
    /// `None` where no chain of meetings leads from one to the other.
    lead: Option<f64>,
    /// `None` also where nothing bounds the lead from below.
    low: Option<f64>,
    /// `None` also where nothing bounds the lead from above.
    high: Option<f64>,
}

impl Lead<'_> {
    fn new<'a>(names: &'a [String], ratings: &Ratings, pair: &[usize]) -> Lead<'a> {
        let lead = ratings.difference(pair[0], pair[1]);
        let end = |end: fn(Estimate) -> f64| lead.map(end).filter(|end| end.is_finite());
        Lead {
            bot: &names[pair[0]],
            over: &names[pair[1]],
            lead: lead.map(|lead| lead.value),
            low: end(|lead| lead.low),
            high: end(|lead| lead.high),
        }
    }
}

impl fmt::Display for Lead<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lead { bot, over, lead, low, high } = self;
        let Some(lead) = lead else {
            return write!(
                f,
                "{bot} and {over} have not met, not even through others: they cannot be compared"
            );
        };
        let whole = |points: f64| points.round() + 0.0;
        write!(f, "{bot} leads {over} by {} ", whole(*lead))?;
        match (low.map(whole), high.map(whole)) {
            (Some(low), Some(high)) => write!(f, "({low} to {high})"),
            (Some(low), None) => write!(f, "({low} or more: no result bounds it from above)"),
            (None, Some(high)) => write!(f, "({high} or less: no result bounds it from below)"),
            (None, None) => write!(f, "(no result bounds it)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::Seat;

    use super::super::book::tests::played;
    use super::*;

    fn leads(meetings: &[Meeting]) -> Vec<String> {
        let names: Vec<String> = ["ann", "bob", "cid"].map(str::to_owned).into();
        let ratings = Ratings::fit(names.len(), meetings);
        ratings.order().windows(2).map(|pair| Lead::new(&names, &ratings, pair).to_string()).collect()
    }

    #[test]
    fn faults_and_times_are_told_with_the_bot_that_they_are_of() {
        let mut tally = Tally::new(["ann", "bob"].map(str::to_owned).into(), false, None);
        let mut first = played(0, 0);
        first.sides[0].faults = 2;
        (first.sides[1].asked, first.sides[1].total_us, first.sides[1].longest_us) = (4, 8_000, 5_000);
        let mut second = played(0, 1);
        second.sides[0].faults = 1;
        tally.add(vec![first, second]);
        let ratings = Ratings::fit(2, &tally.meetings);
        let rows = tally.rows(&ratings);
        let ann = rows.iter().find(|row| row.bot == "ann").unwrap();
        let bob = rows.iter().find(|row| row.bot == "bob").unwrap();
        assert!(!tally.mostly_late(), "no fault is no late answer");
        assert_eq!((ann.faults, ann.ms_per_window), (3, None));
        assert_eq!((bob.faults, bob.ms_per_window, bob.ms_longest), (0, Some(2.0), Some(5.0)));
    }

    #[test]
    fn late_answers_are_told_where_most_faults_are_such() {
        let fault = |kind| Fault { window: 5, seat: Seat(1), kind, text: String::new() };
        let late = |kinds: &[FaultKind]| {
            let mut tally = Tally::new(["ann", "bob"].map(str::to_owned).into(), false, None);
            tally.add(vec![Played { faults: kinds.iter().copied().map(fault).collect(), ..played(0, 0) }]);
            tally.mostly_late()
        };
        assert!(late(&[FaultKind::Timeout, FaultKind::Gone, FaultKind::Timeout]));
        assert!(!late(&[FaultKind::Timeout, FaultKind::Gone]));
    }

    #[test]
    fn the_same_match_once_more_is_no_evidence() {
        let told = |games: u64, different: bool| {
            let bounds = Some((0.0, 40.0));
            let mut tally = Tally::new(["new", "old"].map(str::to_owned).into(), false, bounds);
            for number in 0..games {
                let mut board = [played(number, 0), played(number, 1)];
                let acts = if different { number } else { 0 };
                board.iter_mut().for_each(|played| played.acts = Some(meydan_core::StateHash(acts)));
                tally.add(board.into());
            }
            let ratings = Ratings::fit(2, &tally.meetings);
            (tally.judgements(&ratings)[0].to_string(), tally.verdict(), tally.table())
        };
        let (clear, verdict, _) = told(50, true);
        assert!(clear.starts_with("new is better") && verdict == Verdict::Accepted, "{clear}");
        let (open, verdict, table) = told(50, false);
        assert!(open.starts_with("not clear yet") && verdict == Verdict::Open, "{open}");
        assert!(table.contains("1 different board; the other 49 are repetitions, move for move"), "{table}");
    }

    #[test]
    fn a_bot_that_dies_is_told_with_its_first_time() {
        let fault = Fault { window: 5, seat: Seat(1), kind: FaultKind::Gone, text: "exit code 1".to_owned() };
        let ended = Ended {
            bot: "bob",
            matches: 2,
            of: 4,
            first: &fault,
            map: "duel",
            seed: 7,
            open: "meydan view m.trace".to_owned(),
        };
        let told = "bob did not live to the end in 2 of 4; the first time in window 5 on duel, seed 7 (exit code 1): meydan view m.trace";
        assert_eq!(ended.to_string(), told);
    }

    #[test]
    fn scores_of_those_who_play_alone_are_compared_board_by_board() {
        let mut tally = Tally::new(["ann", "bob", "cid"].map(str::to_owned).into(), true, None);
        let alone = |bot: usize, score: i64| {
            let mut played = played(0, bot as u32);
            played.sides.truncate(1);
            (played.sides[0].bot, played.sides[0].score) = (bot, score);
            played
        };
        tally.add(vec![alone(0, 5), alone(1, 9), alone(2, 5)]);
        assert_eq!(tally.meetings[0].sides, [(0, 2), (1, 1), (2, 2)]);
        assert_eq!((tally.meetings.len(), tally.met(0, 2)), (1, 1));
    }

    #[test]
    fn few_matches_that_end_alike_are_told_as_what_they_are() {
        let told = |ranks: [u32; 2], boards: u64| {
            let mut tally = Tally::new(["new", "old"].map(str::to_owned).into(), false, None);
            for board in 0..boards {
                let ended = |turn: u32| {
                    let mut played = played(board, turn);
                    played.sides.iter_mut().zip(ranks).for_each(|(side, rank)| side.rank = rank);
                    played
                };
                tally.add(vec![ended(0), ended(1)]);
            }
            let ratings = Ratings::fit(2, &tally.meetings);
            let text = lines(&tally.rows(&ratings));
            (tally.judgements(&ratings)[0].to_string(), text)
        };
        let few = "too few matches yet, although all results point one way";
        for boards in [1, 2, 5] {
            let (won, table) = told([1, 2], boards);
            assert!(won.starts_with("not clear yet whether new") && won.ends_with(few), "{won}");
            assert!(won.contains(" or more), ") && table.contains(" or less)  "), "{won}\n{table}");
            let (drawn, _) = told([1, 1], boards);
            assert!(
                drawn.contains(": +0 ± ") && drawn.ends_with("50 %; no difference is seen yet"),
                "{drawn}"
            );
        }
        let (won, _) = told([1, 2], 50);
        assert!(
            won.starts_with("new is better than old: +") && won.ends_with(" or more), over 99.9 %"),
            "{won}"
        );
        let (drawn, _) = told([1, 1], 50);
        assert!(drawn.contains("they are about equal, not more than "), "{drawn}");
    }

    #[test]
    fn a_lead_says_how_sure_it_is_and_where_there_is_none() {
        let played = [vec![Meeting::won(0, 1); 60], vec![Meeting::won(1, 0); 40]].concat();
        assert_eq!(
            leads(&played),
            [
                "ann leads bob by 70 (1 to 141)",
                "bob and cid have not met, not even through others: they cannot be compared"
            ]
        );
        let swept = [played, vec![Meeting::won(0, 2); 50], vec![Meeting::won(1, 2); 50]].concat();
        assert_eq!(
            leads(&swept),
            [
                "ann leads bob by 70 (1 to 141)",
                "bob leads cid by 832 (536 or more: no result bounds it from above)"
            ]
        );
    }
}
