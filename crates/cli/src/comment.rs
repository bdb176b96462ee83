use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_course::{Comment, Moment, Verdict};
use serde_json::Value;

use crate::say::say;
use crate::view::read_whole;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A record or a save of the labyrinth
    file: PathBuf,
    /// One JSON object instead of words
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let record = read_whole(&args.file)?;
    let comment = meydan_course::comment(&record).with_context(|| args.file.display().to_string())?;
    if args.json {
        return say!("{}", serde_json::to_string(&comment)?);
    }
    tell(&comment)
}

fn tell(comment: &Comment) -> Result<()> {
    match comment.best {
        Some((rounds, true)) => say!("from the start the game is won in {rounds} rounds, and no sooner")?,
        Some((rounds, false)) => say!("from the start the game is won in {rounds} rounds, perhaps sooner")?,
        None => say!("from the start no win can be forced, or none was found")?,
    }
    for moment in &comment.moments {
        let Moment { round, runner, act, best, win, verdict, .. } = moment;
        let left = win.map_or_else(|| "no win".to_owned(), |win| format!("win in {win}"));
        let act = words(act);
        let remark = match verdict {
            Verdict::Best => String::new(),
            Verdict::Open => format!("  ({})", moment.claim),
            Verdict::Slower(1) => format!("  ?  a round slower; better: {}", words(best)),
            Verdict::Slower(rounds) => format!("  ?  {rounds} rounds slower; better: {}", words(best)),
            Verdict::ThrownAway => format!("  ??  the win is thrown away; better: {}", words(best)),
            Verdict::Doubtful => format!("  ?  no win is known any more; better: {}", words(best)),
        };
        say!("round {round:>3}  R{runner}  {left:<10}  {act}{remark}")?;
    }
    let count = |wanted: fn(&Verdict) -> bool| comment.moments.iter().filter(|m| wanted(&m.verdict)).count();
    let thrown = count(|verdict| matches!(verdict, Verdict::ThrownAway));
    let slower = count(|verdict| matches!(verdict, Verdict::Slower(_)));
    let ended = comment.result.unwrap_or("not over");
    say!("{ended} in round {}; wins thrown away: {thrown}, slower than needed: {slower}", comment.rounds)
}

/// An act as one would type it.
fn words(act: &impl serde::Serialize) -> String {
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
