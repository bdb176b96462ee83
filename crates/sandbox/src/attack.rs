//! The attack suite: small hostile programs, each with the wall it tests and the verdict that is expected.
//!
//! The programs lie in `attacks/` and are carried inside the library, so that `meydan doctor --attack` can try the walls
//! of any host. Beside every attack another bot plays in a jail of its own; the attack is told that bot's process, the
//! referee's, and where a secret file, a server and a socket of the host are. Afterwards the other bot must still
//! answer, and the host must be as it was.

mod host;
mod list;

use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{ChildStdin, ChildStdout};

use crate::attack::host::{Bait, Snapshot};
use crate::{Cause, Command, Jail, Language, Limits, Process, Report, StartError, Tree, Wall};

/// One hostile program.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// Its file's name.
    pub name: &'static str,
    source: &'static str,
}

/// How an attack went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The wall held.
    Held,
    /// It did not, or something else is not as it was.
    Breached(String),
    /// The wall is not there.
    NotTested(String),
    /// A compiler that the attack abuses is not there, so nobody can.
    NoTool(String),
}

/// All attacks, in the order of their names.
pub fn attacks() -> impl ExactSizeIterator<Item = Attack> {
    list::FILES.iter().map(|&(name, source)| Attack { name, source })
}

impl Attack {
    /// The wall it tests.
    pub fn wall(&self) -> &'static str {
        self.note("wall").unwrap_or_default()
    }

    /// What it does, in a sentence.
    pub fn what(&self) -> &'static str {
        let comment = |line: &'static str| line.trim_start_matches(['/', '#', ' ']);
        self.source.lines().map(comment).find(|line| !line.contains(": ")).unwrap_or_default()
    }

    /// The ends that are expected: `held` where the program itself says so, or the word for a limit.
    pub fn expected(&self) -> impl Iterator<Item = &'static str> {
        self.note("expect").unwrap_or_default().split(", ")
    }

    /// A line of the header.
    fn note(&self, key: &str) -> Option<&'static str> {
        let comments = self.source.lines().take_while(|line| line.starts_with(['/', '#']));
        comments
            .map(|line| line.trim_start_matches(['/', '#', ' ']))
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.note(key)?.parse().ok()
    }

    fn limits(&self) -> Limits {
        Limits {
            memory: self.number("memory").unwrap_or(128) << 20,
            pids: 32,
            disk: 8 << 20,
            shared_memory: 8 << 20,
            files: 64,
            output: 256 << 10,
            time: Duration::from_secs(self.number("time").unwrap_or(30)),
            cpu_time: Duration::from_secs(self.number("cpu").unwrap_or(120)),
            ..Language::named("").run()
        }
    }

    fn command(&self) -> Command {
        let file = format!("/attack/{}", self.name);
        let words = match self.name.rsplit_once('.') {
            Some((_, "c")) => {
                vec![
                    "sh".into(),
                    "-c".into(),
                    format!("gcc -w -pthread -o /tmp/attack {file} && exec /tmp/attack"),
                ]
            }
            Some((_, "py")) => vec!["python3".into(), file],
            _ => vec!["sh".into(), file],
        };
        let mut words = words.into_iter();
        let program = words.next().expect("every list above has a first word");
        Command { program, args: words.collect(), env: Vec::new(), dir: None }
    }

    /// Whether this is an end that was expected.
    fn is_expected(&self, cause: Cause) -> bool {
        let word = match cause {
            Cause::Exit(0) => "held".to_owned(),
            Cause::Memory(_) => "memory".to_owned(),
            Cause::Clock(_) => "clock".to_owned(),
            Cause::Cpu(_) => "cpu".to_owned(),
            Cause::Output(_) => "output".to_owned(),
            Cause::Signal(number) => format!("signal {number}"),
            Cause::Exit(code) => format!("exit {code}"),
            Cause::Killed | Cause::Lost => return false,
        };
        self.expected().any(|expected| expected == word)
    }
}

/// A place to attack: a host with bait, and another bot at play.
pub struct Range {
    walls: Vec<Wall>,
    bait: Bait,
    other: Option<Other>,
}

impl Range {
    /// Tries the walls, lays out the bait and starts the other bot.
    pub async fn open() -> std::io::Result<Range> {
        let walls = crate::survey().await;
        let bait = Bait::lay()?;
        let other = Other::start(&bait).await.ok();
        Ok(Range { walls, bait, other })
    }

