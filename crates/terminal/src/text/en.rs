use meydan_labyrinth::solve::Claim;
use meydan_labyrinth::{
    Action, Cell, Config, Difficulty, Ending, Event, Lie, Prize, Rejection, Standing, View, Wall,
};
use meydan_native::{JoinError, Presence};

use super::{Plain, Words, has_walls, hunter, runner};
use crate::save::SaveError;
use crate::slots::{Slot, What};
use crate::start::PlayError;
use crate::tape::Kept;

pub(super) struct English;

const PLAIN: Plain = Plain {
    title: "Labyrinth",
    runners: "Runners",
    keys: "Keys",
    you: "you",
    nobody: "free seat",
    thinking: "thinking …",
    looking_for_board: "still looking for such a board; large ones are made and rated one after another (Ctrl-C ends it)",
    not_your_turn: "it is not your turn",
    no_push_owed: "no push is owed: a lucky box must give it",
    push_first: "first push a hunter: press p",
    wall_fits: "it may stand here: enter puts it up",
    no_walls_here: "this game has no temporary walls: move or stay",
    guests_do_not_save: "only the host of a game over the network can save it",
    ask_quit: "Leave the game?",
    reconnected: "the connection is back",
    waiting_for_host: "you have a seat; waiting for the host",
    waiting_for_players: "waiting for players",
    host_left: "the host has left the game",
    input_ended: "the input has ended",
    interrupted_guest: "Interrupted. Your seat is kept: come back with the same command.",
    saved_game: "Saved games",
    no_way_there: "a wall or the border is in the way",
    the_end: "The end",
    think_longer: "h again thinks longer",
    nothing_saved: "No game is saved yet, so this is a new one.",
    choice: "Go on with one, or begin a new game? It stays there until its game is over.",
    choice_again: "Answer g (go on), a number or name from the list, n (new game) or q (quit).",
    name_it: "Save as:",
    or_write_over: "(or write over it: `save! NAME`)",
    words: &["wall", "hint", "board", "save", "help", "quit"],
    after_words: &["again", "save", "quit"],
    help: "\
up, down, left, right   move one cell (also u, d, l, r)
stay                    do nothing (also s)
wall ROW COL h|v        put up a temporary wall under (h) or right of (v) a cell (also w)
push HUNTER ROW COL     when a box gave a push: put a hunter on an open cell beside it (also p)
hint                    what the solver would do, and why (also h)
board                   show the board again, all of it
save [NAME]             keep the game, under a name or in a file if it has a slash or a dot; never over another game
save! NAME              keep it over the game that is there
help                    this list
quit                    leave the game",
    runner_sign: "R runner",
    hunter_sign: "H hunter",
    core_sign: "✦ core",
    box_sign: "⊞ lucky box",
    wall_sign: "┅ ┇ temporary wall, ┈ ┊ one in its last round",
    told_later: "the board of the day: how many rounds a win takes is told when you have played it",
    how_to_wall: "write `wall ROW COL h` for the wall under a cell, `wall ROW COL v` for the one right of it",
    how_to_push: "write `push HUNTER ROW COL`, for instance `push 0 3 4`",
    play_keys: &[
        ("←↑↓→", "move"),
        ("s", "stay"),
        ("w", "wall"),
        ("h", "hint"),
        ("p", "push"),
        ("S", "save"),
        ("A", "save as"),
        ("q", "quit"),
    ],
    wall_keys: &[("←↑↓→", "place"), ("tab", "turn it"), ("enter", "put up"), ("esc", "back")],
    push_keys: &[("←↑↓→", "where to"), ("tab", "hunter"), ("enter", "push"), ("h", "hint"), ("esc", "back")],
    quit_keys: &[("y", "leave"), ("s", "save, leave"), ("n", "go on")],
    end_keys: &[("q", "leave"), ("S", "save"), ("r", "play again"), ("n", "next board")],
    choice_keys: &[("↑↓", "choose"), ("g", "go on"), ("n", "new game"), ("q", "quit")],
    name_keys: &[("enter", "save"), ("esc", "back")],
    overwrite_keys: &[("y", "write over it"), ("n", "keep it")],
};

