//! Persian. Numbers stay as they are on the board and in what one types.

use meydan_labyrinth::solve::Claim;
use meydan_labyrinth::{
    Action, Cell, Config, Difficulty, Dir, Ending, Event, Lang, Lie, Prize, Rejection, Standing, View, Wall,
};
use meydan_native::{JoinError, Presence, RefusalCode};

use super::{Plain, Words, has_walls, hunter, runner};
use crate::save::{Flaw, SaveError};
use crate::slots::{Slot, What};
use crate::start::PlayError;
use crate::tape::Kept;
use crate::wrong::Wrong;

pub(super) struct Persian;

const PLAIN: Plain = Plain {
    title: "هزارتو",
    runners: "نقشه‌بردارها",
    keys: "کلیدها",
    you: "شما",
    nobody: "جای خالی",
    thinking: "در حال فکر …",
    looking_for_board: "هنوز در جست‌وجوی چنین صفحه‌ای؛ صفحه‌های بزرگ یکی‌یکی ساخته و سنجیده می‌شوند (پایان با Ctrl-C)",
    not_your_turn: "نوبت شما نیست",
    no_push_owed: "هلی در کار نیست: باید جعبهٔ شانس بدهد",
    push_first: "اول یک سایه‌نگر را هل بدهید: p",
    wall_fits: "این‌جا می‌شود: با enter ساخته می‌شود",
    no_walls_here: "این بازی دیوار موقت ندارد: حرکت کنید یا بمانید",
    guests_do_not_save: "بازی تحت شبکه را فقط میزبان ذخیره می‌کند",
    ask_quit: "بازی را ترک می‌کنید؟",
    reconnected: "ارتباط دوباره برقرار شد",
    waiting_for_host: "جا دارید؛ منتظر میزبان هستیم",
    waiting_for_players: "منتظر بازیکنان",
    host_left: "میزبان بازی را ترک کرد",
    input_ended: "ورودی تمام شد",
    interrupted_guest: "قطع شد. جای شما نگه داشته می‌شود: با همان دستور برگردید.",
    saved_game: "بازی‌های ذخیره‌شده",
    no_way_there: "دیوار یا لبهٔ صفحه در راه است",
    the_end: "پایان",
    think_longer: "یک h دیگر بیشتر فکر می‌کند",
    nothing_saved: "هنوز بازی ذخیره‌شده‌ای نیست؛ این یک بازی تازه است.",
    choice: "یکی را ادامه می‌دهید یا بازی تازه؟ تا پایان بازی سر جایش می‌ماند.",
    choice_again: "پاسخ دهید: ادامه (g)، شماره یا نام از فهرست، تازه (n) یا خروج (q).",
    name_it: "ذخیره با نام:",
    or_write_over: "(یا رویش بنویسید: `save! NAME`)",
    words: &[
        "wall", "hint", "board", "save", "help", "quit", "بالا", "پایین", "چپ", "راست", "بمان", "دیوار", "راهنمایی",
        "صفحه", "ذخیره", "کمک", "خروج",
    ],
    after_words: &["again", "save", "quit", "دوباره", "ذخیره", "خروج"],
    help: "\
up, down, left, right   یک خانه حرکت (یا u, d, l, r، یا بالا، پایین، چپ، راست)
stay                    بی‌حرکت (یا s، یا بمان)
wall ROW COL h|v        دیوار موقت زیر (h) یا سمت راست (v) یک خانه (یا w، یا دیوار)
push HUNTER ROW COL     وقتی جعبه هل داد: سایه‌نگر را به خانهٔ باز کنارش ببرید (یا p، یا هل)
hint                    حل‌کننده چه می‌کند و چرا (یا h، یا راهنمایی)
board                   نمایش دوبارهٔ همهٔ صفحه (یا صفحه)
save [NAME]             ذخیرهٔ بازی با یک نام، یا در پرونده اگر نقطه یا ممیز دارد؛ هرگز روی بازی دیگر (یا ذخیره)
save! NAME              ذخیره روی بازی‌ای که آن‌جاست
help                    همین فهرست (یا کمک)
quit                    ترک بازی (یا خروج)",
    runner_sign: "R نقشه‌بردار",
    hunter_sign: "H سایه‌نگر",
    core_sign: "✦ هسته",
    box_sign: "⊞ جعبهٔ شانس",
    wall_sign: "┅ ┇ دیوار موقت، ┈ ┊ در دور آخرش",
    told_later: "صفحهٔ روز: تعداد دورهای برد پس از بازی گفته می‌شود",
    how_to_wall: "بنویسید `wall ROW COL h` برای دیوار زیر خانه، `wall ROW COL v` برای دیوار سمت راست آن",
    how_to_push: "بنویسید `push HUNTER ROW COL`، مثلاً `push 0 3 4`",
    play_keys: &[
        ("←↑↓→", "حرکت"),
        ("s", "ماندن"),
        ("w", "دیوار"),
        ("h", "راهنمایی"),
        ("p", "هل"),
        ("S", "ذخیره"),
        ("A", "با نام"),
        ("q", "خروج"),
    ],
    wall_keys: &[("←↑↓→", "جا"), ("tab", "چرخش"), ("enter", "ساختن"), ("esc", "برگشت")],
    push_keys: &[("←↑↓→", "به کجا"), ("tab", "سایه‌نگر"), ("enter", "هل"), ("h", "راهنمایی"), ("esc", "برگشت")],
    quit_keys: &[("y", "خروج"), ("s", "ذخیره، خروج"), ("n", "ادامه")],
    end_keys: &[("q", "خروج"), ("S", "ذخیره"), ("r", "دوباره"), ("n", "صفحهٔ بعد")],
    choice_keys: &[("↑↓", "انتخاب"), ("g", "ادامه"), ("n", "بازی تازه"), ("q", "خروج")],
    name_keys: &[("enter", "ذخیره"), ("esc", "برگشت")],
    overwrite_keys: &[("y", "رویش بنویس"), ("n", "بماند")],
};

