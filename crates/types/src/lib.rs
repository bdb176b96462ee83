//! The page's TypeScript, and the schemas and wire types of the starter kits, made from the Rust types. Nothing depends on
//! this crate, so the program that is shipped is built without the library that makes the declarations.

mod schema;

use meydan_core::types::Declarations;

pub use schema::schema;

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
            "api/league.ts".to_owned(),
            meydan_league::api_types().importing(&meydan_arena::api_types(), "./arena"),
        ),
        (
            "play/messages.ts".to_owned(),
            meydan_native::wire::message_types().importing(&reel(), "../reel/types"),
        ),
    ]);
    files
}

/// Every file of `kits` that is made from the Rust types, by its path: a JSON Schema for each game and for the messages, and
/// the wire types of the kits in TypeScript, where they are used.
pub fn kit_files(has_wire: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let types = |game: &str| meydan_catalog::game_types(game).expect("`NAMES` names games").to_string();
    let mut files = Vec::new();
    for game in meydan_catalog::NAMES {
        let schema = schema(game, &["Config", "View", "Action", "Event"], &types(game));
        files.push((format!("schema/{game}.json"), format!("{schema:#}\n")));
        if has_wire(game) {
            files.push((format!("{game}/typescript/wire.ts"), types(game)));
        }
    }
    let messages = meydan_native::wire::message_types().to_string();
    let schema = schema("messages", &["ToBot", "FromBot"], &messages);
    files.push(("schema/messages.json".to_owned(), format!("{schema:#}\n")));
    files
}
