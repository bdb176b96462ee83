//! Starts the bot.
#![deny(clippy::print_stdout)]

mod ai;
mod geometry;
mod heroes;
mod json;
mod meydan;
mod names;
mod play;

fn main() -> std::io::Result<()> {
    play::play(ai::AI)
}
