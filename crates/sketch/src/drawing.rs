use std::borrow::Cow;
use std::fmt::Write;

/// How a character is meant; whoever prints it turns this into colours, or does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// As it is.
    #[default]
    Plain,
    /// Of little weight: floor, fog, ways.
    Faint,
    /// Nobody gets through.
    Wall,
    /// A heading.
    Title,
    /// Worth something.
    Gold,
    /// Danger, or a mistake.
    Alarm,
    /// What belongs to a side, by its number.
    Side(u8),
    /// The same, for what is worth a second look: it carries something, or it is to act.
    Bright(u8),
}

impl Look {
    /// The numbers that a terminal is told for it.
    fn codes(self) -> Cow<'static, str> {
        const SIDES: [u8; 6] = [31, 34, 32, 35, 36, 33];
        let side = |side: u8| SIDES[usize::from(side) % SIDES.len()];
        match self {
            Look::Plain => "".into(),
            Look::Faint => "2".into(),
            Look::Wall => "90".into(),
            Look::Title => "1".into(),
            Look::Gold => "1;33".into(),
            Look::Alarm => "1;31".into(),
            Look::Side(number) => side(number).to_string().into(),
            Look::Bright(number) => format!("1;7;{}", side(number)).into(),
        }
    }
}

/// One line of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<(char, Look)>);

impl Line {
    /// Adds text that is meant in one way.
    pub fn put(&mut self, text: impl AsRef<str>, look: Look) -> &mut Line {
        self.0.extend(printable(text.as_ref()).chars().map(|letter| (letter, look)));
        self
    }

    /// Fills up with blanks to a width.
    pub fn pad(&mut self, width: usize) -> &mut Line {
        while self.0.len() < width {
            self.0.push((' ', Look::Plain));
        }
        self
    }

    /// Changes one character.
    pub fn set(&mut self, column: usize, letter: char, look: Look) {
        if let Some(place) = self.0.get_mut(column) {
            *place = (letter, look);
        }
    }

    /// How many characters it has.
    pub fn width(&self) -> usize {
        self.0.len()
    }
}

/// Characters in lines, each with a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    lines: Vec<Line>,
    /// What should stay in sight where there is little room: a line and a column.
    focus: (usize, usize),
}

impl Drawing {
    /// An empty one.
    pub fn new() -> Drawing {
        Drawing::default()
    }

    /// Adds a line and gives it, to be written to.
    pub fn line(&mut self) -> &mut Line {
        self.lines.push(Line::default());
        self.lines.last_mut().expect("one was just added")
    }

    /// Adds a line of text that is meant in one way.
    pub fn say(&mut self, text: impl AsRef<str>, look: Look) {
        self.line().put(text, look);
    }

    /// A line that is there.
    pub fn at(&mut self, line: usize) -> Option<&mut Line> {
        self.lines.get_mut(line)
    }

    /// Says what should stay in sight.
    pub fn look_at(&mut self, line: usize, column: usize) {
        self.focus = (line, column);
    }

    /// How many lines it has.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// How wide its widest line is.
    pub fn width(&self) -> usize {
        self.lines.iter().map(Line::width).max().unwrap_or(0)
    }

    /// Puts another one below.
    pub fn under(mut self, below: Drawing) -> Drawing {
        self.lines.extend(below.lines);
        self
    }

    /// Puts another one to the right, where both fit into a width; otherwise below.
    pub fn beside(mut self, right: Drawing, width: usize) -> Drawing {
        const GAP: usize = 3;
        let own = self.width();
        if own + GAP + right.width() > width {
            return self.under(right);
        }
        for (number, line) in right.lines.into_iter().enumerate() {
            if self.lines.len() <= number {
                self.line();
            }
            self.lines[number].pad(own + GAP).0.extend(line.0);
        }
        self
    }

    /// The part around its focus that fits into a width and a height.
    pub fn cut(mut self, width: usize, height: usize) -> Drawing {
        let first = |focus: usize, all: usize, room: usize| {
            focus.saturating_sub(room / 2).min(all.saturating_sub(room))
        };
        let top = first(self.focus.0, self.height(), height);
        let left = first(self.focus.1, self.width(), width);
        self.lines = self.lines.into_iter().skip(top).take(height).collect();
        for line in &mut self.lines {
            line.0 = line.0.iter().copied().skip(left).take(width).collect();
        }
        self.focus = (self.focus.0 - top.min(self.focus.0), self.focus.1 - left.min(self.focus.1));
        self
    }

    /// The bare characters.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let letters: String = line.0.iter().map(|(letter, _)| letter).collect();
            text.push_str(letters.trim_end());
            text.push('\n');
        }
        text
    }

    /// With colours, as terminals take them.
    pub fn ansi(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let mut now = Look::Plain;
            for &(letter, look) in &line.0 {
                // A blank looks like any other, unless its ground is coloured.
                if look != now && (letter != ' ' || matches!(now, Look::Bright(_))) {
                    let codes = look.codes();
                    let reset = if now == Look::Plain || codes.is_empty() { "" } else { "0;" };
                    let _ = write!(text, "\u{1b}[{reset}{codes}m");
                    now = look;
                }
                text.push(letter);
            }
            if now != Look::Plain {
                text.push_str("\u{1b}[0m");
            }
            text.push('\n');
        }
        text
    }
}

/// Names, maps and bots' words are strangers' bytes: what would steer a terminal is shown as a sign instead. So are line ends, where
/// one line was meant.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let shown = |sign: char| match u32::from(sign) {
        _ if !sign.is_control() => sign,
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        0x7f => '\u{2421}',
        _ => '\u{FFFD}',
    };
    text.chars().map(shown).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_steer_a_terminal_is_drawn_as_a_sign() {
        let mut drawing = Drawing::new();
        drawing.say("a\u{1b}[2Jb\nc\u{9b}", Look::Side(0));
        assert_eq!(drawing.text(), "a␛[2Jb␊c\u{FFFD}\n");
        assert_eq!(drawing.ansi(), "\u{1b}[31ma␛[2Jb␊c\u{FFFD}\u{1b}[0m\n");
    }

    #[test]
    fn a_drawing_stands_beside_another_where_there_is_room() {
        let mut board = Drawing::new();
        board.say("###", Look::Wall);
        let mut facts = Drawing::new();
        facts.say("turn 1", Look::Plain);
        facts.say("2 : 3", Look::Plain);
        assert_eq!(board.clone().beside(facts.clone(), 80).text(), "###   turn 1\n      2 : 3\n");
        assert_eq!(board.beside(facts, 8).text(), "###\nturn 1\n2 : 3\n");
    }

    #[test]
    fn where_there_is_little_room_the_focus_stays_in_sight() {
        let mut drawing = Drawing::new();
        (0..10).for_each(|row| drawing.say(format!("{row}{row}abcdefgh"), Look::Plain));
        drawing.look_at(8, 9);
        assert_eq!(drawing.clone().cut(3, 2).text(), "fgh\nfgh\n");
        assert!(drawing.cut(3, 4).text().lines().count() == 4);
    }
}
