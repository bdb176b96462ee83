//! The people in the door of a lobby.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::{AbortHandle, JoinSet};

/// The tasks of everybody who is connected to a lobby. They end when this is dropped.
///
/// Only so many strangers may stand in the door at once. When one more comes, the one who has stood there longest must go:
/// so a crowd that says nothing cannot shut out somebody who does.
#[derive(Debug)]
pub struct Crowd {
    tasks: JoinSet<()>,
    strangers: VecDeque<(AbortHandle, Stranger)>,
    most: usize,
}

/// Somebody in the door.
#[derive(Clone, Debug, Default)]
pub struct Stranger(Arc<AtomicBool>);

impl Stranger {
    /// They have said who they are, and are not sent away for others any more.
    pub fn introduce(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl Crowd {
    /// A door for so many strangers.
    pub fn new(most: usize) -> Crowd {
        Crowd { tasks: JoinSet::new(), strangers: VecDeque::new(), most }
    }

    /// Somebody has come; `meet` is all that is done with them. Must be called inside a tokio runtime.
    pub fn meet<F>(&mut self, meet: impl FnOnce(Stranger) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        while self.tasks.try_join_next().is_some() {}
        self.strangers.retain(|(task, stranger)| !task.is_finished() && !stranger.0.load(Ordering::Acquire));
        if self.strangers.len() >= self.most
            && let Some((longest, _)) = self.strangers.pop_front()
        {
            longest.abort();
        }
        let stranger = Stranger::default();
        let task = self.tasks.spawn(meet(stranger.clone()));
        self.strangers.push_back((task, stranger));
    }

    /// Waits until everybody has gone.
    pub async fn all_gone(&mut self) {
        while self.tasks.join_next().await.is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    /// Says its number when it goes.
    struct Goes(u8, mpsc::UnboundedSender<u8>);

    impl Drop for Goes {
        fn drop(&mut self) {
            let _ = self.1.send(self.0);
        }
    }

    #[tokio::test]
    async fn the_longest_standing_stranger_goes_first_and_the_known_stay() {
        let (say, mut gone) = mpsc::unbounded_channel();
        let mut crowd = Crowd::new(2);
        let mut come = |number: u8| {
            let mut known = None;
            crowd.meet(|stranger| {
                let goes = Goes(number, say.clone());
                known = Some(stranger);
                async move {
                    let _goes = goes;
                    std::future::pending().await
                }
            });
            known.unwrap()
        };
        come(0).introduce();
        for number in 1..=4 {
            come(number);
        }
        assert_eq!((gone.recv().await, gone.recv().await), (Some(1), Some(2)));
        assert!(gone.try_recv().is_err());
        drop(crowd);
        drop(say);
        let mut rest = Vec::new();
        while let Some(number) = gone.recv().await {
            rest.push(number);
        }
        rest.sort_unstable();
        assert_eq!(rest, [0, 3, 4], "nobody is left when the door is gone");
    }
}
