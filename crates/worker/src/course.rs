//! Programs of a course, which are judged rule by rule behind walls and play no matches.

use std::path::{Path, PathBuf};
use std::time::Duration;

use meydan_course::{CheckError, Lang, Report, Room, Rule, Terms, Words, check};
use meydan_league::{BuildWork, PhaseCard, RuleCard};
use meydan_sandbox::Command;
use meydan_workshop::Build;

/// As many boards, and as much time for an answer, as `meydan check` has.
const BOARDS: u32 = 24;
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a phase may take. A class waits for its turn, so it is less than at home.
const TIME: Duration = Duration::from_secs(120);
/// How much of what a program should have said is told in a table. All of it is in the log.
const TOLD: usize = 300;

/// Why a program was not judged.
pub(crate) enum NotJudged {
    /// It cannot be run, which is its own fault.
    Own(String),
    /// Our own side failed.
    Ours(String),
}

/// Judges a build by the phases of its class. All that is found is said in its log.
pub(crate) async fn judge(
    build: &Build,
    work: &BuildWork,
    tools: &[PathBuf],
) -> Result<Vec<PhaseCard>, NotJudged> {
    let lang = if work.lang.as_deref() == Some("fa") { Lang::Fa } else { Lang::En };
    let mut cards = Vec::new();
    for &phase in &work.phases {
        let terms = Terms {
            phase,
            boards: BOARDS,
            seed: work.seed,
            patience: PATIENCE,
            time: TIME,
            room: Room::Build,
            tools: tools.to_vec(),
            lang,
        };
        let report = check(&command(build, phase)?, &terms).await.map_err(|error| match error {
            CheckError::Start(_) => NotJudged::Own(error.to_string()),
            _ => NotJudged::Ours(error.to_string()),
        })?;
        work.log.say(format!("\n{}", report.told(Words(lang))).as_bytes());
        cards.push(card(&report));
    }
    Ok(cards)
}

/// What starts a build, with the phase as its last word. It is run in the folder of its game, so its own files are named from the root.
fn command(build: &Build, phase: u8) -> Result<Command, NotJudged> {
    let folder = rooted(&build.folder);
    let mut words = build.recipe.start.iter().map(|word| full(word, &folder));
    let program = words.next().ok_or_else(|| NotJudged::Own("it says nothing about its start".to_owned()))?;
    Ok(Command {
        program,
        args: words.chain([phase.to_string()]).collect(),
        env: build.recipe.env.clone().into_iter().collect(),
        dir: Some(folder.clone()),
    })
}

/// From the root: the data folder may have been named from where the arena was started.
fn rooted(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// A file of the build's own, by its place on this machine; any other word as it is.
fn full(word: &str, folder: &Path) -> String {
    let own = folder.join(word.strip_prefix("/bot/").unwrap_or(word));
    match own.starts_with(folder) && own.is_file() {
        true => own.display().to_string(),
        false => word.to_owned(),
    }
}

fn card(report: &Report) -> PhaseCard {
    PhaseCard {
        phase: report.phase,
        version: 0,
        passed: report.ok,
        kept: report.kept() as u32,
        rules: report.rules.len() as u32,
        points: report.points(),
        first: report.first_wrong().map(first),
        cut: report.cut.clone(),
    }
}

fn first(rule: &Rule) -> RuleCard {
    let told = |text: &str| text.trim_end().chars().take(TOLD).collect();
    RuleCard {
        rule: rule.rule.to_owned(),
        text: rule.text.to_owned(),
        expected: rule.failure.as_ref().map(|failure| told(&failure.expected)),
        found: rule.failure.as_ref().map(|failure| told(&failure.found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_also_where_the_data_folder_is_named_from_here() {
        let told = full("/bot/course.rs", &rooted(Path::new("src")));
        assert!(Path::new(&told).is_absolute() && Path::new(&told).is_file(), "{told}");
        assert_eq!(full("python3", &rooted(Path::new("src"))), "python3");
    }
}
