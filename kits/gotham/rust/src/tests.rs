//! Run with `cargo test`. Add tests of your own here.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::gotham::{
    AgentType, ChatSettings, GameResult, GameStatus, GameView, IncomeSetting, Phone, Team, Turn, TurnType,
    ANY_PRICE,
};
use crate::json::{from_json, json, FromJson, Json};
use crate::meydan::Match;
use crate::play::{Start, Unit, View};

/// A city of six nodes, 1-2-3-4-5 in a row; a bus for 25 goes from 2 to 6, and from there it is a walk to 5.
struct Cases {
    start: Start,
    pending: View,
    thief: View,
    rich: View,
    poor: View,
    hidden: View,
}

from_json!(Cases {
    start: "start",
    pending: "pending",
    thief: "thief",
    rich: "rich",
    poor: "poor",
    hidden: "hidden",
});

fn view(pick: fn(Cases) -> View) -> GameView {
    let read =
        || -> Cases { Cases::from_json(&Json::parse(include_str!("../cases.json")).unwrap()).unwrap() };
    pick(read()).made(&read().start.config.made())
}

fn made(kind: AgentType) -> Unit {
    Unit::new(kind, Phone::new(Match::new(io::empty(), io::sink())))
}

#[derive(Clone, Default)]
struct Said(Rc<RefCell<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_view_has_what_the_document_promises() {
    let here = view(|cases| cases.rich);
    assert_eq!((here.id, here.node_id, here.balance), (2, 2, 30.5));
    assert_eq!(here.turn, Turn { turn_number: 6, turn_type: TurnType::PoliceTurn });
    assert_eq!((here.turn_settings().max_turn, &here.turn_settings().visible_turns[..]), (60, &[6, 12][..]));
    let income = IncomeSetting { police_income_each_turn: 10.0, thieves_income_each_turn: 7.5 };
    assert_eq!(*here.income_setting(), income);
    assert_eq!(*here.chat_settings(), ChatSettings { chat_cost_per_character: 1.0, chat_box_max_size: 100 });
    assert_eq!((here.config.graph.nodes_count, here.config.graph.paths.len()), (6, 7));
    assert_eq!(
        (here.viewer.node_id, here.viewer.team, here.viewer.kind),
        (2, Team::First, AgentType::Police)
    );
    assert_eq!((here.status, here.result), (GameStatus::Ongoing, GameResult::Unknown));
    assert_eq!(here.visible_agents.iter().map(|agent| agent.id).collect::<Vec<_>>(), [1, 3, 4]);
    assert_eq!(view(|cases| cases.thief).chat_box[0].text, "01");
}

#[test]
fn money_decides_which_ways_are_open() {
    let graph = &view(|cases| cases.rich).config.graph;
    assert_eq!(graph.neighbours(2, 10.0), [1, 3]);
    assert_eq!(graph.neighbours(2, ANY_PRICE), [1, 3, 6]);
    assert_eq!(graph.price(2, 1), 0.0, "of parallel paths the first counts");
    assert_eq!((graph.distances(&[2], ANY_PRICE)[&5], graph.distances(&[2], 10.0)[&5]), (2, 3));
}

#[test]
fn a_message_is_an_act() {
    let said = Said::default();
    Phone::new(Match::new(io::empty(), said.clone())).send_message("0110");
    let line = Json::parse(&String::from_utf8(said.0.borrow().clone()).unwrap()).unwrap();
    assert_eq!(line, json!({ "window": 0, "act": { "say": { "text": "0110" } } }));
}

#[test]
fn a_thief_starts_far_from_the_police() {
    assert_eq!(made(AgentType::Thief).get_starting_node(&view(|cases| cases.pending)), 4);
}

#[test]
fn a_thief_runs_from_the_enemy_not_from_its_own_police() {
    assert_eq!(made(AgentType::Thief).move_to(&view(|cases| cases.thief)), 5);
    assert_eq!(made(AgentType::Joker).move_to(&view(|cases| cases.thief)), 5);
}

#[test]
fn police_take_the_bus_if_they_can_pay_for_it() {
    assert_eq!(made(AgentType::Police).move_to(&view(|cases| cases.rich)), 6);
    assert_eq!(made(AgentType::Batman).move_to(&view(|cases| cases.poor)), 3);
}

#[test]
fn police_remember_whom_they_saw() {
    let mut police = made(AgentType::Police);
    police.move_to(&view(|cases| cases.poor));
    assert_eq!(police.move_to(&view(|cases| cases.hidden)), 4);
}
