use crate::{Chance, Game, Input, Next, Seat, Status};

/// A companion for random play: fuzzing, fan-out counts, benches, the laws of the testkit, and the house bot that plays
/// any game at random.
///
/// The list may be incomplete and may hold acts that are rejected, but a seat of the open window always gets at
/// least one act that is accepted. That house bot is handed the list, so a game with secrets that seats it lists only
/// what follows from the seat's own view.
pub trait Explore: Game {
    /// Appends acts that `seat` might try now.
    fn candidates(&self, seat: Seat, chance: &mut Chance, out: &mut Vec<Self::Action>);
}

/// Plays random acts in the open window, closes it, and gives the number of accepted acts. `trail` sees each
/// input after it was taken.
pub fn random_window<G: Explore>(
    game: &mut G,
    chance: &mut Chance,
    log: &mut Vec<G::Event>,
    scratch: &mut Vec<G::Action>,
    mut trail: impl FnMut(Input<G::Action>),
) -> u32 {
    let Status::Waiting(window) = game.status() else { return 0 };
    let mut acts = 0;
    for seat in window.seats.iter() {
        // A live window may let a seat act for as long as it likes; a random player stops after a while.
        let mut patience = 8 + chance.below(24);
        while patience > 0 && matches!(game.status(), Status::Waiting(ref now) if now.seats.contains(seat)) {
            patience -= 1;
            scratch.clear();
            game.candidates(seat, chance, scratch);
            let Some(action) = chance.pick(scratch).cloned() else { break };
            match game.act(seat, action.clone(), log) {
                Ok(next) => {
                    acts += 1;
                    trail(Input::Act(seat, action));
                    if next == Next::Done {
                        break;
                    }
                }
                Err(_) => continue,
            }
        }
    }
    if let Status::Waiting(_) = game.status() {
        game.close(log);
        trail(Input::Close);
    }
    acts
}
