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
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (mut keep_out, mut keep_err) =
            (|bytes: &[u8]| out.extend_from_slice(bytes), |bytes: &[u8]| err.extend_from_slice(bytes));
        let report = self.finish_into(limits, input, output, &mut keep_out, &mut keep_err).await;
        Report { stdout: out, stderr: err, ..report }
    }

    /// The same, but what it writes and complains is handed on as it comes, and is not in the report.
    pub(crate) async fn finish_into(
        self,
        limits: &Limits,
        input: &[u8],
        output: u64,
        out: Take<'_>,
        err: Take<'_>,
    ) -> Report {
        let Process { mut stdin, mut stdout, mut stderr, mut tree, .. } = self;
        let begun = Instant::now();
        let (mut out, mut err) =
            (Bounded { left: output, take: out }, Bounded { left: limits.output, take: err });
        let cause = {
            let feed = async {
                // A program that does not want its input is free not to read it.
                let _ = stdin.write_all(input).await;
                drop(stdin);
                std::future::pending::<Cause>().await
            };
            let flooded = async {
                tokio::select! {
                    () = flood(&mut stdout, &mut out) => Cause::Output(output),
                    () = flood(&mut stderr, &mut err) => Cause::Output(limits.output),
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
            read(&mut stdout, &mut out).await;
            read(&mut stderr, &mut err).await;
        }
        Report { cause, stdout: Vec::new(), stderr: Vec::new(), wall, usage: tree.measure(), clean }
    }
}

/// Takes bytes as they come.
pub(crate) type Take<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

/// Takes no more than so many bytes.
struct Bounded<'a> {
    left: u64,
    take: Take<'a>,
}

/// Reads a stream, and comes back only when there is more than there may be.
async fn flood(stream: &mut (impl AsyncRead + Unpin), into: &mut Bounded<'_>) {
    if !read(stream, into).await {
        std::future::pending::<()>().await;
    }
}

/// Reads a stream to its end. Whether there was more than there may be.
async fn read(stream: &mut (impl AsyncRead + Unpin), into: &mut Bounded<'_>) -> bool {
    let mut buffer = vec![0; 16 << 10];
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return false,
            Ok(count) => {
                let fits = count.min(usize::try_from(into.left).unwrap_or(count));
                (into.take)(&buffer[..fits]);
                into.left -= fits as u64;
                if fits < count {
                    return true;
                }
            }
        }
    }
}
