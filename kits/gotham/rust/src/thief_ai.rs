//! Your thieves: change this file.

use std::cmp::Reverse;

use crate::gotham::{GameView, Phone, ANY_PRICE, POLICE_STATION};

/// Starts far from the police and always goes where the nearest enemy police unit is farthest away.
pub struct ThiefAI {
    /// To talk to the other thieves of the team. The example has nothing to say.
    #[allow(dead_code)]
    phone: Phone,
}

/// The Joker of the finals. One police unit alone cannot catch it; two can, or Batman. It plays like a thief.
pub type JokerAI = ThiefAI;

impl ThiefAI {
    /// A thief.
    pub fn new(phone: Phone) -> ThiefAI {
        ThiefAI { phone }
    }

    /// Called once, before the first turn: where to hide.
    pub fn get_starting_node(&mut self, view: &GameView) -> u32 {
        let police = view.visible_agents.iter().filter(|agent| agent.is_police_side());
        let mut stations: Vec<u32> = police.map(|agent| agent.node_id).collect();
        if stations.is_empty() {
            stations.push(POLICE_STATION);
        }
        let mut far: Vec<(u32, u32)> =
            view.config.graph.distances(&stations, ANY_PRICE).into_iter().collect();
        far.sort_by_key(|&(node, away)| (Reverse(away), node));
        // Thieves that hide in one place are caught together.
        far[3 * rank(view) % far.len()].0
    }

    /// Called in each of your half-turns: the node to go to. Your own node means to stay.
    pub fn move_to(&mut self, view: &GameView) -> u32 {
        let (graph, here) = (&view.config.graph, view.node_id);
        let enemies = view.visible_agents.iter().filter(|agent| agent.team != view.viewer.team);
        let police: Vec<u32> =
            enemies.filter(|agent| agent.is_police_side()).map(|agent| agent.node_id).collect();
        let away = graph.distances(&police, ANY_PRICE);
        // Far from the police, then cheap, then with many ways out; of equal ones the first.
        let worth = |to: u32| {
            let exits = graph.neighbours(to, ANY_PRICE).len();
            (away.get(&to).copied().unwrap_or(u32::MAX), -graph.price(here, to), exits)
        };
        let options = graph.neighbours(here, view.balance);
        options.into_iter().fold(here, |best, to| if worth(to) > worth(best) { to } else { best })
    }
}

/// How many thieves of the own team come before this one.
fn rank(view: &GameView) -> usize {
    let own = view.visible_agents.iter().filter(|agent| agent.team == view.viewer.team);
    own.filter(|agent| !agent.is_police_side() && agent.id < view.id).count()
}
