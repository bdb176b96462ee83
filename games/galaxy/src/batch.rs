//! The galaxy for batches of matches: planes over the planets, values, one head of choices. `docs/python.md` has the tables.

use meydan_core::{Batch, Chance, Frame, Game, Layout, Next, Seat, Unfit, result_of_rank};

use crate::score::ROOM;
use crate::state::FREE;
use crate::{Action, Config, Event, Galaxy, Phase, PlanetId, Reply, Stage};

const PLANES: [&str; 8] = [
    "planet",
    "free",
    "troops",
    "troops / 16",
    "fort troops",
    "strategic score",
    "mine",
    "neighbours of others",
];
const TROOPS: usize = 2;
const FORTS: usize = 4;
const SCORE: usize = 5;
const MINE: usize = 6;
const BORDER: usize = 7;
/// From here on there is one plane for each other player, counted from the next one on.
const OTHERS: usize = 8;

const VALUES: [&str; 14] = [
    "turn / last",
    "it is my turn",
    "main phase",
    "stage deploy",
    "stage attack",
    "stage move",
    "stage fort",
    "my reserve / 20",
    "my fort is used",
    "troops were moved",
    "the bonus was given",
    "the last attack was won",
    "my strategic planets / enough to win",
    "best other's strategic planets / enough to win",
];

/// Choices: `next`; three numbers of troops for each planet; two kinds of attack and two of transfer for each edge and
/// direction; two kinds of fort for each planet.
const PUT: usize = 1;
/// The part of the winners that moves in.
const SHARE: f64 = 0.75;
/// The two kinds of attack: to the end, and while there are as many attackers as defenders.
const RATIOS: [f64; 2] = [0.0, 1.0];

/// More troops than this count as so many where scores are observed.
const MOST_TROOPS: i64 = 1 << 20;

/// What is worked out once for a map in a frame.
#[derive(Debug)]
pub struct Sheet {
    planets: usize,
    /// The edges in both directions.
    edges: Vec<(PlanetId, PlanetId)>,
    room: usize,
    planes: Vec<u8>,
    /// What each planet adds to its owner's score, its troops aside (spec 9).
    worth: Vec<f32>,
    choices: usize,
}

/// What a number means.
enum Meant {
    Next,
    Put(usize, usize),
    Attack(usize, usize),
    Move(usize, usize),
    Fort(usize, usize),
}

impl Sheet {
    fn meant(&self, number: usize) -> Meant {
        let mut rest = number;
        let mut part = |count: usize, of: usize| {
            let found = rest < count * of;
            let place = (rest / of, rest % of);
            rest = rest.saturating_sub(count * of);
            found.then_some(place)
        };
        if part(1, 1).is_some() {
            return Meant::Next;
        }
        if let Some((planet, kind)) = part(self.planets, 3) {
            return Meant::Put(planet, kind);
        }
        if let Some((edge, kind)) = part(self.room, 2) {
            return Meant::Attack(edge, kind);
        }
        if let Some((edge, kind)) = part(self.room, 2) {
            return Meant::Move(edge, kind);
        }
        Meant::Fort(rest / 2, rest % 2)
    }

    fn attacks(&self) -> usize {
        PUT + 3 * self.planets
    }

    fn moves(&self) -> usize {
        self.attacks() + 2 * self.room
    }

    fn forts(&self) -> usize {
        self.moves() + 2 * self.room
    }
}

impl Batch for Galaxy {
    type Sheet = Sheet;

    fn frame(config: &Config) -> Frame {
        Frame::new([
            ("planets", config.map().len()),
            ("edges", 2 * config.map().edges().len()),
            ("players", config.roster().len()),
        ])
    }

    fn layout(frame: &Frame) -> Layout {
        let (planets, edges, players) = (frame.of("planets"), frame.of("edges"), frame.of("players"));
        let mut planes: Vec<String> = PLANES.map(str::to_owned).into();
        planes.extend((1..players).map(|player| format!("player {player} after me")));
        let mut values: Vec<String> = VALUES.map(str::to_owned).into();
        values.push("my score / 10000".to_owned());
        values.extend((1..players).map(|player| format!("score / 10000 of player {player} after me")));
        let choices = PUT + 3 * planets + 4 * edges + 2 * planets;
        Layout { planes, rows: 1, cols: planets, values, heads: vec![("act".to_owned(), choices)] }
    }

