//! One test per written rule. Numbers like D3 are those of the specification's own examples.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Next, Seat, Status, Viewer};
use meydan_gotham::{
    Action, Agent, ChatSettings, CityFile, Event, Gotham, Graph, Half, IncomeSettings, Kind, NodeEntry,
    PathEntry, Phase, Rejection, Ruleset, Sighting, Team, TurnSettings, UnitState, View,
};

/// A city drawn as text: units `A` (thief), `P` (police), `J` (Joker), `B` (Batman) of the first team, then, after
/// a bar, of the second; paths as `from-to:price`.
fn city(units: &str, nodes: i32, paths: &str) -> CityFile {
    let mut agents = Vec::new();
    let (first, second) = units.split_once('|').unwrap();
    for (team, letters) in [(Team::First, first), (Team::Second, second)] {
        for letter in letters.chars() {
            let kind = match letter {
                'A' => Kind::Thief,
                'P' => Kind::Police,
                'J' => Kind::Joker,
                'B' => Kind::Batman,
                other => panic!("no unit is called {other}"),
            };
            let id = agents.len() as i32 + 1;
            // Tokens "a", "b", … are walked in this order by the original too.
            let token = char::from(b'`' + id as u8).to_string();
            agents.push(Agent { id, node_id: 1, token, team, kind, balance: 0.0 });
        }
    }
    let paths = paths
        .split_whitespace()
        .enumerate()
        .map(|(i, path)| {
            let (ends, price) = path.split_once(':').unwrap();
            let (from, to) = ends.split_once('-').unwrap();
            PathEntry {
                id: i as i32 + 1,
                first_node_id: from.parse().unwrap(),
                second_node_id: to.parse().unwrap(),
                price: price.parse().unwrap(),
            }
        })
        .collect();
    CityFile {
        agents,
        income: IncomeSettings { police_income_each_turn: 2.0, thief_income_each_turn: 3.0 },
        graph: Graph {
            visible_radius_x_police_thief: 0,
            visible_radius_y_police_joker: 0,
            visible_radius_z_thief_batman: 0,
            nodes: (1..=nodes).map(|id| NodeEntry { id }).collect(),
            paths,
        },
        turn_settings: TurnSettings { max_turns: 2, visible_turns: vec![2] },
        chat_settings: ChatSettings { chat_box_max_size: 4, chat_cost_per_character: 1.0 },
    }
}

const LINE: &str = "1-2:0 2-3:0 3-4:0";

/// The city of the specification's examples.
fn line(units: &str) -> CityFile {
    city(units, 4, LINE)
}

/// A match with flips to come; panics when one is drawn that was not given.
struct Match {
    game: Gotham,
    log: Vec<Event>,
}

impl Match {
    fn new(file: &CityFile, ruleset: Ruleset, coins: &[u8]) -> Match {
        let config = file.config(ruleset, None).unwrap();
        let chance = Chance::scripted(coins.iter().map(|&coin| f64::from(coin)));
        Match { game: Gotham::new(&config, chance).unwrap(), log: Vec::new() }
    }

    /// Everybody joins, thieves on the nodes given in seat order, and joining is over.
    fn started(file: &CityFile, ruleset: Ruleset, coins: &[u8], starts: &[i32]) -> Match {
        let mut game = Match::new(file, ruleset, coins);
        let mut starts = starts.iter();
        for (seat, agent) in file.agents.iter().enumerate() {
            let is_thief = agent.kind.half() == Half::Thieves;
            let node = if is_thief { *starts.next().unwrap() } else { 1 };
            game.ready(seat, node).unwrap();
        }
        game.close();
        game
    }

    fn ready(&mut self, seat: usize, node: i32) -> Result<Next, Rejection> {
        self.game.act(Seat(seat as u8), Action::Ready { node }, &mut self.log)
    }

    fn go(&mut self, seat: usize, to: i32) -> Result<Next, Rejection> {
        self.game.act(Seat(seat as u8), Action::Move { to }, &mut self.log)
    }

    fn say(&mut self, seat: usize, text: &str) -> Result<Next, Rejection> {
        self.game.act(Seat(seat as u8), Action::Say { text: text.into() }, &mut self.log)
    }

