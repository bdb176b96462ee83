//! Starts a bot, knows how it died, and leaves nothing of it behind.
//!
//! [`Command`] is what to run; [`start`] runs it bare, as a person at home would, and gives its pipes and its
//! [`Tree`]. A [`Jail`] runs it behind walls, for programs that nobody trusts; [`Walls`] is either.
//!
//! Every tree has a *keeper*, a small process that owns it. The keeper ends the tree when it is asked to, and also when
//! the process that asked for the tree is gone, however that happened.
//!
//! ```
//! use meydan_sandbox::{Command, start};
//! use tokio::io::AsyncReadExt;
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let command = Command::parse("sh -c 'sleep 60 & echo hello; exit 3'")?;
//! let mut bot = start(&command)?;
//! let mut said = [0; 6];
//! bot.stdout.read_exact(&mut said).await?;
//! assert_eq!(&said, b"hello\n");
//! assert_eq!(bot.tree.epitaph().await, "it ended with exit code 3");
//! bot.tree.end().await?; // the `sleep` is gone too
//! # Ok(())
//! # }
//! ```

mod around;
pub mod attack;
mod build;
mod cause;
mod cgroup;
mod chain;
mod command;
mod door;
#[path = "../keeper/errand.rs"]
mod errand;
mod filter;
mod gauge;
pub mod intake;
mod jail;
mod keeper;
mod language;
mod limits;
mod pool;
mod proc;
mod quota;
mod run;
mod terms;
mod tree;
mod walls;

pub use around::{Around, AroundError, Words};
pub use build::{BuildError, Built};
pub use cause::Cause;
pub use cgroup::Usage;
pub use chain::Chain;
pub use command::{Command, CommandError};
pub use door::{Dial, Relay};
pub use gauge::Gauge;
pub use jail::{Jail, Mount};
pub use keeper::namespaces;
pub use limits::{LANGUAGES, Language, Limits};
pub use pool::Pool;
pub use proc::cores;
pub use quota::{Usable, usable};
pub use run::Report;
pub use terms::{Change, LanguageName, Share, Size, Span, Terms};
pub use tree::{Apart, Bare, Process, StartError, Survivors, Tree, start};
pub use walls::{MissingWalls, Wall, Walls, survey};
