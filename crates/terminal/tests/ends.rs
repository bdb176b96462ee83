//! How a game ends from outside: signals, a reader that goes away, a full disk. Each needs a program of its own, so this
//! test starts itself again, with a board to play, on a pseudo-terminal or on pipes.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use meydan_terminal::{Console, Options, fingerprint, play};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

const BOARD: &str = "7 7\n0 0\n1\n6 6\n1\n0 6\n0\n4\n5 6\n6 5\n4 6\n6 4\n";

/// Says to this program that it is to play instead of testing.
const PLAY: &str = "MEYDAN_TEST_PLAYS";

fn main() -> ExitCode {
    if std::env::var_os(PLAY).is_some() {
        return play_here();
    }
    let tests: [(&str, fn()); 7] = [
        (
            "a_signal_gives_the_terminal_back_and_keeps_the_game",
            a_signal_gives_the_terminal_back_and_keeps_the_game,
        ),
        (
            "a_signal_gives_the_terminal_back_while_a_saved_game_is_asked_about",
            a_signal_gives_the_terminal_back_while_a_saved_game_is_asked_about,
        ),
        ("a_signal_in_a_game_of_lines_says_what_was_kept", a_signal_in_a_game_of_lines_says_what_was_kept),
        ("a_reader_that_goes_away_is_an_error", a_reader_that_goes_away_is_an_error),
        ("a_full_disk_is_an_error", a_full_disk_is_an_error),
        ("a_board_without_end_is_refused", a_board_without_end_is_refused),
        ("a_hosted_phase_six_begins_with_the_choice", a_hosted_phase_six_begins_with_the_choice),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

/// As the command line does it.
fn play_here() -> ExitCode {
    let path = |name| std::env::var_os(name).map(Into::into);
    let options = Options {
        board: path("BOARD"),
        save: path("SAVE"),
        seed: Some(1),
        print: std::env::var_os("PRINT").is_some(),
        ..Options::default()
    };
    // Without anything to play the saved game is asked about.
    let host = std::env::var("HOST").ok();
    let phase = host.as_ref().map(|_| 6);
    let options =
        if options.board.is_some() { options } else { Options { host, phase, ..Options::default() } };
    match play(&options, Console::of_process()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("meydan: {error}");
            ExitCode::FAILURE
        }
    }
}

/// This program again, in a folder of its own, with a board.
fn player(folder: &Path) -> Command {
    let board = folder.join("board.txt");
    fs::write(&board, BOARD).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env_clear().env(PLAY, "1").env("BOARD", board).env("XDG_STATE_HOME", folder.join("state"));
    command
}

fn kill(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// What a program writes, as it comes.
#[derive(Clone, Default)]
struct Heard(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Heard {
    fn listen(mut from: impl Read + Send + 'static) -> Heard {
        let heard = Heard::default();
        let writer = heard.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                writer.0.0.lock().unwrap().extend_from_slice(&buffer[..count]);
                writer.0.1.notify_all();
            }
        });
        heard
    }

    fn wait_for(&self, wanted: &str) -> String {
        let (bytes, changed) = &*self.0;
        let missing = |bytes: &mut Vec<u8>| !String::from_utf8_lossy(bytes).contains(wanted);
        let patience = Duration::from_secs(240);
        let (bytes, late) = changed.wait_timeout_while(bytes.lock().unwrap(), patience, missing).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!late.timed_out(), "`{wanted}` never came; there is only\n{text}");
        text
    }
}

/// A terminal: our end, and the one that programs have.
struct Terminal {
    ours: File,
    theirs: File,
    heard: Heard,
}

impl Terminal {
    fn open() -> Terminal {
        let ours: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let theirs = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&theirs, size).unwrap();
        let ours = File::from(ours);
        let heard = Heard::listen(ours.try_clone().unwrap());
        Terminal { ours, theirs, heard }
    }

    fn start(&self, mut command: Command) -> Child {
        let end = || Stdio::from(self.theirs.try_clone().unwrap());
        command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap()
    }

    /// Whether lines are edited and echoed, as a shell expects to find it.
    fn is_given_back(&self) -> bool {
        let modes = tcgetattr(&self.theirs).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }
}

