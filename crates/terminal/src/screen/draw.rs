//! The screen: the board on the left, everything else on the right.

use meydan_core::Seat;
use meydan_labyrinth::solve::Budget;
use meydan_labyrinth::{Ending, Standing};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::app::{App, Message, Mode, Scene};
use super::theme::Theme;
use crate::slots::Slot;
use crate::text::{self, Text};
use meydan_sketch::Picture;

/// How wide the right side is.
const PANEL: u16 = 32;
/// A window smaller than this has the words below the board.
const WIDE: (u16, u16) = (70, 20);

/// How many runners are listed; the rest is counted.
const LISTED: usize = 5;

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame, app: &App, theme: Theme) {
    let area = frame.area();
    if area.width < WIDE.0 || area.height < WIDE.1 {
        return small(frame, area, app, theme);
    }
    let [left, right] =
        Layout::horizontal([Constraint::Min(8), Constraint::Length(PANEL)]).spacing(1).areas(area);
    board(frame, left, app, theme);
    panel(frame, right, app, theme);
}

/// A small window: as much of the board as fits, and below it a line of state, what is said, and the keys.
fn small(frame: &mut Frame, area: Rect, app: &App, theme: Theme) {
    let said = said(app, theme, Rect { height: MESSAGES, ..area });
    let width = usize::from(area.width);
    let wanted = said.iter().map(|line| rows(&line.to_string(), width)).sum::<usize>();
    let wanted = (wanted as u16).clamp(1, MESSAGES);
    let keys = one_line(&app.keys(), theme);
    let listed = (rows(&keys.to_string(), width) as u16).clamp(1, 2);
    let heights =
        [Constraint::Min(3), Constraint::Length(1), Constraint::Length(wanted), Constraint::Length(listed)];
    let [top, line, words, bottom] = Layout::vertical(heights).areas(area);
    board(frame, top, app, theme);
    frame.render_widget(Paragraph::new(in_a_line(app, theme)), line);
    frame.render_widget(Paragraph::new(said).wrap(Wrap { trim: true }), words);
    frame.render_widget(Paragraph::new(keys).wrap(Wrap { trim: true }), bottom);
}

/// The most lines of a small window that what is said may take.
const MESSAGES: u16 = 5;

/// How many lines a text takes when it is broken between words.
fn rows(text: &str, width: usize) -> usize {
    let (mut rows, mut used) = (1, 0);
    // Two blanks are two blanks, but for those at which a line is broken.
    for word in text.split(' ') {
        let long = word.chars().count();
        if used > 0 && used + 1 + long > width {
            rows += 1;
            used = 0;
        }
        used += long + usize::from(used > 0);
        rows += used.saturating_sub(1) / width.max(1);
        used = if used > width { used % width.max(1) } else { used };
    }
    rows
}

/// The state in one line, the most important first.
fn in_a_line(app: &App, theme: Theme) -> Line<'static> {
    let Some(scene) = &app.scene else { return Line::default() };
    let text = app.text;
    let view = &scene.shown;
    if let Some((title, line)) = announcement(app, theme) {
        let style = line.style;
        return Line::styled(format!("{title}: {line}"), style);
    }
    let acting = view.turn.and_then(|turn| Some((turn, view.runners.get(turn as usize)?)));
    let style = if app.is_my_turn() { theme.good() } else { theme.key() };
    let mut spans = vec![Span::styled(text.round(view, &scene.ground.config), theme.title())];
    if let Some((turn, runner)) = acting {
        spans.push(Span::styled(format!("  {}", text::runner(turn)), style));
        if app.has_walls() {
            spans.push(Span::raw(format!("  {}", text.walls(runner.walls))));
        }
        spans.push(Span::raw(text::way_to(runner.at, scene.ground.config.core)));
    }
    Line::from(spans)
}

