use meydan_kit::shelf::starters;
use meydan_likeness::Work;

use crate::Inspected;
use crate::source::Source;

/// Files with a program in them.
const PROGRAMS: [&str; 16] = [
    ".py", ".js", ".mjs", ".ts", ".java", ".kt", ".c", ".h", ".cc", ".cpp", ".hpp", ".rs", ".go", ".cs",
    ".rb", ".scala",
];

/// What can be compared of a submission with those of others: its programs, without what the kits for its game have.
pub fn prints(inspected: &Inspected, game: &str) -> Work {
    let source = Source(&inspected.source);
    let programs = source.ending(&PROGRAMS).into_iter();
    let work = Work::of(programs.filter_map(|name| Some((name, source.text(name)?))));
    let given = starters().into_iter().filter(|starter| starter.game == game);
    let given: Vec<(&str, &str)> = given
        .flat_map(|starter| starter.files())
        .filter(|(name, _)| PROGRAMS.iter().any(|end| name.ends_with(end)))
        .filter_map(|(name, bytes)| Some((name, std::str::from_utf8(bytes).ok()?)))
        .collect();
    work.without(&Work::of(given))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use meydan_sandbox::intake::{File, Submission};

    use super::*;

    fn submission(files: &[(&str, &[u8])]) -> Inspected {
        let file = |(name, bytes): &(&str, &[u8])| {
            ((*name).to_owned(), File { bytes: bytes.to_vec(), executable: false })
        };
        let source = Submission { files: files.iter().map(file).collect::<BTreeMap<_, _>>() };
        let recipe = crate::inspect::understand(Source(&source), "jungle").unwrap();
        Inspected { source, recipe }
    }

    #[test]
    fn a_kit_as_it_is_has_nothing_to_compare() {
        let kit =
            starters().into_iter().find(|kit| kit.game == "jungle" && kit.language == "python").unwrap();
        let files: Vec<(&str, &[u8])> = kit.files().collect();
        assert_eq!(prints(&submission(&files), "jungle").prints(), 0);
        let own: &[u8] = b"def plan(view):\n    return sorted((cell.worth / (1 + abs(cell.x - view.me.x)), cell) for cell in view.cells)[-1][1]\n";
        let with: Vec<(&str, &[u8])> = files.iter().copied().chain([("plan.py", own)]).collect();
        assert!(prints(&submission(&with), "jungle").prints() > 0);
    }
}
