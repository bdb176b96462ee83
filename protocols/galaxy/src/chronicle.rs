//! The files the original wrote at the end of a match (spec 11), made from the events.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jiff::Zoned;
use meydan_core::trace::Entry;
use meydan_core::{Outcome, Seat};
use meydan_galaxy::{Action, Config, Event, Galaxy, MatchEnd, PlanetId, Stage, TurnEnd};
use meydan_referee::Recorder;
use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::ser::Formatter;

/// What happened in a match, folded from its events.
#[derive(Clone, Debug)]
pub struct Chronicle {
    owners: Vec<i32>,
    troops: Vec<i64>,
    forts: Vec<i64>,
    player: Seat,
    turn_number: u32,
    last_start_turn: u32,
    initialize: Vec<(u8, PlanetId)>,
    turns: Vec<(u32, Turn)>,
    turn: Turn,
    scores: Vec<i64>,
    names: Vec<Option<String>>,
    debug: Debug,
}

/// One turn of the main phase as the replay file has it.
#[derive(Clone, Debug, Default, Serialize)]
struct Turn {
    nodes_owner: Vec<i32>,
    troop_count: Vec<i64>,
    add_troop: Vec<(PlanetId, i64)>,
    attack: Vec<Attack>,
    fortify: Transfer,
    fort: Vec<i64>,
}

#[derive(Clone, Debug, Serialize)]
struct Attack {
    attacker: PlanetId,
    target: PlanetId,
    new_troop_count_attacker: i64,
    new_troop_count_target: i64,
    new_target_owner: Seat,
    new_fort_troop: i64,
}

/// The transfer of a turn; an empty object if there was none.
#[derive(Clone, Debug, Default)]
struct Transfer {
    troops: i64,
    path: Vec<PlanetId>,
}

impl Serialize for Transfer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !self.path.is_empty() {
            map.serialize_entry("number_of_troops", &self.troops)?;
            map.serialize_entry("path", &self.path)?;
        }
        map.end()
    }
}

/// The text log, free in form.
#[derive(Clone, Debug)]
struct Debug {
    on: bool,
    dice: bool,
    text: String,
}

impl Chronicle {
    /// A chronicle of a match that begins.
    pub fn new(config: &Config, debug: bool, debug_dice: bool) -> Chronicle {
        let planets = config.map().len();
        let mut chronicle = Chronicle {
            owners: vec![-1; planets],
            troops: vec![0; planets],
            forts: vec![0; planets],
            player: Seat((1 % u32::from(config.rules().number_of_players)) as u8),
            turn_number: 1,
            last_start_turn: config.rules().last_start_turn(),
            initialize: Vec::new(),
            turns: Vec::new(),
            turn: Turn::default(),
            scores: Vec::new(),
            names: Vec::new(),
            debug: Debug { on: debug, dice: debug && debug_dice, text: String::new() },
        };
        chronicle.begin_turn();
        chronicle
    }

    /// With what the players are called; the text log begins with it.
    pub fn with_names(mut self, names: &[Option<String>]) -> Chronicle {
        self.names = names.to_vec();
        let told = std::mem::take(&mut self.debug.text);
        for (player, name) in names.iter().enumerate() {
            if let Some(name) = name {
                self.debug.line(format_args!("player {player} is {name}"));
            }
        }
        self.debug.text += &told;
        self
    }

    /// A player with its name, if it has one.
    fn called(&self, player: Seat) -> String {
        match self.names.get(player.index()) {
            Some(Some(name)) => format!("player {player} ({name})"),
            _ => format!("player {player}"),
        }
    }

