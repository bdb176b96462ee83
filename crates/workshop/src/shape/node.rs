use serde_json::Value;

use super::unfit;
use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::Contest;

/// Where bots begin that do not say so.
const ENTRIES: [&str; 7] = ["main.js", "index.js", "bot.js", "app.js", "run.js", "main.mjs", "index.mjs"];

pub(crate) fn node(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    source.text("package.json").map(|text| recipe(source, text))
}

fn recipe(source: Source<'_>, text: &str) -> Result<Recipe, InspectError> {
    let package: Value = serde_json::from_str(text)
        .map_err(|error| unfit(Shape::Node, format!("its `package.json` cannot be read: {error}")))?;
    let typed = source.has("tsconfig.json") || !source.ending(&[".ts"]).is_empty();
    let language = if typed { "typescript" } else { "javascript" };
    let builds = package["scripts"]["build"].is_string();
    let mut recipe = Recipe::new(Shape::Node, language, &[]);
    recipe.start = start(source, &package, builds || typed)?;
    let mut steps = Vec::new();
    if wants_something(&package) && !source.names().any(|name| name.starts_with("node_modules/")) {
        let locked = source.has("package-lock.json") || source.has("npm-shrinkwrap.json");
        steps.push(if locked {
            "npm ci --no-progress"
        } else {
            "npm install --no-progress --no-package-lock"
        });
    }
    if builds {
        steps.push("npm run build");
    } else if typed {
        steps.push("node_modules/.bin/tsc");
    }
    let tools: &[&str] = if steps.is_empty() { &["node"] } else { &["node", "npm"] };
    Ok(recipe.built(steps.join("\n"), tools))
}

fn wants_something(package: &Value) -> bool {
    ["dependencies", "devDependencies"]
        .iter()
        .any(|key| package[key].as_object().is_some_and(|list| !list.is_empty()))
}

/// What `npm start` would run, without npm in between.
fn start(source: Source<'_>, package: &Value, made: bool) -> Result<Vec<String>, InspectError> {
    let there = |file: &str| made || source.has(file.trim_start_matches("./"));
    if let Some(script) = package["scripts"]["start"].as_str() {
        let words = shlex::split(script).unwrap_or_default();
        let plain = !script.contains(['&', '|', ';', '$', '<', '>', '`']);
        if plain && words.len() > 1 && words[0] == "node" {
            return Ok(words);
        }
        let what = format!(
            "its `start` in `package.json` is `{script}`; write `node FILE` there, because it is run without a shell"
        );
        return Err(unfit(Shape::Node, what));
    }
    let main = package["main"].as_str().filter(|main| main.ends_with("js") && there(main));
    let entry = main.or_else(|| ENTRIES.into_iter().find(|name| source.has(name)));
    match entry {
        Some(entry) => Ok(vec!["node".to_owned(), entry.to_owned()]),
        None => Err(unfit(
            Shape::Node,
            "its `package.json` does not say where it begins; add \"scripts\": { \"start\": \"node main.js\" }",
        )),
    }
}
