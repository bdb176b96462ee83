//! What never changes in a match, in the form the rules ask for it: adjacency, walking distance, who hunts whom.

use meydan_core::{Roster, Side};

use crate::config::{Config, ConfigError, Half, Kind, Ruleset, Team};

/// A set of seats as bits, for the marks that every act looks at.
pub(crate) type Seats = u128;

/// The seat's bit.
pub(crate) fn bit(seat: usize) -> Seats {
    1 << seat
}

/// A config with its tables. Nodes are counted from 0 by ascending id here; outside they go by their ids.
#[derive(Debug)]
pub struct City {
    pub(crate) config: Config,
    pub(crate) roster: Roster,
    /// The id of each node.
    ids: Vec<i32>,
    /// Whether the ids are 1, 2, 3 …, so that no search is needed.
    counted: bool,
    /// The place of each node in the original's order.
    rank: Vec<u16>,
    /// Where each node's edges begin.
    begin: Vec<u32>,
    edges: Vec<Edge>,
    /// Who sees whom by distance under `official`: radii X, Y and Z.
    pub(crate) near_thief: Near,
    pub(crate) near_joker: Near,
    pub(crate) near_batman: Near,
    /// The seats of each half, of each team, and of all thieves proper.
    pub(crate) half: [Seats; 2],
    pub(crate) team: [Seats; 2],
    pub(crate) thieves: Seats,
    /// Both halves in the original's order, for the income.
    pub(crate) walk: [Vec<u8>; 2],
    /// Of each team: those that catch, the thieves proper, and "the" Joker and Batman (spec 8).
    pub(crate) hunters: [Vec<u8>; 2],
    pub(crate) prey: [Vec<u8>; 2],
    pub(crate) joker: [Option<u8>; 2],
    pub(crate) batman: [Option<u8>; 2],
    /// The visible turns, sorted.
    visible: Vec<i32>,
}

/// The one usable path from a node to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    pub(crate) to: u16,
    pub(crate) price: f64,
}

impl City {
    /// Checks a config and makes its tables.
    pub fn new(config: &Config) -> Result<City, ConfigError> {
        config.check()?;
        let mut ids: Vec<i32> = config.nodes.iter().map(|node| node.id).collect();
        ids.sort_unstable();
        let counted = ids.iter().zip(1..).all(|(&id, i)| id == i);
        let index = |id: i32| ids.partition_point(|&other| other < id);
        let mut rank = vec![0; ids.len()];
        for (place, node) in config.nodes.iter().enumerate() {
            rank[index(node.id)] = place as u16;
        }
        let (begin, edges) = adjacency(config, ids.len(), index);
        let radii = config.radii;
        let near = |radius: i32| match config.ruleset {
            Ruleset::Official => Near::new(radius, &begin, &edges),
            Ruleset::Document | Ruleset::OfficialPrelim => Near::default(),
        };
        let (near_thief, near_joker, near_batman) =
            (near(radii.thief), near(radii.joker), near(radii.batman));
        let pick = |wanted: &dyn Fn(usize) -> bool| -> Vec<u8> {
            config.order.iter().copied().filter(|&seat| wanted(usize::from(seat))).collect()
        };
        let unit = |seat: usize| &config.units[seat];
        let of = |team: Team, kind: Kind| pick(&|seat| unit(seat).team == team && unit(seat).kind == kind);
        let seats = |wanted: &dyn Fn(usize) -> bool| -> Seats {
            (0..config.units.len()).filter(|&seat| wanted(seat)).map(bit).sum()
        };
        let batman = Team::BOTH.map(|team| of(team, Kind::Batman).first().copied());
        let hunters = Team::BOTH.map(|team| {
            let mut hunters = of(team, Kind::Police);
            hunters.extend(batman[team.index()]);
            hunters
        });
        let mut visible = config.visible_turns.clone();
        visible.sort_unstable();
        let roster = Roster::new(config.units.iter().map(|unit| {
            let kind = match unit.kind {
                Kind::Thief => "thief",
                Kind::Police => "police",
                Kind::Joker => "joker",
                Kind::Batman => "batman",
            };
            (Side(unit.team as u8), format!("{kind} {}", unit.id))
        }));
        Ok(City {
            roster,
            counted,
            rank,
            near_thief,
            near_joker,
            near_batman,
            half: [Half::Thieves, Half::Police].map(|half| seats(&|seat| unit(seat).kind.half() == half)),
            team: Team::BOTH.map(|team| seats(&|seat| unit(seat).team == team)),
            thieves: seats(&|seat| unit(seat).kind == Kind::Thief),
            walk: [Half::Thieves, Half::Police].map(|half| pick(&|seat| unit(seat).kind.half() == half)),
            prey: Team::BOTH.map(|team| of(team, Kind::Thief)),
            joker: Team::BOTH.map(|team| of(team, Kind::Joker).first().copied()),
            hunters,
            batman,
            visible,
            begin,
            edges,
            ids,
            config: config.clone(),
        })
    }

