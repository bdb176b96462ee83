use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use meydan_batch::{Autoreset, Buffers, Plan, Reward};
use meydan_core::{Batch, Budget, Chance, Frame, Seat, SeatSet};
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::any::{AnyFleet, Kept};
use crate::games::{Offered, config_of, with_game, wrong};

/// Planes and values of the last observation.
type Last = (Py<PyArray1<u8>>, Py<PyArray1<f32>>);

/// Many matches of one game, stepped together. The Python classes around it are `meydan.Vector` and what is made of it.
///
/// It reads choices from arrays and writes everything else to arrays that the caller owns and binds once: a step makes no
/// Python object and runs without the interpreter's lock.
#[pyclass(module = "meydan._native")]
pub(crate) struct Fleet {
    /// Bots may be handed from thread to thread, but not shared. Nobody ever waits for the lock.
    inner: Mutex<Box<dyn AnyFleet>>,
    /// Whether the matches have begun.
    begun: bool,
    arrays: Option<Arrays>,
}

/// The caller's arrays, flat.
struct Arrays {
    choices: Py<PyArray1<i32>>,
    planes: Py<PyArray1<u8>>,
    values: Py<PyArray1<f32>>,
    mask: Py<PyArray1<u8>>,
    acting: Py<PyArray1<u8>>,
    rewards: Py<PyArray1<f32>>,
    refused: Py<PyArray1<u8>>,
    ended: Py<PyArray1<u8>>,
    cut: Py<PyArray1<u8>>,
    last: Option<Last>,
}

/// A match to come back to.
#[pyclass(module = "meydan._native", frozen)]
pub(crate) struct State(Kept);

/// How a fleet is asked for.
struct Wish {
    matches: usize,
    maps: Vec<Vec<u8>>,
    ruleset: String,
    sides: Option<usize>,
    options: BTreeMap<String, String>,
    seats: Option<Vec<u8>>,
    rotate: bool,
    opponents: Vec<String>,
    reward: (f32, f32),
    autoreset: String,
    most_steps: u32,
    threads: usize,
    pad: BTreeMap<String, usize>,
    every_row: bool,
}

/// The frame that fits all configs and has at least the wanted sizes.
pub(crate) fn padded<G: Offered>(
    configs: &[G::Config],
    pad: &BTreeMap<String, usize>,
) -> PyResult<Option<Frame>> {
    let Some(first) = configs.first() else { return Ok(None) };
    let mut frame = G::frame(first);
    configs.iter().for_each(|config| frame.join(&<G as Batch>::frame(config)));
    for (name, &size) in pad {
        if !frame.grow(name, size) {
            let known: Vec<&str> = frame.sizes().iter().map(|(name, _)| *name).collect();
            return Err(wrong(format!("nothing is padded by `{name}`; there are {}", known.join(", "))));
        }
    }
    Ok(Some(frame))
}

/// A single match as the header of a record sets it up, every seat the caller's.
#[pyfunction]
pub(crate) fn fleet_of(bytes: &[u8], pad: BTreeMap<String, usize>) -> PyResult<Fleet> {
    fn one<G: Offered>(config: &str, pad: &BTreeMap<String, usize>) -> PyResult<Box<dyn AnyFleet>> {
        let configs: Vec<G::Config> = vec![serde_json::from_str(config).map_err(wrong)?];
        let frame = padded::<G>(&configs, pad)?;
        let mut plan = Plan::<G>::new(configs);
        (plan.frame, plan.autoreset, plan.every_row) = (frame, Autoreset::Never, true);
        Ok(Box::new(meydan_batch::Fleet::new(plan, 1).map_err(wrong)?))
    }
    let header = meydan_record::header(bytes, &Budget::STANDARD).map_err(wrong)?;
    let inner = with_game!(header.game.as_str(), one(header.config.get(), &pad))??;
    Ok(Fleet { inner: Mutex::new(inner), begun: false, arrays: None })
}

