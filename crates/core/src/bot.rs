use crate::{Chance, Explore, Game, Next, Seat, Viewer, Window};

/// A seat's place at the table: what it may see, and the one thing it may do.
pub trait Desk<G: Game> {
    /// The seat that sits here.
    fn seat(&self) -> Seat;
    /// The window that is open.
    fn window(&self) -> &Window;
    /// What this seat may know right now; fresh after every act.
    fn view(&self) -> G::View;
    /// Acts. The error says why the act was refused; nothing has changed then.
    fn act(&mut self, action: G::Action) -> Result<Next, G::Rejection>;
    /// Appends acts that this seat might try now, as [`Explore::candidates`] lists them: for a bot that knows nothing of
    /// the game it plays.
    fn candidates(&self, chance: &mut Chance, out: &mut Vec<G::Action>)
    where
        G: Explore;
}

/// A bot that lives in this process. It is asked once per window and acts as often as the game lets it.
pub trait Bot<G: Game>: Send {
    /// Plays one window.
    fn play(&mut self, desk: &mut dyn Desk<G>);
}

impl<G: Game, F: FnMut(&mut dyn Desk<G>) + Send> Bot<G> for F {
    fn play(&mut self, desk: &mut dyn Desk<G>) {
        self(desk);
    }
}

/// A desk at a match that is played right here, without a referee: for tests, and for bots that imagine how a match
/// might go on.
pub struct Here<'a, G: Game> {
    game: &'a mut G,
    seat: Seat,
    window: Window,
    log: Vec<G::Event>,
    refusals: u32,
}

impl<'a, G: Game> Here<'a, G> {
    /// Sits down for the open window.
    pub fn new(game: &'a mut G, seat: Seat, window: Window) -> Here<'a, G> {
        Here { game, seat, window, log: Vec::new(), refusals: 0 }
    }

    /// How many acts were refused so far.
    pub fn refusals(&self) -> u32 {
        self.refusals
    }
}

impl<G: Game> Desk<G> for Here<'_, G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn window(&self) -> &Window {
        &self.window
    }

    fn view(&self) -> G::View {
        self.game.view(Viewer::Seat(self.seat))
    }

    fn act(&mut self, action: G::Action) -> Result<Next, G::Rejection> {
        self.log.clear();
        let answer = self.game.act(self.seat, action, &mut self.log);
        self.refusals += u32::from(answer.is_err());
        answer
    }

    fn candidates(&self, chance: &mut Chance, out: &mut Vec<G::Action>)
    where
        G: Explore,
    {
        self.game.candidates(self.seat, chance, out);
    }
}