fn one_line(keys: &[(&str, &str)], theme: Theme) -> Line<'static> {
    let pair = |(key, what): &(&str, &str)| {
        [
            Span::styled((*key).to_owned(), theme.key()),
            Span::raw(format!("\u{a0}{}  ", what.replace(' ', "\u{a0}"))),
        ]
    };
    Line::from(keys.iter().flat_map(pair).collect::<Vec<_>>())
}

fn board(frame: &mut Frame, area: Rect, app: &App, theme: Theme) {
    let Some(scene) = &app.scene else {
        let waiting = Paragraph::new(app.text.plain().waiting_for_host).alignment(Alignment::Center);
        return frame.render_widget(waiting.wrap(Wrap { trim: true }), area);
    };
    let picture = Picture::new(&scene.ground.board, &scene.shown, &app.overlay());
    let (line, column) = Picture::place(app.focus());
    paint(frame, area, &picture, (line, column + 1), theme);
}

/// Paints as much of a picture as fits, around a place that must be seen, with its rows and columns numbered.
fn paint(frame: &mut Frame, whole: Rect, picture: &Picture<'_>, focus: (usize, usize), theme: Theme) {
    let margin = picture.margin() as u16;
    let area = if whole.width > margin + 4 && whole.height > 3 {
        Rect { x: whole.x + margin, y: whole.y + 1, width: whole.width - margin, height: whole.height - 1 }
    } else {
        whole
    };
    let (top, height) = fit(picture.height(), usize::from(area.height), focus.0);
    let (first, width) = fit(picture.width(), usize::from(area.width), focus.1);
    let x0 = area.x + (area.width - width as u16) / 2;
    let y0 = area.y + (area.height - height as u16) / 2;
    let buffer = frame.buffer_mut();
    for line in 0..height {
        for column in 0..width {
            let (letter, look) = picture.at(top + line, first + column);
            buffer[(x0 + column as u16, y0 + line as u16)].set_char(letter).set_style(theme.look(look));
        }
    }
    if area != whole {
        for line in (0..height).filter(|line| (top + line) % 2 == 1) {
            let number = format!("{:>width$}", (top + line) / 2, width = usize::from(margin) - 1);
            buffer.set_string(x0 - margin, y0 + line as u16, number, theme.quiet());
        }
        for column in 0..width {
            if let Some(number) = picture.number_at(first + column) {
                let room = width - column;
                let shown: String = number.chars().take(room).collect();
                buffer.set_string(x0 + column as u16, y0 - 1, shown, theme.quiet());
            }
        }
    }
    // Where the board goes on beyond the edge: in the margin, so that nothing of the board is hidden.
    if area != whole {
        let (last_x, last_y) = (x0 + width as u16 - 1, y0 + height as u16 - 1);
        let more = [
            (top > 0, x0 - 1, y0, '▲'),
            (top + height < picture.height(), x0 - 1, last_y, '▼'),
            (first > 0, x0 - 1, y0 - 1, '◀'),
            (first + width < picture.width(), last_x, y0 - 1, '▶'),
        ];
        for (_, x, y, letter) in more.into_iter().filter(|(there, ..)| *there) {
            buffer[(x, y)].set_char(letter).set_style(theme.key());
        }
    }
}

/// The part of a length that is shown in a smaller room, with the focus near its middle.
fn fit(length: usize, room: usize, focus: usize) -> (usize, usize) {
    if length <= room {
        return (0, length);
    }
    (focus.saturating_sub(room / 2).min(length - room), room)
}