fn build<G: Offered>(wish: Wish) -> PyResult<Box<dyn AnyFleet>> {
    let configs = wish.maps.iter().map(|map| config_of::<G>(map, &wish.ruleset, wish.sides, &wish.options));
    let configs: Vec<G::Config> = configs.collect::<PyResult<_>>()?;
    let mut plan = Plan::<G>::new(configs);
    if let Some(seats) = &wish.seats {
        plan.seats =
            seats.iter().filter(|&&seat| usize::from(seat) < SeatSet::CAPACITY).map(|&s| Seat(s)).collect();
    }
    plan.rotate = wish.rotate;
    plan.reward = Reward { result: wish.reward.0, gain: wish.reward.1 };
    plan.most_steps = wish.most_steps;
    plan.every_row = wish.every_row;
    plan.threads = match wish.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    plan.autoreset = match wish.autoreset.as_str() {
        "same_step" => Autoreset::SameStep,
        "next_step" => Autoreset::NextStep,
        "disabled" => Autoreset::Never,
        other => {
            let known = "`same_step`, `next_step` and `disabled`";
            return Err(wrong(format!("there is no autoreset mode `{other}`; there are {known}")));
        }
    };
    plan.frame = padded::<G>(&plan.configs, &wish.pad)?;
    if !wish.opponents.is_empty() {
        if let Some(name) = wish.opponents.iter().find(|name| !G::BOTS.contains(&name.as_str())) {
            return Err(wrong(format!(
                "{} has no house bot `{name}`; there are {}",
                G::NAME,
                G::BOTS.join(", ")
            )));
        }
        let names = wish.opponents.clone();
        plan.opponents =
            Some(Arc::new(move |number: usize, seat: Seat, config: &G::Config, chance: Chance| {
                let name = &names[(number + seat.index()) % names.len()];
                G::house(name, config, chance).expect("the name and the config were checked")
            }));
    }
    let fleet = meydan_batch::Fleet::new(plan, wish.matches).map_err(wrong)?;
    Ok(Box::new(fleet))
}

#[pymethods]
impl Fleet {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the Python side names every one of them")]
    fn new(
        game: &str,
        matches: usize,
        maps: Vec<Vec<u8>>,
        ruleset: String,
        sides: Option<usize>,
        options: BTreeMap<String, String>,
        seats: Option<Vec<u8>>,
        rotate: bool,
        opponents: Vec<String>,
        reward: (f32, f32),
        autoreset: String,
        most_steps: u32,
        threads: usize,
        pad: BTreeMap<String, usize>,
        every_row: bool,
    ) -> PyResult<Fleet> {
        let wish = Wish {
            matches,
            maps,
            ruleset,
            sides,
            options,
            seats,
            rotate,
            opponents,
            reward,
            autoreset,
            most_steps,
            threads,
            pad,
            every_row,
        };
        Ok(Fleet { inner: Mutex::new(with_game!(game, build(wish))??), begun: false, arrays: None })
    }

    /// What the numbers mean and how many there are, as JSON.
    fn describe(&mut self) -> String {
        self.fleet().describe().to_string()
    }

    /// Binds the caller's flat arrays. They are checked here; a step only uses them.
    #[expect(clippy::too_many_arguments, reason = "one array each")]
    #[pyo3(signature = (choices, planes, values, mask, acting, rewards, refused, ended, cut, last_planes=None, last_values=None))]
    fn bind(
        &mut self,
        choices: &Bound<'_, PyArray1<i32>>,
        planes: &Bound<'_, PyArray1<u8>>,
        values: &Bound<'_, PyArray1<f32>>,
        mask: &Bound<'_, PyArray1<u8>>,
        acting: &Bound<'_, PyArray1<u8>>,
        rewards: &Bound<'_, PyArray1<f32>>,
        refused: &Bound<'_, PyArray1<u8>>,
        ended: &Bound<'_, PyArray1<u8>>,
        cut: &Bound<'_, PyArray1<u8>>,
        last_planes: Option<&Bound<'_, PyArray1<u8>>>,
        last_values: Option<&Bound<'_, PyArray1<f32>>>,
    ) -> PyResult<()> {
        let about = self.fleet().describe();
        let number = |name: &str| about[name].as_u64().unwrap_or(0) as usize;
        let count = |name: &str| about[name].as_array().map_or(0, Vec::len);
        let (matches, rows) = (number("matches"), number("matches") * number("rows"));
        let plane = count("planes") * number("height") * number("width");
        let head = |head: &serde_json::Value| head[1].as_u64().unwrap_or(0) as usize;
        let choosable: usize = about["heads"].as_array().map_or(0, |heads| heads.iter().map(head).sum());
        fits("choices", choices, rows * count("heads"))?;
        fits("planes", planes, rows * plane)?;
        fits("values", values, rows * count("values"))?;
        fits("mask", mask, rows * choosable)?;
        fits("acting", acting, rows)?;
        fits("rewards", rewards, rows)?;
        fits("refused", refused, rows)?;
        fits("ended", ended, matches)?;
        fits("cut", cut, matches)?;
        let last = match (last_planes, last_values) {
            (Some(planes), Some(values)) => {
                fits("last_planes", planes, rows * plane)?;
                fits("last_values", values, rows * count("values"))?;
                Some((planes.clone().unbind(), values.clone().unbind()))
            }
            _ => None,
        };
        self.arrays = Some(Arrays {
            choices: choices.clone().unbind(),
            planes: planes.clone().unbind(),
            values: values.clone().unbind(),
            mask: mask.clone().unbind(),
            acting: acting.clone().unbind(),
            rewards: rewards.clone().unbind(),
            refused: refused.clone().unbind(),
            ended: ended.clone().unbind(),
            cut: cut.clone().unbind(),
            last,
        });
        Ok(())
    }

