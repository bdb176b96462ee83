//! Every word a player reads, in one place, so that another language is another file like this one.

use std::path::Path;

use meydan_labyrinth::solve::Claim;
use meydan_labyrinth::{Action, Cell, Config, Ending, Event, Lie, Prize, Standing, View, Wall};
use meydan_native::Presence;

use crate::tape::Kept;

pub(crate) const TITLE: &str = "Labyrinth";
pub(crate) const RUNNERS: &str = "Runners";
pub(crate) const KEYS: &str = "Keys";
pub(crate) const YOU: &str = "you";
pub(crate) const AWAY: &str = "away";
pub(crate) const NOBODY: &str = "free seat";
pub(crate) const THINKING: &str = "thinking …";
pub(crate) const NOT_YOUR_TURN: &str = "it is not your turn";
pub(crate) const NO_PUSH_OWED: &str = "no push is owed: a lucky box must give it";
pub(crate) const PUSH_FIRST: &str = "first push a hunter: press p";
pub(crate) const WALL_FITS: &str = "it may stand here: enter puts it up";
pub(crate) const GUESTS_DO_NOT_SAVE: &str = "only the host of a game over the network can save it";
pub(crate) const ASK_QUIT: &str = "Leave the game?";
pub(crate) const RECONNECTED: &str = "the connection is back";
pub(crate) const WAITING_FOR_HOST: &str = "you have a seat; waiting for the host";
pub(crate) const WAITING_FOR_PLAYERS: &str = "waiting for players";
pub(crate) const WHAT_IS_WHAT: &str = "✦ core   ⊞ lucky box   H hunter";
pub(crate) const HOST_LEFT: &str = "the host has left the game";
pub(crate) const INPUT_ENDED: &str = "the input has ended";
pub(crate) const LEFT: &str = "you have left the game";
pub(crate) const INTERRUPTED_GUEST: &str = "Interrupted. Your seat is kept: come back with the same command.";
pub(crate) const SAVED_GAME: &str = "Saved game";

/// The keys while playing, while placing a wall, while pushing, while asked about leaving, after the end.
pub(crate) const PLAY_KEYS: &[(&str, &str)] = &[
    ("←↑↓→", "move"),
    ("s", "stay"),
    ("w", "wall"),
    ("h", "hint"),
    ("p", "push"),
    ("S", "save"),
    ("q", "quit"),
];
pub(crate) const WALL_KEYS: &[(&str, &str)] =
    &[("←↑↓→", "place"), ("tab", "turn it"), ("enter", "put up"), ("esc", "back")];
pub(crate) const PUSH_KEYS: &[(&str, &str)] =
    &[("←↑↓→", "where to"), ("tab", "hunter"), ("enter", "push"), ("h", "hint"), ("esc", "back")];
pub(crate) const QUIT_KEYS: &[(&str, &str)] = &[("y", "leave"), ("s", "save, leave"), ("n", "go on")];
pub(crate) const END_KEYS: &[(&str, &str)] = &[("q", "leave"), ("S", "save")];
pub(crate) const CHOICE_KEYS: &[(&str, &str)] = &[("g", "go on"), ("n", "new game"), ("q", "quit")];

/// What the plain mode understands.
pub(crate) const HELP: &str = "\
up, down, left, right   move one cell (also u, d, l, r)
stay                    do nothing (also s)
wall ROW COL h|v        put up a temporary wall under (h) or right of (v) a cell
push HUNTER ROW COL     when a box gave a push: put a hunter on an open cell beside it
hint                    what the solver would do, and why
board                   show the board again
save [FILE]             keep the game; without a file where it was kept before
help                    this list
quit                    leave the game";

pub(crate) const LEGEND: &str =
    "R runner   H hunter   ✦ core   ⊞ lucky box   ┅ ┇ temporary wall, ┈ ┊ one in its last round";

pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

pub(crate) fn round(view: &View, config: &Config) -> String {
    match config.max_rounds {
        0 => format!("round {}", view.round),
        last => format!("round {} of {last}", view.round),
    }
}

pub(crate) fn runner(runner: u32) -> String {
    format!("R{runner}")
}

pub(crate) fn hunter(hunter: u32) -> String {
    format!("H{hunter}")
}

pub(crate) fn cell(cell: Cell) -> String {
    format!("({}, {})", cell.row, cell.col)
}

pub(crate) fn to_act(who: &str, you: bool) -> String {
    if you { format!("{who} to act: you") } else { format!("{who} to act") }
}

pub(crate) fn to_push(who: &str) -> String {
    format!("{who} owes a push: you")
}

pub(crate) fn waiting_for(who: &str, name: &str, away: bool) -> String {
    if away {
        format!("waiting for {name} ({who}), who is away")
    } else {
        format!("waiting for {name} ({who})")
    }
}

pub(crate) fn walls_left(walls: u16) -> String {
    format!("walls left {walls}")
}

pub(crate) fn arrived(view: &View) -> String {
    format!("arrived {} of {} needed", view.arrived, view.needed)
}