    fn close(&mut self) {
        self.game.close(&mut self.log);
    }

    fn unit(&self, seat: usize) -> UnitState {
        self.game.unit_of(Seat(seat as u8)).unwrap()
    }

    fn view(&self, seat: usize) -> View {
        self.game.view(Viewer::Seat(Seat(seat as u8)))
    }

    fn sees(&self, seat: usize) -> Vec<i32> {
        self.view(seat).units.iter().map(|unit: &Sighting| unit.id).collect()
    }

    fn winner(&self) -> Option<Team> {
        self.game.view(Viewer::Spectator).winner
    }

    fn turn(&self) -> (i32, Half) {
        let turn = self.game.view(Viewer::Spectator).turn;
        (turn.number, turn.half)
    }

    fn reason(&self) -> String {
        self.game.status().outcome().unwrap().reason.clone()
    }

    fn all_flips_drawn(&mut self) -> bool {
        self.game.chance_mut().left() == 0
    }
}

// The four units of the examples: thief A and police P against thief B and police Q.
const A: usize = 0;
const P: usize = 1;
const B: usize = 2;
const Q: usize = 3;

fn document(coins: &[u8], starts: &[i32]) -> Match {
    Match::started(&line("AP|AP"), Ruleset::Document, coins, starts)
}

#[test]
fn d1_income_comes_once_per_round_and_the_last_round_is_played() {
    let mut game = document(&[1], &[4, 4]);
    game.close();
    assert_eq!(game.unit(P).balance, 0.0, "nothing is paid after the police half");
    game.close();
    assert_eq!([A, P, B, Q].map(|seat| game.unit(seat).balance), [3.0, 2.0, 3.0, 2.0]);
    game.close();
    game.close();
    assert_eq!([A, P, B, Q].map(|seat| game.unit(seat).balance), [6.0, 4.0, 6.0, 4.0]);
    assert_eq!((game.winner(), game.reason().as_str()), (Some(Team::First), "coin"));
    assert!(game.all_flips_drawn());
}

#[test]
fn d2_a_thief_placed_on_the_station_is_caught_before_the_first_round() {
    let game = document(&[], &[1, 4]);
    assert_eq!(game.winner(), Some(Team::Second));
    assert_eq!((game.unit(A).caught_at, game.turn()), (0, (0, Half::Thieves)));
    assert!(!game.log.iter().any(|event| matches!(event, Event::Turn { .. })));
}

#[test]
fn d3_a_match_decided_in_the_police_half_pays_no_income() {
    let mut game = document(&[], &[2, 4]);
    game.go(Q, 2).unwrap();
    game.close();
    assert_eq!((game.unit(A).caught_at, game.winner()), (2, Some(Team::Second)));
    assert_eq!(game.turn(), (1, Half::Police));
    assert!([A, P, B, Q].iter().all(|&seat| game.unit(seat).balance == 0.0 && game.unit(seat).moved));
    assert_eq!(game.reason(), "all thieves caught");
}

#[test]
fn d4_a_thief_that_walks_into_police_is_caught() {
    let mut game = document(&[], &[3, 4]);
    game.go(Q, 2).unwrap();
    game.close();
    game.go(A, 2).unwrap();
    game.close();
    assert_eq!((game.unit(A).caught_at, game.winner()), (3, Some(Team::Second)));
}

#[test]
fn d5_equal_captures_are_decided_by_the_coin() {
    for (coin, winner) in [(1, Team::First), (0, Team::Second)] {
        let mut game = document(&[coin], &[2, 2]);
        game.go(P, 2).unwrap();
        game.go(Q, 2).unwrap();
        game.close();
        assert_eq!((game.unit(A).caught_at, game.unit(B).caught_at), (2, 2));
        assert_eq!(game.winner(), Some(winner));
    }
}

#[test]
fn d6_and_d7_thieves_show_themselves_in_visible_rounds_only() {
    let mut game = document(&[], &[4, 4]);
    let id = |seat: usize| seat as i32 + 1;
    assert_eq!(game.sees(Q), [id(P), id(B)]);
    assert_eq!(game.sees(A), [id(P), id(Q)]);
    game.close();
    game.close();
    for _ in 0..2 {
        assert_eq!(game.turn().0, 2);
        assert_eq!(game.sees(Q), [id(A), id(P), id(B)], "a visible round is visible in both halves");
        if game.turn().1 == Half::Police {
            game.close();
        }
    }
}

