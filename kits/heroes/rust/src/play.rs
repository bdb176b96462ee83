//! What the match tells, and the calls of your AI. There is no need to change this file.

use std::cell::RefCell;
use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::ai::AI;
use crate::heroes::{
    Ability, AbilityConstants, AbilityName, At, CastAbility, Cell, Hero, HeroConstants, HeroId, HeroName,
    Map, Phase, World,
};
use crate::json::{from_json, json_names, FromJson, Json, JsonError};
use crate::meydan::Match;

/// Plays one match.
pub fn play(mut ai: AI) -> io::Result<()> {
    let mut first = Match::open()?;
    let Some(Message::Start(start)) = first.receive()? else {
        return Ok(());
    };
    let mut world = World::new(start, first);
    loop {
        let message = world.line.borrow_mut().receive()?;
        match message {
            None | Some(Message::End) => return Ok(()),
            Some(Message::Turn { window, view, errors }) => {
                errors.iter().for_each(|error| crate::log!("refused: {error}"));
                let step = view.phase;
                world.update(window, view);
                // What goes wrong there is on standard error by then; the match goes on.
                let _ = catch_unwind(AssertUnwindSafe(|| match step {
                    Step::Init => ai.pre_process(&world),
                    Step::Pick => ai.pick_turn(&world),
                    Step::Move => ai.move_turn(&world),
                    Step::Action => ai.action_turn(&world),
                }));
                world.line.borrow_mut().done(window)?;
            }
            Some(_) => {}
        }
    }
}

enum Message {
    Start(Start),
    Turn { window: u32, view: View, errors: Vec<String> },
    End,
    Other,
}

impl FromJson for Message {
    fn from_json(json: &Json) -> Result<Message, JsonError> {
        Ok(match json.member("type").text()? {
            "start" => Message::Start(Start::from_json(json)?),
            "turn" => Message::Turn {
                window: json.get("window")?,
                view: json.get("view")?,
                errors: json.get::<Option<_>>("errors")?.unwrap_or_default(),
            },
            "end" => Message::End,
            _ => Message::Other,
        })
    }
}

#[derive(Clone)]
pub(crate) struct Start {
    seat: usize,
    config: Config,
}

from_json!(Start { seat: "seat", config: "config" });

#[derive(Clone)]
struct Config {
    constants: Constants,
    walls: Vec<String>,
    respawn: [Vec<String>; 2],
    objective: Vec<String>,
    heroes: Vec<HeroConstants>,
    abilities: Vec<AbilityConstants>,
}

from_json!(Config {
    constants: "constants",
    walls: "walls",
    respawn: "respawn",
    objective: "objective",
    heroes: "heroes",
    abilities: "abilities",
});

#[derive(Clone)]
struct Constants {
    max_ap: i32,
    max_turns: i32,
    max_score: i32,
    kill_score: i32,
    objective_score: i32,
}

from_json!(Constants {
    max_ap: "max_ap",
    max_turns: "max_turns",
    max_score: "max_score",
    kill_score: "kill_score",
    objective_score: "objective_score",
});

#[derive(Clone)]
pub(crate) struct View {
    turn: i32,
    phase: Step,
    move_phase: Option<i32>,
    scores: [i32; 2],
    ap: [Option<i32>; 2],
    heroes: [Vec<Entry>; 2],
    vision: [Option<Vec<String>>; 2],
    casts: Vec<Cast>,
}

from_json!(View {
    turn: "turn",
    phase: "phase",
    move_phase: "move_phase",
    scores: "scores",
    ap: "ap",
    heroes: "heroes",
    vision: "vision",
    casts: "casts",
});

#[derive(Clone, Copy)]
enum Step {
    Init,
    Pick,
    Move,
    Action,
}

json_names!(Step { Init: "init", Pick: "pick", Move: "move", Action: "action" });

#[derive(Clone)]
struct Entry {
    id: HeroId,
    class: HeroName,
    hp: Option<i32>,
    cell: Option<At>,
    path: Vec<At>,
    respawn: i32,
    cooldowns: Option<Vec<i32>>,
}

from_json!(Entry {
    id: "id",
    class: "class",
    hp: "hp",
    cell: "cell",
    path: "path",
    respawn: "respawn",
    cooldowns: "cooldowns",
});

#[derive(Clone)]
struct Cast {
    team: usize,
    caster: Option<HeroId>,
    ability: AbilityName,
    from: Option<At>,
    to: Option<At>,
    targets: Vec<HeroId>,
}

from_json!(Cast {
    team: "team",
    caster: "caster",
    ability: "ability",
    from: "from",
    to: "to",
    targets: "targets",
});

