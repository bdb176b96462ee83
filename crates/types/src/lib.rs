//! The page's TypeScript, made from the Rust types. Nothing depends on this crate, so the program that is shipped is built
//! without the library that makes the declarations.

use meydan_core::types::Declarations;

/// Every file of `web/src` that is made from the Rust types, by its path. A game without a stage is shown as data, so
/// it has no such file.
pub fn files(has_stage: impl Fn(&str) -> bool) -> Vec<(String, Declarations)> {
    let reel = meydan_catalog::reel_types;
    let stage = |game: &str| {
        let types = meydan_catalog::game_types(game).expect("`NAMES` names games");
        (format!("stages/{game}/types.ts"), types.importing(&reel(), "../../reel/types"))
    };
    let games = meydan_catalog::NAMES.iter().copied().filter(|game| has_stage(game));
    let mut files: Vec<_> = games.map(stage).collect();
    files.extend([
        ("reel/types.ts".to_owned(), reel()),
        ("api/games.ts".to_owned(), meydan_catalog::list_types()),
        ("api/arena.ts".to_owned(), meydan_arena::api_types().importing(&reel(), "../reel/types")),
        (
            "play/messages.ts".to_owned(),
            meydan_native::wire::message_types().importing(&reel(), "../reel/types"),
        ),
    ]);
    files
}
