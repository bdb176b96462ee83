use meydan_sandbox::Cause;

use super::{End, Flaw, Phrase, Stopped, Tail};
use crate::check::rules::Id;

pub(super) fn phrase(phrase: &Phrase) -> String {
    match phrase {
        Phrase::Plain(words) => words.clone(),
        Phrase::Board => "a board".into(),
        Phrase::BoardLine => "a line `board`, then the board in the document's format".into(),
        Phrase::BoardAtTheEnd => "a board, also when the game is over".into(),
        Phrase::BoardAfterBox => "the board after the box".into(),
        Phrase::SoundBoard => "a board that keeps the rules".into(),
        Phrase::Outside => "pieces on the core or outside".into(),
        Phrase::Answer => "an answer".into(),
        Phrase::AskedAgain => "the same runner is asked again".into(),
        Phrase::NextOrEnd => "turn, push, victory or defeat".into(),
        Phrase::SomethingElse => "something else".into(),
        Phrase::Instead(words) => format!("instead of a board came `{words}`"),
        Phrase::GoodEnd => "the game is over and the program ends".into(),
        Phrase::End(how) => end(*how),
        Phrase::BrokeDown(how) => format!("the board was printed, but then {}", end(*how)),
        Phrase::NoBoardLine(how, said) => {
            format!("no line `board` with a board after it was printed; {}{}", end(*how), tail(said))
        }
        Phrase::Ended(how, said) => format!("the program has ended; {}{}", end(*how), tail(said)),
        Phrase::Cut(part, how, said) => {
            format!("the board ends in the middle of its {part}; {}{}", end(*how), tail(said))
        }
        Phrase::Unreadable(what, part, said) => format!("{} (in its {part}){}", flaw(what), tail(said)),
        Phrase::Silence { seconds, unflushed, tail: said } => {
            let advice = if *unflushed {
                "; it had printed more and not flushed it: call fflush(stdout) before you read"
            } else {
                ""
            };
            format!("nothing that the check reads came for {seconds} s{advice}{}", tail(said))
        }
        Phrase::WroteTooMuch { megabytes } => {
            format!("the program wrote more than {megabytes} MB, or far too many files")
        }
        Phrase::PrintedTooMuch { megabytes } => format!("the program printed more than {megabytes} MB"),
        Phrase::Size(rows, cols) => format!("{rows} rows and {cols} columns"),
        Phrase::Counts(runners, hunters, walls) => {
            format!("{runners} runners, {hunters} hunters, {walls} walls")
        }
        Phrase::WallsBetween => "walls between two neighbouring cells, each once".into(),
        Phrase::Connected => "a way between any two cells".into(),
        Phrase::FarFromCore => "nobody nearer than 2 to the core".into(),
        Phrase::FarFromHunters => "no runner nearer than 2 to a hunter".into(),
        Phrase::Near(at) => format!("nearer: {}", cells(at)),
        Phrase::NearPairs(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|pair| format!("({})", cells(pair))).collect();
            format!("nearer (runner, hunter): {}", pairs.join(", "))
        }
        Phrase::ABox => "at least one box".into(),
        Phrase::NoBox => "no box".into(),
        Phrase::AnotherBoard => "another board in another run".into(),
        Phrase::SameBoard => {
            "the same board every time, whatever MEYDAN_SEED is, and also a second later".into()
        }
        Phrase::NewGame => "`new` begins a new game".into(),
        Phrase::SavedGame => "it goes on with the saved one".into(),
        Phrase::NewRunners(runners) => format!("a new board with {runners} runners on it"),
        Phrase::Runners(at) => format!("runners at {}", cells(at)),
        Phrase::Allowed => "the command is allowed".into(),
        Phrase::Illegal(rejection) => format!("illegal: {}", rejection.reason()),
        Phrase::NothingChanges => "an illegal command changes nothing".into(),
        Phrase::HasChanged => "the board has changed".into(),
        Phrase::BoxOf(runner) => format!("box {runner} …"),
        Phrase::NoBoxThere => "no box there".into(),
        Phrase::BoxOpened => "a box was opened".into(),
        Phrase::Shaken { from, to } => format!("from {} {} to one of {}", from.0, from.1, cells(to)),
        Phrase::To(at) => format!("to {}", cells(&[*at])),
        Phrase::Pieces { runners, hunters, leftover } => {
            let advice = if *leftover { "; print -1 -1 for a runner that has left the board" } else { "" };
            format!("runners at {}; hunters at {}{advice}", cells(runners), cells(hunters))
        }
        Phrase::WallsStay => "the fixed walls stay as they are".into(),
        Phrase::WallsChanged => "they have changed".into(),
        Phrase::Lights(walls) => {
            let words = walls.iter().map(|(row, col, lie, life)| {
                let rounds = if *life == 1 { "round" } else { "rounds" };
                format!("{row} {col} {lie} for {life} {rounds}")
            });
            format!("temporary walls: {}", list(words))
        }
        Phrase::Boxes(at) => format!("boxes at {}", cells(at)),
        Phrase::SavingIsNoTurn(asked) => format!("{asked}: saving is not a turn"),
        Phrase::Stands(asked, board) => format!("{asked}, the board\n{board}"),
    }
}

