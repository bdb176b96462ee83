use meydan_core::Viewer;
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId, Reply, Stage, View};

use crate::Sketch;
use crate::canvas::Canvas;
use crate::drawing::{Drawing, Grid, Look};
use crate::typed::{Offered, Seen, Typed, Words};

const WIDTH: usize = 78;
const HEIGHT: usize = 13;

impl Sketch for Galaxy {
    fn sketch(config: &Config, view: &View, _: Viewer) -> Drawing {
        let map = config.map();
        let place = |planet: PlanetId| map.positions().get(planet.index()).copied().unwrap_or_default();
        let mut canvas = Canvas::new(WIDTH, HEIGHT, map.planets().map(place));
        for [from, to] in map.edges() {
            canvas.way(place(*from), place(*to));
        }
        let mut left_out = Vec::new();
        for planet in map.planets() {
            let i = planet.index();
            let strategic = if map.score(planet) > 0 { "*" } else { "" };
            let (label, look) = match view.owners[i] {
                None => (format!("{i}{strategic}"), Look::Faint),
                Some(owner) => {
                    let letter = char::from(b'a' + owner.0 % 26);
                    let fort = if view.forts[i] > 0 { format!("+{}", view.forts[i]) } else { String::new() };
                    (format!("{i}{strategic}{letter}{}{fort}", view.troops[i]), Look::Side(owner.0))
                }
            };
            if !canvas.label(place(planet), &label, look) {
                left_out.push(label);
            }
        }
        let mut drawing = Drawing::new();
        let phase = if view.phase == Phase::Start { "start" } else { "main" };
        let letter = char::from(b'a' + view.player.0 % 26);
        let state = format!("turn {}, {phase} phase, player {letter}: {}", view.turn, stage(view.stage));
        drawing.say(state, Look::Title);
        let mut facts = facts(config, view);
        if !left_out.is_empty() {
            facts.say(format!("no room on the map for {}", left_out.join(", ")), Look::Plain);
        }
        let mut drawing = drawing.under(canvas.drawing());
        // Where there is little room, the strongest planet of whoever is to act stays in sight.
        let own = map.planets().filter(|planet| view.owners[planet.index()] == Some(view.player));
        if let Some(planet) = own.max_by_key(|planet| view.troops[planet.index()]) {
            let (column, line) = canvas.spot(place(planet));
            drawing.look_at(line + 1, column);
        }
        drawing.lies(Grid { head: 1, ..Grid::default() }).with(facts)
    }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Deploy => "put troops on planets",
        Stage::Attack => "attack",
        Stage::Move => "move troops once",
        Stage::Fort => "build the fort",
        Stage::Finished | Stage::Placed => "done",
    }
}

fn facts(config: &Config, view: &View) -> Drawing {
    let mut facts = Drawing::new();
    for (number, score) in view.scores.iter().enumerate() {
        let own = || {
            (0..view.owners.len()).filter(|&i| view.owners[i].is_some_and(|owner| owner.index() == number))
        };
        let troops: i64 =
            own().map(|i| view.troops[i].saturating_add(view.forts[i])).fold(0, i64::saturating_add);
        let stars = own().filter(|&i| config.map().score(PlanetId(i as u16)) > 0).count();
        let reserve =
            view.reserves[number].map_or(String::new(), |reserve| format!(", {reserve} in reserve"));
        let line = facts.line();
        line.put(char::from(b'a' + (number % 26) as u8).to_string(), Look::Side(number as u8));
        let (planets, troops) = (count(own().count() as i64, "planet"), count(troops, "troop"));
        line.put(format!(": score {score}, {planets} ({stars} strategic *), {troops}{reserve}"), Look::Plain);
    }
    facts
}

fn count(number: i64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

impl Seen<'_, Galaxy> {
    fn owned(&self, planet: PlanetId) -> bool {
        self.view.owners[planet.index()] == Some(self.seat)
    }

    fn troops(&self, planet: PlanetId) -> i64 {
        self.view.troops[planet.index()]
    }

    fn strong(&self) -> impl Iterator<Item = PlanetId> + '_ {
        self.config.map().planets().filter(|&planet| self.owned(planet) && self.troops(planet) >= 2)
    }
}

/// The part of the winners that moves in, and how long an attack goes on, where nobody says otherwise.
const SHARE: f64 = 0.75;
const RATIO: f64 = 1.0;

