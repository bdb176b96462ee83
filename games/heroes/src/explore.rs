//! Random orders for laws, fuzzing and benches.

use meydan_core::{Chance, Explore, Seat};

use crate::action::Action;
use crate::cells::{Cell, Direction};
use crate::config::AbilityKind;
use crate::game::Heroes;
use crate::geometry::At;
use crate::name::Name;
use crate::state::{Phase, TEAM_SIZE};

impl Explore for Heroes {
    fn candidates(&self, seat: Seat, chance: &mut Chance, out: &mut Vec<Action>) {
        let team = seat.index().min(1);
        out.push(Action::Pass);
        match self.phase {
            Phase::Init => {}
            Phase::Pick => {
                out.extend(self.arena.classes.iter().map(|class| Action::Pick { class: class.name }));
                out.push(Action::Pick { class: Name::new("NOBODY").expect("a short name") });
                // Under `official` this takes back the pick.
                out.push(Action::Move { hero: team as u8, direction: Direction::Up });
            }
            Phase::Move => {
                for slot in 0..TEAM_SIZE {
                    let hero = (2 * slot + team) as u8;
                    out.extend(Direction::ALL.map(|direction| Action::Move { hero, direction }));
                }
                out.push(Action::Move { hero: chance.below(12) as u8, direction: Direction::Left });
            }
            Phase::Action => {
                for slot in 0..TEAM_SIZE {
                    self.casts_of(team, slot, chance, out);
                }
            }
        }
    }
}

impl Heroes {
    fn casts_of(&self, team: usize, slot: usize, chance: &mut Chance, out: &mut Vec<Action>) {
        let hero = &self.teams[team].heroes[slot];
        let cells = u32::from(self.arena.geometry.rows()) * u32::from(self.arena.geometry.columns());
        for &place in self.arena.class(hero.class).abilities() {
            let ability = &self.arena.abilities[usize::from(place)];
            let side = if ability.kind == AbilityKind::Offensive { 1 - team } else { team };
            let target = &self.teams[side].heroes[chance.below(TEAM_SIZE as u32) as usize];
            let random = self.arena.geometry.place(chance.below(cells) as At);
            let aims = [target.alive().then(|| self.arena.geometry.place(target.cell)), Some(random)];
            for Cell { row, column } in aims.into_iter().flatten() {
                out.push(Action::Cast {
                    hero: (2 * slot + team) as u8,
                    ability: ability.name,
                    row: row.into(),
                    column: column.into(),
                });
            }
        }
    }
}
