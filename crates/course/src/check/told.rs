//! What was found, in words for whoever wrote the program.

use std::fmt::Write;

use meydan_labyrinth::Lang;

use super::{Failure, Report};

/// The words of a language.
#[derive(Clone, Copy)]
pub struct Words(pub Lang);

impl Words {
    fn of(self, english: &'static str, persian: &'static str) -> &'static str {
        match self.0 {
            Lang::En => english,
            Lang::Fa => persian,
        }
    }

    /// That there are no walls around the program.
    pub fn bare(self) -> &'static str {
        self.of(
            "the program runs without walls, with your own rights",
            "برنامه بدون دیوار و با دسترسی خود شما اجرا می‌شود",
        )
    }

    /// A phase.
    pub fn phase(self, phase: u8) -> String {
        format!("{} {phase}", self.of("phase", "فاز"))
    }

    /// The head of the column of students.
    pub fn student(self) -> &'static str {
        self.of("student", "دانشجو")
    }

    /// The head of the column of points.
    pub fn points(self) -> &'static str {
        self.of("points", "نمره")
    }

    /// How a rule fared.
    pub fn verdict(self, right: u32, wrong: u32) -> String {
        let all = right + wrong;
        match (self.0, right, wrong) {
            (Lang::En, 0, 0) => "not seen".to_owned(),
            (Lang::En, _, 0) => format!("right ({right})"),
            (Lang::En, ..) => format!("WRONG ({wrong} of {all})"),
            (Lang::Fa, 0, 0) => "دیده نشد".to_owned(),
            (Lang::Fa, _, 0) => format!("درست ({right})"),
            (Lang::Fa, ..) => format!("نادرست ({wrong} از {all})"),
        }
    }

    /// That not all was played, and why.
    pub fn cut(self, why: &str) -> String {
        format!("{}: {why}", self.of("not all boards were played", "همهٔ صفحه‌ها بازی نشد"))
    }

    /// What came out, with the rules that are broken and those that were not seen.
    pub fn sum(self, wrong: usize, unseen: usize) -> String {
        match (self.0, wrong, unseen) {
            (Lang::En, 0, 0) => "everything is right".to_owned(),
            (Lang::En, 0, 1) => {
                "nothing is wrong, but one rule was not seen; try --boards with a larger number".to_owned()
            }
            (Lang::En, 0, _) => {
                format!(
                    "nothing is wrong, but {unseen} rules were not seen; try --boards with a larger number"
                )
            }
            (Lang::En, 1, _) => "one rule is broken".to_owned(),
            (Lang::En, ..) => format!("{wrong} rules are broken"),
            (Lang::Fa, 0, 0) => "همه چیز درست است".to_owned(),
            (Lang::Fa, 0, _) => {
                format!("چیزی نادرست نیست، ولی {unseen} قاعده دیده نشد؛ --boards را با عدد بزرگ‌تر بدهید")
            }
            (Lang::Fa, ..) => format!("{wrong} قاعده رعایت نشده است"),
        }
    }

    /// What stands before a case.
    pub fn smallest(self) -> &'static str {
        self.of("the smallest case", "کوچک‌ترین نمونه")
    }

    /// What stands before what the program was given.
    pub fn given(self, seed: u64) -> String {
        match self.0 {
            Lang::En => format!("it was given (with MEYDAN_SEED={seed}):"),
            Lang::Fa => format!("به برنامه داده شد (با MEYDAN_SEED={seed}):"),
        }
    }

    /// What stands before the same in words.
    pub fn story(self) -> &'static str {
        self.of("which means:", "یعنی:")
    }

    /// What stands before a board.
    pub fn board(self) -> &'static str {
        self.of("the board before the last of it:", "صفحه پیش از آخرین دستور:")
    }

    /// What stands before what was expected, and before what was found.
    pub fn verdicts(self) -> (&'static str, &'static str) {
        (self.of("expected:", "باید می‌آمد:"), self.of("found:   ", "آمد:"))
    }
}

impl Report {
    /// All of it: rule by rule, and the smallest case of each that is broken.
    pub fn told(&self, words: Words) -> String {
        let mut text = format!("{}\n", words.phase(self.phase));
        let mut line = |told: std::fmt::Arguments<'_>| {
            // Writing to a text does not fail.
            let _ = writeln!(text, "{told}");
        };
        for rule in &self.rules {
            let verdict = words.verdict(rule.right, rule.wrong);
            line(format_args!("  {:<18} {verdict:<18} {}", rule.rule, rule.text));
        }
        for rule in &self.rules {
            if let Some(failure) = &rule.failure {
                line(format_args!("\n{}", explained(rule.rule, failure, words)));
            }
        }
        if let Some(cut) = &self.cut {
            line(format_args!("{}", words.cut(cut)));
        }
        let wrong = self.rules.iter().filter(|rule| rule.wrong > 0).count();
        let unseen = self.rules.iter().filter(|rule| rule.wrong + rule.right == 0).count();
        line(format_args!("{}", words.sum(wrong, unseen)));
        text
    }
}

/// A case in which a rule was broken.
fn explained(rule: &str, failure: &Failure, words: Words) -> String {
    let mut lines = vec![format!("{rule}: {}", words.smallest()), words.given(failure.seed)];
    let given = failure.input.lines().chain(failure.commands.iter().map(String::as_str));
    lines.extend(given.map(|line| format!("  {line}")));
    if !failure.story.is_empty() {
        lines.push(format!("{} {}", words.story(), failure.story.join("; ")));
    }
    if !failure.board.is_empty() {
        lines.push(words.board().to_owned());
        lines.extend(failure.board.lines().map(|line| format!("  {line}")));
    }
    let (expected, found) = words.verdicts();
    lines.push(format!("{expected} {}", failure.expected.trim_end()));
    lines.push(format!("{found} {}", failure.found.trim_end()));
    lines.join("\n")
}
