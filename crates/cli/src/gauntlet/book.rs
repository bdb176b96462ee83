//! What a gauntlet remembers in its folder, so that it can be gone on with after Ctrl-C and after a crash.
//!
//! | file | what is in it |
//! |---|---|
//! | `gauntlet.json` | what is played: game, rules, maps, the first seed, the bots, digests of their files, and which of these they wrote themselves |
//! | `matches.jsonl` | one line for every match that was played, in the order in which they ended |
//! | `traces/BOARD-TURN.trace` | their records |
//! | `map` | the map, if one was brought |
//! | `report.json` | what `--json` prints, when the gauntlet has ended |

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use meydan_catalog::MapChoice;
use meydan_core::{Budget, Fault, StateHash};
use meydan_runner::{ClockRate, Fairness, FirstException};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::files::{Beside, BotFiles};
use crate::ends::misuse;

/// One match of a gauntlet, as its line tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// The board's number; matches on one board belong together.
    pub(crate) board: u64,
    /// Which of the board's matches it is.
    pub(crate) turn: u32,
    pub(crate) map: String,
    pub(crate) seed: u64,
    /// Why it ended, in the words of the game.
    pub(crate) outcome: String,
    pub(crate) windows: u32,
    pub(crate) final_hash: StateHash,
    /// What everybody did; lines of earlier versions do not say it.
    #[serde(default)]
    pub(crate) acts: Option<StateHash>,
    /// How long it took, start of the bots and all.
    pub(crate) seconds: f64,
    /// Who sat on each side, and what came of it.
    pub(crate) sides: Vec<Side>,
    pub(crate) faults: Vec<Fault>,
    /// Its record, from the gauntlet's folder.
    pub(crate) trace: Option<String>,
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Side {
    /// The bot's place on the command line, from 0.
    pub(crate) bot: usize,
    /// What was typed there.
    pub(crate) name: String,
    pub(crate) rank: u32,
    pub(crate) score: i64,
    /// In how many windows its seats made a mistake.
    pub(crate) faults: u64,
    /// How many exceptions its programs reported in their error output, and the first of them; lines of earlier versions have none.
    #[serde(default)]
    pub(crate) exceptions: u64,
    #[serde(default)]
    pub(crate) first_exception: Option<FirstException>,
    /// What ended one of its programs before the match was over.
    #[serde(default)]
    pub(crate) ended: Option<Fault>,
    /// In how many windows its seats were asked; 0 where nobody was clocked.
    pub(crate) asked: u64,
    /// The time in all of them, in microseconds.
    pub(crate) total_us: u64,
    /// The longest of them, in microseconds.
    pub(crate) longest_us: u64,
}

/// What is played. Only with the same terms can a gauntlet be gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) game: String,
    pub(crate) ruleset: Option<String>,
    pub(crate) sides: usize,
    pub(crate) maps: Vec<String>,
    pub(crate) first_seed: u64,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) clock: ClockRate,
    pub(crate) fairness: Fairness,
    pub(crate) bots: Vec<BotFiles>,
}

impl Terms {
    /// What of these terms is other than of the terms in the folder.
    fn other_than(&self, there: &Terms) -> Option<String> {
        let names =
            |terms: &Terms| terms.bots.iter().map(|bot| bot.bot.clone()).collect::<Vec<_>>().join(", ");
        if self.game != there.game {
            return Some(format!("it is of `{}`", there.game));
        }
        if names(self) != names(there) {
            return Some(format!("its bots are {}", names(there)));
        }
        let mut bots = self.bots.iter().zip(&there.bots);
        if let Some(other) = bots.find_map(|(here, there)| here.other_than(there)) {
            return Some(other);
        }
        let of_maps = |terms: &Terms| (terms.maps.clone(), terms.sides);
        if of_maps(self) != of_maps(there) {
            return Some(format!("it has {} sides on {}", there.sides, there.maps.join(", ")));
        }
        if self.first_seed != there.first_seed {
            return Some(format!("its first seed is {}", there.first_seed));
        }
        let same_bots = Terms { bots: there.bots.clone(), ..self.clone() };
        (same_bots != *there).then(|| "its ruleset, knobs or clocks are others".to_owned())
    }
}