    /// Begins every match: match `i` with the seed plus `i`.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.lend(py, |fleet, _, out| fleet.reset(seed, out))?;
        self.begun = true;
        Ok(())
    }

    /// Begins the next match wherever `which` is not 0.
    fn reset_some(&mut self, py: Python<'_>, which: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let which = which.as_slice()?;
        if which.len() != self.fleet().matches() {
            return Err(wrong("give one number for each match"));
        }
        if !self.begun {
            return Err(wrong("no match has begun; call `reset` first"));
        }
        self.lend(py, |fleet, _, out| fleet.reset_some(which, out))
    }

    /// Begins one match with a seed of its own. Call `refresh` after it.
    fn reset_one(&mut self, number: usize, seed: u64) -> PyResult<()> {
        self.check(number)?;
        self.fleet().reset_one(number, seed);
        Ok(())
    }

    /// One step of every match.
    fn step(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.begun {
            return Err(wrong("no match has begun; call `reset` first"));
        }
        self.lend(py, |fleet, choices, out| fleet.step(choices, out))
    }

    /// Plays choices that were drawn before, step after step, without Python: the bare engine, to compare with. It observes
    /// nothing, or, if it is to look, writes what every match shows after each step to the bound arrays.
    #[pyo3(signature = (choices, look=false))]
    fn rush(&mut self, py: Python<'_>, choices: PyReadonlyArray1<'_, i32>, look: bool) -> PyResult<()> {
        let choices = choices.as_slice()?;
        if !self.begun {
            return Err(wrong("no match has begun; call `reset` first"));
        }
        if look {
            return self.lend(py, |fleet, _, out| fleet.rush(choices, Some(out)));
        }
        let fleet = self.fleet();
        py.detach(|| fleet.rush(choices, None));
        Ok(())
    }

    /// Writes observations and masks again.
    fn refresh(&mut self, py: Python<'_>) -> PyResult<()> {
        self.lend(py, |fleet, _, out| fleet.refresh(out))
    }

    /// The seats behind the rows of a match.
    fn seats(&mut self, number: usize) -> PyResult<Vec<u8>> {
        self.check(number)?;
        Ok(self.fleet().seats(number))
    }

    /// The config of a match as JSON.
    fn config(&mut self, number: usize) -> PyResult<String> {
        self.check(number)?;
        self.fleet().config(number).map_err(wrong)
    }

    /// What a seat may know of a match, or a spectator, as JSON.
    #[pyo3(signature = (number, seat=None))]
    fn view(&mut self, number: usize, seat: Option<u8>) -> PyResult<String> {
        self.check(number)?;
        self.fleet().view(number, seat).map_err(wrong)
    }

    /// A match in characters, as a spectator sees it.
    fn draw(&mut self, number: usize) -> PyResult<String> {
        self.check(number)?;
        Ok(self.fleet().draw(number))
    }

    /// The hash of a match's state.
    fn hash(&mut self, number: usize) -> PyResult<String> {
        self.check(number)?;
        Ok(self.fleet().hash(number))
    }

    /// The seed of a match as it is being played.
    fn seed(&mut self, number: usize) -> PyResult<u64> {
        self.check(number)?;
        Ok(self.fleet().seed(number))
    }

    /// How a match ended, as JSON; nothing while it runs.
    fn outcome(&mut self, number: usize) -> PyResult<Option<String>> {
        self.check(number)?;
        Ok(self.fleet().outcome(number))
    }

    /// How well a seat stands in a match: the number whose growth is the dense reward.
    fn gain(&mut self, number: usize, seat: u8) -> PyResult<f32> {
        self.check(number)?;
        Ok(self.fleet().gain(number, seat))
    }

    /// Every seat's result, once a match is over.
    fn results(&mut self, number: usize) -> PyResult<Option<Vec<f32>>> {
        self.check(number)?;
        Ok(self.fleet().results(number))
    }

    /// The seats of a match's open window.
    fn open_seats(&mut self, number: usize) -> PyResult<Vec<u8>> {
        self.check(number)?;
        Ok(self.fleet().acting(number))
    }

    /// A seat acts, the act being JSON as in the native protocol; gives whether it may act again.
    fn act(&mut self, number: usize, seat: u8, action: &str) -> PyResult<bool> {
        self.check(number)?;
        self.fleet().act(number, seat, action).map_err(wrong)
    }

    /// The choice that an act (JSON) stands for now: empty where the choice before it did this too, nothing where there is
    /// none.
    fn read(&mut self, number: usize, seat: u8, action: &str) -> PyResult<Option<Vec<i32>>> {
        self.check(number)?;
        self.fleet().read(number, seat, action).map_err(wrong)
    }

    /// Closes a match's open window.
    fn close_window(&mut self, number: usize) -> PyResult<()> {
        self.check(number)?;
        self.fleet().close(number);
        Ok(())
    }

    /// How long a seat took in the window about to close.
    fn time_used(&mut self, number: usize, seat: u8, micros: u64) -> PyResult<()> {
        self.check(number)?;
        self.fleet().time_used(number, seat, micros);
        Ok(())
    }

    /// A seat leaves for good.
    fn withdraw(&mut self, number: usize, seat: u8) -> PyResult<()> {
        self.check(number)?;
        self.fleet().withdraw(number, seat);
        Ok(())
    }

    /// A match to come back to.
    fn keep(&mut self, number: usize) -> PyResult<State> {
        self.check(number)?;
        Ok(State(self.fleet().keep(number)))
    }

    /// Goes back to a match that was kept. Call `refresh` after it.
    fn restore(&mut self, number: usize, state: &State) -> PyResult<()> {
        self.check(number)?;
        self.fleet().restore(number, &*state.0).map_err(wrong)
    }
}

