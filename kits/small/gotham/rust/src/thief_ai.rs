//! Thieves hide far from the police station and then keep away from the police they see.
use crate::gotham::{GameView, Phone, ANY_PRICE, POLICE_STATION};

pub struct ThiefAI;
pub type JokerAI = ThiefAI;

impl ThiefAI {
    pub fn new(_phone: Phone) -> ThiefAI {
        ThiefAI
    }

    pub fn get_starting_node(&mut self, view: &GameView) -> u32 {
        let away = view.config.graph.distances(&[POLICE_STATION], ANY_PRICE);
        away.into_iter().max_by_key(|&(_, steps)| steps).map_or(POLICE_STATION, |(node, _)| node)
    }

    pub fn move_to(&mut self, view: &GameView) -> u32 {
        let police = view.visible_agents.iter().filter(|agent| agent.is_police_side() && agent.team != view.viewer.team);
        let police: Vec<u32> = police.map(|agent| agent.node_id).collect();
        let away = view.config.graph.distances(&police, ANY_PRICE);
        let free = view.config.graph.neighbours(view.node_id, 0.0);
        free.into_iter().max_by_key(|node| away.get(node).copied()).unwrap_or(view.node_id)
    }
}
