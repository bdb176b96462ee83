//! What happened, cut into frames: the hunters' two steps one after the other, an earthquake from where to where.

use std::time::Duration;

use meydan_labyrinth::{Event, Prize, Standing, View, WallView};

use meydan_labyrinth::Cell;
use meydan_sketch::Mark;

/// One picture and how long it is shown before the next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) view: View,
    pub(crate) marks: Vec<(Cell, Mark)>,
    /// A lucky box that was opened in this frame: by whom, and what was in it.
    pub(crate) prize: Option<(u32, Prize)>,
    pub(crate) lasts: Duration,
}

const STEP: Duration = Duration::from_millis(260);
const MOVE: Duration = Duration::from_millis(120);
const BOX: Duration = Duration::from_millis(700);
const QUAKE: Duration = Duration::from_millis(600);
const CAUGHT: Duration = Duration::from_millis(600);

/// The frames between two views. The last is the second view itself, without marks.
pub(crate) fn frames(before: &View, events: &[Event], after: &View) -> Vec<Frame> {
    let mut reel = Reel { view: before.clone(), frames: Vec::new() };
    // While things happen nobody is to act.
    reel.view.turn = None;
    let mut rest = events;
    while let Some(first) = rest.first() {
        let together = rest.iter().take_while(|event| at_once(first, event)).count().max(1);
        let (now, later) = rest.split_at(together);
        reel.shoot(now);
        rest = later;
    }
    let last = Frame { view: after.clone(), marks: Vec::new(), prize: None, lasts: Duration::ZERO };
    reel.frames.push(last);
    reel.frames
}

/// Whether two events happen in the same moment.
fn at_once(first: &Event, event: &Event) -> bool {
    let shaken = |event: &Event| matches!(event, Event::RunnerShaken { .. } | Event::HunterShaken { .. });
    match (first, event) {
        (Event::HunterStep { step, .. }, Event::HunterStep { step: other, .. }) => step == other,
        (Event::Caught { .. }, Event::Caught { .. }) => true,
        _ => shaken(first) && shaken(event),
    }
}

struct Reel {
    view: View,
    frames: Vec<Frame>,
}

impl Reel {
    fn shoot(&mut self, events: &[Event]) {
        let mut marks = Vec::new();
        let mut prize = None;
        let lasts = match events.first() {
            Some(Event::Moved { .. }) => MOVE,
            Some(Event::Box { .. }) => BOX,
            Some(Event::RunnerShaken { .. } | Event::HunterShaken { .. }) => {
                let from = events.iter().filter_map(|event| match *event {
                    Event::RunnerShaken { from, .. } | Event::HunterShaken { from, .. } => Some(from),
                    _ => None,
                });
                let marks = from.map(|from| (from, Mark::From)).collect();
                self.frames.push(Frame { view: self.view.clone(), marks, prize: None, lasts: QUAKE });
                QUAKE
            }
            Some(Event::Pushed { .. } | Event::HunterStep { .. }) => STEP,
            Some(Event::Caught { .. } | Event::Arrived { .. }) => CAUGHT,
            _ => Duration::ZERO,
        };
        for event in events {
            self.apply(event, &mut marks, &mut prize);
        }
        if lasts > Duration::ZERO {
            self.frames.push(Frame { view: self.view.clone(), marks, prize, lasts });
        }
    }

