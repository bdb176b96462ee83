//! Starts the bot.
#![deny(clippy::print_stdout)]

mod bot;
mod galaxy;
mod json;
mod meydan;

fn main() -> std::io::Result<()> {
    galaxy::play(&mut bot::Bot::default())
}
