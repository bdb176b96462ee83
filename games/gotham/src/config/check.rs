//! What a config must fulfil before a match can be played on it (spec 13.1, 19 #13).

use std::collections::BTreeSet;
use std::fmt::Display;

use super::{
    BUDGET, Config, ConfigError, DOCUMENT_NODES, DOCUMENT_PRICES, Kind, MOST_CHAT, MOST_MONEY, MOST_PATHS,
    MOST_TURNS, Ruleset, Team,
};

impl Config {
    /// Checks everything the engine relies on. Complaints name the fields of the map file.
    pub fn check(&self) -> Result<(), ConfigError> {
        let nodes = self.check_nodes()?;
        self.check_paths(&nodes)?;
        self.check_units(&nodes)?;
        self.check_terms()
    }

    fn check_nodes(&self) -> Result<BTreeSet<i32>, ConfigError> {
        let count = self.nodes.len();
        BUDGET.cells("a city", count)?;
        wrong(
            self.ruleset == Ruleset::Document && count > DOCUMENT_NODES,
            "graph.nodes",
            count,
            "the document allows at most 250 nodes; choose another ruleset for a larger city",
        )?;
        wrong(count == 0, "graph.nodes", count, "a city needs at least one node")?;
        let mut ids = BTreeSet::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let field = || format!("graph.nodes[{i}].id");
            wrong(node.id <= 0, field(), node.id, "a node's id is positive")?;
            wrong(
                self.ruleset == Ruleset::Official && node.id as usize > count,
                field(),
                node.id,
                "`official` needs the ids 1 to the number of nodes",
            )?;
            wrong(!ids.insert(node.id), field(), node.id, "another node has the same id")?;
        }
        Ok(ids)
    }

    fn check_paths(&self, nodes: &BTreeSet<i32>) -> Result<(), ConfigError> {
        let count = self.paths.len();
        wrong(count > MOST_PATHS, "graph.paths", count, "more than 4096 paths cannot be played")?;
        let mut ids = BTreeSet::new();
        let mut prices: Vec<f64> = Vec::new();
        for (i, path) in self.paths.iter().enumerate() {
            let field = |name: &str| format!("graph.paths[{i}].{name}");
            wrong(path.id <= 0, field("id"), path.id, "a path's id is positive")?;
            wrong(!ids.insert(path.id), field("id"), path.id, "another path has the same id")?;
            let unknown = "there is no such node in `graph.nodes`";
            wrong(!nodes.contains(&path.from), field("firstNodeId"), path.from, unknown)?;
            wrong(!nodes.contains(&path.to), field("secondNodeId"), path.to, unknown)?;
            wrong(path.from == path.to, field("secondNodeId"), path.to, "a path joins two different nodes")?;
            wrong(!is_amount(path.price), field("price"), path.price, "a price is a number from 0 to 10^12")?;
            if !prices.contains(&path.price) && prices.len() <= DOCUMENT_PRICES {
                prices.push(path.price);
            }
            wrong(
                self.ruleset == Ruleset::Document && prices.len() > DOCUMENT_PRICES,
                field("price"),
                path.price,
                "the document allows at most three different prices: walk, bus and metro",
            )?;
        }
        Ok(())
    }

    fn check_units(&self, nodes: &BTreeSet<i32>) -> Result<(), ConfigError> {
        let count = self.units.len();
        BUDGET.pieces("a match", count)?;
        let mut ids = BTreeSet::new();
        for (i, unit) in self.units.iter().enumerate() {
            let field = |name: &str| format!("agents[{i}].{name}");
            wrong(unit.id <= 0, field("id"), unit.id, "a unit's id is positive")?;
            wrong(!ids.insert(unit.id), field("id"), unit.id, "another unit has the same id")?;
            if let Kind::Joker | Kind::Batman = unit.kind {
                let name = if unit.kind == Kind::Joker { "JOKER" } else { "BATMAN" };
                wrong(
                    self.ruleset != Ruleset::Official,
                    field("type"),
                    name,
                    "Joker and Batman belong to the finals; choose the ruleset `official` or make it THIEF or POLICE",
                )?;
            }
            // Its place before it joins is the last node but one, so there must be one (spec 5).
            wrong(
                unit.kind == Kind::Joker && self.nodes.len() < 2,
                field("type"),
                "JOKER",
                "a city with a Joker needs at least two nodes",
            )?;
            let unknown = "there is no such node in `graph.nodes`";
            wrong(!nodes.contains(&unit.node), field("nodeId"), unit.node, unknown)?;
            wrong(
                !is_amount(unit.balance),
                field("balance"),
                unit.balance,
                "a balance is a number from 0 to 10^12",
            )?;
        }
        for team in Team::BOTH {
            let name = if team == Team::First { "FIRST" } else { "SECOND" };
            let missing = !self.units.iter().any(|unit| unit.team == team);
            wrong(missing, "agents", format!("none of team {name}"), "each team needs at least one unit")?;
        }
        let seats: BTreeSet<u8> = self.order.iter().copied().collect();
        let whole = self.order.len() == count && seats.into_iter().eq((0..count).map(|seat| seat as u8));
        wrong(!whole, "order", self.order.len(), "it names every seat once")
    }

    fn check_terms(&self) -> Result<(), ConfigError> {
        let (police, thieves) = (self.income.police, self.income.thieves);
        let earn = "an income is a number from 0 to 10^12";
        wrong(!is_amount(police), "income.policeIncomeEachTurn", police, earn)?;
        wrong(!is_amount(thieves), "income.thiefIncomeEachTurn", thieves, earn)?;
        let turns = "a match has 1 to 100000 turns";
        wrong(!(1..=MOST_TURNS).contains(&self.max_turns), "turnSettings.maxTurns", self.max_turns, turns)?;
        let visible = self.visible_turns.len();
        wrong(visible > MOST_TURNS as usize, "turnSettings.visibleTurns (number)", visible, turns)?;
        let cost = self.chat.cost;
        wrong(
            !is_amount(cost),
            "chatSettings.chatCostPerCharacter",
            cost,
            "a cost is a number from 0 to 10^12",
        )?;
        let size = self.chat.box_size;
        let whole = "a size is a number from 0 to 65536";
        wrong(!(0..=MOST_CHAT).contains(&size), "chatSettings.chatBoxMaxSize", size, whole)?;
        for (name, radius) in [
            ("graph.visibleRadiusXPoliceThief", self.radii.thief),
            ("graph.visibleRadiusYPoliceJoker", self.radii.joker),
            ("graph.visibleRadiusZThiefBatman", self.radii.batman),
        ] {
            wrong(radius < 0, name, radius, "a radius is a number from 0 up")?;
        }
        Ok(())
    }

    /// A Joker stands on the last node but one until it joins, whatever the map says (spec 5).
    pub(super) fn place_jokers(&mut self) {
        let node = self.nodes.len() as i32 - 1;
        for unit in self.units.iter_mut().filter(|unit| unit.kind == Kind::Joker) {
            unit.node = node;
        }
    }
}

/// Whether a number can be an amount of money.
fn is_amount(value: f64) -> bool {
    (0.0..=MOST_MONEY).contains(&value)
}

fn wrong(
    is: bool,
    field: impl Into<String>,
    value: impl Display,
    wanted: &'static str,
) -> Result<(), ConfigError> {
    if is {
        Err(ConfigError::Field { field: field.into(), value: value.to_string(), wanted })
    } else {
        Ok(())
    }
}
