//! What the commissioner must do in small cities. Nodes are counted from 0, and all paths are on foot.

use meydan_core::{Setup, Terms};
use meydan_gotham::{Gotham, Node, Path, Way};

use super::dossier::Dossier;
use super::dragnet::{Hunter, Room, Zeal, plan};
use super::getaway::{Nerve, Runner};
use super::lookout::Lookout;
use super::streets::{FAR, Streets};

fn city(nodes: i32, paths: &[(i32, i32)]) -> Streets {
    priced(nodes, &paths.iter().map(|&(from, to)| (from, to, 0.0)).collect::<Vec<_>>())
}

fn priced(nodes: i32, paths: &[(i32, i32, f64)]) -> Streets {
    let mut config = Gotham::config(Gotham::maps()[0].bytes, &Terms::of("document")).unwrap();
    config.nodes = (0..nodes).map(|id| Node { id, x: 0.0, y: 0.0 }).collect();
    let path = |(&(from, to, price), id)| Path { id, from, to, price, way: Way::Walk };
    config.paths = paths.iter().zip(1..).map(path).collect();
    Streets::new(&config)
}

fn ring(nodes: i32) -> Streets {
    city(nodes, &(0..nodes).map(|node| (node, (node + 1) % nodes)).collect::<Vec<_>>())
}

fn police(node: usize) -> Hunter {
    Hunter { node, batman: false, balance: 0.0, waits: true }
}

fn seen(streets: &Streets, joker: bool, node: usize) -> Dossier {
    let mut file = Dossier::new(streets, 1, joker, 0);
    file.seen(node);
    file
}

#[test]
fn police_step_onto_a_thief_they_see() {
    let streets = ring(8);
    let files = [seen(&streets, false, 1)];
    assert_eq!(plan(&streets, &Zeal::TUNED, &[police(0)], 0, &files, 0, &|_| 0), 1);
}

#[test]
fn two_police_close_a_ring_from_both_ends() {
    let streets = ring(8);
    let files = [seen(&streets, false, 4)];
    let hunters = [police(0), police(1)];
    let moves = [0, 1].map(|me| plan(&streets, &Zeal::TUNED, &hunters, me, &files, 0, &|_| 0));
    assert_eq!(moves, [7, 2]);
}

#[test]
fn thief_leaves_the_dead_end_before_it_is_closed() {
    // Node 0 hangs on the ring of 1, 2, 4, 6, 5 and 3.
    let streets = city(7, &[(0, 1), (1, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 6)]);
    let runner = Runner { streets: &streets, nerve: Nerve::TUNED, joker: false, police: &[(4, false)] };
    let mut room = Room::new(streets.len());
    let [stay, leave] = [0, 1].map(|node| runner.worth(&mut room, node, 0.0));
    assert!(leave > stay, "leaving is worth {leave}, staying {stay}");
}

#[test]
fn police_who_know_nothing_may_stumble_on_a_thief() {
    let streets = ring(8);
    let thief = |police: &'static [(usize, bool)]| Runner {
        streets: &streets,
        nerve: Nerve::TUNED,
        joker: false,
        police,
    };
    // Each of them stays or goes one of two ways.
    assert_eq!(thief(&[(2, false)]).stumbled_on(0), 0.0);
    assert!((thief(&[(1, false)]).stumbled_on(0) - 1.0 / 3.0).abs() < 1e-6);
    assert!((thief(&[(1, false), (1, false)]).stumbled_on(0) - 5.0 / 9.0).abs() < 1e-6);
}

#[test]
fn joker_fears_a_batman_or_two_police_but_not_one() {
    let streets = ring(8);
    let runner = Runner { streets: &streets, nerve: Nerve::TUNED, joker: true, police: &[] };
    assert_eq!(runner.reach(&[(1, false)], 0), FAR);
    assert_eq!(runner.reach(&[(1, false), (6, false)], 0), 2);
    assert_eq!(runner.reach(&[(3, true)], 0), 3);
}

#[test]
fn thief_is_believed_caught_where_police_step_on_it() {
    let streets = ring(8);
    let mut file = seen(&streets, false, 4);
    file.stood_on(4);
    assert_eq!(file.free, 0.0);
    assert_eq!(file.at(4), 1.0 / 8.0, "nothing is known of where it would be");
}

#[test]
fn thief_is_expected_away_from_police() {
    let streets = ring(8);
    let mut file = seen(&streets, false, 4);
    let steps: Vec<u16> = (0..8).map(|node| streets.steps(1, 2, node)).collect();
    file.moved(&streets, &steps);
    assert!(file.at(5) > file.at(4) && file.at(4) > file.at(3));
}

#[test]
fn police_who_know_nothing_stand_where_they_see_most() {
    // A street of eleven nodes with both police in its middle.
    let streets = city(11, &(0..10).map(|node| (node, node + 1)).collect::<Vec<_>>());
    let mut file = Dossier::new(&streets, 1, false, 5);
    file.nowhere_in(|node| node < 9);
    let lookout = Lookout::without(&streets, &[police(5), police(5)], 1, &file, 3);
    assert!(lookout.missed(5) > 0.99, "nobody sees as far as node 9");
    assert!(lookout.missed(7) < 0.01, "from node 7 all places are in sight");
}

#[test]
fn what_another_sees_already_is_not_missed() {
    let streets = ring(8);
    let file = seen(&streets, false, 4);
    let lookout = Lookout::without(&streets, &[police(3), police(0)], 1, &file, 2);
    assert_eq!(lookout.missed(0), 0.0, "the first one sees it");
}

#[test]
fn silence_makes_a_place_unlikely_but_not_impossible() {
    let streets = ring(8);
    let mut file = Dossier::new(&streets, 1, false, 0);
    let (near, far) = (file.at(3), file.at(4));
    file.hardly_in(|node| node == 3, 0.1);
    assert!(file.at(3) > 0.0 && file.at(3) / file.at(4) < 0.2 * near / far);
}

#[test]
fn thief_fears_police_who_come_by_metro() {
    // A street, and a metro from its one end to the other.
    let streets = priced(
        6,
        &[(0, 1, 0.0), (1, 2, 0.0), (2, 3, 0.0), (3, 4, 0.0), (4, 5, 0.0), (1, 3, 25.0), (0, 5, 50.0)],
    );
    let runner = Runner { streets: &streets, nerve: Nerve::TUNED, joker: false, police: &[(0, false)] };
    assert_eq!(runner.reach(runner.police, 5), 1);
}
