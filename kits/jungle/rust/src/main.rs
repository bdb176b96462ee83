//! Starts the bot.
#![deny(clippy::print_stdout)]

mod bot;
mod json;
mod jungle;
mod meydan;

fn main() -> std::io::Result<()> {
    jungle::play(bot::Bot::new, bot::Bot::turn)
}