impl Fleet {
    fn fleet(&mut self) -> &mut dyn AnyFleet {
        &mut **self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&mut self, number: usize) -> PyResult<()> {
        let matches = self.fleet().matches();
        if number < matches {
            return Ok(());
        }
        Err(wrong(format!("there is no match `{number}`; they count from 0 to {}", matches - 1)))
    }

    /// Lends the caller's arrays to the fleet, without the interpreter's lock.
    fn lend(
        &mut self,
        py: Python<'_>,
        what: impl FnOnce(&mut dyn AnyFleet, &[i32], &mut Buffers<'_>) + Send,
    ) -> PyResult<()> {
        let arrays = self.arrays.as_ref().ok_or_else(|| wrong("no arrays are bound; call `bind` first"))?;
        let choices = arrays.choices.bind(py).try_readonly().map_err(wrong)?;
        let mut planes = lent(py, &arrays.planes)?;
        let mut values = lent(py, &arrays.values)?;
        let mut mask = lent(py, &arrays.mask)?;
        let mut acting = lent(py, &arrays.acting)?;
        let mut rewards = lent(py, &arrays.rewards)?;
        let mut refused = lent(py, &arrays.refused)?;
        let mut ended = lent(py, &arrays.ended)?;
        let mut cut = lent(py, &arrays.cut)?;
        let mut last = match &arrays.last {
            Some((planes, values)) => Some((lent(py, planes)?, lent(py, values)?)),
            None => None,
        };
        let last = match &mut last {
            Some((planes, values)) => Some((planes.as_slice_mut()?, values.as_slice_mut()?)),
            None => None,
        };
        let choices = choices.as_slice()?;
        let mut out = Buffers {
            planes: planes.as_slice_mut()?,
            values: values.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            acting: acting.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            refused: refused.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
            cut: cut.as_slice_mut()?,
            last,
        };
        let inner = &mut **self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        py.detach(move || what(inner, choices, &mut out));
        Ok(())
    }
}

fn lent<'py, T: Element>(py: Python<'py>, array: &Py<PyArray1<T>>) -> PyResult<PyReadwriteArray1<'py, T>> {
    array.bind(py).try_readwrite().map_err(wrong)
}

fn fits<T: Element>(name: &str, array: &Bound<'_, PyArray1<T>>, wanted: usize) -> PyResult<()> {
    if array.len() == wanted && array.is_c_contiguous() {
        return Ok(());
    }
    let found = array.len();
    Err(wrong(format!("`{name}` has {found} entries; give a contiguous array of {wanted}")))
}
