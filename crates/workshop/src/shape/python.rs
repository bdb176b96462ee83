use super::{MADE, named, unfit};
use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::Contest;

/// Where bots begin.
const ENTRIES: [&str; 9] = [
    "main.py",
    "application.py",
    "bot.py",
    "run.py",
    "app.py",
    "__main__.py",
    "client.py",
    "src/main.py",
    "src/bot.py",
];

/// A list of packages, or a place where bots begin.
pub(crate) fn project(source: Source<'_>, contest: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let begins = entry(source, contest).is_some();
    (source.has("requirements.txt") || begins).then(|| recipe(source, contest))
}

/// Nothing but files.
pub(crate) fn plain(source: Source<'_>, contest: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    source.top().any(|name| name.ends_with(".py")).then(|| recipe(source, contest))
}

fn recipe(source: Source<'_>, contest: Option<&Contest>) -> Result<Recipe, InspectError> {
    let files: Vec<&str> =
        source.top().filter(|name| name.ends_with(".py") && !name.starts_with("test")).collect();
    let entry = match (entry(source, contest), &files[..]) {
        (Some(entry), _) => entry,
        (None, [only]) => only,
        (None, files) => {
            let found = if files.is_empty() {
                "there is no file of Python at the top".into()
            } else {
                format!("there are {}", named(files))
            };
            let what =
                format!("it is not clear where it begins: {found}; call the file that is started `main.py`");
            return Err(unfit(Shape::Python, what));
        }
    };
    let mut recipe = Recipe::new(Shape::Python, "python", &["python3", entry]);
    if let Some((package, file)) = entry.split_once('/')
        && source.has(&format!("{package}/__init__.py"))
    {
        // A module of a package imports its neighbours through the package.
        recipe.start = ["python3", "-m", &format!("{package}.{}", file.trim_end_matches(".py"))]
            .map(str::to_owned)
            .into();
    }
    recipe.tools.push("python3".to_owned());
    if source.text("requirements.txt").is_some_and(wants_something) {
        recipe.env.insert("PYTHONPATH".to_owned(), format!("/bot/{MADE}/packages"));
        recipe.build = install();
    }
    Ok(recipe)
}

fn entry(source: Source<'_>, contest: Option<&Contest>) -> Option<&'static str> {
    let first = contest.map_or(&[][..], |contest| contest.python);
    first.iter().chain(&ENTRIES).find(|name| source.has(name)).copied()
}

/// Whether a list of packages names one.
fn wants_something(list: &str) -> bool {
    list.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with(['#', '-']))
}

/// Where packages come from is not the list's to say. Compiled files hold a hash and not a time, so that they are the same
/// every time.
fn install() -> String {
    format!(
        "sed -E '/^[[:space:]]*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host|--no-index)/d' requirements.txt > .requirements.meydan\n\
         python3 -m pip install --quiet --no-compile --target {MADE}/packages -r .requirements.meydan\n\
         rm -rf .requirements.meydan {MADE}/packages/bin\n\
         python3 -m compileall -q --invalidation-mode unchecked-hash {MADE}/packages || true"
    )
}