#[test]
fn d8_a_message_is_paid_by_the_character() {
    let mut game = document(&[], &[4, 4]);
    game.close();
    game.close();
    assert_eq!(game.say(P, "010"), Err(Rejection::CannotPayText));
    assert_eq!(game.say(P, "01"), Ok(Next::More));
    assert_eq!(game.unit(P).balance, 0.0);
}

#[test]
fn d9_the_form_of_a_message_is_checked_before_anything_else() {
    let mut game = document(&[], &[4, 4]);
    assert_eq!(game.say(A, "00000"), Err(Rejection::TooLong), "even though it is not the thief's turn");
    assert_eq!(game.say(A, "0000x"), Err(Rejection::Alphabet), "the alphabet comes before the length");
    assert_eq!(game.say(A, "0000"), Err(Rejection::NotYourTurn));
    assert_eq!(game.say(P, "\n"), Err(Rejection::Alphabet));
    assert_eq!(game.say(P, ""), Ok(Next::More), "an empty message is free");
    assert_eq!(game.say(P, ""), Err(Rejection::AlreadySaid), "and is the unit's message of the half-turn");
}

#[test]
fn d10_thieves_wait_for_their_half() {
    let mut game = document(&[], &[4, 4]);
    assert_eq!(game.go(A, 3), Err(Rejection::NotYourTurn));
}

#[test]
fn d11_the_latest_capture_is_compared_first() {
    let mut game = Match::started(&line("AAAP|AAAP"), Ruleset::Document, &[], &[2, 4, 4, 2, 3, 4]);
    let (a1, a2, p, b1, b2, q) = (0, 1, 3, 4, 5, 7);
    game.go(q, 2).unwrap();
    game.close();
    game.go(b1, 1).unwrap();
    game.go(b2, 2).unwrap();
    game.go(a2, 3).unwrap();
    game.close();
    game.go(p, 2).unwrap();
    game.close();
    game.go(a2, 2).unwrap();
    game.close();
    assert_eq!([a1, a2, b1, b2].map(|seat| game.unit(seat).caught_at), [2, 5, 3, 4]);
    assert_eq!((game.winner(), game.reason().as_str()), (Some(Team::First), "earlier captures"));
}

#[test]
fn d12_more_captures_win_at_the_limit() {
    let mut game = Match::started(&line("AAAP|AAAP"), Ruleset::Document, &[], &[2, 4, 4, 4, 4, 4]);
    game.go(7, 2).unwrap();
    for _ in 0..4 {
        game.close();
    }
    assert_eq!((game.winner(), game.reason().as_str()), (Some(Team::Second), "more captures"));
    let outcome = game.game.status().outcome().unwrap().clone();
    assert_eq!((outcome.of(Seat(0)).unwrap().score, outcome.of(Seat(7)).unwrap().score), (0, 1));
}

#[test]
fn d13_of_parallel_paths_the_one_with_the_smallest_id_is_used() {
    let mut file = city("AP|AP", 4, "1-2:5 2-3:0 3-4:0 2-1:0");
    file.turn_settings.max_turns = 9;
    for ruleset in [Ruleset::Document, Ruleset::OfficialPrelim, Ruleset::Official] {
        let mut game = Match::started(&file, ruleset, &[], &[4, 4]);
        if ruleset != Ruleset::Document {
            game.close();
        }
        let dear = game.go(P, 2);
        assert_eq!(dear, Err(Rejection::CannotPayPath), "{ruleset:?}");
    }
}

