use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use meydan_core::SeatSet;
use meydan_core::trace::Used;
use tokio::time::Instant;

use crate::clock::Count;

/// Counts from outside what the process behind a seat uses, and can hold it still.
pub trait Gauge: Send + Sync {
    /// The processor time of its whole tree so far.
    fn cpu(&self) -> Duration;

    /// The most memory its tree has had at once, in bytes.
    fn peak(&self) -> u64;

    /// Lets it stand still, and waits until it does. Asked for again, it is no different.
    fn hold(&self) -> BoxFuture<'_, ()>;

    /// Lets it go on.
    fn release(&self);
}

/// The gauges of a match, by seat.
pub(crate) struct Gauges {
    all: Vec<Option<Arc<dyn Gauge>>>,
    /// Whether seats stand still while they are not asked.
    freeze: bool,
    /// Who has been asked before. A program that starts up is let alone until then.
    met: SeatSet,
}

impl Gauges {
    pub(crate) fn new(all: Vec<Option<Arc<dyn Gauge>>>, freeze: bool) -> Gauges {
        Gauges { all, freeze, met: SeatSet::EMPTY }
    }

    /// Before a window opens: those who are asked go on, and the others stand still.
    pub(crate) async fn turn_to(&mut self, asked: SeatSet) {
        if !self.freeze {
            return;
        }
        for (seat, gauge) in (0..).map(meydan_core::Seat).zip(&self.all) {
            match gauge {
                Some(gauge) if asked.contains(seat) => gauge.release(),
                Some(gauge) if self.met.contains(seat) => gauge.hold().await,
                _ => {}
            }
        }
        asked.iter().for_each(|seat| self.met.insert(seat));
    }

    /// The match is over, and everybody may go.
    pub(crate) fn release(&self) {
        if self.freeze {
            self.all.iter().flatten().for_each(|gauge| gauge.release());
        }
    }

    /// A watch for each seat. It runs from now on.
    pub(crate) fn watches(&self, count: Count) -> Vec<Watch> {
        let begun = Instant::now();
        let watch = |gauge: &Option<Arc<dyn Gauge>>| {
            let gauge = gauge.clone();
            Watch {
                begun,
                before: gauge.as_ref().map_or(Duration::ZERO, |gauge| gauge.cpu()),
                gauge,
                count,
                rests: self.freeze,
            }
        };
        self.all.iter().map(watch).collect()
    }
}

/// The watch of one seat in one window.
pub(crate) struct Watch {
    begun: Instant,
    gauge: Option<Arc<dyn Gauge>>,
    /// The processor time when the watch was started.
    before: Duration,
    count: Count,
    rests: bool,
}

/// What a watch showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    /// Wall time, without what the seat's acts waited for others.
    pub(crate) wall: Duration,
    /// Processor time, where somebody counts it.
    pub(crate) cpu: Option<Duration>,
    count: Count,
}

impl Watch {
    /// What was spent so far, of which so much was waiting for others.
    pub(crate) fn read(&self, waited: Duration) -> Spent {
        Spent {
            wall: self.begun.elapsed().saturating_sub(waited),
            cpu: self.gauge.as_ref().map(|gauge| gauge.cpu().saturating_sub(self.before)),
            count: self.count,
        }
    }

    /// When to look again whether a budget is used up; `None`: it is.
    pub(crate) fn next_look(&self, budget: Duration, waited: Duration) -> Option<Instant> {
        let spent = self.read(waited);
        let left = match spent.cpu.filter(|_| self.count == Count::Cpu) {
            None => budget.checked_sub(spent.wall).filter(|left| !left.is_zero())?,
            Some(cpu) => {
                let wall = Count::backstop(budget).checked_sub(spent.wall).filter(|left| !left.is_zero())?;
                let cpu = budget.checked_sub(cpu).filter(|left| !left.is_zero())?;
                // Several cores spend faster than the clock runs.
                wall.min((cpu / 2).max(LOOK))
            }
        };
        Some(Instant::now() + left)
    }

    /// The seat is done in its window; it stands still if it has to. The time is not waited for: before the next window
    /// opens it is checked again.
    pub(crate) fn rest(&self) {
        if let Some(gauge) = self.gauge.as_ref().filter(|_| self.rests) {
            let _ = gauge.hold().now_or_never();
        }
    }

    /// For the record.
    pub(crate) fn used(&self, spent: Spent) -> Option<Used> {
        let gauge = self.gauge.as_ref()?;
        let micros = |time: Duration| time.as_micros() as u64;
        Some(Used { wall_us: micros(spent.wall), cpu_us: micros(spent.cpu?), peak: gauge.peak() })
    }
}

/// How often processor time is looked at when it runs out.
const LOOK: Duration = Duration::from_millis(1);

impl Spent {
    /// The time that decides.
    pub(crate) fn time(&self) -> Duration {
        self.cpu.filter(|_| self.count == Count::Cpu).unwrap_or(self.wall)
    }

    /// Why a seat that is not done has no more time, and whether that may be because it never ended its line.
    pub(crate) fn too_long(&self, budget: Option<Duration>, unended: bool) -> String {
        let text = self.not_done(budget);
        match unended {
            true => format!("{text}; what came has no line end; end each answer with a newline and flush"),
            false => text,
        }
    }

    fn not_done(&self, budget: Option<Duration>) -> String {
        let wall = self.wall.as_millis();
        match self.cpu.filter(|_| self.count == Count::Cpu) {
            None => format!("not done after {wall} ms"),
            Some(cpu) if budget.is_none_or(|budget| cpu >= budget) => {
                format!("not done after {} ms of processor time ({wall} ms by the clock)", cpu.as_millis())
            }
            Some(cpu) => {
                format!("not done after {wall} ms by the clock, of which it worked {} ms", cpu.as_millis())
            }
        }
    }
}
