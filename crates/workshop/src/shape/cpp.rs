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

/// Clients that were started in the folder of their program read a file of the folder above; they are started in ours.
fn started(mut recipe: Recipe, source: Source<'_>, contest: Option<&Contest>) -> Recipe {
    let above = source
        .ending(&CPP)
        .into_iter()
        .filter_map(|name| source.text(name))
        .any(|text| reads_above(text, |name| source.has(name)));
    if contest.is_some() && above {
        recipe.start = ["sh", "-c", &in_folder(MADE, "bot")].map(str::to_owned).into();
    }
    recipe
}

/// Whether a source in C++ opens a file of the folder above the one in which its program is started.
pub fn reads_above(text: &str, has: impl Fn(&str) -> bool) -> bool {
    let opens = |line: &&str| !line.trim_start().starts_with(['#', '/']);
    let named = text.lines().filter(opens).filter_map(|line| line.split_once("\"../")?.1.split('"').next());
    named.into_iter().any(has)
}

/// A script that starts a program in its folder.
pub fn in_folder(folder: &str, program: &str) -> String {
    format!("cd {folder} && exec ./{program}")
}

fn language(source: Source<'_>) -> &'static str {
    if source.ending(&CPP).is_empty() { "c" } else { "cpp" }
}

/// Whether a file that CMake reads, of a client of 2022, asks for words of Protocol Buffers that Debian's packages lack.
pub fn asks_for_protobuf_config(text: &str) -> bool {
    text.to_lowercase().replace("find_package (", "find_package(").contains("find_package(protobuf config")
}

/// How CMake builds in a folder. Who asks for words of Protocol Buffers for CMake gets those of the machine, or else CMake's own.
pub fn cmake_lines(folder: &str, asks_for_protobuf_config: bool) -> Vec<String> {
    let configure = format!("cmake -S . -B {folder} -DCMAKE_BUILD_TYPE=Release");
    let build = format!("cmake --build {folder} --parallel 2");
    match asks_for_protobuf_config {
        false => vec![configure, build],
        true => vec![
            format!("mkdir -p {folder}"),
            format!(
                "printf '%s\\n' 'find_package(OwnProtobuf NAMES Protobuf protobuf CONFIG QUIET)' \
                 'if(NOT OwnProtobuf_FOUND)' 'include(FindProtobuf)' 'endif()' > {folder}/ProtobufConfig.cmake"
            ),
            format!("{configure} -DProtobuf_DIR=\"$PWD/{folder}\""),
            build,
        ],
    }
}

pub(crate) fn cmake(source: Source<'_>, _: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let is_read = |name: &&str| name.ends_with("CMakeLists.txt") || name.ends_with(".cmake");
    let asks =
        source.names().filter(is_read).filter_map(|name| source.text(name)).any(asks_for_protobuf_config);
    // Libraries that it has made stay where the program looks for them.
    let script = format!(
        "touch /tmp/.begun\n\
         {}\n\
         {}\n\
         find {MADE}/cmake -name CMakeFiles -prune -exec rm -rf {{}} +\n\
         find {MADE}/cmake -type f -not -name '*.so*' -delete",
        cmake_lines(&format!("{MADE}/cmake"), asks).join("\n"),
        pick(&format!("{MADE}/cmake"))
    );
    let recipe = || program(Shape::Cmake, language(source)).built(script, &["cmake", "c++"]);
    source.has("CMakeLists.txt").then(|| Ok(recipe()))
}

pub(crate) fn make(source: Source<'_>, contest: Option<&Contest>) -> Option<Result<Recipe, InspectError>> {
    let is_make = source.has("Makefile") || source.has("makefile");
    let c = is_make && !source.ending(&[".cpp", ".cc", ".cxx", ".c"]).is_empty();
    let script =
        || format!("touch /tmp/.begun\nmake\n{}\nfind . -name '*.o' -newer /tmp/.begun -delete", pick("."));
    let recipe = || started(program(Shape::Make, language(source)), source, contest);
    c.then(|| Ok(recipe().built(script(), &["make"])))
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
