//! What each phase of the course has, and what it does not have yet.

use meydan_labyrinth::Config;

use crate::options::Options;
use crate::start::PlayError;
use crate::wrong::Wrong;

/// The last phase.
pub(crate) const LAST: u8 = 6;

/// Whether what was asked for belongs to the phase.
pub(crate) fn check(options: &Options) -> Result<(), PlayError> {
    let Some(phase) = options.phase else { return Ok(()) };
    let wrong = |wrong: Wrong| Err(PlayError::Usage(wrong));
    if !(1..=LAST).contains(&phase) {
        return wrong(Wrong::Phase(LAST));
    }
    if phase == 1 {
        if options.board.is_none() {
            return wrong(Wrong::NeedsBoard);
        }
        if !options.leaves_the_board_open() {
            return wrong(Wrong::NeedsNoSizes);
        }
    }
    if phase == 2 && options.board.is_some() {
        return wrong(Wrong::NeedsNoBoard);
    }
    if phase < 3 {
        let played = [
            ("--host", options.host.is_some()),
            ("--join", options.join.is_some()),
            ("--save", options.save.is_some()),
            ("--resume", options.resume.is_some()),
        ];
        if let Some(&(flag, _)) = played.iter().find(|(_, given)| *given) {
            return wrong(Wrong::PlaysNothing { phase, flag });
        }
    }
    if phase == 3 {
        if let Some(given) = options.runners.filter(|&given| given != 1) {
            return wrong(Wrong::OneRunner(given));
        }
        if let Some(given) = options.hunters.filter(|&given| given != 1) {
            return wrong(Wrong::OneHunter(given));
        }
        if options.host.is_some() || options.join.is_some() {
            return wrong(Wrong::OnePlayer);
        }
    }
    match options.boxes {
        Some(0) if phase >= 5 => wrong(Wrong::NeedsBoxes(phase)),
        Some(boxes) if boxes > 0 && phase < 5 => wrong(Wrong::NoBoxesYet(phase)),
        _ => Ok(()),
    }
}

/// Whether a board that was brought is one of the phase. It gets what the phase says of temporary walls.
pub(crate) fn fit(phase: Option<u8>, config: &mut Config) -> Result<(), Wrong> {
    match phase {
        Some(3) if config.runners.len() != 1 || config.hunters.len() != 1 => {
            Err(Wrong::Crowded(config.runners.len(), config.hunters.len()))
        }
        Some(3 | 4) if !config.boxes.is_empty() => Err(Wrong::HasBoxes),
        Some(5) if config.boxes.is_empty() => Err(Wrong::HasNoBoxes),
        Some(3) => {
            // Phase 3 knows moving and staying alone.
            config.light = Some(0);
            Ok(())
        }
        _ => Ok(()),
    }
}
