//! The original's `map.yml` and `map.json`, in YAML or JSON, and how they become a [`Config`].

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    BUDGET, ChatTerms, Config, ConfigError, Half, Income, Kind, MOST_PATHS, Node, Path, Radii, Ruleset, Team,
    Unit, Way, layout, order,
};

/// A map file as it is written (spec 13.1). It holds the tokens, so it never leaves the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CityFile {
    /// The units.
    pub agents: Vec<Agent>,
    /// What they earn.
    pub income: IncomeSettings,
    /// The city.
    pub graph: Graph,
    /// How long it takes and when thieves show themselves.
    pub turn_settings: TurnSettings,
    /// What talking costs.
    pub chat_settings: ChatSettings,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Agent {
    /// Its number.
    pub id: i32,
    /// Where it stands before anybody has joined.
    pub node_id: i32,
    /// What its client proves itself with.
    pub token: String,
    /// Whose it is.
    #[serde(with = "TeamName")]
    pub team: Team,
    /// What it is.
    #[serde(rename = "type", with = "KindName")]
    pub kind: Kind,
    /// Its money at the start.
    pub balance: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Team", rename_all = "UPPERCASE")]
enum TeamName {
    First,
    Second,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Kind", rename_all = "UPPERCASE")]
enum KindName {
    Thief,
    Police,
    Joker,
    Batman,
}

/// What units earn each turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct IncomeSettings {
    /// Each police unit.
    pub police_income_each_turn: f64,
    /// Each living thief.
    pub thief_income_each_turn: f64,
}

/// Nodes, paths and radii.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Graph {
    /// Radius X: how far police see thieves on visible turns.
    #[serde(default)]
    pub visible_radius_x_police_thief: i32,
    /// Radius Y: how far police see everybody else on visible turns.
    #[serde(default)]
    pub visible_radius_y_police_joker: i32,
    /// Radius Z: how far thieves see a Batman.
    #[serde(default)]
    pub visible_radius_z_thief_batman: i32,
    /// The nodes.
    pub nodes: Vec<NodeEntry>,
    /// The paths.
    pub paths: Vec<PathEntry>,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeEntry {
    /// Its number.
    pub id: i32,
}

/// A path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PathEntry {
    /// Its number.
    pub id: i32,
    /// One end.
    pub first_node_id: i32,
    /// The other end.
    pub second_node_id: i32,
    /// What one passage costs.
    pub price: f64,
}

/// How long the match takes and when thieves show themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TurnSettings {
    /// The last turn.
    pub max_turns: i32,
    /// The turns on which thieves show themselves.
    pub visible_turns: Vec<i32>,
}

/// What talking costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ChatSettings {
    /// The size of the chat box.
    pub chat_box_max_size: i32,
    /// The price of one character.
    pub chat_cost_per_character: f64,
}

/// The part of a `map.json` that says where nodes are (spec 13.2). The viewer's other fields are passed over.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Drawing {
    /// The nodes.
    pub nodes: Vec<Placed>,
}

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Placed {
    /// The node's number.
    pub id: i32,
    /// Its place on the ground.
    pub position: Position,
}

/// A point; the height `y` is always 0 and is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Position {
    /// From left to right.
    pub x: f64,
    /// Away from the viewer.
    pub z: f64,
}

impl CityFile {
    /// Reads a map, and the drawing after it if there is one: the original's `map.yml`, then perhaps a line `---`
    /// and the `map.json`. Either may be YAML or JSON.
    pub fn read(bytes: &[u8]) -> Result<(CityFile, Option<Drawing>), ConfigError> {
        let text = text(bytes, "map")?;
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let text = text.strip_prefix("---\n").unwrap_or(text);
        let (map, drawing) = match text.split_once("\n---\n") {
            Some((map, drawing)) => (map, Some(drawing)),
            None => (text, None),
        };
        let map = parse(map, "map")?;
        let drawing = drawing.map(|text| parse(text, "drawing")).transpose()?;
        Ok((map, drawing))
    }

    /// The config of a match on this map, checked.
    pub fn config(&self, ruleset: Ruleset, drawing: Option<&Drawing>) -> Result<Config, ConfigError> {
        self.check_size()?;
        self.check_tokens()?;
        let mut config = self.plain(ruleset);
        config.place_jokers();
        config.check()?;
        self.put_in_order(&mut config);
        match drawing {
            Some(drawing) => drawing.place(&mut config)?,
            None => layout::place(&mut config),
        }
        Ok(config)
    }

