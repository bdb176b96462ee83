//! The page's TypeScript, made from the Rust types. Nothing depends on this crate, so the program that is shipped is built
//! without the library that makes the declarations.

use meydan_core::types::Declarations;

/// Every file of `web/src` that is made from the Rust types, by its path.
pub fn files() -> Vec<(String, Declarations)> {
    let reel = meydan_catalog::reel_types;
    let stage = |game: &&str| {
        let types = meydan_catalog::game_types(game).expect("`NAMES` names games");
        (format!("stages/{game}/types.ts"), types.importing(&reel(), "../../reel/types"))
    };
    let mut files: Vec<_> = meydan_catalog::NAMES.iter().map(stage).collect();
    files.extend([
        ("reel/types.ts".to_owned(), reel()),
        ("api/games.ts".to_owned(), meydan_catalog::list_types()),
        ("api/hall.ts".to_owned(), meydan_server::api_types().importing(&reel(), "../reel/types")),
        (
            "play/messages.ts".to_owned(),
            meydan_native::wire::message_types().importing(&reel(), "../reel/types"),
        ),
    ]);
    files
}
