use super::MADE;
use crate::inspect::InspectError;
use crate::recipe::{Recipe, Shape};
use crate::source::Source;
use crate::wire::Contest;

const CPP: [&str; 3] = [".cpp", ".cc", ".cxx"];

/// Finds the one program that a build has made below a folder, and puts it where it is started.
pub(super) fn pick(folder: &str) -> String {
    format!(
        "programs=$(find {folder} -type f -perm -u+x -newer /tmp/.begun -not -path '*/CMakeFiles/*' -not -name '*.so*' -not -name '*.sh' | sort)\n\
         chosen=$programs\n\
         if [ $(printf '%s\\n' \"$programs\" | wc -l) -gt 1 ]; then\n\
           chosen=\n\
           for name in bot main client game app; do\n\
             for program in $programs; do if [ -z \"$chosen\" ] && [ \"${{program##*/}}\" = $name ]; then chosen=$program; fi; done\n\
           done\n\
           if [ -z \"$chosen\" ]; then echo \"the build made several programs, and none of them is called bot or main:\"; echo \"$programs\"; exit 1; fi\n\
         fi\n\
         if [ -z \"$chosen\" ]; then echo 'the build made no program'; exit 1; fi\n\
         mkdir -p {MADE} && cp \"$chosen\" {MADE}/bot"
    )
}

fn program(shape: Shape, language: &str) -> Recipe {
    Recipe::new(shape, language, &[&format!("{MADE}/bot")])
}

fn language(source: Source<'_>) -> &'static str {
    if source.ending(&CPP).is_empty() { "c" } else { "cpp" }
}

pub(crate) fn cmake(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    // Libraries that it has made stay where the program looks for them.
    let script = format!(
        "touch /tmp/.begun\n\
         cmake -S . -B {MADE}/cmake -DCMAKE_BUILD_TYPE=Release\n\
         cmake --build {MADE}/cmake --parallel 2\n\
         {}\n\
         find {MADE}/cmake -name CMakeFiles -prune -exec rm -rf {{}} +\n\
         find {MADE}/cmake -type f -not -name '*.so*' -delete",
        pick(&format!("{MADE}/cmake"))
    );
    let recipe = || program(Shape::Cmake, language(source)).built(script, &["cmake", "c++"]);
    source.has("CMakeLists.txt").then(|| Ok(recipe()))
}

pub(crate) fn make(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let is_make = source.has("Makefile") || source.has("makefile");
    let c = is_make && !source.ending(&[".cpp", ".cc", ".cxx", ".c"]).is_empty();
    let script =
        || format!("touch /tmp/.begun\nmake\n{}\nfind . -name '*.o' -newer /tmp/.begun -delete", pick("."));
    c.then(|| Ok(program(Shape::Make, language(source)).built(script(), &["make"])))
}

pub(crate) fn plain(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let find = |names: &str| format!("$(find . {names} -not -path '*/test/*' -not -path '*/tests/*' | sort)");
    if !source.ending(&CPP).is_empty() {
        let files = find("'(' -name '*.cpp' -o -name '*.cc' -o -name '*.cxx' ')'");
        let script = format!("mkdir -p {MADE}\nc++ -std=c++17 -O2 -g -pthread -I. -o {MADE}/bot {files}");
        return Some(Ok(program(Shape::Cpp, "cpp").built(script, &["c++"])));
    }
    let script = || {
        let files = find("-name '*.c'");
        format!("mkdir -p {MADE}\ngcc -std=gnu11 -O2 -g -pthread -I. -o {MADE}/bot {files} -lm")
    };
    (!source.ending(&[".c"]).is_empty()).then(|| Ok(program(Shape::C, "c").built(script(), &["gcc"])))
}