pub(crate) fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::On => "",
        Standing::Arrived => "arrived",
        Standing::Caught => "caught",
    }
}

/// The result in a sentence.
pub(crate) fn result(ending: Ending, round: u32) -> String {
    match ending {
        Ending::Victory => format!("Victory in round {round}!"),
        Ending::Defeat => format!("Defeat in round {round}: no runner is left."),
        Ending::OutOfTime => format!("Out of time after round {round}."),
    }
}

pub(crate) fn prize(prize: Prize) -> &'static str {
    match prize {
        Prize::ExtraTurn => "An extra turn!",
        Prize::Walls => "Two more walls!",
        Prize::Earthquake => "An earthquake!",
        Prize::Push => "A push: move one hunter!",
    }
}

pub(crate) fn box_title(who: u32) -> String {
    format!("Lucky box for {}", runner(who))
}

fn place(wall: Wall) -> String {
    let Wall { row, col, dir } = wall;
    match dir {
        Lie::Horizontal => format!("under ({row}, {col})"),
        Lie::Vertical => format!("right of ({row}, {col})"),
    }
}

/// What happened, in a sentence; nothing for what the board itself shows well enough.
pub(crate) fn event(event: &Event) -> Option<String> {
    Some(match *event {
        Event::Moved { runner: r, to, .. } => format!("{} moves to {}", runner(r), cell(to)),
        Event::WallUp { runner: r, wall } => format!("{} puts up a wall {}", runner(r), place(wall)),
        Event::Stayed { runner: r, silent: false } => format!("{} stays", runner(r)),
        Event::Stayed { runner: r, silent: true } => format!("{} stays: nothing was heard", runner(r)),
        Event::Arrived { runner: r } => format!("{} reaches the core", runner(r)),
        Event::Caught { runner: r, hunter: h, at } => {
            format!("{} is caught by {} at {}", runner(r), hunter(h), cell(at))
        }
        Event::Box { runner: r, prize: p, .. } => format!("{} opens a lucky box. {}", runner(r), prize(p)),
        Event::RunnerShaken { runner: r, from, to } => {
            format!("{} is shaken from {} to {}", runner(r), cell(from), cell(to))
        }
        Event::HunterShaken { hunter: h, from, to } => {
            format!("{} is shaken from {} to {}", hunter(h), cell(from), cell(to))
        }
        Event::Pushed { runner: r, hunter: h, to, .. } => {
            format!("{} pushes {} to {}", runner(r), hunter(h), cell(to))
        }
        Event::PushLapsed { runner: r } => format!("the push of {} lapses", runner(r)),
        Event::HunterStep { hunter: h, to, .. } => format!("{} steps to {}", hunter(h), cell(to)),
        Event::WallDown { wall } => format!("the wall {} is gone", place(wall)),
        Event::Round { .. } | Event::Ended { .. } => return None,
    })
}

/// An action as an imperative.
pub(crate) fn action(action: Action) -> String {
    match action {
        Action::Move(dir) => format!("move {}", dir.name()),
        Action::Wall(wall) => format!("put up a wall {}", place(wall)),
        Action::Stay => "stay".to_owned(),
        Action::Push { hunter: h, to } => format!("push {} to {}", hunter(h), cell(to)),
    }
}

pub(crate) fn hint(what: Action) -> String {
    format!("Hint: {}.", action(what))
}

/// What is claimed about a hint, and how it is known.
pub(crate) fn claim(claim: &Claim, states: u64) -> String {
    let rounds = |n: u32| count(u64::from(n), "round", "rounds");
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    match claim {
        Claim::ForcedWin { rounds: n, shortest: true, .. } => {
            format!("you win in {}, and no sooner; proven over {states} states", rounds(*n))
        }
        Claim::ForcedWin { rounds: n, shortest: false, .. } => {
            format!("you win in {}, perhaps sooner; {states} states looked at", rounds(*n))
        }
        Claim::NoForcedWin { survives: None } => {
            format!("no forced win, proven over {states} states; you can keep away from the hunters for ever")
        }
        Claim::NoForcedWin { survives: Some(n) } => {
            format!("no forced win, proven over {states} states; by walking you stay free for {}", rounds(*n))
        }
        Claim::Chance { won, .. } => format!(
            "a box decides: {} of what may come out of it is surely won; {states} states looked at",
            percent(*won)
        ),
        Claim::Nearer { rounds: n, steps } => format!(
            "not worked out in {states} states; this way leads nearer: {} left after {}",
            count(u64::from(*steps), "step", "steps"),
            rounds(*n)
        ),
        Claim::Estimate { won, playouts } => format!(
            "an estimate over {states} states: {} of {playouts} games played out from here were won",
            percent(*won)
        ),
    }
}

pub(crate) const THINK_LONGER: &str = "h again thinks longer";

pub(crate) fn saved(path: &Path) -> String {
    format!("saved in {}", path.display())
}

