//! The calls of the contest's clients: whatever the bytes, they are read or refused, and what was read can be asked of a
//! match at any time.

use std::sync::LazyLock;

use meydan_core::{Chance, Game, Seat, Seed, Setup, Terms, Viewer};
use meydan_gotham::{City, Config, Gotham, foresee, is_blank};
use meydan_gotham_wire::convert::Asked;
use meydan_gotham_wire::wire::{ChatCommand, DeclareReadinessCommand, MoveCommand, WatchCommand};
use prost::Message;

static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    Gotham::config(Gotham::maps()[0].bytes, &Terms::of("official")).expect("our own map is sound")
});
static CITY: LazyLock<City> = LazyLock::new(|| City::new(&CONFIG).expect("it was checked"));

fn asked<M: Message + Default + Into<Asked>>(bytes: &[u8]) -> Option<Asked> {
    M::decode(bytes).ok().map(Into::into)
}

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let _ = WatchCommand::decode(bytes);
    let mut game = Gotham::new(&CONFIG, Chance::new(Seed(1))).expect("it was checked");
    for half_turn in 0..4 {
        let calls = [
            asked::<DeclareReadinessCommand>(bytes),
            asked::<MoveCommand>(bytes),
            asked::<ChatCommand>(bytes),
        ];
        for Asked { token, action } in calls.into_iter().flatten() {
            let _ = (is_blank(&token), CITY.check_form(&action));
            let seat = Seat(half_turn);
            let _ = foresee(&CITY, &game.view(Viewer::Seat(seat)), &action);
            let _ = game.act(seat, action, &mut Vec::new());
        }
        game.close(&mut Vec::new());
    }
}