fn panel(frame: &mut Frame, area: Rect, app: &App, theme: Theme) {
    let keys = app.keys();
    let plain = app.text.plain();
    let listed = app.scene.as_ref().map_or(0, |scene| scene.shown.runners.len().min(LISTED)) as u16;
    let announcement = announcement(app, theme);
    let heights = [
        Constraint::Length(6),
        Constraint::Length(if listed == 0 { 0 } else { listed + 2 }),
        Constraint::Length(if announcement.is_some() { 3 } else { 0 }),
        Constraint::Min(0),
        Constraint::Length(keys.len().div_ceil(2) as u16 + 2),
    ];
    let [top, runners, gift, messages, bottom] = Layout::vertical(heights).areas(area);
    frame.render_widget(state(app, theme).block(block(plain.title, theme)), top);
    if let Some(scene) = &app.scene {
        frame.render_widget(list(app, scene, theme).block(block(plain.runners, theme)), runners);
    }
    if let Some((title, line)) = announcement {
        let block = block(&title, theme).border_type(BorderType::Double).border_style(line.style);
        frame.render_widget(Paragraph::new(line).alignment(Alignment::Center).block(block), gift);
    }
    frame.render_widget(Paragraph::new(said(app, theme, messages)).wrap(Wrap { trim: true }), messages);
    frame.render_widget(two_columns(&keys, theme).block(block(plain.keys, theme)), bottom);
}

fn block<'a>(title: &str, theme: Theme) -> Block<'a> {
    let title = Span::styled(format!(" {title} "), theme.title());
    Block::bordered().border_type(BorderType::Rounded).border_style(theme.frame()).title(title)
}

/// Round, whose turn, walls, arrived.
fn state(app: &App, theme: Theme) -> Paragraph<'static> {
    let Some(scene) = &app.scene else { return Paragraph::default() };
    let (view, text) = (&scene.shown, app.text);
    let mut lines = vec![Line::raw(text.round(view, &scene.ground.config))];
    match view.turn.and_then(|turn| view.runners.get(turn as usize).map(|runner| (turn, runner))) {
        Some((turn, runner)) => {
            let who = text::runner(turn);
            let line = match (app.is_my_turn(), view.push) {
                (true, Some(_)) => text.to_push(&who),
                (true, None) => text.to_act(&who, true),
                (false, _) => waited_for(app, scene, turn).unwrap_or_else(|| text.to_act(&who, false)),
            };
            let style = if app.is_my_turn() { theme.good() } else { theme.key() };
            lines.push(Line::styled(line, style));
            let core = scene.ground.config.core;
            let walls = if app.has_walls() { text.walls_left(runner.walls) } else { String::new() };
            lines.push(Line::raw(format!("{walls}{}", text::way_to(runner.at, core))));
        }
        None => lines.extend([Line::raw(""), Line::raw("")]),
    }
    lines.push(Line::raw(text.arrived(view)));
    Paragraph::new(lines)
}

fn waited_for(app: &App, scene: &Scene, turn: u32) -> Option<String> {
    if app.seats.iter().any(|seat| seat.name.is_none()) {
        return Some(app.text.plain().waiting_for_players.to_owned());
    }
    let seat = app.seats.get((turn % scene.ground.config.seats.max(1)) as usize)?;
    if app.mine.contains(seat.seat) {
        return None;
    }
    let name = seat.name.as_deref().unwrap_or(app.text.plain().nobody);
    Some(app.text.waiting_short(name, !seat.here))
}

