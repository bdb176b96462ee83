use std::borrow::Cow;

use meydan_kit::shelf::starters;
use meydan_likeness::Work;

use crate::Inspected;

/// Files with a program in them.
const PROGRAMS: [&str; 16] = [
    ".py", ".js", ".mjs", ".ts", ".java", ".kt", ".c", ".h", ".cc", ".cpp", ".hpp", ".rs", ".go", ".cs",
    ".rb", ".scala",
];

/// What can be compared of a submission with those of others: its programs, without what the kits for its game have.
pub fn prints(inspected: &Inspected, game: &str) -> Work {
    // Whatever was accepted is read: one strange byte, a large file or a folder of tests must hide nothing.
    let files = inspected.source.files.iter();
    let programs = files.filter(|(name, _)| PROGRAMS.iter().any(|end| name.ends_with(end)));
    let programs: Vec<(&str, Cow<'_, str>)> =
        programs.map(|(name, file)| (name.as_str(), String::from_utf8_lossy(&file.bytes))).collect();
    let work = Work::of(programs.iter().map(|(name, text)| (*name, text.as_ref())));
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
    use crate::source::Source;

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

    #[test]
    fn a_strange_byte_and_a_folder_of_tests_hide_no_program() {
        let plan = "def plan(view):\n    best = max(view.cells, key=lambda cell: cell.worth / (1 + abs(cell.x - view.me.x)))\n    return [best] if best.worth > 0 else []\n";
        let latin = [b"# -*- coding: latin-1 -*-\n# t\xeate\n".as_slice(), plan.as_bytes()].concat();
        let main = ("main.py", b"import plan\n".as_slice());
        let own = prints(&submission(&[main, ("plan.py", plan.as_bytes())]), "jungle");
        assert!(own.prints() > 0);
        for hidden in [("plan.py", latin.as_slice()), ("tests/plan.py", plan.as_bytes())] {
            let other = prints(&submission(&[main, hidden]), "jungle");
            assert_eq!(meydan_likeness::compare(&own, &other).share, 1.0, "{}", hidden.0);
        }
    }
}