fn cell(cell: Cell) -> String {
    format!("سطر {} ستون {}", cell.row, cell.col)
}

fn place(wall: Wall) -> String {
    let at = cell(Cell::new(wall.row, wall.col));
    match wall.dir {
        Lie::Horizontal => format!("زیر {at}"),
        Lie::Vertical => format!("سمت راست {at}"),
    }
}

fn way(dir: Dir) -> &'static str {
    match dir {
        Dir::Up => "بالا",
        Dir::Down => "پایین",
        Dir::Left => "چپ",
        Dir::Right => "راست",
    }
}

fn over(ending: Ending) -> &'static str {
    match ending {
        Ending::Victory => "برد",
        Ending::Defeat => "باخت",
        Ending::OutOfTime => "پایان وقت",
    }
}

fn flaw(flaw: &Flaw) -> String {
    match flaw {
        Flaw::NotASave => "بازی ذخیره‌شده نیست".to_owned(),
        Flaw::OtherGame(game) => format!("بازی {game} است"),
        Flaw::Damaged => "آسیب دیده است".to_owned(),
        Flaw::Cut => "در میانه تمام می‌شود".to_owned(),
        Flaw::TooLarge => "برای یک بازی ذخیره‌شده بیش از اندازه بزرگ است".to_owned(),
        Flaw::Newer => "با نسخهٔ تازه‌تری از Meydan ذخیره شده است؛ Meydan را به‌روز کنید".to_owned(),
        Flaw::Unopened(reason) => format!("باز نمی‌شود: {reason}"),
    }
}

