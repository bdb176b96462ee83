use std::fmt::{Display, Formatter};
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use meydan_core::{Batch, Frame, Layout, Seat, SeatSet, Seed};

use crate::crew::Crew;
use crate::lane::{Ground, Lane, Sizes, Terms};
use crate::{Buffers, Keepsake, Plan};

/// For how many events a log has room from the start.
const LOG: usize = 4096;
/// The most matches of a fleet, the most that anything is padded to, and the most threads: far beyond these a machine would
/// give up without a word.
const MOST_MATCHES: usize = 1 << 22;
const MOST_SIZE: usize = 1 << 14;
const MOST_THREADS: usize = 1024;

/// Many matches of a game, stepped together.
pub struct Fleet<G: Batch> {
    terms: Terms<G>,
    lanes: Vec<Lane<G>>,
    /// A log for each thread.
    logs: Vec<Log<G::Event>>,
    frame: Frame,
    layout: Layout,
    /// The other threads, where there is more than one.
    crew: Option<Crew>,
}

/// The events of one thread, which nobody reads. It has its cache lines to itself: every act writes the length, and threads
/// whose lengths lay side by side would wait for each other all the time.
#[repr(align(128))]
struct Log<E>(Vec<E>);

/// Why a fleet cannot be set up.
#[derive(Debug)]
pub enum FleetError {
    /// There is no match, no config, or no seat to choose for.
    Nothing(&'static str),
    /// The game refuses a config.
    Config(String),
    /// There are more of something than can be held.
    Many(&'static str, usize, usize),
    /// The frame is smaller than a config needs.
    Frame(&'static str),
    /// The configs have unlike numbers of seats for the caller.
    Uneven,
    /// The threads could not be started.
    Threads(String),
    /// A match that was kept was played on another config.
    Elsewhere,
}

impl Display for FleetError {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            FleetError::Nothing(what) => write!(f, "there is no {what}; give at least one"),
            FleetError::Many(what, count, most) => {
                write!(f, "`{count}` {what} are too many; give {most} at the most")
            }
            FleetError::Config(reason) => write!(f, "the match cannot be set up: {reason}"),
            FleetError::Frame(name) => write!(f, "the frame has too little room for `{name}`; give it more"),
            FleetError::Uneven => {
                write!(f, "the maps have unlike numbers of seats; give maps for equally many")
            }
            FleetError::Threads(reason) => write!(f, "the threads cannot be started: {reason}"),
            FleetError::Elsewhere => {
                write!(
                    f,
                    "the state is of a match with another map or other options; take it from one with the same"
                )
            }
        }
    }
}

impl std::error::Error for FleetError {}

impl<G: Batch> Fleet<G> {
    /// Sets up so many matches. They begin with [`Fleet::reset`].
    pub fn new(plan: Plan<G>, matches: usize) -> Result<Fleet<G>, FleetError> {
        let Some(first) = plan.configs.first() else { return Err(FleetError::Nothing("config")) };
        if matches == 0 {
            return Err(FleetError::Nothing("match"));
        }
        if matches > MOST_MATCHES {
            return Err(FleetError::Many("matches", matches, MOST_MATCHES));
        }
        if plan.threads > MOST_THREADS {
            return Err(FleetError::Many("threads", plan.threads, MOST_THREADS));
        }
        let mut tight = G::frame(first);
        plan.configs.iter().for_each(|config| tight.join(&G::frame(config)));
        let frame = plan.frame.unwrap_or_else(|| tight.clone());
        let short = tight.sizes().iter().find(|(name, size)| frame.of(name) < *size);
        if let Some((name, _)) = short {
            return Err(FleetError::Frame(name));
        }
        // Checked size by size: a layout has a name for every number, so it must not be made before.
        if let Some((_, size)) = frame.sizes().iter().find(|(_, size)| *size > MOST_SIZE) {
            return Err(FleetError::Many("of a size of the frame", *size, MOST_SIZE));
        }
        let grounds = plan.configs.into_iter().map(|config| {
            let start = G::new(&config, meydan_core::Chance::new(Seed(0)))
                .map_err(|error| FleetError::Config(error.to_string()))?;
            let sheet = start.sheet(&frame);
            let print = print_of(&config);
            Ok(Ground { config, print, start, sheet })
        });
        let grounds = grounds.collect::<Result<Vec<Ground<G>>, FleetError>>()?;
        let layout = G::layout(&frame);
        let heads = layout.heads.iter().scan(0, |next, (_, size)| {
            let first = *next;
            *next += size;
            Some(first)
        });
        let heads = heads.collect();
        let mut lanes = Vec::with_capacity(matches);
        for number in 0..matches {
            let all = grounds[number % grounds.len()].start.roster().len();
            let turned = if plan.rotate { number / grounds.len() } else { 0 };
            let seats = seats_of(plan.seats, all, turned);
            lanes.push(Lane::new(number, &grounds, seats));
        }
        let rows = lanes[0].seats.len();
        if rows == 0 {
            return Err(FleetError::Nothing("seat to choose for"));
        }
        if lanes.iter().any(|lane| lane.seats.len() != rows) {
            return Err(FleetError::Uneven);
        }
        let sizes = Sizes {
            rows,
            planes: layout.plane_bytes(),
            values: layout.values.len(),
            mask: layout.mask_bytes(),
            heads,
        };
        let crew = (plan.threads > 1).then(|| Crew::new(plan.threads));
        let crew = crew.transpose().map_err(|error| FleetError::Threads(error.to_string()))?;
        let terms = Terms {
            grounds,
            opponents: plan.opponents,
            reward: plan.reward,
            autoreset: plan.autoreset,
            most_steps: plan.most_steps,
            every_row: plan.every_row,
            sizes,
        };
        // Nobody reads events here. A thread's log is large from the start, so that it need not grow.
        let threads = crew.as_ref().map_or(1, Crew::threads);
        let logs = (0..threads).map(|_| Log(Vec::with_capacity(LOG))).collect();
        Ok(Fleet { terms, lanes, logs, frame, layout, crew })
    }

