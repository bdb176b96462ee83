//! Your bot: change this file.

use std::cmp::Reverse;

use crate::galaxy::{Game, Player, Trouble};

/// Takes strategic planets first, then attacks wherever it is twice as strong, the strategic ones before others.
#[derive(Default)]
pub struct Bot {
    fort_used: bool,
}

impl Player for Bot {
    /// A turn of the start phase: one troop.
    fn initializer(&mut self, game: &mut Game) -> Result<(), Trouble> {
        if let Some(planet) = place(game) {
            game.put_one_troop(planet)?;
        }
        game.next_state()?;
        Ok(())
    }

    /// A turn of the main phase: put troops, attack, move, fortify.
    fn turn(&mut self, game: &mut Game) -> Result<(), Trouble> {
        match (front(game), game.get_number_of_troops_to_put()) {
            (Some(goal), troops) if troops > 0 => game.put_troop(goal, troops)?,
            _ => {}
        }
        game.next_state()?;
        while let Some((from, to)) = best_attack(game) {
            game.attack(from, to, 1.0, 0.7)?;
        }
        game.next_state()?;
        if let Some((source, destination)) = best_move(game) {
            game.move_troop(source, destination, game.get_troops_count()[source] - 1)?;
        }
        game.next_state()?;
        self.fortify(game)?;
        game.next_state()?;
        Ok(())
    }
}

impl Bot {
    /// Once three strategic planets are ours, the strongest of them gets a fort for half of its troops.
    fn fortify(&mut self, game: &mut Game) -> Result<(), Trouble> {
        let mine: Vec<usize> =
            game.get_strategic_nodes().keys().copied().filter(|&p| is_mine(game, p)).collect();
        let Some(best) = most(mine.iter().copied(), |planet| game.get_troops_count()[planet]) else {
            return Ok(());
        };
        let troops = game.get_troops_count()[best];
        if !self.fort_used && mine.len() >= 3 && troops >= 4 {
            self.fort_used = true;
            game.fort(best, troops / 2)?;
        }
        Ok(())
    }
}

/// The best free strategic planet, else the weakest strategic planet of ours, else any free planet.
fn place(game: &Game) -> Option<usize> {
    let (owners, troops, strategic) =
        (game.get_owners(), game.get_troops_count(), game.get_strategic_nodes());
    let planets = || strategic.keys().copied();
    most(planets().filter(|&planet| owners[planet].is_none()), |planet| strategic[&planet])
        .or_else(|| most(planets().filter(|&planet| is_mine(game, planet)), |planet| Reverse(troops[planet])))
        .or_else(|| most((0..owners.len()).filter(|&p| is_mine(game, p)), |planet| Reverse(troops[planet])))
        .or_else(|| owners.iter().position(Option::is_none))
}

/// What a planet is worth to us.
fn value(game: &Game, planet: usize) -> i64 {
    10 + 10 * i64::from(game.get_strategic_nodes().get(&planet).copied().unwrap_or(0))
}

fn is_mine(game: &Game, planet: usize) -> bool {
    game.get_owners()[planet] == Some(game.get_player_id())
}

/// Pairs of a planet of ours and a neighbour of another player.
fn borders(game: &Game) -> Vec<(usize, usize)> {
    let pairs = game.get_adj().iter().enumerate().flat_map(|(a, beside)| beside.iter().map(move |&b| (a, b)));
    let theirs = |planet: usize| game.get_owners()[planet].is_some() && !is_mine(game, planet);
    pairs.filter(|&(a, b)| is_mine(game, a) && theirs(b)).collect()
}

/// Those who would have to be beaten on a planet.
fn defenders(game: &Game, planet: usize) -> i64 {
    game.get_troops_count()[planet] + game.get_number_of_fort_troops()[planet]
}

/// Where fresh troops help most: where the most is to be won for the fewest defenders. Without a front, anywhere.
fn front(game: &Game) -> Option<usize> {
    let gain = |(a, b)| value(game, b) + 2 * (game.get_troops_count()[a] - defenders(game, b));
    let best = most(borders(game), gain).map(|(planet, _)| planet);
    best.or_else(|| (0..game.get_owners().len()).find(|&planet| is_mine(game, planet)))
        .or_else(|| game.get_owners().iter().position(Option::is_none))
}

/// The most valuable attack in which we are about twice as strong.
fn best_attack(game: &Game) -> Option<(usize, usize)> {
    let strong = |&(a, b): &(usize, usize)| {
        let own = game.get_troops_count()[a];
        own > 1 && own >= 2 * defenders(game, b)
    };
    most(borders(game).into_iter().filter(strong), |(_, b)| value(game, b))
}

