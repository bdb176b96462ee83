use super::{MADE, cpp, named, unfit};
use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::Contest;

/// Rust. What lies beside the program is only of use for the next build.
pub(crate) fn cargo(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let locked = if source.has("Cargo.lock") { " --locked" } else { "" };
    let script = format!(
        "touch /tmp/.begun\n\
         cargo build --release{locked} --target-dir /tmp/target\n\
         rm -rf /tmp/target/release/deps /tmp/target/release/build /tmp/target/release/examples\n\
         {}",
        cpp::pick("/tmp/target/release")
    );
    let recipe = || Recipe::new(Shape::Cargo, "rust", &[&format!("{MADE}/bot")]).built(script, &["cargo"]);
    source.has("Cargo.toml").then(|| Ok(recipe()))
}

pub(crate) fn go(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    source.has("go.mod").then(|| {
        let mains = source.ending(&[".go"]).into_iter().filter(|file| {
            let main = |line: &str| line.split_whitespace().take(2).eq(["package", "main"]);
            source.text(file).is_some_and(|text| text.lines().any(main))
        });
        let mut folders: Vec<&str> =
            mains.map(|file| file.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
        folders.dedup();
        let folder = match &folders[..] {
            [only] => only,
            all if all.contains(&"") => "",
            [] => return Err(unfit(Shape::Go, "no file is of the package `main`; add one")),
            several => {
                let what =
                    format!("several folders are programs: {}; put the bot's at the top", named(several));
                return Err(unfit(Shape::Go, what));
            }
        };
        // Sums of modules that only the organiser has are nobody's to know before.
        let script = format!(
            "mkdir -p {MADE}\n\
             if [ ! -f go.sum ] && [ ! -d vendor ]; then GOFLAGS=\"$GOFLAGS -mod=mod\"; fi\n\
             go build -o {MADE}/bot './{folder}'"
        );
        Ok(Recipe::new(Shape::Go, "go", &[&format!("{MADE}/bot")]).built(script, &["go"]))
    })
}

pub(crate) fn dotnet(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let projects: Vec<&str> = source.top().filter(|name| name.ends_with(".csproj")).collect();
    let [project] = projects[..] else {
        let what = || format!("there are several projects: {}; leave one at the top", named(&projects));
        return (!projects.is_empty()).then(|| Err(unfit(Shape::Dotnet, what())));
    };
    let text = source.text(project).unwrap_or_default();
    let said = text.split_once("<AssemblyName>").and_then(|(_, rest)| rest.split('<').next());
    let name = said.map_or(project.trim_end_matches(".csproj"), str::trim);
    // Without a word about it no newer .NET takes the place of the one it was written for.
    let script = format!(
        "dotnet publish '{}' --nologo --configuration Release --output {MADE}/app -p:RollForward=Major\nrm -rf obj bin",
        project.replace('\'', "'\\''")
    );
    let recipe = Recipe::new(Shape::Dotnet, "csharp", &["dotnet", &format!("{MADE}/app/{name}.dll")]);
    Some(Ok(recipe.built(script, &["dotnet"])))
}