fn count(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

fn cell(cell: Cell) -> String {
    format!("({}, {})", cell.row, cell.col)
}

fn place(wall: Wall) -> String {
    let Wall { row, col, dir } = wall;
    match dir {
        Lie::Horizontal => format!("under ({row}, {col})"),
        Lie::Vertical => format!("right of ({row}, {col})"),
    }
}

/// An action as an imperative.
fn action(action: Action) -> String {
    match action {
        Action::Move(dir) => format!("move {}", dir.name()),
        Action::Wall(wall) => format!("put up a wall {}", place(wall)),
        Action::Stay => "stay".to_owned(),
        Action::Push { hunter: h, to } => format!("push {} to {}", hunter(h), cell(to)),
    }
}

impl Words for English {
    fn plain(&self) -> &'static Plain {
        &PLAIN
    }

    fn round(&self, view: &View, config: &Config) -> String {
        match config.max_rounds {
            0 => format!("round {}", view.round),
            last => format!("round {} of {last}", view.round),
        }
    }

    fn to_act(&self, who: &str, you: bool) -> String {
        if you { format!("{who} to act: you") } else { format!("{who} to act") }
    }

    fn to_push(&self, who: &str) -> String {
        format!("{who} owes a push: you")
    }

    fn waiting_for(&self, who: &str, name: &str, away: bool) -> String {
        if away {
            format!("waiting for {name} ({who}), who is away")
        } else {
            format!("waiting for {name} ({who})")
        }
    }

    fn waiting_short(&self, name: &str, away: bool) -> String {
        if away { format!("waiting: {name} is away") } else { format!("waiting for {name}") }
    }

    fn walls_left(&self, walls: u16) -> String {
        format!("walls left {walls}")
    }

    fn walls(&self, walls: u16) -> String {
        count(u64::from(walls), "wall", "walls")
    }

    fn of_many(&self, runners: usize) -> String {
        format!("  … of {runners}")
    }

    fn arrived(&self, view: &View) -> String {
        format!("arrived {} of {} needed", view.arrived, view.needed)
    }

    fn standing(&self, standing: Standing) -> &'static str {
        match standing {
            Standing::On => "",
            Standing::Arrived => "arrived",
            Standing::Caught => "caught",
        }
    }

    fn result(&self, ending: Ending, round: u32) -> String {
        match ending {
            Ending::Victory => format!("Victory in round {round}!"),
            Ending::Defeat => format!("Defeat in round {round}: no runner is left."),
            Ending::OutOfTime => format!("Out of time after round {round}."),
        }
    }

    fn result_short(&self, ending: Ending, round: u32) -> String {
        match ending {
            Ending::Victory => format!("Victory in round {round}!"),
            Ending::Defeat => format!("Defeat in round {round}"),
            Ending::OutOfTime => format!("Out of time, round {round}"),
        }
    }

    fn daily(&self, day: &str, difficulty: Difficulty) -> String {
        format!("The board of the day {day}, rated {difficulty}. The shortest win is told at the end.")
    }

    fn optimum(&self, rounds: u32) -> String {
        format!("The shortest win on this board takes {}.", count(u64::from(rounds), "round", "rounds"))
    }

    fn prize(&self, prize: Prize) -> &'static str {
        match prize {
            Prize::ExtraTurn => "An extra turn!",
            Prize::Walls => "Two more walls!",
            Prize::Earthquake => "An earthquake!",
            Prize::Push => "A push: move one hunter!",
        }
    }

    fn box_title(&self, who: u32) -> String {
        format!("Lucky box for {}", runner(who))
    }

    fn event(&self, event: &Event) -> Option<String> {
        Some(match *event {
            Event::Moved { runner: r, to, .. } => format!("{} moves to {}", runner(r), cell(to)),
            Event::WallUp { runner: r, wall } => format!("{} puts up a wall {}", runner(r), place(wall)),
            Event::Stayed { runner: r, silent: false } => format!("{} stays", runner(r)),
            Event::Stayed { runner: r, silent: true } => format!("{} stays: nothing was heard", runner(r)),
            Event::Arrived { runner: r } => format!("{} reaches the core", runner(r)),
            Event::Caught { runner: r, hunter: h, at } => {
                format!("{} is caught by {} at {}", runner(r), hunter(h), cell(at))
            }
            Event::Box { runner: r, prize, .. } => {
                format!("{} opens a lucky box. {}", runner(r), self.prize(prize))
            }
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

    fn hint(&self, what: Action) -> String {
        format!("Hint: {}.", action(what))
    }

    fn claim(&self, claim: &Claim, states: u64, several: bool) -> String {
        let rounds = |n: u32| count(u64::from(n), "round", "rounds");
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let you = if several { "together you" } else { "you" };
        match claim {
            Claim::ForcedWin { rounds: n, shortest: true, .. } => {
                format!("{you} win in {}, and no sooner; proven over {states} states", rounds(*n))
            }
            Claim::ForcedWin { rounds: n, shortest: false, .. } => {
                format!("{you} win in {}, perhaps sooner; {states} states looked at", rounds(*n))
            }
            Claim::NoForcedWin { survives: None } => format!(
                "no forced win, proven over {states} states; {you} can keep away from the hunters for ever"
            ),
            Claim::NoForcedWin { survives: Some(n) } => format!(
                "no forced win, proven over {states} states; by walking {you} stay free for {}",
                rounds(*n)
            ),
            Claim::Chance { won, outcomes, exact: true } => format!(
                "chance decides: {you} win with {}, and nothing is better; worked out over {outcomes} moments",
                percent(*won)
            ),
            Claim::Chance { won, exact: false, .. } => format!(
                "chance decides; an estimate: {} of what was drawn from the boxes is won; {states} states looked at",
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

    fn rejection(&self, rejection: Rejection) -> &'static str {
        match rejection {
            Rejection::NoPushOwed => "no push is owed",
            Rejection::PushOwed => "a push is owed: name a hunter and one of its open neighbour cells",
            other => other.reason(),
        }
    }

    fn illegal(&self, reason: &str) -> String {
        format!("That is not possible: {reason}.")
    }

    fn saved(&self, place: &str) -> String {
        format!("saved as {place}")
    }

    fn saved_beside(&self, place: &str, other: &str, why: &SaveError) -> String {
        let what = if let SaveError::Kept { .. } = why { "cannot be read" } else { "has another game" };
        format!("saved as {place}; {other} {what} and was left as it is")
    }

    fn interrupted(&self, kept: &Kept) -> String {
        match kept {
            Kept::Over => "Interrupted. The game was over.".to_owned(),
            Kept::Now(place) => format!("Interrupted. The game is kept: go on with --resume {place}"),
            Kept::Earlier(place) => {
                format!("Interrupted. The game is kept as it was when it was last saved: --resume {place}")
            }
            Kept::Nowhere => "Interrupted. The game was not saved.".to_owned(),
        }
    }

    fn left(&self, kept: Option<&Kept>) -> String {
        match kept {
            None | Some(Kept::Over) => "you have left the game".to_owned(),
            Some(Kept::Now(place)) => {
                format!("you have left the game; it is kept: go on with --resume {place}")
            }
            Some(Kept::Earlier(place)) => format!(
                "you have left the game; what came after the last save is lost, the rest is kept: --resume {place}"
            ),
            Some(Kept::Nowhere) => "you have left the game; it was not saved".to_owned(),
        }
    }

    fn trouble(&self, error: &SaveError) -> String {
        error.to_string()
    }

    fn explain(&self, error: &PlayError) -> String {
        error.to_string()
    }

    fn not_joined(&self, error: &JoinError) -> String {
        error.to_string()
    }

    fn after(&self, next: bool) -> String {
        let next = if next { ", the next board (next)" } else { "" };
        format!("Once more on this board (again){next}, keep the game (save NAME), or quit (q)?")
    }

    fn slot(&self, slot: &Slot) -> String {
        let what = match &slot.what {
            What::Game { rows, cols, runners, hunters, round, ending } => {
                let over = ending.map_or_else(String::new, |ending| format!("over ({}), ", ending.words()));
                format!(
                    "{over}round {round}, {rows} × {cols}, {}, {}",
                    count(u64::from(*runners), "runner", "runners"),
                    count(u64::from(*hunters), "hunter", "hunters")
                )
            }
            What::Bad(flaw) => format!("cannot be taken up: {flaw}"),
        };
        format!("{}: {what}, {}", slot.name, slot.date())
    }

    fn plain_choice(&self, slots: &[Slot]) -> String {
        let list: Vec<String> =
            slots.iter().enumerate().map(|(i, slot)| format!("  {}  {}", i + 1, self.slot(slot))).collect();
        let title = if slots.len() == 1 { "There is a saved game:" } else { "There are saved games:" };
        format!(
            "{title}\n{}\nGo on (g, a number or a name), begin a new game (n), or quit (q)?",
            list.join("\n")
        )
    }

    fn bad_save(&self, reason: &str) -> String {
        format!("There is a save that cannot be taken up ({reason}). It is left as it is.")
    }

    fn ask_overwrite(&self, what: &str) -> String {
        format!("Another game is kept there ({what}). Write over it?")
    }

    fn prompt(&self, view: &View, config: &Config) -> String {
        let Some(turn) = view.turn else { return String::new() };
        let walls = view.runners.get(turn as usize).map_or(0, |runner| runner.walls);
        let what = if view.push.is_some() { "push HUNTER ROW COL" } else { "your move" };
        let walls = if has_walls(config) { format!(", {}", self.walls_left(walls)) } else { String::new() };
        format!("{}, {}{walls}; {what} (or help):", self.round(view, config), runner(turn))
    }

    fn not_understood(&self, line: &str) -> String {
        format!("`{line}` is not understood; `help` lists what is")
    }

    fn part(&self, first: usize, last: usize, columns: usize) -> String {
        format!("(columns {first} to {last} of 0 to {}; `board` shows all of them)", columns - 1)
    }

    fn listening(&self, address: &str, free: usize) -> String {
        let free = count(free as u64, "player", "players");
        format!("waiting for {free} on {address}; they come with `--join {address}`")
    }

    fn presence(&self, presence: &Presence) -> String {
        match (&presence.name, presence.here) {
            (Some(name), true) => name.clone(),
            (Some(name), false) => format!("{name} (away)"),
            (None, _) => PLAIN.nobody.to_owned(),
        }
    }

    fn came(&self, name: &str) -> String {
        format!("{name} is here")
    }

    fn went(&self, name: &str) -> String {
        format!("{name} is away; the seat is kept")
    }

    fn connection_lost(&self, reason: &str, wait: f32) -> String {
        format!("the connection is lost ({reason}); trying again in {wait} s")
    }

    fn seated(&self, seat: u8, name: &str) -> String {
        format!("you are {name}, seat {seat}")
    }

    fn seat_is_kept(&self, name: &str, token: bool) -> String {
        if token {
            format!(
                "the token kept here for `{name}` opens no seat there; give the --name you joined with before"
            )
        } else {
            format!(
                "if you had a seat, two things bring you back to it: the --name you joined with (this time it is `{name}`), \
                 and the token that was kept on the machine and account you joined from (there is none here for that name)"
            )
        }
    }

    fn unfit(&self, what: &str) -> String {
        format!(
            "the host sent what does not fit the board ({what}); both sides need the same version of Meydan"
        )
    }
}
