//! What a viewer may know: the one place where a secret could leak (spec 10).

use meydan_core::{Seat, Viewer};
use serde::Serialize;

use crate::cells::{Cell, CellSet};
use crate::event::Event;
use crate::few::Few;
use crate::game::Heroes;
use crate::geometry::{At, NOWHERE};
use crate::name::Name;
use crate::state::{Cast, Hero, Phase, SEEN};

/// All that one viewer may know. Lists of two are by team; a seat finds its own team under its number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// The team that looks; `null` for a spectator.
    pub team: Option<u8>,
    /// The turn counter: 0 to 3 are the picks, the first turn is 4.
    pub turn: u32,
    /// The open phase.
    pub phase: Phase,
    /// Which move phase of the turn is open, from 0; `null` outside.
    pub move_phase: Option<u32>,
    /// Whether the match is over.
    pub over: bool,
    /// The scores.
    pub scores: [i64; 2],
    /// Action points left; `null` for the other team.
    pub ap: [Option<i32>; 2],
    /// Action points used in all finished turns; `null` for the other team.
    pub used_ap: [Option<i64>; 2],
    /// The heroes in pick order.
    pub heroes: [Vec<HeroView>; 2],
    /// What each team sees now; `null` for the other team.
    pub vision: [Option<CellSet>; 2],
    /// The abilities used in the last action phase, as far as they are told.
    pub casts: Vec<CastView>,
    /// How long an overtime may last (1 under `document`, which has none).
    pub max_overtime: i32,
    /// Turns of overtime left; -1 outside overtime.
    pub remaining_overtime: i32,
}

/// What is known of a hero.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HeroView {
    /// Its id; even ids are team 0's.
    pub id: u8,
    /// Its class.
    pub class: Name,
    /// Its health; 0 while dead, `null` if hidden.
    pub hp: Option<i32>,
    /// Where it stands; `null` while dead or hidden.
    pub cell: Option<Cell>,
    /// Its recent path as far as it is known.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Cell>"))]
    pub path: Few<Cell, 8>,
    /// Turns until it appears again; 0 while alive.
    pub respawn: i32,
    /// Turns until its abilities are ready, in the class's order; `null` for an enemy.
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<i32>>"))]
    pub cooldowns: Option<Few<i32, 8>>,
}

/// What is known of an ability that was used.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CastView {
    /// The team that used it.
    pub team: u8,
    /// The caster's id; `null` if it was not seen.
    pub caster: Option<u8>,
    /// The ability.
    pub ability: Name,
    /// Where the caster stood; `null` if that was not seen.
    pub from: Option<Cell>,
    /// Where it acted; `null` if that was not seen.
    pub to: Option<Cell>,
    /// The affected heroes that are told.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
    pub targets: Few<u8, 4>,
}

impl Heroes {
    pub(crate) fn make_view(&self, who: Viewer) -> View {
        let me = match who {
            Viewer::Seat(Seat(team)) => Some(usize::from(team).min(1)),
            Viewer::Spectator => None,
        };
        let open = |team: usize| me.is_none_or(|me| me == team);
        let by_team = [0, 1];
        View {
            team: me.map(|team| team as u8),
            turn: self.turn,
            phase: self.phase,
            move_phase: (self.phase == Phase::Move).then_some(self.move_phase),
            over: self.end.is_some(),
            scores: by_team.map(|team| self.teams[team].score),
            ap: by_team.map(|team| open(team).then(|| self.teams[team].ap)),
            used_ap: by_team.map(|team| open(team).then(|| self.teams[team].used_ap)),
            heroes: by_team.map(|team| {
                let heroes = self.teams[team].heroes[..self.picked()].iter().enumerate();
                heroes
                    .map(|(slot, hero)| {
                        let id = (2 * slot + team) as u8;
                        if open(team) { self.own_hero(id, hero) } else { self.enemy(id, hero, 1 - team) }
                    })
                    .collect()
            }),
            vision: by_team.map(|team| open(team).then(|| self.vision(team))),
            casts: self.told_casts(me),
            max_overtime: self.limits.max_overtime,
            remaining_overtime: self.limits.remaining_overtime,
        }
    }

    /// Whether the viewer may know of an event as it is (spec 10). Abilities are told by the view's casts instead: an
    /// event names every hero that was hit and the health it has left.
    pub(crate) fn told(&self, who: Viewer, event: &Event) -> bool {
        let Viewer::Seat(Seat(team)) = who else { return true };
        let team = usize::from(team).min(1);
        let own = |hero: u8| usize::from(hero % 2) == team;
        let sees = |cell: Cell| self.noticed(team, self.arena.geometry.at(cell));
        match *event {
            Event::Picked { .. } | Event::Overtime { .. } => true,
            Event::Spawned { hero, cell } | Event::Died { hero, cell } => own(hero) || sees(cell),
            Event::Moved { hero, from, to } => own(hero) || sees(from) && sees(to),
            Event::Stayed { hero, .. } => own(hero),
            // How many points the other team left unused is its own matter.
            Event::Cast { .. } | Event::Slashed { .. } | Event::Turn { .. } => false,
        }
    }