#[test]
fn of_parallel_paths_the_first_walked_is_used_even_if_the_file_lists_another_first() {
    let mut file = city("AP|AP", 4, "1-2:0 2-3:0 3-4:0 2-1:5");
    file.graph.paths[0].id = 40;
    for ruleset in [Ruleset::Document, Ruleset::Official] {
        // Path 40 falls into bucket 8 of 16, after path 4; so it does by number.
        let mut game = Match::started(&file, ruleset, &[], &[4, 4]);
        if ruleset != Ruleset::Document {
            game.close();
        }
        assert_eq!(game.go(P, 2), Err(Rejection::CannotPayPath), "{ruleset:?}");
    }
    file.graph.paths[0].id = 16;
    let mut game = Match::started(&file, Ruleset::Official, &[], &[4, 4]);
    game.close();
    assert_eq!(game.go(P, 2), Ok(Next::More), "path 16 is walked first in a table of 16");
    assert!(!file.warnings(Ruleset::Official).is_empty());
}

#[test]
fn joining_is_checked_in_order() {
    let mut game = Match::new(&line("AP|AP"), Ruleset::OfficialPrelim, &[]);
    assert_eq!(game.ready(A, 9), Err(Rejection::NoSuchStart { node: 9 }));
    assert_eq!(game.ready(A, 3), Ok(Next::More));
    assert_eq!(game.ready(A, 9), Err(Rejection::AlreadyJoined), "joined comes before the node");
    assert_eq!(game.ready(P, 2), Ok(Next::Done));
    assert_eq!(game.unit(P).node, 1, "police stay on their station");
    game.close();
    assert_eq!(game.ready(Q, 9), Err(Rejection::NoSuchStart { node: 9 }), "the node comes before the phase");
    assert_eq!(game.ready(Q, 3), Err(Rejection::JoiningIsOver));
    assert_eq!(game.ready(P, 3), Err(Rejection::AlreadyJoined));
}

#[test]
fn moves_are_checked_in_order() {
    let mut file = line("AP|AP");
    file.turn_settings.max_turns = 4;
    let mut game = Match::new(&file, Ruleset::OfficialPrelim, &[]);
    assert_eq!(game.go(P, 0), Err(Rejection::NotPositive));
    assert_eq!(
        game.go(P, 2),
        Err(Rejection::NotYourTurn),
        "half-turn 1 is the thieves', also before the match"
    );
    assert_eq!(game.go(A, 2), Err(Rejection::NotReady));
    game.ready(A, 2).unwrap();
    assert_eq!(game.go(A, 2), Err(Rejection::MoveWhilePending));
    assert_eq!(game.say(A, "0"), Err(Rejection::SayWhilePending));
    game.ready(P, 1).unwrap();
    game.ready(B, 4).unwrap();
    game.close();
    assert_eq!(game.go(A, 5), Err(Rejection::NoSuchNode { node: 5 }));
    assert_eq!(game.go(A, 4), Err(Rejection::NoPath { from: 2, to: 4 }));
    assert_eq!(game.go(A, 3), Ok(Next::More));
    assert_eq!(game.go(A, 2), Err(Rejection::AlreadyMoved));
    assert_eq!(game.say(A, ""), Ok(Next::Done));
    game.close();
    assert_eq!(game.go(Q, 2), Err(Rejection::NotReady), "a unit that never joined may not act");
}

#[test]
fn staying_is_a_move_that_costs_nothing() {
    let mut game = document(&[], &[4, 4]);
    game.go(P, 1).unwrap();
    assert_eq!(game.log.last(), Some(&Event::Moved { unit: 2, from: 1, to: 1, price: 0.0, balance: 0.0 }));
    assert_eq!(game.go(P, 2), Err(Rejection::AlreadyMoved));
}

#[test]
fn a_caught_thief_is_told_so_and_keeps_its_place_and_money() {
    let mut game = Match::started(&line("AAP|AAP"), Ruleset::Document, &[], &[2, 4, 4, 4]);
    game.go(5, 2).unwrap();
    game.close();
    assert_eq!(game.go(0, 3), Err(Rejection::Dead));
    assert_eq!(game.say(0, ""), Err(Rejection::Dead));
    assert!(!game.game.status().window().unwrap().seats.contains(Seat(0)));
    game.close();
    let dead = game.unit(0);
    assert!(dead.dead && dead.node == 2 && dead.balance == 0.0, "the dead earn nothing");
    assert!(game.view(1).units.iter().any(|unit| unit.id == 1 && unit.dead), "but stay in sight");
}

