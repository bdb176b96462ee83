//! From a stranger's archive to a bot that can be started.
//!
//! [`inspect`] reads an archive and says what it is: a [`Recipe`] for building and starting it. A [`Bench`] builds it behind
//! walls and gives a [`Made`] artefact; [`Builds`] keeps artefacts unpacked, for whoever plays with them.
//!
//! Nothing here knows a game, a match or a database.
//!
//! ```
//! use meydan_sandbox::intake::Intake;
//! use meydan_workshop::{Shape, inspect};
//!
//! # fn archive(files: &[(&str, &str)]) -> Vec<u8> {
//! #     let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
//! #     for (name, text) in files {
//! #         zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
//! #         std::io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
//! #     }
//! #     zip.finish().unwrap().into_inner()
//! # }
//! let archive = archive(&[("my-bot/main.py", "print()"), ("my-bot/README.md", "")]);
//! let inspected = inspect(&archive, "labyrinth", &Intake::default())?;
//! assert_eq!(inspected.recipe.shape, Shape::Python);
//! assert_eq!(inspected.recipe.start, ["python3", "main.py"]);
//! # Ok::<(), meydan_workshop::InspectError>(())
//! ```

mod artefact;
mod bench;
mod builds;
mod hint;
mod inspect;
mod prelude;
mod prints;
mod recipe;
mod shape;
mod source;
mod wire;

pub use bench::{Bench, BuildError, Made};
pub use builds::{Build, Builds, BuildsError};
pub use inspect::{InspectError, Inspected, inspect};
pub use meydan_blobs::{BlobError, Blobs, Digest};
pub use prints::prints;
pub use recipe::{Recipe, Shape};
pub use shape::{asks_for_protobuf_config, cmake_lines, in_folder, reads_above};
pub use wire::{FURTHER, client_of, contest_of, imports, is_server, other_contest, packages_of};
