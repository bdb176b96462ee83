//! Every word a player reads. A language is a file below this one; what is the same in all of them is here.

use meydan_labyrinth::solve::Claim;
use meydan_labyrinth::{
    Action, Cell, Config, Difficulty, Ending, Event, Lang, Prize, Rejection, Standing, View,
};
use meydan_native::{JoinError, Presence};

use crate::save::SaveError;
use crate::slots::Slot;
use crate::start::PlayError;
use crate::tape::Kept;

mod en;
mod fa;

/// The words of a language.
pub(crate) type Text = &'static dyn Words;

pub(crate) fn of(lang: Lang) -> Text {
    match lang {
        Lang::En => &en::English,
        Lang::Fa => &fa::Persian,
    }
}

/// Why nothing was played, or not to the end, in a language.
pub fn explain(error: &PlayError, lang: Lang) -> String {
    of(lang).explain(error)
}

/// What keys do, in pairs.
pub(crate) type Keys = &'static [(&'static str, &'static str)];

/// The plain words and titles.
pub(crate) struct Plain {
    pub(crate) title: &'static str,
    pub(crate) runners: &'static str,
    pub(crate) keys: &'static str,
    pub(crate) you: &'static str,
    pub(crate) nobody: &'static str,
    pub(crate) thinking: &'static str,
    /// A board of the difficulty that was asked for is not found at once.
    pub(crate) looking_for_board: &'static str,
    pub(crate) not_your_turn: &'static str,
    pub(crate) no_push_owed: &'static str,
    pub(crate) push_first: &'static str,
    pub(crate) wall_fits: &'static str,
    pub(crate) no_walls_here: &'static str,
    pub(crate) guests_do_not_save: &'static str,
    pub(crate) ask_quit: &'static str,
    pub(crate) reconnected: &'static str,
    pub(crate) waiting_for_host: &'static str,
    pub(crate) waiting_for_players: &'static str,
    pub(crate) host_left: &'static str,
    pub(crate) input_ended: &'static str,
    pub(crate) interrupted_guest: &'static str,
    pub(crate) saved_game: &'static str,
    pub(crate) no_way_there: &'static str,
    pub(crate) the_end: &'static str,
    pub(crate) think_longer: &'static str,
    pub(crate) nothing_saved: &'static str,
    pub(crate) choice: &'static str,
    pub(crate) choice_again: &'static str,
    pub(crate) name_it: &'static str,
    /// What one types to write over another game.
    pub(crate) or_write_over: &'static str,
    /// What Tab completes in this language while a game is played, besides what is offered; and after it.
    pub(crate) words: &'static [&'static str],
    pub(crate) after_words: &'static [&'static str],
    /// What the plain mode understands; lines about walls begin with `wall`.
    pub(crate) help: &'static str,
    /// What the signs on the board mean.
    pub(crate) runner_sign: &'static str,
    pub(crate) hunter_sign: &'static str,
    pub(crate) core_sign: &'static str,
    pub(crate) box_sign: &'static str,
    pub(crate) wall_sign: &'static str,
    /// What is said instead of a hint's claim on the board of the day.
    pub(crate) told_later: &'static str,
    pub(crate) how_to_wall: &'static str,
    pub(crate) how_to_push: &'static str,
    /// The keys while playing, placing a wall, pushing, being asked about leaving, after the end, at the start, naming a
    /// save, and being asked about writing over one.
    pub(crate) play_keys: Keys,
    pub(crate) wall_keys: Keys,
    pub(crate) push_keys: Keys,
    pub(crate) quit_keys: Keys,
    pub(crate) end_keys: Keys,
    pub(crate) choice_keys: Keys,
    pub(crate) name_keys: Keys,
    pub(crate) overwrite_keys: Keys,
}