pub(super) fn stopped(why: Stopped) -> String {
    match why {
        Stopped::Silences(times) => {
            format!("the program did not answer {times} times, so it was not asked any more")
        }
        Stopped::Time => "the time is used up; --time gives it more".into(),
    }
}

fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// Cells in words: `0 1, 2 2`.
fn cells(cells: &[(i32, i32)]) -> String {
    list(cells.iter().map(|&at| match at {
        (-1, -1) => "-1 -1 (gone)".to_owned(),
        (row, col) => format!("{row} {col}"),
    }))
}

fn end(how: End) -> String {
    match how {
        End::Cause(Cause::Exit(0)) => "it ended by itself".into(),
        End::Cause(cause) => cause.to_string(),
        End::RunsOn => "it has closed its output and runs on".into(),
    }
}

fn tail(tail: &Tail) -> String {
    let printed = if tail.lines.is_empty() {
        "; it printed nothing".to_owned()
    } else {
        format!("; the last it printed:\n{}", tail.lines.join("\n"))
    };
    match tail.complaint.as_str() {
        "" => printed,
        words => format!("{printed}\non its error output:\n{words}"),
    }
}

fn flaw(flaw: &Flaw) -> String {
    match flaw {
        Flaw::NotANumber(word) => format!("`{word}` stands in a board where a number should"),
        Flaw::NotALie(word) => format!("`{word}` stands in a board where H or V should"),
        Flaw::Count => "a count in a board is negative or too large".into(),
        Flaw::Size => "a board has from 2 to 255 rows and columns".into(),
    }
}

pub(super) fn rule(id: Id) -> &'static str {
    match id {
        Id::Runs => "the program runs, answers in time and prints what can be read",
        Id::Size => "the board has the size that was given",
        Id::Core => "the core is printed where it was given",
        Id::Runners => "the runners are printed where they were given",
        Id::Hunters => "the hunters are printed where they were given",
        Id::Walls => "walls stand between two neighbouring cells, each once, where they were given",
        Id::Counts => "there are as many runners, hunters and walls as were asked for",
        Id::Connected => "every cell can be reached from every other",
        Id::CoreDistance => "runners and hunters are at least two cells from the core",
        Id::HunterDistance => "runners are at least two cells from hunters",
        Id::Random => "another run makes another board",
        Id::Step => "a runner moves one cell, or stays where it is",
        Id::Border => "a step out of the board is refused with a message and changes nothing",
        Id::FixedWall => "a step through a fixed wall is refused with a message and changes nothing",
        Id::HunterSteps => "a hunter takes up to two steps towards a runner",
        Id::HunterAcross => "a hunter tries its row first, then its column",
        Id::HunterWalls => "a wall stops a hunter",
        Id::Victory => "enough runners at the core win, and nothing else does",
        Id::Defeat => "no runner left on the board loses, and nothing else does",
        Id::HunterNearest => "a hunter heads for the nearest runner",
        Id::Order => "runners act one after the other, then all hunters move",
        Id::Caught => "a runner on a hunter's cell is caught and leaves the board",
        Id::Light => "a temporary wall stands where it was put up",
        Id::LightLife => "a temporary wall lasts exactly two full rounds",
        Id::LightBlocks => "a step through a temporary wall is refused",
        Id::LightBudget => "each runner has max(min(n, m) / 3, 1) temporary walls",
        Id::LightPlace => "no temporary wall on another wall, on the border or outside",
        Id::LightCut => "no temporary wall that cuts the board in two",
        Id::Boxes => "there are boxes on the board",
        Id::BoxOpens => "a box opens when a runner walks onto it, and is gone",
        Id::BoxTurn => "an extra turn lets the same runner act at once",
        Id::BoxWalls => "a box may give two more temporary walls to the runner that opens it",
        Id::Quake => "an earthquake moves everybody to an open neighbour cell",
        Id::Push => "a push puts a hunter on an open neighbour cell",
        Id::Saved => "a saved game goes on exactly where it was",
        Id::New => "a new game can be begun although one is saved",
    }
}
