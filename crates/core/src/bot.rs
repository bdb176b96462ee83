use crate::{Game, Next, Seat, Window};

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
