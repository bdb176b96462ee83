//! New cities: streets that do not cross, a river with bridges, bus and metro lines over them.

mod streets;
mod write;

use meydan_core::{Chance, OverBudget};
use thiserror::Error;

use crate::config::{
    Agent, BUDGET, ChatSettings, CityFile, Graph, IncomeSettings, Kind, MOST_TURNS, NodeEntry, PathEntry,
    Team, TurnSettings,
};
use streets::Streets;

/// What sort of city is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How many nodes.
    pub nodes: usize,
    /// How many thieves each team has.
    pub thieves: usize,
    /// How many police each team has.
    pub police: usize,
    /// Whether each team has a Joker and a Batman besides.
    pub finals: bool,
    /// The last turn.
    pub max_turns: i32,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { nodes: 100, thieves: 4, police: 4, finals: false, max_turns: 100 }
    }
}

impl Recipe {
    /// The fewest nodes of a city; the contest's clients name nodes 1 and 3.
    pub const FEWEST_NODES: usize = 8;
}

/// Why there is no such city.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// Too few nodes.
    #[error("a city of {asked} nodes is too small; ask for {} or more", Recipe::FEWEST_NODES)]
    TooSmall {
        /// How many were asked for.
        asked: usize,
    },
    /// Too many nodes, or more units than a match has seats.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// Nobody would play.
    #[error("a city without units cannot be played; ask for thieves and police")]
    NoUnits,
    /// The last turn is out of range.
    #[error("`{asked}` turns cannot be played; ask for 1 to {MOST_TURNS}")]
    Turns {
        /// How many were asked for.
        asked: i32,
    },
}

impl Recipe {
    fn check(&self) -> Result<(), GenerateError> {
        if self.nodes < Recipe::FEWEST_NODES {
            return Err(GenerateError::TooSmall { asked: self.nodes });
        }
        BUDGET.cells("a city", self.nodes)?;
        let each = self.thieves.saturating_add(self.police).saturating_add(2 * usize::from(self.finals));
        if each == 0 {
            return Err(GenerateError::NoUnits);
        }
        BUDGET.pieces("a match", each.saturating_mul(2))?;
        if !(1..=MOST_TURNS).contains(&self.max_turns) {
            return Err(GenerateError::Turns { asked: self.max_turns });
        }
        Ok(())
    }
}

/// A map with a place for every node.
#[derive(Clone, Debug, PartialEq)]
pub struct NewCity {
    /// The map file.
    pub file: CityFile,
    /// The place of each node in the file's order.
    pub places: Vec<(f64, f64)>,
}

/// What a passage costs: on foot, by bus, by metro.
const PRICES: [f64; 3] = [0.0, 25.0, 50.0];

/// Makes a city. The same recipe and chance give the same city.
pub fn generate(recipe: &Recipe, chance: &mut Chance) -> Result<NewCity, GenerateError> {
    recipe.check()?;
    let mut streets = Streets::new(recipe.nodes, chance);
    streets.number_from_centre();
    let mut edges: Vec<(usize, usize, usize)> = streets.edges().into_iter().map(|(a, b)| (a, b, 0)).collect();
    // Bus stops lie two or three corners apart, metro stations more than that.
    lines(&streets, 1, (recipe.nodes / 22).max(1), 2, &mut edges, chance);
    lines(&streets, 2, (recipe.nodes / 50).max(1), 4, &mut edges, chance);
    let path = |(i, &(a, b, way)): (usize, &(usize, usize, usize))| PathEntry {
        id: i as i32 + 1,
        first_node_id: a as i32 + 1,
        second_node_id: b as i32 + 1,
        price: PRICES[way],
    };
    let graph = Graph {
        visible_radius_x_police_thief: if recipe.finals { 7 } else { 0 },
        visible_radius_y_police_joker: if recipe.finals { 4 } else { 0 },
        visible_radius_z_thief_batman: if recipe.finals { 3 } else { 0 },
        nodes: (1..=recipe.nodes).map(|id| NodeEntry { id: id as i32 }).collect(),
        paths: edges.iter().enumerate().map(path).collect(),
    };
    let file = CityFile {
        agents: agents(recipe, chance),
        income: IncomeSettings { police_income_each_turn: 10.0, thief_income_each_turn: 10.0 },
        graph,
        turn_settings: TurnSettings {
            max_turns: recipe.max_turns,
            visible_turns: visible_turns(recipe.max_turns),
        },
        chat_settings: ChatSettings { chat_box_max_size: 100, chat_cost_per_character: 1.0 },
    };
    Ok(NewCity { file, places: streets.places })
}

/// Adds lines of one sort: along a shortest way between two far corners, one stop every `gap` corners.
fn lines(
    streets: &Streets,
    way: usize,
    count: usize,
    gap: usize,
    edges: &mut Vec<(usize, usize, usize)>,
    chance: &mut Chance,
) {
    let nodes = streets.places.len();
    for _ in 0..count {
        // The longest of a few tries, so that lines cross the city.
        let tries = (0..6).map(|_| {
            let (from, to) = (chance.below(nodes as u32) as usize, chance.below(nodes as u32) as usize);
            streets.route(from, to)
        });
        let route = tries.max_by_key(Vec::len).unwrap_or_default();
        let mut stops: Vec<usize> = route.iter().copied().step_by(gap).collect();
        if let Some(&end) = route.last()
            && stops.last() != Some(&end)
        {
            stops.push(end);
        }
        for pair in stops.windows(2) {
            let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if !edges.iter().any(|&(x, y, _)| (x, y) == (a, b)) {
                edges.push((a, b, way));
            }
        }
    }
}

fn agents(recipe: &Recipe, chance: &mut Chance) -> Vec<Agent> {
    let mut agents = Vec::new();
    let finals = usize::from(recipe.finals);
    for team in Team::BOTH {
        for (kind, count) in [
            (Kind::Thief, recipe.thieves),
            (Kind::Joker, finals),
            (Kind::Police, recipe.police),
            (Kind::Batman, finals),
        ] {
            for _ in 0..count {
                let token = (0..8).map(|_| format!("{:x}", chance.below(16))).collect();
                agents.push(Agent {
                    id: agents.len() as i32 + 1,
                    node_id: 1,
                    token,
                    team,
                    kind,
                    balance: 100.0,
                });
            }
        }
    }
    agents
}

/// Seldom at first, then more and more often, at the end on every turn, as on the contest's maps.
fn visible_turns(max_turns: i32) -> Vec<i32> {
    let mut turns = Vec::new();
    let mut step = (max_turns / 10).max(2);
    let mut turn = step;
    while turn <= max_turns {
        turns.push(turn);
        if turns.len().is_multiple_of(3) {
            step = (step * 3 / 4).max(1);
        }
        turn += step;
    }
    turns
}