fn wrong(wrong: &Wrong) -> String {
    match wrong {
        Wrong::Phase(last) => format!("درس فازهای 1 تا {last} را دارد؛ یکی از آن‌ها را بدهید"),
        Wrong::NeedsBoard => "فاز 1 صفحه‌ای را از پرونده چاپ می‌کند؛ آن را با --board FILE بدهید".to_owned(),
        Wrong::NeedsNoSizes => "فاز 1 همه چیز را از پرونده می‌گیرد؛ اندازه‌ها و تعدادها را بردارید".to_owned(),
        Wrong::NeedsNoBoard => {
            "فاز 2 صفحهٔ تصادفی می‌سازد؛ --board را بردارید یا پرونده را با --phase 1 چاپ کنید".to_owned()
        }
        Wrong::PlaysNothing { phase, flag } => {
            format!("فاز {phase} صفحه را چاپ می‌کند و بازی ندارد؛ {flag} را بردارید")
        }
        Wrong::OneRunner(given) => {
            format!("فاز 3 یک نقشه‌بردار دارد، پس `--runners {given}` نمی‌شود؛ چند تا با --phase 4 می‌آید")
        }
        Wrong::OneHunter(given) => {
            format!("فاز 3 یک سایه‌نگر دارد، پس `--hunters {given}` نمی‌شود؛ چند تا با --phase 4 می‌آید")
        }
        Wrong::OnePlayer => {
            "فاز 3 یک نقشه‌بردار و پس یک بازیکن دارد؛ دیگران از --phase 4 به بعد بازی می‌کنند".to_owned()
        }
        Wrong::NeedsBoxes(phase) => format!("فاز {phase} جعبهٔ شانس دارد؛ دست‌کم یکی بخواهید"),
        Wrong::NoBoxesYet(phase) => format!("فاز {phase} هنوز جعبهٔ شانس ندارد؛ با --phase 5 می‌آید"),
        Wrong::Crowded(runners, hunters) => format!(
            "فاز 3 یک نقشه‌بردار و یک سایه‌نگر دارد و این صفحه {runners} و {hunters} دارد؛ با --phase 4 بازی کنید"
        ),
        Wrong::HasBoxes => "جعبهٔ شانس دارد که با فاز 5 می‌آید؛ با --phase 5 بازی کنید".to_owned(),
        Wrong::HasNoBoxes => {
            "جعبهٔ شانس ندارد و فاز 5 دربارهٔ آن است؛ تعداد و خانه‌ها را به آخر پرونده اضافه کنید".to_owned()
        }
        Wrong::GuestBrings => "با --join صفحه و ذخیره نزد میزبان است؛ گزینه‌های دیگر را بردارید".to_owned(),
        Wrong::DailyIsFixed => {
            "صفحهٔ روز برای همه یکی است؛ --board و --seed و اندازه‌ها و --phase و --host را بردارید".to_owned()
        }
        Wrong::SaveHasBoard => "بازی ذخیره‌شده صفحهٔ خود را دارد؛ یا --resume بدهید یا --board".to_owned(),
        Wrong::BoardHasSizes => {
            "اندازه‌ها و تعدادها و دشواری برای صفحهٔ تصادفی است؛ آن‌ها را بردارید یا --board را".to_owned()
        }
        Wrong::NoHost => {
            "گزینه‌های --players و --patience برای بازی تحت شبکه است؛ --host ADDR را بیفزایید".to_owned()
        }
        Wrong::BegunAlone => {
            "این بازی تنها آغاز شده و برای کس دیگری جا ندارد؛ بازی تازه‌ای با --host آغاز کنید".to_owned()
        }
        Wrong::TooFewRunners { people, runners } => format!(
            "{people} نفر هر کدام یک نقشه‌بردار می‌خواهند و صفحه {runners} دارد؛ --runners بیشتر یا --players کمتر بخواهید"
        ),
    }
}

