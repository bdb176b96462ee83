//! Whole games through pipes: lines in, lines out.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;

use common::{Table, board};
use meydan_core::Budget;
use meydan_core::Game;
use meydan_core::trace::Trace;
use meydan_labyrinth::{Action, Labyrinth};
use meydan_record::TraceWriter;
use meydan_terminal::{Lang, Options, PlayError, Wrong, explain, fingerprint};
use serde_json::json;

/// A runner two steps from the core and nobody else.
const ALONE: &str = "3 3\n0 0\n1\n1 1\n0\n1\n1 1 V\n";
/// A hunter two steps from the runner.
const HUNTED: &str = "4 4\n0 0\n1\n3 3\n1\n3 1\n0\n";
/// Boxes all around the runner, and a hunter far away behind a wall.
const BOXES: &str = "7 7\n0 0\n1\n6 6\n1\n0 6\n0\n4\n5 6\n6 5\n4 6\n6 4\n";

fn saved(path: &Path) -> Trace<Action> {
    meydan_record::read(fs::File::open(path).unwrap(), &Budget::STANDARD).unwrap().trace
}

#[test]
fn a_game_is_won() {
    let table = Table::new();
    let out = table.play(board(&table, ALONE), "up\nleft\n").unwrap();
    assert!(out.contains("R0 moves to (0, 1)"), "{out}");
    assert!(out.contains("R0 reaches the core"), "{out}");
    assert!(out.contains("Victory in round 2!"), "{out}");
}

#[test]
fn a_game_is_lost() {
    let table = Table::new();
    let out = table.play(board(&table, HUNTED), "stay\n").unwrap();
    assert!(out.contains("R0 is caught by H0 at (3, 3)"), "{out}");
    assert!(out.contains("Defeat in round 1: no runner is left."), "{out}");
}

#[test]
fn an_illegal_move_is_explained_and_asked_again() {
    let table = Table::new();
    let lines = "right\nwall 1 1 v\nwall 2 2 h\nwall 8 8 h\npush 0 0 0\nfly\nwall 1\ndown\ndown\nwall 0 1 v\nwall 0 0 h\n";
    let out = table.play(board(&table, ALONE), lines).unwrap();
    for reason in [
        "a fixed wall is in the way",
        "a wall stands there already",
        "not between two neighbouring cells",
        "no push is owed",
        "`fly` is not understood",
        "write `wall ROW COL h`",
        "out of the board",
        "no walls left",
    ] {
        assert!(out.contains(reason), "{reason} is missing in\n{out}");
    }
    // Refused lines cost nothing: one move and one wall were played.
    assert!(out.contains("round 3 of 60, R0, walls left 0"), "{out}");
    assert!(
        out.trim_end().ends_with("the input has ended\nyou have left the game; it was not saved"),
        "{out}"
    );
}

#[test]
fn a_wall_that_would_cut_the_labyrinth_is_refused() {
    let table = Table::new();
    let out = table.play(board(&table, "2 3\n0 0\n1\n1 2\n0\n2\n0 0 H\n0 1 H\n"), "wall 0 1 v\n").unwrap();
    assert!(out.contains("it would cut the labyrinth in two"), "{out}");
}

#[test]
fn a_hint_comes_with_its_proof() {
    let table = Table::new();
    let out = table.play(board(&table, ALONE), "hint\nquit\n").unwrap();
    assert!(out.contains("you win in 2 rounds, and no sooner"), "{out}");
    assert!(out.contains("Hint: move "), "{out}");
    let out = table.play(board(&table, HUNTED), "hint\n").unwrap();
    assert!(out.contains("no forced win"), "{out}");
    let out = table.play(board(&table, BOXES), "hint\n").unwrap();
    assert!(out.contains("you win") || out.contains("an estimate"), "{out}");
}

#[test]
fn every_prize_is_announced_and_a_push_is_named_by_the_player() {
    let mut seen = [false; 4];
    let prizes = ["An extra turn!", "Two more walls!", "An earthquake!", "A push: move one hunter!"];
    for seed in 0..40 {
        let table = Table::new();
        let options = Options { seed: Some(seed), ..board(&table, BOXES) };
        let out = table.play(options, "up\nup\npush 0 0 5\n").unwrap();
        for (seen, prize) in seen.iter_mut().zip(prizes) {
            *seen |= out.contains(prize);
        }
        let first = out.lines().find(|line| line.contains("opens a lucky box")).unwrap();
        if first.contains("A push") {
            assert!(out.contains("a push is owed"), "{out}");
            assert!(out.contains("R0 pushes H0 to (0, 5)"), "{out}");
        }
    }
    assert_eq!(seen, [true; 4]);
}

