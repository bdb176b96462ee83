//! Persian. What a program types and prints stays as it is: it is the same in every language.

use meydan_labyrinth::Lang;
use meydan_sandbox::Cause;

use super::{End, Flaw, Phrase, Stopped, Tail};
use crate::check::rules::Id;
use crate::check::shown::Part;

pub(super) fn phrase(phrase: &Phrase) -> String {
    match phrase {
        Phrase::Plain(words) => words.clone(),
        Phrase::Board => "یک صفحه (board)".into(),
        Phrase::BoardLine => "یک خط `board` و پس از آن صفحه به قالب مستند پروژه".into(),
        Phrase::BoardAtTheEnd => "یک صفحه (board)، حتی وقتی بازی تمام شده است".into(),
        Phrase::BoardAfterBox => "صفحه پس از جعبه".into(),
        Phrase::SoundBoard => "صفحه‌ای که قواعد را رعایت کند".into(),
        Phrase::Outside => "مهره‌ای روی هسته یا بیرون از صفحه".into(),
        Phrase::Answer => "یک پاسخ".into(),
        Phrase::AskedAgain => "از همان نقشه‌بردار دوباره پرسیده شود".into(),
        Phrase::NextOrEnd => "یکی از turn، push، victory یا defeat".into(),
        Phrase::SomethingElse => "چیز دیگری".into(),
        Phrase::Instead(words) => format!("به جای صفحه `{words}` آمد"),
        Phrase::GoodEnd => "بازی تمام شود و برنامه درست پایان یابد".into(),
        Phrase::End(how) => end(*how),
        Phrase::BrokeDown(how) => format!("صفحه چاپ شد، ولی بعد {}", end(*how)),
        Phrase::NoBoardLine(how, said) => {
            format!("خط `board` با صفحه‌ای پس از آن چاپ نشد؛ {}{}", end(*how), tail(said))
        }
        Phrase::Ended(how, said) => format!("برنامه پایان یافته است؛ {}{}", end(*how), tail(said)),
        Phrase::Cut(at, how, said) => {
            format!("صفحه در میان بخش «{}» تمام می‌شود؛ {}{}", part(*at), end(*how), tail(said))
        }
        Phrase::Unreadable(what, at, said) => {
            format!("{} (در بخش «{}»){}", flaw(what), part(*at), tail(said))
        }
        Phrase::Silence { seconds, unflushed, tail: said } => {
            let advice = if *unflushed {
                "؛ بیشتر چاپ کرده بود ولی بیرون نداده بود: پیش از خواندن fflush(stdout) را صدا بزنید"
            } else {
                ""
            };
            format!("تا {seconds} ثانیه چیزی که بررسی بخواند نیامد{advice}{}", tail(said))
        }
        Phrase::WroteTooMuch { megabytes } => {
            format!("برنامه بیش از {megabytes} مگابایت یا پرونده‌های بسیار زیاد نوشت")
        }
        Phrase::PrintedTooMuch { megabytes } => format!("برنامه بیش از {megabytes} مگابایت چاپ کرد"),
        Phrase::Size(rows, cols) => format!("{rows} سطر و {cols} ستون"),
        Phrase::Counts(runners, hunters, walls) => {
            format!("{runners} نقشه‌بردار، {hunters} سایه‌نگر، {walls} دیوار")
        }
        Phrase::WallsBetween => "دیوارها بین دو خانهٔ همسایه، هر کدام یک بار".into(),
        Phrase::Connected => "راهی میان هر دو خانه".into(),
        Phrase::FarFromCore => "هیچ‌کس نزدیک‌تر از ۲ خانه به هسته نباشد".into(),
        Phrase::FarFromHunters => "هیچ نقشه‌برداری نزدیک‌تر از ۲ خانه به سایه‌نگر نباشد".into(),
        Phrase::Near(at) => format!("نزدیک‌تر: {}", cells(at)),
        Phrase::NearPairs(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|pair| format!("({})", cells(pair))).collect();
            format!("نزدیک‌تر (نقشه‌بردار، سایه‌نگر): {}", pairs.join("، "))
        }
        Phrase::ABox => "دست‌کم یک جعبه".into(),
        Phrase::NoBox => "جعبه‌ای نیست".into(),
        Phrase::AnotherBoard => "در اجرای دیگر صفحهٔ دیگر".into(),
        Phrase::SameBoard => "هر بار همان صفحه، با هر MEYDAN_SEED و یک ثانیه بعد هم".into(),
        Phrase::NewGame => "با `new` بازی تازه آغاز شود".into(),
        Phrase::SavedGame => "بازی ذخیره‌شده ادامه می‌یابد".into(),
        Phrase::NewRunners(runners) => format!("صفحهٔ تازه با {runners} نقشه‌بردار"),
        Phrase::Runners(at) => format!("نقشه‌بردارها در {}", cells(at)),
        Phrase::Allowed => "این دستور مجاز است".into(),
        Phrase::Illegal(rejection) => format!("illegal: {}", rejection.reason_in(Lang::Fa)),
        Phrase::NothingChanges => "دستور غیرمجاز چیزی را عوض نمی‌کند".into(),
        Phrase::HasChanged => "صفحه عوض شده است".into(),
        Phrase::BoxOf(runner) => format!("box {runner} …"),
        Phrase::NoBoxThere => "آن‌جا جعبه‌ای نیست".into(),
        Phrase::BoxOpened => "جعبه‌ای باز شد".into(),
        Phrase::Shaken { from, to } => format!("از {} {} به یکی از {}", from.0, from.1, cells(to)),
        Phrase::To(at) => format!("به {}", cells(&[*at])),
        Phrase::Pieces { runners, hunters, leftover } => {
            let advice = if *leftover {
                "؛ برای نقشه‌برداری که از صفحه رفته است ‎-1 -1‎ چاپ کنید"
            } else {
                ""
            };
            format!("نقشه‌بردارها در {}؛ سایه‌نگرها در {}{advice}", cells(runners), cells(hunters))
        }
        Phrase::WallsStay => "دیوارهای ثابت همان‌طور می‌مانند".into(),
        Phrase::WallsChanged => "عوض شده‌اند".into(),
        Phrase::Lights(walls) => {
            let words =
                walls.iter().map(|(row, col, lie, life)| format!("{row} {col} {lie} برای {life} دور"));
            format!("دیوارهای موقت: {}", list(words))
        }
        Phrase::Boxes(at) => format!("جعبه‌ها در {}", cells(at)),
        Phrase::SavingIsNoTurn(asked) => format!("{asked}: ذخیره کردن نوبت نمی‌گیرد"),
        Phrase::Stands(asked, board) => format!("{asked}، صفحه:\n{board}"),
    }
}