    fn sheet(&self, frame: &Frame) -> Sheet {
        let map = self.map();
        let (planets, players) = (frame.of("planets"), frame.of("players"));
        let mut planes = vec![0; (OTHERS + players - 1) * planets];
        for planet in map.planets() {
            planes[planet.index()] = 1;
            planes[SCORE * planets + planet.index()] = map.score(planet).min(255) as u8;
        }
        let edges = map.planets().flat_map(|from| map.neighbours(from).iter().map(move |&to| (from, to)));
        let choices = Galaxy::layout(frame).mask_bytes();
        let worth = map.planets().map(|planet| worth(map.score(planet)) as f32).collect();
        Sheet { planets, edges: edges.collect(), room: frame.of("edges"), planes, worth, choices }
    }

    fn copy(&mut self, from: &Self) {
        self.chance.clone_from(&from.chance);
        (self.turn, self.player, self.open) = (from.turn, from.player, from.open);
        (self.phase, self.stage, self.moved, self.bonus) = (from.phase, from.stage, from.moved, from.bonus);
        (self.reply, self.winner, self.end) = (from.reply, from.winner, from.end);
        self.planets.clone_from(&from.planets);
        self.players.clone_from(&from.players);
        self.holdings.copy_from(&from.holdings);
    }

    fn reseed(&mut self, chance: Chance) {
        self.chance = chance;
    }

    fn observe(&self, sheet: &Sheet, seat: Seat, planes: &mut [u8], values: &mut [f32]) {
        planes.copy_from_slice(&sheet.planes);
        let cells = sheet.planets;
        let count = self.players.len();
        let (general, scores) = values.split_at_mut(VALUES.len());
        scores.fill(0.0);
        for (i, (planet, worth)) in self.planets.iter().zip(&sheet.worth).enumerate() {
            planes[TROOPS * cells + i] = planet.troops.clamp(0, 255) as u8;
            planes[(TROOPS + 1) * cells + i] = (planet.troops / 16).clamp(0, 255) as u8;
            planes[FORTS * cells + i] = planet.forts.clamp(0, 255) as u8;
            match planet.owner {
                FREE => planes[cells + i] = 1,
                owner if owner == seat.0 => {
                    scores[0] += worth + planet.troops.clamp(0, MOST_TROOPS) as f32;
                    planes[MINE * cells + i] = 1;
                    let id = PlanetId(i as u16);
                    let others = self
                        .map()
                        .neighbours(id)
                        .iter()
                        .filter(|&&near| self.owner(near).is_some_and(|other| other != seat));
                    planes[BORDER * cells + i] = others.count().min(255) as u8;
                }
                owner => {
                    let after = usize::from(owner) + if owner < seat.0 { count } else { 0 } - seat.index();
                    scores[after] += worth + planet.troops.clamp(0, MOST_TROOPS) as f32;
                    planes[(OTHERS + after - 1) * cells + i] = 1;
                }
            }
        }
        let flag = |yes: bool| f32::from(u8::from(yes));
        let enough = self.rules().number_of_strategic_nodes_to_win.max(1) as f32;
        let strategic = |player: usize| self.holdings.total(player).strategic as f32 / enough;
        let others = (0..count).filter(|&player| player != seat.index());
        let best = others.map(strategic).fold(0.0, f32::max);
        general.copy_from_slice(&[
            self.turn as f32 / self.rules().last_turn() as f32,
            flag(self.player == seat),
            flag(self.phase == Phase::Main),
            flag(self.stage == Stage::Deploy),
            flag(self.stage == Stage::Attack),
            flag(self.stage == Stage::Move),
            flag(self.stage == Stage::Fort),
            self.reserve(seat) as f32 / 20.0,
            flag(self.fort_used(seat)),
            flag(self.moved),
            flag(self.bonus),
            flag(self.reply == Reply::Won),
            strategic(seat.index()),
            best,
        ]);
        scores.iter_mut().for_each(|score| *score /= 10_000.0);
    }

    fn mask(&self, sheet: &Sheet, seat: Seat, mask: &mut [u8]) {
        mask.fill(0);
        if seat != self.player || self.winner.is_some() || self.end.is_some() {
            return;
        }
        mask[0] =
            u8::from(self.phase == Phase::Start || !matches!(self.stage, Stage::Finished | Stage::Placed));
        let mine = |planet: PlanetId| self.planets[planet.index()].owner == seat.0;
        let strong = |planet: PlanetId| mine(planet) && self.troops(planet) >= 2;
        match (self.phase, self.stage) {
            (phase, Stage::Deploy) => {
                let kinds = if phase == Phase::Start { 1 } else { 3 };
                if self.reserve(seat) > 0 {
                    let puts = mask[PUT..].chunks_exact_mut(3).zip(&self.planets);
                    for (put, _) in puts.filter(|(_, planet)| planet.owner == FREE || planet.owner == seat.0)
                    {
                        put[..kinds].fill(1);
                    }
                }
            }
            (Phase::Main, Stage::Attack) => {
                let attacks = mask[sheet.attacks()..].chunks_exact_mut(2).zip(&sheet.edges);
                for (attack, &(from, to)) in attacks {
                    let theirs = self.owner(to).is_some_and(|owner| owner != seat);
                    attack.fill(u8::from(strong(from) && theirs));
                }
            }
            (Phase::Main, Stage::Move) if !self.moved => {
                let moves = mask[sheet.moves()..].chunks_exact_mut(2).zip(&sheet.edges);
                moves.for_each(|(way, &(from, to))| way.fill(u8::from(strong(from) && mine(to))));
            }
            (Phase::Main, Stage::Fort) if !self.fort_used(seat) => {
                let forts = mask[sheet.forts()..].chunks_exact_mut(2).zip(self.map().planets());
                forts.for_each(|(fort, planet)| fort.fill(u8::from(strong(planet))));
            }
            _ => {}
        }
    }