#[test]
fn a_saved_game_goes_on_as_if_it_had_never_stopped() {
    let table = Table::new();
    let moves = ["up", "wall 2 3 h", "left", "left", "up", "stay", "up", "left"];
    let whole = table.path("whole.save");
    let options = Options { save: Some(whole.clone()), seed: Some(9), ..board(&table, BOXES) };
    table.play(options, &moves.join("\n")).unwrap();
    // The same game, interrupted after every single move.
    let parts = table.path("parts.save");
    let options = Options { save: Some(parts.clone()), seed: Some(9), ..board(&table, BOXES) };
    table.play(options, moves[0]).unwrap();
    for line in &moves[1..] {
        let options =
            Options { resume: Some(parts.clone()), save: Some(parts.clone()), ..Options::default() };
        table.play(options, line).unwrap();
    }
    assert_eq!(fingerprint(&parts).unwrap(), fingerprint(&whole).unwrap());
}

#[test]
fn saving_by_hand_and_going_on() {
    let table = Table::new();
    let file = table.path("a game.save");
    let lines = format!("up\nsave {}\nquit\n", file.display());
    let out = table.play(board(&table, ALONE), &lines).unwrap();
    assert!(out.contains("saved as") && out.contains("a game.save"), "{out}");
    assert!(out.contains("you have left the game; it is kept: go on with --resume"), "{out}");
    let out = table.play(Options { resume: Some(file.clone()), ..Options::default() }, "left\n").unwrap();
    assert!(out.contains("Victory in round 2!"), "{out}");
    let again = table.play(Options { resume: Some(file), ..Options::default() }, "hint\n").unwrap();
    assert!(again.contains("you win in 1 round"), "an old save stays as it was: {again}");
}

#[test]
fn a_damaged_save_is_refused_with_the_reason_and_left_as_it_is() {
    let table = Table::new();
    let file = table.path("game.save");
    let options = Options { save: Some(file.clone()), ..board(&table, ALONE) };
    table.play(options, "stay\nstay\nup\n").unwrap();
    let (good, hash) = (fs::read(&file).unwrap(), fingerprint(&file).unwrap());
    let header = good.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut damaged: Vec<Vec<u8>> = vec![
        b"dear diary\n".to_vec(),
        Vec::new(),
        b"meydan-trace 99\nfrom the future".to_vec(),
        good[..good.len() - 1].to_vec(),
        good[..good.len() / 2].to_vec(),
        good[..header].to_vec(),
        with_rules(&file, 99),
        [good.as_slice(), b"more"].concat(),
    ];
    for position in (header..good.len()).step_by(5) {
        let mut bytes = good.clone();
        bytes[position] ^= 0x41;
        fs::write(&file, &bytes).unwrap();
        // A byte or two of the wrapping may change without changing a word of what is inside.
        match fingerprint(&file) {
            Ok(same) => assert!(same == hash && position < header + 8, "byte {position} went unnoticed"),
            Err(_) => damaged.push(bytes),
        }
    }
    assert!(damaged.len() > 30);
    for bytes in damaged {
        fs::write(&file, &bytes).unwrap();
        let resumed = table.play(Options { resume: Some(file.clone()), ..Options::default() }, "left\n");
        let error = resumed.unwrap_err();
        assert!(matches!(error, PlayError::Save(_)), "{error}");
        let over = table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "up\n");
        let error = over.unwrap_err().to_string();
        assert!(error.contains("is not overwritten"), "{error}");
        let typed = format!("save {}\nquit\n", file.display());
        let out = table.play(board(&table, ALONE), &typed).unwrap();
        assert!(out.contains("is not overwritten"), "{out}");
        assert_eq!(fs::read(&file).unwrap(), bytes, "it must be left as it is");
    }
}

#[test]
fn a_save_of_a_newer_program_says_so() {
    let table = Table::new();
    let file = table.path("game.save");
    let reason = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let options = Options { resume: Some(file.clone()), ..Options::default() };
        table.play(options, "").unwrap_err().to_string()
    };
    let newer = reason(b"meydan-trace 99\n");
    assert!(newer.contains("newer version; update Meydan"), "{newer}");
    table.play(Options { save: Some(table.path("x")), ..board(&table, ALONE) }, "stay\n").unwrap();
    let rules = reason(&with_rules(&table.path("x"), 99));
    assert!(rules.contains("newer version; update Meydan"), "{rules}");
}

