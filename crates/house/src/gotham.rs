//! House bots of `gotham`. A team is one bot per unit.
//!
//! * `random` walks about.
//! * `patrol`: police take the shortest way to the nearest sighting; thieves keep away from the nearest police.
//! * `detective`: police hold a belief over nodes for every enemy thief, split the prey among themselves through the
//!   chat box and close rings; thieves look for room, and avoid where the belief about them is high.
//! * `commissioner`: police share one picture and work out everybody's moves from it, so that a thief's room shrinks;
//!   thieves look moves ahead against police who know where they are.

mod belief;
mod chatter;
mod commissioner;
mod detective;
mod dossier;
mod dragnet;
mod getaway;
mod lookout;
mod patrol;
mod streets;
#[cfg(test)]
mod tests;

use meydan_core::{Bot, Chance, Desk};
use meydan_gotham::{Action, Config, Gotham, Phase, View};

use streets::Streets;

/// The bots' names, weakest first.
pub const NAMES: &[&str] = &["random", "patrol", "detective", "commissioner"];

/// Seats a bot; `None` if there is none of that name.
pub fn bot(name: &str, config: &Config, chance: Chance) -> Option<Box<dyn Bot<Gotham>>> {
    match name {
        "random" => Some(Box::new(Random { streets: Streets::new(config), chance })),
        "patrol" => Some(Box::new(patrol::Patrol::new(config, chance))),
        "detective" => Some(Box::new(detective::Detective::new(config, chance))),
        "commissioner" => Some(Box::new(commissioner::Commissioner::new(config, chance))),
        _ => None,
    }
}

/// Joins if that is asked for, and gives the view if the unit may act now.
fn begin(desk: &mut dyn Desk<Gotham>, start: impl FnOnce(&View) -> i32) -> Option<View> {
    let view = desk.view();
    if view.phase == Phase::Pending {
        let node = start(&view);
        let _ = desk.act(Action::Ready { node });
        return None;
    }
    let me = view.me?;
    let may_act = view.phase == Phase::Ongoing && view.turn.number > 0 && view.turn.half == me.kind.half();
    (may_act && !me.dead && !me.moved).then_some(view)
}

/// Goes somewhere; whatever goes wrong, the unit stays.
fn go(desk: &mut dyn Desk<Gotham>, to: i32) {
    // A refusal means that the window closed or the city is stranger than the bot thinks: it stays where it is.
    let _ = desk.act(Action::Move { to });
}

struct Random {
    streets: Streets,
    chance: Chance,
}

impl Bot<Gotham> for Random {
    fn play(&mut self, desk: &mut dyn Desk<Gotham>) {
        let Random { streets, chance } = self;
        let Some(view) = begin(desk, |_| streets.id(chance.below(streets.len() as u32) as usize)) else {
            return;
        };
        let Some(me) = view.me else { return };
        let mut ways: Vec<usize> =
            streets.ways(streets.node(me.node), me.balance).map(|way| way.to).collect();
        ways.push(streets.node(me.node));
        if let Some(&to) = chance.pick(&ways) {
            go(desk, streets.id(to));
        }
    }
}
