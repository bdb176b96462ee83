use meydan_core::{Bot, Chance, Desk};
use meydan_heroes::{Action, Cell, Config, Direction, Heroes, Phase};

/// Picks, steps and casts by chance, but mostly what the rules allow.
pub(super) struct Random {
    config: Config,
    chance: Chance,
}

impl Random {
    pub(super) fn new(config: &Config, chance: Chance) -> Random {
        Random { config: config.clone(), chance }
    }
}

impl Bot<Heroes> for Random {
    fn play(&mut self, desk: &mut dyn Desk<Heroes>) {
        let view = desk.view();
        let me = desk.seat().index();
        if view.phase == Phase::Pick {
            if let Some(class) = self.chance.pick(&self.config.heroes) {
                let _ = desk.act(Action::Pick { class: class.name });
            }
            return;
        }
        let seen: Vec<Cell> = view.heroes.iter().flatten().filter_map(|hero| hero.cell).collect();
        for hero in view.heroes[me].iter().filter(|hero| hero.cell.is_some()) {
            if self.chance.below(3) == 0 {
                continue;
            }
            let order = match view.phase {
                Phase::Init | Phase::Pick => return,
                Phase::Move => {
                    let direction = Direction::ALL[self.chance.below(4) as usize];
                    Some(Action::Move { hero: hero.id, direction })
                }
                Phase::Action => {
                    let class = self.config.hero(hero.class);
                    let ability = class.and_then(|class| self.chance.pick(&class.abilities));
                    let target = self.chance.pick(&seen);
                    ability.zip(target).map(|(&ability, target)| Action::Cast {
                        hero: hero.id,
                        ability,
                        row: target.row.into(),
                        column: target.column.into(),
                    })
                }
            };
            if let Some(order) = order {
                // A refused order costs nothing.
                let _ = desk.act(order);
            }
        }
    }
}
