use super::{MADE, named, unfit};
use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::Contest;

/// What a class that begins is mostly called.
const MAINS: [&str; 6] = ["Main", "Application", "Bot", "Client", "App", "Controller"];
/// The file of performance figures would be complained about on standard output, which belongs to the match.
const JAVA: [&str; 2] = ["java", "-XX:-UsePerfData"];

pub(crate) fn maven(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let script = format!(
        "mvn --batch-mode --quiet -DskipTests -Dproject.build.outputTimestamp=1980-01-02T00:00:00Z package\n\
         jars=$(find target -maxdepth 1 -name '*.jar' -not -name 'original-*' -not -name '*-sources.jar' -not -name '*-javadoc.jar')\n\
         whole=$(printf '%s\\n' $jars | grep -E -- '-(jar-with-dependencies|shaded|all)\\.jar$' | head -n 1 || true)\n\
         jar=${{whole:-$(printf '%s\\n' $jars | head -n 1)}}\n\
         if [ -z \"$jar\" ]; then echo 'Maven made no jar in target/'; exit 1; fi\n\
         (cd /tmp && jar xf \"/bot/$jar\" META-INF/MANIFEST.MF)\n\
         if ! grep -q '^Main-Class' /tmp/META-INF/MANIFEST.MF; then\n\
           echo \"$jar does not say where it begins: let Maven write a Main-Class into it (maven-jar-plugin, or the shade or assembly plugin)\"; exit 1\n\
         fi\n\
         mkdir -p {MADE}/lib && cp \"$jar\" {MADE}/bot.jar\n\
         rm -rf target"
    );
    let jar = format!("{MADE}/bot.jar");
    let recipe = || Recipe::new(Shape::Maven, "java", &[JAVA[0], JAVA[1], "-jar", &jar]);
    source.has("pom.xml").then(|| Ok(recipe().built(script, &["mvn", "java"])))
}

pub(crate) fn gradle(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let gradle = source.has("build.gradle") || source.has("build.gradle.kts");
    gradle.then(|| {
        Err(unfit(
            Shape::Java,
            "Gradle is not run here; send it with a `pom.xml`, or as plain sources with their jars in `lib`",
        ))
    })
}

pub(crate) fn plain(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let files = source.ending(&[".java"]);
    (!files.is_empty()).then(|| recipe(source, &files))
}

fn recipe(source: Source<'_>, files: &[&str]) -> Result<Recipe, InspectError> {
    let begins: Vec<String> = files.iter().filter_map(|file| main_class(file, source.text(file)?)).collect();
    let known =
        || MAINS.iter().find_map(|main| begins.iter().find(|class| class.rsplit('.').next() == Some(main)));
    let class = match (&begins[..], known()) {
        ([only], _) => only,
        (_, Some(class)) => class,
        ([], None) => return Err(unfit(Shape::Java, "no class has a `public static void main`; add one")),
        (several, None) => {
            let what = format!(
                "several classes have a `main`: {}; call the one that is started `Main`",
                named(several)
            );
            return Err(unfit(Shape::Java, what));
        }
    };
    let script = format!(
        "mkdir -p {MADE}/classes {MADE}/lib\n\
         for jar in lib/*.jar libs/*.jar *.jar /provide/java/*.jar; do if [ -f \"$jar\" ]; then cp \"$jar\" {MADE}/lib/; fi; done\n\
         find . -name '*.java' -not -path './test/*' -not -path '*/test/*' -not -path '*/tests/*' | sort > /tmp/sources\n\
         javac -encoding UTF-8 -nowarn -g -cp '{MADE}/lib/*' -d {MADE}/classes @/tmp/sources"
    );
    let path = format!("{MADE}/classes:{MADE}/lib/*");
    let recipe = Recipe::new(Shape::Java, "java", &[JAVA[0], JAVA[1], "-cp", &path, class]);
    Ok(recipe.built(script, &["javac", "java"]))
}

/// The full name of a class that can be started.
fn main_class(file: &str, text: &str) -> Option<String> {
    if !text.contains("static void main(") {
        return None;
    }
    let class = file.rsplit('/').next()?.strip_suffix(".java")?;
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
    Some(package.map_or_else(|| class.to_owned(), |package| format!("{}.{class}", package.trim())))
}
