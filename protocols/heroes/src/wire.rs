//! What the server sends, byte for byte as the original does: keys in its order, absent values left out, no blanks,
//! a NUL at the end.

use meydan_heroes::{
    AbilityKind, Cell, CellSet, Config, HeroView, MOST_ABILITIES, Name, Phase, Ruleset, TEAM_SIZE, View,
};

use crate::pen::{LONGEST_PIECE, Pen, Piece};

/// The match is over.
pub const SHUTDOWN: &[u8] = b"{\"name\":\"shutdown\",\"args\":[]}\0";

/// No slot is free for this token. The original never answers; its clients understand this all the same.
pub const WRONG_TOKEN: &[u8] = b"{\"name\":\"wrong token\",\"args\":[]}\0";

/// The time limits that `init` announces, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Before the first pick.
    pub preprocess: u64,
    /// The first move phase of a turn.
    pub first_move: u64,
    /// Everything else.
    pub normal: u64,
}

impl Limits {
    /// The limits of a ruleset (spec 13).
    pub fn of(ruleset: Ruleset) -> Limits {
        match ruleset {
            Ruleset::Document => Limits { preprocess: 5000, first_move: 500, normal: 200 },
            Ruleset::Official => Limits { preprocess: 5150, first_move: 1150, normal: 850 },
        }
    }
}

/// Writes the frames for one team. What never changes is made beforehand; only numbers and flags are filled in.
#[derive(Debug)]
pub struct Frames {
    team: usize,
    init: Vec<u8>,
    /// What stands before, between and after the cells' vision flags.
    cells: Vec<Piece>,
    classes: Vec<ClassText>,
    /// What follows a cast's targets and cells, by ability.
    abilities: Vec<(Name, Piece)>,
    pen: Pen,
}

#[derive(Debug)]
struct ClassText {
    name: Name,
    /// What follows the id of a hero in a `pick`, and in a `turn`.
    pick: Piece,
    turn: Piece,
    /// What stands before each cooldown.
    cooldowns: Vec<Piece>,
}

/// Room for everything in a `turn` but cells, heroes and casts.
const AROUND: usize = 400;

/// Room for a hero without its path, and for a cell of the path.
const HERO: usize = 200 + MOST_ABILITIES * LONGEST_PIECE;
const PLACE: usize = 40;

/// Room for a cast.
const CAST: usize = 400;

impl Frames {
    /// The frames of a match for a team.
    pub fn new(config: &Config, team: usize, limits: Limits) -> Frames {
        let classes = config.heroes.iter().map(|class| {
            let name = quoted(class.name.as_str());
            let cooldown = |(i, ability): (usize, &Name)| {
                let before = if i == 0 { ",\"cooldowns\":[" } else { "," };
                Piece::new(&format!("{before}{{\"name\":{},\"remCooldown\":", quoted(ability.as_str())))
            };
            ClassText {
                name: class.name,
                pick: Piece::new(&format!(",\"type\":{name}}},")),
                turn: Piece::new(&format!(",\"type\":{name},\"currentHP\":")),
                cooldowns: class.abilities.iter().enumerate().map(cooldown).collect(),
            }
        });
        let abilities = config.abilities.iter().map(|ability| {
            let name = quoted(ability.name.as_str());
            (ability.name, Piece::new(&format!(",\"abilityName\":{name}}},")))
        });
        Frames {
            team,
            init: format!("{{\"name\":\"init\",\"args\":[{}]}}\0", init(config, team, limits)).into_bytes(),
            cells: cell_pieces(config, team),
            classes: classes.collect(),
            abilities: abilities.collect(),
            pen: Pen::default(),
        }
    }

    /// What the team is sent when a phase opens, the NUL included.
    pub fn open(&mut self, view: &View) -> &[u8] {
        match view.phase {
            Phase::Init => return &self.init,
            Phase::Pick => self.pick(view),
            Phase::Move | Phase::Action => self.turn(view),
        }
        self.pen.text(b"}]}\0").written()
    }

    fn pick(&mut self, view: &View) {
        let pen = &mut self.pen;
        pen.start();
        pen.reserve(AROUND + 2 * TEAM_SIZE * LONGEST_PIECE);
        pen.text(b"{\"name\":\"pick\",\"args\":[{\"myHeroes\":[");
        for hero in &view.heroes[self.team] {
            pen.text(b"{\"id\":").number(hero.id.into()).piece(&class_of(&self.classes, hero.class).pick);
        }
        pen.drop_comma().text(b"],\"oppHeroes\":[");
        for hero in &view.heroes[1 - self.team] {
            pen.text(b"{\"id\":").number(hero.id.into()).piece(&class_of(&self.classes, hero.class).pick);
        }
        pen.drop_comma().text(b"],\"currentTurn\":").number(view.turn.into());
    }