/// What a language must be able to say.
pub(crate) trait Words: Sync {
    fn plain(&self) -> &'static Plain;
    fn round(&self, view: &View, config: &Config) -> String;
    fn to_act(&self, who: &str, you: bool) -> String;
    fn to_push(&self, who: &str) -> String;
    fn waiting_for(&self, who: &str, name: &str, away: bool) -> String;
    fn waiting_short(&self, name: &str, away: bool) -> String;
    fn walls_left(&self, walls: u16) -> String;
    fn walls(&self, walls: u16) -> String;
    fn of_many(&self, runners: usize) -> String;
    fn arrived(&self, view: &View) -> String;
    fn standing(&self, standing: Standing) -> &'static str;
    fn result(&self, ending: Ending, round: u32) -> String;
    fn result_short(&self, ending: Ending, round: u32) -> String;
    /// Which board of a day it is, and how hard.
    fn daily(&self, day: &str, difficulty: Difficulty) -> String;
    /// In how many rounds the game could have been won.
    fn optimum(&self, rounds: u32) -> String;
    fn prize(&self, prize: Prize) -> &'static str;
    fn box_title(&self, who: u32) -> String;
    /// What happened, in a sentence; nothing for what the board itself shows well enough.
    fn event(&self, event: &Event) -> Option<String>;
    fn hint(&self, what: Action) -> String;
    /// What is claimed about a hint, and how it is known. Several win together.
    fn claim(&self, claim: &Claim, states: u64, several: bool) -> String;
    fn rejection(&self, rejection: Rejection) -> &'static str;
    fn illegal(&self, reason: &str) -> String;
    fn saved(&self, place: &str) -> String;
    /// The game was saved elsewhere than usual, because of what is kept there.
    fn saved_beside(&self, place: &str, other: &str, why: &SaveError) -> String;
    fn interrupted(&self, kept: &Kept) -> String;
    /// Somebody has left; what became of the game.
    fn left(&self, kept: Option<&Kept>) -> String;
    /// What is wrong with a save.
    fn trouble(&self, error: &SaveError) -> String;
    /// Why nothing was played, or not to the end.
    fn explain(&self, error: &PlayError) -> String;
    /// Why there is no seat at a host.
    fn not_joined(&self, error: &JoinError) -> String;
    /// What can follow a game.
    fn after(&self, next: bool) -> String;
    /// One line about a saved game.
    fn slot(&self, slot: &Slot) -> String;
    fn plain_choice(&self, slots: &[Slot]) -> String;
    fn bad_save(&self, reason: &str) -> String;
    fn ask_overwrite(&self, what: &str) -> String;
    fn prompt(&self, view: &View, config: &Config) -> String;
    fn not_understood(&self, line: &str) -> String;
    /// Only these columns of a wide board have room, of so many.
    fn part(&self, first: usize, last: usize, columns: usize) -> String;
    fn listening(&self, address: &str, free: usize) -> String;
    fn presence(&self, presence: &Presence) -> String;
    fn came(&self, name: &str) -> String;
    fn went(&self, name: &str) -> String;
    fn connection_lost(&self, reason: &str, wait: f32) -> String;
    fn seated(&self, seat: u8, name: &str) -> String;
    /// All seats are taken: what somebody needs who had one.
    fn seat_is_kept(&self, name: &str, token: bool) -> String;
    fn unfit(&self, what: &str) -> String;
}

pub(crate) fn runner(runner: u32) -> String {
    format!("R{runner}")
}

pub(crate) fn hunter(hunter: u32) -> String {
    format!("H{hunter}")
}

/// The signs of a game: those of what it has, and of nothing else. `walls`: whether temporary walls can be seen.
pub(crate) fn legend(text: Text, config: &Config, walls: bool) -> String {
    let plain = text.plain();
    let mut signs = vec![plain.runner_sign, plain.hunter_sign, plain.core_sign];
    signs.extend((!config.boxes.is_empty()).then_some(plain.box_sign));
    signs.extend((walls && has_walls(config)).then_some(plain.wall_sign));
    signs.join("   ")
}

/// The same for a screen, on which the runners have their names.
pub(crate) fn short_legend(text: Text, config: &Config) -> String {
    let plain = text.plain();
    let mut signs = vec![plain.core_sign];
    signs.extend((!config.boxes.is_empty()).then_some(plain.box_sign));
    signs.push(plain.hunter_sign);
    signs.join("   ")
}

/// Whether a game has temporary walls at all: some phases of the course do not.
pub(crate) fn has_walls(config: &Config) -> bool {
    config.light != Some(0) || !config.boxes.is_empty()
}

/// Why an act was refused, in the reader's language. A host on another machine sends its reason as a sentence.
pub(crate) fn refused(text: Text, reason: &str) -> String {
    const ALL: [Rejection; 11] = [
        Rejection::NotYourTurn,
        Rejection::OutOfBoard,
        Rejection::FixedWall,
        Rejection::TemporaryWall,
        Rejection::NoWallsLeft,
        Rejection::WallStands,
        Rejection::NotBetween,
        Rejection::WouldCut,
        Rejection::IllegalPush,
        Rejection::PushOwed,
        Rejection::NoPushOwed,
    ];
    match ALL.into_iter().find(|rejection| rejection.to_string() == reason) {
        Some(rejection) => text.illegal(text.rejection(rejection)),
        None => text.illegal(reason),
    }
}

/// Foreign text without anything that a terminal would obey, or that turns the direction of what follows.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|c| !meydan_sketch::steers(*c)).take(300).collect()
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
