//! The book: the pages of `docs/`, carried in the program and shown at `/docs`. They need no script, so none is allowed there.

mod text;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use text::{Entry, escape};

#[derive(RustEmbed)]
#[folder = "../../docs"]
struct Docs;

const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// The words around a page, and where its language lives.
struct Tongue {
    code: &'static str,
    /// The folder under `docs/`, with its slash.
    folder: &'static str,
    dir: &'static str,
    name: &'static str,
    contents: &'static str,
    skip: &'static str,
    games: &'static str,
}

const TONGUES: [Tongue; 3] = [
    Tongue {
        code: "en",
        folder: "",
        dir: "ltr",
        name: "English",
        contents: "Contents",
        skip: "Skip to the content",
        games: "Games",
    },
    Tongue {
        code: "fa",
        folder: "fa/",
        dir: "rtl",
        name: "فارسی",
        contents: "فهرست",
        skip: "رفتن به محتوا",
        games: "بازی‌ها",
    },
    Tongue {
        code: "fr",
        folder: "fr/",
        dir: "ltr",
        name: "Français",
        contents: "Sommaire",
        skip: "Aller au contenu",
        games: "Jeux",
    },
];

/// Everything under `/docs`.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/docs", get(async || answer("")))
        .route("/docs/", get(async || moved("/docs")))
        .route("/docs/{*path}", get(async |Path(path): Path<String>| answer(&path)))
}

fn moved(to: &str) -> Response {
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/docs"));
    (StatusCode::PERMANENT_REDIRECT, HeaderMap::from_iter([(LOCATION, to)])).into_response()
}

fn answer(path: &str) -> Response {
    let path = path.trim_end_matches('/');
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, ASK_AGAIN)];
    if let Some(name) = file_of(path) {
        return match show(&name) {
            Some(page) => (headers, Html(page)).into_response(),
            None => missing(),
        };
    }
    match Docs::get(path).filter(|_| path.starts_with("pictures/")) {
        Some(file) => {
            let kind = HeaderValue::from_str(file.metadata.mimetype());
            let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
            (headers, [(CONTENT_TYPE, kind)], file.data).into_response()
        }
        None => missing(),
    }
}

fn missing() -> Response {
    (
        StatusCode::NOT_FOUND,
        [(CONTENT_SECURITY_POLICY, POLICY)],
        "there is no such page in the book; see /docs",
    )
        .into_response()
}

/// The file of a page: `kits` is `kits.md`, a language alone is its first page.
fn file_of(path: &str) -> Option<String> {
    let name = match path.strip_suffix(".md").unwrap_or(path) {
        "" => "README.md".to_owned(),
        folder if TONGUES.iter().any(|tongue| tongue.folder.strip_suffix('/') == Some(folder)) => {
            format!("{folder}/README.md")
        }
        page => format!("{page}.md"),
    };
    Docs::get(&name).map(|_| name)
}

/// The address of a page.
fn address_of(name: &str) -> String {
    let page = name.strip_suffix(".md").unwrap_or(name);
    let page = page.strip_suffix("README").unwrap_or(page).trim_end_matches('/');
    if page.is_empty() { "/docs".to_owned() } else { format!("/docs/{page}") }
}

fn read(name: &str) -> Option<String> {
    Docs::get(name).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

fn tongue_of(name: &str) -> &'static Tongue {
    let of = |tongue: &&Tongue| !tongue.folder.is_empty() && name.starts_with(tongue.folder);
    TONGUES.iter().find(of).unwrap_or(&TONGUES[0])
}

/// A whole page.
fn show(name: &str) -> Option<String> {
    let source = read(name)?;
    let tongue = tongue_of(name);
    let page = text::render(&source, name);
    let summary_name = format!("{}SUMMARY.md", tongue.folder);
    let contents = text::contents(&read(&summary_name)?, &summary_name);
    let here = address_of(name);
    let plain = name.strip_prefix(tongue.folder).unwrap_or(name);
    let mut html = format!(
        "<!doctype html><html lang=\"{}\" dir=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"/icon.svg\">\
         <title>{} · Meydan</title><style>{}</style></head><body>\
         <a class=\"skip\" href=\"#main\">{}</a><header><a class=\"brand\" href=\"/\">Meydan <span lang=\"fa\">میدان</span></a>\
         <a href=\"/\">{}</a><span class=\"tongues\">",
        tongue.code,
        tongue.dir,
        escape(&page.title),
        include_str!("book/book.css"),
        tongue.skip,
        tongue.games,
    );
    for other in &TONGUES {
        let twin = format!("{}{plain}", other.folder);
        let Some(twin) = Docs::get(&twin).map(|_| twin) else { continue };
        let current = if other.code == tongue.code { " aria-current=\"page\"" } else { "" };
        html +=
            &format!("<a lang=\"{}\" href=\"{}\"{current}>{}</a>", other.code, address_of(&twin), other.name);
    }
    html +=
        &format!("</span></header><div class=\"book\"><nav aria-label=\"{0}\"><h2>{0}</h2>", tongue.contents);
    html += &list(&contents, &here);
    html += &format!(
        "</nav><main id=\"main\" tabindex=\"-1\">{}{}</main></div></body></html>",
        page.html,
        turn(&contents, &here)
    );
    Some(html)
}