    /// How many matches there are.
    pub fn matches(&self) -> usize {
        self.lanes.len()
    }

    /// How many rows a match has.
    pub fn rows(&self) -> usize {
        self.terms.sizes.rows
    }

    /// The sizes that everything is padded to.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// What the numbers mean.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The seats behind the rows of a match.
    pub fn seats(&self, number: usize) -> &[Seat] {
        &self.lanes[number].seats
    }

    /// The config of a match.
    pub fn config(&self, number: usize) -> &G::Config {
        &self.ground(number).config
    }

    /// What was worked out for the map of a match.
    pub fn sheet(&self, number: usize) -> &G::Sheet {
        &self.ground(number).sheet
    }

    /// A match as it stands.
    pub fn game(&self, number: usize) -> &G {
        &self.lanes[number].game
    }

    fn ground(&self, number: usize) -> &Ground<G> {
        &self.terms.grounds[self.lanes[number].ground()]
    }

    /// The seed of a match as it is being played.
    pub fn seed_of(&self, number: usize) -> Seed {
        self.lanes[number].match_seed()
    }

    /// Begins every match: match `i` with the seed plus `i`. Matches after the first follow from it.
    pub fn reset(&mut self, seed: u64, out: &mut Buffers<'_>) {
        self.each(&[], out, |lane, terms, _, out, log| {
            lane.seed(seed.wrapping_add(lane.number() as u64), terms, log);
            clear(out);
            lane.write(terms, out);
        });
    }

    /// Begins the next match wherever `which` is not 0.
    pub fn reset_some(&mut self, which: &[u8], out: &mut Buffers<'_>) {
        self.each(&[], out, |lane, terms, _, out, log| {
            if which[lane.number()] != 0 {
                lane.next(terms, log);
                clear(out);
                lane.write(terms, out);
            }
        });
    }

    /// Begins one match with a seed of its own.
    pub fn reset_one(&mut self, number: usize, seed: u64) {
        self.lanes[number].seed(seed, &self.terms, &mut self.logs[0].0);
    }

