//! Reads a log file of the contest (spec 11). It tells turns and no map, so the map comes with it.

use std::collections::BTreeMap;

use meydan_core::{Chance, Game, Outcome, Seat, Seed, Terms, Viewer};
use meydan_galaxy::{Config, Event, Galaxy, MatchEnd, Phase, PlanetId, Reply, Stage, TurnEnd, View};
use meydan_referee::{Chapter, Tale, TaleError};
use serde::Deserialize;

/// Whether the file looks like such a log.
pub fn is_log(file: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&file[..file.len().min(256)]).into_owned();
    start.trim_start().starts_with('{') && start.contains("\"initialize\"")
}

#[derive(Deserialize)]
struct Log {
    initialize: Vec<(u8, u16)>,
    turns: BTreeMap<String, Turn>,
    #[serde(default)]
    score: Vec<i64>,
}

#[derive(Deserialize)]
struct Turn {
    nodes_owner: Vec<i32>,
    troop_count: Vec<i64>,
    #[serde(default)]
    add_troop: Vec<(u16, i64)>,
    #[serde(default)]
    attack: Vec<Attack>,
    #[serde(default)]
    fortify: Transfer,
    #[serde(default)]
    fort: Vec<i64>,
}

#[derive(Deserialize)]
struct Attack {
    attacker: u16,
    target: u16,
    new_troop_count_attacker: i64,
    new_troop_count_target: i64,
    new_target_owner: u8,
    #[serde(default)]
    new_fort_troop: i64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Transfer {
    number_of_troops: i64,
    path: Vec<u16>,
}

/// Tells the match of a log on the map that it was played on.
pub fn tale(file: &[u8], map: &[u8]) -> Result<Tale<Galaxy>, TaleError> {
    let terms = Terms { ruleset: "official".into(), ..Terms::default() };
    let config = Config::read(map, &terms).map_err(|error| TaleError(error.to_string()))?;
    let log: Log = serde_json::from_slice(file)
        .map_err(|error| TaleError(format!("the log cannot be read: {error}")))?;
    let game = Galaxy::new(&config, Chance::new(Seed(0))).map_err(|error| TaleError(error.to_string()))?;
    let mut turns = Vec::new();
    for (name, turn) in log.turns {
        let number = name.strip_prefix("turn").and_then(|number| number.parse::<u32>().ok());
        let number = number.ok_or_else(|| TaleError(format!("the log has no turn `{name}`")))?;
        check(&config, number, &turn)?;
        turns.push((number, turn));
    }
    turns.sort_by_key(|(number, _)| *number);
    let mut teller = Teller::new(&config, game.view(Viewer::Spectator));
    teller.start_phase(&log.initialize)?;
    for (place, (number, turn)) in turns.iter().enumerate() {
        teller.turn(*number, turn, turns.get(place + 1).map(|(_, next)| next));
    }
    let outcome = teller.end(game.roster(), &log.score);
    let names = game.roster().seats().map(|seat| format!("player {seat}")).collect();
    Ok(Tale { config: config.clone(), ruleset: "official", names, chapters: teller.chapters, outcome })
}

/// Refuses a turn that does not fit the map.
fn check(config: &Config, number: u32, turn: &Turn) -> Result<(), TaleError> {
    let planets = config.map().len();
    let on_map = |&planet: &u16| usize::from(planet) < planets;
    let named = turn.add_troop.iter().map(|(planet, _)| planet).chain(&turn.fortify.path);
    let fought = turn.attack.iter().flat_map(|attack| [&attack.attacker, &attack.target]);
    let players = i32::from(config.rules().number_of_players);
    let fits = number <= config.rules().last_turn()
        && turn.nodes_owner.len() == planets
        && turn.troop_count.len() == planets
        && (turn.fort.is_empty() || turn.fort.len() == planets)
        && turn.nodes_owner.iter().all(|&owner| owner < players)
        && turn.attack.iter().all(|attack| i32::from(attack.new_target_owner) < players)
        && named.chain(fought).all(on_map);
    if !fits {
        return Err(TaleError(format!(
            "turn {number} of the log is not of this map, which has {planets} nodes"
        )));
    }
    // Another map may have as many nodes; nobody attacks where there is no way.
    let apart = |attack: &&Attack| !config.map().adjacent(PlanetId(attack.attacker), PlanetId(attack.target));
    match turn.attack.iter().find(apart) {
        None => Ok(()),
        Some(Attack { attacker, target, .. }) => Err(TaleError(format!(
            "turn {number} of the log attacks node {target} from node {attacker}, which are not connected on this map; give the map of that match"
        ))),
    }
}

struct Teller<'a> {
    config: &'a Config,
    view: View,
    events: Vec<Event>,
    chapters: Vec<Chapter<Galaxy>>,
}

