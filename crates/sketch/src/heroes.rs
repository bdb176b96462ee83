use meydan_core::Viewer;
use meydan_heroes::{
    Ability, AbilityKind, Action, Cell, Config, Direction, HeroClass, HeroView, Heroes, Name, Phase, View,
};

use crate::Sketch;
use crate::drawing::{Drawing, Grid, Look};
use crate::typed::{Offered, Seen, Typed, Words, place};

const MARGIN: usize = 3;

/// A hero's sign: its team's letter and its id.
fn sign(hero: &HeroView) -> String {
    format!("{}{}", if hero.id.is_multiple_of(2) { 'a' } else { 'b' }, hero.id)
}

impl Sketch for Heroes {
    fn sketch(config: &Config, view: &View, _: Viewer) -> Drawing {
        let (rows, columns) = (config.walls.rows(), config.walls.columns());
        // Who looks with a team's eyes sees as far as its heroes do.
        let vision = view.team.and_then(|team| view.vision.get(usize::from(team))?.as_ref());
        let mut board = Drawing::new();
        let numbers: String = (0..columns).map(|column| format!("{:<2}", column % 100)).collect();
        board.line().pad(MARGIN).put(numbers, Look::Faint);
        for row in 0..rows {
            let line = board.line();
            line.put(format!("{row:>2} "), Look::Faint);
            for column in 0..columns {
                let cell = Cell { row, column };
                let seen = vision.is_none_or(|seen| seen.contains(cell));
                let (text, look) = if config.walls.contains(cell) {
                    ("##", Look::Wall)
                } else if config.objective.contains(cell) {
                    ("()", if seen { Look::Gold } else { Look::Faint })
                } else if config.respawn[0].contains(cell) {
                    ("__", Look::Side(0))
                } else if config.respawn[1].contains(cell) {
                    ("__", Look::Side(1))
                } else if seen {
                    ("· ", Look::Faint)
                } else {
                    ("  ", Look::Faint)
                };
                line.put(text, look);
            }
        }
        let (mut focus, mut all) = (None, Vec::new());
        for (team, heroes) in view.heroes.iter().enumerate() {
            for hero in heroes {
                let Some(cell) = hero.cell else { continue };
                let (line, column) = (usize::from(cell.row) + 1, MARGIN + 2 * usize::from(cell.column));
                if let Some(line) = board.at(line) {
                    let letters = sign(hero);
                    letters.chars().enumerate().for_each(|(i, letter)| {
                        line.set(column + i, letter, Look::Bright(team as u8));
                    });
                }
                all.push((line, column));
                if view.team == Some(team as u8) {
                    focus.get_or_insert((line, column));
                }
            }
        }
        match focus {
            Some((line, column)) => board.look_at(line, column),
            None => board.look_at_all(&all),
        }
        board.lies(Grid { head: 1, margin: MARGIN, row: 1, column: 2 }).with(facts(config, view))
    }
}

fn phase(view: &View) -> String {
    match view.phase {
        Phase::Init => "before the picks".to_owned(),
        Phase::Pick => "pick".to_owned(),
        Phase::Move => format!("move phase {}", view.move_phase.unwrap_or(0) + 1),
        Phase::Action => "action phase".to_owned(),
    }
}

fn facts(config: &Config, view: &View) -> Drawing {
    let mut facts = Drawing::new();
    facts.say(format!("turn {}, {}", view.turn, phase(view)), Look::Title);
    for (team, score) in view.scores.iter().enumerate() {
        let points = view.ap[team].map_or(String::new(), |ap| format!(", {ap} action points"));
        let letter = ["a", "b"][team];
        facts.line().put(letter, Look::Side(team as u8)).put(format!(" score {score}{points}"), Look::Plain);
    }
    for (team, heroes) in view.heroes.iter().enumerate() {
        for hero in heroes {
            let most = class(config, hero.class).map_or(0, |class| class.max_hp);
            let state = match (hero.hp, hero.cell) {
                (_, _) if hero.respawn > 0 => format!("back in {} turns", hero.respawn),
                (Some(hp), Some(cell)) => format!("{hp}/{most} at {},{}", cell.row, cell.column),
                (None, Some(cell)) => format!("at {},{}", cell.row, cell.column),
                (Some(hp), None) => format!("{hp}/{most}"),
                (None, None) => "out of sight".to_owned(),
            };
            let name = hero.class.to_string().to_lowercase();
            facts.line().put(sign(hero), Look::Side(team as u8)).put(format!(" {name} {state}"), Look::Plain);
        }
    }
    facts
}

fn class(config: &Config, name: Name) -> Option<&HeroClass> {
    config.heroes.iter().find(|class| class.name == name)
}

fn ability<'a>(config: &'a Config, name: &Name) -> Option<&'a Ability> {
    config.abilities.iter().find(|ability| ability.name == *name)
}

/// An ability as people type it: its name without the class, in small letters. `SENTRY_ATTACK` is `attack`.
fn short(name: &Name) -> String {
    let full = name.to_string().to_lowercase();
    full.rsplit('_').next().unwrap_or(&full).to_owned()
}

