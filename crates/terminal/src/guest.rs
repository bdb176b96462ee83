//! The match on another machine: joins a host, keeps the seat's token, and comes back when the connection is lost.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use meydan_core::{Game, SeatSet};
use meydan_labyrinth::{Board, Config, Labyrinth, State, View};
use meydan_native::wire::NextAct;
use meydan_native::{FromHost, Guest, Join, JoinError, RefusalCode, Token, Welcome};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::time::{Instant, sleep};

use crate::link::{FarLink, Input, Link, News};
use crate::text::{self, Text};

/// How long a vanished host is looked for.
const PATIENCE: Duration = Duration::from_secs(180);
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// A seat at a host's table.
pub(crate) struct Visit {
    address: String,
    join: Join,
    ticket: Option<Ticket>,
    guest: Guest,
    welcome: Welcome,
    text: Text,
}

impl Visit {
    /// Joins the host. Somebody who was there before, under the same name, comes back to the same seat.
    async fn new(address: &str, name: &str, folder: Option<&Path>, text: Text) -> Result<Visit, String> {
        // Without a folder for tokens one can play, but not come back after a crash.
        let mut ticket = folder.and_then(|folder| Ticket::open(folder, address, name).ok());
        let mut join = Join::new(name);
        join.game = Some(Labyrinth::NAME.to_owned());
        join.token = ticket.as_mut().and_then(Ticket::token);
        let known = join.token.is_some();
        let joined = match Guest::join(address, &join).await {
            // The token is of an earlier match at this address.
            Err(JoinError::Refused { code: RefusalCode::UnknownToken, .. }) if join.token.is_some() => {
                join.token = None;
                Guest::join(address, &join).await
            }
            joined => joined,
        };
        let (guest, welcome) = match joined {
            Ok(joined) => joined,
            Err(error) => {
                if let Some(ticket) = ticket.filter(|_| join.token.is_none()) {
                    ticket.tear();
                }
                // A full table keeps the seats of those who are away: say what brings somebody back to theirs.
                let kept = matches!(error, JoinError::Refused { code: RefusalCode::Full, .. });
                let advice =
                    if kept { format!("; {}", text.seat_is_kept(name, known)) } else { String::new() };
                return Err(format!("{}{advice}", text::clean(&text.not_joined(&error))));
            }
        };
        let mut visit = Visit { address: address.to_owned(), join, ticket, guest, welcome, text };
        visit.keep_token();
        Ok(visit)
    }

    fn keep_token(&mut self) {
        self.join.token = Some(self.welcome.token.clone());
        if let Some(ticket) = &mut self.ticket {
            // A token that cannot be kept costs only the way back after a crash.
            let _ = ticket.keep(&self.welcome.token);
        }
    }

    /// Joins and plays on a thread of its own.
    pub(crate) fn begin(
        address: String,
        name: String,
        folder: Option<PathBuf>,
        inputs: Sender<Input>,
        text: Text,
    ) -> io::Result<Link> {
        Link::spawn(inputs, None, text, move |mut far| async move {
            let joined = tokio::select! {
                _ = &mut far.quit => return,
                joined = Visit::new(&address, &name, folder.as_deref(), text) => joined,
            };
            match joined {
                Ok(visit) => visit.run(far).await,
                Err(reason) => far.tell(News::Broken(reason)),
            }
        })
    }

    async fn run(mut self, mut far: FarLink) {
        far.tell(News::Notice(self.text.seated(self.welcome.seat.0, &self.welcome.name)));
        let mut play = Play::new(self.text);
        loop {
            let lost = match self.attend(&mut far, &mut play).await {
                Parting::Done => break,
                Parting::Quit => return,
                Parting::Lost(reason) => reason,
            };
            match self.come_back(&mut far, lost).await {
                Parting::Done => far.tell(News::Notice(self.text.plain().reconnected.to_owned())),
                Parting::Quit => return,
                Parting::Lost(reason) => {
                    far.tell(News::Broken(reason));
                    break;
                }
            }
        }
        if let Some(ticket) = self.ticket.take().filter(|_| play.over) {
            ticket.tear();
        }
        // The person may still look at the board.
        let _ = far.quit.await;
    }

