//! What a comment says.

use meydan_course::{Claim, Ending, Lang, Moment, Verdict, Win};

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

    pub(super) fn round(self) -> &'static str {
        self.of("round", "دور")
    }

    pub(super) fn daily(self) -> &'static str {
        self.of(
            "the board of the day is not played to its end; what is possible on it is told then",
            "صفحهٔ روز تا آخر بازی نشده است؛ آنچه روی آن ممکن است پس از پایان گفته می‌شود",
        )
    }

    /// How the game could have been won.
    pub(super) fn start(self, best: Option<Win>) -> String {
        match (self.0, best) {
            (Lang::En, Some(Win { rounds, shortest })) => {
                let sooner = if shortest { "and no sooner" } else { "perhaps sooner" };
                let many = if rounds == 1 { "round" } else { "rounds" };
                format!("from the start the game is won in {rounds} {many}, {sooner}")
            }
            (Lang::En, None) => "from the start no win can be forced, or none was found".to_owned(),
            (Lang::Fa, Some(Win { rounds, shortest })) => {
                let sooner = if shortest { "و نه زودتر" } else { "شاید زودتر" };
                format!("از آغاز، بازی در {rounds} دور برده می‌شود، {sooner}")
            }
            (Lang::Fa, None) => "از آغاز برد قطعی نیست یا پیدا نشد".to_owned(),
        }
    }

    /// What could be had before an act.
    pub(super) fn left(self, moment: &Moment) -> String {
        match (self.0, moment.win, &moment.claim) {
            (Lang::En, Some(Win { rounds, shortest: true }), _) => format!("win in {rounds}"),
            (Lang::En, Some(Win { rounds, .. }), _) => format!("win in {rounds} or sooner"),
            (Lang::En, None, Some(Claim::NoForcedWin { .. })) => "no win".to_owned(),
            (Lang::En, None, Some(Claim::Chance { won, exact: true, .. })) => {
                format!("chance {:.0} %", won * 100.0)
            }
            (Lang::En, ..) => "not known".to_owned(),
            (Lang::Fa, Some(Win { rounds, shortest: true }), _) => format!("برد در {rounds}"),
            (Lang::Fa, Some(Win { rounds, .. }), _) => format!("برد در {rounds} یا زودتر"),
            (Lang::Fa, None, Some(Claim::NoForcedWin { .. })) => "بی برد".to_owned(),
            (Lang::Fa, None, Some(Claim::Chance { won, exact: true, .. })) => {
                format!("احتمال {:.0} درصد", won * 100.0)
            }
            (Lang::Fa, ..) => "نامعلوم".to_owned(),
        }
    }

    /// What the solver knew.
    pub(super) fn claim(self, claim: &Claim) -> String {
        if self.0 == Lang::En {
            return claim.to_string();
        }
        let percent = |share: f64| format!("{:.0} درصد", share * 100.0);
        match claim {
            Claim::ForcedWin { rounds, shortest: true, .. } => format!("در {rounds} دور می‌برید و نه زودتر"),
            Claim::ForcedWin { rounds, .. } => format!("در {rounds} دور می‌برید، شاید زودتر"),
            Claim::NoForcedWin { survives: None } => "برد قطعی نیست؛ تا ابد می‌توان دور ماند".to_owned(),
            Claim::NoForcedWin { survives: Some(rounds) } => {
                format!("برد قطعی نیست؛ با راه رفتن {rounds} دور آزاد می‌مانید")
            }
            Claim::Chance { won, exact: true, .. } => {
                format!("شانس تعیین می‌کند: با احتمال {} می‌برید و بهتر از این نیست", percent(*won))
            }
            Claim::Chance { won, .. } => format!("شانس تعیین می‌کند؛ یک برآورد: {}", percent(*won)),
            Claim::Nearer { rounds, steps } => {
                format!("حساب نشد؛ این راه نزدیک‌تر می‌کند: پس از {rounds} دور {steps} قدم می‌ماند")
            }
            Claim::Estimate { won, playouts } => {
                format!("یک برآورد: از {playouts} بازی که تا آخر رفت {} برده شد", percent(*won))
            }
        }
    }

    /// What an act was worth, and what would have been better.
    pub(super) fn verdict(self, verdict: Verdict, better: &str) -> String {
        let (mark, words) = match (self.0, verdict) {
            (_, Verdict::Best | Verdict::Open) => return String::new(),
            (Lang::En, Verdict::Unseen) => return "(not looked at: the game is too large)".to_owned(),
            (Lang::En, Verdict::Slower(1)) => ("?", "a round slower".to_owned()),
            (Lang::En, Verdict::Slower(rounds)) => ("?", format!("{rounds} rounds slower")),
            (Lang::En, Verdict::ThrownAway) => ("??", "the win is thrown away".to_owned()),
            (Lang::En, Verdict::Doubtful) => ("?", "no win so short is known any more".to_owned()),
            (Lang::En, Verdict::Riskier(from, to)) => {
                ("?", format!("the chance to win falls from {from} % to {to} %"))
            }
            (Lang::Fa, Verdict::Unseen) => return "(دیده نشد: بازی بیش از اندازه بزرگ است)".to_owned(),
            (Lang::Fa, Verdict::Slower(rounds)) => ("?", format!("{rounds} دور دیرتر")),
            (Lang::Fa, Verdict::ThrownAway) => ("??", "برد از دست رفت".to_owned()),
            (Lang::Fa, Verdict::Doubtful) => ("?", "دیگر بردی به این کوتاهی شناخته نیست".to_owned()),
            (Lang::Fa, Verdict::Riskier(from, to)) => {
                ("?", format!("احتمال برد از {from} به {to} درصد می‌افتد"))
            }
        };
        format!("{mark}  {words}; {} {better}", self.of("better:", "بهتر:"))
    }

    pub(super) fn cut(self) -> &'static str {
        self.of("… and so on; more acts are not gone through", "… و همین‌طور؛ بقیهٔ حرکت‌ها دیده نشد")
    }

    /// How it ended; wins thrown away, slower than needed, doubtful.
    pub(super) fn sum(self, result: Option<Ending>, round: u32, counts: [usize; 3]) -> String {
        let [thrown, slower, other] = counts;
        match self.0 {
            Lang::En => {
                let ended = result.map_or("not over", |ending| ending.words());
                format!(
                    "{ended} in round {round}; wins thrown away: {thrown}, slower than needed: {slower}, doubtful: {other}"
                )
            }
            Lang::Fa => {
                let ended = match result {
                    Some(Ending::Victory) => "برد",
                    Some(Ending::Defeat) => "باخت",
                    Some(Ending::OutOfTime) => "پایان وقت",
                    None => "ناتمام",
                };
                format!(
                    "{ended} در دور {round}؛ بردهای از دست رفته: {thrown}، دیرتر از لازم: {slower}، مشکوک: {other}"
                )
            }
        }
    }
}
