//! How each house bot thinks, in a sentence: for lists in the terminal. The page has the same sentences in three languages.

/// The sentence of a bot; `None` if there is no such bot.
pub fn thinks(game: &str, bot: &str) -> Option<&'static str> {
    Some(match (game, bot) {
        (_, "random") => "Makes any move that is allowed, at random: good for a first win.",
        ("labyrinth", "greedy") => {
            "Takes the shortest path that no hunter can reach, or else the safest step or a wall."
        }
        ("labyrinth", "scout") => {
            "Tries every walk of its next four turns against the hunters’ answers, and takes the one that ends nearest to the core."
        }
        ("labyrinth", "solver") => "Looks ahead for a forced win and plays it.",
        ("heroes", "objective") => "Takes the toughest class, walks to the objective zone and stays there.",
        ("heroes", "squad") => {
            "Holds the zone with heroes that stand apart, heals, and fires at one enemy until it falls."
        }
        ("heroes", "captain") => {
            "Weighs the fire that a step deals against the fire it draws, strikes with all heroes at once, and dodges the fire it sees coming."
        }
        ("gotham", "patrol") => {
            "Police go to the nearest sighting; thieves keep away from the nearest police."
        }
        ("gotham", "detective") => {
            "Police reason about where each thief may be and share the prey; thieves go where nobody expects them."
        }
        ("gotham", "commissioner") => {
            "Police share one picture and plan all their moves together; thieves look three moves ahead."
        }
        ("jungle", "collector") => {
            "Walks to the nearest diamond and drops it when a foe comes near; it never fights."
        }
        ("jungle", "jaguar") => {
            "Plans around who can strike whom before its next turn, and strikes carriers first."
        }
        ("jungle", "panther") => {
            "Finds out how each of the others plays, and thinks through what its own units could do about it in the next ticks."
        }
        ("galaxy", "greedy") => {
            "Takes strategic planets while they are free, then whatever next door looks weaker than itself."
        }
        ("galaxy", "colonel") => {
            "Guards its strategic planets, takes what costs less than it brings, and strikes when the dice are likely to carry it through."
        }
        ("galaxy", "general") => {
            "Guards its strategic planets, takes others that it can hold, and plays the match out in its head to find its plan."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_has_the_sentence_that_the_page_shows() {
        let page = include_str!("../../../web/src/start/words.en.ts");
        let games = [
            ("labyrinth", crate::labyrinth::NAMES),
            ("heroes", crate::heroes::NAMES),
            ("gotham", crate::gotham::NAMES),
            ("jungle", crate::jungle::NAMES),
            ("galaxy", crate::galaxy::NAMES),
        ];
        for (game, bots) in games {
            for bot in bots {
                let sentence = thinks(game, bot).unwrap_or_else(|| panic!("{game} {bot} has no sentence"));
                let key = if *bot == "random" { "bot.random".into() } else { format!("bot.{game}.{bot}") };
                assert!(
                    page.contains(&format!("'{key}': '{sentence}'")),
                    "the page says something else of {game} {bot}"
                );
            }
        }
    }
}