    /// Everything the team's living heroes see now (spec 10.1).
    fn vision(&self, team: usize) -> CellSet {
        let geometry = &self.arena.geometry;
        let mut seen = CellSet::new(geometry.rows(), geometry.columns());
        for hero in self.teams[team].heroes.iter().filter(|hero| hero.alive()) {
            seen.join(geometry.sight(hero.cell));
        }
        seen
    }

    /// Whether the cell is in the vision the team had when it was last refreshed (spec 10.2).
    pub(crate) fn noticed(&self, team: usize, at: At) -> bool {
        at != NOWHERE
            && self.teams[team].eyes.iter().any(|&eye| eye != NOWHERE && self.arena.geometry.sees_at(eye, at))
    }

    /// The cached vision of a team as a set of cells, for tests against recorded games.
    #[doc(hidden)]
    pub fn cached_vision(&self, team: usize) -> CellSet {
        let geometry = &self.arena.geometry;
        let mut seen = CellSet::new(geometry.rows(), geometry.columns());
        for &eye in self.teams[team].eyes.iter().filter(|&&eye| eye != NOWHERE) {
            seen.join(geometry.sight(eye));
        }
        seen
    }

    /// The stored recent path of a hero, for tests against recorded games: unlike a view it keeps a dead hero's.
    #[doc(hidden)]
    pub fn stored_path(&self, team: usize, slot: usize) -> Vec<Cell> {
        self.teams[team].heroes[slot].path.iter().map(|&at| self.arena.geometry.place(at & !SEEN)).collect()
    }

    fn place(&self, at: At) -> Option<Cell> {
        (at != NOWHERE).then(|| self.arena.geometry.place(at))
    }

    fn own_hero(&self, id: u8, hero: &Hero) -> HeroView {
        let class = self.arena.class(hero.class);
        let path = if hero.alive() { hero.path.as_slice() } else { &[] };
        HeroView {
            id,
            class: class.name,
            hp: Some(hero.hp),
            cell: self.place(hero.cell),
            path: path.iter().map(|&at| self.arena.geometry.place(at & !SEEN)).collect(),
            respawn: hero.respawn,
            cooldowns: Some(hero.cooldowns[..class.abilities().len()].iter().copied().collect()),
        }
    }

    fn enemy(&self, id: u8, hero: &Hero, observer: usize) -> HeroView {
        let seen = self.noticed(observer, hero.cell);
        let document = self.arena.document;
        HeroView {
            id,
            class: self.arena.class(hero.class).name,
            hp: match hero.alive() {
                false if self.spawned() => Some(0),
                // Picked, but not on the map yet: the owner may know that it has full health, and nobody is dead.
                false => None,
                true => (seen && !document).then_some(hero.hp),
            },
            cell: if seen { self.place(hero.cell) } else { None },
            path: match document && hero.alive() {
                true => hero
                    .path
                    .iter()
                    .filter(|&&at| at & SEEN != 0)
                    .map(|&at| self.arena.geometry.place(at & !SEEN))
                    .collect(),
                false => Few::new(),
            },
            respawn: hero.respawn,
            cooldowns: None,
        }
    }

    fn told_casts(&self, me: Option<usize>) -> Vec<CastView> {
        let told = |cast: &Cast| {
            let own = me.is_none_or(|me| me == usize::from(cast.team));
            if !own && !cast.known_to_foe() {
                return None;
            }
            let shown = match me {
                None => u8::MAX,
                Some(_) if own => cast.own,
                Some(_) => cast.foe,
            };
            let ids = cast.affected().iter().enumerate();
            Some(CastView {
                team: cast.team,
                caster: (own || cast.foe_caster).then_some(2 * cast.slot + cast.team),
                ability: self.arena.abilities[usize::from(cast.ability)].name,
                from: if own || cast.foe_from { self.place(cast.from) } else { None },
                to: if own || cast.foe_to { self.place(cast.to) } else { None },
                targets: ids.filter(|(i, _)| shown >> i & 1 == 1).map(|(_, &id)| id).collect(),
            })
        };
        match me {
            None => self.casts.list.iter().filter_map(told).collect(),
            Some(_) => {
                self.casts.told.iter().filter_map(|&i| told(&self.casts.list[usize::from(i)])).collect()
            }
        }
    }
}

#[cfg(test)]
mod secrecy;