const STEPS: [(&str, Direction, i32, i32); 4] = [
    ("up", Direction::Up, -1, 0),
    ("down", Direction::Down, 1, 0),
    ("left", Direction::Left, 0, -1),
    ("right", Direction::Right, 0, 1),
];

impl Seen<'_, Heroes> {
    fn own(&self) -> &[HeroView] {
        &self.view.heroes[self.seat.index().min(1)]
    }

    fn hero(&self, word: &str) -> Result<&HeroView, String> {
        let found = self.own().iter().find(|hero| sign(hero) == word || word.parse() == Ok(hero.id));
        let names: Vec<String> = self.own().iter().map(sign).collect();
        found.ok_or_else(|| format!("`{word}` is not a hero of yours; they are {}", names.join(", ")))
    }

    /// Action points that are left when everything planned is paid.
    fn points(&self) -> i32 {
        let cost = |act: &Action| match act {
            Action::Move { hero, .. } => {
                let hero = self.own().iter().find(|own| own.id == *hero);
                hero.and_then(|hero| class(self.config, hero.class)).map_or(0, |class| class.move_cost)
            }
            Action::Cast { ability: name, .. } => {
                ability(self.config, name).map_or(0, |ability| ability.cost)
            }
            Action::Pick { .. } | Action::Pass => 0,
        };
        self.view.ap[self.seat.index().min(1)].unwrap_or(0) - self.plan.iter().map(cost).sum::<i32>()
    }

    /// Whether a hero can go on a cell at all.
    fn is_floor(&self, row: i32, column: i32) -> bool {
        let cell = u8::try_from(row).ok().zip(u8::try_from(column).ok());
        cell.is_some_and(|(row, column)| {
            row < self.config.walls.rows()
                && column < self.config.walls.columns()
                && !self.config.walls.contains(Cell { row, column })
        })
    }

    fn steps(&self, offers: &mut Vec<Offered<Action>>) {
        for hero in self.own() {
            let moved =
                self.plan.iter().any(|act| matches!(act, Action::Move { hero: id, .. } if *id == hero.id));
            let cost = class(self.config, hero.class).map_or(0, |class| class.move_cost);
            let Some(cell) = hero.cell.filter(|_| !moved && cost <= self.points()) else { continue };
            for (word, direction, down, right) in STEPS {
                if self.is_floor(i32::from(cell.row) + down, i32::from(cell.column) + right) {
                    offers.push(Offered {
                        who: Some(sign(hero)),
                        words: format!("{} {word}", sign(hero)),
                        acts: vec![Action::Move { hero: hero.id, direction }],
                    });
                }
            }
        }
    }

    fn casts(&self, offers: &mut Vec<Offered<Action>>) {
        for hero in self.own() {
            let Some(from) = hero.cell else { continue };
            let names = class(self.config, hero.class).map_or(&[][..], |class| &class.abilities);
            for (place, name) in names.iter().enumerate() {
                let Some(ability) = ability(self.config, name) else { continue };
                let used = |act: &Action| matches!(act, Action::Cast { hero: id, ability, .. } if *id == hero.id && ability == name);
                let ready =
                    hero.cooldowns.as_ref().is_none_or(|left| left.get(place).is_none_or(|left| *left == 0));
                if !ready || ability.cost > self.points() || self.plan.iter().any(used) {
                    continue;
                }
                for (aim, cell) in self.aims(ability, from) {
                    offers.push(Offered {
                        who: Some(sign(hero)),
                        words: format!("{} {} {aim}", sign(hero), short(name)),
                        acts: vec![Action::Cast {
                            hero: hero.id,
                            ability: *name,
                            row: cell.row.into(),
                            column: cell.column.into(),
                        }],
                    });
                }
            }
        }
    }

    /// What an ability could be aimed at: heroes in reach, or the cells that a dodge leads to along a row or a column.
    fn aims(&self, ability: &Ability, from: Cell) -> Vec<(String, Cell)> {
        let team = self.seat.index().min(1);
        let reach = ability.range + ability.area;
        let side = match ability.kind {
            AbilityKind::Offensive => 1 - team,
            AbilityKind::Defensive | AbilityKind::Fortify => team,
            AbilityKind::Dodge => {
                let ends = STEPS.iter().filter_map(|(_, _, down, right)| {
                    let (row, column) = (
                        i32::from(from.row) + down * ability.range,
                        i32::from(from.column) + right * ability.range,
                    );
                    self.is_floor(row, column).then_some(Cell { row: row as u8, column: column as u8 })
                });
                return ends.map(|cell| (format!("{},{}", cell.row, cell.column), cell)).collect();
            }
        };
        let heroes = self.view.heroes[side].iter();
        let near = heroes.filter_map(|hero| Some((sign(hero), hero.cell?)));
        near.filter(|(_, cell)| cell.distance(from) <= reach).collect()
    }
}

