use std::sync::Arc;

use meydan_core::{Batch, Bot, Chance, Here, Next, Seat, SeatSet, Seed, Window};

use crate::{Autoreset, Buffers, Opponents, Reward};

/// What all matches on one config share.
pub(crate) struct Ground<G: Batch> {
    pub(crate) config: G::Config,
    /// What tells the config from others.
    pub(crate) print: u64,
    pub(crate) start: G,
    pub(crate) sheet: G::Sheet,
}

/// What all matches of a fleet share.
pub(crate) struct Terms<G: Batch> {
    pub(crate) grounds: Vec<Ground<G>>,
    pub(crate) opponents: Option<Arc<Opponents<G>>>,
    pub(crate) reward: Reward,
    pub(crate) autoreset: Autoreset,
    pub(crate) most_steps: u32,
    pub(crate) every_row: bool,
    pub(crate) sizes: Sizes,
}

/// How many numbers a row has, and how many rows a match.
#[derive(Clone, Debug)]
pub(crate) struct Sizes {
    pub(crate) rows: usize,
    pub(crate) planes: usize,
    pub(crate) values: usize,
    pub(crate) mask: usize,
    /// The first number of each head in the mask.
    pub(crate) heads: Vec<usize>,
}

/// One match of a fleet.
pub(crate) struct Lane<G: Batch> {
    number: usize,
    /// Which of the configs it is played on.
    ground: usize,
    pub(crate) game: G,
    /// The caller's seats, a row each.
    pub(crate) seats: Vec<Seat>,
    mine: SeatSet,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// The open window, who of the caller's may still act in it, and which bots have played in it.
    window: Option<Window>,
    todo: SeatSet,
    played: SeatSet,
    gains: Vec<f32>,
    results: Vec<f32>,
    seed: u64,
    episode: u64,
    steps: u32,
    done: bool,
}

/// A match to come back to. Bots that keep a memory keep the one they have.
pub struct Keepsake<G: Batch> {
    /// What tells the config that it was played on from others.
    pub(crate) print: u64,
    game: G,
    window: Option<Window>,
    todo: SeatSet,
    played: SeatSet,
    gains: Vec<f32>,
    steps: u32,
    done: bool,
    seed: u64,
    episode: u64,
}