    /// One step of every match. There is one number for each head of each row.
    ///
    /// # Panics
    /// If an array does not have the length that the layout asks for.
    pub fn step(&mut self, choices: &[i32], out: &mut Buffers<'_>) {
        let wanted = self.lanes.len() * self.terms.sizes.rows * self.terms.sizes.heads.len();
        assert_eq!(choices.len(), wanted, "one choice for each head of each row");
        self.each(choices, out, |lane, terms, choices, out, log| lane.step(terms, choices, out, log));
    }

    /// Plays choices that were drawn before, step after step, on the caller's thread: the bare engine, to compare with. It
    /// observes nothing, or, with arrays, writes what every match shows after each step to the match's place in them.
    pub fn rush(&mut self, choices: &[i32], mut out: Option<&mut Buffers<'_>>) {
        let Fleet { terms, lanes, logs, .. } = self;
        let Sizes { rows, planes, values, mask, ref heads } = terms.sizes;
        let one = rows * heads.len();
        for step in choices.chunks_exact(lanes.len() * one) {
            for (i, (lane, choices)) in lanes.iter_mut().zip(step.chunks_exact(one)).enumerate() {
                lane.rush(terms, choices, &mut logs[0].0);
                let Some(out) = &mut out else { continue };
                let (of, to) = (i * rows, (i + 1) * rows);
                lane.show(
                    terms,
                    &mut out.planes[of * planes..to * planes],
                    &mut out.values[of * values..to * values],
                    &mut out.mask[of * mask..to * mask],
                    &mut out.acting[of..to],
                );
            }
        }
    }

    /// Writes observations and masks again, after something was changed from outside.
    pub fn refresh(&mut self, out: &mut Buffers<'_>) {
        self.each(&[], out, |lane, terms, _, out, _| lane.write(terms, out));
    }

    /// A match to come back to.
    pub fn keep(&self, number: usize) -> Keepsake<G> {
        self.lanes[number].keep(self.ground(number).print)
    }

    /// Goes back to a match that was kept, of this match or of another one on the same config.
    pub fn restore(&mut self, number: usize, kept: &Keepsake<G>) -> Result<(), FleetError> {
        if kept.print != self.ground(number).print {
            return Err(FleetError::Elsewhere);
        }
        self.lanes[number].restore(kept);
        Ok(())
    }

    /// Puts an act or a close into a match by hand, for replays.
    pub fn with<T>(&mut self, number: usize, what: impl FnOnce(&mut G) -> T) -> T {
        self.lanes[number].with(what)
    }

