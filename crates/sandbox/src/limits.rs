use std::time::Duration;

/// How much a jailed program may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of the whole tree, in bytes: heap, page cache, temporary files and the kernel's own share.
    pub memory: u64,
    /// Processes and threads of the whole tree.
    pub pids: u32,
    /// Processor time of the whole tree per second of wall time, in thousandths of a core.
    pub cpu: u32,
    /// The cores it may run on; empty: any.
    pub cores: Vec<u16>,
    /// Bytes in `/tmp`, and in every scratch folder that does not say otherwise.
    pub disk: u64,
    /// Bytes in `/dev/shm`.
    pub shared_memory: u64,
    /// Open files of one process.
    pub files: u32,
    /// Bytes per second from and to the disk that holds the tool chains, where the host can hold it to that.
    pub disk_rate: Option<u64>,
    /// How long it may take to say its first word, or to finish a build.
    pub time: Duration,
    /// Processor time over its whole life.
    pub cpu_time: Duration,
    /// Bytes of output that are read from it.
    pub output: u64,
}

const MB: u64 = 1 << 20;

/// One line of the table: what programs of a language get.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Its name, as in `meydan.toml`.
    pub name: &'static str,
    /// Memory for a match, in megabytes.
    pub memory: u64,
    /// Processes and threads for a match. Virtual machines start a dozen threads before the bot's first line.
    pub pids: u32,
    /// Temporary files for a match, in megabytes.
    pub disk: u64,
    /// Seconds until the bot must be ready.
    pub start: u64,
    /// Seconds for a build.
    pub build: u64,
    /// Memory for a build, in megabytes.
    pub build_memory: u64,
    /// Processes and threads for a build.
    pub build_pids: u32,
    /// What a build may write, in megabytes.
    pub build_disk: u64,
}

/// What programs of each language get. A contest may say otherwise.
#[rustfmt::skip]
pub const LANGUAGES: &[Language] = &[
    Language { name: "c",          memory: 256,  pids: 32,  disk: 64, start: 2,  build: 60,  build_memory: 1024, build_pids: 64,  build_disk: 256 },
    Language { name: "cpp",        memory: 256,  pids: 32,  disk: 64, start: 2,  build: 120, build_memory: 2048, build_pids: 64,  build_disk: 512 },
    Language { name: "csharp",     memory: 768,  pids: 96,  disk: 64, start: 10, build: 180, build_memory: 2048, build_pids: 256, build_disk: 1024 },
    Language { name: "go",         memory: 512,  pids: 64,  disk: 64, start: 2,  build: 120, build_memory: 2048, build_pids: 256, build_disk: 1024 },
    Language { name: "java",       memory: 768,  pids: 96,  disk: 64, start: 10, build: 180, build_memory: 2048, build_pids: 256, build_disk: 1024 },
    Language { name: "javascript", memory: 512,  pids: 64,  disk: 64, start: 5,  build: 120, build_memory: 1024, build_pids: 128, build_disk: 1024 },
    Language { name: "python",     memory: 512,  pids: 64,  disk: 64, start: 5,  build: 120, build_memory: 1024, build_pids: 128, build_disk: 1024 },
    Language { name: "rust",       memory: 256,  pids: 32,  disk: 64, start: 2,  build: 300, build_memory: 2048, build_pids: 128, build_disk: 2048 },
    Language { name: "typescript", memory: 512,  pids: 64,  disk: 64, start: 5,  build: 120, build_memory: 1024, build_pids: 128, build_disk: 1024 },
];

/// For a program of which only the command line is known.
const UNKNOWN: Language = Language {
    name: "unknown",
    memory: 768,
    pids: 96,
    disk: 64,
    start: 10,
    build: 180,
    build_memory: 2048,
    build_pids: 256,
    build_disk: 1024,
};

impl Language {
    /// The line of a language; where the table does not know it, the most any has.
    pub fn named(name: &str) -> Language {
        LANGUAGES.iter().find(|language| language.name == name).copied().unwrap_or(UNKNOWN)
    }

    /// What a bot of this language gets for a match.
    pub fn run(&self) -> Limits {
        Limits {
            memory: self.memory * MB,
            pids: self.pids,
            cpu: 1000,
            cores: Vec::new(),
            disk: self.disk * MB,
            shared_memory: self.disk * MB,
            files: 256,
            disk_rate: Some(64 * MB),
            time: Duration::from_secs(self.start),
            // A match has its own clocks. This is for a bot that burns a core through all of them.
            cpu_time: Duration::from_secs(3600),
            output: 64 * MB,
        }
    }

    /// What a build of this language gets.
    pub fn build(&self) -> Limits {
        Limits {
            memory: self.build_memory * MB,
            pids: self.build_pids,
            cpu: 2000,
            disk: self.build_disk * MB,
            files: 1024,
            time: Duration::from_secs(self.build),
            cpu_time: Duration::from_secs(2 * self.build),
            output: 4 * MB,
            ..self.run()
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        UNKNOWN.run()
    }
}

impl Limits {
    /// As the kernel numbers and counts them, for one process. The cgroup holds the tree; these are a second wall, and
    /// the only one where there is no cgroup.
    pub(crate) fn of_a_process(&self, grouped: bool) -> Vec<(u32, u64)> {
        let mut limits = vec![
            (libc::RLIMIT_CORE, 0),
            (libc::RLIMIT_NOFILE, self.files.into()),
            (libc::RLIMIT_FSIZE, self.disk),
            (libc::RLIMIT_MEMLOCK, 64 << 10),
            (libc::RLIMIT_MSGQUEUE, 0),
            (libc::RLIMIT_RTPRIO, 0),
            (libc::RLIMIT_NICE, 0),
            (libc::RLIMIT_SIGPENDING, 1024),
            // Whoever looks at the tree's count ends it first, and with a better reason.
            (libc::RLIMIT_CPU, self.cpu_time.as_secs() + 2),
        ];
        if !grouped {
            limits.push((libc::RLIMIT_DATA, self.memory));
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_there_once_and_in_order() {
        assert!(LANGUAGES.is_sorted_by(|a, b| a.name < b.name));
        assert_eq!(Language::named("python").run().memory, 512 << 20);
        assert_eq!(Language::named("python").build().time, Duration::from_secs(120));
    }

    #[test]
    fn a_language_that_is_not_known_gets_the_most_any_bot_has() {
        let most = LANGUAGES.iter().map(|language| language.memory).max();
        assert_eq!(Some(Language::named("apl").memory), most);
    }
}
