//! From Markdown to the page. Whatever is in a page besides Markdown is text, and links lead into the book, to a game's rules, or out by http.

use std::mem::take;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::{Docs, address_of};

/// A page ready to be shown.
pub(super) struct Rendered {
    pub(super) title: String,
    pub(super) html: String,
}

/// A line of the table of contents.
pub(super) enum Entry {
    Part(String),
    Page { title: String, address: String },
}

fn parser(source: &str) -> Parser<'_> {
    Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// Text that means nothing but itself in a page.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Where a link of the page `name` leads; `None`: nowhere that the book has.
fn target(link: &str, name: &str) -> Option<String> {
    if link.starts_with('#') || link.starts_with("https://") || link.starts_with("http://") {
        return Some(link.to_owned());
    }
    let (path, fragment) =
        link.split_once('#').map_or((link, None), |(path, fragment)| (path, Some(fragment)));
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    let mut outside = false;
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => outside |= parts.pop().is_none(),
            part => parts.push(part),
        }
    }
    let place = parts.join("/");
    if outside {
        // The rules of a game are on the page.
        let game = place.strip_prefix("games/")?.strip_suffix("/README.md")?;
        return game.bytes().all(|sign| sign.is_ascii_lowercase()).then(|| format!("/rules/{game}"));
    }
    Docs::get(&place)?;
    let address = if place.ends_with(".md") { address_of(&place) } else { format!("/docs/{place}") };
    Some(fragment.map_or(address.clone(), |fragment| format!("{address}#{fragment}")))
}

/// The name of a heading in addresses, made as code hosts make it.
fn slug(heading: &str) -> String {
    let kept =
        heading.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_' | '\u{200c}'));
    kept.flat_map(char::to_lowercase).map(|sign| if sign == ' ' { '-' } else { sign }).collect()
}

pub(super) fn render(source: &str, name: &str) -> Rendered {
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut title = String::new();
    // Where the heading at hand began, and its text so far.
    let mut heading: Option<(usize, String)> = None;
    // Whether each link that is open leads anywhere.
    let mut leads = Vec::new();
    for event in parser(source) {
        if let (Some((_, text)), Event::Text(part) | Event::Code(part)) = (&mut heading, &event) {
            text.push_str(part);
        }
        match event {
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((events.len(), String::new()));
                events.push(Event::Start(Tag::Heading {
                    level,
                    id: None,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }));
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((at, text)) = heading.take() {
                    let id = Some(CowStr::from(escape(&slug(&text))));
                    events[at] =
                        Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() });
                    if title.is_empty() {
                        title = text;
                    }
                }
                events.push(Event::End(TagEnd::Heading(level)));
            }
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let target = target(&dest_url, name);
                leads.push(target.is_some());
                if let Some(target) = target {
                    let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
                    events.push(Event::Start(Tag::Link { link_type, dest_url: target.into(), title, id }));
                }
            }
            Event::End(TagEnd::Link) => {
                if leads.pop() == Some(true) {
                    events.push(Event::End(TagEnd::Link));
                }
            }
            Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                // A picture that the book does not have shows its words.
                let dest_url =
                    target(&dest_url, name).filter(|to| to.starts_with("/docs/")).unwrap_or_default().into();
                let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            // What is wider than the page scrolls by itself, for keys too; programs read from left to right.
            Event::Start(Tag::CodeBlock(_)) => {
                events.push(Event::Html("<pre dir=\"ltr\" tabindex=\"0\"><code>".into()));
            }
            Event::End(TagEnd::CodeBlock) => events.push(Event::Html("</code></pre>".into())),
            Event::Code(text) => {
                events.push(Event::Html(format!("<code dir=\"ltr\">{}</code>", escape(&text)).into()));
            }
            Event::Start(table @ Tag::Table(_)) => {
                events.push(Event::Html("<div class=\"wide\" tabindex=\"0\">".into()));
                events.push(Event::Start(table));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html("</div>".into()));
            }
            other => events.push(other),
        }
    }
    let mut html = String::new();
    html::push_html(&mut html, events.into_iter());
    Rendered { title, html }
}

/// Reads a `SUMMARY.md`: headings are parts, links are pages.
pub(super) fn contents(source: &str, name: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut text = String::new();
    let mut link = None;
    let mut first = true;
    for event in parser(source) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::Start(Tag::Heading { .. }) => text.clear(),
            // The first heading is the name of the table.
            Event::End(TagEnd::Heading(_)) => {
                let title = take(&mut text);
                if !take(&mut first) {
                    entries.push(Entry::Part(title));
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                text.clear();
                link = target(&dest_url, name);
            }
            Event::End(TagEnd::Link) => {
                if let Some(address) = link.take() {
                    entries.push(Entry::Page { title: take(&mut text), address });
                }
            }
            _ => {}
        }
    }
    entries
}

/// Everything that a page links to or shows, as it is written.
#[cfg(test)]
pub(super) fn links(source: &str) -> Vec<String> {
    let of = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    parser(source).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_page_is_text_and_links_cannot_run_anything() {
        let page = "# A `<b>` title\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n\
            [x](javascript:alert(1)) [y](//example.com/x) [z](data:text/html,x) ![w](https://example.com/a.png) [o](../Makefile)\n\n\
            ```sh\n</code><script>\n```\n";
        let Rendered { title, html } = render(page, "README.md");
        assert_eq!(title, "A <b> title");
        assert!(
            !html.contains("<script") && !html.contains("<img src=x") && !html.contains("onerror=alert(1)>"),
            "{html}"
        );
        assert!(
            !html.contains("javascript:") && !html.contains("example.com") && !html.contains("data:"),
            "{html}"
        );
        assert!(!html.contains("href"), "{html}");
        assert!(html.contains("<h1 id=\"a-b-title\">"), "{html}");
    }

    #[test]
    fn links_are_resolved_where_the_page_is() {
        assert_eq!(target("kits.md#meydantoml", "README.md").as_deref(), Some("/docs/kits#meydantoml"));
        assert_eq!(target("../kits.md", "fa/README.md").as_deref(), Some("/docs/kits"));
        assert_eq!(target("../games/jungle/README.md", "jungle.md").as_deref(), Some("/rules/jungle"));
        assert_eq!(target("pictures/jungle.png", "jungle.md").as_deref(), Some("/docs/pictures/jungle.png"));
        assert_eq!(target("../Cargo.toml", "jungle.md"), None);
        assert_eq!(target("../../Cargo.toml", "fa/README.md"), None);
    }
}
