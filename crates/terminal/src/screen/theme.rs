use ratatui::style::{Color, Modifier, Style};

use meydan_sketch::Piece as Look;

/// How things look: in colours, or by boldness and reversal alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) colour: bool,
}

const RUNNERS: [Color; 6] =
    [Color::LightGreen, Color::LightCyan, Color::LightBlue, Color::LightMagenta, Color::Green, Color::Cyan];

impl Theme {
    /// What the environment asks for (`NO_COLOR`).
    pub(crate) fn of_process() -> Theme {
        Theme { colour: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn paint(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    fn fill(self, front: Color, back: Color) -> Style {
        if self.colour {
            Style::new().fg(front).bg(back).add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// The colour of a runner.
    pub(crate) fn runner(self, number: u32) -> Style {
        self.paint(RUNNERS[number as usize % RUNNERS.len()]).add_modifier(Modifier::BOLD)
    }

    /// The style of a character of the board.
    pub(crate) fn look(self, look: Look) -> Style {
        match look {
            Look::Floor => Style::new(),
            Look::Post => self.paint(Color::DarkGray).add_modifier(Modifier::DIM),
            Look::Wall => self.paint(Color::Gray),
            Look::Temporary { last: false } => self.paint(Color::LightMagenta).add_modifier(Modifier::BOLD),
            Look::Temporary { last: true } => self.paint(Color::Magenta),
            Look::Cursor { legal: true } => self.paint(Color::LightGreen).add_modifier(Modifier::BOLD),
            Look::Cursor { legal: false } => self.paint(Color::LightRed).add_modifier(Modifier::BOLD),
            Look::Hint => self.fill(Color::Black, Color::Yellow),
            Look::Runner { number, acts: true } => self.runner(number).add_modifier(Modifier::REVERSED),
            Look::Runner { number, acts: false } => self.runner(number),
            Look::Hunter => self.paint(Color::LightRed).add_modifier(Modifier::BOLD),
            Look::Core => self.paint(Color::LightYellow).add_modifier(Modifier::BOLD),
            Look::Box => self.paint(Color::LightBlue).add_modifier(Modifier::BOLD),
            Look::From if self.colour => Style::new().fg(Color::Gray).bg(Color::DarkGray),
            Look::From => Style::new().add_modifier(Modifier::DIM),
            Look::To { hunter: true } => self.fill(Color::White, Color::Red),
            Look::To { hunter: false } => self.fill(Color::Black, Color::Green),
            Look::Caught => self.fill(Color::White, Color::Magenta),
        }
    }

    pub(crate) fn title(self) -> Style {
        self.paint(Color::LightCyan).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn frame(self) -> Style {
        self.paint(Color::DarkGray)
    }

    pub(crate) fn key(self) -> Style {
        self.paint(Color::LightYellow).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn good(self) -> Style {
        self.paint(Color::LightGreen).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn bad(self) -> Style {
        self.paint(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn gift(self) -> Style {
        self.paint(Color::LightBlue).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn quiet(self) -> Style {
        self.paint(Color::DarkGray)
    }
}