impl Words for Persian {
    fn plain(&self) -> &'static Plain {
        &PLAIN
    }

    fn round(&self, view: &View, config: &Config) -> String {
        match config.max_rounds {
            0 => format!("دور {}", view.round),
            last => format!("دور {} از {last}", view.round),
        }
    }

    fn to_act(&self, who: &str, you: bool) -> String {
        if you { format!("نوبت {who}: شما") } else { format!("نوبت {who}") }
    }

    fn to_push(&self, who: &str) -> String {
        format!("{who} باید هل بدهد: شما")
    }

    fn waiting_for(&self, who: &str, name: &str, away: bool) -> String {
        if away {
            format!("منتظر {name} ({who}) که نیست")
        } else {
            format!("منتظر {name} ({who})")
        }
    }

    fn waiting_short(&self, name: &str, away: bool) -> String {
        if away { format!("منتظر: {name} نیست") } else { format!("منتظر {name}") }
    }

    fn walls_left(&self, walls: u16) -> String {
        format!("دیوار مانده: {walls}")
    }

    fn walls(&self, walls: u16) -> String {
        format!("{walls} دیوار")
    }

    fn of_many(&self, runners: usize) -> String {
        format!("  … از {runners}")
    }

    fn arrived(&self, view: &View) -> String {
        format!("رسیده: {} از {} لازم", view.arrived, view.needed)
    }

    fn standing(&self, standing: Standing) -> &'static str {
        match standing {
            Standing::On => "",
            Standing::Arrived => "رسید",
            Standing::Caught => "گرفتار شد",
        }
    }

    fn result(&self, ending: Ending, round: u32) -> String {
        match ending {
            Ending::Victory => format!("برد در دور {round}!"),
            Ending::Defeat => format!("باخت در دور {round}: نقشه‌برداری نمانده است."),
            Ending::OutOfTime => format!("پس از دور {round} وقت تمام شد."),
        }
    }

    fn result_short(&self, ending: Ending, round: u32) -> String {
        match ending {
            Ending::Victory => format!("برد در دور {round}!"),
            Ending::Defeat => format!("باخت در دور {round}"),
            Ending::OutOfTime => format!("پایان وقت، دور {round}"),
        }
    }

    fn daily(&self, day: &str, difficulty: Difficulty) -> String {
        let hard = match difficulty {
            Difficulty::Easy => "آسان",
            Difficulty::Medium => "متوسط",
            Difficulty::Hard => "سخت",
            Difficulty::Insane => "بسیار سخت",
        };
        format!("صفحهٔ روز {day}، {hard}. کوتاه‌ترین برد در پایان گفته می‌شود.")
    }

    fn optimum(&self, rounds: u32) -> String {
        format!("کوتاه‌ترین برد روی این صفحه {rounds} دور است.")
    }

    fn prize(&self, prize: Prize) -> &'static str {
        match prize {
            Prize::ExtraTurn => "یک نوبت دیگر!",
            Prize::Walls => "دو دیوار بیشتر!",
            Prize::Earthquake => "زلزله!",
            Prize::Push => "هل: یک سایه‌نگر را جابه‌جا کنید!",
        }
    }

    fn box_title(&self, who: u32) -> String {
        format!("جعبهٔ شانس برای {}", runner(who))
    }

    fn event(&self, event: &Event) -> Option<String> {
        Some(match *event {
            Event::Moved { runner: r, to, .. } => format!("{} به {} می‌رود", runner(r), cell(to)),
            Event::WallUp { runner: r, wall } => format!("{} دیواری {} می‌سازد", runner(r), place(wall)),
            Event::Stayed { runner: r, silent: false } => format!("{} می‌ماند", runner(r)),
            Event::Stayed { runner: r, silent: true } => format!("{} می‌ماند: خبری از او نشد", runner(r)),
            Event::Arrived { runner: r } => format!("{} به هستهٔ نور می‌رسد", runner(r)),
            Event::Caught { runner: r, hunter: h, at } => {
                format!("{} در {} گرفتار {} می‌شود", runner(r), cell(at), hunter(h))
            }
            Event::Box { runner: r, prize, .. } => {
                format!("{} جعبهٔ شانس را باز می‌کند. {}", runner(r), self.prize(prize))
            }
            Event::RunnerShaken { runner: r, from, to } => {
                format!("زلزله {} را از {} به {} می‌برد", runner(r), cell(from), cell(to))
            }
            Event::HunterShaken { hunter: h, from, to } => {
                format!("زلزله {} را از {} به {} می‌برد", hunter(h), cell(from), cell(to))
            }
            Event::Pushed { runner: r, hunter: h, to, .. } => {
                format!("{} سایه‌نگر {} را به {} هل می‌دهد", runner(r), hunter(h), cell(to))
            }
            Event::PushLapsed { runner: r } => format!("هل {} از دست می‌رود", runner(r)),
            Event::HunterStep { hunter: h, to, .. } => format!("{} به {} می‌رود", hunter(h), cell(to)),
            Event::WallDown { wall } => format!("دیوار {} محو شد", place(wall)),
            Event::Round { .. } | Event::Ended { .. } => return None,
        })
    }

    fn hint(&self, what: Action) -> String {
        let what = match what {
            Action::Move(dir) => format!("به {} بروید", way(dir)),
            Action::Wall(wall) => format!("دیواری {} بسازید", place(wall)),
            Action::Stay => "بمانید".to_owned(),
            Action::Push { hunter: h, to } => format!("{} را به {} هل بدهید", hunter(h), cell(to)),
        };
        format!("راهنمایی: {what}.")
    }

    fn claim(&self, claim: &Claim, states: u64, several: bool) -> String {
        let percent = |share: f64| format!("{:.0} درصد", share * 100.0);
        let you = if several { "با هم " } else { "" };
        match claim {
            Claim::ForcedWin { rounds: n, shortest: true, .. } => {
                format!("{you}در {n} دور می‌برید و نه زودتر؛ ثابت‌شده روی {states} حالت")
            }
            Claim::ForcedWin { rounds: n, shortest: false, .. } => {
                format!("{you}در {n} دور می‌برید، شاید زودتر؛ {states} حالت دیده شد")
            }
            Claim::NoForcedWin { survives: None } => {
                format!("برد قطعی نیست، ثابت‌شده روی {states} حالت؛ تا ابد می‌توانید از سایه‌نگرها دور بمانید")
            }
            Claim::NoForcedWin { survives: Some(n) } => {
                format!("برد قطعی نیست، ثابت‌شده روی {states} حالت؛ با راه رفتن {n} دور آزاد می‌مانید")
            }
            Claim::Chance { won, outcomes, exact: true } => format!(
                "شانس تعیین می‌کند: {you}با احتمال {} می‌برید و بهتر از این نیست؛ حساب‌شده روی {outcomes} حالت",
                percent(*won)
            ),
            Claim::Chance { won, exact: false, .. } => format!(
                "شانس تعیین می‌کند؛ یک برآورد: {} از آنچه از جعبه‌ها کشیده شد برد است؛ {states} حالت دیده شد",
                percent(*won)
            ),
            Claim::Nearer { rounds: n, steps } => {
                format!("در {states} حالت حساب نشد؛ این راه نزدیک‌تر می‌کند: پس از {n} دور {steps} قدم می‌ماند")
            }
            Claim::Estimate { won, playouts } => format!(
                "یک برآورد روی {states} حالت: از {playouts} بازی که تا آخر رفت {} برده شد",
                percent(*won)
            ),
        }
    }

    fn rejection(&self, rejection: Rejection) -> &'static str {
        match rejection {
            Rejection::IllegalPush => "هل نادرست است: سایه‌نگر و یکی از خانه‌های باز کنارش را بگویید",
            Rejection::PushOwed => "اول باید هل بدهید: سایه‌نگر و یکی از خانه‌های باز کنارش",
            Rejection::NoPushOwed => "هلی در کار نیست",
            other => other.reason_in(Lang::Fa),
        }
    }

    fn illegal(&self, reason: &str) -> String {
        format!("این حرکت مجاز نیست: {reason}.")
    }

    fn saved(&self, place: &str) -> String {
        format!("ذخیره شد: {place}")
    }

    fn saved_beside(&self, place: &str, other: &str, why: &SaveError) -> String {
        let what = if let SaveError::Kept { .. } = why {
            "خواندنی نیست"
        } else {
            "بازی دیگری دارد"
        };
        format!("ذخیره شد: {place}؛ {other} {what} و دست نخورد")
    }

    fn interrupted(&self, kept: &Kept) -> String {
        match kept {
            Kept::Over => "قطع شد. بازی تمام شده بود.".to_owned(),
            Kept::Now(place) => format!("قطع شد. بازی نگه داشته شد: --resume {place}"),
            Kept::Earlier(place) => {
                format!("قطع شد. بازی آن‌طور که آخرین بار ذخیره شد مانده است: --resume {place}")
            }
            Kept::Nowhere => "قطع شد. بازی ذخیره نشد.".to_owned(),
        }
    }

    fn left(&self, kept: Option<&Kept>) -> String {
        match kept {
            None | Some(Kept::Over) => "بازی را ترک کردید".to_owned(),
            Some(Kept::Now(place)) => format!("بازی را ترک کردید؛ نگه داشته شد: --resume {place}"),
            Some(Kept::Earlier(place)) => {
                format!(
                    "بازی را ترک کردید؛ آنچه پس از آخرین ذخیره آمد از دست رفت، بقیه مانده است: --resume {place}"
                )
            }
            Some(Kept::Nowhere) => "بازی را ترک کردید؛ ذخیره نشد".to_owned(),
        }
    }

    fn trouble(&self, error: &SaveError) -> String {
        match error {
            SaveError::Open { path, error } => {
                format!("بازی ذخیره‌شدهٔ {} باز نمی‌شود: {error}", path.display())
            }
            SaveError::Unknown { name, known } => {
                let known = if known.is_empty() {
                    "بازی ذخیره‌شده‌ای نیست".to_owned()
                } else {
                    known.join("، ")
                };
                format!("بازی ذخیره‌شده‌ای به نام {name} نیست؛ آنچه هست: {known}")
            }
            SaveError::Bad { path, flaw: why } => {
                format!("بازی ذخیره‌شدهٔ {} خواندنی نیست: {}", path.display(), flaw(why))
            }
            SaveError::Over { path, ending } => {
                let ending = over(*ending);
                format!(
                    "بازی {} تمام شده است ({ending})؛ بازی تازه‌ای آغاز کنید یا با `meydan view` تماشا کنید",
                    path.display()
                )
            }
            SaveError::Kept { path, flaw: why } => {
                format!(
                    "روی {} نوشته نمی‌شود، چون خواندنی نیست: {}؛ جای دیگری ذخیره کنید",
                    path.display(),
                    flaw(why)
                )
            }
            SaveError::Taken { path, what } => {
                format!(
                    "{} بازی دیگری دارد ({what}) و بی‌اجازه رویش نوشته نمی‌شود؛ نام دیگری بدهید",
                    path.display()
                )
            }
            SaveError::NoPlace => {
                "پوشه‌ای برای نگه داشتن بازی نیست؛ بگویید کجا: `save FILE` یا با --save FILE آغاز کنید"
                    .to_owned()
            }
            SaveError::NoFolder { folder } => {
                format!("پوشهٔ {} نیست؛ اول آن را بسازید یا جای دیگری بدهید", folder.display())
            }
            SaveError::Folder { path } => {
                format!("{} یک پوشه است؛ نام یا پرونده‌ای در آن بدهید", path.display())
            }
            SaveError::Write { path, error } => format!("بازی در {} ذخیره نمی‌شود: {error}", path.display()),
        }
    }

    fn explain(&self, error: &PlayError) -> String {
        match error {
            PlayError::Usage(what) => wrong(what),
            PlayError::Unfit { name, why } => format!("صفحهٔ {name} بازی‌شدنی نیست: {}", wrong(why)),
            PlayError::File { path, error } => format!("صفحهٔ {} خوانده نمی‌شود: {error}", path.display()),
            PlayError::LargeFile { path, most } => {
                format!("صفحهٔ {} از {most} بایت بزرگ‌تر است؛ صفحه متنی چند کیلوبایتی است", path.display())
            }
            PlayError::Board { name, reason } => format!("صفحهٔ {name} بازی‌شدنی نیست: {reason}"),
            PlayError::Generate(error) => format!("چنین صفحهٔ تصادفی‌ای نمی‌شود: {error}"),
            PlayError::Save(error) => self.trouble(error),
            PlayError::Listen { address, error } => {
                format!("نمی‌توان روی `{address}` منتظر بازیکنان ماند: {error}؛ نشانی یا درگاه دیگری بدهید")
            }
            PlayError::Broken(reason) => reason.clone(),
            PlayError::Terminal(error) => format!("بازی نشان داده نمی‌شود: {error}"),
        }
    }

    fn not_joined(&self, error: &JoinError) -> String {
        match error {
            JoinError::Unreachable { address, error } => {
                format!("میزبانی در `{address}` پیدا نشد: {error}؛ نشانی را ببینید و این‌که میزبان روشن باشد")
            }
            JoinError::Refused { code: RefusalCode::Full, .. } => {
                "میزبان نمی‌پذیرد: همهٔ جاها گرفته است؛ جای کسی که نیست برای خودش نگه داشته می‌شود".to_owned()
            }
            JoinError::Refused { code: RefusalCode::UnknownToken, .. } => {
                "میزبان نمی‌پذیرد: این نشانه در این بازی جایی را باز نمی‌کند".to_owned()
            }
            JoinError::Refused { code: RefusalCode::OtherGame, .. } => {
                "میزبان نمی‌پذیرد: آن‌جا بازی دیگری است".to_owned()
            }
            JoinError::Refused { code: RefusalCode::Protocol, .. } => {
                "میزبان نمی‌پذیرد: هر دو سو باید یک نسخهٔ Meydan داشته باشند".to_owned()
            }
            JoinError::Refused { code: RefusalCode::Closed, .. } => {
                "میزبان نمی‌پذیرد: بازی را پایان داده است".to_owned()
            }
            JoinError::Refused { reason, .. } => format!("میزبان نمی‌پذیرد: {reason}"),
            JoinError::NotAHost { address, reason } => {
                format!("آنچه در `{address}` پاسخ می‌دهد میزبان Meydan نیست: {reason}")
            }
        }
    }

    fn after(&self, next: bool) -> String {
        let next = if next { "، صفحهٔ بعدی (بعدی یا next)" } else { "" };
        format!(
            "دوباره روی همین صفحه (دوباره یا again){next}، نگه داشتن بازی (ذخیره نام یا save NAME) یا خروج (خروج یا q)؟"
        )
    }

    fn slot(&self, slot: &Slot) -> String {
        let what = match &slot.what {
            What::Game { rows, cols, runners, hunters, round, ending } => {
                let over = ending.map_or_else(String::new, |ending| format!("تمام شده ({})، ", over(ending)));
                format!("{over}دور {round}، {rows} × {cols}، {runners} نقشه‌بردار، {hunters} سایه‌نگر")
            }
            What::Bad(why) => format!("خواندنی نیست: {}", flaw(why)),
        };
        format!("{}: {what}، {}", slot.name, slot.date())
    }

    fn plain_choice(&self, slots: &[Slot]) -> String {
        let list: Vec<String> =
            slots.iter().enumerate().map(|(i, slot)| format!("  {}  {}", i + 1, self.slot(slot))).collect();
        format!(
            "بازی ذخیره‌شده:\n{}\nادامه (ادامه یا g، شماره یا نام)، بازی تازه (تازه یا n) یا خروج (خروج یا q)؟",
            list.join("\n")
        )
    }

    fn bad_save(&self, reason: &str) -> String {
        format!("یک بازی ذخیره‌شده خواندنی نیست ({reason}). دست نمی‌خورد.")
    }

    fn ask_overwrite(&self, what: &str) -> String {
        format!("آن‌جا بازی دیگری هست ({what}). رویش نوشته شود؟")
    }

    fn prompt(&self, view: &View, config: &Config) -> String {
        let Some(turn) = view.turn else { return String::new() };
        let walls = view.runners.get(turn as usize).map_or(0, |runner| runner.walls);
        let what = if view.push.is_some() { "push HUNTER ROW COL" } else { "حرکت شما" };
        let walls = if has_walls(config) { format!("، {}", self.walls_left(walls)) } else { String::new() };
        format!("{}، {}{walls}؛ {what} (یا کمک):", self.round(view, config), runner(turn))
    }

    fn not_understood(&self, line: &str) -> String {
        format!("`{line}` شناخته نیست؛ «کمک» (help) فهرست را نشان می‌دهد")
    }

    fn part(&self, first: usize, last: usize, columns: usize) -> String {
        format!("(ستون‌های {first} تا {last} از 0 تا {}؛ «صفحه» (board) همه را نشان می‌دهد)", columns - 1)
    }

    fn listening(&self, address: &str, free: usize) -> String {
        format!("منتظر {free} بازیکن روی {address}؛ با `--join {address}` می‌آیند")
    }

    fn presence(&self, presence: &Presence) -> String {
        match (&presence.name, presence.here) {
            (Some(name), true) => name.clone(),
            (Some(name), false) => format!("{name} (نیست)"),
            (None, _) => PLAIN.nobody.to_owned(),
        }
    }

    fn came(&self, name: &str) -> String {
        format!("{name} آمد")
    }

    fn went(&self, name: &str) -> String {
        format!("{name} نیست؛ جایش نگه داشته می‌شود")
    }

    fn connection_lost(&self, reason: &str, wait: f32) -> String {
        format!("ارتباط قطع شد ({reason})؛ تلاش دوباره پس از {wait} ثانیه")
    }

    fn seated(&self, seat: u8, name: &str) -> String {
        format!("شما {name} هستید، جای {seat}")
    }

    fn seat_is_kept(&self, name: &str, token: bool) -> String {
        if token {
            format!("نشانهٔ نگه‌داشته برای `{name}` آن‌جا جایی را باز نمی‌کند؛ همان --name پیشین را بدهید")
        } else {
            format!(
                "اگر جا داشتید، دو چیز شما را برمی‌گرداند: همان --name پیشین (این بار `{name}` است) و نشانه‌ای که روی دستگاه و \
                 حساب پیشین مانده است (این‌جا برای این نام نیست)"
            )
        }
    }

    fn unfit(&self, what: &str) -> String {
        format!("آنچه میزبان فرستاد با صفحه جور نیست ({what})؛ هر دو سو باید یک نسخهٔ Meydan داشته باشند")
    }
}