#[test]
fn after_the_end_the_turn_is_checked_before_the_end() {
    let mut game = document(&[], &[2, 4]);
    game.go(Q, 2).unwrap();
    game.close();
    assert_eq!(game.go(B, 3), Err(Rejection::NotYourTurn));
    assert_eq!(game.go(P, 2), Err(Rejection::MoveAfterEnd));
    assert_eq!(game.say(P, "0"), Err(Rejection::SayAfterEnd));
    assert_eq!(game.ready(P, 1), Err(Rejection::AlreadyJoined));
    let before = game.game.hash();
    game.close();
    assert_eq!(game.game.hash(), before);
}

#[test]
fn the_document_refuses_everything_before_round_one() {
    let mut game = Match::new(&line("AP|AP"), Ruleset::Document, &[]);
    for (seat, node) in [(A, 4), (P, 1), (B, 4), (Q, 1)] {
        assert_eq!(game.go(seat, node), Err(Rejection::NotYourTurn));
        assert_eq!(game.ready(seat, node), Ok(Next::Done));
    }
    assert_eq!(game.view(A).phase, Phase::Ongoing, "all have joined");
    assert_eq!(game.turn(), (0, Half::Thieves));
    assert_eq!(game.go(A, 4), Err(Rejection::NotYourTurn));
    game.close();
    assert_eq!(game.turn(), (1, Half::Police));
}

#[test]
fn an_official_thief_may_act_as_soon_as_the_last_unit_has_joined() {
    let mut game = Match::new(&line("AP|AP"), Ruleset::Official, &[]);
    for (seat, node) in [(A, 4), (P, 1), (B, 4), (Q, 1)] {
        game.ready(seat, node).unwrap();
    }
    assert_eq!(game.game.status().window().unwrap().number, 0);
    assert_eq!(game.go(A, 3), Ok(Next::More));
    assert_eq!(game.say(A, ""), Ok(Next::Done));
    game.close();
    assert_eq!(game.turn(), (1, Half::Thieves));
    assert_eq!(game.go(A, 2), Err(Rejection::AlreadyMoved), "it was its move of half-turn 1");
    let seats = game.game.status().window().unwrap().seats;
    assert!(!seats.contains(Seat(A as u8)) && seats.contains(Seat(B as u8)));
}

#[test]
fn prelim_catches_and_pays_after_half_turn_one_and_counts_the_next_one() {
    let mut file = line("AAP|AAP");
    file.turn_settings.max_turns = 9;
    let mut game = Match::started(&file, Ruleset::OfficialPrelim, &[], &[1, 4, 4, 4]);
    game.close();
    assert_eq!(game.turn(), (2, Half::Police));
    assert_eq!((game.unit(0).caught_at, game.unit(1).balance, game.unit(2).balance), (2, 3.0, 2.0));
}

#[test]
fn prelim_announces_the_last_half_turn_but_does_not_play_it() {
    let mut game = Match::started(&line("AP|AP"), Ruleset::OfficialPrelim, &[0], &[4, 4]);
    game.close();
    assert_eq!((game.turn(), game.winner()), ((2, Half::Police), Some(Team::Second)));
    assert!(!game.unit(P).moved, "its marks are clear");
}

#[test]
fn the_finals_look_at_nothing_after_half_turn_one_and_play_the_last_one() {
    let mut game = Match::started(&line("AAP|AAP"), Ruleset::Official, &[0], &[1, 4, 4, 4]);
    game.close();
    assert!(!game.unit(0).dead && game.unit(2).balance == 0.0);
    game.close();
    assert_eq!((game.unit(0).caught_at, game.unit(2).balance), (2, 2.0));
    assert_eq!((game.turn(), game.winner()), ((2, Half::Police), Some(Team::Second)));
    assert!(game.unit(2).moved, "its marks stay set");
}