/// The folder of a gauntlet that is being played.
pub(crate) struct Book {
    dir: PathBuf,
    lines: File,
    /// What was played before, by board and turn.
    before: HashMap<(u64, u32), Played>,
    /// The same, in the order in which it ended.
    order: Vec<(u64, u32)>,
    /// What was agreed on, with the files that were found to be the bots' own.
    terms: Mutex<Terms>,
    /// The files beside the bots' programs, by the bot's place.
    beside: Vec<(usize, Beside)>,
}

const TERMS: &str = "gauntlet.json";
const MATCHES: &str = "matches.jsonl";
const TRACES: &str = "traces";
const MAP: &str = "map";
const REPORT: &str = "report.json";

impl Book {
    /// Begins a gauntlet in a folder, or goes on with the one that is there.
    pub(crate) fn open(dir: &Path, terms: &Terms, maps: &[MapChoice]) -> Result<Book> {
        let cannot = || format!("the gauntlet cannot be kept in {}", dir.display());
        let there = dir.join(TERMS).is_file();
        let empty = nothing_in(dir);
        if !there && !empty {
            misuse!("--out: `{}` is not empty and holds no gauntlet; name a new folder", dir.display());
        }
        fs::create_dir_all(dir.join(TRACES)).with_context(cannot)?;
        // The name of what is read first is given last, so a folder is begun whole or not at all.
        let lines = OpenOptions::new().read(true).append(true).create(true).open(dir.join(MATCHES));
        let mut lines = lines.with_context(cannot)?;
        if lines.try_lock().is_err() {
            bail!(
                "another gauntlet is being played in {}; wait for it, or name another folder",
                dir.display()
            );
        }
        let brought = maps.iter().find_map(|map| match map {
            MapChoice::Brought(_, bytes) => Some(bytes),
            MapChoice::Named(_) => None,
        });
        let beside = terms.bots.iter().enumerate();
        let beside = beside.flat_map(|(place, bot)| bot.beside().map(move |file| (place, file))).collect();
        let mut terms = terms.clone();
        // Where nothing was played yet, nothing can be mixed up.
        if there && lines.metadata().with_context(cannot)?.len() > 0 {
            terms = same(dir, &terms, brought.map(Vec::as_slice))?;
        } else {
            if let Some(bytes) = brought {
                fs::write(dir.join(MAP), bytes).with_context(cannot)?;
            }
            agree(dir, &terms).with_context(cannot)?;
        }
        let played =
            read(&mut lines, terms.bots.len()).with_context(|| dir.join(MATCHES).display().to_string())?;
        sweep(&dir.join(TRACES)).with_context(cannot)?;
        let order = played.iter().map(|played| (played.board, played.turn)).collect();
        let before = played.into_iter().map(|played| ((played.board, played.turn), played)).collect();
        Ok(Book { dir: dir.to_owned(), lines, before, order, terms: Mutex::new(terms), beside })
    }

    /// How many matches were played before on boards of a plan.
    pub(crate) fn count(&self, of_plan: impl Fn(u64) -> bool) -> u64 {
        self.before.keys().filter(|(board, _)| of_plan(*board)).count() as u64
    }

    /// A match that was played before.
    pub(crate) fn find(&self, board: u64, turn: u32) -> Option<&Played> {
        self.before.get(&(board, turn))
    }

    /// The boards on which something was played before, in the order in which the last match of each ended.
    pub(crate) fn boards(&self) -> Vec<u64> {
        let mut seen = HashSet::new();
        let last = self.order.iter().rev().map(|(board, _)| *board).filter(|board| seen.insert(*board));
        let mut boards: Vec<u64> = last.collect();
        boards.reverse();
        boards
    }