pub(crate) fn interrupted(kept: &Kept) -> String {
    match kept {
        Kept::Over => "Interrupted. The game was over.".to_owned(),
        Kept::Now(path) => format!("Interrupted. The game is kept: go on with --resume {}", path.display()),
        Kept::Earlier(path) => {
            format!(
                "Interrupted. The game is kept as it was when it was last saved: --resume {}",
                path.display()
            )
        }
        Kept::Nowhere => "Interrupted. The game was not saved.".to_owned(),
    }
}

pub(crate) fn saved_game(path: &Path, round: u32, runners: usize) -> String {
    format!("{}: round {round}, {}", path.display(), count(runners as u64, "runner", "runners"))
}

pub(crate) const NOTHING_SAVED: &str = "No game is saved yet, so this is a new one.";

pub(crate) const CHOICE: &str = "Go on with it, or begin a new game? It stays there until its game is over.";

pub(crate) fn plain_choice(what: &str) -> String {
    format!("There is a saved game ({what}).\nGo on with it (g), begin a new game (n), or quit (q)?")
}

pub(crate) fn bad_save(reason: &str) -> String {
    format!("There is a save that cannot be taken up ({reason}). It is left as it is; this is a new game.")
}

pub(crate) const CHOICE_AGAIN: &str = "Answer g (go on), n (new game) or q (quit).";

/// Whether a game has temporary walls at all: some phases of the course do not.
pub(crate) fn has_walls(config: &Config) -> bool {
    config.light != Some(0) || !config.boxes.is_empty()
}

pub(crate) fn prompt(view: &View, config: &Config) -> String {
    let Some(turn) = view.turn else { return String::new() };
    let walls = view.runners.get(turn as usize).map_or(0, |runner| runner.walls);
    let what = if view.push.is_some() { "push HUNTER ROW COL" } else { "your move" };
    let walls = if has_walls(config) { format!(", {}", walls_left(walls)) } else { String::new() };
    format!("{}, {}{walls}; {what} (or help):", round(view, config), runner(turn))
}

pub(crate) const NO_WALLS_HERE: &str = "this game has no temporary walls: move or stay";

pub(crate) fn not_understood(line: &str) -> String {
    format!("`{line}` is not understood; `help` lists what is")
}

pub(crate) fn how_to_wall() -> String {
    "write `wall ROW COL h` for the wall under a cell, `wall ROW COL v` for the one right of it".to_owned()
}

pub(crate) fn how_to_push() -> String {
    "write `push HUNTER ROW COL`, for instance `push 0 3 4`".to_owned()
}

pub(crate) fn illegal(reason: &str) -> String {
    format!("That is not possible: {reason}.")
}

pub(crate) fn listening(address: &str, free: usize) -> String {
    let free = count(free as u64, "player", "players");
    format!("waiting for {free} on {address}; they come with `--join {address}`")
}

pub(crate) fn presence(presence: &Presence) -> String {
    match (&presence.name, presence.here) {
        (Some(name), true) => name.clone(),
        (Some(name), false) => format!("{name} ({AWAY})"),
        (None, _) => NOBODY.to_owned(),
    }
}

pub(crate) fn came(name: &str) -> String {
    format!("{name} is here")
}

pub(crate) fn went(name: &str) -> String {
    format!("{name} is away; the seat is kept")
}

pub(crate) fn connection_lost(reason: &str, wait: f32) -> String {
    format!("the connection is lost ({reason}); trying again in {wait} s")
}

pub(crate) fn seated(seat: u8, name: &str) -> String {
    format!("you are {name}, seat {seat}")
}

pub(crate) fn unfit(what: &str) -> String {
    format!("the host sent what does not fit the board ({what}); both sides need the same version of Meydan")
}

/// Foreign text without anything that a terminal would obey.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(300).collect()
}

pub(crate) const NO_WAY_THERE: &str = "a wall or the border is in the way";
pub(crate) const THE_END: &str = "The end";

pub(crate) fn walls(walls: u16) -> String {
    count(u64::from(walls), "wall", "walls")
}

pub(crate) fn of_many(runners: usize) -> String {
    format!("  … of {runners}")
}

pub(crate) fn waiting_short(name: &str, away: bool) -> String {
    if away { format!("waiting: {name} is away") } else { format!("waiting for {name}") }
}

pub(crate) fn result_short(ending: Ending, round: u32) -> String {
    match ending {
        Ending::Victory => format!("Victory in round {round}!"),
        Ending::Defeat => format!("Defeat in round {round}"),
        Ending::OutOfTime => format!("Out of time, round {round}"),
    }
}

/// How far the core is, for a board that does not fit on the screen.
pub(crate) fn way_to(from: Cell, core: Cell) -> String {
    let (down, right) = (core.row - from.row, core.col - from.col);
    let part = |steps: i32, more: char, less: char| match steps {
        0 => String::new(),
        1.. => format!(" {steps}{more}"),
        _ => format!(" {}{less}", -steps),
    };
    format!("   ✦{}{}", part(down, '↓', '↑'), part(right, '→', '←'))
}