impl World {
    pub(crate) fn new(start: Start, line: Match) -> World {
        let Start { seat, config } = start;
        World {
            map: map(&config, seat),
            my_heroes: Vec::new(),
            opp_heroes: Vec::new(),
            my_cast_abilities: Vec::new(),
            opp_cast_abilities: Vec::new(),
            hero_constants: config.heroes,
            ability_constants: config.abilities,
            ap: config.constants.max_ap,
            my_score: 0,
            opp_score: 0,
            current_turn: 0,
            current_phase: Phase::Pick,
            move_phase_num: None,
            max_score: config.constants.max_score,
            max_ap: config.constants.max_ap,
            max_turns: config.constants.max_turns,
            kill_score: config.constants.kill_score,
            objective_zone_score: config.constants.objective_score,
            me: seat,
            window: 0,
            line: RefCell::new(line),
        }
    }

    /// Takes in a fresh view.
    pub(crate) fn update(&mut self, window: u32, view: View) {
        let (me, opp) = (self.me, 1 - self.me);
        self.window = window;
        self.current_turn = view.turn;
        self.current_phase = match view.phase {
            Step::Init | Step::Pick => Phase::Pick,
            Step::Move => Phase::Move,
            Step::Action => Phase::Action,
        };
        self.move_phase_num = view.move_phase;
        self.ap = view.ap[me].unwrap_or_default();
        (self.my_score, self.opp_score) = (view.scores[me], view.scores[opp]);
        for (cells, flags) in self.map.cells.iter_mut().zip(view.vision[me].iter().flatten()) {
            for (cell, flag) in cells.iter_mut().zip(flags.bytes()) {
                cell.is_in_vision = flag == b'#';
            }
        }
        self.my_heroes = view.heroes[me].iter().map(|entry| self.made(entry)).collect();
        self.opp_heroes = view.heroes[opp].iter().map(|entry| self.made(entry)).collect();
        self.my_cast_abilities = self.casts(&view.casts, me);
        self.opp_cast_abilities = self.casts(&view.casts, opp);
    }

    fn made(&self, entry: &Entry) -> Hero {
        let known = self.hero_constants.iter().find(|known| known.name == entry.class);
        let constants = known.expect("the map has the classes of its heroes").clone();
        let ability = |(i, &name): (usize, &AbilityName)| Ability {
            constants: self.constants(name).expect("the map has the abilities of its heroes").clone(),
            rem_cooldown: entry.cooldowns.as_ref().map(|rests| rests[i]),
        };
        Hero {
            abilities: constants.ability_names.iter().enumerate().map(ability).collect(),
            constants,
            id: entry.id,
            current_hp: entry.hp,
            current_cell: entry.cell.and_then(|at| self.map.cell(at)),
            recent_path: entry.path.iter().filter_map(|at| self.map.cell(*at)).collect(),
            rem_respawn_time: entry.respawn,
        }
    }

    fn casts(&self, casts: &[Cast], team: usize) -> Vec<CastAbility> {
        let made = |cast: &Cast| CastAbility {
            caster_id: cast.caster,
            target_hero_ids: cast.targets.clone(),
            start_cell: cast.from.and_then(|at| self.map.cell(at)),
            end_cell: cast.to.and_then(|at| self.map.cell(at)),
            ability_name: cast.ability,
        };
        casts.iter().filter(|cast| cast.team == team).map(made).collect()
    }
}

fn map(config: &Config, me: usize) -> Map {
    let has = |rows: &[String], row: usize, column: usize| rows[row].as_bytes()[column] == b'#';
    let cell = |row: usize, column: usize| Cell {
        row: row as i32,
        column: column as i32,
        is_wall: has(&config.walls, row, column),
        is_in_my_respawn_zone: has(&config.respawn[me], row, column),
        is_in_opp_respawn_zone: has(&config.respawn[1 - me], row, column),
        is_in_objective_zone: has(&config.objective, row, column),
        is_in_vision: false,
    };
    let columns = config.walls[0].len();
    let cells: Vec<Vec<Cell>> =
        (0..config.walls.len()).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
    let zone = |is_in: fn(&Cell) -> bool| cells.iter().flatten().copied().filter(is_in).collect();
    Map {
        row_num: cells.len() as i32,
        column_num: columns as i32,
        my_respawn_zone: zone(|cell| cell.is_in_my_respawn_zone),
        opp_respawn_zone: zone(|cell| cell.is_in_opp_respawn_zone),
        objective_zone: zone(|cell| cell.is_in_objective_zone),
        cells,
    }
}