    /// Takes the next event.
    pub fn event(&mut self, event: &Event) {
        match *event {
            Event::TurnStarted { turn, player, income } => {
                (self.turn_number, self.player) = (turn, player);
                self.begin_turn();
                self.debug.line(format_args!("player {player} receives {income} troops"));
            }
            Event::Placed { planet, .. } => {
                self.owners[planet.index()] = i32::from(self.player.0);
                self.troops[planet.index()] += 1;
                self.initialize.push((self.player.0, planet));
                self.debug.line(format_args!("player {} put one troop on node {planet}", self.player));
            }
            Event::Deployed { planet, troops, .. } => {
                self.owners[planet.index()] = i32::from(self.player.0);
                self.troops[planet.index()] += troops;
                self.turn.add_troop.push((planet, troops));
                self.debug.line(format_args!("player {} put {troops} troops on node {planet}", self.player));
            }
            Event::Claimed { planet, .. } => self.owners[planet.index()] = i32::from(self.player.0),
            Event::Attacked { from, to, .. } => {
                self.debug.line(format_args!("player {} attacks node {to} from node {from}", self.player));
            }
            Event::Rolled { attacker, defender } => {
                if self.debug.dice {
                    self.debug.line(format_args!("dice {attacker:?} against {defender:?}"));
                }
            }
            Event::Fought { from, to, won, owner, from_troops, to_troops, to_forts } => {
                self.owners[to.index()] = i32::from(owner.0);
                self.troops[from.index()] = from_troops;
                self.troops[to.index()] = to_troops;
                self.forts[to.index()] = to_forts;
                self.turn.attack.push(Attack {
                    attacker: from,
                    target: to,
                    new_troop_count_attacker: from_troops,
                    new_troop_count_target: to_troops,
                    new_target_owner: owner,
                    new_fort_troop: to_forts,
                });
                let how = if won { "won" } else { "not won" };
                self.debug
                    .line(format_args!("{how}: node {from} has {from_troops}, node {to} has {to_troops}"));
            }
            Event::Stumbled { .. } => self.debug.line(format_args!("the attack came to nothing")),
            Event::Moved { from, to, troops, .. } => {
                self.troops[from.index()] -= troops;
                self.troops[to.index()] += troops;
                self.turn.fortify.troops = troops;
                self.debug.line(format_args!("{troops} troops go from node {from} to node {to}"));
            }
            Event::Passed { planet } => self.turn.fortify.path.push(planet),
            Event::Fortified { planet, troops, forts, .. } => {
                self.troops[planet.index()] -= troops;
                self.forts[planet.index()] = forts;
                self.debug.line(format_args!("player {} fortifies node {planet} with {troops}", self.player));
            }
            Event::StageChanged { stage } => self.stage_changed(stage),
            Event::TurnEnded { turn, why } => self.end_turn(turn, why),
            Event::Ended { why, winner } => {
                let why = match why {
                    MatchEnd::Strategic => "by strategic nodes",
                    MatchEnd::Turns => "by its length",
                };
                let who = winner.map_or_else(
                    || "nobody wins".to_owned(),
                    |winner| format!("{} wins", self.called(winner)),
                );
                self.debug.line(format_args!("the match ended {why}, {who}"));
            }
            Event::Scored { player, score } => {
                self.scores.push(score);
                let who = self.called(player);
                self.debug.line(format_args!("{who} has {score} points"));
            }
        }
    }

    fn stage_changed(&mut self, stage: Stage) {
        self.debug.line(format_args!("stage {stage}"));
    }

    /// A player printed something.
    pub fn printed(&mut self, player: Seat, text: &str) {
        self.debug.line(format_args!("player {player} prints: {}", text.trim_end()));
    }

    fn begin_turn(&mut self) {
        self.turn =
            Turn { nodes_owner: self.owners.clone(), troop_count: self.troops.clone(), ..Turn::default() };
        self.debug.line(format_args!("-- turn {} of player {}", self.turn_number, self.player));
    }

    /// Every turn of the main phase has an entry, even an idle one.
    fn end_turn(&mut self, turn: u32, why: TurnEnd) {
        let mut entry = std::mem::take(&mut self.turn);
        entry.fort = self.forts.clone();
        if turn > self.last_start_turn {
            self.turns.push((turn, entry));
        }
        if why == TurnEnd::Timeout {
            self.debug.line(format_args!("time is up"));
        }
    }

