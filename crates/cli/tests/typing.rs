//! A person at a terminal of 80 columns and 24 lines: what is offered is completed by Tab, boards are never cut in silence, and the
//! terminal is given back.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Nothing here takes this long; only what never comes does.
const PATIENCE: Duration = Duration::from_secs(240);

struct Terminal {
    ours: File,
    theirs: File,
    heard: Arc<(Mutex<String>, Condvar)>,
    child: Child,
}

impl Terminal {
    fn start(folder: &Path, args: &[&str]) -> Terminal {
        Terminal::of(24, folder, args)
    }

    fn of(rows: u16, folder: &Path, args: &[&str]) -> Terminal {
        Terminal::after("", rows, folder, args)
    }

    /// Something was typed before the program was there.
    fn after(typed: &str, rows: u16, folder: &Path, args: &[&str]) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        tcsetwinsize(&ours, Winsize { ws_row: rows, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let theirs = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let mut ours = File::from(ours);
        ours.write_all(typed.as_bytes()).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_meydan"))
            .args(args)
            .current_dir(folder)
            .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
            .env("XDG_STATE_HOME", folder)
            .env("NO_COLOR", "1")
            .env("TERM", "xterm")
            .stdin(theirs.try_clone().unwrap())
            .stdout(theirs.try_clone().unwrap())
            .stderr(theirs.try_clone().unwrap())
            .spawn()
            .unwrap();
        let heard: Arc<(Mutex<String>, Condvar)> = Arc::default();
        let (mut from, to) = (ours.try_clone().unwrap(), heard.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = from.read(&mut bytes) {
                to.0.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
                to.1.notify_all();
            }
        });
        Terminal { ours, theirs, heard, child }
    }

    /// How much was heard so far.
    fn mark(&self) -> usize {
        self.heard.0.lock().unwrap().len()
    }

    /// What was heard after a mark, as soon as this is in it.
    fn until(&self, mark: usize, text: &str) -> String {
        let waited = self.heard.1.wait_timeout_while(self.heard.0.lock().unwrap(), PATIENCE, |heard| {
            !heard[mark..].contains(text)
        });
        let (heard, waited) = waited.unwrap();
        assert!(!waited.timed_out(), "nobody said `{text}`: {}", &heard[mark..]);
        heard[mark..].to_owned()
    }

    fn keys(&mut self, keys: &str) -> usize {
        let mark = self.mark();
        self.ours.write_all(keys.as_bytes()).unwrap();
        mark
    }

    /// The question stands on the screen a moment before keys are read one by one. What is typed in that moment is echoed by the
    /// terminal itself.
    fn reads_key_by_key(&self) {
        let began = Instant::now();
        while self.is_given_back() {
            assert!(began.elapsed() < PATIENCE, "it never read key by key");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether lines are edited and echoed, as a shell expects to find it.
    fn is_given_back(&self) -> bool {
        let modes = tcgetattr(&self.theirs).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    fn ended(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is asked in each game, what is typed, what Tab makes of it, and what comes of the whole.
const TYPED: [(&str, &[&str], &str, &str, &str); 5] = [
    ("labyrinth", &["--plain"], "sta\t", "stay", "R0"),
    ("heroes", &[], "hea\t", "healer", "Pick hero 2 of 4"),
    ("gotham", &[], "sta\t", "start ", "not understood"),
    ("jungle", &[], "a1 sp\t", "a1 spawn ", "not understood"),
    ("galaxy", &[], "plac\t", "place ", "not understood"),
];

#[test]
fn what_is_offered_is_completed_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    for (game, more, typed, completed, then) in TYPED {
        let args = [&["play", game, "--seed", "3"], more].concat();
        let mut terminal = Terminal::start(folder.path(), &args);
        terminal.until(0, if game == "labyrinth" { "your move" } else { "> " });
        if game == "heroes" {
            let mark = terminal.keys("go\r");
            terminal.until(mark, "Pick hero 1 of 4");
        }
        let mark = terminal.keys(typed);
        terminal.until(mark, completed);
        let mark = terminal.keys("\r");
        terminal.until(mark, then);
        terminal.keys("quit\r");
        assert_eq!(terminal.ended(), Some(0), "{game}");
        assert!(terminal.is_given_back(), "{game}");
    }
}

#[test]
fn lines_that_are_pasted_or_typed_before_they_are_asked_for_all_count() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["play", "jungle", "--seed", "3"]);
    terminal.until(0, "> ");
    // As terminals mark what is pasted.
    terminal.keys("\u{1b}[200~a1 spawn 1,1\ra2 spawn 2,2\r\u{1b}[201~\r");
    terminal.until(0, "not sent yet: a1 spawn 1,1, a2 spawn 2,2");
    terminal.keys("quit\r");
    assert_eq!(terminal.ended(), Some(0));
    // As scripts type, and terminals that do not mark what is pasted.
    let mut terminal = Terminal::start(folder.path(), &["play", "jungle", "--seed", "3"]);
    terminal.until(0, "> ");
    terminal.reads_key_by_key();
    terminal.keys("a1 spawn 1,1\ra2 spawn 2,2\rplan\rquit\r");
    let heard = terminal.until(0, "the match was left");
    assert!(heard.contains("not sent yet: a1 spawn 1,1, a2 spawn 2,2"), "{heard}");
    assert_eq!(terminal.ended(), Some(0));
    // These are there before the first board is.
    let args = ["play", "galaxy", "--seed", "3"];
    let mut terminal = Terminal::after("help\r7\rquit\r", 24, folder.path(), &args);
    let heard = terminal.until(0, "the match was left");
    assert!(heard.contains("7a1"), "a number is a planet's own: {heard}");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn tab_shows_what_can_be_typed_where_there_is_a_choice() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["play", "jungle", "--seed", "3"]);
    terminal.until(0, "> ");
    let mark = terminal.keys("\t");
    let shown = terminal.until(mark, "undo");
    assert!(shown.contains("a1 ") && shown.contains("help") && shown.contains("quit"), "{shown}");
    // Ctrl-C leaves, as `quit` does.
    let mark = terminal.keys("\u{3}");
    terminal.until(mark, "the match was left");
    assert_eq!(terminal.ended(), Some(0));
    assert!(terminal.is_given_back());
}

#[test]
fn a_signal_at_the_prompt_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    for args in [&["play", "jungle", "--seed", "3"][..], &["play", "labyrinth", "--seed", "3", "--plain"]] {
        let mut terminal = Terminal::start(folder.path(), args);
        terminal.until(0, if args[1] == "labyrinth" { "your move" } else { "> " });
        terminal.reads_key_by_key();
        let mark = terminal.keys("he");
        terminal.until(mark, "he");
        let pid = Pid::from_raw(terminal.child.id().try_into().unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        terminal.ended();
        assert!(terminal.is_given_back(), "{args:?}");
    }
}

#[test]
fn a_board_that_has_no_room_says_which_part_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let watched = ["match", "heroes", "house:random", "house:random", "--seed", "3", "--show", "--pace", "0"];
    let mut terminal = Terminal::of(16, folder.path(), &watched);
    assert_eq!(terminal.ended(), Some(0));
    let shown = terminal.until(0, "final hash");
    let frame = shown.split("window 20, ").nth(1).unwrap().split("window 21, ").next().unwrap();
    assert!(frame.contains("part of the board: rows "), "{frame}");
    assert!(frame.lines().count() <= 16, "{frame}");
    let mut terminal = Terminal::start(folder.path(), &["play", "heroes", "--seed", "3"]);
    let first = terminal.until(0, "> ");
    assert!(first.contains("part of the board: rows ") && first.contains("`board` prints all"), "{first}");
    assert!(first.lines().count() <= 24, "{first}");
    assert!(first.contains("Type `go` to go on") && !first.contains("Type a number"), "{first}");
    let mark = terminal.keys("1\r");
    terminal.until(mark, "nothing is offered here that has a number");
    let mark = terminal.keys("board\r");
    let whole = terminal.until(mark, "Nothing can be ordered yet");
    assert!(!whole.contains("part of the board: rows"), "{whole}");
    let mark = terminal.keys("go\r");
    terminal.until(mark, "Type a number or words");
    terminal.keys("quit\r");
    assert_eq!(terminal.ended(), Some(0));
}