impl<'a> Teller<'a> {
    fn new(config: &'a Config, mut view: View) -> Teller<'a> {
        // Reserves and who has a fort left are not in the log.
        view.reserves.fill(None);
        view.fort_used.fill(None);
        Teller { config, view, events: Vec::new(), chapters: Vec::new() }
    }

    fn player(&self, turn: u32) -> Seat {
        Seat((turn % u32::from(self.config.rules().number_of_players)) as u8)
    }

    /// The log has who placed a troop, in order; who did not shows by whose turn it would have been.
    fn start_phase(&mut self, placed: &[(u8, u16)]) -> Result<(), TaleError> {
        let mut placed = placed.iter().peekable();
        for turn in 1..=self.config.rules().last_start_turn() {
            let player = self.player(turn);
            if let Some(&(_, planet)) = placed.next_if(|(who, _)| *who == player.0) {
                let there = usize::from(planet);
                let owner = self.view.owners.get_mut(there);
                *owner.ok_or_else(|| TaleError(format!("the map has no node {planet}")))? = Some(player);
                self.view.troops[there] += 1;
                self.events.push(Event::Placed { player, planet: PlanetId(planet) });
            }
            self.close(turn, TurnEnd::Done);
        }
        Ok(())
    }

    fn turn(&mut self, number: u32, turn: &Turn, next: Option<&Turn>) {
        let player = self.player(number);
        (self.view.turn, self.view.player, self.view.phase) = (number, player, Phase::Main);
        self.stand(&turn.nodes_owner, &turn.troop_count);
        let before = self.view.forts.clone();
        for &(planet, troops) in &turn.add_troop {
            self.view.owners[usize::from(planet)] = Some(player);
            self.add(planet, troops);
            self.events.push(Event::Deployed { player, planet: PlanetId(planet), troops });
        }
        for attack in &turn.attack {
            let (from, to) = (usize::from(attack.attacker), usize::from(attack.target));
            let owner = Seat(attack.new_target_owner);
            let won = owner == player && self.view.owners[to] != Some(player);
            self.view.owners[to] = Some(owner);
            self.view.troops[from] = attack.new_troop_count_attacker;
            self.view.troops[to] = attack.new_troop_count_target;
            self.view.forts[to] = attack.new_fort_troop;
            let (from, to) = (PlanetId(attack.attacker), PlanetId(attack.target));
            self.events.push(Event::Attacked { player, from, to });
            self.events.push(Event::Fought {
                from,
                to,
                won,
                owner,
                from_troops: attack.new_troop_count_attacker,
                to_troops: attack.new_troop_count_target,
                to_forts: attack.new_fort_troop,
            });
        }
        if let (Some(&from), Some(&to)) = (turn.fortify.path.first(), turn.fortify.path.last()) {
            let troops = turn.fortify.number_of_troops;
            self.add(from, troops.saturating_neg());
            self.add(to, troops);
            self.events.push(Event::Moved { player, from: PlanetId(from), to: PlanetId(to), troops });
            self.events
                .extend(turn.fortify.path.iter().map(|&planet| Event::Passed { planet: PlanetId(planet) }));
        }
        self.forts(player, turn, &before, next);
        if let Some(next) = next {
            self.stand(&next.nodes_owner, &next.troop_count);
        }
        self.close(number, TurnEnd::Done);
    }

    /// Building a fort is not logged; it shows in what the planets have.
    fn forts(&mut self, player: Seat, turn: &Turn, before: &[i64], next: Option<&Turn>) {
        for (there, &forts) in turn.fort.iter().enumerate() {
            if forts > before[there] && forts > self.view.forts[there] {
                let left = next.map_or(self.view.troops[there], |next| next.troop_count[there]);
                let troops = self.view.troops[there].saturating_sub(left);
                let planet = PlanetId(there as u16);
                self.events.push(Event::Fortified { player, planet, troops, forts });
                self.view.troops[there] = left;
                self.view.fort_used[player.index()] = Some(true);
            }
            self.view.forts[there] = forts;
        }
    }

    fn add(&mut self, planet: u16, troops: i64) {
        let there = &mut self.view.troops[usize::from(planet)];
        *there = there.saturating_add(troops);
    }

    fn stand(&mut self, owners: &[i32], troops: &[i64]) {
        let owner = |&owner: &i32| u8::try_from(owner).ok().map(Seat);
        self.view.owners = owners.iter().map(owner).collect();
        self.view.troops = troops.to_vec();
    }

    /// A turn is over and the next begins.
    fn close(&mut self, turn: u32, why: TurnEnd) {
        let clock = if self.view.phase == Phase::Start { "init" } else { "turn" };
        let asked = vec![self.player(turn)];
        self.events.push(Event::TurnEnded { turn, why });
        let next = self.player(turn + 1);
        let main = turn >= self.config.rules().last_start_turn();
        let phase = if main { Phase::Main } else { Phase::Start };
        (self.view.turn, self.view.player, self.view.phase) = (turn + 1, next, phase);
        (self.view.stage, self.view.reply) = (Stage::Deploy, Reply::Plain);
        self.view.scores = self.scores();
        let events = std::mem::take(&mut self.events);
        self.chapters.push(Chapter { clock, asked, events, view: self.view.clone() });
    }

    /// The scores as the board stands (spec 9).
    fn scores(&self) -> Vec<i64> {
        let mut scores = vec![0_i64; self.view.scores.len()];
        for planet in self.config.map().planets() {
            let Some(owner) = self.view.owners[planet.index()] else { continue };
            let strategic = match self.config.map().score(planet) {
                0 => 0,
                score => 3000 / i64::from(score),
            };
            let score = &mut scores[owner.index()];
            *score = score.saturating_add(1000 + strategic).saturating_add(self.view.troops[planet.index()]);
        }
        scores
    }

    fn end(&mut self, roster: &meydan_core::Roster, told: &[i64]) -> Option<Outcome> {
        let last = self.chapters.last_mut().filter(|_| told.len() == roster.sides().count())?;
        // Whoever won by strategic nodes has the points of all besides its own.
        let winner = told.iter().zip(&last.view.scores).position(|(told, counted)| told > counted);
        let winner = winner.map(|winner| Seat(winner as u8));
        let (why, reason) = match winner {
            Some(_) => (MatchEnd::Strategic, "strategic"),
            None => (MatchEnd::Turns, "turns"),
        };
        last.events.push(Event::Ended { why, winner });
        (last.view.scores, last.view.decided) = (told.to_vec(), true);
        let score = |side: meydan_core::Side| told[side.index()];
        Some(Outcome::rank_sides(roster, reason, score, |a, b| score(b).cmp(&score(a))))
    }
}