/// A save as a program with other rules would have written it.
fn with_rules(path: &Path, rules: u32) -> Vec<u8> {
    let mut trace = saved(path);
    trace.header.rules = rules;
    let mut writer = TraceWriter::new(Vec::new(), &trace.header, None).unwrap();
    for entry in &trace.entries {
        writer.entry(entry).unwrap();
    }
    writer.pause().unwrap()
}

#[test]
fn a_save_of_another_game_is_not_touched() {
    let table = Table::new();
    let file = table.path("game.save");
    table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "stay\n").unwrap();
    let mut trace = saved(file.as_ref());
    trace.header.game = "chess".into();
    fs::write(&file, TraceWriter::new(Vec::new(), &trace.header, None).unwrap().pause().unwrap()).unwrap();
    let before = fs::read(&file).unwrap();
    let over = table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "up\n");
    assert!(over.unwrap_err().to_string().contains("`chess`"));
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_save_never_starts_a_program() {
    let table = Table::new();
    let (file, proof) = (table.path("game.save"), table.path("it-ran"));
    table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "up\n").unwrap();
    let trace = saved(&file);
    let command = format!("sh -c 'touch {}'", proof.display());
    let mut header = serde_json::to_value(&trace.header).unwrap();
    header["seats"] = json!([{"name": command, "spec": command}]);
    header["clocks"] = json!([]);
    for entrant in header["entrants"].as_array_mut().unwrap() {
        entrant["name"] = json!(command);
        entrant["kind"] = json!("bot");
        entrant["bot"] = json!(command);
        entrant["spec"] = json!(command);
        entrant["command"] = json!(command);
    }
    // Version 1 named command lines, version 2 has no place for them.
    for version in [1, 2] {
        let mut stream = zstd::Encoder::new(format!("meydan-trace {version}\n").into_bytes(), 1).unwrap();
        writeln!(stream, "{header}").unwrap();
        for entry in &trace.entries {
            writeln!(stream, "{}", serde_json::to_string(entry).unwrap()).unwrap();
        }
        fs::write(&file, stream.finish().unwrap()).unwrap();
        let out = table.play(Options { resume: Some(file.clone()), ..Options::default() }, "left\n").unwrap();
        assert!(out.contains("Victory in round 2!"), "the person plays on: {out}");
        assert!(!proof.exists(), "a save of version {version} started a program");
    }
}

#[test]
fn a_save_that_cannot_be_written_is_told_at_once_and_is_an_error_in_the_end() {
    let table = Table::new();
    let folder = table.path("folder");
    let options = Options { save: Some(folder.join("game.save")), ..board(&table, ALONE) };
    let error = table.play(options.clone(), "").unwrap_err().to_string();
    assert!(error.contains("there is no folder"), "a folder is not made unasked: {error}");
    fs::create_dir(&folder).unwrap();
    let mut person = table.sit_down(options);
    person.page.wait_for("your move");
    // The disk is not full, but there is no place for the save either.
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "not a folder").unwrap();
    person.say("stay");
    person.page.wait_for("cannot be saved");
    person.say("quit");
    let error = person.wait().unwrap_err();
    assert!(matches!(error, PlayError::Save(_)) && error.to_string().contains("cannot be saved"), "{error}");
}

#[test]
fn a_save_that_works_again_is_no_error() {
    let table = Table::new();
    let folder = table.path("folder");
    let file = folder.join("game.save");
    fs::create_dir(&folder).unwrap();
    let mut person = table.sit_down(Options { save: Some(file.clone()), ..board(&table, ALONE) });
    person.page.wait_for("your move");
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "not a folder").unwrap();
    person.say("stay");
    person.page.wait_for("cannot be saved");
    fs::remove_file(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    person.say("stay\nquit");
    person.wait().unwrap();
    fingerprint(&file).unwrap();
}

#[test]
fn a_link_to_a_save_stays_a_link() {
    let table = Table::new();
    let (file, link) = (table.path("game.save"), table.path("link.save"));
    table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "stay\n").unwrap();
    let before = fingerprint(&file).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let options = Options { resume: Some(link.clone()), save: Some(link.clone()), ..Options::default() };
    table.play(options, "stay\n").unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_ne!(fingerprint(&file).unwrap(), before);
}

