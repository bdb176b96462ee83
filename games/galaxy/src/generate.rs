//! Maps from a seed.

use meydan_core::{Chance, Seed};
use thiserror::Error;

use crate::config::{Map, PlanetId, Strategic, to_square};

/// What a generated map should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How many planets.
    pub planets: usize,
    /// What fixes all chance.
    pub seed: Seed,
    /// Whether the map looks the same to all three players: turned by a third of a circle it is itself.
    pub symmetric: bool,
}

/// Why a map cannot be generated.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GenerateError {
    /// Too few or too many planets.
    #[error("a map cannot have {planets} planets; ask for 9 to {most}")]
    Size {
        /// The number asked for.
        planets: usize,
        /// The most there can be.
        most: usize,
    },
    /// No symmetric map has so many planets.
    #[error(
        "a symmetric map cannot have {planets} planets: three equal parts and perhaps one planet in the middle; \
         ask for {less} or {more}"
    )]
    NotThreefold {
        /// The number asked for.
        planets: usize,
        /// The next smaller number that works.
        less: usize,
        /// The next larger one.
        more: usize,
    },
}

/// The fewest planets of a generated map: six are strategic and each player needs one more.
const FEWEST: usize = 9;

/// Generates a map: planets scattered evenly, each joined with its natural neighbours (a Gabriel graph, which is
/// connected and can be drawn without crossings), six strategic planets far from each other. The same recipe gives
/// the same map.
pub fn generate(recipe: Recipe) -> Result<Map, GenerateError> {
    let n = recipe.planets;
    if !(FEWEST..=Map::MOST_PLANETS).contains(&n) {
        return Err(GenerateError::Size { planets: n, most: Map::MOST_PLANETS });
    }
    if recipe.symmetric && n % 3 == 2 {
        return Err(GenerateError::NotThreefold { planets: n, less: n - 1, more: n + 1 });
    }
    let mut chance = Chance::new(recipe.seed);
    let sketch =
        if recipe.symmetric { Sketch::threefold(n, &mut chance) } else { Sketch::free(n, &mut chance) };
    let edges = sketch.edges();
    let strategic = sketch.strategic(&mut chance);
    let mut positions = sketch.at;
    to_square(&mut positions);
    let name = format!("{n} planets{}", if recipe.symmetric { ", the same for all players" } else { "" });
    Ok(Map::new(Some(name), n, edges, strategic, Some(positions))
        .expect("a Gabriel graph is connected and the strategic planets are distinct"))
}

/// Planets with positions; planets of one orbit are turned into each other.
struct Sketch {
    at: Vec<[f64; 2]>,
    /// How many planets an orbit has: 3 in a symmetric map, 1 in another. A middle planet comes last.
    fold: usize,
}

impl Sketch {
    /// Points in a square, each the one farthest from all others among some tries.
    fn free(n: usize, chance: &mut Chance) -> Sketch {
        let mut at: Vec<[f64; 2]> = Vec::with_capacity(n);
        for _ in 0..n {
            let tries: Vec<[f64; 2]> = (0..TRIES).map(|_| [chance.unit(), chance.unit()]).collect();
            at.push(best(&tries, |point| clearance(&at, point)));
        }
        Sketch { at, fold: 1 }
    }

    /// Points in a disc, three at a time.
    fn threefold(n: usize, chance: &mut Chance) -> Sketch {
        let mut at: Vec<[f64; 2]> = Vec::with_capacity(n);
        let middle: &[[f64; 2]] = if n % 3 == 1 { &[[0.0, 0.0]] } else { &[] };
        for _ in 0..n / 3 {
            let tries: Vec<[f64; 2]> = (0..TRIES).map(|_| in_disc(chance)).collect();
            let point = best(&tries, |point| {
                // A point must keep clear of its own two images too.
                clearance(&at, point).min(clearance(middle, point)).min(distance(turned(point, 1), point))
            });
            at.extend((0..3).map(|third| turned(point, third)));
        }
        at.extend_from_slice(middle);
        Sketch { at, fold: 3 }
    }

