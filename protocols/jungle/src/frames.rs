//! What the original showed its viewers and kept in its replay file.

use std::sync::Arc;

use meydan_core::{Game, Input, Seat, Viewer};
use meydan_jungle::{Action, Event, Jungle, Moment};

use crate::convert::Scenery;
use crate::wire::{Detail, GameConfig, Stats, TeamEvent, ViewerFrame, ViewerMap, ViewerTeam, ViewerTick};

/// Follows a match and makes the frames for viewers and the entries of the replay file.
///
/// It plays the match along on a copy of the game, because the original shows its state between the turns of a tick.
pub struct Frames {
    scenery: Arc<Scenery>,
    game: Jungle,
    /// What happened in the running tick so far.
    events: Vec<Event>,
}

/// A picture of the match at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// For the viewers only.
    Viewers,
    /// For the replay file only.
    Replay,
}

impl Frames {
    /// Follows a match from this state on, which must be the beginning of a window.
    pub fn new(scenery: Arc<Scenery>, game: Jungle) -> Frames {
        Frames { scenery, game, events: Vec::new() }
    }

    /// Applies an input of the match; `out` takes the texts it makes: frames for viewers, and entries of the replay
    /// file as compact JSON.
    pub fn input(&mut self, input: Input<Action>, mut out: impl FnMut(Shot, String)) {
        match input {
            Input::Close => self.close(&mut out),
            Input::Withdraw(seat) => {
                let answered = self.game.has_answered(seat);
                self.game.withdraw(seat, &mut self.events);
                // A team that is lost while it is awaited has a frame of its own, before all others.
                if !answered {
                    let frame = viewer_frame(&self.scenery, &self.game, &self.events, Some(seat));
                    out(Shot::Viewers, frame);
                }
            }
            Input::Act(seat, action) => {
                // It was accepted before, and a sealed act has no events.
                let _ = self.game.act(seat, action, &mut self.events);
            }
            Input::Time(seat, micros) => self.game.time_used(seat, micros),
        }
    }

    /// A team was lost while it was awaited, and the game that is followed knows it already.
    pub fn show_left(&mut self, seat: Seat, mut out: impl FnMut(Shot, String)) {
        self.events.push(Event::Left { team: seat.0 });
        out(Shot::Viewers, viewer_frame(&self.scenery, &self.game, &self.events, Some(seat)));
    }

    /// Goes on from this state, the beginning of a window: for a tick that nobody watched.
    pub fn jump(&mut self, game: &Jungle) {
        self.game.clone_from(game);
        self.events.clear();
    }

    fn close(&mut self, out: &mut impl FnMut(Shot, String)) {
        let Frames { scenery, game, events } = self;
        let before = events.len();
        let mut log = Vec::new();
        game.close_watched(&mut log, |moment, game, fresh| {
            events.truncate(before);
            events.extend_from_slice(fresh);
            let (viewers, replay, seat) = match moment {
                Moment::Played(seat) => (true, true, Some(seat)),
                Moment::TimedOut(seat) => (true, false, Some(seat)),
                Moment::Ended => (true, false, None),
                Moment::Earned => (false, true, None),
            };
            if viewers {
                out(Shot::Viewers, viewer_frame(scenery, game, events, seat));
            }
            if replay {
                let tick =
                    viewer_tick(scenery, game, events, seat, true, &game.view(Viewer::Spectator), |tick| {
                        serde_json::to_string(tick).expect("an entry is JSON")
                    });
                out(Shot::Replay, tick);
            }
        });
        events.clear();
    }
}

fn viewer_frame(scenery: &Scenery, game: &Jungle, events: &[Event], seat: Option<Seat>) -> String {
    let view = game.view(Viewer::Spectator);
    // In a team's own frame the events of the others are hidden.
    viewer_tick(scenery, game, events, seat, seat.is_none(), &view, |tick| {
        serde_json::to_string(&ViewerFrame { kind: "tick", tick }).expect("a frame is JSON")
    })
}

fn viewer_tick(
    scenery: &Scenery,
    game: &Jungle,
    events: &[Event],
    playing: Option<Seat>,
    all_events: bool,
    view: &meydan_jungle::View,
    print: impl FnOnce(&ViewerTick<'_>) -> String,
) -> String {
    let teams = view.teams.iter().enumerate().map(|(i, team)| ViewerTeam {
        id: scenery.id(i),
        is_dead: team.left,
        name: scenery.name(i),
        score: team.score,
        errors: scenery.errors(i, &team.errors),
        units: team.units.iter().map(|unit| scenery.unit(i, unit, game.live(unit.unit))).collect(),
        events: if all_events || playing.is_some_and(|seat| seat.index() == i) {
            team_events(scenery, events, i)
        } else {
            Vec::new()
        },
        stats: Stats {
            summon_count: team.counts.summons,
            attack_count: team.counts.attacks,
            drop_count: team.counts.drops,
            vine_count: team.counts.vines,
        },
    });
    let tick = ViewerTick {
        teams: teams.collect(),
        tick: view.tick,
        total_tick: scenery.config.ticks,
        map: ViewerMap { viewer_tiles: &scenery.viewer_tiles, diamonds: scenery.diamonds(&view.diamonds) },
        game_config: GameConfig::CONTEST,
        playing_team_id: playing.map(|seat| scenery.id(seat.index())),
    };
    print(&tick)
}

/// The events of one team in the original's shape. Steps, pick-ups and the like were not events there.
fn team_events<'a>(scenery: &'a Scenery, events: &[Event], team: usize) -> Vec<TeamEvent<'a>> {
    let units = scenery.config.units_of(team);
    let plain = |action| TeamEvent { action, unit_id: None, detail: None };
    let by = |unit: u16, action, detail| {
        units.contains(&unit).then(|| TeamEvent {
            action,
            unit_id: Some(unit.to_string()),
            detail: Some(detail),
        })
    };
    let wire = |event: &Event| match *event {
        Event::TimedOut { team: who } if usize::from(who) == team => Some(plain("COMMAND_TIMEOUT")),
        Event::Left { team: who } if usize::from(who) == team => Some(plain("DISCONNECT")),
        Event::SummonStarted { unit, level, points, .. } => by(
            unit,
            "SUMMON",
            Detail::SummonEvent { diamond_current_summon_level: level, diamond_points: points },
        ),
        Event::Dropped { unit, diamond, at, points, level } => by(
            unit,
            "DROP",
            Detail::DropEvent {
                diamond_id: &scenery.config.diamond_ids[usize::from(diamond)],
                drop_position: at,
                points_scored: points,
                diamond_summon_level: level,
            },
        ),
        Event::Killed { unit, victim, .. } => {
            by(unit, "ATTACK", Detail::AttackEvent { target_unit_id: victim.to_string() })
        }
        Event::Vined { unit, target, held, .. } => by(
            unit,
            "VINE",
            Detail::VineEvent {
                vine_unit_id: target.to_string(),
                diamond_summon_level: held.map(|held| held.level),
                diamond_points: held.map(|held| held.points),
            },
        ),
        _ => None,
    };
    events.iter().filter_map(wire).collect()
}
