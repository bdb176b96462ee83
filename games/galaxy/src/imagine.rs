use meydan_core::Chance;

use crate::rules::start;
use crate::{Config, Galaxy, View};

impl Galaxy {
    /// A match that looks like this to its viewer, for players that think ahead. What the view does not tell is
    /// guessed: every player's reserve is given, and a fort that is not known to be unused counts as used.
    ///
    /// # Panics
    /// If the view is not one of a match with this config, or there is not one reserve per player.
    pub fn imagined(config: &Config, view: &View, reserves: &[i64], chance: Chance) -> Galaxy {
        let mut galaxy = start(config, chance);
        assert_eq!(view.owners.len(), galaxy.planets.len(), "the view must be of this map");
        assert_eq!(reserves.len(), galaxy.players.len(), "every player has a reserve");
        galaxy.turn = view.turn;
        galaxy.player = view.player;
        galaxy.phase = view.phase;
        galaxy.stage = view.stage;
        galaxy.moved = view.moved;
        galaxy.bonus = view.bonus;
        galaxy.reply = view.reply;
        for planet in config.map().planets() {
            let i = planet.index();
            galaxy.planets[i].troops = view.troops[i];
            galaxy.planets[i].forts = view.forts[i];
            if let Some(owner) = view.owners[i] {
                galaxy.planets[i].owner = owner.0;
                galaxy.holdings.pass(planet, config.map().score(planet), None, owner.index());
            }
        }
        for (i, player) in galaxy.players.iter_mut().enumerate() {
            player.reserve = reserves[i];
            player.fort_used = view.fort_used[i].unwrap_or(true);
        }
        galaxy
    }
}

#[cfg(test)]
mod tests {
    use meydan_core::{Game, Input, Seed, Setup, Status, Terms, Viewer, random_window};

    use super::*;

    #[test]
    fn with_everything_known_it_is_the_match_itself() {
        let config =
            Galaxy::config(Galaxy::maps()[0].bytes, &Terms::of("official")).expect("our own map is sound");
        let mut chance = Chance::new(Seed(5));
        let mut game = Galaxy::new(&config, chance.fork()).expect("the config was checked");
        let (mut log, mut scratch) = (Vec::new(), Vec::new());
        while let Status::Waiting(_) = game.status() {
            let view = game.view(Viewer::Spectator);
            let reserves: Vec<i64> = view.reserves.iter().flatten().copied().collect();
            let mut imagined = Galaxy::imagined(&config, &view, &reserves, game.chance.clone());
            assert_eq!(imagined.hash(), game.hash());

            // It also goes on like the match.
            random_window(&mut game, &mut chance, &mut log, &mut scratch, |input| {
                let mut log = Vec::new();
                match input {
                    Input::Act(seat, action) => assert!(imagined.act(seat, action, &mut log).is_ok()),
                    _ => imagined.close(&mut log),
                }
            });
            assert_eq!(imagined.hash(), game.hash());
        }
    }
}