impl Typed for Heroes {
    const HELP: &'static [Words] = &[
        ("CLASS", "pick phase: take a hero of this class, for instance `healer`"),
        ("a0 up, a0 down, a0 left, a0 right", "move phase: hero a0 takes a step"),
        (
            "a0 ABILITY TARGET",
            "action phase: use an ability on a hero or on a cell ROW,COLUMN, for instance `a0 attack b1`",
        ),
        ("go", "send the orders; whoever has none stands still"),
    ];

    fn asked(seen: &Seen<'_, Self>) -> String {
        let letter = ["a", "b"][seen.seat.index().min(1)];
        match seen.view.phase {
            Phase::Init => format!("You are team {letter}. Nothing can be ordered yet: `go`."),
            Phase::Pick => format!("You are team {letter}. Pick hero {} of 4.", seen.own().len() + 1),
            Phase::Move => format!(
                "You are team {letter}, {} action points. Move your heroes, then `go`.",
                seen.points()
            ),
            Phase::Action => {
                format!("You are team {letter}, {} action points. Use abilities, then `go`.", seen.points())
            }
        }
    }

    fn offers(seen: &Seen<'_, Self>) -> Vec<Offered<Action>> {
        let mut offers = Vec::new();
        match seen.view.phase {
            Phase::Init => {}
            Phase::Pick => offers.extend(seen.config.heroes.iter().map(|class| Offered {
                who: None,
                words: class.name.to_string().to_lowercase(),
                acts: vec![Action::Pick { class: class.name }],
            })),
            Phase::Move => seen.steps(&mut offers),
            Phase::Action => seen.casts(&mut offers),
        }
        offers
    }

    fn read(seen: &Seen<'_, Self>, words: &[&str]) -> Result<Vec<Action>, String> {
        let act = match (seen.view.phase, words) {
            (Phase::Init, _) => return Err("nothing can be ordered yet; `go` goes on".to_owned()),
            (Phase::Pick, [name] | ["pick", name]) => {
                let same = |class: &&HeroClass| class.name.as_str().eq_ignore_ascii_case(name);
                let known: Vec<String> =
                    seen.config.heroes.iter().map(|class| class.name.to_string().to_lowercase()).collect();
                let class = seen.config.heroes.iter().find(same);
                let wrong = || format!("there is no class `{name}`; there are {}", known.join(", "));
                Action::Pick { class: class.ok_or_else(wrong)?.name }
            }
            (Phase::Pick, _) => return Err("name a class, for instance `healer`".to_owned()),
            (Phase::Move, [hero, word]) => {
                let hero = seen.hero(hero)?.id;
                let step = STEPS
                    .iter()
                    .find(|(name, ..)| name == word || (word.len() == 1 && name.starts_with(word)));
                let wrong = || format!("`{word}` is not a way; type up, down, left or right");
                Action::Move { hero, direction: step.ok_or_else(wrong)?.1 }
            }
            (Phase::Move, _) => return Err("name a hero and a way, for instance `a0 up`".to_owned()),
            (Phase::Action, [hero, name, aim]) => {
                let hero = seen.hero(hero)?;
                let names = class(seen.config, hero.class).map_or(&[][..], |class| &class.abilities);
                let known: Vec<String> = names.iter().map(short).collect();
                let found =
                    names.iter().find(|own| short(own) == *name || own.as_str().eq_ignore_ascii_case(name));
                let wrong = || format!("{} has no ability `{name}`; it has {}", sign(hero), known.join(", "));
                let found = found.ok_or_else(wrong)?;
                let everybody = seen.view.heroes.iter().flatten();
                let target = everybody.filter(|hero| sign(hero) == *aim).find_map(|hero| hero.cell);
                let cell =
                    target.map(|cell| (i32::from(cell.row), i32::from(cell.column))).or_else(|| place(aim));
                let wrong =
                    || format!("`{aim}` is neither a hero in sight nor a cell like 3,4 (row, column)");
                let (row, column) = cell.ok_or_else(wrong)?;
                Action::Cast { hero: hero.id, ability: *found, row, column }
            }
            (Phase::Action, _) => {
                return Err("name a hero, an ability and a target, for instance `a0 attack b1`".to_owned());
            }
        };
        Ok(vec![act])
    }

    fn told(seen: &Seen<'_, Self>, action: &Action) -> String {
        let name = |id: u8| seen.own().iter().find(|hero| hero.id == id).map_or_else(|| id.to_string(), sign);
        match action {
            Action::Pick { class } => format!("pick {}", class.to_string().to_lowercase()),
            Action::Move { hero, direction } => {
                let word = STEPS.iter().find(|(_, way, ..)| way == direction).map_or("", |(word, ..)| word);
                format!("{} {word}", name(*hero))
            }
            Action::Cast { hero, ability, row, column } => {
                format!("{} {} at {row},{column}", name(*hero), short(ability))
            }
            Action::Pass => "pass".to_owned(),
        }
    }

    /// A pick is the only order of its window.
    fn enough(action: &Action) -> bool {
        matches!(action, Action::Pick { .. })
    }
}