pub(super) fn stopped(why: Stopped) -> String {
    match why {
        Stopped::Silences(times) => format!("برنامه {times} بار پاسخ نداد، پس دیگر از آن پرسیده نشد"),
        Stopped::Time => "وقت تمام شد؛ --time وقت بیشتری می‌دهد".into(),
    }
}

fn list(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "هیچ".to_owned() } else { words.join("، ") }
}

fn cells(cells: &[(i32, i32)]) -> String {
    list(cells.iter().map(|&at| match at {
        (-1, -1) => "‎-1 -1‎ (رفته)".to_owned(),
        (row, col) => format!("{row} {col}"),
    }))
}

fn part(part: Part) -> &'static str {
    match part {
        Part::Size => "اندازه",
        Part::Core => "هسته",
        Part::Runners => "نقشه‌بردارها",
        Part::Hunters => "سایه‌نگرها",
        Part::Walls => "دیوارها",
        Part::Light => "دیوارهای موقت",
        Part::Boxes => "جعبه‌ها",
    }
}

fn end(how: End) -> String {
    match how {
        End::Cause(Cause::Exit(0)) => "خودش پایان یافت".into(),
        End::Cause(Cause::Exit(code)) => format!("با کد خروج {code} پایان یافت"),
        End::Cause(Cause::Signal(11)) => "با سیگنال 11 (segmentation fault) فرو ریخت".into(),
        End::Cause(Cause::Signal(signal)) => format!("با سیگنال {signal} فرو ریخت"),
        End::Cause(Cause::Memory(limit)) => format!("بیش از {} مگابایت حافظه خواست", limit >> 20),
        End::Cause(cause) => cause.to_string(),
        End::RunsOn => "خروجی‌اش را بسته است و هنوز کار می‌کند".into(),
    }
}

fn tail(tail: &Tail) -> String {
    let printed = if tail.lines.is_empty() {
        "؛ چیزی چاپ نکرد".to_owned()
    } else {
        format!("؛ آخرین چیزی که چاپ کرد:\n{}", tail.lines.join("\n"))
    };
    match tail.complaint.as_str() {
        "" => printed,
        words => format!("{printed}\nدر خروجی خطا:\n{words}"),
    }
}

