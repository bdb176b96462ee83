//! The screen: the board on the left, everything else on the right.

use meydan_core::Seat;
use meydan_labyrinth::solve::Budget;
use meydan_labyrinth::{Board, Ending, Standing, View};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::app::{App, Message, Mode, Scene};
use super::theme::Theme;
use crate::picture::{Overlay, Picture};
use crate::text;

/// How wide the right side is.
const PANEL: u16 = 32;

/// How many runners are listed; the rest is counted.
const LISTED: usize = 5;

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame, app: &App, theme: Theme) {
    let area = frame.area();
    let [left, right] =
        Layout::horizontal([Constraint::Min(8), Constraint::Length(PANEL)]).spacing(1).areas(area);
    match &app.scene {
        None => {
            let waiting = Paragraph::new(text::WAITING_FOR_HOST).alignment(Alignment::Center);
            frame.render_widget(waiting, left);
        }
        Some(scene) => board(frame, left, scene, app, theme),
    }
    panel(frame, right, app, theme);
}

fn board(frame: &mut Frame, area: Rect, scene: &Scene, app: &App, theme: Theme) {
    let picture = Picture::new(&scene.ground.board, &scene.shown, &app.overlay());
    let (line, column) = Picture::place(app.focus());
    paint(frame, area, &picture, (line, column + 1), theme);
}

/// Paints as much of a picture as fits, around a place that must be seen.
fn paint(frame: &mut Frame, area: Rect, picture: &Picture<'_>, focus: (usize, usize), theme: Theme) {
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
    // Where the board goes on beyond the edge.
    let more = [
        (top > 0, area.width / 2, 0, '▲'),
        (top + height < picture.height(), area.width / 2, area.height.saturating_sub(1), '▼'),
        (first > 0, 0, area.height / 2, '◀'),
        (first + width < picture.width(), area.width.saturating_sub(1), area.height / 2, '▶'),
    ];
    for (there, x, y, letter) in more {
        if there && x < area.width && y < area.height {
            buffer[(area.x + x, area.y + y)].set_char(letter).set_style(theme.key());
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
    let keys = keys(app);
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
    frame.render_widget(state(app, theme).block(block(text::TITLE, theme)), top);
    if let Some(scene) = &app.scene {
        frame.render_widget(list(app, scene, theme).block(block(text::RUNNERS, theme)), runners);
    }
    if let Some((title, line)) = announcement {
        let block = block(&title, theme).border_type(BorderType::Double).border_style(line.style);
        frame.render_widget(Paragraph::new(line).alignment(Alignment::Center).block(block), gift);
    }
    frame.render_widget(said(app, theme, messages), messages);
    frame.render_widget(two_columns(keys, theme).block(block(text::KEYS, theme)), bottom);
}

fn block<'a>(title: &str, theme: Theme) -> Block<'a> {
    let title = Span::styled(format!(" {title} "), theme.title());
    Block::bordered().border_type(BorderType::Rounded).border_style(theme.frame()).title(title)
}

/// Round, whose turn, walls, arrived.
fn state(app: &App, theme: Theme) -> Paragraph<'static> {
    let Some(scene) = &app.scene else { return Paragraph::default() };
    let view = &scene.shown;
    let mut lines = vec![Line::raw(text::round(view, &scene.ground.config))];
    match view.turn.and_then(|turn| view.runners.get(turn as usize).map(|runner| (turn, runner))) {
        Some((turn, runner)) => {
            let who = text::runner(turn);
            let line = match (app.is_my_turn(), view.push) {
                (true, Some(_)) => text::to_push(&who),
                (true, None) => text::to_act(&who, true),
                (false, _) => waited_for(app, scene, turn).unwrap_or_else(|| text::to_act(&who, false)),
            };
            let style = if app.is_my_turn() { theme.good() } else { theme.key() };
            lines.push(Line::styled(line, style));
            let core = scene.ground.config.core;
            lines.push(Line::raw(format!(
                "{}{}",
                text::walls_left(runner.walls),
                text::way_to(runner.at, core)
            )));
        }
        None => lines.extend([Line::raw(""), Line::raw("")]),
    }
    lines.push(Line::raw(text::arrived(view)));
    Paragraph::new(lines)
}

fn waited_for(app: &App, scene: &Scene, turn: u32) -> Option<String> {
    if app.seats.iter().any(|seat| seat.name.is_none()) {
        return Some(text::WAITING_FOR_PLAYERS.to_owned());
    }
    let seat = app.seats.get((turn % scene.ground.config.seats.max(1)) as usize)?;
    if app.mine.contains(seat.seat) {
        return None;
    }
    let name = seat.name.as_deref().unwrap_or(text::NOBODY);
    Some(text::waiting_short(name, !seat.here))
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
                _ if app.mine.contains(Seat(seat as u8)) => text::YOU.to_owned(),
                Some(presence) => text::presence(presence),
                None => String::new(),
            };
            let away = app.seats.get(seat).is_some_and(|seat| !seat.here);
            let style = if away { theme.bad() } else { ratatui::style::Style::new() };
            spans.push(Span::styled(format!("{name:<13} "), style));
        }
        spans.push(match runner.status {
            Standing::On => Span::raw(text::walls(runner.walls)),
            Standing::Arrived => Span::styled(text::standing(runner.status), theme.good()),
            Standing::Caught => Span::styled(text::standing(runner.status), theme.bad()),
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
        last.push_span(Span::styled(text::of_many(runners.len()), theme.quiet()));
    }
    Paragraph::new(lines)
}