    // Every act of the dialogue is a choice of its own. In the start phase the turn ends with its one troop.
    fn choose(
        &mut self,
        sheet: &Sheet,
        seat: Seat,
        choice: &[i32],
        log: &mut Vec<Event>,
    ) -> Result<Next, Unfit> {
        let number = usize::try_from(choice[0]).ok().filter(|&number| number < sheet.choices).ok_or(Unfit)?;
        let planet = |planet: usize| Some(PlanetId(planet as u16)).filter(|_| planet < self.planets.len());
        // Half of the troops, and all but one.
        let some = |planet: PlanetId, kind: usize| {
            let troops = self.troops(planet);
            if kind == 0 { troops / 2 } else { troops - 1 }
        };
        let action = match sheet.meant(number) {
            Meant::Next => Action::Next,
            Meant::Put(on, kind) => {
                let on = planet(on).ok_or(Unfit)?;
                match self.phase {
                    Phase::Start if kind > 0 => return Err(Unfit),
                    Phase::Start => Action::place(on),
                    Phase::Main => {
                        let reserve = self.players.get(seat.index()).map_or(0, |player| player.reserve);
                        Action::deploy(on, [1, (reserve + 1) / 2, reserve][kind])
                    }
                }
            }
            Meant::Attack(edge, kind) => {
                let &(from, to) = sheet.edges.get(edge).ok_or(Unfit)?;
                Action::attack(from, to, RATIOS[kind], SHARE)
            }
            Meant::Move(edge, kind) => {
                let &(from, to) = sheet.edges.get(edge).ok_or(Unfit)?;
                Action::transfer(from, to, some(from, kind))
            }
            Meant::Fort(on, kind) => {
                let on = planet(on).ok_or(Unfit)?;
                let troops = some(on, kind);
                // `official` takes a fort of nothing; nobody means that.
                if troops < 1 {
                    return Err(Unfit);
                }
                Action::fort(on, troops)
            }
        };
        // `official` gives a free planet away for no troops at all; nobody means that either.
        if matches!(action, Action::Deploy { troops: ..1, .. }) {
            return Err(Unfit);
        }
        let next = self.act(seat, action, log).map_err(|_| Unfit)?;
        if matches!(action, Action::Place { .. }) && next == Next::More {
            return self.act(seat, Action::Next, log).map_err(|_| Unfit);
        }
        Ok(next)
    }

    // The score, compared with the mean of the others.
    fn gain(&self, seat: Seat) -> f32 {
        let (mut mine, mut theirs) = (0, 0);
        self.add_scores(|player, score| if player == seat.index() { mine += score } else { theirs += score });
        (mine as f32 - theirs as f32 / (self.players.len().max(2) - 1) as f32) / 10_000.0
    }

    fn results(&self, out: &mut [f32]) -> bool {
        if self.end.is_none() {
            return false;
        }
        let mut room = ROOM;
        let scores = self.final_scores(&mut room);
        let rank = |of: i64| 1 + scores.iter().filter(|&&score| score > of).count();
        let worst = scores.iter().map(|&score| rank(score)).max().unwrap_or(1);
        for (result, &score) in out.iter_mut().zip(scores) {
            *result = result_of_rank(rank(score), worst);
        }
        true
    }
}

impl Galaxy {
    /// Tells what every planet adds to whose score (spec 9).
    fn add_scores(&self, mut add: impl FnMut(usize, i64)) {
        for (planet, id) in self.planets.iter().zip(self.map().planets()) {
            if planet.owner != FREE {
                let troops = planet.troops.clamp(0, MOST_TROOPS);
                add(usize::from(planet.owner), worth(self.map().score(id)) + troops);
            }
        }
    }
}

/// What a planet adds to its owner's score, its troops aside (spec 9).
fn worth(score: u32) -> i64 {
    1000 + if score == 0 { 0 } else { 3000 / i64::from(score) }
}
