//! The front office: who is who, who may ask what and when. No sockets and no clocks, so that every answer can be
//! tested from a table.

use std::net::IpAddr;
use std::sync::Arc;

use meydan_core::{Next, Seat, SeatSet};
use meydan_galaxy::{Action, Config, Phase, Rejection, Stage, View};
use meydan_referee::{Claim, Guest, Seating, Visitor};

use crate::convert;
use crate::form::Form;
use crate::wire::{self, Answer, Endpoint, Request, text};

/// A seat's way into the match.
pub trait Door: Send {
    /// What the seat may know now.
    fn view(&self) -> View;
    /// Acts; `None` as an error means that the seat's window is not open.
    fn act(&self, action: Action) -> Result<Next, Option<Rejection>>;
    /// Acts; what is refused is told to the player's author in the words that the player was answered with.
    fn act_worded(
        &self,
        action: Action,
        words: &dyn Fn(Rejection) -> String,
    ) -> Result<Next, Option<Rejection>> {
        let _ = words;
        self.act(action)
    }
    /// Keeps a text that the player printed.
    fn print(&self, text: &str);
}

/// Something that happened in the office and concerns others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// All seats are taken and ready: the match can begin.
    AllReady,
    /// A player has finished its turn.
    Finished(Seat),
}

/// The state of the interface: logins, tokens, and how far the running turn is.
pub struct Office<D> {
    config: Config,
    desks: Vec<Desk<D>>,
    seating: Arc<Seating>,
    client_port_start: u16,
}

/// What the office knows of one seat.
struct Desk<D> {
    seat: Seat,
    /// What the seat's client shows with every request.
    token: String,
    client: Option<Client>,
    door: Option<D>,
    /// The running turn is finished for the player, though not yet over: it sees stage 5.
    finished: bool,
    /// How much it has printed.
    printed: usize,
}

/// Who has taken a seat.
#[derive(Clone, Debug)]
pub struct Client {
    /// The player's secret, sent back with every callback.
    pub secret: String,
    /// Where it listens.
    pub address: IpAddr,
    /// On which port.
    pub port: u16,
    ready: bool,
}

/// How much a player may print in a match; the rest is dropped, the answer stays the same.
const MOST_PRINTED: usize = 1 << 20;

impl<D: Door> Office<D> {
    /// An office for these seats, each with the token that its client will receive; nobody must be able to guess it.
    pub fn new(
        config: Config,
        seats: impl IntoIterator<Item = (Seat, String)>,
        client_port_start: u16,
    ) -> Office<D> {
        let desk =
            |(seat, token)| Desk { seat, token, client: None, door: None, finished: false, printed: 0 };
        let desks: Vec<Desk<D>> = seats.into_iter().map(desk).collect();
        let seating = Seating::new(desks.iter().map(|desk| desk.seat).collect(), SeatSet::EMPTY);
        Office { config, desks, seating, client_port_start }
    }

    /// The clients of these seats are started by us.
    pub fn with_started(mut self, started: SeatSet) -> Office<D> {
        self.seating = Seating::new(self.seating.seats(), started);
        self
    }

    /// Who sits where.
    pub fn seating(&self) -> &Arc<Seating> {
        &self.seating
    }

    /// Opens a seat's way into the match.
    pub fn open_door(&mut self, seat: Seat, door: D) {
        if let Some(desk) = self.desk(seat) {
            desk.door = Some(door);
        }
    }

    /// Who has taken a seat.
    pub fn client(&self, seat: Seat) -> Option<&Client> {
        self.desks.iter().find(|desk| desk.seat == seat).and_then(|desk| desk.client.as_ref())
    }

