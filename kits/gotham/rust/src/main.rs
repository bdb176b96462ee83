//! Starts the bot.
#![deny(clippy::print_stdout)]

mod gotham;
mod meydan;
mod play;
mod police_ai;
#[cfg(test)]
mod tests;
mod thief_ai;

use gotham::{AgentType, Phone};
use play::Unit;
use police_ai::{BatmanAI, PoliceAI};
use thief_ai::{JokerAI, ThiefAI};

fn main() -> std::io::Result<()> {
    play::play(unit)
}

fn unit(kind: AgentType, phone: Phone) -> Box<dyn Unit> {
    match kind {
        AgentType::Thief => Box::new(ThiefAI::new(phone)),
        AgentType::Police => Box::new(PoliceAI::new(phone)),
        AgentType::Joker => Box::new(JokerAI::new(phone)),
        AgentType::Batman => Box::new(BatmanAI::new(phone)),
    }
}
