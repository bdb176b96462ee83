//! Builds an archive for a league.

use std::time::{Duration, Instant};

use bytes::Bytes;
use meydan_league::{BuildDone, BuildWork, Done, Lease, PhaseCard, Work};
use meydan_sandbox::intake::Intake;
use meydan_workshop::{BuildError, inspect, prints};

use super::Shift;
use super::hand::Undone;
use crate::course::{self, NotJudged};

impl Shift {
    pub(super) async fn build(
        &self,
        lease: &Lease,
        whole: &Work,
        work: &BuildWork,
        languages: &[String],
    ) -> Result<Done, Undone> {
        let bench = self
            .bench
            .as_ref()
            .ok_or_else(|| Undone::Ours("there are no walls to build behind".to_owned()))?;
        self.tasks.listen(lease, work);
        let archive = self.tasks.fetch(lease, &work.source).await?;
        let game = work.game.clone();
        let inspected =
            tokio::task::spawn_blocking(move || inspect(&archive, &game, &Intake::default())).await;
        let inspected = inspected.map_err(Undone::ours)?;
        let begun = Instant::now();
        let wrong = |text: String| {
            work.log.say(format!("meydan: {text}\n").as_bytes());
            BuildDone {
                built: Err(text),
                language: None,
                wire: false,
                took: begun.elapsed(),
                prints: None,
                phases: Vec::new(),
            }
        };
        let done = match inspected {
            Err(error) => wrong(error.to_string()),
            Ok(inspected) if inspected.recipe.wire && !work.wire => {
                wrong("bots of the original contest are not taken here; use a kit (`meydan new`)".to_owned())
            }
            Ok(inspected) => {
                // Whoever has the tools for it builds it, if somebody has.
                let language = inspected.recipe.language.clone();
                let lacks = meydan_sandbox::Chain::languages().any(|(known, _)| known == language)
                    && !languages.contains(&language);
                if lacks && self.tasks.done(lease, whole, Done::Declined { language }).await? {
                    return Err(Undone::Left);
                }
                let (language, wire) = (Some(inspected.recipe.language.clone()), inspected.recipe.wire);
                let prints = work.prints.then(|| prints(&inspected, &work.game));
                let limit = Duration::from_secs(60 * u64::from(work.minutes));
                let log = work.log.clone();
                let mut say = move |bytes: &[u8]| log.say(bytes);
                let building =
                    tokio::time::timeout(limit + Duration::from_secs(30), bench.build(&inspected, &mut say));
                match building.await {
                    Ok(Ok(made)) => {
                        let file = made.file.to_path_buf();
                        let bytes = Bytes::from(tokio::fs::read(&file).await.map_err(Undone::ours)?);
                        let digest = self.tasks.keep(bytes.clone()).await?;
                        let took = made.took;
                        match self.judge(work, &digest, bytes).await? {
                            Ok(phases) => {
                                BuildDone { built: Ok(digest), language, wire, took, prints, phases }
                            }
                            Err(reason) => BuildDone { language, prints, ..wrong(reason) },
                        }
                    }
                    Ok(Err(BuildError::Failed(reason))) => BuildDone {
                        built: Err(reason),
                        language,
                        wire,
                        took: begun.elapsed(),
                        prints,
                        phases: Vec::new(),
                    },
                    Ok(Err(BuildError::Trouble(reason))) => return Err(Undone::Ours(reason)),
                    Err(_) => BuildDone {
                        language,
                        wire,
                        prints,
                        ..wrong(format!("the build took longer than {} minutes", work.minutes))
                    },
                }
            }
        };
        Ok(Done::Built(done))
    }

    /// Judges a program that is no bot; the inner error: it cannot be run, which is its own fault.
    async fn judge(
        &self,
        work: &BuildWork,
        digest: &str,
        artefact: Bytes,
    ) -> Result<Result<Vec<PhaseCard>, String>, Undone> {
        if work.phases.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let build = self.stock.made(digest, artefact).await?;
        match course::judge(&build, work, &self.tools).await {
            Ok(phases) => Ok(Ok(phases)),
            Err(NotJudged::Own(reason)) => Ok(Err(reason)),
            Err(NotJudged::Ours(reason)) => Err(Undone::Ours(reason)),
        }
    }
}
