//! The native part of the Python package `meydan`.
//!
//! Nothing here is a rule: a fleet of matches is `meydan-batch`, a match with Python bots is the referee's offline match, a
//! trace is read by `meydan-record`. What goes to Python is JSON text or lies in the caller's arrays.

use pyo3::prelude::*;

mod any;
mod fleet;
mod games;
mod observer;
mod play;
mod trace;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<fleet::Fleet>()?;
    module.add_class::<fleet::State>()?;
    module.add_class::<observer::Observer>()?;
    module.add_function(wrap_pyfunction!(fleet::fleet_of, module)?)?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_function(wrap_pyfunction!(games::map_file, module)?)?;
    module.add_function(wrap_pyfunction!(games::make_map, module)?)?;
    module.add_function(wrap_pyfunction!(play::play, module)?)?;
    module.add_function(wrap_pyfunction!(trace::read_trace, module)?)?;
    module.add_function(wrap_pyfunction!(trace::verify, module)?)?;
    module.add_function(wrap_pyfunction!(trace::replay, module)?)?;
    Ok(())
}