/// The largest garrison that stands behind the lines goes to the first front it can reach.
fn best_move(game: &Game) -> Option<(usize, usize)> {
    let troops = game.get_troops_count();
    let fronts: Vec<usize> = borders(game).into_iter().map(|(planet, _)| planet).collect();
    let behind = |&planet: &usize| is_mine(game, planet) && !fronts.contains(&planet) && troops[planet] > 1;
    let source = most((0..troops.len()).filter(behind), |planet| troops[planet])?;
    let reached = game.get_reachable(source).into_iter().find(|planet| fronts.contains(planet))?;
    Some((source, reached))
}

/// The first of the things that are worth most.
fn most<T: Copy, K: Ord>(things: impl IntoIterator<Item = T>, worth: impl Fn(T) -> K) -> Option<T> {
    things.into_iter().reduce(|a, b| if worth(b) > worth(a) { b } else { a })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::galaxy::{table, State};
    use crate::json::{json, Json};

    fn view(owners: Json, troops: Json, reply: &str) -> Json {
        json!({ "turn": 106, "phase": "main", "stage": "attack", "owners": owners, "troops": troops,
            "forts": [0, 0, 0, 0, 0], "reserves": [4, null, null], "reply": reply })
    }

    fn mine() -> Json {
        view(json!([0, 0, 1, null, 0]), json!([5, 8, 3, 0, 2]), "plain")
    }

    #[test]
    fn the_game_tells_what_the_document_promises() {
        let game = table(mine(), &[]);
        assert_eq!(game.get_owners(), [Some(0), Some(0), Some(1), None, Some(0)]);
        assert_eq!(game.get_adj()[1], [0, 2]);
        assert_eq!(game.get_strategic_nodes().iter().collect::<Vec<_>>(), [(&1, &5), (&2, &3)]);
        assert_eq!(game.get_state(), State::Attack);
        assert_eq!(game.get_number_of_troops_to_put(), 4);
        assert_eq!(game.get_reachable(4), [4, 0, 1]);
        assert!(game.get_reachable(3).is_empty());
    }

    #[test]
    fn an_attack_is_answered_and_the_view_is_fresh() {
        let won = view(json!([0, 0, 0, null, 0]), json!([5, 2, 5, 0, 2]), "won");
        let mut game = table(mine(), &[json!({ "type": "ok", "window": 7, "next": "more", "view": won })]);
        assert!(game.attack(1, 2, 1.0, 0.7).unwrap());
        assert_eq!(game.get_owners()[2], Some(0));
    }

    #[test]
    fn a_refused_call_changes_nothing() {
        let no = json!({ "type": "rejected", "window": 7, "next": "more", "reason": "not now" });
        let mut game = table(mine(), &[no]);
        assert!(matches!(game.put_troop(0, 1), Err(Trouble::Refused(reason)) if reason == "not now"));
        assert_eq!(game.get_state(), State::Attack);
        assert!(matches!(game.attack(1, 2, f64::INFINITY, 0.5), Err(Trouble::Refused(_))));
    }

    #[test]
    fn a_turn_that_ran_out_of_time_takes_no_more_calls() {
        let mut game = table(mine(), &[json!({ "type": "turn", "window": 10, "view": (mine()) })]);
        assert!(matches!(game.next_state(), Err(Trouble::TurnOver)));
        assert!(matches!(game.next_state(), Err(Trouble::TurnOver)));
    }

    #[test]
    fn the_bot_takes_the_best_strategic_planet_first() {
        let free = view(json!([null, null, null, null, null]), json!([0, 0, 0, 0, 0]), "plain");
        assert_eq!(place(&table(free, &[])), Some(1));
        let taken = view(json!([null, 1, 0, null, null]), json!([0, 1, 1, 0, 0]), "plain");
        assert_eq!(place(&table(taken, &[])), Some(2));
    }

    #[test]
    fn the_bot_attacks_where_it_is_twice_as_strong_and_brings_troops_to_the_front() {
        let game = table(mine(), &[]);
        assert_eq!(best_attack(&game), Some((1, 2)));
        assert_eq!(front(&game), Some(1));
        assert_eq!(best_move(&game), Some((0, 1)));
        let weak = view(json!([0, 0, 1, null, 0]), json!([5, 5, 3, 0, 2]), "plain");
        assert_eq!(best_attack(&table(weak, &[])), None);
    }
}