#[test]
fn files_larger_than_any_save_or_board_are_refused_unread() {
    let table = Table::new();
    let file = table.path("large");
    let most = Budget::STANDARD.bytes;
    fs::File::create(&file).unwrap().set_len(most + 1).unwrap();
    let resumed = table.play(Options { resume: Some(file.clone()), ..Options::default() }, "");
    assert!(resumed.unwrap_err().to_string().contains("too large for a saved game"));
    let saved = table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "");
    assert!(saved.unwrap_err().to_string().contains("is not overwritten"));
    let played = table.play(Options { board: Some(file), ..Options::default() }, "");
    assert!(played.unwrap_err().to_string().contains("is larger than 4194304 bytes"));
}

#[test]
fn the_start_asks_between_the_saved_game_and_a_new_one() {
    let table = Table::new();
    let lines = "up\nsave\nquit\n";
    table.play(board(&table, ALONE), lines).unwrap();
    let default = table.state().join("labyrinth.save");
    assert!(default.exists());
    // Neither is chosen: nothing is played.
    let out = table.play(Options::default(), "perhaps\n").unwrap();
    assert!(out.contains("There is a saved game") && out.contains("Answer g"), "{out}");
    assert!(!out.contains('✦'), "{out}");
    // A new game leaves the saved one alone.
    let out = table.play(Options::default(), "new\nquit\n").unwrap();
    assert!(out.contains("round 1 of 180"), "{out}");
    assert!(default.exists());
    // Going on to the end removes it, also in phase 6 of the course.
    let out = table.play(Options { phase: Some(6), ..Options::default() }, "g\nleft\n").unwrap();
    assert!(out.contains("Victory in round 2!"), "{out}");
    assert!(!default.exists(), "a finished game is no longer there to go on with");
    // With nothing saved nobody is asked.
    let out = table.play(Options::default(), "quit\n").unwrap();
    assert!(!out.contains("saved game"), "{out}");
}

#[test]
fn a_damaged_default_save_is_told_and_kept_and_blocks_nothing() {
    let table = Table::new();
    let default = table.state().join("labyrinth.save");
    fs::create_dir_all(table.state()).unwrap();
    fs::write(&default, "meydan-trace 1\nrubbish").unwrap();
    let out = table.play(Options::default(), "save\nquit\n").unwrap();
    assert!(out.contains("cannot be taken up: it is damaged"), "{out}");
    assert!(out.contains("saved as labyrinth-2; labyrinth cannot be read and was left as it is"), "{out}");
    assert_eq!(fs::read(&default).unwrap(), b"meydan-trace 1\nrubbish");
    fingerprint(&table.state().join("labyrinth-2.save")).unwrap();
}

#[test]
fn a_new_game_never_takes_the_place_of_the_saved_one() {
    let table = Table::new();
    table.play(board(&table, ALONE), "up\nsave\nquit\n").unwrap();
    let default = table.state().join("labyrinth.save");
    let before = fs::read(&default).unwrap();
    let new = Options { phase: Some(6), ..board(&table, ALONE) };
    let out = table.play(new, "n\nstay\nsave\nstay\nsave\nquit\n").unwrap();
    assert!(out.contains("saved as labyrinth-2; labyrinth has another game"), "{out}");
    assert_eq!(out.matches("has another game").count(), 1, "from then on the game has its own place: {out}");
    assert_eq!(fs::read(&default).unwrap(), before, "the saved game is as it was");
    // With a name it is refused too, unless it is meant.
    let taken = table.play(board(&table, HUNTED), "save labyrinth\nquit\n").unwrap();
    assert!(taken.contains("is not overwritten unasked") && taken.contains("save! NAME"), "{taken}");
    assert_eq!(fs::read(&default).unwrap(), before);
    table.play(board(&table, HUNTED), "save! labyrinth\nquit\n").unwrap();
    assert_ne!(fs::read(&default).unwrap(), before);
}