    /// The map with the names of a config and everything still in file order, so that a complaint names the place
    /// in the file.
    fn plain(&self, ruleset: Ruleset) -> Config {
        let graph = &self.graph;
        let mut prices: Vec<f64> = graph.paths.iter().map(|path| path.price).collect();
        prices.sort_by(f64::total_cmp);
        prices.dedup();
        let way = |price: f64| match prices.iter().position(|&p| p == price) {
            Some(0) | None => Way::Walk,
            Some(1) => Way::Bus,
            Some(_) => Way::Metro,
        };
        let radii = match ruleset {
            Ruleset::Official => Radii {
                thief: graph.visible_radius_x_police_thief,
                joker: graph.visible_radius_y_police_joker,
                batman: graph.visible_radius_z_thief_batman,
            },
            Ruleset::Document | Ruleset::OfficialPrelim => Radii::default(),
        };
        Config {
            ruleset,
            nodes: graph.nodes.iter().map(|node| Node { id: node.id, x: 0.0, y: 0.0 }).collect(),
            paths: graph
                .paths
                .iter()
                .map(|path| Path {
                    id: path.id,
                    from: path.first_node_id,
                    to: path.second_node_id,
                    price: path.price,
                    way: way(path.price),
                })
                .collect(),
            units: self
                .agents
                .iter()
                .map(|agent| Unit {
                    id: agent.id,
                    team: agent.team,
                    kind: agent.kind,
                    node: agent.node_id,
                    balance: agent.balance,
                })
                .collect(),
            order: (0..self.agents.len()).map(|seat| seat as u8).collect(),
            income: Income {
                police: self.income.police_income_each_turn,
                thieves: self.income.thief_income_each_turn,
            },
            max_turns: self.turn_settings.max_turns,
            visible_turns: self.turn_settings.visible_turns.clone(),
            chat: ChatTerms {
                box_size: self.chat_settings.chat_box_max_size,
                cost: self.chat_settings.chat_cost_per_character,
            },
            radii,
        }
    }

    /// Puts nodes, paths and units in the order of spec 11.2: ascending numbers and file order under `document`,
    /// the order of the original's hash maps otherwise.
    fn put_in_order(&self, config: &mut Config) {
        if config.ruleset == Ruleset::Document {
            config.nodes.sort_by_key(|node| node.id);
            config.paths.sort_by_key(|path| path.id);
            return;
        }
        let ids: Vec<u32> = config.nodes.iter().map(|node| node.id as u32).collect();
        config.nodes = order::walk(&ids).into_iter().map(|i| config.nodes[i]).collect();
        let ids: Vec<u32> = config.paths.iter().map(|path| path.id as u32).collect();
        config.paths = order::walk(&ids).into_iter().map(|i| config.paths[i]).collect();
        let tokens: Vec<u32> = self.agents.iter().map(|agent| order::hash(&agent.token)).collect();
        config.order = order::walk(&tokens).into_iter().map(|seat| seat as u8).collect();
    }

    /// Refuses a file whose lists are too long, before they are compared with each other.
    fn check_size(&self) -> Result<(), ConfigError> {
        BUDGET.cells("a city", self.graph.nodes.len())?;
        BUDGET.pieces("a match", self.agents.len())?;
        let paths = self.graph.paths.len();
        if paths > MOST_PATHS {
            let (field, value) = ("graph.paths".into(), paths.to_string());
            return Err(ConfigError::Field { field, value, wanted: "more than 4096 paths cannot be played" });
        }
        Ok(())
    }

    fn check_tokens(&self) -> Result<(), ConfigError> {
        for (i, agent) in self.agents.iter().enumerate() {
            let wanted = if is_blank(&agent.token) {
                "a token cannot be blank"
            } else if self.agents[..i].iter().any(|other| other.token == agent.token) {
                "every unit needs a token of its own"
            } else {
                continue;
            };
            // The token itself is a secret and stays out of the complaint.
            return Err(ConfigError::Field {
                field: format!("agents[{i}].token"),
                value: "…".into(),
                wanted,
            });
        }
        Ok(())
    }

