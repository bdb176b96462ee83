//! What each phase of the course has, and what it does not have yet.

use meydan_labyrinth::Config;

use crate::options::Options;
use crate::start::PlayError;

/// The last phase.
pub(crate) const LAST: u8 = 6;

/// Whether what was asked for belongs to the phase.
pub(crate) fn check(options: &Options) -> Result<(), PlayError> {
    let Some(phase) = options.phase else { return Ok(()) };
    let wrong = |text: String| Err(PlayError::Usage(text));
    if !(1..=LAST).contains(&phase) {
        return wrong(format!("the course has phases 1 to {LAST}; give one of them"));
    }
    if phase == 1 {
        if options.board.is_none() {
            return wrong("phase 1 prints a board from a file; give it with --board FILE".into());
        }
        if !options.leaves_the_board_open() {
            return wrong("phase 1 takes everything from the file; leave out sizes and numbers".into());
        }
    }
    if phase == 2 && options.board.is_some() {
        return wrong(
            "phase 2 makes a random board; leave out --board, or print the file with --phase 1".into(),
        );
    }
    if phase < 3 {
        let played = [
            ("--host", options.host.is_some()),
            ("--join", options.join.is_some()),
            ("--save", options.save.is_some()),
            ("--resume", options.resume.is_some()),
        ];
        if let Some((flag, _)) = played.iter().find(|(_, given)| *given) {
            return wrong(format!("phase {phase} prints a board and plays nothing; leave out {flag}"));
        }
    }
    if phase == 3 {
        let alone = [("runner", "--runners", options.runners), ("hunter", "--hunters", options.hunters)];
        for (what, flag, given) in alone {
            if let Some(given) = given.filter(|&given| given != 1) {
                return wrong(format!(
                    "phase 3 has one {what}, so `{flag} {given}` is not possible; several come with --phase 4"
                ));
            }
        }
        if options.host.is_some() || options.join.is_some() {
            return wrong(
                "phase 3 has one runner and so one player; others can play from --phase 4 on".into(),
            );
        }
    }
    match options.boxes {
        Some(0) if phase >= 5 => wrong(format!("phase {phase} has lucky boxes; ask for at least one")),
        Some(boxes) if boxes > 0 && phase < 5 => {
            wrong(format!("phase {phase} has no lucky boxes yet; they come with --phase 5"))
        }
        _ => Ok(()),
    }
}

/// Whether a board that was brought is one of the phase. It gets what the phase says of temporary walls.
pub(crate) fn fit(phase: Option<u8>, config: &mut Config) -> Result<(), String> {
    match phase {
        Some(3) if config.runners.len() != 1 || config.hunters.len() != 1 => Err(format!(
            "phase 3 has one runner and one hunter, and this board has {} and {}; play it with --phase 4",
            config.runners.len(),
            config.hunters.len()
        )),
        Some(3 | 4) if !config.boxes.is_empty() => {
            Err("it has lucky boxes, and they come with phase 5; play it with --phase 5".into())
        }
        Some(5) if config.boxes.is_empty() => Err(
            "it has no lucky boxes, and phase 5 is about them; add their number and cells at the end of the file".into(),
        ),
        Some(3) => {
            // Phase 3 knows moving and staying alone.
            config.light = Some(0);
            Ok(())
        }
        _ => Ok(()),
    }
}
