use std::path::PathBuf;
use std::time::Duration;

use meydan_labyrinth::{Day, Difficulty, Lang, Recipe};

use crate::phase;

/// What somebody wants to play.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A board file. Without one the board is random.
    pub board: Option<PathBuf>,
    /// Rows of a random board.
    pub rows: Option<u32>,
    /// Columns of a random board.
    pub cols: Option<u32>,
    /// Runners of a random board.
    pub runners: Option<u32>,
    /// Hunters of a random board.
    pub hunters: Option<u32>,
    /// Fixed walls of a random board.
    pub walls: Option<u32>,
    /// Lucky boxes of a random board.
    pub boxes: Option<u32>,
    /// What fixes all chance.
    pub seed: Option<u64>,
    /// How hard a random board should be.
    pub difficulty: Option<Difficulty>,
    /// The board of a day instead of another.
    pub daily: Option<Day>,
    /// Print the board and play nothing.
    pub print: bool,
    /// One of the phases of the course, 1 to 6.
    pub phase: Option<u8>,
    /// Lines instead of a full screen.
    pub plain: bool,
    /// Where the game is kept from its first move on.
    pub save: Option<PathBuf>,
    /// Write over the game that is there.
    pub overwrite: bool,
    /// List the saved games and play nothing.
    pub saves: bool,
    /// The language of the words.
    pub lang: Lang,
    /// A save to take up again.
    pub resume: Option<PathBuf>,
    /// The address to wait for other players on.
    pub host: Option<String>,
    /// How many people play, this one included.
    pub players: Option<u32>,
    /// The address of a host.
    pub join: Option<String>,
    /// What the others call this person.
    pub name: Option<String>,
    /// How long an absent player's turn is waited for.
    pub patience: Option<Duration>,
    /// The game is played on a page, and only its board is asked for here.
    pub page: bool,
}

/// The port of a host that names none.
pub(crate) const PORT: u16 = 7780;

/// The size of a random board that nobody chose: it fits a small terminal.
const SIZE: u32 = 9;

impl Options {
    /// Whether nothing says what to play, so that a saved game is asked about.
    pub(crate) fn asks_about_saves(&self) -> bool {
        // Phase 6 is about the choice, so it begins with it whatever else was asked for.
        self.phase == Some(phase::LAST) || self.is_plain_start()
    }

    fn is_plain_start(&self) -> bool {
        self.phase.is_none()
            && self.leaves_the_board_open()
            && self.players.is_none()
            && self.board.is_none()
            && self.daily.is_none()
            && self.seed.is_none()
            && self.save.is_none()
            && self.resume.is_none()
            && self.host.is_none()
    }

    /// Whether nothing is asked of a random board.
    pub(crate) fn leaves_the_board_open(&self) -> bool {
        let asked = [self.rows, self.cols, self.runners, self.hunters, self.walls, self.boxes];
        asked.iter().all(Option::is_none) && self.difficulty.is_none()
    }

    /// Whether the board is only to be printed.
    pub(crate) fn prints(&self) -> bool {
        self.print || matches!(self.phase, Some(1 | 2))
    }

    /// How many people play.
    pub(crate) fn people(&self) -> u32 {
        let others = if self.host.is_some() { 2 } else { 1 };
        self.players.unwrap_or(others).max(1)
    }

    /// What a random board holds: what was asked for, and the rest by the phase.
    pub(crate) fn recipe(&self) -> Recipe {
        let rows = self.rows.or(self.cols).unwrap_or(SIZE);
        let cols = self.cols.or(self.rows).unwrap_or(SIZE);
        let (runners, hunters, boxes) = match self.phase {
            Some(3) => (1, 1, 0),
            Some(2 | 4) => (3, 2, 0),
            Some(5 | 6) => (3, 2, 4),
            _ => (1, 1, 3),
        };
        let runners = self.runners.unwrap_or(self.people().max(runners));
        let standard = Recipe::new(rows, cols);
        // A small board has no room for everything by default; what was asked for is kept as it is.
        let room = (rows.saturating_mul(cols) / 8).max(u32::from(self.phase.is_some()));
        Recipe {
            runners,
            hunters: self.hunters.unwrap_or(hunters),
            walls: self.walls.unwrap_or(standard.walls),
            boxes: self.boxes.unwrap_or(boxes.min(room)),
            ..standard
        }
    }
}

/// An address with a port: the one that was given, or ours.
pub(crate) fn address(text: &str) -> String {
    let port = text.rsplit_once(':').map(|(_, port)| port);
    let bare_ip6 = text.parse::<std::net::Ipv6Addr>().is_ok();
    match port {
        _ if bare_ip6 => format!("[{text}]:{PORT}"),
        Some(port) if port.parse::<u16>().is_ok() => {
            if text.starts_with(':') {
                format!("127.0.0.1{text}")
            } else {
                text.to_owned()
            }
        }
        _ => format!("{text}:{PORT}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_leave_out_its_port_or_its_host() {
        for (given, wanted) in [
            ("10.0.0.1", "10.0.0.1:7780"),
            ("10.0.0.1:9", "10.0.0.1:9"),
            (":9", "127.0.0.1:9"),
            ("example.org", "example.org:7780"),
            ("::1", "[::1]:7780"),
            ("[::1]:9", "[::1]:9"),
        ] {
            assert_eq!(address(given), wanted);
        }
    }

    #[test]
    fn each_phase_brings_what_the_course_asks() {
        let recipe = |phase| Options { phase: Some(phase), ..Options::default() }.recipe();
        assert_eq!((recipe(3).runners, recipe(3).hunters, recipe(3).boxes), (1, 1, 0));
        assert!(recipe(4).runners > 1 && recipe(4).hunters > 1 && recipe(4).boxes == 0);
        assert_eq!(recipe(2).boxes, 0);
        assert!(recipe(5).boxes > 0 && recipe(6).boxes > 0);
        let asked = Options { phase: Some(4), hunters: Some(4), ..Options::default() };
        assert_eq!(asked.recipe().hunters, 4);
    }
}
