//! Starts the bot.
#![deny(clippy::print_stdout)]

mod bot;
mod json;
mod labyrinth;
mod meydan;

fn main() -> std::io::Result<()> {
    labyrinth::play(bot::Bot::new, bot::Bot::turn)
}
