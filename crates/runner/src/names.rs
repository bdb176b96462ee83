//! What the bots of a match are called: two of them are never taken for one.

use std::path::Path;

use meydan_core::trace::Entrant;
use meydan_kit::Kit;
use meydan_sandbox::Command;

use crate::SeatSpec;

/// Who sits on these seats. A bot in a folder is called by the folder: its copy has the same `meydan.toml`, and is another bot. Where two bots
/// have one name, a script is called with its folder, and where that is the same too, each by what was typed. A bot that plays against
/// itself keeps its name.
pub(crate) fn entrants(seats: &[SeatSpec]) -> Vec<Entrant> {
    let mut entrants: Vec<Entrant> = seats.iter().map(SeatSpec::entrant).collect();
    let names: Vec<[String; LEVELS]> = seats.iter().map(levels).collect();
    for (seat, entrant) in entrants.iter_mut().enumerate() {
        let alike: Vec<usize> = (0..seats.len()).filter(|&other| names[other][0] == names[seat][0]).collect();
        let apart = |level: &usize| {
            // Somebody else may be called what a folder is.
            let clash = |one: usize, two: usize| {
                let other = if alike.contains(&two) { *level } else { 0 };
                !same(&seats[one], &seats[two]) && names[one][*level] == names[two][other]
            };
            !alike.iter().any(|&one| (0..seats.len()).any(|two| clash(one, two)))
        };
        let level = (0..LEVELS).find(apart).unwrap_or(LEVELS - 1);
        entrant.name.clone_from(&names[seat][level]);
    }
    entrants
}

/// The name, the folder, and all that was typed.
const LEVELS: usize = 3;

fn levels(seat: &SeatSpec) -> [String; LEVELS] {
    let name = match seat {
        // A published bot has no `meydan.toml` that could have been copied.
        SeatSpec::Kit(kit) if Kit::is_in(kit.dir()) => folder(kit),
        _ => seat.entrant().name,
    };
    let [with_folder, typed] = match seat {
        SeatSpec::Kit(kit) => [folder(kit), kit.given().display().to_string()],
        SeatSpec::Command(line) | SeatSpec::WireCommand(line) => {
            [with_folder(line).unwrap_or_else(|| name.clone()), line.clone()]
        }
        // By its name a house bot is found again when a match is gone on with.
        SeatSpec::House(_) | SeatSpec::Socket(_) | SeatSpec::Wire | SeatSpec::Human => {
            [name.clone(), name.clone()]
        }
    };
    [name, with_folder, typed]
}

fn folder(kit: &Kit) -> String {
    let folder = kit.dir().file_name().unwrap_or(kit.dir().as_os_str());
    folder.to_string_lossy().into_owned()
}

/// The program or script of a command line with the folder in which it is, wherever that was typed from.
fn with_folder(line: &str) -> Option<String> {
    let command = Command::parse(line).ok()?;
    let path = std::path::absolute(Path::new(command.script().unwrap_or(&command.program))).ok()?;
    let name = |part: Option<&std::ffi::OsStr>| Some(part?.to_string_lossy().into_owned());
    Some(format!("{}/{}", name(path.parent()?.file_name())?, name(path.file_name())?))
}

/// Whether two seats have one and the same bot.
fn same(one: &SeatSpec, two: &SeatSpec) -> bool {
    match (one, two) {
        (SeatSpec::Kit(one), SeatSpec::Kit(two)) => one.dir() == two.dir(),
        _ => one == two,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names(seats: &[&str]) -> Vec<String> {
        let seats: Vec<SeatSpec> = seats.iter().map(|seat| seat.parse().unwrap()).collect();
        entrants(&seats).into_iter().map(|entrant| entrant.name).collect()
    }

    #[test]
    fn copies_of_a_folder_are_told_apart_by_it() {
        let home = tempfile::tempdir().unwrap();
        let copy = |place: &str| {
            let dir = home.path().join(place);
            fs::create_dir_all(&dir).unwrap();
            let manifest =
                "game = \"jungle\"\nlanguage = \"python\"\nname = \"mine\"\nstart = \"python3 main.py\"\n";
            fs::write(dir.join("meydan.toml"), manifest).unwrap();
            dir.to_str().unwrap().to_owned()
        };
        let [new, old, deep] = ["new", "old", "deep/old"].map(copy);
        assert_eq!(names(&[&new, "house:random"]), ["new", "random"], "a copy of `mine` is not called that");
        assert_eq!(names(&[&new, &old]), ["new", "old"]);
        assert_eq!(names(&[&new, &new]), ["new", "new"], "against itself");
        assert_eq!(names(&[&new, &format!("{new}/")]), ["new", "new"], "the same folder, typed otherwise");
        let all = names(&[&new, &old, &deep, &new]);
        assert_eq!(all, ["new", &old, &deep, "new"]);
        let random = copy("random");
        assert_eq!(
            names(&[&new, &random, "house:random"]),
            ["new", &random, "random"],
            "a house bot is called that"
        );
    }

    #[test]
    fn scripts_of_one_name_are_told_apart_by_folder_or_by_their_arguments() {
        assert_eq!(
            names(&["python3 /a/new/main.py", "python3 /a/old/main.py"]),
            ["new/main.py", "old/main.py"]
        );
        let lines = ["python3 main.py 1", "python3 main.py 2"];
        assert_eq!(names(&lines), lines);
        assert_eq!(names(&["house:random", "./random"]), ["random", "runner/random"]);
        assert_eq!(names(&["human", "human"]), ["human", "human"]);
        assert_eq!(
            names(&[
                "wire:sh -c 'cd /a/old; exec python3 main.py'",
                "wire:sh -c 'cd /a/new && exec python3 main.py'"
            ]),
            ["old/main.py", "new/main.py"],
            "a shell is not a bot"
        );
    }
}