    /// Carries news and acts until the match or the connection ends.
    async fn attend(&mut self, far: &mut FarLink, play: &mut Play) -> Parting {
        loop {
            let message = tokio::select! {
                _ = &mut far.quit => return Parting::Quit,
                Some(action) = far.acts.recv() => {
                    if let Some(window) = play.window {
                        self.guest.act(window, &action);
                    }
                    continue;
                }
                message = self.guest.next() => match message {
                    Ok(Some(message)) => message,
                    Ok(None) => return Parting::Lost("the host hung up".to_owned()),
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                        far.tell(News::Broken(text::clean(&error.to_string())));
                        return Parting::Done;
                    }
                    Err(error) => return Parting::Lost(error.to_string()),
                },
            };
            match play.news(message, self.welcome.seat) {
                Ok(news) => news.into_iter().for_each(|news| far.tell(news)),
                Err(reason) => far.tell(News::Broken(reason)),
            }
            if play.over {
                return Parting::Done;
            }
        }
    }

    /// Tries to get the seat back, more and more slowly. `Done` means that it worked.
    async fn come_back(&mut self, far: &mut FarLink, mut reason: String) -> Parting {
        let until = Instant::now() + PATIENCE;
        let mut wait = FIRST_WAIT;
        while Instant::now() < until {
            far.tell(News::Notice(self.text.connection_lost(&text::clean(&reason), wait.as_secs_f32())));
            tokio::select! {
                _ = &mut far.quit => return Parting::Quit,
                () = sleep(wait) => {}
            }
            wait = (wait * 2).min(LONGEST_WAIT);
            let joined = tokio::select! {
                _ = &mut far.quit => return Parting::Quit,
                joined = Guest::join(&self.address, &self.join) => joined,
            };
            match joined {
                Ok((guest, welcome)) => {
                    (self.guest, self.welcome) = (guest, welcome);
                    self.keep_token();
                    return Parting::Done;
                }
                // The host was started again and knows nobody; there may be a free seat.
                Err(JoinError::Refused { code: RefusalCode::UnknownToken, .. })
                    if self.join.token.is_some() =>
                {
                    self.join.token = None;
                }
                Err(error @ (JoinError::Refused { .. } | JoinError::NotAHost { .. })) => {
                    return Parting::Lost(text::clean(&self.text.not_joined(&error)));
                }
                Err(error @ JoinError::Unreachable { .. }) => reason = self.text.not_joined(&error),
            }
        }
        Parting::Lost(text::clean(&reason))
    }
}

enum Parting {
    Done,
    Quit,
    Lost(String),
}

/// What a guest knows of the match.
struct Play {
    text: Text,
    board: Option<(Arc<Config>, Board)>,
    /// The window in which the guest is to act.
    window: Option<u32>,
    view: Option<View>,
    told: bool,
    over: bool,
}

impl Play {
    fn new(text: Text) -> Play {
        Play { text, board: None, window: None, view: None, told: false, over: false }
    }

    /// Turns a message into news. What does not fit the board is refused: a host may be anybody's program.
    fn news(&mut self, message: FromHost, seat: meydan_core::Seat) -> Result<Vec<News>, String> {
        Ok(match message {
            FromHost::Seats(seats) => vec![News::Seats(seats)],
            FromHost::Start { rules, config } => {
                if rules != Labyrinth::RULES {
                    return Err(self.text.unfit(&format!("rules {rules}")));
                }
                let config: Config = self.parse(&config)?;
                let board = Board::new(&config).map_err(|error| self.text.unfit(&error.to_string()))?;
                if usize::from(seat.0) >= config.seats as usize {
                    return Err(self.text.unfit("no such seat"));
                }
                self.board = Some((Arc::new(config), board));
                self.told = false;
                Vec::new()
            }
            FromHost::Watch { view, events } => {
                let view = self.view(&view)?;
                let events = events.map(|events| self.parse(&events)).transpose()?.unwrap_or_default();
                self.board_or(seat, view, |view| News::Scene { view, events })
            }
            FromHost::Turn { window, view } => {
                let view = self.view(&view)?;
                self.window = Some(window);
                self.board_and(seat, view, News::Turn)
            }
            FromHost::Ok { next: NextAct::More } => self.view.clone().map(News::Turn).into_iter().collect(),
            FromHost::Ok { next: NextAct::Done } => {
                self.window = None;
                Vec::new()
            }
            FromHost::Rejected { reason, .. } => vec![News::Rejected(text::clean(&reason))],
            FromHost::End { view, .. } => {
                self.over = true;
                let view = self.view(&view)?;
                self.board_and(seat, view, News::Over)
            }
            FromHost::Refused { reason, .. } => {
                self.over = true;
                vec![News::Broken(text::clean(&reason))]
            }
            FromHost::Welcome(_) | FromHost::Unknown => Vec::new(),
        })
    }

