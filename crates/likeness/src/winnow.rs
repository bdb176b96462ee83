use std::collections::BTreeMap;
use std::hash::Hasher;

use serde::{Deserialize, Serialize};

use crate::sip::Sip;
use crate::words::{Comments, Kind, Word, words};

/// So many words make a fingerprint. What is shorter and common to two programs is chance.
const GRAM: usize = 12;
/// Of so many neighbouring fingerprints at least one is kept.
const WINDOW: usize = 8;
/// The most places of one fingerprint that are remembered.
const PLACES: usize = 16;

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spot {
    /// The file.
    pub file: String,
    /// The line, 1 the first.
    pub line: u32,
}

/// What is kept of somebody's program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    pub(crate) prints: BTreeMap<u64, Vec<Spot>>,
}

/// What two programs have in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Likeness {
    /// The share of the smaller program's fingerprints that the larger one has too, from 0 to 1.
    pub share: f64,
    /// How many fingerprints that is.
    pub common: usize,
    /// Where they stand in both, in the order of the first program, one for each line.
    pub spots: Vec<(Spot, Spot)>,
}

impl Work {
    /// The work in these files, each with its name.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Work {
        let mut work = Work::default();
        for (file, source) in files {
            for (print, line) in winnow(&words(source, Comments::of(file))) {
                let places = work.prints.entry(print).or_default();
                if places.len() < PLACES {
                    places.push(Spot { file: file.to_owned(), line });
                }
            }
        }
        work
    }

    /// Without what everybody was given.
    #[must_use]
    pub fn without(mut self, given: &Work) -> Work {
        self.prints.retain(|print, _| !given.prints.contains_key(print));
        self
    }

    /// How many fingerprints there are.
    pub fn prints(&self) -> usize {
        self.prints.len()
    }
}

/// Compares two works.
pub fn compare(a: &Work, b: &Work) -> Likeness {
    let both = a.prints.iter().filter_map(|(print, here)| Some((here, b.prints.get(print)?)));
    let (mut common, mut spots) = (0, Vec::new());
    for (here, there) in both {
        common += 1;
        spots.push((here[0].clone(), there[0].clone()));
    }
    spots.sort();
    spots.dedup_by(|next, last| next.0 == last.0);
    let smaller = a.prints().min(b.prints());
    let share = if smaller == 0 { 0.0 } else { common as f64 / smaller as f64 };
    Likeness { share, common, spots }
}