fn list(app: &App, scene: &Scene, theme: Theme) -> Paragraph<'static> {
    let runners = &scene.shown.runners;
    let seats = scene.ground.config.seats.max(1);
    let line = |(number, runner): (usize, &meydan_labyrinth::RunnerView)| {
        let number = number as u32;
        let seat = (number % seats) as usize;
        let mut spans = vec![Span::styled(format!("{:<4}", text::runner(number)), theme.runner(number))];
        if app.seats.len() > 1 || seats > 1 {
            let name = match app.seats.get(seat) {
                _ if app.mine.contains(Seat(seat as u8)) => app.text.plain().you.to_owned(),
                Some(presence) => app.text.presence(presence),
                None => String::new(),
            };
            let away = app.seats.get(seat).is_some_and(|seat| !seat.here);
            let style = if away { theme.bad() } else { ratatui::style::Style::new() };
            spans.push(Span::styled(format!("{name:<13} "), style));
        }
        spans.push(match runner.status {
            Standing::On if !app.has_walls() => Span::raw(""),
            Standing::On => Span::raw(app.text.walls(runner.walls)),
            Standing::Arrived => Span::styled(app.text.standing(runner.status), theme.good()),
            Standing::Caught => Span::styled(app.text.standing(runner.status), theme.bad()),
        });
        Line::from(spans)
    };
    // The one to act is always among those listed.
    let turn = scene.shown.turn.unwrap_or(0) as usize;
    let first = if turn < LISTED { 0 } else { (turn + 1 - LISTED).min(runners.len().saturating_sub(LISTED)) };
    let mut lines: Vec<Line<'static>> =
        runners.iter().enumerate().skip(first).take(LISTED).map(line).collect();
    if runners.len() > LISTED
        && let Some(last) = lines.last_mut()
    {
        last.push_span(Span::styled(app.text.of_many(runners.len()), theme.quiet()));
    }
    Paragraph::new(lines)
}

/// A lucky box, or how the game ended.
fn announcement(app: &App, theme: Theme) -> Option<(String, Line<'static>)> {
    let scene = app.scene.as_ref()?;
    if let Some(ending) = scene.shown.result.filter(|_| app.over) {
        let style = if ending == Ending::Victory { theme.good() } else { theme.bad() };
        return Some((
            app.text.plain().the_end.to_owned(),
            Line::styled(app.text.result_short(ending, scene.shown.round), style),
        ));
    }
    let (runner, prize) = app.prize?;
    Some((app.text.box_title(runner), Line::styled(app.text.prize(prize), theme.gift())))
}

/// The answer to the last key, the hint, and what happened of late.
fn said(app: &App, theme: Theme, area: Rect) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let plain = app.text.plain();
    match app.mode {
        Mode::Quit => lines.push(Line::styled(plain.ask_quit, theme.key())),
        Mode::Name => {
            let typed = Span::raw(format!(" {}_", app.name));
            lines.push(Line::from(vec![Span::styled(plain.name_it, theme.key()), typed]));
        }
        _ => {}
    }
    match &app.message {
        Some(Message::Plain(line)) => lines.push(Line::raw(line.clone())),
        Some(Message::Good(line)) => lines.push(Line::styled(line.clone(), theme.good())),
        Some(Message::Bad(line)) => lines.push(Line::styled(line.clone(), theme.bad())),
        None => {}
    }
    if let Mode::Wall(wall) = app.mode
        && app.message.is_none()
    {
        lines.push(match app.may_put_up(wall) {
            Ok(()) => Line::styled(plain.wall_fits, theme.good()),
            Err(rejection) => Line::styled(app.text.rejection(rejection), theme.bad()),
        });
    }
    // In a small window what is asked or answered comes before the words of a hint; its mark is on the board.
    let cramped = area.height <= MESSAGES && !lines.is_empty();
    if let Some(hint) = app.hint.as_ref().filter(|_| !cramped) {
        let several = app.scene.as_ref().is_some_and(|scene| scene.shown.runners.len() > 1);
        lines.push(Line::styled(app.text.hint(hint.action), theme.key()));
        lines.push(Line::raw(match app.hides_claims() {
            true => plain.told_later.to_owned(),
            false => app.text.claim(&hint.claim, hint.states, several),
        }));
        if !hint.claim.is_proven() && hint.states < Budget::LONG.states {
            lines.push(Line::styled(plain.think_longer, theme.quiet()));
        }
    }
    let width = usize::from(area.width.max(1));
    let mut room = usize::from(area.height);
    room = room.saturating_sub(lines.iter().map(|line| rows(&line.to_string(), width)).sum());
    let mut log = Vec::new();
    let quiet = area.height > MESSAGES || app.hint.is_none();
    for line in app.log.iter().rev().filter(|_| quiet) {
        let Some(left) = room.checked_sub(rows(line, width)) else { break };
        room = left;
        log.push(Line::styled(line.clone(), theme.quiet()));
    }
    lines.extend(log.into_iter().rev());
    lines
}

