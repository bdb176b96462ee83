//! Whose turn it is to have the port of an original server, of which a machine has one: matches whose clients have no network of their own
//! are played one after another.

use std::time::Duration;

use meydan_referee::Stop;
use tokio::sync::{Mutex, MutexGuard};

use crate::crew::{Crew, News};

/// How long a match waits for its turn: whoever ordered it waits, too, and an arena gives a match a minute to be set up.
const PATIENCE: Duration = Duration::from_secs(45);

static PORT: Mutex<()> = Mutex::const_new(());

/// Held as long as a match has the port.
pub(crate) type Turn = MutexGuard<'static, ()>;

/// Waits until no other match of this process has the port, and says so. `None`: it was stopped meanwhile, or the other one goes on for too long.
pub(crate) async fn turn<C: Crew>(crew: &mut C, stop: &mut Stop) -> Option<Turn> {
    if let Ok(turn) = PORT.try_lock() {
        return Some(turn);
    }
    let what = "another match has the port of these clients, and this machine gives no program a network of its own; this one waits for it";
    crew.news(&News::Warning { what: what.to_owned() });
    tokio::select! {
        biased;
        () = stop.wait() => None,
        turn = PORT.lock() => Some(turn),
        () = tokio::time::sleep(PATIENCE) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::LocalCrew;

    #[tokio::test(start_paused = true)]
    async fn one_match_after_another_has_the_port() {
        let (tell, told) = mpsc::channel();
        let mut crew = LocalCrew::new(Vec::new()).telling(move |news| {
            if let News::Warning { what } = news {
                tell.send(what.clone()).unwrap();
            }
        });
        let first = turn(&mut crew, &mut Stop::never()).await;
        assert!(first.is_some() && told.try_recv().is_err());
        let mut never = Stop::never();
        let second = turn(&mut crew, &mut never);
        tokio::pin!(second);
        assert!(tokio::time::timeout(Duration::from_millis(50), &mut second).await.is_err());
        assert!(told.try_recv().unwrap().contains("waits for it"));
        drop(first);
        assert!(second.await.is_some());
        // A match that goes on for long is not waited for, and whoever is stopped waits no longer.
        let mut crew = LocalCrew::new(Vec::new());
        let held = turn(&mut crew, &mut Stop::never()).await;
        assert!(turn(&mut crew, &mut Stop::never()).await.is_none());
        let (handle, mut stop) = Stop::new();
        handle.stop();
        assert!(turn(&mut crew, &mut stop).await.is_none());
        drop(held);
    }
}
