//! Starts the bot.
#![deny(clippy::print_stdout)]

mod gotham;
mod json;
mod meydan;
mod play;
mod police_ai;
#[cfg(test)]
mod tests;
mod thief_ai;

fn main() -> std::io::Result<()> {
    play::play()
}
