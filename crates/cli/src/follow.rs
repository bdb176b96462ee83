//! A match that is followed at the terminal: its board window by window, or a line that says how far it is.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use meydan_core::Viewer;
use meydan_runner::{Scene, SceneSink};
use meydan_terminal::{colours, room};

use crate::say::{below, remark};

/// How often a line is printed where there is no terminal to draw a bar on.
const REST: Duration = Duration::from_secs(10);

/// Draws the board after every window. A disk that is full or a pipe that nobody reads ends the drawing, not the match.
pub(crate) fn boards(eyes: Viewer) -> SceneSink {
    let terminal = std::io::stdout().is_terminal();
    let (colour, begun) = (colours(), Instant::now());
    let (mut first, mut lost) = (true, false);
    let send = move |scene: Scene| {
        if lost {
            return;
        }
        let Some(drawing) = &scene.drawing else {
            if std::mem::take(&mut first) {
                remark!("this game has no drawing in characters; --watch shows it in the browser");
            }
            return;
        };
        let drawing = match room() {
            Some((columns, lines)) => drawing.clone().fit(columns, lines.saturating_sub(2)),
            None => drawing.clone(),
        };
        let text = if colour { drawing.ansi() } else { drawing.text() };
        let status = status(&scene, begun.elapsed());
        let shown = match terminal {
            // In place: from the top, every line cleared to its end, and what is left below it too.
            true => {
                let clear = if std::mem::take(&mut first) { "\u{1b}[2J" } else { "" };
                format!("{clear}\u{1b}[H{status}\u{1b}[K\n{}\u{1b}[J", text.replace('\n', "\u{1b}[K\n"))
            }
            false => format!("{status}\n{text}\n"),
        };
        let mut out = std::io::stdout().lock();
        lost = out.write_all(shown.as_bytes()).and_then(|()| out.flush()).is_err();
    };
    SceneSink { eyes: Some(eyes), send: Box::new(send) }
}

/// Says how far the match is: a bar on a terminal, a line now and then otherwise.
pub(crate) fn progress() -> SceneSink {
    let bar = std::io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{spinner} {msg}");
        let bar = ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear);
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        below(&bar);
        bar
    });
    let begun = Instant::now();
    let mut latest = begun;
    let send = move |scene: Scene| match &bar {
        Some(bar) => {
            bar.set_message(status(&scene, begun.elapsed()));
            bar.tick();
        }
        None if latest.elapsed() >= REST => {
            latest = Instant::now();
            remark!("{}", status(&scene, begun.elapsed()));
        }
        None => {}
    };
    SceneSink { eyes: None, send: Box::new(send) }
}

/// Window, time used, faults and exceptions so far.
fn status(scene: &Scene, since: Duration) -> String {
    let used = scene.used.iter().filter(|(_, micros)| *micros > 0);
    let used: String =
        used.take(4).map(|(seat, micros)| format!(", seat {seat} {:.1} ms", *micros as f64 / 1e3)).collect();
    let so_far = |count: u64, what: &str| match count {
        0 => String::new(),
        1 => format!(", 1 {what}"),
        _ => format!(", {count} {what}s"),
    };
    let (mut faults, exceptions) = (so_far(scene.faults, "fault"), so_far(scene.exceptions, "exception"));
    if scene.further {
        faults += " or more";
    }
    format!("window {}, {:.1} s{used}{faults}{exceptions}", scene.window, since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use meydan_core::Seat;

    #[test]
    fn a_line_tells_the_window_the_time_and_what_went_wrong() {
        let mut scene = Scene { window: 12, used: vec![(Seat(0), 3210), (Seat(1), 0)], ..Scene::default() };
        assert_eq!(status(&scene, Duration::from_millis(1500)), "window 12, 1.5 s, seat 0 3.2 ms");
        scene.faults = 2;
        scene.used.clear();
        assert_eq!(status(&scene, Duration::from_secs(2)), "window 12, 2.0 s, 2 faults");
        scene.further = true;
        assert_eq!(status(&scene, Duration::from_secs(2)), "window 12, 2.0 s, 2 faults or more");
        scene.further = false;
        scene.exceptions = 1;
        assert_eq!(status(&scene, Duration::from_secs(2)), "window 12, 2.0 s, 2 faults, 1 exception");
    }
}
