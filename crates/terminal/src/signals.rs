//! INT, TERM and HUP: the front end is asked to end, so that it can give the terminal back and say what was kept.

use std::io;
use std::sync::mpsc::Sender;

use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

use crate::link::Input;

/// While this lives, a signal is an input like any other.
pub(crate) struct Signals {
    /// Dropped with the rest, which ends the thread.
    _end: oneshot::Sender<()>,
}

impl Signals {
    /// Listens from now on.
    pub(crate) fn listen(inputs: Sender<Input>) -> io::Result<Signals> {
        let runtime = Builder::new_current_thread().enable_io().build()?;
        let signals = {
            let _inside = runtime.enter();
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal)
        };
        let [interrupt, terminate, hangup] = signals;
        let signals = [interrupt?, terminate?, hangup?];
        let (end, ended) = oneshot::channel();
        let wait = move || wait(&runtime, signals, ended, &inputs);
        std::thread::Builder::new().name("signals".into()).spawn(wait)?;
        Ok(Signals { _end: end })
    }
}

fn wait(runtime: &Runtime, signals: [Signal; 3], mut ended: oneshot::Receiver<()>, inputs: &Sender<Input>) {
    let [mut interrupt, mut terminate, mut hangup] = signals;
    runtime.block_on(async {
        loop {
            tokio::select! {
                _ = &mut ended => return,
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            if inputs.send(Input::Stop).is_err() {
                return;
            }
        }
    });
}
