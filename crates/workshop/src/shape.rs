//! What lies in a folder tells how it is built and started.

mod cpp;
mod java;
mod node;
mod others;
mod python;

pub use cpp::{asks_for_protobuf_config, cmake_lines, in_folder, reads_above};
use meydan_kit::{MANIFEST, Manifest, ManifestError};

use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::Contest;

/// Where builds put what they make, besides what the author's own build makes. Hidden, so that it meets no file of theirs.
pub(crate) const MADE: &str = ".meydan";

/// What is looked for, in words.
pub(crate) const LOOKED_FOR: &str = "`Cargo.toml`, `go.mod`, `*.csproj`, `pom.xml`, `CMakeLists.txt`, `package.json`, `requirements.txt`, \
     `Makefile`, nor sources in Java, C++, C or Python";

/// A folder that says itself how it is built and started: the game it plays, and that.
pub(crate) fn manifest(source: Source<'_>) -> Option<Result<(String, Recipe), InspectError>> {
    if !source.has(MANIFEST) {
        return None;
    }
    let Some(text) = source.text(MANIFEST) else {
        let what = "this is no text in UTF-8; save it as such".to_owned();
        return Some(Err(ManifestError::Unreadable { line: 1, what }.into()));
    };
    let read = text.parse::<Manifest>().map(|manifest| {
        let recipe = Recipe {
            shape: Shape::Manifest,
            start: manifest.words(),
            language: manifest.language,
            build: manifest.build.unwrap_or_default(),
            env: Default::default(),
            wire: manifest.wire,
            name: Some(manifest.name),
            tools: Vec::new(),
        };
        (manifest.game, recipe)
    });
    Some(read.map_err(InspectError::from))
}

type Recognise = fn(Source<'_>, Option<&Contest>) -> Option<Result<Recipe, InspectError>>;

/// The plainest sign comes first.
const SHAPES: [Recognise; 11] = [
    others::cargo,
    others::go,
    others::dotnet,
    java::maven,
    java::gradle,
    cpp::cmake,
    node::node,
    python::project,
    cpp::make,
    java::plain,
    cpp::plain,
];

/// A project that needs no manifest; `None`: nothing is known about it.
pub(crate) fn recognise(
    source: Source<'_>,
    contest: Option<&Contest>,
) -> Option<Result<Recipe, InspectError>> {
    SHAPES.iter().find_map(|shape| shape(source, contest)).or_else(|| python::plain(source, contest))
}

/// A folder in which a project lies that nobody looked for there.
pub(crate) fn nested<'a>(source: Source<'a>) -> Option<&'a str> {
    const SIGNS: [&str; 8] = [
        MANIFEST,
        "Cargo.toml",
        "go.mod",
        "pom.xml",
        "CMakeLists.txt",
        "package.json",
        "requirements.txt",
        "main.py",
    ];
    let holds = |name: &'a str| name.rsplit_once('/').filter(|(_, file)| SIGNS.contains(file));
    let folders = source.names().filter_map(holds).map(|(folder, _)| folder);
    folders.min_by_key(|folder| folder.matches('/').count())
}

fn unfit(shape: Shape, what: impl Into<String>) -> InspectError {
    InspectError::Unfit { shape, what: what.into() }
}

/// A list of names in backticks.
fn named<T: AsRef<str>>(names: &[T]) -> String {
    names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}