#[test]
fn a_save_from_the_command_line_is_never_written_over_unasked() {
    let table = Table::new();
    let file = table.path("game.save");
    table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "up\n").unwrap();
    let before = fs::read(&file).unwrap();
    let again = Options { save: Some(file.clone()), ..board(&table, HUNTED) };
    let error = table.play(again.clone(), "stay\n").unwrap_err().to_string();
    assert!(error.contains("has another game (3 × 3, round 2)"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
    table.play(Options { overwrite: true, ..again }, "quit\n").unwrap();
    assert_ne!(fs::read(&file).unwrap(), before);
}

#[test]
fn saves_have_names_and_are_listed_with_round_board_and_date() {
    let table = Table::new();
    let none = table.play(Options { saves: true, ..Options::default() }, "").unwrap();
    assert!(none.contains("No game is saved yet"), "{none}");
    table.play(board(&table, ALONE), "up\nsave train\nquit\n").unwrap();
    table.play(board(&table, HUNTED), "save the long one\nquit\n").unwrap();
    fs::write(table.state().join("broken.save"), "rubbish").unwrap();
    let list = table.play(Options { saves: true, ..Options::default() }, "").unwrap();
    let train = list.lines().find(|line| line.starts_with("train: ")).unwrap();
    assert!(train.contains("round 2, 3 × 3, 1 runner, 0 hunters, 20"), "{train}");
    assert!(list.contains("the long one: round 1, 4 × 4, 1 runner, 1 hunter"), "{list}");
    assert!(list.contains("broken: cannot be taken up: it is not a saved game"), "{list}");
    table.play(board(&table, ALONE), "up\nleft\nsave won\nq\n").unwrap();
    let saves = |lang| table.play(Options { saves: true, lang, ..Options::default() }, "").unwrap();
    let won = saves(Lang::En).lines().find(|line| line.starts_with("won: ")).unwrap().to_owned();
    assert!(won.contains("over (victory), round 2, 3 × 3, 1 runner, 0 hunters, 20"), "{won}");
    assert!(saves(Lang::Fa).contains("won: تمام شده (برد)، دور 2، 3 × 3"), "{}", saves(Lang::Fa));
    let unknown = table.play(Options { resume: Some("tram".into()), ..Options::default() }, "");
    let unknown = unknown.unwrap_err().to_string();
    assert!(
        unknown.contains("there is no save `tram`; there are: ") && unknown.contains("train"),
        "{unknown}"
    );
    let out = table.play(Options { resume: Some("train".into()), ..Options::default() }, "left\n").unwrap();
    assert!(out.contains("Victory in round 2!"), "{out}");
    // At the start each can be chosen by its name or number.
    let out = table.play(Options::default(), "train\nquit\n").unwrap();
    assert!(out.contains("round 2 of 60"), "{out}");
    let out = table.play(Options::default(), "9\n1\nquit\n").unwrap();
    assert!(out.contains("Answer g") && out.contains("your move"), "{out}");
}

#[test]
fn two_who_took_up_one_save_do_not_write_over_each_other() {
    let table = Table::new();
    table.play(board(&table, ALONE), "stay\nsave shared\nquit\n").unwrap();
    let go_on = || table.sit_down(Options { resume: Some("shared".into()), ..Options::default() });
    let (mut first, mut second) = (go_on(), go_on());
    for person in [&first, &second] {
        person.page.wait_for("your move");
    }
    first.say("stay\nstay\nsave\nquit");
    assert!(first.wait().unwrap().contains("saved as shared\n"));
    let file = table.state().join("shared.save");
    let kept = fs::read(&file).unwrap();
    second.say("stay\nsave\nstay\nquit");
    let out = second.wait().unwrap();
    assert!(out.contains("saved as shared-2; shared has another game and was left as it is"), "{out}");
    assert!(out.contains("what came after the last save is lost"), "{out}");
    assert_eq!(fs::read(&file).unwrap(), kept);
}

#[test]
fn a_save_goes_where_it_was_meant_to_or_is_refused_with_the_reason() {
    let table = Table::new();
    let out = table.play(board(&table, ALONE), "save .\nsave no/where\nstay\nquit\n").unwrap();
    assert!(out.contains(". is a folder; give a name, or a file in it"), "{out}");
    assert!(out.contains("there is no folder no; make it first"), "{out}");
    assert!(!Path::new("no").exists());
    assert!(out.contains("you have left the game; it was not saved"), "{out}");
}

#[test]
fn everybody_at_a_hosted_game_needs_a_runner() {
    let table = Table::new();
    for options in [
        Options { runners: Some(1), ..Options::default() },
        Options { players: Some(3), ..board(&table, BOXES) },
    ] {
        let hosted = Options { host: Some("127.0.0.1:0".into()), ..options };
        let error = table.play(hosted, "").unwrap_err();
        assert!(matches!(error, PlayError::Usage(Wrong::TooFewRunners { .. })), "{error}");
    }
}

#[test]
fn what_is_refused_is_refused_in_persian_too() {
    let table = Table::new();
    fs::create_dir_all(table.state()).unwrap();
    fs::write(table.state().join("broken.save"), "rubbish").unwrap();
    let wrong = [
        Options { phase: Some(3), runners: Some(3), ..Options::default() },
        Options { phase: Some(1), ..Options::default() },
        Options { phase: Some(4), boxes: Some(2), ..Options::default() },
        Options { phase: Some(4), ..board(&table, BOXES) },
        Options { board: Some("nowhere.txt".into()), ..Options::default() },
        Options { players: Some(2), ..Options::default() },
        Options { resume: Some("tram".into()), ..Options::default() },
        Options { resume: Some("broken".into()), ..Options::default() },
    ];
    for options in wrong {
        let error = table.play(options, "").unwrap_err();
        let said = explain(&error, Lang::Fa);
        let persian = said.chars().filter(|sign| ('\u{600}'..='\u{6ff}').contains(sign)).count();
        assert!(persian > 15, "{said}");
        assert_eq!(explain(&error, Lang::En), error.to_string());
    }
}

#[test]
fn after_the_end_one_can_play_again_or_the_next_board() {
    let table = Table::new();
    let out = table.play(board(&table, ALONE), "up\nleft\nagain\nup\nleft\nperhaps\nq\n").unwrap();
    assert_eq!(out.matches("Victory in round 2!").count(), 2, "{out}");
    let asked = "Once more on this board (again), keep the game (save NAME), or quit (q)?";
    assert_eq!(out.matches(asked).count(), 3, "{out}");
    // A random board is followed by the next one, our own maps by the next map.
    let small = Options { rows: Some(3), cols: Some(3), walls: Some(0), seed: Some(5), ..Options::default() };
    let lost = "stay\n".repeat(60);
    let out =
        table.play(Options { hunters: Some(1), boxes: Some(0), ..small }, &format!("{lost}next\nquit\n"));
    let out = out.unwrap();
    assert!(out.contains("Defeat") && out.matches(LEGEND).count() == 2, "{out}");
    let ours = Options { board: Some("first-steps".into()), ..Options::default() };
    let hunted = table.play(ours, &format!("{}next\nquit\n", "stay\n".repeat(200))).unwrap();
    assert_eq!(hunted.matches(LEGEND).count(), 2, "{hunted}");
}

#[test]
fn the_board_of_a_day_is_one_board_and_its_optimum_is_told_at_the_end() {
    let table = Table::new();
    let daily = |lines: &str| {
        let options = Options { daily: Some("2026-11-16".parse().unwrap()), ..Options::default() };
        table.play(options, lines).unwrap()
    };
    let start = daily("quit\n");
    assert_eq!(start, daily("quit\n"));
    assert!(start.contains("The board of the day 2026-11-16, rated medium"), "{start}");
    let hinted = daily("hint\nquit\n");
    assert!(hinted.contains("is told when you have played it"), "{hinted}");
    assert!(
        !hinted.contains("you win in") && !hinted.contains("takes 9"),
        "not before it was played: {hinted}"
    );
    let over = daily(&"stay\n".repeat(200));
    assert!(over.contains("The shortest win on this board takes "), "{over}");
    let mixed = Options { rows: Some(5), daily: Some("2026-11-16".parse().unwrap()), ..Options::default() };
    assert!(table.play(mixed, "").unwrap_err().to_string().contains("the same for everybody"));
}

#[test]
fn a_whole_game_is_played_in_persian() {
    let table = Table::new();
    let options = Options { lang: Lang::Fa, ..board(&table, ALONE) };
    let out = table.play(options, "کمک\nراهنمایی\nراست\nپرواز\nبالا\nذخیره ۱\nچپ\n").unwrap();
    for said in [
        "R نقشه‌بردار",
        "یک خانه حرکت",
        "در 2 دور می‌برید و نه زودتر",
        "این حرکت مجاز نیست: دیوار ثابت در راه است.",
        "`پرواز` شناخته نیست",
        "R0 به سطر 0 ستون 1 می‌رود",
        "ذخیره شد",
        "R0 به هستهٔ نور می‌رسد",
        "برد در دور 2!",
    ] {
        assert!(out.contains(said), "{said} is missing in\n{out}");
    }
    let letters = out.lines().filter(|line| !line.contains("save") && !line.contains("ذخیره شد"));
    let english = ["move", "hint:", "Victory", "your", "left", "possible"];
    let foreign: Vec<&str> = letters
        .filter(|line| !line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter(|line| english.iter().any(|word| line.contains(word)))
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}

/// Plays a phase of the course with further options.
fn phase(table: &Table, phase: u8, more: Options, lines: &str) -> Result<String, PlayError> {
    table.play(Options { phase: Some(phase), seed: more.seed.or(Some(2)), ..more }, lines)
}

/// What is refused, in words.
fn refused(table: &Table, number: u8, more: Options) -> String {
    match phase(table, number, more, "quit\n") {
        Err(PlayError::Usage(wrong) | PlayError::Unfit { why: wrong, .. }) => wrong.to_string(),
        Err(PlayError::Board { reason, .. }) => reason,
        other => panic!("phase {number} took it: {other:?}"),
    }
}

#[test]
fn phase_one_prints_a_board_from_a_file() {
    let table = Table::new();
    let printed = phase(&table, 1, board(&table, HUNTED), "").unwrap();
    assert!(printed.contains("R0") && printed.contains("H0") && !printed.contains("your move"), "{printed}");
    assert!(refused(&table, 1, Options::default()).contains("--board"));
    let sized = Options { rows: Some(4), ..board(&table, HUNTED) };
    assert!(refused(&table, 1, sized).contains("everything from the file"));
    assert!(refused(&table, 7, Options::default()).contains("phases 1 to 6"));
}

#[test]
fn phase_two_prints_a_random_board_without_boxes() {
    let table = Table::new();
    let asked = Options { runners: Some(2), hunters: Some(3), walls: Some(9), ..Options::default() };
    let printed = phase(&table, 2, asked, "").unwrap();
    let (picture, _) = printed.split_once(LEGEND).unwrap();
    assert!(picture.contains("R1") && picture.contains("H2") && !picture.contains("R2"), "{picture}");
    assert!(!printed.contains('⊞') && !printed.contains("┅") && !printed.contains("your move"), "{printed}");
    assert!(refused(&table, 2, board(&table, HUNTED)).contains("makes a random board"));
    let boxes = Options { boxes: Some(1), ..Options::default() };
    assert!(refused(&table, 2, boxes).contains("no lucky boxes yet"));
    let saving = Options { save: Some(table.path("x")), ..Options::default() };
    assert!(refused(&table, 2, saving).contains("plays nothing"));
}

/// How the line below a board begins.
const LEGEND: &str = "R runner";

#[test]
fn phase_three_has_one_runner_one_hunter_and_only_steps() {
    let table = Table::new();
    for seed in 0..12 {
        let more = Options { seed: Some(seed), ..Options::default() };
        let out = phase(&table, 3, more, "wall 0 0 h\nhelp\nhint\nquit\n").unwrap();
        let (picture, _) = out.split_once(LEGEND).unwrap();
        assert!(picture.contains("R0") && picture.contains("H0"), "{picture}");
        assert!(!picture.contains("R1") && !picture.contains("H1") && !picture.contains('⊞'), "{picture}");
        assert!(out.contains("this game has no temporary walls"), "{out}");
        let said = out.replace("this game has no temporary walls", "").replace("a fixed wall", "");
        assert!(!said.contains("put up") && !said.contains("walls left"), "{said}");
        assert!(out.contains("you win in "), "a board of phase 3 can be won by walking: {out}");
    }
    let three = Options { runners: Some(3), ..Options::default() };
    let reason = refused(&table, 3, three);
    assert!(reason.contains("one runner") && reason.contains("--phase 4"), "{reason}");
    let hunters = Options { hunters: Some(0), ..Options::default() };
    assert!(refused(&table, 3, hunters).contains("one hunter"));
    let boxes = Options { boxes: Some(2), ..Options::default() };
    assert!(refused(&table, 3, boxes).contains("no lucky boxes yet"));
    let host = Options { host: Some("127.0.0.1:0".into()), ..Options::default() };
    assert!(refused(&table, 3, host).contains("one player"));
    assert!(refused(&table, 3, board(&table, ALONE)).contains("one runner and one hunter"));
    assert!(refused(&table, 3, board(&table, BOXES)).contains("lucky boxes"));
    assert!(phase(&table, 3, board(&table, HUNTED), "quit\n").is_ok());
    let sized = Options { rows: Some(4), cols: Some(5), walls: Some(2), ..Options::default() };
    assert!(phase(&table, 3, sized, "quit\n").is_ok());
}

#[test]
fn phase_four_has_several_of_both_and_temporary_walls() {
    let table = Table::new();
    let asked = Options { runners: Some(2), hunters: Some(3), ..Options::default() };
    let out = phase(&table, 4, asked, "wall 0 0 h\nquit\n").unwrap();
    assert!(out.contains("R1") && out.contains("H2") && !out.contains("R2"), "{out}");
    assert!(out.contains("walls left 3"), "{out}");
    assert!(refused(&table, 4, board(&table, BOXES)).contains("lucky boxes"));
    let boxes = Options { boxes: Some(1), ..Options::default() };
    assert!(refused(&table, 4, boxes).contains("--phase 5"));
}

#[test]
fn phase_five_has_lucky_boxes() {
    let table = Table::new();
    let out = phase(&table, 5, Options::default(), "quit\n").unwrap();
    let (picture, _) = out.split_once(LEGEND).unwrap();
    assert_eq!(picture.matches('⊞').count(), 4, "{picture}");
    let none = Options { boxes: Some(0), ..Options::default() };
    assert!(refused(&table, 5, none).contains("at least one"));
    assert!(refused(&table, 5, board(&table, HUNTED)).contains("no lucky boxes"));
    assert!(phase(&table, 5, board(&table, BOXES), "quit\n").is_ok());
}

#[test]
fn phase_six_begins_with_the_choice_whatever_else_is_asked_for() {
    let table = Table::new();
    let out = phase(&table, 6, Options::default(), "quit\n").unwrap();
    assert!(out.contains("No game is saved yet"), "{out}");
    table.play(board(&table, ALONE), "up\nsave\nquit\n").unwrap();
    let own = table.path("own.save");
    table.play(Options { save: Some(own.clone()), ..board(&table, ALONE) }, "up\n").unwrap();
    let asked = [
        Options::default(),
        Options { rows: Some(6), cols: Some(7), ..Options::default() },
        Options { seed: Some(8), difficulty: Some(meydan_labyrinth::Difficulty::Easy), ..Options::default() },
        Options { runners: Some(2), ..Options::default() },
        board(&table, BOXES),
        Options { save: Some(table.path("new.save")), ..Options::default() },
        Options { save: Some(own.clone()), ..Options::default() },
        Options { resume: Some(own.clone()), ..Options::default() },
    ];
    for options in asked {
        let out = phase(&table, 6, options.clone(), "perhaps\nq\n").unwrap();
        assert!(out.contains("saved game"), "{options:?}: {out}");
        assert!(!out.contains("your move"), "{options:?}: {out}");
        let out = phase(&table, 6, Options { save: None, ..options.clone() }, "g\nquit\n").unwrap();
        assert!(out.contains("round 2 of 60"), "{options:?}: {out}");
    }
}

#[test]
fn a_random_board_is_fixed_by_its_seed() {
    let table = Table::new();
    let print = |seed| {
        let options = Options { print: true, seed: Some(seed), ..Options::default() };
        table.play(options, "").unwrap()
    };
    assert_eq!(print(1), print(1));
    assert_ne!(print(1), print(2));
    let wrong = Options { rows: Some(3), cols: Some(3), walls: Some(9), ..Options::default() };
    let error = table.play(wrong, "").unwrap_err().to_string();
    assert!(error.contains("the largest number that does is 4"), "{error}");
}

#[test]
fn a_finished_autosave_is_a_whole_trace() {
    let table = Table::new();
    let file = table.path("game.save");
    table.play(Options { save: Some(file.clone()), ..board(&table, ALONE) }, "up\nleft\n").unwrap();
    let trace = saved(file.as_ref());
    assert_eq!(trace.end.unwrap().outcome.reason, "victory");
    assert_eq!(trace.header.game, Labyrinth::NAME);
    let error = table.play(Options { resume: Some(file), ..Options::default() }, "").unwrap_err();
    assert!(error.to_string().contains("is over (victory)"), "{error}");
}