    fn apply(&mut self, event: &Event, marks: &mut Vec<(Cell, Mark)>, prize: &mut Option<(u32, Prize)>) {
        let view = &mut self.view;
        // Numbers that match no piece come only from a host that lies. They show nothing.
        match *event {
            Event::Moved { runner, to, .. } => {
                if let Some(runner) = view.runners.get_mut(runner as usize) {
                    runner.at = to;
                }
            }
            Event::RunnerShaken { runner, from, to } => {
                if let Some(runner) = view.runners.get_mut(runner as usize) {
                    runner.at = to;
                }
                marks.extend([(from, Mark::From), (to, Mark::To { hunter: false })]);
            }
            Event::HunterShaken { hunter, from, to }
            | Event::Pushed { hunter, from, to, .. }
            | Event::HunterStep { hunter, from, to, .. } => {
                if let Some(hunter) = view.hunters.get_mut(hunter as usize) {
                    *hunter = to;
                }
                marks.extend([(from, Mark::From), (to, Mark::To { hunter: true })]);
            }
            Event::WallUp { wall, .. } => {
                view.walls.push(WallView { row: wall.row, col: wall.col, dir: wall.dir, life: 2 });
            }
            Event::WallDown { wall } => view.walls.retain(|other| other.wall() != wall),
            Event::Box { runner, at, prize: what } => {
                view.boxes.retain(|other| *other != at);
                *prize = Some((runner, what));
            }
            Event::Arrived { runner } => {
                if let Some(runner) = view.runners.get_mut(runner as usize) {
                    runner.status = Standing::Arrived;
                }
                view.arrived += 1;
            }
            Event::Caught { runner, at, .. } => {
                if let Some(runner) = view.runners.get_mut(runner as usize) {
                    runner.status = Standing::Caught;
                }
                marks.push((at, Mark::Caught));
            }
            Event::Round { round } => view.round = round,
            Event::Stayed { .. } | Event::PushLapsed { .. } | Event::Ended { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meydan_core::{Chance, Game, Seat, Seed, Viewer};
    use meydan_labyrinth::{Action, Config, Dir, Labyrinth};

    #[test]
    fn the_two_steps_of_the_hunters_are_two_frames() {
        let config = Config::read(b"6 6\n0 5\n1\n5 0\n2\n0 0\n0 1\n0\n").unwrap();
        let mut game = Labyrinth::new(&config, Chance::new(Seed(1))).unwrap();
        let before = game.view(Viewer::Spectator);
        let mut events = Vec::new();
        game.act(Seat(0), Action::Move(Dir::Right), &mut events).unwrap();
        game.close(&mut events);
        let after = game.view(Viewer::Spectator);
        let frames = frames(&before, &events, &after);
        let hunters: Vec<_> = frames.iter().map(|frame| frame.view.hunters.clone()).collect();
        assert_eq!(frames.len(), 4, "a move, two steps, the end");
        assert_eq!(hunters[0], before.hunters);
        assert_ne!(hunters[1], hunters[2]);
        assert_eq!(frames[3].view, after);
        assert_eq!(frames[2].view.hunters, after.hunters, "the frames lead to the view");
    }

    #[test]
    fn frames_lead_to_the_view_whatever_happens() {
        let config =
            Config::read(b"7 7\n0 6\n2\n6 0\n6 1\n2\n0 0\n3 3\n2\n2 2 H\n3 1 V\n4\n5 0\n5 1\n6 2\n4 0\n")
                .unwrap();
        for seed in 0..60 {
            let mut game = Labyrinth::new(&config, Chance::new(Seed(seed))).unwrap();
            let mut chance = Chance::new(Seed(seed + 1000));
            for _ in 0..30 {
                let before = game.view(Viewer::Spectator);
                let mut events = Vec::new();
                let Some(window) = game.status().window().copied() else { break };
                if let Some(seat) = window.seats.iter().next() {
                    let mut legal = Vec::new();
                    game.state().legal(game.board(), &mut legal);
                    let _ = game.act(seat, *chance.pick(&legal).unwrap(), &mut events);
                    if game.state().to_act().is_none() {
                        game.close(&mut events);
                    }
                }
                let after = game.view(Viewer::Spectator);
                let frames = frames(&before, &events, &after);
                assert_eq!(frames.last().unwrap().view, after);
                if let [.., shown, _] = frames.as_slice() {
                    let places = |view: &View| {
                        (
                            view.hunters.clone(),
                            view.runners.iter().map(|r| (r.at, r.status)).collect::<Vec<_>>(),
                        )
                    };
                    assert_eq!(places(&shown.view), places(&after), "seed {seed}: {events:?}");
                }
            }
        }
    }
}
