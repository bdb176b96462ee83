use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_course::{Comment, CommentError, Lang, Moment, Verdict};
use meydan_terminal::saved_as;
use serde_json::Value;

use crate::say::{self, say};
use crate::view::read_whole;

mod words;

use words::Words;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A record or a save of the labyrinth, or the name of a save (`meydan play labyrinth --saves`)
    file: PathBuf,
    /// The language of what is said: en or fa
    #[arg(long, default_value = "en", value_name = "LANG")]
    lang: Lang,
    /// One JSON object instead of words
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (file, words) = (saved_as(&args.file), Words(args.lang));
    let record = read_whole(&file)?;
    let comment = meydan_course::comment(&record)
        .map_err(|error| match error {
            CommentError::Daily => anyhow::anyhow!(words.daily()),
            error => error.into(),
        })
        .with_context(|| file.display().to_string())?;
    if args.json {
        return say::json(&comment);
    }
    tell(&comment, words)
}

fn tell(comment: &Comment, words: Words) -> Result<()> {
    say!("{}", words.start(comment.best))?;
    for moment in &comment.moments {
        let Moment { round, runner, act, best, verdict, .. } = moment;
        let left = words.left(moment);
        let (act, better) = (typed(act), best.as_ref().map(typed).unwrap_or_default());
        let remark = match (verdict, moment.claim.as_ref()) {
            (Verdict::Best, _) | (Verdict::Open, None) => String::new(),
            (Verdict::Open, Some(claim)) => format!("  ({})", words.claim(claim)),
            (verdict, _) => format!("  {}", words.verdict(*verdict, &better)),
        };
        say!("{} {round:>3}  R{runner}  {left:<10}  {act}{remark}", words.round())?;
    }
    if comment.cut {
        say!("{}", words.cut())?;
    }
    let count = |wanted: fn(&Verdict) -> bool| comment.moments.iter().filter(|m| wanted(&m.verdict)).count();
    let thrown = count(|verdict| matches!(verdict, Verdict::ThrownAway));
    let slower = count(|verdict| matches!(verdict, Verdict::Slower(_)));
    let other = count(|verdict| matches!(verdict, Verdict::Doubtful | Verdict::Riskier(..)));
    say!("{}", words.sum(comment.result, comment.rounds, [thrown, slower, other]))
}

/// An act as one would type it.
fn typed(act: &impl serde::Serialize) -> String {
    let act = serde_json::to_value(act).unwrap_or_default();
    let (wall, push) = (&act["wall"], &act["push"]);
    let plain = |value: &Value| value.to_string().replace('"', "");
    if wall.is_object() {
        format!("wall {} {} {}", wall["row"], wall["col"], plain(&wall["dir"]))
    } else if push.is_object() {
        format!("push {} {} {}", push["hunter"], push["to"][0], push["to"][1])
    } else {
        plain(if act["move"].is_string() { &act["move"] } else { &act })
    }
}
