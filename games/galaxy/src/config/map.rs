use std::fmt;

use meydan_core::Budget;
use serde::{Deserialize, Serialize};

use super::{ConfigError, file};
use crate::rows::Rows;

/// A planet's number; planets count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct PlanetId(pub u16);

impl PlanetId {
    /// The planet as an index into per-planet lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<PlanetId> for i64 {
    fn from(planet: PlanetId) -> i64 {
        i64::from(planet.0)
    }
}

impl fmt::Display for PlanetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A planet that brings troops every turn and decides the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Strategic {
    /// The planet.
    pub planet: PlanetId,
    /// How many troops it brings per turn; the fewer, the more points it is worth at the end.
    pub score: u32,
}

/// A connected graph of planets, checked when it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    name: Option<String>,
    edges: Vec<[PlanetId; 2]>,
    strategic: Vec<Strategic>,
    positions: Vec<[f64; 2]>,
    /// The neighbours of all planets one after another; those of planet `i` are `starts[i]..starts[i + 1]`.
    neighbours: Vec<PlanetId>,
    starts: Vec<u32>,
    /// The same as bits.
    near: Rows,
    /// Every planet's strategic score, 0 for an ordinary planet.
    scores: Vec<u32>,
}

/// A map as the config's JSON shows it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "Map"))]
pub(super) struct Plain {
    name: Option<String>,
    planets: usize,
    edges: Vec<[PlanetId; 2]>,
    strategic: Vec<Strategic>,
    /// Where each planet is drawn, from 0 to 100 both ways.
    positions: Option<Vec<[f64; 2]>>,
}

impl Map {
    /// The most planets a map can have.
    pub const MOST_PLANETS: usize = 1000;
    /// The most edges a map can have. A map without positions is laid out by the distances from every planet.
    pub const MOST_EDGES: usize = 16_384;
    /// The longest name in bytes.
    pub const LONGEST_NAME: usize = 256;
    /// The highest strategic score.
    pub const MOST_SCORE: u32 = 1_000_000;

    /// Makes a map of so many planets. Edges keep their order, because the neighbours of a planet are in the order
    /// in which the edges name them and players can see that (spec 3). Without positions the planets are laid out
    /// by their distances.
    pub fn new(
        name: Option<String>,
        planets: usize,
        edges: Vec<[PlanetId; 2]>,
        strategic: Vec<Strategic>,
        positions: Option<Vec<[f64; 2]>>,
    ) -> Result<Map, ConfigError> {
        check_size(planets, &edges)?;
        if let Some(name) = name.as_ref().filter(|name| name.len() > Self::LONGEST_NAME) {
            return Err(ConfigError::BadField {
                field: "name".into(),
                found: format!("a text of {} bytes", name.len()),
                wanted: format!("at most {} bytes long", Self::LONGEST_NAME),
            });
        }
        let (neighbours, starts) = adjacency(planets, &edges)?;
        let mut map = Map {
            name,
            edges,
            strategic,
            positions: Vec::new(),
            neighbours,
            starts,
            near: Rows::new(planets, planets),
            scores: vec![0; planets],
        };
        for &[a, b] in &map.edges {
            map.near.insert(a.index(), b);
            map.near.insert(b.index(), a);
        }
        for (i, &Strategic { planet, score }) in map.strategic.iter().enumerate() {
            if planet.index() >= planets {
                return Err(ConfigError::NoSuchPlanet {
                    field: format!("strategic_nodes[{i}]"),
                    found: i64::from(planet.0),
                    last: planets - 1,
                });
            }
            if map.scores[planet.index()] != 0 {
                return Err(ConfigError::StrategicTwice {
                    field: format!("strategic_nodes[{i}]"),
                    planet: planet.index(),
                });
            }
            if !(1..=Self::MOST_SCORE).contains(&score) {
                return Err(ConfigError::BadField {
                    field: format!("scores_of_strategic_nodes[{i}]"),
                    found: score.to_string(),
                    wanted: format!("a whole number from 1 to {}", Self::MOST_SCORE),
                });
            }
            map.scores[planet.index()] = score;
        }
        map.positions = match positions {
            Some(positions) => {
                if positions.len() != planets || positions.iter().flatten().any(|x| !x.is_finite()) {
                    return Err(ConfigError::BadField {
                        field: "coordinates".into(),
                        found: format!("a list of {}", positions.len()),
                        wanted: format!("a list of {planets} pairs of numbers, one per planet"),
                    });
                }
                positions
            }
            None => {
                let edges = map.edges.iter().map(|[a, b]| (a.index(), b.index()));
                let mut positions = meydan_layout::place(planets, edges);
                to_square(&mut positions);
                positions
            }
        };
        Ok(map)
    }

    /// Reads a map file of the contest's format. Our own optional fields are `name` and `coordinates`; every other
    /// field is ignored, as the original does.
    pub fn read(bytes: &[u8]) -> Result<Map, ConfigError> {
        Budget::MAP.bytes("a map file", bytes.len() as u64)?;
        file::read(bytes)
    }

    /// The map as a file of the contest's format, with our own optional fields.
    pub fn to_file(&self) -> String {
        file::write(self)
    }

