//! Bots that live in a folder. A [`Manifest`] (`meydan.toml`) says how such a bot is built and started, a [`Kit`] is the folder,
//! and the [`shelf`] has the starter kits, which are part of the program.
//!
//! Nothing here knows a game, a match or a terminal: a command line and a contest's workshop read the same folders.
//!
//! ```
//! use meydan_kit::Manifest;
//!
//! let manifest: Manifest = r#"
//!     game = "jungle"
//!     language = "python"
//!     name = "collector"
//!     start = "python3 main.py"
//! "#.parse()?;
//! assert_eq!(manifest.words(), ["python3", "main.py"]);
//! # Ok::<(), meydan_kit::ManifestError>(())
//! ```

mod digest;
mod kit;
mod manifest;
mod program;
pub mod shelf;

pub use digest::{digest, sources};
pub use kit::{BuildError, Built, Kit, KitError, Ran};
pub use manifest::{MANIFEST, Manifest, ManifestError};
pub use program::Program;
