//! The laws of every game, on small and odd configs.

use meydan_testkit::Laws;

use meydan___name__::Config;

#[test]
fn the_game_keeps_the_laws() {
    let usual = Config { heap: 21, most: 3 };
    let one_stone = Config { heap: 1, most: 3 };
    let one_by_one = Config { heap: 30, most: 1 };
    let all_at_once = Config { heap: 1000, most: 1000 };
    let configs = [usual, one_stone, one_by_one, all_at_once];
    Laws::<meydan___name__::__Name__>::new(configs).check();
}