    /// The seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        self.desks.iter().map(|desk| desk.seat)
    }

    /// Whether the client of a seat has said that it is ready.
    pub fn is_ready(&self, seat: Seat) -> bool {
        self.client(seat).is_some_and(|client| client.ready)
    }

    /// Whether all seats are taken and ready.
    pub fn all_ready(&self) -> bool {
        self.desks.iter().all(|desk| desk.client.as_ref().is_some_and(|client| client.ready))
    }

    /// A turn of this seat begins.
    pub fn begin_turn(&mut self, seat: Seat) {
        if let Some(desk) = self.desk(seat) {
            desk.finished = false;
        }
    }

    /// The turn is over for its player: it is finished, or time ran out. From now on it sees stage 5. Gives whether the
    /// player had finished it before.
    pub fn end_turn(&mut self, seat: Seat) -> bool {
        self.desk(seat).is_some_and(|desk| std::mem::replace(&mut desk.finished, true))
    }

    fn desk(&mut self, seat: Seat) -> Option<&mut Desk<D>> {
        self.desks.iter_mut().find(|desk| desk.seat == seat)
    }

    /// Answers a request of somebody who has connected.
    pub fn answer(&mut self, request: &Request<'_>, visitor: Visitor) -> (Answer, Option<News>) {
        let Some(endpoint) = Endpoint::of(request.path) else { return (Answer::page(404), None) };
        let method = if request.method == "HEAD" { "GET" } else { request.method };
        if method != endpoint.method() {
            // The framework answers this by itself.
            let status = if method == "OPTIONS" { 200 } else { 405 };
            return (Answer::page(status), None);
        }
        let form = Form::read(request.content_type, request.body);
        match endpoint {
            Endpoint::Index => (Answer::ok(text::WELCOME), None),
            Endpoint::Login => (self.login(&form, visitor), None),
            _ => match self.identify(request.token) {
                Err(answer) => (answer, None),
                Ok(place) if endpoint == Endpoint::Ready => self.ready(place),
                Ok(place) => self.serve(place, endpoint, &form),
            },
        }
    }

    /// Seats are given in order of arrival, but for those whose clients are started by us. The token is a secret that the
    /// client has made up, so it tells nothing about its seat.
    fn login(&mut self, form: &Form, visitor: Visitor) -> Answer {
        let Some(secret) = form.get("token") else { return Answer::error(400, text::TOKEN_NOT_FOUND) };
        let seat = self.seating.take(visitor, Claim::Opens(self.seating.seats()), |_| Guest::default());
        let start = self.client_port_start;
        let Some(desk) = seat.and_then(|seat| self.desk(seat)) else {
            return Answer::error(403, text::FULL);
        };
        let port = start.saturating_add(u16::from(desk.seat.0));
        let address = visitor.address().ip();
        desk.client = Some(Client { secret: secret.to_owned(), address, port, ready: false });
        Answer::ok(wire::login(desk.seat.0, port, &desk.token))
    }

    /// The desk whose client sent the token.
    fn identify(&self, token: Option<&[u8]>) -> Result<usize, Answer> {
        let token = token.filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| Answer::error(401, text::TOKEN_MISSING))?;
        let owns = |desk: &Desk<D>| desk.client.is_some() && desk.token.as_bytes() == token;
        self.desks.iter().position(owns).ok_or_else(|| Answer::error(401, text::TOKEN_INVALID))
    }

    fn ready(&mut self, place: usize) -> (Answer, Option<News>) {
        let before = self.all_ready();
        if let Some(client) = &mut self.desks[place].client {
            client.ready = true;
            self.seating.ready(self.desks[place].seat);
        }
        let news = (!before && self.all_ready()).then_some(News::AllReady);
        if news.is_some() {
            self.seating.begin();
        }
        (Answer::ok(text::READY), news)
    }

    /// A request of a known player, which must have the turn.
    fn serve(&mut self, place: usize, endpoint: Endpoint, form: &Form) -> (Answer, Option<News>) {
        let started = self.seating.has_begun();
        let desk = &mut self.desks[place];
        let Some(door) = desk.door.as_ref().filter(|_| started) else {
            return (Answer::error(400, text::NOT_STARTED), None);
        };
        let mut view = door.view();
        if view.player != desk.seat || view.decided {
            return (Answer::error(403, text::NOT_YOUR_TURN), None);
        }
        if let Some(asked) = convert::asked(endpoint, form, self.config.rules().ruleset) {
            if desk.finished {
                return (convert::after_finish(&asked, &view), None);
            }
            if finishes(&asked.act, &view) {
                // The match hears of it only after `/end`, so that the player sees its finished turn until then.
                desk.finished = true;
                let answer = Answer::ok(wire::next_state(Stage::Finished.number()));
                return (answer, Some(News::Finished(desk.seat)));
            }
            let words = |rejection| convert::refused(&asked, rejection).told();
            let answer = match door.act_worded(asked.act, &words) {
                Ok(_) => convert::taken(&asked, &door.view()),
                Err(Some(rejection)) => convert::refused(&asked, rejection),
                Err(None) => Answer::error(403, text::NOT_YOUR_TURN),
            };
            return (answer, None);
        }
        if endpoint == Endpoint::Printer {
            let Some(text) = form.get("text") else { return (Answer::error(400, text::NO_TEXT), None) };
            if desk.printed + text.len() <= MOST_PRINTED {
                desk.printed += text.len();
                door.print(text);
            }
            return (Answer::ok(text::PRINTED), None);
        }
        if desk.finished {
            view.stage = Stage::Finished;
        }
        let answer = convert::question(endpoint, form, &view, &self.config);
        (answer.unwrap_or_else(|| Answer::page(404)), None)
    }
}

/// Whether an act ends its turn.
fn finishes(action: &Action, view: &View) -> bool {
    *action == Action::Next && (view.phase == Phase::Start || view.stage == Stage::Fort)
}
