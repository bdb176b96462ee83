//! The contest's replay file, `graphic.log` (spec 15): a JSON array that is valid after every write.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use meydan_core::trace::Entry;
use meydan_core::{Game, Outcome, Viewer};
use meydan_heroes::{Action, Config, Direction, Event, Heroes, Name, Phase, View};

use crate::wire::{Limits, close_list, push_abilities, push_class, push_constants, push_map, quoted};

/// Tells a match in the entries of the original's replay file.
#[derive(Debug)]
pub struct GraphicLog {
    config: Config,
    /// The phase whose window closes next.
    phase: Phase,
}

impl GraphicLog {
    /// The log of a match and its first entry.
    pub fn new(config: &Config, limits: Limits) -> (GraphicLog, String) {
        let mut out = String::from("{");
        push_constants(&mut out, config, limits);
        push_map(&mut out, config, ["isInFirstRespawnZone", "isInSecondRespawnZone"]);
        out.push_str(",\"heroConstants\":[");
        for class in &config.heroes {
            let [first, second] = pair_of(class.name);
            push_class(&mut out, config, class.name, first);
            push_class(&mut out, config, class.name, second);
        }
        close_list(&mut out);
        push_abilities(&mut out, config);
        out.push('}');
        (GraphicLog { config: config.clone(), phase: Phase::Init }, entry("init", &out))
    }

    /// What a closed window adds: its events, and what a spectator sees after it.
    pub fn window(&mut self, events: &[Event], after: &View) -> Vec<String> {
        let closed = std::mem::replace(&mut self.phase, after.phase);
        match closed {
            Phase::Pick if after.phase == Phase::Move => vec![self.pick(after)],
            Phase::Move => moves(events, after).into_iter().collect(),
            Phase::Action => vec![self.action(events), self.status(events, after)],
            Phase::Init | Phase::Pick => Vec::new(),
        }
    }

    /// The last entry.
    pub fn end(&self, outcome: &Outcome, last: &View) -> String {
        let winner = match outcome.winners().as_slice() {
            [side] => i64::from(side.0),
            _ => -1,
        };
        let [first, second] = last.used_ap.map(|used| used.unwrap_or(0));
        entry(
            "end",
            &format!(
                "{{\"scores\":[{},{}],\"usedAPs\":[{first},{second}],\"winner\":{winner}}}",
                last.scores[0], last.scores[1]
            ),
        )
    }

    fn pick(&self, after: &View) -> String {
        let mut out = String::from("{\"heroes\":[");
        for (team, heroes) in after.heroes.iter().enumerate() {
            out.push('[');
            for hero in heroes {
                let name = quoted(display_name(hero.class, team));
                if let Some(cell) = hero.cell {
                    let (row, column) = (cell.row, cell.column);
                    out.push_str(&format!(
                        "{{\"id\":{},\"name\":{name},\"row\":{row},\"column\":{column}}},",
                        hero.id
                    ));
                }
            }
            close_list(&mut out);
            out.push(',');
        }
        close_list(&mut out);
        out.push('}');
        entry("pick", &out)
    }

    fn action(&self, events: &[Event]) -> String {
        let mut out = String::from("{\"actions\":[");
        for event in events {
            if let Event::Cast { hero, ability, from, to, .. } = event {
                out.push_str(&format!(
                    "{{\"id\":{hero},\"rowDistance\":{},\"columnDistance\":{},\"ability\":{}}},",
                    i32::from(to.row) - i32::from(from.row),
                    i32::from(to.column) - i32::from(from.column),
                    quoted(ability.as_str())
                ));
            }
        }
        close_list(&mut out);
        out.push('}');
        entry("action", &out)
    }

    fn status(&self, events: &[Event], after: &View) -> String {
        let mut out = String::from("{\"heroes\":[");
        for hero in after.heroes.iter().flatten() {
            out.push_str(&format!(
                "{{\"id\":{},\"currentHP\":{},\"remRespawnTime\":{},\"remainingCooldowns\":[",
                hero.id,
                hero.hp.unwrap_or(0),
                hero.respawn
            ));
            let names = self.config.hero(hero.class).map_or(&[][..], |class| &class.abilities);
            let cooldowns = hero.cooldowns.iter().flat_map(|cooldowns| cooldowns.iter());
            for (name, left) in names.iter().zip(cooldowns) {
                out.push_str(&format!("{{\"ability\":{},\"num\":{left}}},", quoted(name.as_str())));
            }
            close_list(&mut out);
            out.push_str("},");
        }
        close_list(&mut out);
        out.push_str(",\"respawnedHeroes\":[");
        for event in events {
            if let Event::Spawned { hero, cell } = event {
                out.push_str(&format!("{{\"id\":{hero},\"row\":{},\"column\":{}}},", cell.row, cell.column));
            }
        }
        close_list(&mut out);
        out.push_str(&format!(",\"scores\":[{},{}]}}", after.scores[0], after.scores[1]));
        entry("status", &out)
    }
}