    /// The replay file that the contest's viewer reads.
    pub fn log(&self) -> String {
        #[derive(Serialize)]
        struct Log<'a> {
            initialize: &'a [(u8, PlanetId)],
            turns: Turns<'a>,
            score: &'a [i64],
        }
        struct Turns<'a>(&'a [(u32, Turn)]);
        impl Serialize for Turns<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(turn, entry)| (format!("turn{turn}"), entry)))
            }
        }
        python_json(&Log { initialize: &self.initialize, turns: Turns(&self.turns), score: &self.scores })
    }

    /// The result file.
    pub fn result(&self, config: &Config) -> String {
        struct Result<'a>(&'a Chronicle, &'a Config);
        impl Serialize for Result<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                let Result(chronicle, config) = self;
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("node_owners", &chronicle.owners)?;
                map.serialize_entry("troop_count", &chronicle.troops)?;
                map.serialize_entry("turn_number", &chronicle.turn_number)?;
                map.serialize_entry("score", &chronicle.scores)?;
                for player in 0..config.rules().number_of_players {
                    let held = |planet: PlanetId| chronicle.owners[planet.index()] == i32::from(player);
                    let count = config.map().strategic().iter().filter(|s| held(s.planet)).count();
                    map.serialize_entry(&format!("player{player} strategic nodes"), &count)?;
                }
                map.end()
            }
        }
        python_json(&Result(self, config))
    }
}

impl Debug {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        if self.on {
            let _ = writeln!(self.text, "{line}");
        }
    }
}

/// JSON in Python's default layout.
fn python_json(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Python);
    value.serialize(&mut serializer).expect("memory can be written and the keys are texts");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

struct Python;

impl Formatter for Python {
    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// Writes the files when the match is over.
pub(crate) struct Files {
    chronicle: Chronicle,
    config: Config,
    folder: PathBuf,
    /// Whether the match has ended.
    over: bool,
}

impl Drop for Files {
    fn drop(&mut self) {
        if !self.over {
            let place = self.folder.display();
            eprintln!(
                "the match did not end, so none of its files is written to {place}: they are all written at its end"
            );
        }
    }
}

impl Files {
    pub(crate) fn new(chronicle: Chronicle, config: Config, folder: PathBuf) -> Files {
        Files { chronicle, config, folder, over: false }
    }

    fn write(&self) -> io::Result<()> {
        let name = Zoned::now().strftime("%Y-%m-%d-%H-%M-%S").to_string();
        write_new(&self.folder.join("log"), &name, "json", &self.chronicle.log())?;
        write_new(&self.folder.join("result_log"), &name, "json", &self.chronicle.result(&self.config))?;
        if self.chronicle.debug.on {
            write_new(&self.folder.join("debug_log"), &name, "txt", &self.chronicle.debug.text)?;
        }
        Ok(())
    }
}

/// Writes a file under a name of its own; the original would overwrite one of the same second.
fn write_new(folder: &Path, name: &str, ending: &str, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let names = std::iter::once(name.to_owned()).chain((2..100).map(|number| format!("{name}-{number}")));
    for name in names {
        match fs::File::create_new(folder.join(format!("{name}.{ending}"))) {
            Ok(mut file) => return file.write_all(text.as_bytes()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

impl Recorder<Galaxy> for Files {
    fn entry(&mut self, entry: &Entry<Action>, events: &[Event], _: &Galaxy) {
        if let Entry::Stderr(seat, text) = entry {
            self.chronicle.printed(*seat, text);
        }
        events.iter().for_each(|event| self.chronicle.event(event));
    }

    fn end(&mut self, _: &Outcome, _: &Galaxy) {
        self.over = true;
        if let Err(error) = self.write() {
            // A match never fails by its files; whoever asked for them reads this.
            eprintln!("the files of the match cannot be written to {}: {error}", self.folder.display());
        }
    }
}