    /// The planet that a planet becomes when the map is turned by some thirds of a circle.
    fn image(&self, planet: usize, thirds: usize) -> usize {
        if self.fold == 1 || planet == self.at.len() / 3 * 3 {
            return planet;
        }
        planet / 3 * 3 + (planet + thirds) % 3
    }

    /// Two planets are joined if no third lies in the circle that has their line as diameter. Each edge stands for
    /// its whole orbit, so that rounding cannot spoil the symmetry.
    fn edges(&self) -> Vec<[PlanetId; 2]> {
        let n = self.at.len();
        let mut joined = vec![false; n * n];
        for a in 0..n {
            for b in a + 1..n {
                if joined[a * n + b] {
                    continue;
                }
                let between = (0..n).any(|c| {
                    c != a && c != b && {
                        let (p, q) = (self.at[a], self.at[b]);
                        let r = self.at[c];
                        (p[0] - r[0]) * (q[0] - r[0]) + (p[1] - r[1]) * (q[1] - r[1]) < -1e-9
                    }
                });
                if !between {
                    for third in 0..self.fold {
                        let (a, b) = (self.image(a, third), self.image(b, third));
                        joined[a.min(b) * n + a.max(b)] = true;
                    }
                }
            }
        }
        (0..n * n)
            .filter(|&pair| joined[pair])
            .map(|pair| [PlanetId((pair / n) as u16), PlanetId((pair % n) as u16)])
            .collect()
    }

    /// Six strategic planets, far from each other; in a symmetric map two orbits.
    fn strategic(&self, chance: &mut Chance) -> Vec<Strategic> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut points: Vec<[f64; 2]> = Vec::new();
        while chosen.len() < 6 {
            let orbits = self.at.len() / self.fold;
            let tries: Vec<usize> =
                (0..8).map(|_| chance.below(orbits as u32) as usize * self.fold).collect();
            let Some(planet) = tries
                .into_iter()
                .filter(|planet| !chosen.contains(planet))
                .max_by(|&a, &b| clearance(&points, self.at[a]).total_cmp(&clearance(&points, self.at[b])))
            else {
                continue;
            };
            for third in 0..self.fold {
                let image = self.image(planet, third);
                chosen.push(image);
                points.push(self.at[image]);
            }
        }
        let mut scores: Vec<u32> = (1..=6).collect();
        chance.shuffle(&mut scores);
        let strategic = chosen
            .iter()
            .enumerate()
            .map(|(i, &planet)| Strategic { planet: PlanetId(planet as u16), score: scores[i / self.fold] });
        strategic.collect()
    }
}

/// How many points are tried for each one taken.
const TRIES: usize = 24;

fn best(tries: &[[f64; 2]], clear: impl Fn([f64; 2]) -> f64) -> [f64; 2] {
    let mut best = tries[0];
    for &point in tries {
        if clear(point) > clear(best) {
            best = point;
        }
    }
    best
}

/// How far a point is from the nearest of some others.
fn clearance(others: &[[f64; 2]], point: [f64; 2]) -> f64 {
    others.iter().map(|&other| distance(other, point)).fold(f64::INFINITY, f64::min)
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

/// A random point of the disc. What falls beside it in the square around it is drawn again; so often in a row does
/// not happen, but a generator ends.
fn in_disc(chance: &mut Chance) -> [f64; 2] {
    let mut draw = || [2.0 * chance.unit() - 1.0, 2.0 * chance.unit() - 1.0];
    let inside = |&[x, y]: &[f64; 2]| x * x + y * y <= 1.0;
    (0..64).map(|_| draw()).find(inside).unwrap_or_default()
}

/// The cosine and the sine of no, one and two thirds of a circle. The machine's own functions may differ in their last
/// digits, and with them the map.
const THIRDS: [(f64, f64); 3] =
    [(1.0, 0.0), (-0.5, 0.866_025_403_784_438_6), (-0.5, -0.866_025_403_784_438_6)];

/// A point turned around the middle by some thirds of a circle.
fn turned([x, y]: [f64; 2], thirds: usize) -> [f64; 2] {
    let (cos, sin) = THIRDS[thirds % 3];
    [x * cos - y * sin, x * sin + y * cos]
}
