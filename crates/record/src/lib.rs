//! How the trace of a match lies in a file: written as it happens, read with a budget, signed.
//!
//! A trace file is one plain line, `meydan-trace 2`, and then a zstd stream (with its checksum) of JSON lines: the
//! [`Header`](meydan_core::trace::Header), the [`Entry`](meydan_core::trace::Entry)s, an end, and last a [`Seal`]: the
//! signature of the referee that recorded it. The stream is flushed at every window, so a file cut short by a crash can
//! be read up to the cut. Version 1 had no seal and named command lines; it stays readable, its commands do not survive.
//!
//! ```
//! use meydan_core::trace::{Entry, Header};
//! use meydan_core::{Budget, Chance, Game, Seed, Status};
//! use meydan_record::{Key, TraceWriter, read};
//! use meydan_testkit::toy::{Sums, SumsConfig};
//!
//! let config = SumsConfig::live(1);
//! let mut game = Sums::new(&config, Chance::new(Seed(7)))?;
//! let key = Key::draw()?;
//! let mut writer = TraceWriter::new(Vec::new(), &Header::of(&game, &config, Seed(7)), Some(&key))?;
//! game.close(&mut Vec::new());
//! writer.entry(&Entry::<u32>::Close(game.hash()))?;
//! let Status::Over(outcome) = game.status() else { unreachable!("one window was asked for") };
//! let file = writer.finish(&outcome)?;
//!
//! let record = read::<u32>(file.as_slice(), &Budget::STANDARD)?;
//! assert_eq!(record.trace.windows(), 1);
//! assert_eq!(record.seal.map(|seal| (seal.key, seal.holds)), Some((key.public(), true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lines;
mod out;
mod read;
mod seal;
mod v1;
mod write;

pub use out::{OutFile, Place};
pub use read::{Record, RecordError, header, read};
pub use seal::{Key, KeyError, PublicKey, Seal, Signed, digest};
pub use write::TraceWriter;

/// The version of the file format that this program writes. It reads every version up to this one.
pub const VERSION: u32 = 2;

/// The first line of every trace file, up to the version.
const MAGIC: &str = "meydan-trace ";