    /// What is allowed but probably not meant (spec 13.1, 19).
    pub fn warnings(&self, ruleset: Ruleset) -> Vec<String> {
        let mut warnings = Vec::new();
        let graph = &self.graph;
        if !graph.paths.is_sorted_by_key(|path| path.id) {
            warnings.push(
                "the ids of `graph.paths` do not ascend; of parallel paths the one walked first is used"
                    .into(),
            );
        }
        let ends = |path: &PathEntry| {
            (path.first_node_id.min(path.second_node_id), path.first_node_id.max(path.second_node_id))
        };
        let mut pairs: Vec<(i32, i32)> = graph.paths.iter().map(ends).collect();
        pairs.sort_unstable();
        if let Some(pair) = pairs.windows(2).find(|pair| pair[0] == pair[1]) {
            warnings.push(format!(
                "nodes {} and {} have more than one path; only one of them can be used",
                pair[0].0, pair[0].1
            ));
        }
        let police = |agent: &&Agent| agent.kind.half() == Half::Police;
        let mut stations: Vec<i32> = self.agents.iter().filter(police).map(|agent| agent.node_id).collect();
        stations.sort_unstable();
        stations.dedup();
        if stations.len() > 1 {
            warnings.push(format!("police start on {} different nodes", stations.len()));
        }
        for kind in [Kind::Thief, Kind::Police, Kind::Joker, Kind::Batman] {
            let mut balances: Vec<f64> =
                self.agents.iter().filter(|agent| agent.kind == kind).map(|agent| agent.balance).collect();
            balances.sort_by(f64::total_cmp);
            balances.dedup();
            if balances.len() > 1 {
                warnings.push(format!("units of type {kind:?} start with different balances"));
            }
        }
        if let Some(id) = [1, 3].into_iter().find(|&id| !graph.nodes.iter().any(|node| node.id == id)) {
            warnings.push(format!(
                "there is no node {id}; the contest's clients name it when police join and will be refused"
            ));
        }
        if ruleset == Ruleset::Official {
            for team in Team::BOTH {
                let count = |kind| {
                    self.agents.iter().filter(|agent| agent.team == team && agent.kind == kind).count()
                };
                match count(Kind::Joker) {
                    0 => warnings.push(format!(
                        "the {team:?} team has no Joker, so Jokers do not decide this match; a map of the preliminaries fits the \
                         ruleset `official-prelim`"
                    )),
                    1 => {}
                    _ => warnings.push(format!("only one of the {team:?} team's Jokers counts")),
                }
                if count(Kind::Batman) > 1 {
                    warnings.push(format!("only one of the {team:?} team's Batmen catches"));
                }
            }
        }
        warnings
    }
}

impl Drawing {
    /// Reads a `map.json`. Only its first line counts, as in the original.
    pub fn read(bytes: &[u8]) -> Result<Drawing, ConfigError> {
        parse(text(bytes, "drawing")?.lines().next().unwrap_or_default(), "drawing")
    }

    /// Gives every node its place.
    fn place(&self, config: &mut Config) -> Result<(), ConfigError> {
        let mut places: Vec<(i32, Position)> =
            self.nodes.iter().map(|node| (node.id, node.position)).collect();
        places.sort_by_key(|&(id, _)| id);
        for node in &mut config.nodes {
            let place = places
                .binary_search_by_key(&node.id, |&(id, _)| id)
                .ok()
                .map(|i| places[i].1)
                .filter(|place| place.x.is_finite() && place.z.is_finite());
            let Some(place) = place else {
                return Err(ConfigError::Unreadable {
                    file: "drawing",
                    field: "nodes".into(),
                    problem: format!(
                        "node `{}` of the map has no place; add it or leave the drawing out",
                        node.id
                    ),
                });
            };
            (node.x, node.y) = (place.x, place.z);
        }
        Ok(())
    }
}

fn text<'a>(bytes: &'a [u8], file: &'static str) -> Result<std::borrow::Cow<'a, str>, ConfigError> {
    BUDGET.bytes("a map file", bytes.len() as u64)?;
    let text = std::str::from_utf8(bytes).map_err(|e| ConfigError::Unreadable {
        file,
        field: format!("byte {}", e.valid_up_to()),
        problem: "it is not UTF-8 text".into(),
    })?;
    Ok(if text.contains('\r') { text.replace("\r\n", "\n").into() } else { text.into() })
}

/// Whether a token is blank in the original's sense: nothing but white space. A no-break space does not
/// count as white space there.
pub fn is_blank(token: &str) -> bool {
    token.chars().all(|c| {
        matches!(c, '\u{1c}'..='\u{1f}')
            || c.is_whitespace() && !matches!(c, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}')
    })
}

/// Reads JSON if the text begins with a brace, YAML otherwise, and names the field of a mistake.
fn parse<T: DeserializeOwned>(text: &str, file: &'static str) -> Result<T, ConfigError> {
    let unreadable = |field: String, problem: String| ConfigError::Unreadable {
        file,
        field: if field == "." { "the top".into() } else { field },
        // A parser may draw the lines around a mistake; one line is enough for a message.
        problem: problem.lines().next().unwrap_or_default().trim_end_matches([':', ' ']).to_string(),
    };
    if text.trim_start().starts_with('{') {
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = serde_path_to_error::deserialize(&mut reader)
            .map_err(|e| unreadable(e.path().to_string(), e.inner().to_string()))?;
        reader.end().map_err(|e| unreadable("the end".into(), e.to_string()))?;
        return Ok(value);
    }
    let mut place = None;
    serde_saphyr::with_deserializer_from_str(text, |reader| {
        serde_path_to_error::deserialize(reader).map_err(|e| {
            place = Some(e.path().to_string());
            e.into_inner()
        })
    })
    .map_err(|e| unreadable(place.unwrap_or_else(|| "the top".into()), e.without_snippet().to_string()))
}
