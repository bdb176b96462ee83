//! A bot's eyes and hands: views become observations, choices become acts. It needs no numpy, because an exported bot plays
//! where there may be none.

use std::collections::BTreeMap;

use meydan_core::{Batch, Chance, Layout, Seat, Seed};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::fleet::padded;
use crate::games::{Offered, with_game, wrong};

/// Planes, values and mask.
type Seen = (Vec<u8>, Vec<f32>, Vec<u8>);

/// What an exported bot needs of whatever game.
trait AnyObserver: Send + Sync {
    fn layout(&self) -> &Layout;
    fn see(&mut self, view: &str) -> Result<Seen, String>;
    fn acts(&self, choice: &[i32]) -> Result<Vec<String>, String>;
}

struct Eyes<G: Batch> {
    config: G::Config,
    sheet: G::Sheet,
    layout: Layout,
    seat: Seat,
    game: G,
}

impl<G: Offered> AnyObserver for Eyes<G> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn see(&mut self, view: &str) -> Result<(Vec<u8>, Vec<f32>, Vec<u8>), String> {
        self.game = G::imagine(&self.config, view)?;
        let mut planes = vec![0; self.layout.plane_bytes()];
        let mut values = vec![0.0; self.layout.values.len()];
        let mut mask = vec![0; self.layout.mask_bytes()];
        self.game.observe(&self.sheet, self.seat, &mut planes, &mut values);
        self.game.mask(&self.sheet, self.seat, &mut mask);
        Ok((planes, values, mask))
    }

    fn acts(&self, choice: &[i32]) -> Result<Vec<String>, String> {
        let acts = self.game.acts(&self.sheet, self.seat, choice);
        acts.iter().map(|act| serde_json::to_string(act).map_err(|e| e.to_string())).collect()
    }
}

/// Views become observations, choices become acts.
#[pyclass(module = "meydan._native")]
pub(crate) struct Observer(Box<dyn AnyObserver>);

#[pymethods]
impl Observer {
    /// For a seat of a match with this config (JSON), padded to at least these sizes.
    #[new]
    fn new(game: &str, config: &str, seat: u8, pad: BTreeMap<String, usize>) -> PyResult<Observer> {
        fn make<G: Offered>(config: &str, seat: u8, pad: &BTreeMap<String, usize>) -> PyResult<Observer> {
            let config: G::Config = serde_json::from_str(config).map_err(wrong)?;
            let frame = padded::<G>(std::slice::from_ref(&config), pad)?.ok_or_else(|| wrong("no config"))?;
            let game = G::new(&config, Chance::new(Seed(0))).map_err(wrong)?;
            if usize::from(seat) >= game.roster().len() {
                return Err(wrong(format!("there is no seat `{seat}`")));
            }
            let (sheet, layout) = (game.sheet(&frame), G::layout(&frame));
            Ok(Observer(Box::new(Eyes { config, sheet, layout, seat: Seat(seat), game })))
        }
        with_game!(game, make(config, seat, &pad))?
    }

    /// The sizes of the heads.
    fn heads(&self) -> Vec<usize> {
        self.0.layout().heads.iter().map(|(_, size)| *size).collect()
    }

    /// What a view (JSON) looks like: planes, values, mask.
    fn see<'py>(
        &mut self,
        py: Python<'py>,
        view: &str,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<f32>, Bound<'py, PyBytes>)> {
        let (planes, values, mask) = self.0.see(view).map_err(wrong)?;
        Ok((PyBytes::new(py, &planes), values, PyBytes::new(py, &mask)))
    }

    /// The acts (JSON) that a choice stands for in the view seen last.
    fn acts(&self, choice: Vec<i32>) -> PyResult<Vec<String>> {
        if choice.len() != self.0.layout().heads.len() {
            return Err(wrong(format!("give {} numbers, one for each head", self.0.layout().heads.len())));
        }
        self.0.acts(&choice).map_err(wrong)
    }
}