    /// What is odd about the map although it can be played: one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.strategic.len() != 6 {
            warnings.push(format!(
                "`strategic_nodes` has {} planets; the contest's maps have 6",
                self.strategic.len()
            ));
        }
        let mut seen = std::collections::BTreeSet::new();
        for (i, &[a, b]) in self.edges.iter().enumerate() {
            if a == b {
                warnings.push(format!("`list_of_edges[{i}]` joins planet `{a}` with itself"));
            } else if !seen.insert((a.min(b), a.max(b))) {
                warnings.push(format!("`list_of_edges[{i}]` joins `{a}` and `{b}` again"));
            }
        }
        // The original's kernel reads such maps, and one of the contest's own is like that.
        let distances = self.distances(PlanetId(0));
        let cut_off: Vec<String> = (0..self.len())
            .filter(|&planet| distances[planet] == u16::MAX)
            .map(|planet| format!("`{planet}`"))
            .collect();
        match &cut_off[..] {
            [] => {}
            [planet] => warnings.push(format!("planet {planet} is cut off from planet `0`")),
            [planet, others @ ..] => warnings
                .push(format!("planet {planet} and {} more are cut off from planet `0`", others.len())),
        }
        warnings
    }

    /// The map's name, if its file tells one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// How many planets there are.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there is no planet; never true of a map that was made.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// All planets in order.
    pub fn planets(&self) -> impl Iterator<Item = PlanetId> + use<> {
        (0..self.scores.len() as u16).map(PlanetId)
    }

    /// The edges in the order of the file.
    pub fn edges(&self) -> &[[PlanetId; 2]] {
        &self.edges
    }

    /// The strategic planets in the order of the file.
    pub fn strategic(&self) -> &[Strategic] {
        &self.strategic
    }

    /// Where each planet is drawn.
    pub fn positions(&self) -> &[[f64; 2]] {
        &self.positions
    }

    /// The planets next to one, in the order in which the edges name them.
    #[inline]
    pub fn neighbours(&self, planet: PlanetId) -> &[PlanetId] {
        let i = planet.index();
        &self.neighbours[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Whether two planets are joined by an edge.
    #[inline]
    pub fn adjacent(&self, a: PlanetId, b: PlanetId) -> bool {
        self.near.has(a.index(), b)
    }

    /// The planets next to one as bits.
    #[inline]
    pub(crate) fn near(&self, planet: PlanetId) -> &[u64] {
        self.near.row(planet.index())
    }

    /// The strategic score of a planet; 0 if it is an ordinary one.
    #[inline]
    pub fn score(&self, planet: PlanetId) -> u32 {
        self.scores[planet.index()]
    }

    /// How many edges lie between a planet and each other one; `u16::MAX` where there is no way.
    pub fn distances(&self, from: PlanetId) -> Vec<u16> {
        let mut distances = vec![u16::MAX; self.len()];
        let mut queue = std::collections::VecDeque::from([from]);
        distances[from.index()] = 0;
        while let Some(planet) = queue.pop_front() {
            for &next in self.neighbours(planet) {
                if distances[next.index()] == u16::MAX {
                    distances[next.index()] = distances[planet.index()] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Gives the map a name.
    pub fn named(mut self, name: impl Into<String>) -> Map {
        self.name = Some(name.into());
        self
    }
}

/// Scales a drawing to the square from 0 to 100, a little margin left, two digits after the point.
pub(crate) fn to_square(positions: &mut [[f64; 2]]) {
    meydan_layout::fit(positions, 4.0, 96.0, 100.0);
}

fn check_size(planets: usize, edges: &[[PlanetId; 2]]) -> Result<(), ConfigError> {
    if !(1..=Map::MOST_PLANETS).contains(&planets) {
        return Err(ConfigError::BadField {
            field: "number_of_nodes".into(),
            found: planets.to_string(),
            wanted: format!("a whole number from 1 to {}", Map::MOST_PLANETS),
        });
    }
    if edges.len() > Map::MOST_EDGES {
        return Err(ConfigError::BadField {
            field: "list_of_edges".into(),
            found: format!("a list of {}", edges.len()),
            wanted: format!("a list of at most {} pairs", Map::MOST_EDGES),
        });
    }
    Ok(())
}

/// The neighbour lists: each edge `[a, b]` appends `b` to the list of `a`, then `a` to the list of `b` (spec 3).
fn adjacency(planets: usize, edges: &[[PlanetId; 2]]) -> Result<(Vec<PlanetId>, Vec<u32>), ConfigError> {
    let mut lists: Vec<Vec<PlanetId>> = vec![Vec::new(); planets];
    for (i, &[a, b]) in edges.iter().enumerate() {
        if let Some(stranger) = [a, b].into_iter().find(|planet| planet.index() >= planets) {
            return Err(ConfigError::NoSuchPlanet {
                field: format!("list_of_edges[{i}]"),
                found: i64::from(stranger.0),
                last: planets - 1,
            });
        }
        lists[a.index()].push(b);
        lists[b.index()].push(a);
    }
    let mut starts = vec![0];
    let mut neighbours = Vec::with_capacity(2 * edges.len());
    for list in lists {
        neighbours.extend(list);
        starts.push(neighbours.len() as u32);
    }
    Ok((neighbours, starts))
}

impl TryFrom<Plain> for Map {
    type Error = ConfigError;

    fn try_from(plain: Plain) -> Result<Self, Self::Error> {
        Map::new(plain.name, plain.planets, plain.edges, plain.strategic, plain.positions)
    }
}

impl From<Map> for Plain {
    fn from(map: Map) -> Self {
        Plain {
            planets: map.len(),
            name: map.name,
            edges: map.edges,
            strategic: map.strategic,
            positions: Some(map.positions),
        }
    }
}
