use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// Why a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It left by itself, with this code.
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
    /// The kernel killed it, or a child of it, because the tree wanted more memory than this many bytes.
    Memory(u64),
    /// It used more processor time than it had.
    Cpu(Duration),
    /// It took longer than it had.
    Clock(Duration),
    /// It wrote more than this many bytes.
    Output(u64),
    /// We ended it, for reasons of our own.
    Killed,
    /// Its keeper was lost, so nobody can say.
    Lost,
}

impl Cause {
    /// Reads the status that waiting for a process gives.
    pub(crate) fn from_status(status: i32) -> Cause {
        let status = ExitStatus::from_raw(status);
        match (status.code(), status.signal()) {
            (Some(code), _) => Cause::Exit(code),
            (None, Some(signal)) => Cause::Signal(signal),
            (None, None) => Cause::Lost,
        }
    }
}

/// In words for the bot's author.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Exit(0) => f.write_str("it ended by itself (exit code 0) while the match was going on"),
            Cause::Exit(code) => write!(f, "it ended with exit code {code}"),
            Cause::Signal(signal) => {
                let name = match signal {
                    4 => " (illegal instruction)",
                    6 => " (aborted)",
                    7 => " (bus error)",
                    8 => " (arithmetic error)",
                    9 => " (killed)",
                    11 => " (segmentation fault)",
                    13 => " (broken pipe)",
                    15 => " (terminated)",
                    24 => " (used too much processor time)",
                    25 => " (wrote too large a file)",
                    31 => " (made a system call that is not allowed)",
                    _ => "",
                };
                write!(f, "it was ended by signal {signal}{name}")
            }
            Cause::Memory(limit) => {
                write!(
                    f,
                    "it wanted more than its {} MB of memory, and the kernel killed it (oom_kill)",
                    limit >> 20
                )
            }
            Cause::Cpu(limit) => write!(f, "it used up its {} s of processor time", limit.as_secs_f64()),
            Cause::Clock(limit) => write!(f, "it took longer than {} s", limit.as_secs_f64()),
            Cause::Output(limit) => write!(f, "it wrote more than {} KB", limit >> 10),
            Cause::Killed => f.write_str("it was ended by Meydan"),
            Cause::Lost => f.write_str("its process was lost, so how it ended is not known"),
        }
    }
}
