//! What stands around the findings of a check.

use meydan_course::Lang;

/// The words of a language.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) Lang);

impl Words {
    fn of(self, english: &'static str, persian: &'static str) -> &'static str {
        match self.0 {
            Lang::En => english,
            Lang::Fa => persian,
        }
    }

    pub(super) fn bare(self) -> &'static str {
        self.of(
            "the program runs without walls, with your own rights",
            "برنامه بدون دیوار و با دسترسی خود شما اجرا می‌شود",
        )
    }

    pub(super) fn phase(self, phase: u8) -> String {
        format!("{} {phase}", self.of("phase", "فاز"))
    }

    pub(super) fn student(self) -> &'static str {
        self.of("student", "دانشجو")
    }

    pub(super) fn points(self) -> &'static str {
        self.of("points", "نمره")
    }

    pub(super) fn verdict(self, right: u32, wrong: u32) -> String {
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

    pub(super) fn cut(self, why: &str) -> String {
        format!("{}: {why}", self.of("not all boards were played", "همهٔ صفحه‌ها بازی نشد"))
    }

    /// What came out, with the rules that are broken and those that were not seen.
    pub(super) fn sum(self, wrong: usize, unseen: usize) -> String {
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

    pub(super) fn smallest(self) -> &'static str {
        self.of("the smallest case", "کوچک‌ترین نمونه")
    }

    pub(super) fn given(self, seed: u64) -> String {
        match self.0 {
            Lang::En => format!("it was given (with MEYDAN_SEED={seed}):"),
            Lang::Fa => format!("به برنامه داده شد (با MEYDAN_SEED={seed}):"),
        }
    }

    pub(super) fn story(self) -> &'static str {
        self.of("which means:", "یعنی:")
    }

    pub(super) fn board(self) -> &'static str {
        self.of("the board before the last of it:", "صفحه پیش از آخرین دستور:")
    }

    /// What stands before what was expected, and before what was found.
    pub(super) fn verdicts(self) -> (&'static str, &'static str) {
        (self.of("expected:", "باید می‌آمد:"), self.of("found:   ", "آمد:"))
    }
}
