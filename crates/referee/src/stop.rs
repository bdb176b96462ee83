use tokio::sync::watch;

/// The end of a match before its time: somebody presses Ctrl-C, an owner cancels.
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

/// Whoever holds this can stop the match.
#[derive(Clone, Debug)]
pub struct StopHandle(watch::Sender<bool>);

impl Stop {
    /// A stop and the handle that asks for it.
    pub fn new() -> (StopHandle, Stop) {
        let (handle, stop) = watch::channel(false);
        (StopHandle(handle), Stop(stop))
    }

    /// A match that nobody stops.
    pub fn never() -> Stop {
        Stop::new().1
    }

    /// Whether the match is to stop.
    pub fn asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until somebody asks for it.
    pub async fn wait(&mut self) {
        if self.0.wait_for(|asked| *asked).await.is_err() {
            // Nobody is left who could ask.
            std::future::pending::<()>().await;
        }
    }
}

impl StopHandle {
    /// Stops the match after what it is doing now.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}