impl Typed for Galaxy {
    const HELP: &'static [Words] = &[
        ("place PLANET", "start phase: a troop on a free planet or one of yours; it ends your turn"),
        ("deploy PLANET TROOPS", "troops from your reserve on a free planet or one of yours"),
        (
            "attack FROM TO [RATIO] [SHARE]",
            "goes on while there are RATIO attackers for a defender (1; 0 is to the end); SHARE of the winners moves in (0.75)",
        ),
        ("move FROM TO TROOPS", "once a turn, between planets of yours that hang together"),
        ("fort PLANET TROOPS", "once a match: turns troops into twice as many that only defend"),
        ("next", "the next stage: deploy, attack, move, fort, and the turn is over"),
    ];

    fn asked(seen: &Seen<'_, Self>) -> String {
        let letter = char::from(b'a' + seen.seat.0 % 26);
        let reply = match seen.view.reply {
            Reply::Won => " The attack was won.",
            Reply::NotWon => " The attack was lost.",
            _ => "",
        };
        let reserve = count(seen.view.reserve(), "troop");
        let stage = stage(seen.view.stage);
        format!("You are player {letter}, {reserve} in reserve: {stage}, or `next`.{reply}")
    }

    fn free(config: &Self::Config) -> usize {
        config.map().planets().map(|planet| planet.index() + 1).max().unwrap_or(1)
    }

    fn offers(seen: &Seen<'_, Self>) -> Vec<Offered<Action>> {
        let offer = |words: String, acts: Vec<Action>| Offered { who: None, words, acts };
        let (map, reserve) = (seen.config.map(), seen.view.reserve());
        let open = || {
            map.planets()
                .filter(|planet| seen.view.owners[planet.index()].is_none_or(|owner| owner == seen.seat))
        };
        let mut offers: Vec<_> = match (seen.view.phase, seen.view.stage) {
            (Phase::Start, Stage::Deploy) if reserve > 0 => open()
                .map(|planet| {
                    let i = planet.index();
                    offer(format!("place {i}"), vec![Action::place(planet), Action::Next])
                })
                .collect(),
            (Phase::Main, Stage::Deploy) if reserve > 0 => open()
                .map(|planet| {
                    offer(
                        format!("deploy {} {reserve}", planet.index()),
                        vec![Action::deploy(planet, reserve)],
                    )
                })
                .collect(),
            (Phase::Main, Stage::Attack) => seen
                .strong()
                .flat_map(|from| map.neighbours(from).iter().map(move |&to| (from, to)))
                .filter(|(_, to)| seen.view.owners[to.index()].is_some_and(|owner| owner != seen.seat))
                .map(|(from, to)| {
                    let words = format!("attack {} {}", from.index(), to.index());
                    offer(words, vec![Action::attack(from, to, RATIO, SHARE)])
                })
                .collect(),
            (Phase::Main, Stage::Move) if !seen.view.moved => seen
                .strong()
                .flat_map(|from| map.neighbours(from).iter().map(move |&to| (from, to)))
                .filter(|(_, to)| seen.owned(*to))
                .map(|(from, to)| {
                    let all = seen.troops(from) - 1;
                    let words = format!("move {} {} {all}", from.index(), to.index());
                    offer(words, vec![Action::transfer(from, to, all)])
                })
                .collect(),
            (Phase::Main, Stage::Fort)
                if seen.view.fort_used.get(seen.seat.index()) == Some(&Some(false)) =>
            {
                seen.strong()
                    .map(|planet| {
                        let all = seen.troops(planet) - 1;
                        offer(format!("fort {} {all}", planet.index()), vec![Action::fort(planet, all)])
                    })
                    .collect()
            }
            _ => Vec::new(),
        };
        offers.push(offer("next".to_owned(), vec![Action::Next]));
        offers
    }

    fn read(seen: &Seen<'_, Self>, words: &[&str]) -> Result<Vec<Action>, String> {
        let whole = |word: &str| word.parse::<i64>().map_err(|_| format!("`{word}` is not a whole number"));
        let part = |word: Option<&&str>, default: f64| match word {
            None => Ok(default),
            Some(word) => word.parse::<f64>().map_err(|_| format!("`{word}` is not a number")),
        };
        let acts = match words {
            ["place", planet] => vec![Action::place(whole(planet)?), Action::Next],
            ["deploy" | "put", planet] => vec![Action::deploy(whole(planet)?, seen.view.reserve())],
            ["deploy" | "put", planet, troops] => vec![Action::deploy(whole(planet)?, whole(troops)?)],
            ["attack", from, to, rest @ ..] if rest.len() <= 2 => {
                let (ratio, share) = (part(rest.first(), RATIO)?, part(rest.get(1), SHARE)?);
                vec![Action::attack(whole(from)?, whole(to)?, ratio, share)]
            }
            ["move", from, to, troops] => vec![Action::transfer(whole(from)?, whole(to)?, whole(troops)?)],
            ["fort", planet, troops] => vec![Action::fort(whole(planet)?, whole(troops)?)],
            ["next"] => vec![Action::Next],
            _ => return Err("type for instance `attack 3 5` or `next`; `help` says more".to_owned()),
        };
        Ok(acts)
    }

    fn told(_: &Seen<'_, Self>, action: &Action) -> String {
        match action {
            Action::Place { planet } => format!("place a troop on {planet}"),
            Action::Deploy { planet, troops } => format!("deploy {troops} on {planet}"),
            Action::Attack { from, to, .. } | Action::Feint { from, to, .. } => {
                format!("attack {to} from {from}")
            }
            Action::Move { from, to, troops } => format!("move {troops} from {from} to {to}"),
            Action::Fort { planet, troops } => format!("fort of {troops} on {planet}"),
            Action::Next => "next".to_owned(),
        }
    }
}