impl<G: Batch> Keepsake<G> {
    /// The match as it was.
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Batch> Lane<G> {
    pub(crate) fn new(number: usize, grounds: &[Ground<G>], seats: Vec<Seat>) -> Lane<G> {
        let ground = number % grounds.len();
        let start = &grounds[ground].start;
        let all = start.roster().len();
        Lane {
            number,
            ground,
            game: start.clone(),
            mine: seats.iter().copied().collect(),
            bots: (0..all).map(|_| None).collect(),
            window: None,
            todo: SeatSet::EMPTY,
            played: SeatSet::EMPTY,
            gains: vec![0.0; seats.len()],
            results: vec![0.0; all],
            seats,
            seed: 0,
            episode: 0,
            steps: 0,
            done: false,
        }
    }

    /// Which match of the fleet it is.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Which of the configs it is played on.
    pub(crate) fn ground(&self) -> usize {
        self.ground
    }

    /// Begins the first match of a seed.
    pub(crate) fn seed(&mut self, seed: u64, terms: &Terms<G>, log: &mut Vec<G::Event>) {
        (self.seed, self.episode) = (seed, 0);
        self.begin(terms, log);
    }

    /// The seed of the match that is being played: the given one first, then others that follow from it.
    pub(crate) fn match_seed(&self) -> Seed {
        let mut mixed = self.episode.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Seed(self.seed ^ (mixed ^ (mixed >> 27)))
    }

    /// Begins the next match.
    pub(crate) fn next(&mut self, terms: &Terms<G>, log: &mut Vec<G::Event>) {
        self.episode += 1;
        self.begin(terms, log);
    }

    fn begin(&mut self, terms: &Terms<G>, log: &mut Vec<G::Event>) {
        let ground = &terms.grounds[self.ground];
        let seed = self.match_seed();
        self.game.copy(&ground.start);
        self.game.reseed(Chance::new(seed));
        if let Some(opponents) = &terms.opponents {
            for seat in ground.start.roster().seats().filter(|&seat| !self.mine.contains(seat)) {
                // As in the catalogue, so that a match against a house bot can be played again by the program.
                let chance = Chance::new(Seed(seed.0 ^ (0x6d65_7964_616e_0000 + u64::from(seat.0) + 1)));
                self.bots[seat.index()] = Some(opponents(self.number, seat, &ground.config, chance));
            }
        }
        (self.steps, self.done) = (0, false);
        self.open();
        self.go_on(log);
        self.note_gains();
    }

    /// Looks at the window that is open now.
    fn open(&mut self) {
        // A status that says how a match ended has to be written down; that it has ended is known for nothing.
        let over = self.game.results(&mut self.results);
        self.window = if over { None } else { self.game.status().window().copied() };
        self.played = SeatSet::EMPTY;
        self.todo = match &self.window {
            Some(window) => self.seats.iter().copied().filter(|&seat| window.seats.contains(seat)).collect(),
            None => SeatSet::EMPTY,
        };
    }

    /// Plays windows in which no seat of the caller's may act any more.
    fn go_on(&mut self, log: &mut Vec<G::Event>) {
        while let Some(window) = self.window
            && self.todo.is_empty()
        {
            for seat in window.seats.iter() {
                self.play_bot(seat, window);
            }
            self.close(log);
        }
    }

    fn close(&mut self, log: &mut Vec<G::Event>) {
        log.clear();
        self.game.close(log);
        self.open();
    }

    fn play_bot(&mut self, seat: Seat, window: Window) {
        if self.played.contains(seat) || self.mine.contains(seat) {
            return;
        }
        self.played.insert(seat);
        if let Some(bot) = &mut self.bots[seat.index()] {
            bot.play(&mut Here::new(&mut self.game, seat, window));
        }
    }

    fn note_gains(&mut self) {
        for (gain, &seat) in self.gains.iter_mut().zip(&self.seats) {
            *gain = self.game.gain(seat);
        }
    }

    /// One step: the caller's choices, what bots do, and everything up to the next decision.
    pub(crate) fn step(
        &mut self,
        terms: &Terms<G>,
        choices: &[i32],
        out: &mut Buffers<'_>,
        log: &mut Vec<G::Event>,
    ) {
        (out.ended[0], out.cut[0]) = (0, 0);
        out.rewards.fill(0.0);
        out.refused.fill(0);
        if self.done {
            if terms.autoreset == Autoreset::NextStep {
                self.next(terms, log);
            }
            return self.write(terms, out);
        }
        self.act(terms, choices, out.refused, log);
        self.steps += 1;
        let ended = self.window.is_none();
        let cut = !ended && terms.most_steps > 0 && self.steps >= terms.most_steps;
        self.reward(terms, ended, out.rewards);
        (out.ended[0], out.cut[0]) = (ended.into(), cut.into());
        if ended || cut {
            self.done = true;
            if terms.autoreset == Autoreset::SameStep {
                if let Some((planes, values)) = &mut out.last {
                    self.observe(terms, true, planes, values);
                }
                self.next(terms, log);
            }
        }
        self.write(terms, out);
    }

    /// What everybody does in this step, and the windows up to the next decision.
    fn act(&mut self, terms: &Terms<G>, choices: &[i32], refused: &mut [u8], log: &mut Vec<G::Event>) {
        let Some(window) = self.window else { return };
        let sheet = &terms.grounds[self.ground].sheet;
        let heads = terms.sizes.heads.len();
        for seat in window.seats.iter() {
            self.play_bot(seat, window);
            if !self.todo.contains(seat) {
                continue;
            }
            let row = self.seats.iter().position(|&own| own == seat).expect("who may act has a row");
            let choice = &choices[row * heads..][..heads];
            log.clear();
            match self.game.choose(sheet, seat, choice, log) {
                Ok(Next::More) => {}
                Ok(Next::Done) => self.todo.remove(seat),
                // What the rules refuse is silence until the window closes.
                Err(_) => {
                    self.todo.remove(seat);
                    refused[row] = 1;
                }
            }
        }
        if self.todo.is_empty() {
            self.close(log);
            self.go_on(log);
        }
    }

    /// A step that nobody looks at.
    pub(crate) fn rush(&mut self, terms: &Terms<G>, choices: &[i32], log: &mut Vec<G::Event>) {
        let mut refused = [0; SeatSet::CAPACITY];
        self.act(terms, choices, &mut refused, log);
        self.steps += 1;
        if self.window.is_none() || (terms.most_steps > 0 && self.steps >= terms.most_steps) {
            self.next(terms, log);
        }
    }

    fn reward(&mut self, terms: &Terms<G>, ended: bool, rewards: &mut [f32]) {
        for (row, &seat) in self.seats.iter().enumerate() {
            if terms.reward.gain != 0.0 {
                let gain = self.game.gain(seat);
                rewards[row] = terms.reward.gain * (gain - self.gains[row]);
                self.gains[row] = gain;
            }
            if ended {
                rewards[row] += terms.reward.result * self.results[seat.index()];
            }
        }
    }

    /// Writes what the caller may see and choose.
    pub(crate) fn write(&self, terms: &Terms<G>, out: &mut Buffers<'_>) {
        self.show(terms, out.planes, out.values, out.mask, out.acting);
    }

    /// As [`Lane::write`], to these arrays.
    pub(crate) fn show(
        &self,
        terms: &Terms<G>,
        planes: &mut [u8],
        values: &mut [f32],
        mask: &mut [u8],
        acting: &mut [u8],
    ) {
        let everybody = terms.every_row || self.done || self.steps == 0;
        self.observe(terms, everybody, planes, values);
        let sheet = &terms.grounds[self.ground].sheet;
        for (row, mask) in mask.chunks_exact_mut(terms.sizes.mask).enumerate() {
            let seat = self.seats[row];
            let acts = !self.done && self.todo.contains(seat);
            acting[row] = acts.into();
            if acts {
                self.game.mask(sheet, seat, mask);
            } else {
                mask.fill(0);
                terms.sizes.heads.iter().for_each(|&first| mask[first] = 1);
            }
        }
    }

    fn observe(&self, terms: &Terms<G>, everybody: bool, planes: &mut [u8], values: &mut [f32]) {
        let sheet = &terms.grounds[self.ground].sheet;
        let rows =
            planes.chunks_exact_mut(terms.sizes.planes).zip(values.chunks_exact_mut(terms.sizes.values));
        for ((planes, values), &seat) in
            rows.zip(&self.seats).filter(|(_, seat)| everybody || self.todo.contains(**seat))
        {
            self.game.observe(sheet, seat, planes, values);
        }
    }

    pub(crate) fn keep(&self, print: u64) -> Keepsake<G> {
        Keepsake {
            print,
            game: self.game.clone(),
            window: self.window,
            todo: self.todo,
            played: self.played,
            gains: self.gains.clone(),
            steps: self.steps,
            done: self.done,
            seed: self.seed,
            episode: self.episode,
        }
    }

    pub(crate) fn restore(&mut self, kept: &Keepsake<G>) {
        self.game.copy(&kept.game);
        (self.window, self.todo, self.played) = (kept.window, kept.todo, kept.played);
        self.gains.clone_from(&kept.gains);
        (self.steps, self.done, self.seed, self.episode) = (kept.steps, kept.done, kept.seed, kept.episode);
    }

    /// Applies something to the match from outside the choices, and looks at it anew.
    pub(crate) fn with<T>(&mut self, what: impl FnOnce(&mut G) -> T) -> T {
        let before = self.window.map(|window| window.number);
        let answer = what(&mut self.game);
        if self.game.status().window().map(|window| window.number) != before {
            self.open();
        }
        answer
    }
}