    /// Where the record of a match goes, from the folder on.
    pub(crate) fn trace(board: u64, turn: u32) -> String {
        format!("{TRACES}/{board:06}-{turn}.trace")
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Remembers a match. The line is handed to the system whole, so that it outlives this process.
    pub(crate) fn add(&self, played: &Played) -> Result<()> {
        let line = serde_json::to_string(played)? + "\n";
        (&self.lines)
            .write_all(line.as_bytes())
            .with_context(|| format!("a match cannot be kept in {}", self.dir.join(MATCHES).display()))
    }

    /// Remembers what the bots have written beside their programs while they played: with it they are what they were.
    pub(crate) fn notice(&self) -> Result<()> {
        let mut terms = self.terms.lock().expect("nobody panics while holding this lock");
        let mut news = false;
        for (place, file) in &self.beside {
            let own = &mut terms.bots[*place].own;
            news |= !own.contains(&file.name) && file.is_written() && own.insert(file.name.clone());
        }
        if news {
            agree(&self.dir, &terms)
                .with_context(|| format!("{} cannot be written", self.dir.join(TERMS).display()))?;
        }
        Ok(())
    }

    /// Keeps what was found.
    pub(crate) fn report(&self, report: &str) -> Result<()> {
        let path = self.dir.join(REPORT);
        fs::write(&path, format!("{report}\n")).with_context(|| path.display().to_string())
    }
}

/// Whether a folder has nothing but what a gauntlet leaves there that could not begin, on a full disk for instance.
fn nothing_in(dir: &Path) -> bool {
    let Ok(files) = fs::read_dir(dir) else { return true };
    files.flatten().all(|file| {
        let name = file.file_name();
        match name.to_str() {
            Some(MATCHES) => file.metadata().is_ok_and(|about| about.is_file() && about.len() == 0),
            Some(TRACES) => fs::read_dir(file.path()).is_ok_and(|mut traces| traces.next().is_none()),
            Some(name) => name.strip_suffix(".partial") == Some(TERMS),
            None => false,
        }
    })
}

/// Writes down what is played.
fn agree(dir: &Path, terms: &Terms) -> std::io::Result<()> {
    let whole = dir.join(format!("{TERMS}.partial"));
    fs::write(&whole, serde_json::to_string_pretty(terms)? + "\n")?;
    fs::rename(whole, dir.join(TERMS))
}

/// Refuses to go on with another gauntlet than the one in the folder, and gives what is agreed on there.
fn same(dir: &Path, terms: &Terms, brought: Option<&[u8]>) -> Result<Terms> {
    let path = dir.join(TERMS);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let broken = || format!("{} does not say what is played; name a new folder", path.display());
    let there: Terms = serde_json::from_str(&text).with_context(broken)?;
    let map = || brought.is_some_and(|bytes| fs::read(dir.join(MAP)).ok().as_deref() != Some(bytes));
    let other = terms.other_than(&there).or_else(|| map().then(|| "its map is another".to_owned()));
    match other {
        None => Ok(there),
        Some(other) => misuse!("--out: {} holds another gauntlet: {other}; name a new folder", dir.display()),
    }
}

/// Reads the matches. A line that was cut off by the end of a process is taken away.
fn read(lines: &mut File, bots: usize) -> Result<Vec<Played>> {
    let mut text = Vec::new();
    lines.seek(SeekFrom::Start(0))?;
    lines.read_to_end(&mut text)?;
    let whole = text.iter().rposition(|sign| *sign == b'\n').map_or(0, |end| end + 1);
    lines.set_len(whole as u64)?;
    let line = |(number, line): (usize, &[u8])| {
        let played: Result<Played> = serde_json::from_slice(line).map_err(Into::into);
        let played = played.and_then(|played| match played.sides.iter().find(|side| side.bot >= bots) {
            Some(side) => bail!("there is no bot {} among {bots}, which are counted from 0", side.bot),
            None => Ok(played),
        });
        played.with_context(|| {
            format!("line {} is not a match; take it out, and that match is played again", number + 1)
        })
    };
    text[..whole.saturating_sub(1)]
        .split(|sign| *sign == b'\n')
        .filter(|_| whole > 0)
        .enumerate()
        .map(line)
        .collect()
}

/// Whether a record is there to its very end. What was kept before may have been taken away since, or cut short.
pub(crate) fn is_whole(record: &Path) -> bool {
    let Ok(file) = File::open(record) else { return false };
    meydan_record::read::<IgnoredAny>(file, &Budget::STANDARD).is_ok_and(|record| record.trace.end.is_some())
}

/// Takes away the records of matches that were not played to their end: they are played again.
fn sweep(traces: &Path) -> std::io::Result<()> {
    for file in fs::read_dir(traces)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "partial") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn terms() -> Terms {
        Terms {
            game: "jungle".into(),
            ruleset: None,
            sides: 2,
            maps: vec!["canopy".into()],
            first_seed: 1,
            options: BTreeMap::new(),
            clock: ClockRate::default(),
            fairness: Fairness::default(),
            bots: ["./new", "house:random"]
                .map(|bot| BotFiles { bot: bot.into(), files: Some("1".into()), ..BotFiles::default() })
                .into(),
        }
    }

