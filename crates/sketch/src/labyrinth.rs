use meydan_core::Viewer;
use meydan_labyrinth::{Action, Board, Cell, Config, Dir, Labyrinth, Lie, Standing, View, Wall};

use crate::Sketch;
use crate::drawing::{Drawing, Grid, Look};
use crate::picture::{Look as Piece, Overlay, Picture};
use crate::typed::{Offered, Seen, Typed, Words};

impl Sketch for Labyrinth {
    fn sketch(config: &Config, view: &View, _: Viewer) -> Drawing {
        let Ok(board) = Board::new(config) else { return Drawing::new() };
        let picture = Picture::new(&board, view, &Overlay::default());
        let margin = picture.margin();
        let mut drawing = Drawing::new();
        let numbers = drawing.line();
        numbers.pad(margin + picture.width());
        for column in 0..picture.width() {
            for (place, digit) in picture.number_at(column).iter().flat_map(|text| text.chars().enumerate()) {
                numbers.set(margin + column + place, digit, Look::Faint);
            }
        }
        for line in 0..picture.height() {
            let number = if line % 2 == 1 { (line / 2).to_string() } else { String::new() };
            let drawn = drawing.line();
            drawn.put(format!("{number:>width$} ", width = margin - 1), Look::Faint);
            for column in 0..picture.width() {
                let (letter, piece) = picture.at(line, column);
                drawn.put(letter.encode_utf8(&mut [0; 4]), look(piece));
            }
        }
        if let Some(runner) = view.turn.and_then(|turn| view.runners.get(turn as usize)) {
            let (line, column) = Picture::place(runner.at);
            drawing.look_at(line + 1, column + margin);
        }
        drawing.lies(Grid { head: 1, margin, row: 2, column: 4 }).with(facts(view))
    }
}

fn look(piece: Piece) -> Look {
    match piece {
        Piece::Floor => Look::Plain,
        Piece::Post | Piece::From => Look::Faint,
        Piece::Wall => Look::Wall,
        Piece::Runner { number, acts: true } => Look::Bright((number % 6) as u8),
        Piece::Runner { number, acts: false } => Look::Side((number % 6) as u8),
        Piece::Hunter | Piece::Caught | Piece::Cursor { legal: false } => Look::Alarm,
        Piece::Core | Piece::Hint => Look::Gold,
        Piece::Box | Piece::Temporary { .. } | Piece::To { .. } | Piece::Cursor { .. } => Look::Title,
    }
}

fn facts(view: &View) -> Drawing {
    let mut facts = Drawing::new();
    facts.say(format!("round {}", view.round), Look::Title);
    facts.say(format!("{} of {} at the core", view.arrived, view.needed), Look::Plain);
    for (number, runner) in view.runners.iter().enumerate() {
        let status = match runner.status {
            Standing::On => format!("walls left: {}", runner.walls),
            Standing::Arrived => "arrived".to_owned(),
            Standing::Caught => "caught".to_owned(),
        };
        facts
            .line()
            .put(format!("R{number}"), Look::Side(number as u8 % 6))
            .put(format!(" {status}"), Look::Plain);
    }
    facts
        .line()
        .put("H", Look::Alarm)
        .put(" hunter  ", Look::Plain)
        .put("✦", Look::Gold)
        .put(" core", Look::Plain);
    facts
}

const DIRS: [(&str, Dir); 4] =
    [("up", Dir::Up), ("down", Dir::Down), ("left", Dir::Left), ("right", Dir::Right)];

