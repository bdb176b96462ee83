use std::collections::HashMap;

use meydan_core::{Batch, Chance, Frame, Layout, Mode, Next, Seat, Seed, Status, Viewer};

/// Whether a choice was taken: the match before it, the seat, the choice.
type Taken<G> = dyn Fn(&G, &<G as Batch>::Sheet, Seat, &[i32]) -> bool;

/// The laws of [`Batch`], checked by random play on some configs: they tie a game's choices and observations to its acts
/// and views.
pub struct BatchLaws<G: Batch> {
    configs: Vec<G::Config>,
    games: u64,
    most_steps: u32,
    taken: Box<Taken<G>>,
}

/// Planes, values as bits, and mask: what a seat gets to see.
type Seen = (Vec<u8>, Vec<u32>, Vec<u8>);

impl<G: Batch> BatchLaws<G> {
    /// Checks on these configs; give small ones of unlike sizes, and one of every ruleset.
    pub fn new(configs: impl IntoIterator<Item = G::Config>) -> Self {
        let taken = |game: &G, sheet: &G::Sheet, seat: Seat, choice: &[i32]| {
            game.clone().choose(sheet, seat, choice, &mut Vec::new()).is_ok()
        };
        BatchLaws {
            configs: configs.into_iter().collect(),
            games: 2,
            most_steps: 200,
            taken: Box::new(taken),
        }
    }

    /// How many games per config (2 where nothing is said).
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// After how many steps a game is left (200 where nothing is said). Its end is reached by silence.
    pub fn most_steps(mut self, steps: u32) -> Self {
        self.most_steps = steps;
        self
    }

    /// Says in another way whether a choice was taken: for a game that takes every command and answers with errors.
    pub fn taken(mut self, taken: impl Fn(&G, &G::Sheet, Seat, &[i32]) -> bool + 'static) -> Self {
        self.taken = Box::new(taken);
        self
    }

    /// Checks every law. Panics with the law's sentence.
    pub fn check(&self) {
        assert!(!self.configs.is_empty(), "give the laws at least one config");
        let mut wide = G::frame(&self.configs[0]);
        self.configs.iter().for_each(|config| wide.join(&G::frame(config)));
        for config in &self.configs {
            for seed in 0..self.games {
                for frame in [G::frame(config), wide.clone()] {
                    self.one_game(config, &frame, seed);
                }
                self.observations_follow_views(config, seed);
            }
        }
    }

    fn one_game(&self, config: &G::Config, frame: &Frame, seed: u64) {
        let start = self.start(config, 99);
        let layout = G::layout(frame);
        let sheet = start.sheet(frame);
        let mut game = self.start(config, 98);
        game.copy(&start);
        game.reseed(Chance::new(Seed(seed)));
        assert_eq!(
            game.hash(),
            self.start(config, seed).hash(),
            "{}: a match that is set up again is a new one",
            G::NAME
        );
        let mut chance = Chance::new(Seed(seed ^ 0xba7c));
        let mut twin = start.clone();
        let mut log = Vec::new();
        for step in 0..self.most_steps {
            let Status::Waiting(window) = game.status() else { break };
            assert!(
                !game.results(&mut vec![0.0; game.roster().len()]),
                "{}: no result before the end",
                G::NAME
            );
            for seat in game.roster().seats() {
                everything_is_written(&game, &layout, &sheet, seat);
            }
            // In a sealed window what others have kept must not be played together with what is tried.
            if step % 7 == 0 && window.mode == Mode::Sealed {
                window.seats.iter().for_each(|seat| self.masks_are_exact(&game, &layout, &sheet, seat));
            }
            for seat in window.seats.iter() {
                loop {
                    if step % 7 == 0 && window.mode == Mode::Live {
                        self.masks_are_exact(&game, &layout, &sheet, seat);
                    }
                    let Some(choice) = pick(&game, &layout, &sheet, seat, &mut chance) else { break };
                    let next = game.choose(&sheet, seat, &choice, &mut log);
                    let next = next.unwrap_or_else(|_| {
                        panic!("{}: seat {seat} may choose {choice:?}, and it is refused", G::NAME)
                    });
                    if next == Next::Done {
                        break;
                    }
                }
            }
            if step % 16 == 0 {
                twin.copy(&game);
                assert_eq!(twin.hash(), game.hash(), "{}: a copy is the same match", G::NAME);
                twin.close(&mut log);
                game.close(&mut log);
                assert_eq!(twin.hash(), game.hash(), "{}: a copy goes on like its original", G::NAME);
            } else {
                game.close(&mut log);
            }
            log.clear();
        }
        results_follow_ranks(game);
    }

    fn start(&self, config: &G::Config, seed: u64) -> G {
        G::new(config, Chance::new(Seed(seed)))
            .unwrap_or_else(|e| panic!("{} refuses a config: {e}", G::NAME))
    }

    /// What the mask allows is taken, what it forbids is not, head by head, the other heads at rest.
    fn masks_are_exact(&self, game: &G, layout: &Layout, sheet: &G::Sheet, seat: Seat) {
        let mut mask = vec![7; layout.mask_bytes()];
        game.mask(sheet, seat, &mut mask);
        assert!(mask.iter().all(|&bit| bit <= 1), "{}: a mask is 0 or 1 everywhere", G::NAME);
        let heads = heads(layout, &mask);
        let rest: Vec<i32> = heads.iter().map(|head| first(head)).collect();
        if heads.iter().any(|head| !head.contains(&1)) {
            return;
        }
        for (i, head) in heads.iter().enumerate() {
            for (number, &allowed) in head.iter().enumerate() {
                let mut choice = rest.clone();
                choice[i] = number as i32;
                let taken = (self.taken)(game, sheet, seat, &choice);
                assert_eq!(
                    taken,
                    allowed == 1,
                    "{}: the mask of seat {seat} says {allowed} for {number} of head `{}`",
                    G::NAME,
                    layout.heads[i].0
                );
            }
        }
    }

