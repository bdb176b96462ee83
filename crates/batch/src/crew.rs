use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How often the caller looks whether the other threads are done before it sleeps.
const PATIENCE: usize = 100_000;
/// How often it looks away after that, while the pool notes that they are.
const COURTESY: usize = 30;
/// How often another thread looks for the next step before it sleeps: about a tenth of a millisecond.
const VIGIL: usize = 10_000;
/// Jobs per thread: enough that nobody waits long for the last one.
const JOBS: usize = 16;

/// The threads that step a fleet together: the caller's and those of a pool.
///
/// A step of a light game takes a tenth of a millisecond, and a thread that sleeps is not up by then. So the caller works too,
/// looks for the end instead of being woken, and the others stay up for a moment in case the next step comes.
pub(crate) struct Crew {
    pool: ThreadPool,
    /// How many steps were begun.
    steps: Arc<AtomicUsize>,
    /// The process that the threads were started in. One that was forked from it has none of them.
    home: u32,
}

impl Crew {
    /// So many threads, the caller's among them.
    pub(crate) fn new(threads: usize) -> Result<Crew, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build()?;
        Ok(Crew { pool, steps: Arc::default(), home: std::process::id() })
    }

    /// How many threads there are, the caller's among them.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads() + 1
    }

    /// Into how many jobs a step is best cut.
    pub(crate) fn jobs(&self) -> usize {
        JOBS * self.threads()
    }

    /// Whether the threads are there: not in a process that was forked.
    pub(crate) fn here(&self) -> bool {
        self.home == std::process::id()
    }

    /// Works off piles, of which there is one for each thread at the most: `cut` takes a job from a pile, and `work` does it,
    /// knowing which thread it is on. A thread that is done with its own pile helps with the others.
    pub(crate) fn share<P: Send, T>(
        &self,
        piles: &[Mutex<P>],
        cut: impl Fn(&mut P) -> Option<T> + Sync,
        work: impl Fn(usize, T) + Sync,
    ) {
        let take = |pile: &Mutex<P>| cut(&mut pile.lock().unwrap_or_else(PoisonError::into_inner));
        let toil = |thread: usize| {
            for next in 0..piles.len() {
                while let Some(job) = take(&piles[(thread + next) % piles.len()]) {
                    work(thread, job);
                }
            }
        };
        let others = piles.len().saturating_sub(1);
        let done = AtomicUsize::new(0);
        self.pool.in_place_scope(|scope| {
            for _ in 0..others {
                scope.spawn(|_| {
                    toil(rayon::current_thread_index().map_or(0, |index| index + 1));
                    done.fetch_add(1, Ordering::Release);
                });
            }
            // Whoever stayed up finds the jobs now.
            self.steps.fetch_add(1, Ordering::Release);
            toil(0);
            for _ in 0..PATIENCE {
                if done.load(Ordering::Acquire) == others {
                    break;
                }
                std::hint::spin_loop();
            }
            // The scope hears of a job's end a moment after `done` does. Whoever asks it sooner sleeps, and is woken late.
            (0..COURTESY).for_each(|_| std::hint::spin_loop());
        });
        let now = self.steps.load(Ordering::Relaxed);
        for _ in 0..others {
            let steps = Arc::clone(&self.steps);
            self.pool.spawn(move || {
                for _ in 0..VIGIL {
                    if steps.load(Ordering::Acquire) != now {
                        break;
                    }
                    std::hint::spin_loop();
                }
            });
        }
    }
}