    /// Runs one attack.
    pub async fn run(&mut self, attack: &Attack) -> Verdict {
        let missing = self
            .walls
            .iter()
            .find(|wall| !wall.stands && (wall.name == attack.wall() || wall.name == "bubblewrap"));
        if let Some(wall) = missing {
            return Verdict::NotTested(format!("{}: {}", wall.name, wall.found));
        }
        let Some(other) = &mut self.other else {
            return Verdict::NotTested("the other bot did not start".into());
        };
        let mut jail = Jail::new(attack.limits()).with_folder(self.bait.attacks(), "/attack");
        jail.accept_no_groups = true;
        let needs = attack.note("needs").or(attack.name.ends_with(".c").then_some("gcc"));
        match needs {
            Some("rustc") => match host::rust() {
                Some(folder) => jail = jail.with_folder(folder, "/opt/rust"),
                None => return Verdict::NoTool("there is no rustc here".into()),
            },
            Some(tool) if !std::path::Path::new("/usr/bin").join(tool).exists() => {
                return Verdict::NoTool(format!("there is no {tool} here"));
            }
            _ => {}
        }
        let env = self.bait.env().into_iter().chain([
            ("VICTIM_PID".into(), other.tree.pid().to_string()),
            ("KEEPER_PID".into(), other.tree.keeper.pid().to_string()),
        ]);
        let before = Snapshot::take();
        let begun = Instant::now();
        let (user, report) = match launch(&jail, &attack.command().with_env(env)).await {
            Ok(report) => report,
            Err(error) => return Verdict::Breached(error.to_string()),
        };
        let passed = begun.elapsed();
        let said = || String::from_utf8_lossy(&report.stderr).lines().last().unwrap_or_default().to_owned();
        // One period may be paid in advance on every core.
        let share = passed * jail.limits.cpu / 1000 + Duration::from_millis(200);
        let trouble = if !attack.is_expected(report.cause) {
            Some(format!("{} {}", report.cause, said()))
        } else if !report.clean {
            Some("some of its processes could not be killed".into())
        } else if report.usage.cpu > share {
            Some(format!("it had {:?} of processor time in {passed:?}", report.usage.cpu))
        } else if let Some(guest) = self.bait.visited() {
            Some(format!("it reached {guest}"))
        } else if let Some(pid) = host::process_of(user) {
            Some(format!("process {pid} is left"))
        } else {
            Snapshot::take().differs(&before)
        };
        match trouble {
            Some(trouble) => Verdict::Breached(trouble),
            None => match other.answers().await {
                true => Verdict::Held,
                false => Verdict::Breached("the other bot does not answer any more".into()),
            },
        }
    }
}

/// Runs a program, and tells which user it was given.
async fn launch(jail: &Jail, command: &Command) -> Result<(u32, Report), StartError> {
    let process = jail.start(command).await?;
    let user = crate::jail::user_of(process.tree.keeper.pid());
    Ok((user, process.finish(&jail.limits, &[]).await))
}

/// The other bot: it keeps secrets, listens where it may, and answers when it is asked.
struct Other {
    tree: Tree,
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
    asked: u32,
}

const OTHER: &str = "
import socket, sys
server = socket.socket()
server.bind(('127.0.0.1', 9000))
server.listen()
hidden = socket.socket(socket.AF_UNIX)
hidden.bind('\\0meydan-victim')
hidden.listen()
open('/dev/shm/secret', 'w').write('secret')
for number, line in enumerate(sys.stdin, 1): print(number, flush=True)
";

impl Other {
    async fn start(bait: &Bait) -> Result<Other, StartError> {
        let mut jail = Jail::new(Language::named("python").run()).with_folder(bait.submission(), "/bot");
        jail.accept_no_groups = true;
        let command = Command {
            program: "python3".into(),
            args: vec!["-c".into(), OTHER.into(), "secret".into()],
            env: vec![("SECRET".into(), "secret".into())],
            dir: Some("/bot".into()),
        };
        let Process { stdin, stdout, tree, .. } = jail.start(&command).await?;
        Ok(Other { tree, stdin, stdout: BufReader::new(stdout).lines(), asked: 0 })
    }

    /// Whether it is well: it counts how often it was asked.
    async fn answers(&mut self) -> bool {
        self.asked += 1;
        if self.stdin.write_all(b"turn\n").await.is_err() {
            return false;
        }
        let answer = tokio::time::timeout(Duration::from_secs(20), self.stdout.next_line()).await;
        matches!(answer, Ok(Ok(Some(line))) if line == self.asked.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bare;

    #[test]
    fn every_program_in_the_folder_is_on_the_list_and_says_what_it_is() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("attacks");
        let files =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.collect();
        files.sort();
        assert_eq!(files, attacks().map(|attack| attack.name).collect::<Vec<_>>());
        assert!(files.len() >= 60);
        for attack in attacks() {
            assert!(!attack.wall().is_empty() && attack.expected().next().is_some(), "{}", attack.name);
            assert!(attack.what().ends_with('.'), "{}: `{}`", attack.name, attack.what());
        }
    }

    #[tokio::test]
    async fn attacks_get_through_where_there_are_no_walls() {
        let bait = Bait::lay().unwrap();
        // Those that only look. A wall that is not there would let the others do harm.
        for name in [
            "abstract-sockets.py",
            "host-files.sh",
            "other-submissions.sh",
            "read-opponent.py",
            "scan-processes.py",
        ] {
            let attack = attacks().find(|attack| attack.name == name).unwrap();
            let me = std::process::id().to_string();
            let env =
                bait.env().into_iter().chain([("VICTIM_PID".into(), me.clone()), ("KEEPER_PID".into(), me)]);
            let mut command = attack.command().with_env(env).in_dir(bait.attacks());
            command.args[0] = command.args[0].replace("/attack/", "");
            let process = Bare { namespace: false }.start(&command).unwrap();
            let report = process.finish(&attack.limits(), &[]).await;
            assert_eq!(report.cause, Cause::Exit(42), "{name}");
        }
    }
}
