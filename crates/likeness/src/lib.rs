//! How alike the sources of bots are, by winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document
//! fingerprinting", 2003), the method of MOSS.
//!
//! A program is read as words. Names, numbers and texts are all alike, comments and blanks are nothing, so renaming and
//! reformatting hide nothing. Of every stretch of words some are kept as fingerprints. A stretch of 19 words that
//! two programs have in common is always found; one of fewer than 12 never.
//!
//! What everybody was given (a kit) is taken out first. What is left is a hint for somebody who then reads both programs. It
//! is never a verdict: short bots for one game are alike without anybody having copied.
//!
//! ```
//! use meydan_likeness::{Work, compare};
//!
//! let bot = "def turn(view):\n    best = max(view.moves, key=lambda move: move.gain - move.cost)\n    return [best] if best.gain > 0 else []\n";
//! let renamed = bot.replace("best", "choice").replace("view", "v");
//! let (a, b) = (Work::of([("a.py", bot)]), Work::of([("b.py", renamed.as_str())]));
//! assert_eq!(compare(&a, &b).share, 1.0);
//! ```

mod sip;
mod table;
mod winnow;
mod words;

pub use table::{Alike, table};
pub use winnow::{Likeness, Spot, Work, compare};