    /// Does something with every match and its part of the arrays.
    fn each(
        &mut self,
        choices: &[i32],
        out: &mut Buffers<'_>,
        what: impl Fn(&mut Lane<G>, &Terms<G>, &[i32], &mut Buffers<'_>, &mut Vec<G::Event>) + Sync,
    ) {
        let Fleet { terms, lanes, logs, crew, .. } = self;
        let Sizes { rows, planes, values, mask, ref heads } = terms.sizes;
        let count = lanes.len();
        let lengths = [
            (out.planes.len(), planes),
            (out.values.len(), values),
            (out.mask.len(), mask),
            (out.acting.len(), 1),
            (out.rewards.len(), 1),
            (out.refused.len(), 1),
        ];
        assert!(lengths.iter().all(|(length, of)| *length == count * rows * of), "an array for every row");
        assert!(out.ended.len() == count && out.cut.len() == count, "an array for every match");
        let heads = heads.len() * usize::from(!choices.is_empty());
        let last = out.last.as_mut().map(|(planes, values)| (&mut **planes, &mut **values));
        let out = Buffers {
            planes: out.planes,
            values: out.values,
            mask: out.mask,
            acting: out.acting,
            rewards: out.rewards,
            refused: out.refused,
            ended: out.ended,
            cut: out.cut,
            last,
        };
        let mut all = Part { first: 0, lanes, out };
        let work = |part: Part<'_, G>, log: &mut Vec<G::Event>| {
            let Part { first, lanes, mut out } = part;
            for (i, lane) in lanes.iter_mut().enumerate() {
                let (of, to) = (i * rows, (i + 1) * rows);
                let mut one = Buffers {
                    planes: &mut out.planes[of * planes..to * planes],
                    values: &mut out.values[of * values..to * values],
                    mask: &mut out.mask[of * mask..to * mask],
                    acting: &mut out.acting[of..to],
                    rewards: &mut out.rewards[of..to],
                    refused: &mut out.refused[of..to],
                    ended: &mut out.ended[i..=i],
                    cut: &mut out.cut[i..=i],
                    last: out
                        .last
                        .as_mut()
                        .map(|(p, v)| (&mut p[of * planes..to * planes], &mut v[of * values..to * values])),
                };
                let row = (first + i) * rows;
                what(lane, terms, &choices[row * heads..(row + rows) * heads], &mut one, log);
            }
        };
        let Some(crew) = crew.as_ref().filter(|crew| crew.here()) else {
            return work(all, &mut logs[0].0);
        };
        // Each thread has its own stretch of matches, the same in every step, so that their states stay in its cache.
        let share = count.div_ceil(logs.len());
        let piles: Vec<Mutex<Part<'_, G>>> =
            std::iter::from_fn(|| all.cut(share, &terms.sizes)).map(Mutex::new).collect();
        let logs: Vec<Mutex<&mut Log<G::Event>>> = logs.iter_mut().map(Mutex::new).collect();
        let job = count.div_ceil(crew.jobs());
        crew.share(
            &piles,
            |pile| pile.cut(job, &terms.sizes),
            |thread, part| work(part, &mut logs[thread].lock().unwrap_or_else(PoisonError::into_inner).0),
        );
    }
}

/// A stretch of matches with their part of the arrays.
struct Part<'a, G: Batch> {
    /// The number of the first match.
    first: usize,
    lanes: &'a mut [Lane<G>],
    out: Buffers<'a>,
}

impl<'a, G: Batch> Part<'a, G> {
    /// Cuts up to so many matches off the front; nothing, if none is left.
    fn cut(&mut self, matches: usize, sizes: &Sizes) -> Option<Part<'a, G>> {
        let matches = matches.min(self.lanes.len());
        if matches == 0 {
            return None;
        }
        let (rows, out) = (matches * sizes.rows, &mut self.out);
        let (planes, values) = (rows * sizes.planes, rows * sizes.values);
        let first = self.first;
        self.first += matches;
        Some(Part {
            first,
            lanes: front(&mut self.lanes, matches),
            out: Buffers {
                planes: front(&mut out.planes, planes),
                values: front(&mut out.values, values),
                mask: front(&mut out.mask, rows * sizes.mask),
                acting: front(&mut out.acting, rows),
                rewards: front(&mut out.rewards, rows),
                refused: front(&mut out.refused, rows),
                ended: front(&mut out.ended, matches),
                cut: front(&mut out.cut, matches),
                last: out.last.as_mut().map(|(p, v)| (front(p, planes), front(v, values))),
            },
        })
    }
}

fn front<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice.split_off_mut(..count).expect("the arrays have room for every match")
}

/// What tells configs apart: two with the same print are taken for the same.
fn print_of(config: &impl std::fmt::Debug) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    format!("{config:?}").hash(&mut hasher);
    hasher.finish()
}

fn clear(out: &mut Buffers<'_>) {
    out.rewards.fill(0.0);
    out.refused.fill(0);
    out.ended.fill(0);
    out.cut.fill(0);
}

/// The caller's seats among so many, moved on by `turned`.
fn seats_of(seats: SeatSet, all: usize, turned: usize) -> Vec<Seat> {
    let mut seats: Vec<Seat> = (0..all)
        .map(|seat| Seat(seat as u8))
        .filter(|&seat| seats.contains(seat))
        .map(|seat| Seat(((seat.index() + turned) % all) as u8))
        .collect();
    seats.sort_unstable();
    seats
}