fn two_columns(keys: &[(&str, &str)], theme: Theme) -> Paragraph<'static> {
    const COLUMN: usize = 15;
    let pair = |(key, what): &(&str, &str)| {
        let used = key.chars().count() + 1 + what.chars().count();
        let rest = " ".repeat(COLUMN.saturating_sub(used));
        [Span::styled((*key).to_owned(), theme.key()), Span::raw(format!(" {what}{rest}"))]
    };
    let line = |pairs: &[(&str, &str)]| Line::from(pairs.iter().flat_map(pair).collect::<Vec<_>>());
    Paragraph::new(keys.chunks(2).map(line).collect::<Vec<_>>())
}

/// The question at the start: the saved games, the newest first.
pub(crate) fn choice(frame: &mut Frame, slots: &[Slot], chosen: usize, theme: Theme, text: Text) {
    let area = frame.area();
    let width = 76.min(area.width);
    let keys = one_line(text.plain().choice_keys, theme);
    let room = usize::from(width.saturating_sub(2));
    let line = |(number, slot): (usize, &Slot)| {
        let style = if number == chosen { theme.good() } else { theme.quiet() };
        let sign = if number == chosen { "▸" } else { " " };
        let line = Line::styled(format!("{sign} {}", text.slot(slot)), style);
        let high = rows(&format!("▸ {}", text.slot(slot)), room);
        (line, high)
    };
    let lines: Vec<(Line<'static>, usize)> = slots.iter().enumerate().map(line).collect();
    let below = rows(&keys.to_string(), room);
    let words = rows(text.plain().choice, room);
    let most = usize::from(area.height).saturating_sub(2 + below + words).max(1);
    // As many as fit, the chosen one among them.
    let (mut first, mut high) = (chosen, lines[chosen].1);
    while first > 0 && high + lines[first - 1].1 <= most {
        first -= 1;
        high += lines[first].1;
    }
    let mut last = chosen + 1;
    while last < lines.len() && high + lines[last].1 <= most {
        high += lines[last].1;
        last += 1;
    }
    let high = high.min(most) as u16;
    let height = (high + 3 + words as u16 + below as u16).min(area.height);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let popup = Rect { x, y, width, height };
    let block = block(text.plain().saved_game, theme);
    let inner = block.inner(popup);
    frame.render_widget(block, popup);
    let heights = [Constraint::Length(high), Constraint::Min(1), Constraint::Length(below as u16)];
    let [list, words, bottom] = Layout::vertical(heights).areas(inner);
    let lines: Vec<Line<'static>> =
        lines.into_iter().map(|(line, _)| line).skip(first).take(last - first).collect();
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), list);
    frame.render_widget(Paragraph::new(text.plain().choice).wrap(Wrap { trim: true }), words);
    frame.render_widget(Paragraph::new(keys).wrap(Wrap { trim: true }), bottom);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_between_keys_are_counted() {
        let keys = one_line(
            &[("q", "leave"), ("S", "save"), ("r", "play again"), ("n", "next board")],
            Theme::of_process(),
        );
        assert_eq!(rows(keys.to_string().trim_end(), 43), 1);
        assert_eq!(rows(keys.to_string().trim_end(), 40), 2, "the last key has a line of its own");
        assert_eq!(rows("one two three", 7), 2);
    }

    #[test]
    fn what_does_not_fit_is_shown_around_the_focus() {
        assert_eq!(fit(10, 20, 5), (0, 10));
        assert_eq!(fit(100, 20, 5), (0, 20));
        assert_eq!(fit(100, 20, 50), (40, 20));
        assert_eq!(fit(100, 20, 99), (80, 20));
    }
}