#[test]
fn a_joker_is_caught_by_a_batman_or_by_two_police_but_not_by_one() {
    for (units, movers, caught) in [
        ("AJP|AJPB", &[7][..], true),
        ("AJP|AJPP", &[6, 7][..], true),
        ("AJP|AJPP", &[6][..], false),
        ("AJP|AJPB", &[6][..], false),
    ] {
        let movers: Vec<usize> = movers.iter().map(|seat| seat - 1).collect();
        let mut file = line(units);
        file.turn_settings.max_turns = 3;
        // The first team's Joker waits next to the station; everybody else is far away.
        let mut game = Match::started(&file, Ruleset::Official, &[0], &[4, 2, 4, 3]);
        game.close();
        for seat in movers {
            game.go(seat, 2).unwrap();
        }
        game.close();
        assert_eq!(game.unit(1).dead, caught, "{units}");
        assert_eq!(game.winner(), caught.then_some(Team::Second), "{units}");
        if caught {
            assert_eq!(game.reason(), "joker caught");
            assert!(game.log.contains(&Event::JokerCaught { unit: 2, node: 2 }));
        }
    }
}

#[test]
fn a_joker_is_no_thief_when_thieves_are_counted() {
    let mut game = Match::started(&line("AJP|AJP"), Ruleset::Official, &[], &[2, 4, 4, 4]);
    game.close();
    game.go(5, 2).unwrap();
    game.close();
    assert_eq!((game.winner(), game.reason().as_str()), (Some(Team::Second), "all thieves caught"));
}

#[test]
fn only_the_first_joker_in_the_originals_order_counts() {
    let mut file = line("AJJPP|AJPP");
    file.turn_settings.max_turns = 3;
    // "b" is walked before "c", whatever the file says.
    file.agents[1].token = "c".into();
    file.agents[2].token = "b".into();
    let mut game = Match::started(&file, Ruleset::Official, &[1], &[4, 2, 4, 4, 4]);
    game.close();
    game.go(7, 2).unwrap();
    game.go(8, 2).unwrap();
    game.close();
    assert!(!game.unit(1).dead, "the second Joker is never caught");
    assert_eq!(game.winner(), None);
    assert!(file.warnings(Ruleset::Official).iter().any(|text| text.contains("Jokers")));
}

#[test]
fn without_jokers_the_finals_rules_judge_by_thieves() {
    let file = line("AP|AP");
    let mut game = Match::started(&file, Ruleset::Official, &[], &[2, 4]);
    game.close();
    game.go(Q, 2).unwrap();
    game.close();
    assert_eq!(game.winner(), Some(Team::Second));
    let told = file.warnings(Ruleset::Official);
    assert!(
        told.iter().any(|text| text.contains("no Joker") && text.contains("`official-prelim`")),
        "{told:?}"
    );
}

#[test]
fn a_joker_stands_on_the_last_node_but_one_until_it_joins() {
    let game = Match::new(&line("AJP|AJP"), Ruleset::Official, &[]);
    assert_eq!((game.unit(1).node, game.unit(0).node), (3, 1));
}

#[test]
fn radii_count_steps_on_free_paths_and_include_the_last() {
    // Bus 2-3 cannot be walked; the parallel free path behind it does not help.
    let mut file = city("APB|APB", 5, "1-2:0 2-3:5 3-4:0 2-3:0 1-5:0");
    file.graph.visible_radius_x_police_thief = 2;
    file.graph.visible_radius_y_police_joker = 0;
    file.graph.visible_radius_z_thief_batman = 1;
    file.turn_settings = TurnSettings { max_turns: 9, visible_turns: vec![3] };
    let mut game = Match::started(&file, Ruleset::Official, &[], &[2, 3]);
    let (enemy_police, enemy_batman) = (4, 5);
    assert_eq!(game.sees(1), [3], "police see only their own police on hidden turns");
    assert_eq!(game.sees(0), [2, 3, 5, 6], "a thief within Z sees every Batman");
    assert_eq!(game.sees(3), [2, 5], "a thief beyond Z sees none, but all police");
    game.close();
    game.go(enemy_police, 5).unwrap();
    game.go(enemy_batman, 5).unwrap();
    game.close();
    assert_eq!(game.turn().0, 3);
    assert_eq!(game.sees(1), [1, 3], "the thief on node 2 is near, that on 3 is not, enemy police neither");
    let mut game = Match::started(&file, Ruleset::Official, &[], &[2, 3]);
    game.close();
    game.go(enemy_batman, 5).unwrap();
    game.close();
    assert_eq!(game.sees(1), [1, 3, 5], "enemy police on the same node show themselves within Y");
}

