use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_course::{Claim, Comment, Moment, Verdict, Win};
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
        Some(Win { rounds, shortest: true }) => {
            say!("from the start the game is won in {rounds} rounds, and no sooner")?;
        }
        Some(Win { rounds, shortest: false }) => {
            say!("from the start the game is won in {rounds} rounds, perhaps sooner")?;
        }
        None => say!("from the start no win can be forced, or none was found")?,
    }
    for moment in &comment.moments {
        let Moment { round, runner, act, best, win, verdict, .. } = moment;
        let left = match win {
            Some(Win { rounds, shortest: true }) => format!("win in {rounds}"),
            Some(Win { rounds, .. }) => format!("win in {rounds} or sooner"),
            None => match moment.claim {
                Some(Claim::NoForcedWin { .. }) => "no win".to_owned(),
                Some(Claim::Chance { won, exact: true, .. }) => format!("chance {:.0} %", won * 100.0),
                _ => "not known".to_owned(),
            },
        };
        let (act, better) = (words(act), best.as_ref().map(words).unwrap_or_default());
        let claim = moment.claim.as_ref().map(ToString::to_string).unwrap_or_default();
        let remark = match verdict {
            Verdict::Best => String::new(),
            Verdict::Open => format!("  ({claim})"),
            Verdict::Slower(1) => format!("  ?  a round slower; better: {better}"),
            Verdict::Slower(rounds) => format!("  ?  {rounds} rounds slower; better: {better}"),
            Verdict::ThrownAway => format!("  ??  the win is thrown away; better: {better}"),
            Verdict::Doubtful => format!("  ?  no win so short is known any more; better: {better}"),
            Verdict::Riskier(from, to) => {
                format!("  ?  the chance to win falls from {from} % to {to} %; better: {better}")
            }
            Verdict::Unseen => "  (not looked at: the game is too large)".to_owned(),
        };
        say!("round {round:>3}  R{runner}  {left:<10}  {act}{remark}")?;
    }
    if comment.cut {
        say!("… and so on; more acts are not gone through")?;
    }
    let count = |wanted: fn(&Verdict) -> bool| comment.moments.iter().filter(|m| wanted(&m.verdict)).count();
    let thrown = count(|verdict| matches!(verdict, Verdict::ThrownAway));
    let slower = count(|verdict| matches!(verdict, Verdict::Slower(_)));
    let ended = comment.result.map_or("not over", |ending| ending.words());
    let other = count(|verdict| matches!(verdict, Verdict::Doubtful | Verdict::Riskier(..)));
    say!(
        "{ended} in round {}; wins thrown away: {thrown}, slower than needed: {slower}, doubtful: {other}",
        comment.rounds
    )
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