const ENTER_SCREEN: &str = "\x1b[?1049h";
const LEAVE_SCREEN: &str = "\x1b[?1049l";

fn a_signal_gives_the_terminal_back_and_keeps_the_game() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("game.save");
        let mut terminal = Terminal::open();
        let mut command = player(folder.path());
        command.env("SAVE", &save);
        let mut child = terminal.start(command);
        terminal.heard.wait_for("you");
        assert!(!terminal.is_given_back(), "the game has the terminal");
        let begun = fingerprint(&save).unwrap();
        // A key before the turn is not a move, so it is pressed again, as a person would.
        let saved = (0..6000).any(|tick| {
            if tick % 200 == 0 {
                terminal.ours.write_all(b"s").unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
            fingerprint(&save).is_ok_and(|now| now != begun)
        });
        assert!(saved, "the move was never kept");
        kill(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let text = terminal.heard.wait_for("Interrupted. The game is kept: go on with --resume");
        let (enter, leave) = (text.rfind(ENTER_SCREEN).unwrap(), text.rfind(LEAVE_SCREEN).unwrap());
        assert!(enter < leave && leave < text.find("Interrupted").unwrap(), "{text:?}");
        assert!(terminal.is_given_back());
        let left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(left.len(), 2, "only the board and the save are left: {left:?}");
    }
}

fn a_signal_gives_the_terminal_back_while_a_saved_game_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let default = folder.path().join("state/meydan/labyrinth.save");
    let mut command = player(folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"stay\nsave\nquit\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let saved = fs::read(&default).unwrap();
    let terminal = Terminal::open();
    let mut command = player(folder.path());
    command.env_remove("BOARD");
    let mut child = terminal.start(command);
    terminal.heard.wait_for("Saved game");
    kill(&child, Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    terminal.heard.wait_for(LEAVE_SCREEN);
    assert!(terminal.is_given_back());
    assert_eq!(fs::read(&default).unwrap(), saved, "the saved game is left as it was");
}

/// `--phase 6 --host`: the choice comes first, and only then are others waited for.
fn a_hosted_phase_six_begins_with_the_choice() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = player(folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"stay\nsave before\nquit\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut terminal = Terminal::open();
    let mut command = player(folder.path());
    command.env_remove("BOARD").env("HOST", "127.0.0.1:0");
    let mut child = terminal.start(command);
    let text = terminal.heard.wait_for("new");
    assert!(text.contains("Saved games") && text.contains("before"), "{text:?}");
    assert!(!text.contains("waiting"), "nobody is waited for yet: {text:?}");
    terminal.ours.write_all(b"n").unwrap();
    terminal.heard.wait_for("--join");
    kill(&child, Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(terminal.is_given_back());
}

fn a_signal_in_a_game_of_lines_says_what_was_kept() {
    for (save, sentence) in
        [(true, "Interrupted. The game is kept: go on with"), (false, "Interrupted. The game was not saved.")]
    {
        let folder = tempfile::tempdir().unwrap();
        let mut command = player(folder.path());
        if save {
            command.env("SAVE", folder.path().join("game.save"));
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let heard = Heard::listen(child.stdout.take().unwrap());
        // Its input stays open: nobody has left.
        let _input = child.stdin.take();
        heard.wait_for("your move");
        kill(&child, Signal::TERM);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        heard.wait_for(sentence);
    }
}

/// An error is one sentence and exit code 1.
fn fails(command: &mut Command, wanted: &str) {
    let child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(wanted) && said.lines().count() == 1, "{said}");
}

fn a_reader_that_goes_away_is_an_error() {
    for print in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = player(folder.path());
        if print {
            command.env("PRINT", "1");
        }
        fails(command.stdout(writer), "Broken pipe");
    }
}

fn a_full_disk_is_an_error() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for print in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = player(folder.path());
        if print {
            command.env("PRINT", "1");
        }
        fails(command.stdout(full()), "No space left on device");
    }
}

fn a_board_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fails(
        player(folder.path()).env("BOARD", "/dev/zero").stdout(Stdio::null()),
        "is larger than 4194304 bytes",
    );
}
