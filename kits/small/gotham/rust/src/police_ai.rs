//! Police go after the thieves they see, and walk about while they see none.
use crate::gotham::{GameView, Phone, ANY_PRICE};

pub struct PoliceAI;
pub type BatmanAI = PoliceAI;

impl PoliceAI {
    pub fn new(_phone: Phone) -> PoliceAI {
        PoliceAI
    }

    pub fn get_starting_node(&mut self, view: &GameView) -> u32 {
        view.node_id
    }

    pub fn move_to(&mut self, view: &GameView) -> u32 {
        let free = view.config.graph.neighbours(view.node_id, 0.0);
        let mut others = view.visible_agents.iter().filter(|agent| agent.team != view.viewer.team);
        if let Some(thief) = others.find(|agent| !agent.is_police_side() && !agent.is_dead) {
            let away = view.config.graph.distances(&[thief.node_id], ANY_PRICE);
            return free.into_iter().min_by_key(|node| away.get(node).copied()).unwrap_or(view.node_id);
        }
        let turn = view.turn.turn_number as usize / 2 + view.id as usize;
        free.get(turn % free.len().max(1)).copied().unwrap_or(view.node_id)
    }
}