/// The table of contents.
fn list(contents: &[Entry], here: &str) -> String {
    let mut html = String::new();
    let mut open = false;
    for entry in contents {
        match entry {
            Entry::Part(title) => {
                html += if open { "</ul>" } else { "" };
                open = false;
                html += &format!("<h3>{}</h3>", escape(title));
            }
            Entry::Page { title, address } => {
                html += if open { "" } else { "<ul>" };
                open = true;
                let current = if address == here { " aria-current=\"page\"" } else { "" };
                html += &format!("<li><a href=\"{}\"{current}>{}</a></li>", escape(address), escape(title));
            }
        }
    }
    html + if open { "</ul>" } else { "" }
}

/// The pages before and after this one.
fn turn(contents: &[Entry], here: &str) -> String {
    let pages: Vec<(&str, &str)> = contents
        .iter()
        .filter_map(|entry| match entry {
            Entry::Page { title, address } => Some((title.as_str(), address.as_str())),
            Entry::Part(_) => None,
        })
        .collect();
    let Some(at) = pages.iter().position(|(_, address)| *address == here) else { return String::new() };
    let link = |page: Option<&(&str, &str)>, rel: &str| {
        page.map_or("<span></span>".to_owned(), |(title, address)| {
            format!("<a rel=\"{rel}\" href=\"{}\">{}</a>", escape(address), escape(title))
        })
    };
    let before = at.checked_sub(1).and_then(|at| pages.get(at));
    format!("<footer>{}{}</footer>", link(before, "prev"), link(pages.get(at + 1), "next"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path as File;

    use axum::body::{Body, to_bytes};
    use axum::extract::Request;
    use tower::ServiceExt;

    use super::*;

    async fn get_page(path: &str) -> (StatusCode, String) {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let Ok(answer) = routes::<()>().with_state(()).oneshot(request).await;
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), 1 << 22).await.unwrap();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    /// What comes after each `mark` until the closing quote.
    fn quoted<'a>(html: &'a str, mark: &str) -> Vec<&'a str> {
        html.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[tokio::test]
    async fn every_page_is_in_the_contents_and_every_link_leads_somewhere() {
        let mut listed = BTreeSet::new();
        for tongue in &TONGUES {
            let name = format!("{}SUMMARY.md", tongue.folder);
            for entry in text::contents(&read(&name).unwrap(), &name) {
                if let Entry::Page { address, .. } = entry {
                    listed.insert(address);
                }
            }
        }
        let mut seen = 0;
        for name in Docs::iter().filter(|name| name.ends_with(".md") && !name.ends_with("SUMMARY.md")) {
            let address = address_of(&name);
            assert!(listed.contains(&address), "{name} is in no SUMMARY.md");
            let (status, html) = get_page(&address).await;
            assert_eq!(status, StatusCode::OK, "{address}");
            for link in quoted(&html, "href=\"/docs").into_iter().chain(quoted(&html, "src=\"/docs")) {
                let (place, fragment) = link.split_once('#').unwrap_or((link, ""));
                let (status, there) = get_page(&format!("/docs{place}")).await;
                assert_eq!(status, StatusCode::OK, "{name} leads to /docs{link}");
                let id = format!("id=\"{fragment}\"");
                assert!(
                    fragment.is_empty() || there.contains(&id),
                    "{name}: nothing has the name in /docs{link}"
                );
                seen += 1;
            }
            // The same links lead to files in the tree.
            let docs = File::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
            let folder = docs.join(&*name);
            for link in text::links(&read(&name).unwrap()) {
                let place = link.split('#').next().unwrap();
                let inside = place.is_empty() || link.contains("://");
                assert!(
                    inside || folder.parent().unwrap().join(place).exists(),
                    "{name} links to {link}, which is no file"
                );
            }
        }
        assert!(seen > 100, "only {seen} links were looked at");
    }

    #[tokio::test]
    async fn nothing_outside_the_book_is_given_away() {
        for path in [
            "/docs/../Cargo.toml",
            "/docs/%2e%2e/Cargo.toml",
            "/docs/nothing",
            "/docs/SUMMARY.txt",
            "/docs/fa/nothing.md",
        ] {
            assert_eq!(get_page(path).await.0, StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(get_page("/docs/").await.0, StatusCode::PERMANENT_REDIRECT);
    }

    #[tokio::test]
    async fn the_first_pages_are_there_in_three_languages() {
        for page in ["", "/first-match", "/first-bot", "/starter-kits"] {
            for (tongue, dir) in [("en", "ltr"), ("fa", "rtl"), ("fr", "ltr")] {
                let folder = if tongue == "en" { String::new() } else { format!("/{tongue}") };
                let (status, html) = get_page(&format!("/docs{folder}{page}")).await;
                assert_eq!(status, StatusCode::OK);
                assert!(html.contains(&format!("<html lang=\"{tongue}\" dir=\"{dir}\">")), "{tongue}{page}");
                assert_eq!(quoted(&html, "<a lang=\"").len(), 3, "{tongue}{page} names its twins");
            }
        }
    }
}