fn flaw(flaw: &Flaw) -> String {
    match flaw {
        Flaw::NotANumber(word) => format!("در صفحه به جای عدد `{word}` آمده است"),
        Flaw::NotALie(word) => format!("در صفحه به جای H یا V `{word}` آمده است"),
        Flaw::Count => "تعدادی در صفحه منفی یا بیش از اندازه بزرگ است".into(),
        Flaw::Size => "صفحه از ۲ تا ۲۵۵ سطر و ستون دارد".into(),
    }
}

pub(super) fn rule(id: Id) -> &'static str {
    match id {
        Id::Runs => "برنامه اجرا می‌شود، به‌موقع پاسخ می‌دهد و آنچه خواندنی است چاپ می‌کند",
        Id::Size => "صفحه همان اندازه‌ای را دارد که داده شد",
        Id::Core => "هسته همان‌جا چاپ می‌شود که داده شد",
        Id::Runners => "نقشه‌بردارها همان‌جا چاپ می‌شوند که داده شدند",
        Id::Hunters => "سایه‌نگرها همان‌جا چاپ می‌شوند که داده شدند",
        Id::Walls => "دیوارها بین دو خانهٔ همسایه‌اند، هر کدام یک بار، همان‌جا که داده شدند",
        Id::Counts => "همان تعداد نقشه‌بردار، سایه‌نگر و دیوار هست که خواسته شد",
        Id::Connected => "از هر خانه می‌توان به هر خانهٔ دیگر رسید",
        Id::CoreDistance => "نقشه‌بردارها و سایه‌نگرها دست‌کم دو خانه از هسته دورند",
        Id::HunterDistance => "نقشه‌بردارها دست‌کم دو خانه از سایه‌نگرها دورند",
        Id::Random => "اجرای دیگر صفحهٔ دیگری می‌سازد",
        Id::Step => "نقشه‌بردار یک خانه می‌رود یا سر جایش می‌ماند",
        Id::Border => "قدم به بیرون صفحه با پیام رد می‌شود و چیزی را عوض نمی‌کند",
        Id::FixedWall => "قدم از میان دیوار ثابت با پیام رد می‌شود و چیزی را عوض نمی‌کند",
        Id::HunterSteps => "سایه‌نگر تا دو قدم به سوی نقشه‌بردار می‌رود",
        Id::HunterAcross => "سایه‌نگر اول در سطر خود و بعد در ستون خود پیش می‌رود",
        Id::HunterWalls => "دیوار جلوی سایه‌نگر را می‌گیرد",
        Id::HunterNearest => "سایه‌نگر به سوی نزدیک‌ترین نقشه‌بردار می‌رود",
        Id::Victory => "رسیدن به تعداد کافی به هسته برد است، و هیچ چیز دیگر",
        Id::Defeat => "نماندن نقشه‌بردار روی صفحه باخت است، و هیچ چیز دیگر",
        Id::Order => "نقشه‌بردارها یکی پس از دیگری بازی می‌کنند، سپس همهٔ سایه‌نگرها حرکت می‌کنند",
        Id::Caught => "نقشه‌برداری که در خانهٔ سایه‌نگر باشد گرفتار می‌شود و از صفحه می‌رود",
        Id::Light => "دیوار موقت همان‌جا می‌ایستد که ساخته شد",
        Id::LightLife => "دیوار موقت درست دو دور کامل می‌ماند",
        Id::LightBlocks => "قدم از میان دیوار موقت رد می‌شود",
        Id::LightBudget => "هر نقشه‌بردار max(min(n, m) / 3, 1) دیوار موقت دارد",
        Id::LightPlace => "دیوار موقت روی دیوار دیگر، روی لبه یا بیرون از صفحه نمی‌شود",
        Id::LightCut => "دیوار موقتی که صفحه را دو تکه کند نمی‌شود",
        Id::Boxes => "روی صفحه جعبه هست",
        Id::BoxOpens => "جعبه با رفتن نقشه‌بردار روی آن باز می‌شود و دیگر نیست",
        Id::BoxTurn => "با نوبت دوباره همان نقشه‌بردار بی‌درنگ بازی می‌کند",
        Id::BoxWalls => "جعبه می‌تواند به بازکننده‌اش دو دیوار موقت بیشتر بدهد",
        Id::Quake => "زلزله همه را به یک خانهٔ باز همسایه می‌برد",
        Id::Push => "هل دادن، سایه‌نگر را به یک خانهٔ باز همسایه می‌برد",
        Id::Saved => "بازی ذخیره‌شده درست از همان‌جا ادامه می‌یابد",
        Id::New => "با وجود بازی ذخیره‌شده می‌توان بازی تازه آغاز کرد",
    }
}
