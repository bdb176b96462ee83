//! A new city as the two files the original reads: `map.yml` and `map.json`.

use std::fmt::Write as _;

use super::{NewCity, PRICES};
use crate::config::{Kind, Team};

impl NewCity {
    /// The `map.yml`.
    pub fn yaml(&self) -> String {
        let file = &self.file;
        let mut out = String::from("agents:\n");
        for agent in &file.agents {
            let team = match agent.team {
                Team::First => "FIRST",
                Team::Second => "SECOND",
            };
            let kind = match agent.kind {
                Kind::Thief => "THIEF",
                Kind::Police => "POLICE",
                Kind::Joker => "JOKER",
                Kind::Batman => "BATMAN",
            };
            line(
                &mut out,
                format_args!(
                    "  - {{ id: {}, nodeId: {}, token: \"{}\", team: {team}, type: {kind}, balance: {:?} }}",
                    agent.id, agent.node_id, agent.token, agent.balance
                ),
            );
        }
        let income = file.income;
        line(&mut out, format_args!("income:"));
        line(&mut out, format_args!("  policeIncomeEachTurn: {:?}", income.police_income_each_turn));
        line(&mut out, format_args!("  thiefIncomeEachTurn: {:?}", income.thief_income_each_turn));
        let graph = &file.graph;
        line(&mut out, format_args!("graph:"));
        line(&mut out, format_args!("  visibleRadiusXPoliceThief: {}", graph.visible_radius_x_police_thief));
        line(&mut out, format_args!("  visibleRadiusYPoliceJoker: {}", graph.visible_radius_y_police_joker));
        line(&mut out, format_args!("  visibleRadiusZThiefBatman: {}", graph.visible_radius_z_thief_batman));
        line(&mut out, format_args!("  nodes:"));
        for node in &graph.nodes {
            line(&mut out, format_args!("    - {{ id: {} }}", node.id));
        }
        line(&mut out, format_args!("  paths:"));
        for path in &graph.paths {
            line(
                &mut out,
                format_args!(
                    "    - {{ id: {}, firstNodeId: {}, secondNodeId: {}, price: {:?} }}",
                    path.id, path.first_node_id, path.second_node_id, path.price
                ),
            );
        }
        line(&mut out, format_args!("turnSettings:"));
        line(&mut out, format_args!("  maxTurns: {}", file.turn_settings.max_turns));
        line(&mut out, format_args!("  visibleTurns: {:?}", file.turn_settings.visible_turns));
        line(&mut out, format_args!("chatSettings:"));
        line(&mut out, format_args!("  chatBoxMaxSize: {}", file.chat_settings.chat_box_max_size));
        line(
            &mut out,
            format_args!("  chatCostPerCharacter: {:?}", file.chat_settings.chat_cost_per_character),
        );
        out
    }

    /// The `map.json`, in one line as the original wants it.
    pub fn drawing(&self) -> String {
        let point = |i: usize| {
            let (x, z) = self.places[i];
            serde_json::json!({"x": x, "y": 0.0, "z": z})
        };
        let nodes: Vec<_> = self
            .file
            .graph
            .nodes
            .iter()
            .enumerate()
            .map(|(i, node)| serde_json::json!({"id": node.id, "position": point(i)}))
            .collect();
        let edges: Vec<_> = self
            .file
            .graph
            .paths
            .iter()
            .map(|path| {
                let way = PRICES.iter().position(|&price| price == path.price).unwrap_or(0);
                let ends = [path.first_node_id, path.second_node_id].map(|id| point(id as usize - 1));
                serde_json::json!({
                    "node1Id": path.first_node_id, "node2Id": path.second_node_id, "edgeType": way,
                    "splinePoints": ends, "constructMode": 1,
                })
            })
            .collect();
        serde_json::json!({"nodes": nodes, "edges": edges}).to_string() + "\n"
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string can be written");
}
