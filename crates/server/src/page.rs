//! The front page, until the real one is there.

use std::fmt::Write;

use crate::GameCard;

const STYLE: &str = "
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-weight: 600; } h1 span { opacity: .6; font-weight: 400; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 1rem 0; }
h2 { margin: 0; font-size: 1.15rem; } p { margin: .3rem 0; } code { font-size: .9em; }
dl { display: grid; grid-template-columns: 6rem 1fr; margin: .5rem 0 0; } dt { opacity: .6; } dd { margin: 0; }
";

pub(crate) fn front(games: &[GameCard]) -> String {
    let mut page = String::from("<!doctype html><html lang=en><meta charset=utf-8>");
    page.push_str("<meta name=viewport content='width=device-width'><title>Meydan</title>");
    let _ = write!(page, "<style>{STYLE}</style><h1>Meydan <span lang=fa>میدان</span></h1>");
    page.push_str("<p>The square where AI-programming games are played. These games are here:</p>");
    for game in games {
        let _ = write!(
            page,
            "<section><h2>{name}</h2><p>{about}</p><dl><dt>sides</dt><dd>{sides}</dd><dt>maps</dt><dd>{maps}</dd>\
             <dt>house bots</dt><dd>{bots}</dd></dl><p><code>meydan match {name} house:{first}</code></p></section>",
            name = text(&game.name),
            about = text(&game.about),
            sides = text(&game.sides),
            maps = text(&game.maps.join(", ")),
            bots = text(&game.house_bots.join(", ")),
            first = text(game.house_bots.last().map_or("", String::as_str)),
        );
    }
    page
}

/// Text as it must stand in HTML.
fn text(raw: &str) -> String {
    raw.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_as_text_never_as_markup() {
        let game = GameCard {
            name: "<script>".into(),
            about: "a & b".into(),
            sides: "2".into(),
            maps: Vec::new(),
            house_bots: Vec::new(),
        };
        let page = front(&[game]);
        assert!(page.contains("&lt;script&gt;") && page.contains("a &amp; b") && !page.contains("<script>"));
    }
}