    fn turn(&mut self, view: &View) {
        let (me, foe) = (self.team, 1 - self.team);
        let pen = &mut self.pen;
        pen.start();
        pen.reserve(2 * AROUND + self.cells.len() * (LONGEST_PIECE + 5));
        pen.text(b"{\"name\":\"turn\",\"args\":[{\"myScore\":").number(view.scores[me]);
        pen.text(b",\"oppScore\":").number(view.scores[foe]).text(b",\"currentPhase\":\"");
        if view.phase == Phase::Move {
            pen.text(b"MOVE")
        } else {
            pen.text(b"ACTION")
        };
        pen.text(b"\",\"movePhaseNum\":").number(view.move_phase.map_or(-1, i64::from));
        pen.text(b",\"currentTurn\":").number(view.turn.into());
        pen.text(b",\"AP\":").number(view.ap[me].unwrap_or(0).into());
        self.vision(view.vision[me].as_ref());
        self.pen.text(b"\"myHeroes\":[");
        view.heroes[me].iter().for_each(|hero| self.hero(hero));
        self.pen.drop_comma().text(b"],\"oppHeroes\":[");
        view.heroes[foe].iter().for_each(|hero| self.hero(hero));
        self.pen.drop_comma().text(b"],\"myCastAbilities\":[");
        self.casts(view, me);
        self.pen.drop_comma().text(b"],\"oppCastAbilities\":[");
        self.casts(view, foe);
        self.pen.reserve(AROUND);
        self.pen.drop_comma().text(b"],\"maxOvertime\":").number(view.max_overtime.into());
        self.pen.text(b",\"remainingOvertime\":").number(view.remaining_overtime.into());
    }

    fn vision(&mut self, vision: Option<&CellSet>) {
        let mut pieces = self.cells.iter();
        if let Some(vision) = vision {
            for row in 0..vision.rows() {
                let mut bits = vision.row_bits(row);
                for piece in pieces.by_ref().take(vision.columns().into()) {
                    self.pen.piece(piece).flag(bits & 1 == 1);
                    bits >>= 1;
                }
            }
        }
        for piece in pieces {
            self.pen.piece(piece);
        }
    }

    fn hero(&mut self, hero: &HeroView) {
        let class = class_of(&self.classes, hero.class);
        let pen = &mut self.pen;
        pen.reserve(AROUND + HERO + hero.path.len() * PLACE);
        pen.text(b"{\"id\":").number(hero.id.into()).piece(&class.turn);
        pen.number(hero.hp.unwrap_or(-1).into());
        if let Some(cooldowns) = &hero.cooldowns {
            if class.cooldowns.is_empty() {
                pen.text(b",\"cooldowns\":[");
            }
            for (before, left) in class.cooldowns.iter().zip(cooldowns.iter()) {
                pen.piece(before).number((*left).into()).text(b"}");
            }
            pen.text(b"]");
        }
        if let Some(cell) = hero.cell {
            place(pen.text(b",\"currentCell\":"), cell);
        }
        pen.text(b",\"recentPath\":[");
        for &cell in hero.path.iter() {
            place(pen, cell).text(b",");
        }
        pen.drop_comma().text(b"],\"respawnTime\":").number(hero.respawn.into()).text(b"},");
    }

    fn casts(&mut self, view: &View, team: usize) {
        for cast in view.casts.iter().filter(|cast| usize::from(cast.team) == team) {
            let pen = &mut self.pen;
            pen.reserve(AROUND + CAST);
            pen.text(b"{\"casterId\":")
                .number(cast.caster.map_or(-1, i64::from))
                .text(b",\"targetHeroIds\":[");
            for &target in cast.targets.iter() {
                pen.number(target.into()).text(b",");
            }
            pen.drop_comma().text(b"]");
            if let Some(cell) = cast.from {
                place(pen.text(b",\"startCell\":"), cell);
            }
            if let Some(cell) = cast.to {
                place(pen.text(b",\"endCell\":"), cell);
            }
            let ability = self.abilities.iter().find(|(name, _)| *name == cast.ability);
            pen.piece(&ability.expect("a view names only abilities of its config").1);
        }
    }
}

fn place(pen: &mut Pen, cell: Cell) -> &mut Pen {
    pen.text(b"{\"row\":").number(cell.row.into()).text(b",\"column\":").number(cell.column.into()).text(b"}")
}

fn class_of(classes: &[ClassText], name: Name) -> &ClassText {
    classes.iter().find(|class| class.name == name).expect("a view names only classes of its config")
}