/// A move phase in which nobody moved is left out.
fn moves(events: &[Event], after: &View) -> Option<String> {
    let mut letters = [b'n'; 8];
    for event in events {
        if let Event::Moved { hero, from, to } = event {
            let direction = match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
                (std::cmp::Ordering::Less, _) => Direction::Up,
                (std::cmp::Ordering::Greater, _) => Direction::Down,
                (_, std::cmp::Ordering::Less) => Direction::Left,
                _ => Direction::Right,
            };
            letters[usize::from(*hero)] = match direction {
                Direction::Up => b'u',
                Direction::Down => b'd',
                Direction::Left => b'l',
                Direction::Right => b'r',
            };
        }
    }
    let moved = letters.iter().any(|&letter| letter != b'n');
    let [first, second] = after.ap.map(|ap| ap.unwrap_or(0));
    let letters = String::from_utf8_lossy(&letters);
    moved.then(|| entry("move", &format!("{{\"movements\":\"{letters}\",\"currentAP\":[{first},{second}]}}")))
}

fn entry(name: &str, argument: &str) -> String {
    format!("{{\"name\":\"{name}\",\"args\":[{argument}]}}")
}

/// The names under which the contest's viewer knows a class, in the order in which `init` lists them.
fn pair_of(class: Name) -> [&'static str; 2] {
    match class.as_str() {
        "SENTRY" => ["Ancient Warrior", "Mechanical Golem"],
        "BLASTER" => ["Red Demon", "Slayer"],
        "GUARDIAN" => ["Big Ork", "Elemental Golem"],
        "HEALER" => ["Ancient Queen", "Mystic"],
        "SHADOW" => ["Spirit Demon", "Evil God"],
        _ => ["", ""],
    }
}

/// The class that the contest's viewer knows under this name.
pub(crate) fn class_of_display(shown: &str) -> Option<&'static str> {
    ["SENTRY", "BLASTER", "GUARDIAN", "HEALER", "SHADOW"]
        .into_iter()
        .find(|class| Name::new(class).is_some_and(|class| pair_of(class).contains(&shown)))
}

/// The name of a team's hero.
fn display_name(class: Name, team: usize) -> &'static str {
    let [first, second] = pair_of(class);
    // The pairs are not in team order throughout.
    let swapped = matches!(class.as_str(), "BLASTER" | "GUARDIAN" | "SHADOW");
    if (team == 0) == swapped { second } else { first }
}

/// Writes the replay file while the match is played. Trouble with the file ends the file, never the match.
#[derive(Debug)]
pub struct GraphicRecorder {
    log: GraphicLog,
    path: PathBuf,
    /// The first entry, until the match begins: a file of an earlier match is kept that long.
    first: Option<String>,
    /// `None`: it cannot be written any more.
    file: Option<File>,
}

impl GraphicRecorder {
    /// Looks whether the file can be written.
    pub fn create(path: &Path, config: &Config, limits: Limits) -> io::Result<GraphicRecorder> {
        let (log, first) = GraphicLog::new(config, limits);
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        Ok(GraphicRecorder { log, path: path.to_owned(), first: Some(first), file: Some(file) })
    }

    /// Starts the file with its first entry, in place of what it held.
    pub fn begin(&mut self) {
        self.append(&[]);
    }

    fn append(&mut self, entries: &[String]) {
        let Some(file) = &mut self.file else { return };
        let mut write = || {
            if let Some(first) = self.first.take() {
                file.set_len(0)?;
                file.write_all(format!("[{first}]").as_bytes())?;
            }
            for entry in entries {
                // The last byte is the array's end; it moves behind the new entry.
                let end = file.seek(SeekFrom::End(-1))?;
                if let Err(error) = file.write_all(format!(",\n{entry}]").as_bytes()) {
                    // What was written so far is still a whole array, where the disk lets it be one.
                    file.set_len(end)?;
                    file.seek(SeekFrom::End(0))?;
                    file.write_all(b"]")?;
                    return Err(error);
                }
            }
            Ok(())
        };
        if let Err(error) = write() {
            eprintln!("{} cannot be written any more: {error}", self.path.display());
            self.file = None;
        }
    }
}

impl meydan_referee::Recorder<Heroes> for GraphicRecorder {
    fn entry(&mut self, entry: &Entry<Action>, events: &[Event], game: &Heroes) {
        if let Entry::Close(_) = entry {
            let entries = self.log.window(events, &game.view(Viewer::Spectator));
            self.append(&entries);
        }
    }

    fn end(&mut self, outcome: &Outcome, game: &Heroes) {
        let last = self.log.end(outcome, &game.view(Viewer::Spectator));
        self.append(&[last]);
    }
}