impl Typed for Labyrinth {
    const HELP: &'static [Words] = &[
        ("up, down, left, right", "one step; the first letter is enough"),
        ("stay", "nothing"),
        ("wall ROW COL h|v", "a temporary wall under a cell (h) or to its right (v)"),
        ("push HUNTER ROW COL", "the push that a box gave: put a hunter on an open cell beside it"),
    ];

    fn asked(seen: &Seen<'_, Self>) -> String {
        let number = seen.view.turn.unwrap_or(seen.seat.0.into());
        match seen.view.push {
            Some(_) => {
                format!("You are R{number}, and a box gave you a push: put a hunter on a cell beside it.")
            }
            None => format!("You are R{number}: step towards the core ✦, or put up a wall."),
        }
    }

    fn offers(seen: &Seen<'_, Self>) -> Vec<Offered<Action>> {
        let offer = |words: String, act: Action| Offered { who: None, words, acts: vec![act] };
        let Ok(board) = Board::new(seen.config) else { return Vec::new() };
        let free = |from: Cell, dir: Dir| {
            let wall = match dir {
                Dir::Up => Wall::under(from.row - 1, from.col),
                Dir::Down => Wall::under(from.row, from.col),
                Dir::Left => Wall::right_of(from.row, from.col - 1),
                Dir::Right => Wall::right_of(from.row, from.col),
            };
            let open = board.find(from).is_some_and(|at| board.open[usize::from(at)] & dir.bit() != 0);
            open && !seen.view.walls.iter().any(|other| other.wall() == wall)
        };
        if seen.view.push.is_some() {
            let hunters = (0u32..).zip(&seen.view.hunters);
            let pushes = hunters.flat_map(|(hunter, &at)| DIRS.map(|(_, dir)| (hunter, at, dir)));
            let open = pushes.filter(|&(_, at, dir)| free(at, dir)).map(|(hunter, at, dir)| {
                let to = at.step(dir);
                offer(format!("push {hunter} {} {}", to.row, to.col), Action::Push { hunter, to })
            });
            return open.collect();
        }
        let Some(runner) = seen.view.turn.and_then(|turn| seen.view.runners.get(turn as usize)) else {
            return Vec::new();
        };
        let steps = DIRS.iter().filter(|(_, dir)| free(runner.at, *dir));
        let mut offers: Vec<_> =
            steps.map(|&(word, dir)| offer(word.to_owned(), Action::Move(dir))).collect();
        offers.push(offer("stay".to_owned(), Action::Stay));
        offers
    }

    fn read(_: &Seen<'_, Self>, words: &[&str]) -> Result<Vec<Action>, String> {
        let number = |word: &str| word.parse().map_err(|_| format!("`{word}` is not a number"));
        let act = match words {
            [word]
                if DIRS
                    .iter()
                    .any(|(name, _)| name == word || (word.len() == 1 && name.starts_with(word))) =>
            {
                let found = DIRS.iter().find(|(name, _)| name.starts_with(word));
                found.map_or(Action::Stay, |(_, dir)| Action::Move(*dir))
            }
            ["stay"] => Action::Stay,
            ["wall", row, col, lie] => Action::Wall(Wall {
                row: number(row)?,
                col: number(col)?,
                dir: match *lie {
                    "h" => Lie::Horizontal,
                    "v" => Lie::Vertical,
                    _ => return Err("a wall lies `h` (under the cell) or `v` (to its right)".to_owned()),
                },
            }),
            ["push", hunter, row, col] => Action::Push {
                hunter: hunter
                    .parse()
                    .map_err(|_| format!("`{hunter}` is not a hunter; they count from 0"))?,
                to: Cell::new(number(row)?, number(col)?),
            },
            _ => return Err("type a way, `stay`, or `wall ROW COL h`; `help` says more".to_owned()),
        };
        Ok(vec![act])
    }

    fn told(_: &Seen<'_, Self>, action: &Action) -> String {
        match action {
            Action::Move(dir) => {
                format!("step {}", DIRS.iter().find(|(_, d)| d == dir).map_or("", |(name, _)| name))
            }
            Action::Wall(wall) => format!("wall at row {}, column {}", wall.row, wall.col),
            Action::Stay => "stay".to_owned(),
            Action::Push { hunter, to } => {
                format!("push hunter {hunter} to row {}, column {}", to.row, to.col)
            }
        }
    }
}
