use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

use crate::{Cause, Command, Jail, Limits, Process, StartError, Usage};

/// How often the processor time of a running program is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How a program that was run to its end did.
#[derive(Clone, Debug)]
pub struct Report {
    /// Why it ended.
    pub cause: Cause,
    /// What it wrote.
    pub stdout: Vec<u8>,
    /// What it complained.
    pub stderr: Vec<u8>,
    /// How long it ran, without the building and taking down of walls.
    pub wall: Duration,
    /// What its whole tree used.
    pub usage: Usage,
    /// Whether nothing of it was left. Anything else is our trouble.
    pub clean: bool,
}

impl Report {
    /// Whether it did what it was asked to.
    pub fn succeeded(&self) -> bool {
        self.cause == Cause::Exit(0)
    }
}

impl Jail {
    /// Runs a program to its end, or to the end of its time, processor time or output. For builds.
    pub async fn run(&self, command: &Command, input: &[u8]) -> Result<Report, StartError> {
        Ok(self.start(command).await?.finish(&self.limits, input).await)
    }
}

impl Process {
    /// Lets the program run to its end, or to the end of its time, processor time or output.
    pub async fn finish(self, limits: &Limits, input: &[u8]) -> Report {
        self.finish_with(limits, input, limits.output).await
    }

    /// The same, with another limit for what it writes, but not for what it complains.
    pub(crate) async fn finish_with(self, limits: &Limits, input: &[u8], output: u64) -> Report {
        let Process { mut stdin, mut stdout, mut stderr, mut tree, .. } = self;
        let begun = Instant::now();
        let (room, margin) = (output as usize, limits.output as usize);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let cause = {
            let feed = async {
                // A program that does not want its input is free not to read it.
                let _ = stdin.write_all(input).await;
                drop(stdin);
                std::future::pending::<Cause>().await
            };
            let flooded = async {
                tokio::select! {
                    () = flood(&mut stdout, &mut out, room) => Cause::Output(output),
                    () = flood(&mut stderr, &mut err, margin) => Cause::Output(limits.output),
                }
            };
            let lived = async {
                loop {
                    if let Ok(cause) = tokio::time::timeout(LOOK, tree.cause()).await {
                        return cause;
                    }
                    if begun.elapsed() > limits.time {
                        return Cause::Clock(limits.time);
                    }
                    if tree.measure().cpu > limits.cpu_time {
                        return Cause::Cpu(limits.cpu_time);
                    }
                }
            };
            tokio::select! { cause = feed => cause, cause = flooded => cause, cause = lived => cause }
        };
        let wall = begun.elapsed();
        let clean = tree.end().await.is_ok();
        // What it wrote last is still in the pipes, and nobody is left to write more.
        if clean {
            read(&mut stdout, &mut out, room).await;
            read(&mut stderr, &mut err, margin).await;
        }
        Report { cause, stdout: out, stderr: err, wall, usage: tree.measure(), clean }
    }
}

/// Reads a stream, and comes back only when there is more than there may be.
async fn flood(stream: &mut (impl AsyncRead + Unpin), into: &mut Vec<u8>, room: usize) {
    if !read(stream, into, room).await {
        std::future::pending::<()>().await;
    }
}

/// Reads a stream to its end. Whether there was more than there may be.
async fn read(stream: &mut (impl AsyncRead + Unpin), into: &mut Vec<u8>, room: usize) -> bool {
    let mut buffer = vec![0; 16 << 10];
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return false,
            Ok(count) if into.len() + count > room => {
                into.extend(&buffer[..room - into.len()]);
                return true;
            }
            Ok(count) => into.extend(&buffer[..count]),
        }
    }
}