    /// The config it was made from.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The number of units.
    pub(crate) fn units(&self) -> usize {
        self.config.units.len()
    }

    /// The node with an id.
    #[inline]
    pub(crate) fn node(&self, id: i32) -> Option<u16> {
        if self.counted {
            (id >= 1 && id as usize <= self.ids.len()).then(|| (id - 1) as u16)
        } else {
            self.ids.binary_search(&id).ok().map(|i| i as u16)
        }
    }

    /// The id of a node.
    #[inline]
    pub(crate) fn id(&self, node: u16) -> i32 {
        self.ids[usize::from(node)]
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.ids.len()
    }

    /// The place of a node in the original's order.
    pub(crate) fn rank(&self, node: u16) -> u16 {
        self.rank[usize::from(node)]
    }

    /// Where one can go from a node, one edge per neighbour.
    #[inline]
    pub(crate) fn edges(&self, node: u16) -> &[Edge] {
        let node = usize::from(node);
        &self.edges[self.begin[node] as usize..self.begin[node + 1] as usize]
    }

    /// The edge between two nodes.
    #[inline]
    pub(crate) fn edge(&self, from: u16, to: u16) -> Option<Edge> {
        self.edges(from).iter().copied().find(|edge| edge.to == to)
    }

    /// Whether thieves show themselves on a turn.
    pub(crate) fn is_visible(&self, turn: i32) -> bool {
        self.visible.binary_search(&turn).is_ok()
    }
}

/// One edge per pair of neighbours: of parallel paths the first listed (spec 6.3).
fn adjacency(config: &Config, nodes: usize, index: impl Fn(i32) -> usize) -> (Vec<u32>, Vec<Edge>) {
    // The number of the path keeps the order of the list where ends are equal.
    let mut ends: Vec<(usize, usize, usize)> = Vec::with_capacity(config.paths.len() * 2);
    for (i, path) in config.paths.iter().enumerate() {
        let (a, b) = (index(path.from), index(path.to));
        ends.extend([(a, b, i), (b, a, i)]);
    }
    ends.sort_unstable();
    ends.dedup_by_key(|&mut (from, to, _)| (from, to));
    let begin = (0..=nodes).map(|node| ends.partition_point(|&(from, ..)| from < node) as u32).collect();
    let edges =
        ends.into_iter().map(|(_, to, i)| Edge { to: to as u16, price: config.paths[i].price }).collect();
    (begin, edges)
}

/// For every node the nodes within a walking distance of it, as bits.
#[derive(Debug, Default)]
pub(crate) struct Near {
    words: usize,
    bits: Vec<u64>,
}

impl Near {
    /// Walks from every node along edges that cost nothing, `radius` steps at most (spec 9).
    fn new(radius: i32, begin: &[u32], edges: &[Edge]) -> Near {
        let count = begin.len() - 1;
        let words = count.div_ceil(64);
        let mut bits = vec![0u64; count * words];
        let mut queue: Vec<(usize, i32)> = Vec::with_capacity(count);
        for (start, row) in bits.chunks_mut(words.max(1)).enumerate() {
            queue.clear();
            queue.push((start, 0));
            row[start / 64] |= 1 << (start % 64);
            let mut next = 0;
            while let Some(&(node, distance)) = queue.get(next) {
                next += 1;
                if distance == radius {
                    continue;
                }
                for edge in &edges[begin[node] as usize..begin[node + 1] as usize] {
                    let to = usize::from(edge.to);
                    if edge.price == 0.0 && row[to / 64] >> (to % 64) & 1 == 0 {
                        row[to / 64] |= 1 << (to % 64);
                        queue.push((to, distance + 1));
                    }
                }
            }
        }
        Near { words, bits }
    }

    /// Whether one node is within the distance of the other.
    #[inline]
    pub(crate) fn contains(&self, from: u16, to: u16) -> bool {
        self.bits[usize::from(from) * self.words + usize::from(to) / 64] >> (to % 64) & 1 == 1
    }
}
