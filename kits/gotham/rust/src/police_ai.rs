//! Your police: change this file.

use std::collections::{BTreeMap, BTreeSet};

use crate::gotham::{Agent, GameView, Phone, ANY_PRICE};

/// Stands for a thief of whom only a message told. Real numbers are positive.
const UNNAMED: u32 = 0;

/// Remembers where the thieves were seen, works out where they can be by now, and goes there.
pub struct PoliceAI {
    phone: Phone,
    /// For each enemy thief that was seen: where it can be now.
    hideouts: BTreeMap<u32, BTreeSet<u32>>,
    /// How many messages of the chat box were read.
    read: usize,
    /// How many stops of the patrol are behind this unit.
    tour: usize,
}

/// The Batman of the finals: catches thieves like any police unit, and a Joker without help. It plays like one, too.
pub type BatmanAI = PoliceAI;

impl PoliceAI {
    /// A police unit that has seen nobody yet.
    pub fn new(phone: Phone) -> PoliceAI {
        PoliceAI { phone, hideouts: BTreeMap::new(), read: 0, tour: 0 }
    }

    /// Called once, before the first turn. Police start at their station whatever they answer.
    pub fn get_starting_node(&mut self, view: &GameView) -> u32 {
        view.node_id
    }

    /// Called in each of your half-turns: the node to go to. Your own node means to stay.
    pub fn move_to(&mut self, view: &GameView) -> u32 {
        self.look(view);
        self.listen(view);
        self.talk(view);
        let target = self.target(view).unwrap_or_else(|| self.patrol(view));
        step(view, target)
    }

    /// Thieves have moved since the last time, and none of them is where our police stand.
    fn look(&mut self, view: &GameView) {
        let guards: Vec<u32> = own_police(view).iter().map(|agent| agent.node_id).collect();
        for nodes in self.hideouts.values_mut() {
            let reached = nodes.iter().flat_map(|&node| view.config.graph.neighbours(node, ANY_PRICE));
            let reached: Vec<u32> = reached.collect();
            nodes.extend(reached);
            nodes.retain(|node| !guards.contains(node));
        }
        for agent in view.visible_agents.iter().filter(|agent| is_prey(view, agent)) {
            let nodes = (!agent.is_dead).then_some(agent.node_id);
            self.hideouts.insert(agent.id, nodes.into_iter().collect());
        }
    }

    /// A message is the node where somebody saw a thief. It is worth something to whoever knows of none.
    fn listen(&mut self, view: &GameView) {
        for chat in &view.chat_box[self.read..] {
            let blind = self.hideouts.values().all(BTreeSet::is_empty);
            let Ok(node) = u32::from_str_radix(&chat.text, 2) else { continue };
            if blind && chat.from_agent_id != view.id {
                let mut nodes = BTreeSet::from_iter(view.config.graph.neighbours(node, ANY_PRICE));
                nodes.insert(node);
                self.hideouts.insert(UNNAMED, nodes);
            }
        }
        self.read = view.chat_box.len();
    }

    /// Where sight is short, tells the others what they may not see. The units take turns, so that two messages never
    /// cross.
    fn talk(&self, view: &GameView) {
        let crowd = own_police(view);
        let mine = crowd[view.turn.turn_number as usize / 2 % crowd.len()].id == view.id;
        let short_sight = view.config.graph.visible_radius_x_police_thief > 0;
        let seen = view.visible_agents.iter().find(|agent| is_prey(view, agent) && !agent.is_dead);
        if let Some(thief) = seen.filter(|_| mine && short_sight) {
            let text = format!("{:b}", thief.node_id);
            if text.len() as f64 * view.chat_settings().chat_cost_per_character <= view.balance {
                self.phone.send_message(&text);
            }
        }
    }

    /// The nearest place where the thief can be that this unit is after.
    fn target(&self, view: &GameView) -> Option<u32> {
        let wanted: Vec<_> = self.hideouts.values().filter(|nodes| !nodes.is_empty()).collect();
        let nodes = wanted.get(rank(view) % wanted.len().max(1))?;
        let away = view.config.graph.distances(&[view.node_id], view.balance);
        nodes.iter().copied().min_by_key(|node| away.get(node).copied().unwrap_or(u32::MAX))
    }

    /// Nobody is known: walks about, each unit in a part of the city of its own.
    fn patrol(&mut self, view: &GameView) -> u32 {
        let nodes = &view.config.graph.nodes;
        let stop = |tour: usize| nodes[(7 * rank(view) + 11 * tour) % nodes.len()].id;
        if stop(self.tour) == view.node_id {
            self.tour += 1;
        }
        stop(self.tour)
    }
}

/// One move towards a node, the cheapest of the shortest ones.
fn step(view: &GameView, target: u32) -> u32 {
    let (graph, here) = (&view.config.graph, view.node_id);
    let away = graph.distances(&[target], view.balance);
    let cost = |to: u32| (away.get(&to).copied().unwrap_or(u32::MAX), graph.price(here, to));
    let options = graph.neighbours(here, view.balance);
    options.into_iter().fold(here, |best, to| if cost(to) < cost(best) { to } else { best })
}

/// Whether this is a thief of the other team.
fn is_prey(view: &GameView, agent: &Agent) -> bool {
    agent.team != view.viewer.team && !agent.is_police_side()
}

/// The own police, this unit too, by their numbers.
fn own_police(view: &GameView) -> Vec<Agent> {
    let own = view.visible_agents.iter().filter(|agent| agent.team == view.viewer.team);
    let mut police: Vec<Agent> = own.filter(|agent| agent.is_police_side()).copied().collect();
    police.push(view.viewer);
    police.sort_by_key(|agent| agent.id);
    police
}

/// How many police units of the own team come before this one.
fn rank(view: &GameView) -> usize {
    own_police(view).iter().filter(|agent| agent.id < view.id).count()
}