/// The text around the vision flags of a `turn`, from before `"map"` to after it.
fn cell_pieces(config: &Config, team: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut before = String::from(",\"map\":[");
    for row in 0..config.rows() {
        before.push('[');
        for column in 0..config.columns() {
            let cell = Cell { row, column };
            before.push_str(&format!(
                "{{\"isWall\":{},\"isInMyRespawnZone\":{},\"isInOppRespawnZone\":{},\"isInObjectiveZone\":{},\"isInVision\":",
                config.walls.contains(cell),
                config.respawn[team].contains(cell),
                config.respawn[1 - team].contains(cell),
                config.objective.contains(cell)
            ));
            pieces.push(Piece::new(&before));
            before = format!(",\"row\":{row},\"column\":{column}}}");
            before.push(if column + 1 == config.columns() { ']' } else { ',' });
        }
        before.push(',');
    }
    pieces.push(Piece::new(&format!("{}],", before.trim_end_matches(','))));
    pieces
}

/// The argument of `init`.
fn init(config: &Config, team: usize, limits: Limits) -> String {
    let mut out = String::from("{");
    push_constants(&mut out, config, limits);
    out.push_str(",\"heroConstants\":[");
    for class in &config.heroes {
        push_class(&mut out, config, class.name, class.name.as_str());
    }
    close_list(&mut out);
    push_abilities(&mut out, config);
    // Team 1 gets the two zones in the other order, not only with the other meaning.
    let zones = ["isInMyRespawnZone", "isInOppRespawnZone"];
    push_map(&mut out, config, if team == 0 { zones } else { [zones[1], zones[0]] });
    out.push('}');
    out
}

/// `"gameConstants":{…}`, the limits last.
pub(crate) fn push_constants(out: &mut String, config: &Config, limits: Limits) {
    out.push_str("\"gameConstants\":{");
    for (key, value) in &config.map_constants {
        out.push_str(&format!("{}:{value},", quoted(key)));
    }
    let Limits { preprocess, first_move, normal } = limits;
    out.push_str(&format!(
        "\"preprocessTimeout\":{preprocess},\"firstMoveTimeout\":{first_move},\"normalTimeout\":{normal}}}"
    ));
}

/// One element of `heroConstants` and a comma, under another name if need be.
pub(crate) fn push_class(out: &mut String, config: &Config, class: Name, name: &str) {
    let Some(class) = config.hero(class) else { return };
    let abilities: Vec<String> = class.abilities.iter().map(|name| quoted(name.as_str())).collect();
    out.push_str(&format!(
        "{{\"name\":{},\"abilityNames\":[{}],\"maxHP\":{},\"moveAPCost\":{},\"respawnTime\":{}}},",
        quoted(name),
        abilities.join(","),
        class.max_hp,
        class.move_cost,
        class.respawn_time
    ));
}

/// `,"abilityConstants":[…]`. Clients do not know fortify: it is announced as defensive.
pub(crate) fn push_abilities(out: &mut String, config: &Config) {
    out.push_str(",\"abilityConstants\":[");
    for ability in &config.abilities {
        let kind = match ability.kind {
            AbilityKind::Offensive => "OFFENSIVE",
            AbilityKind::Defensive | AbilityKind::Fortify => "DEFENSIVE",
            AbilityKind::Dodge => "DODGE",
        };
        out.push_str(&format!(
            "{{\"name\":{},\"type\":\"{kind}\",\"range\":{},\"APCost\":{},\"cooldown\":{},\"areaOfEffect\":{},\"power\":{},\"isLobbing\":{},\"isPiercing\":{}}},",
            quoted(ability.name.as_str()),
            ability.range,
            ability.cost,
            ability.cooldown,
            ability.area,
            ability.power,
            ability.lobbing,
            ability.piercing
        ));
    }
    close_list(out);
}

/// `,"map":{…}` with the keys for the zones of team 0 and team 1.
pub(crate) fn push_map(out: &mut String, config: &Config, zones: [&str; 2]) {
    out.push_str(&format!(
        ",\"map\":{{\"rowNum\":{},\"columnNum\":{},\"cells\":[",
        config.rows(),
        config.columns()
    ));
    for row in 0..config.rows() {
        out.push('[');
        for column in 0..config.columns() {
            let cell = Cell { row, column };
            out.push_str(&format!(
                "{{\"isWall\":{},\"{}\":{},\"{}\":{},\"isInObjectiveZone\":{},\"row\":{row},\"column\":{column}}},",
                config.walls.contains(cell),
                zones[0],
                config.respawn[0].contains(cell),
                zones[1],
                config.respawn[1].contains(cell),
                config.objective.contains(cell)
            ));
        }
        close_list(out);
        out.push(',');
    }
    close_list(out);
    out.push('}');
}

/// Ends a list whose elements each end with a comma.
pub(crate) fn close_list(out: &mut String) {
    if out.ends_with(',') {
        out.pop();
    }
    out.push(']');
}

/// The text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text is JSON")
}