    pub(crate) fn played(board: u64, turn: u32) -> Played {
        let side = |bot, rank| Side {
            bot,
            name: format!("bot {bot}"),
            rank,
            score: 3 - i64::from(rank),
            faults: 0,
            exceptions: 0,
            ended: None,
            first_exception: None,
            asked: 0,
            total_us: 0,
            longest_us: 0,
        };
        Played {
            board,
            turn,
            map: "canopy".into(),
            seed: 1 + board,
            outcome: "over".into(),
            windows: 3,
            final_hash: StateHash(5),
            acts: None,
            seconds: 0.5,
            sides: vec![side(0, 1), side(1, 2)],
            faults: Vec::new(),
            trace: Some(Book::trace(board, turn)),
        }
    }

    #[test]
    fn a_line_that_was_cut_off_is_played_again_and_the_others_are_not() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("g");
        let book = Book::open(&dir, &terms(), &[]).unwrap();
        for (board, turn) in [(1, 0), (0, 0), (1, 1)] {
            book.add(&played(board, turn)).unwrap();
        }
        (&book.lines).write_all(b"{\"board\":0,\"tu").unwrap();
        fs::write(dir.join("traces/000000-1.trace.partial"), "half").unwrap();
        drop(book);
        let book = Book::open(&dir, &terms(), &[]).unwrap();
        assert_eq!((book.count(|_| true), book.boards()), (3, vec![0, 1]));
        assert_eq!(book.find(1, 1), Some(&played(1, 1)));
        assert!(book.find(0, 1).is_none() && !dir.join("traces/000000-1.trace.partial").exists());
        book.add(&played(0, 1)).unwrap();
        drop(book);
        assert_eq!(
            Book::open(&dir, &terms(), &[]).unwrap().count(|_| true),
            4,
            "the next line stands on its own"
        );
    }

    #[test]
    fn a_folder_that_could_not_be_begun_is_begun_later() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path();
        fs::create_dir(dir.join(TRACES)).unwrap();
        ["matches.jsonl", "gauntlet.json.partial"]
            .iter()
            .for_each(|name| fs::write(dir.join(name), "").unwrap());
        Book::open(dir, &terms(), &[]).unwrap();
    }

    #[test]
    fn a_line_that_is_no_match_is_told_with_what_to_do() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path();
        Book::open(dir, &terms(), &[]).unwrap().add(&played(0, 0)).unwrap();
        let mut stranger = played(0, 1);
        stranger.sides[0].bot = 7;
        let stranger = serde_json::to_vec(&stranger).unwrap();
        for line in [&stranger[..], b"\xff\xfe"] {
            let lines = dir.join("matches.jsonl");
            let before = fs::read(&lines).unwrap();
            fs::write(&lines, [&before[..], line, b"\n"].concat()).unwrap();
            let told = format!("{:#}", Book::open(dir, &terms(), &[]).err().unwrap());
            assert!(told.contains("line 2 is not a match; take it out"), "{told}");
            fs::write(&lines, before).unwrap();
        }
        fs::write(dir.join("gauntlet.json"), "").unwrap();
        let told = format!("{:#}", Book::open(dir, &terms(), &[]).err().unwrap());
        assert!(told.contains("does not say what is played; name a new folder"), "{told}");
    }

    #[test]
    fn another_gauntlet_is_not_mixed_in() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path();
        drop(Book::open(dir, &Terms { first_seed: 3, ..terms() }, &[]).unwrap());
        // Nothing was played, so nothing is mixed up.
        Book::open(dir, &terms(), &[]).unwrap().add(&played(0, 0)).unwrap();
        let refused = |terms: Terms| Book::open(dir, &terms, &[]).err().unwrap().to_string();
        let mut changed = terms();
        changed.bots[0].files = Some("2".into());
        assert!(refused(changed).contains("the files of `./new` have changed since"));
        assert!(refused(Terms { first_seed: 9, ..terms() }).contains("its first seed is 1"));
        assert!(refused(Terms { clock: ClockRate::Off, ..terms() }).contains("clocks are others"));
        let open = Book::open(dir, &terms(), &[]).unwrap();
        assert!(refused(terms()).contains("another gauntlet is being played"), "one at a time");
        drop(open);
        let full = tempfile::tempdir().unwrap();
        fs::write(full.path().join("thesis.txt"), "mine").unwrap();
        assert!(Book::open(full.path(), &terms(), &[]).is_err(), "a folder of other things is left alone");
    }
}
