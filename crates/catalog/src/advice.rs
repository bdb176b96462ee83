//! What the strongest house bot would have done at some place of a played match.

use meydan_core::trace::{Entry, Replay, ReplayError, Trace};
use meydan_core::{Bot, Chance, Desk, Explore, Game, Next, Seat, StateHash, Viewer, Window};
use serde_json::{Value, json};

use crate::prepare::seat_chance;
use crate::{Offer, Reel};

/// Windows before the one in question in which the bot is asked, too, so that it remembers what it has seen. All of them
/// would take too long with a bot that thinks.
const MEMORY: u32 = 12;

/// What the strongest house bot would do on a seat in a window of a played match, while the others do what they did:
/// its name, its acts, and the frame of a reel that would have come of it, as a spectator sees it. The dice are those of
/// the match. `None` where the window was not played or the seat was not asked.
pub fn advise<G: Offer>(
    trace: &Trace<G::Action>,
    window: u32,
    seat: Seat,
) -> Result<Option<Value>, ReplayError> {
    let mut replay = Replay::<G>::new(trace)?;
    let Some((name, mut bot)) = strongest::<G>(trace, seat) else { return Ok(None) };
    let (mut reel, _) = Reel::open(&replay.game, &trace.header, Viewer::Spectator);
    let mut opened = None;
    loop {
        let open = replay.game.status().window().copied();
        if let Some(open) = open.filter(|open| opened != Some(open.number)) {
            opened = Some(open.number);
            let asked = open.seats.contains(seat);
            if open.number == window {
                if !asked {
                    return Ok(None);
                }
                return Ok(Some(tried(&name, &mut *bot, replay, reel, seat, open)?));
            }
            if asked && open.number + MEMORY >= window {
                let mut game = replay.game.clone();
                bot.play(&mut Trial { game: &mut game, seat, window: open, acts: Vec::new() });
            }
        }
        let Some(step) = replay.step()? else { return Ok(None) };
        // The reel is only told of windows, not asked for their lines.
        let _ = reel.entry(step.entry, &step.events, &replay.game);
    }
}

fn strongest<G: Offer>(trace: &Trace<G::Action>, seat: Seat) -> Option<(String, Box<dyn Bot<G>>)> {
    let config = serde_json::from_str(trace.header.config.get()).ok()?;
    let name = *G::house_bots().last()?;
    let bot = G::house(name, &config, seat_chance(trace.header.seed, seat.index()))?;
    Some((name.to_owned(), bot))
}

/// Lets the bot play the window; whoever else was asked does what the record says.
fn tried<G: Offer>(
    name: &str,
    bot: &mut dyn Bot<G>,
    mut replay: Replay<'_, G>,
    mut reel: Reel<G>,
    seat: Seat,
    window: Window,
) -> Result<Value, ReplayError> {
    let mut game = replay.game.clone();
    let mut trial = Trial { game: &mut game, seat, window, acts: Vec::new() };
    bot.play(&mut trial);
    let acts = trial.acts;
    let mut tell = |entry: &Entry<G::Action>, events: &[G::Event], game: &G| reel.entry(entry, events, game);
    for (act, events) in &acts {
        let _ = tell(&Entry::Act(seat, act.clone()), events, &game);
    }
    while let Some(step) = replay.step()? {
        match step.entry {
            Entry::Act(other, act) if *other != seat => {
                let mut events = Vec::new();
                // What the others did may not be possible any more.
                if game.act(*other, act.clone(), &mut events).is_ok() {
                    let _ = tell(step.entry, &events, &game);
                }
            }
            Entry::Close(_) => break,
            _ => {}
        }
    }
    let mut events = Vec::new();
    game.close(&mut events);
    let frame = tell(&Entry::Close(StateHash(0)), &events, &game);
    let frame: Option<Value> = frame.and_then(|line| serde_json::from_str(&line).ok());
    let acts: Vec<&G::Action> = acts.iter().map(|(act, _)| act).collect();
    Ok(json!({ "bot": name, "seat": seat, "window": window.number, "acts": acts, "frame": frame }))
}

/// A desk that remembers what was done at it.
struct Trial<'a, G: Game> {
    game: &'a mut G,
    seat: Seat,
    window: Window,
    acts: Vec<(G::Action, Vec<G::Event>)>,
}

impl<G: Game> Desk<G> for Trial<'_, G> {
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
        let mut events = Vec::new();
        let next = self.game.act(self.seat, action.clone(), &mut events)?;
        self.acts.push((action, events));
        Ok(next)
    }

    fn candidates(&self, chance: &mut Chance, out: &mut Vec<G::Action>)
    where
        G: Explore,
    {
        self.game.candidates(self.seat, chance, out);
    }
}