    /// Two matches of one seed part ways, because others choose otherwise. As long as a seat's views are the same, so are
    /// its observations and its masks.
    fn observations_follow_views(&self, config: &G::Config, seed: u64) {
        let frame = G::frame(config);
        let layout = G::layout(&frame);
        let sheet = self.start(config, 0).sheet(&frame);
        let mut known: HashMap<(Seat, bool, String), Seen> = HashMap::new();
        for play in 0..4 {
            let mut game = self.start(config, seed);
            let mut chances: Vec<Chance> =
                game.roster().seats().map(|seat| Chance::new(Seed(u64::from(seat.0)))).collect();
            let other = play as usize % game.roster().len();
            chances[other] = Chance::new(Seed(1000 + play));
            for _ in 0..self.most_steps.min(60) {
                let Status::Waiting(window) = game.status() else { break };
                for seat in game.roster().seats() {
                    let acts = window.seats.contains(seat);
                    let view = serde_json::to_string(&game.view(Viewer::Seat(seat))).expect("views are JSON");
                    let (planes, values) = observe(&game, &layout, &sheet, seat);
                    let values = values.iter().map(|value| value.to_bits()).collect();
                    let mut mask = vec![0; layout.mask_bytes()];
                    if acts {
                        game.mask(&sheet, seat, &mut mask);
                    }
                    let seen = (planes, values, mask);
                    let before = known.entry((seat, acts, view)).or_insert_with(|| seen.clone());
                    assert!(
                        *before == seen,
                        "{}: the observation and the mask of seat {seat} follow from its view",
                        G::NAME
                    );
                }
                for seat in window.seats.iter() {
                    while let Some(choice) = pick(&game, &layout, &sheet, seat, &mut chances[seat.index()]) {
                        if game.choose(&sheet, seat, &choice, &mut Vec::new()) != Ok(Next::More) {
                            break;
                        }
                    }
                }
                game.close(&mut Vec::new());
            }
        }
    }
}

/// A random choice among those that the mask allows; `None` where some head has none.
pub fn pick<G: Batch>(
    game: &G,
    layout: &Layout,
    sheet: &G::Sheet,
    seat: Seat,
    chance: &mut Chance,
) -> Option<Vec<i32>> {
    let mut mask = vec![0; layout.mask_bytes()];
    game.mask(sheet, seat, &mut mask);
    heads(layout, &mask)
        .into_iter()
        .map(|head| {
            let open: Vec<i32> = (0..head.len() as i32).filter(|&i| head[i as usize] == 1).collect();
            chance.pick(&open).copied()
        })
        .collect()
}

fn heads<'a>(layout: &Layout, mask: &'a [u8]) -> Vec<&'a [u8]> {
    let mut rest = mask;
    let split = |(_, size): &(String, usize)| {
        let (head, tail) = rest.split_at(*size);
        rest = tail;
        head
    };
    layout.heads.iter().map(split).collect()
}

fn first(head: &[u8]) -> i32 {
    head.iter().position(|&bit| bit == 1).unwrap_or(0) as i32
}

fn observe<G: Batch>(game: &G, layout: &Layout, sheet: &G::Sheet, seat: Seat) -> (Vec<u8>, Vec<f32>) {
    let (mut planes, mut values) = (vec![0; layout.plane_bytes()], vec![0.0; layout.values.len()]);
    game.observe(sheet, seat, &mut planes, &mut values);
    (planes, values)
}

fn everything_is_written<G: Batch>(game: &G, layout: &Layout, sheet: &G::Sheet, seat: Seat) {
    let (mut planes, mut values) = (vec![77; layout.plane_bytes()], vec![f32::NAN; layout.values.len()]);
    game.observe(sheet, seat, &mut planes, &mut values);
    let name = |i: usize| &layout.values[i];
    let odd = values.iter().position(|value| !value.is_finite());
    assert_eq!(odd.map(name), None, "{}: every value is written, and finite", G::NAME);
    let wanted = observe(game, layout, sheet, seat);
    assert!((planes, values) == wanted, "{}: an observation leaves nothing of the one before", G::NAME);
}

fn results_follow_ranks<G: Batch>(mut game: G) {
    let mut results = vec![f32::NAN; game.roster().len()];
    loop {
        match game.status() {
            Status::Waiting(_) => game.close(&mut Vec::new()),
            Status::Over(outcome) => {
                assert!(game.results(&mut results), "{}: a match that is over has results", G::NAME);
                for a in &outcome.standings {
                    let of = |seat: Seat| results[seat.index()];
                    assert!((-1.0..=1.0).contains(&of(a.seat)), "{}: results lie between −1 and 1", G::NAME);
                    for b in outcome.standings.iter().filter(|b| b.rank >= a.rank) {
                        assert_eq!(
                            of(a.seat) > of(b.seat),
                            a.rank < b.rank,
                            "{}: a better rank is a better result: {outcome:?} {results:?}",
                            G::NAME
                        );
                    }
                }
                return;
            }
        }
    }
}
