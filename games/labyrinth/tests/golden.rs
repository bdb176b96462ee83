//! Every recorded game, step by step: the state, the events and the reason of every refusal.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Next, Seat, Status, Viewer};
use meydan_labyrinth::{Action, Cell, Config, Dir, Event, Labyrinth, Lie, Standing, Wall};
use meydan_testkit::golden;
use serde_json::{Value, json};

#[test]
fn recorded_games_are_reproduced() {
    let folder = golden::folder(env!("CARGO_MANIFEST_DIR"));
    let files = golden::files(&folder, ".json");
    assert!(!files.is_empty(), "there is no trace in {folder:?}");
    let mut steps = 0;
    for file in &files {
        let trace: Value = serde_json::from_slice(&golden::bytes(file)).unwrap();
        steps += replay(&trace, &file.display().to_string());
    }
    println!("labyrinth: compared {} traces, {steps} steps", files.len());
}

fn replay(trace: &Value, name: &str) -> usize {
    let mut game = Labyrinth::new(&config(&trace["board"]), Chance::scripted([])).unwrap();
    let steps = trace["steps"].as_array().unwrap();
    for (number, step) in steps.iter().enumerate() {
        let here = format!("{name}, step {number}: {} by {}", step["action"], step["runner"]);
        let draws = step["draws"].as_array().unwrap();
        game.chance_mut().feed(draws.iter().map(|draw| draw[0].as_f64().unwrap()));
        let before = game.hash();
        let mut log = Vec::new();
        let seat = Seat(step["runner"].as_u64().unwrap() as u8);
        let answer = game.act(seat, action(&step["action"]), &mut log);
        let reason = answer.as_ref().err().map(|rejection| rejection.reason());
        assert_eq!(step["illegal"].as_str(), reason, "{here}");
        match answer {
            Err(_) => assert_eq!(game.hash(), before, "{here}: a refused action changes nothing"),
            Ok(next) => {
                assert!(matches!(game.status(), Status::Waiting(_)), "{here}: only a close ends the match");
                if next == Next::Done {
                    game.close(&mut log);
                }
            }
        }
        assert_eq!(game.chance_mut().left(), 0, "{here}: every recorded draw is drawn");
        let events: Vec<Value> = log.iter().filter_map(event).collect();
        compare(&step["events"], &json!(events), &here);
        compare(&step["state"], &state(&game), &here);
    }
    steps.len()
}

fn compare(wanted: &Value, found: &Value, here: &str) {
    if let Some(difference) = golden::difference(wanted, found) {
        panic!("{here}: {difference}");
    }
}

fn number(value: &Value) -> i32 {
    value.as_i64().unwrap() as i32
}

fn cell(value: &Value) -> Cell {
    Cell::new(number(&value[0]), number(&value[1]))
}

fn wall(value: &Value, first: usize) -> Wall {
    let dir = if value[first + 2] == "H" { Lie::Horizontal } else { Lie::Vertical };
    Wall { row: number(&value[first]), col: number(&value[first + 1]), dir }
}

fn config(board: &Value) -> Config {
    let cells = |name: &str| board[name].as_array().unwrap().iter().map(cell).collect::<Vec<_>>();
    Config {
        rows: number(&board["rows"]) as u32,
        cols: number(&board["cols"]) as u32,
        core: cell(&board["core"]),
        runners: cells("runners"),
        hunters: cells("hunters"),
        walls: board["walls"].as_array().unwrap().iter().map(|w| wall(w, 0)).collect(),
        boxes: cells("boxes"),
        max_rounds: number(&board["max_rounds"]) as u32,
        seats: 1,
        light: None,
    }
    .seat_each()
}

fn action(value: &Value) -> Action {
    match value[0].as_str().unwrap() {
        "move" => Action::Move(
            Dir::ALL
                .into_iter()
                .find(|dir| value[1] == dir.name())
                .expect("the trace names one of four ways"),
        ),
        "wall" => Action::Wall(wall(value, 1)),
        "stay" => Action::Stay,
        "push" => Action::Push { hunter: number(&value[1]) as u32, to: cell(&value[2]) },
        other => panic!("no action is called {other}"),
    }
}

fn event(event: &Event) -> Option<Value> {
    match event {
        Event::Arrived { runner } => Some(json!(["arrived", runner])),
        Event::Caught { runner, .. } => Some(json!(["caught", runner])),
        Event::Box { runner, prize, .. } => Some(json!(["box", runner, *prize as u8])),
        _ => None,
    }
}

fn state(game: &Labyrinth) -> Value {
    let view = game.view(Viewer::Spectator);
    let status = |standing| match standing {
        Standing::On => "on",
        Standing::Arrived => "arrived",
        Standing::Caught => "caught",
    };
    let pair = |cell: &Cell| json!([cell.row, cell.col]);
    json!({
        "round": view.round,
        "turn": view.turn,
        "push": view.push,
        "result": view.result.map(|ending| ending.words()),
        "runners": view.runners.iter().map(|r| json!({
            "row": r.at.row, "col": r.at.col, "status": status(r.status), "budget": r.walls,
        })).collect::<Vec<_>>(),
        "hunters": view.hunters.iter().map(pair).collect::<Vec<_>>(),
        "temp": view.walls.iter().map(|w| json!([
            w.row, w.col, w.dir.letter().to_string(), w.life,
        ])).collect::<Vec<_>>(),
        "boxes": view.boxes.iter().map(pair).collect::<Vec<_>>(),
    })
}
