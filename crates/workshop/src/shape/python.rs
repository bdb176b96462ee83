use super::{MADE, named, unfit};
use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::{Contest, FURTHER, TOOLS, imports};

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
    let list = source.text("requirements.txt").filter(|list| wants_something(list));
    let kit: Vec<_> = contest.map_or(&[][..], |contest| contest.packages).iter().collect();
    let kit: Vec<_> = kit.into_iter().filter(|(module, _)| imported(source, module)).collect();
    if list.is_some() || !kit.is_empty() {
        recipe.env.insert("PYTHONPATH".to_owned(), format!("/bot/{MADE}/packages"));
        let known = contest.map_or(&[][..], |contest| contest.packages);
        recipe.build = install(list, &kit, known, |module| imported(source, module));
    }
    Ok(recipe)
}

/// Whether its code imports a module.
fn imported(source: Source<'_>, module: &str) -> bool {
    let code = source.names().filter(|name| name.ends_with(".py")).filter_map(|name| source.text(name));
    code.flat_map(str::lines).any(|line| imports(line, module))
}

fn entry(source: Source<'_>, contest: Option<&Contest>) -> Option<&'static str> {
    let first = contest.map_or(&[][..], |contest| contest.python);
    first.iter().chain(&ENTRIES).find(|name| source.has(name)).copied()
}

/// Whether a list of packages names one.
fn wants_something(list: &str) -> bool {
    list.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with(['#', '-']))
}

/// The name that a line of such a list begins with, as pip compares them.
fn named_by(line: &str) -> String {
    let end = line.find(|c: char| !c.is_alphanumeric() && !"-_.".contains(c)).unwrap_or(line.len());
    line[..end].to_lowercase().replace(['_', '.'], "-")
}

/// Where packages come from is not the list's to say. Compiled files hold a hash and not a time, so that they are the same
/// every time.
///
/// What a contest's kit imports is taken as it works today, whatever the list says and where there is none. What else
/// the list names is taken as it says, but for what is known and not imported: kits named tools of their makers. Where that is not provided,
/// it may be that what the list says is, or that the machine has it.
fn install(
    list: Option<&str>,
    kit: &[&(&str, &str)],
    contest: &[(&str, &str)],
    imported: impl Fn(&str) -> bool,
) -> String {
    let pip = |from: &str| {
        format!("python3 -m pip install --quiet --no-compile --target {MADE}/packages -r {from}")
    };
    let own = list.map(|_| {
        "sed -E '/^[[:space:]]*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host|--no-index)/d' requirements.txt > .requirements.meydan\n"
    });
    let get = if kit.is_empty() {
        pip(".requirements.meydan")
    } else {
        let names: Vec<String> = kit.iter().map(|(_, package)| named_by(package)).collect();
        let others = list.unwrap_or_default().lines().map(str::trim);
        let others = others.filter(|line| wants_something(line) && !names.contains(&named_by(line)));
        let known = contest.iter().chain(&FURTHER).chain(&TOOLS);
        let needless: Vec<String> =
            known.filter(|(module, _)| !imported(module)).map(|(_, package)| named_by(package)).collect();
        let others = others.filter(|line| !needless.contains(&named_by(line)));
        let lines = kit.iter().map(|(_, package)| *package).chain(others);
        let lines: Vec<_> = lines.map(|line| shlex::try_quote(line).unwrap_or_default()).collect();
        let mut modules: Vec<&str> = kit.iter().map(|(module, _)| *module).collect();
        modules.dedup();
        let else_ = match list {
            Some(_) => pip(".requirements.meydan"),
            None => format!("python3 -c 'import {}'", modules.join(", ")),
        };
        format!(
            "printf '%s\\n' {} > .requirements.today\n{} || {else_}",
            lines.join(" "),
            pip(".requirements.today")
        )
    };
    format!(
        "{}{get}\n\
         rm -rf .requirements.meydan .requirements.today {MADE}/packages/bin\n\
         python3 -m compileall -q --invalidation-mode unchecked-hash {MADE}/packages || true",
        own.unwrap_or_default()
    )
}