/// The fingerprints of a program: of every window the smallest one, the last if there are several.
fn winnow(words: &[Word<'_>]) -> Vec<(u64, u32)> {
    let prints: Vec<(u64, u32)> =
        words.windows(GRAM).map(|gram| (hash(gram.iter().map(|word| &word.kind)), gram[0].line)).collect();
    let mut kept = Vec::new();
    let mut last = None;
    // A program that is shorter than a window is one.
    for (start, window) in prints.windows(WINDOW.min(prints.len()).max(1)).enumerate() {
        let least = window.iter().enumerate().rev().min_by_key(|(_, print)| print.0);
        let Some((at, print)) = least else { continue };
        if last.replace(start + at) != Some(start + at) {
            kept.push(*print);
        }
    }
    kept
}

/// Fingerprints are kept: every byte that goes into one is written here, and none is left to a derived implementation.
fn hash<'a>(kinds: impl Iterator<Item = &'a Kind<'a>>) -> u64 {
    let mut sip = Sip::default();
    for kind in kinds {
        let (number, word, mark) = match *kind {
            Kind::Key(word) => (0u64, Some(word), None),
            Kind::Name => (1, None, None),
            Kind::Number => (2, None, None),
            Kind::Text => (3, None, None),
            Kind::Mark(mark) => (4, None, Some(mark)),
        };
        sip.write(&number.to_le_bytes());
        if let Some(word) = word {
            sip.write(word.as_bytes());
            // A word's end, as no text has it.
            sip.write(&[0xff]);
        }
        if let Some(mark) = mark {
            sip.write(&u32::from(mark).to_le_bytes());
        }
    }
    sip.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of so many statements that are unlike those of another seed.
    fn program(seed: usize, statements: usize) -> String {
        let forms = [
            "if a < b { c(d) } else { e += 1 }\n",
            "for x in y.z(1, 2) { w[x] = v * x - u }\n",
            "while !p.q() { r = s(r, t)[0] }\n",
            "let m = n.map(|k| k.l + 3).max() % o\n",
            "return [a, b, c].sort(d => d.e / f)\n",
            "switch g { case 1: h(-i); case 2: j(!k) }\n",
            "m(n(o(p(q, r), s), t) << 2, u & v | w)\n",
        ];
        let mut state = seed as u64 + 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % forms.len()
        };
        (0..statements).map(|_| forms[next()]).collect()
    }

    #[test]
    fn a_stretch_of_nineteen_words_is_always_found() {
        let shared = "if (p.q(1) < r[2]) { s = t * 3 }"; // 22 words
        assert!(words(shared, Comments::of("bot")).len() >= GRAM + WINDOW - 1);
        for seed in 0..50 {
            let (a, b) = (program(seed, 9), program(seed + 100, 7));
            let a = format!("{a}\n{shared}\n{}", program(seed + 200, 8));
            let b = format!("{b}\n{shared}\n{}", program(seed + 300, 5));
            let [a, b] = [a, b].map(|source| Work::of([("bot", source.as_str())]));
            assert!(compare(&a, &b).common > 0, "seed {seed}");
        }
    }

    #[test]
    fn renaming_and_laying_out_anew_hides_nothing() {
        let source = program(3, 40);
        let other = source
            .replace("r, t", "range, tree")
            .replace("w[x]", "weights[index]")
            .replace(" {", "\n{ // so\n")
            .replace(", ", ",\n    ");
        let [a, b] = [&source, &other].map(|source| Work::of([("bot", source.as_str())]));
        let likeness = compare(&a, &b);
        assert_eq!(likeness.share, 1.0);
        assert_eq!(likeness.common, a.prints());
    }

    #[test]
    fn what_everybody_was_given_does_not_count() {
        let kit = program(1, 60);
        let with = |seed| format!("{kit}\n{}", program(seed, 3));
        let given = Work::of([("kit", kit.as_str())]);
        let [a, b] = [with(11), with(12)].map(|source| Work::of([("bot", source.as_str())]));
        assert!(compare(&a, &b).share > 0.7);
        let (a, b) = (a.without(&given), b.without(&given));
        assert!(compare(&a, &b).common < 6);
    }

    #[test]
    fn spots_lead_to_both_programs() {
        let shared = program(5, 6);
        let a = Work::of([("one.py", format!("{}{shared}", "x = 1\n".repeat(20)).as_str())]);
        let b = Work::of([("two.py", shared.as_str())]);
        let spots = compare(&a, &b).spots;
        assert!(!spots.is_empty());
        assert!(spots.iter().all(|(here, there)| here.file == "one.py" && here.line == there.line + 20));
    }

    #[test]
    fn a_work_is_kept_and_read_again() {
        let work = Work::of([("bot.py", program(1, 9).as_str())]);
        let text = serde_json::to_string(&work).unwrap();
        assert_eq!(serde_json::from_str::<Work>(&text).unwrap(), work);
    }

    #[test]
    fn fingerprints_are_the_same_in_every_build() {
        let work = Work::of([(
            "bot.py",
            "def plan(view):\n    return max(view.cells, key=lambda cell: cell.worth / 2)\n",
        )]);
        assert_eq!(
            work.prints.keys().copied().collect::<Vec<_>>(),
            [1_003_390_269_097_330_690, 5_432_944_027_746_155_967]
        );
    }

    #[test]
    fn the_division_of_python_hides_nothing() {
        let source = program(4, 30).replace("//", "");
        let hidden = source.replace(" = ", " = 0 // 1 or ");
        let [a, b] = [&source, &hidden].map(|source| Work::of([("bot.py", source.as_str())]));
        let as_comment = Work::of([("bot.js", hidden.as_str())]);
        assert!(compare(&a, &b).share > compare(&a, &as_comment).share);
    }

    #[test]
    fn empty_and_tiny_works_are_alike_in_nothing() {
        let (none, tiny) = (Work::default(), Work::of([("a", "x = 1")]));
        assert_eq!(compare(&none, &tiny), Likeness::default());
        assert_eq!(compare(&tiny, &tiny), Likeness::default());
    }
}
