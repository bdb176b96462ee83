//! A task as the arena gives it. The arena may be newer than this worker and ask for what is not known here; then it is told so, because a task that
//! somebody holds in silence is done by nobody.

use meydan_arena::Error;
use meydan_league::store::{self, Json};
use meydan_league::{Done, Lease, Task, TaskCard, TaskDone, Work};
use reqwest::Method;

use crate::ask::Asking;

/// Reads a task, or says that it cannot be done here.
pub(crate) async fn read(asking: &Asking, card: TaskCard) -> Result<Task, Error> {
    let (job, attempt) = (card.lease["job"]["id"].clone(), card.lease["attempt"].clone());
    let error = match read_whole(card) {
        Ok(task) => return Ok(task),
        Err(error) => error,
    };
    let reason = format!("a worker does not understand the task ({error}); it may be older than the arena");
    if let (Some(job), Some(attempt)) = (job.as_str(), attempt.as_i64()) {
        let done = serde_json::to_value(Done::Trouble { reason: reason.clone() });
        let done = TaskDone { done: done.map_err(|error| Error::Trouble(error.to_string()))?, log: None };
        asking.once(Method::POST, &format!("/worker/tasks/{job}/{attempt}/done"), &done).await?;
    }
    Err(Error::Trouble(reason))
}

/// Fields that are not known here are passed over, as they are in the tables: what is added means nothing else where it is not known.
fn read_whole(card: TaskCard) -> Result<Task, store::Error> {
    let lease: Lease = Json::of(&card.lease)?.read()?;
    let work: Work = Json::of(&card.work)?.read()?;
    Ok(Task { lease, work })
}