#[test]
fn prelim_lists_the_viewer_itself_on_visible_turns() {
    let mut file = line("AP|AP");
    file.turn_settings.max_turns = 5;
    let mut game = Match::started(&file, Ruleset::OfficialPrelim, &[], &[4, 4]);
    assert_eq!(game.sees(P), [1, 4]);
    game.close();
    assert_eq!(game.sees(P), [1, 2, 3, 4]);
}

#[test]
fn official_boxes_show_the_oldest_messages_only() {
    let mut file = line("AP|APPPP");
    file.chat_settings = ChatSettings { chat_box_max_size: 2, chat_cost_per_character: 0.5 };
    file.agents.iter_mut().for_each(|agent| agent.balance = 1.0);
    file.turn_settings.max_turns = 9;
    for (ruleset, shown) in [(Ruleset::OfficialPrelim, 2), (Ruleset::Document, 4)] {
        let mut game = Match::started(&file, ruleset, &[], &[4, 4]);
        if ruleset == Ruleset::OfficialPrelim {
            game.close();
        }
        for seat in 3..7 {
            game.say(seat, "1").unwrap();
            assert_eq!(game.unit(seat).balance % 1.0, 0.5, "lost messages are paid for");
        }
        assert_eq!(game.view(3).chat.len(), shown, "{ruleset:?}");
        assert_eq!(game.view(P).chat.len(), 0, "the other team reads nothing");
        assert_eq!(game.view(2).chat.len(), 0, "and the team's thieves neither");
    }
}

#[test]
fn absent_police_catch_and_earn_but_absent_thieves_only_stand_there() {
    let mut file = line("AAP|AAP");
    file.turn_settings.max_turns = 3;
    let mut game = Match::new(&file, Ruleset::Document, &[]);
    game.ready(0, 4).unwrap();
    game.ready(3, 4).unwrap();
    game.close();
    assert!(game.unit(1).dead && game.unit(4).dead, "both absent thieves stand on the enemy's station");
    assert!(game.game.status().window().unwrap().seats.is_empty(), "no police has joined");
    game.close();
    assert_eq!(game.game.status().window().unwrap().seats.len(), 2);
    game.close();
    assert_eq!((game.unit(2).balance, game.unit(0).balance), (2.0, 3.0));
}

#[test]
fn a_team_without_thieves_loses_at_the_first_judgement() {
    let game = Match::started(&line("P|AP"), Ruleset::Document, &[], &[4]);
    assert_eq!(game.winner(), Some(Team::Second));
}

#[test]
fn two_teams_without_thieves_play_to_the_limit() {
    let mut game = Match::started(&line("P|P"), Ruleset::Document, &[1], &[]);
    for _ in 0..3 {
        game.close();
        assert_eq!(game.winner(), None);
    }
    game.close();
    assert_eq!(game.winner(), Some(Team::First));
}

#[test]
fn both_jokers_caught_at_once_draw_the_coin_and_the_next_one_too() {
    let mut file = line("AJPP|AJPP");
    file.turn_settings.max_turns = 2;
    let mut game = Match::started(&file, Ruleset::Official, &[1, 0], &[4, 2, 4, 2]);
    game.close();
    for seat in [2, 3, 6, 7] {
        game.go(seat, 2).unwrap();
    }
    game.close();
    assert_eq!((game.winner(), game.reason().as_str()), (Some(Team::First), "coin"));
    assert!(game.all_flips_drawn());
}

#[test]
fn money_is_added_as_sixty_four_bit_floats() {
    let mut file = line("AP|AP");
    file.income.police_income_each_turn = 0.1;
    file.turn_settings.max_turns = 4;
    let mut game = Match::started(&file, Ruleset::Document, &[0], &[4, 4]);
    while let Status::Waiting(_) = game.game.status() {
        game.close();
    }
    assert_eq!(game.unit(P).balance, 0.1 + 0.1 + 0.1 + 0.1);
    assert_eq!(0.1 + 0.1 + 0.1, 0.30000000000000004);
}

#[test]
fn a_seat_that_does_not_exist_is_refused() {
    let mut game = document(&[], &[4, 4]);
    assert_eq!(game.go(77, 1), Err(Rejection::NoSuchSeat));
}