    fn parse<T: DeserializeOwned>(&self, raw: &RawValue) -> Result<T, String> {
        serde_json::from_str(raw.get()).map_err(|error| self.text.unfit(&error.to_string()))
    }

    fn view(&mut self, raw: &RawValue) -> Result<View, String> {
        let view: View = self.parse(raw)?;
        let (config, board) = self.board.as_ref().ok_or_else(|| self.text.unfit("no board"))?;
        let fits = view.runners.len() == config.runners.len() && view.hunters.len() == config.hunters.len();
        if !fits {
            return Err(self.text.unfit("another number of pieces"));
        }
        State::from_view(board, &view).map_err(|error| self.text.unfit(&error.to_string()))?;
        self.view = Some(view.clone());
        Ok(view)
    }

    /// The board first, if it was not shown since the last start; it shows the view already.
    fn board_or(
        &mut self,
        seat: meydan_core::Seat,
        view: View,
        news: impl FnOnce(View) -> News,
    ) -> Vec<News> {
        match &self.board {
            Some((config, _)) if !std::mem::replace(&mut self.told, true) => {
                vec![News::Board { config: config.clone(), view, mine: SeatSet::one(seat) }]
            }
            _ => vec![news(view)],
        }
    }

    fn board_and(
        &mut self,
        seat: meydan_core::Seat,
        view: View,
        news: impl FnOnce(View) -> News,
    ) -> Vec<News> {
        let mut told = Vec::new();
        if !self.told {
            told = self.board_or(seat, view.clone(), |view| News::Scene { view, events: Vec::new() });
        }
        told.push(news(view));
        told
    }
}

/// The file that keeps a token, held as long as the guest lives: a second guest on this machine gets a file, and so
/// a seat, of its own.
struct Ticket {
    path: PathBuf,
    file: File,
}

impl Ticket {
    fn open(folder: &Path, address: &str, name: &str) -> io::Result<Ticket> {
        fs::create_dir_all(folder)?;
        let plain = |text: &str| -> String {
            text.chars()
                .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' })
                .take(60)
                .collect()
        };
        for number in 0..100 {
            let path = folder.join(format!("join-{}-{}-{number}.token", plain(address), plain(name)));
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(&path)?;
            match file.try_lock() {
                Ok(()) => return Ok(Ticket { path, file }),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Err(io::Error::other("all tickets are in use"))
    }

    fn token(&mut self) -> Option<Token> {
        let mut text = String::new();
        self.file.rewind().ok()?;
        (&mut self.file).take(200).read_to_string(&mut text).ok()?;
        Some(text.trim()).filter(|text| !text.is_empty()).map(Token::from_text)
    }

    fn keep(&mut self, token: &Token) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        writeln!(self.file, "{}", token.as_str())?;
        self.file.sync_all()
    }

    /// The match is over; the token opens nothing any more.
    fn tear(self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_guests_on_one_machine_have_a_ticket_each() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Ticket::open(folder.path(), "127.0.0.1:7", "ada").unwrap();
        let (mut first, second) = (open(), open());
        assert_ne!(first.path, second.path);
        assert_eq!(first.token(), None);
        let token = Token::draw().unwrap();
        first.keep(&token).unwrap();
        drop(first);
        assert_eq!(open().token(), Some(token), "whoever comes again finds the token");
        drop(second);
    }
}