/// What stands on the screen between the board and the next prompt.
fn above_the_prompt(heard: &str) -> Vec<&str> {
    let lines = heard.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.take_while(|line| !line.contains("> ")).collect()
}

#[test]
fn what_was_refused_stands_just_above_the_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["play", "galaxy", "--seed", "3"]);
    terminal.until(0, "> ");
    terminal.reads_key_by_key();
    let mark = terminal.keys("deploy 1 5\r");
    let refused = terminal.until(mark, "refused: ");
    assert!(refused.contains("a: score "), "the board comes before it: {refused}");
    // The prompt may have come with it.
    let mark = mark + refused.find("refused: ").unwrap();
    let heard = terminal.until(mark, "> ");
    assert!(above_the_prompt(&heard).len() <= 1, "nothing comes after it: {heard}");
    terminal.keys("quit\r");
    assert_eq!(terminal.ended(), Some(0));
    // Orders that are sent together have their reasons below the board, and it has room for them.
    let mut terminal = Terminal::start(folder.path(), &["play", "jungle", "--seed", "3"]);
    terminal.until(0, "> ");
    terminal.reads_key_by_key();
    terminal.keys("a1 spawn 5,5\ra2 spawn 6,6\rgo\r");
    let shown = terminal.until(0, "Target is not a spawn point: [x: 5, y: 5]");
    assert!(!shown.contains("have no room here"), "{shown}");
    let board = shown.rfind("tick 1 of 300").unwrap();
    assert!(shown[board..].lines().count() <= 24, "{shown}");
    terminal.keys("quit\r");
    assert_eq!(terminal.ended(), Some(0));
}

#[test]
fn a_board_that_is_wider_than_the_terminal_is_shown_around_the_runner_and_whole_in_strips() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "labyrinth", "--plain", "--seed", "3", "--rows", "5", "--cols", "40"];
    let mut terminal = Terminal::start(folder.path(), &args);
    let first = terminal.until(0, "your move");
    assert!(
        first.contains("(columns ") && first.contains(" of 0 to 39; `board` shows all of them)"),
        "{first}"
    );
    // The editor of lines hides and shows the cursor in front of the first one.
    let lines = |text: &str| {
        text.lines().filter(|line| !line.contains('\u{1b}')).map(str::to_owned).collect::<Vec<_>>()
    };
    let wide = |text: &str| lines(text).iter().map(|line| line.trim_end().chars().count()).max();
    assert!(wide(&first) <= Some(80), "{first}");
    let mark = terminal.keys("board\r");
    let whole = terminal.until(mark, " 39");
    assert!(whole.contains("     0   1 ") && whole.contains("    19 "), "{whole}");
    assert!(wide(&whole) <= Some(80), "{whole}");
    // Only what is understood now is completed.
    let mark = terminal.keys("wal\t");
    terminal.until(mark, "wall");
    let mark = terminal.keys("\u{15}aga\tquit\r");
    let left = terminal.until(mark, "not understood");
    assert!(!left.contains("again"), "{left}");
    terminal.keys("quit\r");
    assert_eq!(terminal.ended(), Some(0));
}
