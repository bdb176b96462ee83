//! Builds one's own bot: bare, as a person would at home, but with the whole tree in one hand. However this program ends, no
//! compiler goes on.

use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use meydan_kit::Ran;
use meydan_referee::Stop;
use meydan_sandbox::{Cause, Command, Process, start};
use tokio::io::AsyncReadExt;
use tokio::runtime::Builder;
use tokio::time::timeout;

/// How long the last words of a tree that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Runs a line of shell in a folder, until its end or until somebody stops it. What it writes to either stream comes back in
/// the order in which it was written. May be called inside a runtime and outside of one.
pub(crate) fn build(line: &str, dir: &Path, stop: Stop) -> io::Result<Ran> {
    // One shell hands both streams to the one that is asked for.
    let words = ["-c", "exec sh -e -c \"$0\" 2>&1", line].map(str::to_owned);
    let command =
        Command { program: "sh".into(), args: words.into(), env: Vec::new(), dir: Some(dir.to_owned()) };
    let work = || Builder::new_current_thread().enable_all().build()?.block_on(run(&command, stop));
    thread::scope(|scope| scope.spawn(work).join().map_err(|_| io::Error::other("the build was lost"))?)
}

async fn run(command: &Command, mut stop: Stop) -> io::Result<Ran> {
    let Process { stdin, mut stdout, stderr, mut tree, .. } = start(command).map_err(io::Error::other)?;
    // Nobody answers a build that asks.
    drop((stdin, stderr));
    let (mut output, mut part, mut open) = (Vec::new(), vec![0; 64 * 1024], true);
    let cause = loop {
        tokio::select! {
            cause = tree.cause() => break Some(cause),
            () = stop.wait() => break None,
            read = stdout.read(&mut part), if open => {
                let some = read?;
                output.extend_from_slice(&part[..some]);
                open = some > 0;
            }
        }
    };
    // What a build leaves running belongs to nobody.
    tree.end().await.map_err(io::Error::other)?;
    let Some(cause) = cause else { return Err(io::ErrorKind::Interrupted.into()) };
    while let Ok(Ok(some)) = timeout(LAST_WORDS, stdout.read(&mut part)).await
        && some > 0
    {
        output.extend_from_slice(&part[..some]);
    }
    let how = match cause {
        Cause::Exit(code) => format!("exit code {code}"),
        other => other.to_string(),
    };
    Ok(Ran { well: cause == Cause::Exit(0), how, output })
}
