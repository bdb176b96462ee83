use meydan_core::{Bot, Desk};
use meydan_heroes::{Action, Config, Heroes, Phase};

use super::field::Field;

/// Takes the toughest class, walks to the objective zone and stays there.
pub(super) struct Objective {
    field: Field,
}

impl Objective {
    pub(super) fn new(config: &Config) -> Objective {
        Objective { field: Field::new(config) }
    }
}

impl Bot<Heroes> for Objective {
    fn play(&mut self, desk: &mut dyn Desk<Heroes>) {
        let view = desk.view();
        match view.phase {
            Phase::Pick => {
                let toughest = self.field.config.heroes.iter().max_by_key(|class| class.max_hp);
                if let Some(class) = toughest {
                    let _ = desk.act(Action::Pick { class: class.name });
                }
            }
            Phase::Move => {
                let own = &view.heroes[desk.seat().index()];
                let places = self.field.places(own, 0);
                self.field.advance(desk, own, &places);
            }
            Phase::Init | Phase::Action => {}
        }
    }
}
