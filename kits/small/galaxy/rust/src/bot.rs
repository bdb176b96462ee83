//! Takes free planets, then attacks wherever it is twice as strong.
use crate::galaxy::{Game, Player, Trouble};

#[derive(Default)]
pub struct Bot;

impl Player for Bot {
    fn initializer(&mut self, game: &mut Game) -> Result<(), Trouble> {
        if let Some(planet) = place(game) {
            game.put_one_troop(planet)?;
        }
        game.next_state().map(|_| ())
    }

    fn turn(&mut self, game: &mut Game) -> Result<(), Trouble> {
        let troops = game.get_number_of_troops_to_put();
        if let Some(planet) = place(game).filter(|_| troops > 0) {
            game.put_troop(planet, troops)?;
        }
        game.next_state()?;
        while let Some((from, to)) = weak(game) {
            game.attack(from, to, 1.0, 0.6)?;
        }
        // Nothing is moved, nothing gets a fort.
        for _ in 0..3 {
            game.next_state()?;
        }
        Ok(())
    }
}

fn place(game: &Game) -> Option<usize> {
    let with = |wanted: Option<usize>| game.get_owners().iter().position(|&owner| owner == wanted);
    with(None).or_else(|| with(Some(game.get_player_id())))
}

fn weak(game: &Game) -> Option<(usize, usize)> {
    let (owners, troops, me) = (game.get_owners(), game.get_troops_count(), Some(game.get_player_id()));
    let ways = game.get_adj().iter().enumerate().flat_map(|(a, beside)| beside.iter().map(move |&b| (a, b)));
    let mut border = ways.filter(|&(a, b)| owners[a] == me && owners[b] != me && owners[b].is_some());
    border.find(|&(a, b)| troops[a] > 2 * (troops[b] + game.get_number_of_fort_troops()[b]) + 1)
}
