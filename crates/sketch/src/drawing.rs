use std::borrow::Cow;
use std::fmt::Write;

/// From how many lines on a board that is cut leaves room for the facts below it.
const FEW: usize = 8;

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

/// How many columns a drawing has where nobody says how many there are.
const WIDTH: usize = 80;
/// How far facts stand from their board.
const GAP: usize = 3;

/// How a board lies in a drawing, so that a part of it can be told in its rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Lines above the first row: they stay where the rows below them are cut.
    pub head: usize,
    /// Characters before the first column: they stay, too.
    pub margin: usize,
    /// How many lines a row has.
    pub row: usize,
    /// How many characters a column has.
    pub column: usize,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid { head: 0, margin: 0, row: 1, column: 1 }
    }
}

/// Characters in lines, each with a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    lines: Vec<Line>,
    /// What should stay in sight where there is little room: a line and a column.
    focus: (usize, usize),
    grid: Grid,
    /// What stands beside the board where there is room, and below it otherwise.
    facts: Vec<Line>,
    /// What is worth more than facts: it stands below everything else, and has its lines where there is little room.
    news: Vec<Line>,
    /// Whether something of the board was left out.
    part: bool,
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

    /// The same for somebody who has nobody there: the middle of all who are, each by line and column.
    pub fn look_at_all(&mut self, all: &[(usize, usize)]) {
        let middle = |of: fn(&(usize, usize)) -> usize| all.iter().map(of).sum::<usize>() / all.len().max(1);
        self.focus = (middle(|at| at.0), middle(|at| at.1));
    }

    /// Says how the board lies in it.
    pub fn lies(mut self, grid: Grid) -> Drawing {
        self.grid = grid;
        self
    }

    /// How many lines it has on so many columns.
    pub fn height(&self, columns: usize) -> usize {
        self.laid(columns).len()
    }

    /// How wide its widest line is.
    pub fn width(&self) -> usize {
        widest(&self.laid(WIDTH))
    }

    /// Whether something of the board had no room.
    pub fn is_part(&self) -> bool {
        self.part
    }

    /// Puts another one below.
    pub fn under(mut self, below: Drawing) -> Drawing {
        self.lines.extend(below.lines);
        self
    }

    /// Adds what is to be known besides the board: it stands beside it where there is room, and below it otherwise.
    pub fn with(mut self, facts: Drawing) -> Drawing {
        self.facts = facts.lines;
        self
    }

    /// Adds what must not be missed, the most important first: it stands below everything, on the whole width.
    pub fn telling(mut self, news: Drawing) -> Drawing {
        self.news = news.lines;
        self
    }

    fn has_room_beside(&self, columns: usize) -> bool {
        widest(&self.lines) + GAP + widest(&self.facts) <= columns
    }

    /// Board, facts and news together.
    fn laid(&self, columns: usize) -> Vec<Line> {
        let mut laid = match self.has_room_beside(columns) {
            true => beside(self.lines.clone(), &self.facts),
            false => [self.lines.clone(), wrapped(&self.facts, columns)].concat(),
        };
        laid.extend(wrapped(&self.news, columns));
        laid
    }

    /// What fits into a width and a height. Where the board does not, it is the part around its focus, and a line says which.
    pub fn fit(self, columns: usize, lines: usize) -> Drawing {
        let laid = self.laid(columns);
        if laid.len() <= lines && widest(&laid) <= columns {
            return Drawing { lines: laid, focus: self.focus, ..Drawing::default() };
        }
        let mut news = wrapped(&self.news, columns);
        news.truncate((lines / 3).max(1));
        let lines = lines.saturating_sub(news.len()).max(1);
        let aside = self.has_room_beside(columns);
        let facts = if aside { self.facts.clone() } else { wrapped(&self.facts, columns) };
        // Below a board that is cut the facts have a third, if that leaves some rows; below one that is not, what it leaves.
        let third = if lines < FEW { 0 } else { lines / 3 };
        let most = if aside { lines } else { lines.saturating_sub(self.lines.len()).max(third) };
        let facts = shortened(facts, most);
        let room = lines.saturating_sub(if aside { 0 } else { facts.len() });
        let (mut board, told) = self.cropped(columns, room);
        let part = told.is_some();
        if aside {
            board = beside(board, &facts);
        } else {
            board.extend(facts);
        }
        board.extend(told);
        board.extend(news);
        for line in &mut board {
            line.0.truncate(columns);
        }
        Drawing { lines: board, part, ..Drawing::default() }
    }

    /// All of it on so many columns, however long it is: a board that is wider comes in strips, from left to right, each with its margin.
    pub fn strips(self, columns: usize) -> Vec<Drawing> {
        let Grid { margin, column, .. } = self.grid;
        let (wide, step) = (widest(&self.lines), columns.saturating_sub(margin) / column.max(1) * column);
        if wide <= columns || step == 0 {
            return vec![self.fit(columns, usize::MAX)];
        }
        let mut strips = Vec::new();
        for left in (margin..wide).step_by(step) {
            let part = |(number, line): (usize, &Line)| {
                // The title above a map without a margin is for all of it.
                let titled = number < self.grid.head && margin == 0;
                match (titled, left == margin) {
                    (true, true) => wrapped(std::slice::from_ref(line), columns),
                    (true, false) => Vec::new(),
                    (false, _) => {
                        let own = line.0.iter().take(margin);
                        vec![Line(own.chain(line.0.iter().skip(left).take(step)).copied().collect())]
                    }
                }
            };
            let lines = self.lines.iter().enumerate().flat_map(part).collect();
            strips.push(Drawing { lines, ..Drawing::default() });
        }
        let below = [wrapped(&self.facts, columns), wrapped(&self.news, columns)].concat();
        strips.push(Drawing { lines: below, ..Drawing::default() });
        strips
    }

    /// The part of the board around its focus, and the line that says which part it is.
    fn cropped(&self, columns: usize, lines: usize) -> (Vec<Line>, Option<Line>) {
        let Grid { head, margin, row, column } = self.grid;
        let (all, wide) = (self.lines.len().saturating_sub(head), widest(&self.lines).saturating_sub(margin));
        if self.lines.len() <= lines && wide + margin <= columns {
            return (self.lines.clone(), None);
        }
        // One line says which part it is.
        let titled = margin == 0;
        // The title above a map without a margin is for all of it, and is broken where the map is cut.
        let title = match titled {
            true => wrapped(&self.lines[..head.min(self.lines.len())], columns),
            false => self.lines.iter().take(head).cloned().collect(),
        };
        let down = lines.saturating_sub(title.len() + 1).max(1);
        let right = columns.saturating_sub(margin).max(1);
        let first = |focus: usize, all: usize, room: usize, step: usize| {
            let first = focus.saturating_sub(room / 2).min(all.saturating_sub(room));
            if first + room >= all { first } else { first / step * step }
        };
        let top = first(self.focus.0.saturating_sub(head), all, down, row);
        let left = first(self.focus.1.saturating_sub(margin), wide, right, column);
        let above = if titled { title.len() } else { 0 };
        let mut kept = title;
        kept.extend(self.lines.iter().skip(head + top).take(down).cloned());
        for line in &mut kept[above..] {
            let rest: Vec<_> = line.0.iter().skip(margin + left).take(right).copied().collect();
            line.0.truncate(margin);
            line.0.extend(rest);
        }
        let span = |name: &str, first: usize, room: usize, all: usize, step: usize| {
            let last = (all / step).max(1) - 1;
            let to = ((first + room).min(all).saturating_sub(1) / step).min(last);
            (room < all).then(|| format!("{name} {}–{to} of 0–{last}", (first / step).min(last)))
        };
        let spans = [span("rows", top, down, all, row), span("columns", left, right, wide, column)];
        let mut told = Line::default();
        let spans = spans.into_iter().flatten().collect::<Vec<String>>().join(", ");
        let whole = format!("part of the board: {spans}");
        told.put(if whole.chars().count() > columns { spans } else { whole }, Look::Title);
        (kept, Some(told))
    }

    /// The bare characters.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.laid(WIDTH) {
            let letters: String = line.0.iter().map(|(letter, _)| letter).collect();
            text.push_str(letters.trim_end());
            text.push('\n');
        }
        text
    }

    /// With colours, as terminals take them.
    pub fn ansi(&self) -> String {
        let mut text = String::new();
        for line in &self.laid(WIDTH) {
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

fn widest(lines: &[Line]) -> usize {
    lines.iter().map(Line::width).max().unwrap_or(0)
}

/// Lines with others to their right.
fn beside(mut lines: Vec<Line>, right: &[Line]) -> Vec<Line> {
    let own = widest(&lines);
    for (number, line) in right.iter().enumerate() {
        if lines.len() <= number {
            lines.push(Line::default());
        }
        lines[number].pad(own + GAP).0.extend(&line.0);
    }
    lines
}

/// Lines broken at blanks, so that none is wider than this.
fn wrapped(lines: &[Line], columns: usize) -> Vec<Line> {
    const INDENT: usize = 2;
    let mut broken = Vec::new();
    for line in lines {
        let mut rest = line.0.clone();
        while rest.len() > columns.max(INDENT + 1) {
            let blank = rest[..=columns.min(rest.len() - 1)].iter().rposition(|(letter, _)| *letter == ' ');
            let at = blank.filter(|at| *at > INDENT).unwrap_or(columns.max(INDENT + 1));
            let mut more = vec![(' ', Look::Plain); INDENT];
            more.extend(rest[at..].iter().skip_while(|(letter, _)| *letter == ' '));
            rest.truncate(at);
            broken.push(Line(std::mem::replace(&mut rest, more)));
        }
        broken.push(Line(rest));
    }
    broken
}

/// The first lines, and how many more there are.
fn shortened(mut lines: Vec<Line>, most: usize) -> Vec<Line> {
    if most == 0 {
        return Vec::new();
    }
    if lines.len() > most {
        let left = lines.len() - most.saturating_sub(1);
        lines.truncate(most.saturating_sub(1));
        let mut more = Line::default();
        more.put(format!("… {left} more lines have no room here"), Look::Faint);
        lines.push(more);
    }
    lines
}

/// Whether a character would steer a terminal instead of being shown: a control, or one that turns the direction of what follows.
pub fn steers(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Names, maps and bots' words are strangers' bytes: what would steer a terminal is shown as a sign instead. So are line ends, where
/// one line was meant.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return text.into();
    }
    let shown = |sign: char| match u32::from(sign) {
        _ if !steers(sign) => sign,
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
    fn what_turns_the_direction_of_text_is_drawn_as_a_sign() {
        assert_eq!(printable("ab\u{202e}cd\u{2066}\u{200f}"), "ab\u{FFFD}cd\u{FFFD}\u{FFFD}");
        // Persian needs its non-joiner.
        assert_eq!(printable("می\u{200c}رود"), "می\u{200c}رود");
    }

    #[test]
    fn facts_stand_beside_a_board_where_there_is_room_and_are_broken_below_it_otherwise() {
        let mut board = Drawing::new();
        board.say("###", Look::Wall);
        let mut facts = Drawing::new();
        facts.say("turn 1", Look::Plain);
        facts.say("2 : 3", Look::Plain);
        let drawing = board.with(facts);
        assert_eq!(drawing.text(), "###   turn 1\n      2 : 3\n");
        assert_eq!(drawing.clone().fit(8, 9).text(), "###\nturn 1\n2 : 3\n");
        assert_eq!(drawing.fit(5, 9).text(), "###\nturn\n  1\n2 : 3\n");
    }

    /// A board of ten rows and ten columns, numbered.
    fn board() -> Drawing {
        let mut drawing = Drawing::new();
        drawing.say("  abcdefghij", Look::Plain);
        (0..10).for_each(|row| drawing.say(format!("{row} ABCDEFGHIJ"), Look::Plain));
        drawing.lies(Grid { head: 1, margin: 2, row: 1, column: 1 })
    }

    #[test]
    fn where_there_is_little_room_the_focus_stays_in_sight_and_the_part_is_told() {
        let mut drawing = board();
        drawing.look_at(9, 10);
        assert_eq!(drawing.clone().fit(12, 11).text(), drawing.text(), "it fits");
        assert!(!drawing.clone().fit(12, 11).is_part());
        let cut = drawing.clone().fit(40, 5);
        let told = "part of the board: rows 7–9 of 0–9\n";
        let wanted = format!("  abcdefghij\n7 ABCDEFGHIJ\n8 ABCDEFGHIJ\n9 ABCDEFGHIJ\n{told}");
        assert_eq!((cut.text(), cut.is_part()), (wanted, true));
        let cut = drawing.fit(7, 30);
        assert!(cut.text().starts_with("  fghij\n0 FGHIJ\n"), "{}", cut.text());
    }

    #[test]
    fn the_title_of_a_map_is_not_cut_with_it() {
        let mut map = Drawing::new();
        map.say("turn 31 of 60, thieves", Look::Title);
        (0..10).for_each(|_| map.say("abcdefghijklmnopqrstuvwxyz", Look::Plain));
        map.look_at(9, 25);
        let cut = map.lies(Grid { head: 1, ..Grid::default() }).fit(16, 6).text();
        assert!(cut.starts_with("turn 31 of 60,\n  thieves\nklmnopqrstuvwxyz\n"), "{cut}");
        assert_eq!(cut.lines().count(), 6, "{cut}");
    }

    #[test]
    fn a_board_that_is_too_wide_comes_in_strips_with_nothing_left_out() {
        let strips: Vec<String> = board().strips(7).iter().map(Drawing::text).collect();
        assert_eq!(strips.len(), 3, "{strips:?}");
        assert!(strips[0].starts_with("  abcde\n0 ABCDE\n"), "{}", strips[0]);
        assert!(strips[1].starts_with("  fghij\n0 FGHIJ\n") && strips[1].ends_with("9 FGHIJ\n"));
        assert_eq!(board().strips(12).len(), 1, "it fits");
    }

    #[test]
    fn which_part_it_is_is_told_in_a_narrow_terminal_too() {
        let mut wide = Drawing::new();
        (0..20).for_each(|_| wide.say("#".repeat(50), Look::Wall));
        let cut = wide.fit(40, 8).text();
        assert!(cut.ends_with("\nrows 0–6 of 0–19, columns 0–39 of 0–49\n"), "{cut}");
    }

    #[test]
    fn where_there_is_hardly_any_room_the_rows_have_it() {
        let mut facts = Drawing::new();
        (0..9).for_each(|number| facts.say(format!("a long fact with the number {number}"), Look::Plain));
        let cut = board().with(facts).fit(34, 4).text();
        assert_eq!(cut, "  abcdefghij\n0 ABCDEFGHIJ\n1 ABCDEFGHIJ\npart of the board: rows 0–1 of 0–9\n");
    }

    #[test]
    fn news_stand_below_and_stay_where_facts_have_no_room() {
        let mut facts = Drawing::new();
        (0..30).for_each(|number| facts.say(format!("fact {number}"), Look::Plain));
        let mut news = Drawing::new();
        news.say("a1 was refused: nobody stands there", Look::Alarm);
        let told = board().with(facts).telling(news);
        assert!(told.text().ends_with("\na1 was refused: nobody stands there\n"), "{}", told.text());
        let cut = told.clone().fit(80, 12).text();
        assert_eq!(cut.lines().count(), 12, "{cut}");
        assert!(cut.contains("more lines have no room") && cut.ends_with("nobody stands there\n"), "{cut}");
        let narrow = told.fit(22, 9).text();
        assert!(narrow.ends_with("\na1 was refused: nobody\n  stands there\n"), "{narrow}");
    }

    #[test]
    fn facts_are_not_lost_in_silence_either() {
        let mut facts = Drawing::new();
        (0..9).for_each(|number| facts.say(format!("a long fact with the number {number}"), Look::Plain));
        let cut = board().with(facts).fit(34, 12).text();
        assert_eq!(cut.lines().count(), 12, "{cut}");
        assert!(
            cut.contains("part of the board: rows 0–") && cut.contains("more lines have no room"),
            "{cut}"
        );
    }
}