/// A lucky box, or how the game ended.
fn announcement(app: &App, theme: Theme) -> Option<(String, Line<'static>)> {
    let scene = app.scene.as_ref()?;
    if let Some(ending) = scene.shown.result.filter(|_| app.over) {
        let style = if ending == Ending::Victory { theme.good() } else { theme.bad() };
        return Some((
            text::THE_END.to_owned(),
            Line::styled(text::result_short(ending, scene.shown.round), style),
        ));
    }
    let (runner, prize) = app.prize?;
    Some((text::box_title(runner), Line::styled(text::prize(prize), theme.gift())))
}

/// The answer to the last key, the hint, and what happened of late.
fn said(app: &App, theme: Theme, area: Rect) -> Paragraph<'static> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    if app.mode == Mode::Quit {
        lines.push(Line::styled(text::ASK_QUIT, theme.key()));
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
            Ok(()) => Line::styled(text::WALL_FITS, theme.good()),
            Err(rejection) => Line::styled(rejection.reason(), theme.bad()),
        });
    }
    if let Some(hint) = &app.hint {
        lines.push(Line::styled(text::hint(hint.action), theme.key()));
        lines.push(Line::raw(text::claim(&hint.claim, hint.states)));
        if !hint.claim.is_proven() && hint.states < Budget::LONG.states {
            lines.push(Line::styled(text::THINK_LONGER, theme.quiet()));
        }
    }
    let width = usize::from(area.width.max(1));
    let tall = |line: &str| line.chars().count().div_ceil(width).max(1);
    let mut room = usize::from(area.height);
    room = room.saturating_sub(lines.iter().map(|line| line.width().div_ceil(width).max(1) + 1).sum());
    let mut log = Vec::new();
    for line in app.log.iter().rev() {
        let Some(left) = room.checked_sub(tall(line)) else { break };
        room = left;
        log.push(Line::styled(line.clone(), theme.quiet()));
    }
    lines.extend(log.into_iter().rev());
    Paragraph::new(lines).wrap(Wrap { trim: true })
}

fn keys(app: &App) -> &'static [(&'static str, &'static str)] {
    match app.mode {
        _ if app.over || app.broken().is_some() => app.end_keys(),
        Mode::Play => text::PLAY_KEYS,
        Mode::Wall(_) => text::WALL_KEYS,
        Mode::Push { .. } => text::PUSH_KEYS,
        Mode::Quit => text::QUIT_KEYS,
    }
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

/// The question at the start, over the saved board.
pub(crate) fn choice(frame: &mut Frame, what: &str, board: &Board, view: &View, theme: Theme) {
    let area = frame.area();
    let picture = Picture::new(board, view, &Overlay::default());
    let (line, column) = Picture::place(board.cell(board.core));
    paint(frame, area, &picture, (line, column), theme);
    let width = 54.min(area.width);
    let height = 9.min(area.height);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let popup = Rect { x, y, width, height };
    let block = block(text::SAVED_GAME, theme);
    let inner = block.inner(popup);
    frame.render_widget(Clear, popup);
    frame.render_widget(block, popup);
    let [words, keys] = Layout::vertical([Constraint::Min(0), Constraint::Length(2)]).areas(inner);
    let lines = vec![Line::raw(what.to_owned()), Line::raw(text::CHOICE)];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), words);
    frame.render_widget(two_columns(text::CHOICE_KEYS, theme), keys);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_shown_around_the_focus() {
        assert_eq!(fit(10, 20, 5), (0, 10));
        assert_eq!(fit(100, 20, 5), (0, 20));
        assert_eq!(fit(100, 20, 50), (40, 20));
        assert_eq!(fit(100, 20, 99), (80, 20));
    }
}
