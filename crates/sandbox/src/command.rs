use std::path::{Path, PathBuf};

use thiserror::Error;

/// A program to run, with its arguments, environment and folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program, looked up on the `PATH` unless it has a slash.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables on top of the inherited environment.
    pub env: Vec<(String, String)>,
    /// The folder to run in; `None`: this one.
    pub dir: Option<PathBuf>,
}

/// Why a command line cannot be run.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nothing there.
    #[error("the command line is empty; give a program to run")]
    Empty,
    /// Unbalanced quotes.
    #[error("the quotes in `{0}` do not match")]
    Quotes(String),
    /// Not a program.
    #[error("`{0}` is neither a file nor a program on the PATH")]
    NotFound(String),
    /// A file of this folder, named as only programs of the `PATH` are.
    #[error(
        "`{0}` is no program on the PATH; for the file of that name in this folder write `./{0}`, or name its interpreter (`python3 {0}`)"
    )]
    NotOnPath(String),
    /// A folder.
    #[error(
        "`{0}` is a folder; a bot that lives in one has a `meydan.toml`, which says how it is started (`meydan new` makes one)"
    )]
    Folder(String),
    /// A script that is not there.
    #[error("there is no script `{0}`; a path is read from the folder that meydan is started in")]
    NoScript(String),
    /// The same in a bot's own folder.
    #[error("there is no `{0}` in `{1}`; its `meydan.toml` says in `start` what is started")]
    NoScriptIn(String, PathBuf),
    /// A file without the right to be run.
    #[error(
        "`{0}` is not executable; make it so with `chmod +x {0}`, or name its interpreter (`python3 {0}`)"
    )]
    NotExecutable(String),
}

impl Command {
    /// Splits a command line as a shell would, without running one.
    pub fn parse(line: &str) -> Result<Command, CommandError> {
        let mut words = shlex::split(line).ok_or_else(|| CommandError::Quotes(line.to_owned()))?.into_iter();
        let program = words.next().ok_or(CommandError::Empty)?;
        Ok(Command { program, args: words.collect(), env: Vec::new(), dir: None })
    }

    /// Adds variables to the environment.
    pub fn with_env(mut self, env: impl IntoIterator<Item = (String, String)>) -> Command {
        self.env.extend(env);
        self
    }

    /// Adds arguments.
    pub fn with_args(mut self, args: impl IntoIterator<Item = String>) -> Command {
        self.args.extend(args);
        self
    }

    /// Sets the folder to run in.
    pub fn in_dir(mut self, dir: impl Into<PathBuf>) -> Command {
        self.dir = Some(dir.into());
        self
    }

    /// Looks for the program and its script before anything is started, so that a typing error is told at once.
    pub fn check(&self) -> Result<(), CommandError> {
        self.find()?;
        match (self.missing(), &self.dir) {
            (Some(script), Some(dir)) => Err(CommandError::NoScriptIn(script.to_owned(), dir.clone())),
            (Some(script), None) => Err(CommandError::NoScript(script.to_owned())),
            (None, _) => Ok(()),
        }
    }

    /// What an interpreter is told to run: its first argument that is not a flag.
    pub fn script(&self) -> Option<&str> {
        let own = Path::new(&self.program).file_name()?.to_string_lossy();
        let starts =
            |name: &&str| own.strip_prefix(*name).is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
        if !INTERPRETERS.iter().any(starts) {
            return None;
        }
        let mut args = self.args.iter();
        while let Some(arg) = args.next() {
            if ["-cp", "-classpath", "--class-path"].contains(&&**arg) {
                // Where Java looks is not what it runs.
                args.next();
            } else if !arg.starts_with('-') && (!arg.contains(char::is_whitespace) || is_script(arg)) {
                // What has blanks is rather a piece of code, as behind `-c`, than the name of a file.
                return Some(arg);
            }
        }
        None
    }

    /// A script that is not there, told by its ending: what has none may be a module.
    fn missing(&self) -> Option<&str> {
        let dir = self.dir.as_deref().unwrap_or(Path::new(""));
        let script = self.script().filter(|script| !dir.join(script).exists())?;
        let flagged = self.args.iter().take_while(|arg| *arg != script).any(|arg| arg == "-m" || arg == "-c");
        (is_script(script) && !flagged).then_some(script)
    }

    /// Where the program is.
    pub fn find(&self) -> Result<PathBuf, CommandError> {
        let program = Path::new(&self.program);
        let found = if self.program.contains('/') {
            let path = self.dir.as_deref().unwrap_or(Path::new("")).join(program);
            path.exists().then_some(path)
        } else {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).map(|dir| dir.join(program)).find(|path| path.is_file())
        };
        match found {
            None => Err(self.not_found()),
            Some(path) if path.is_dir() => Err(CommandError::Folder(self.program.clone())),
            Some(path) if !is_executable(&path) => Err(CommandError::NotExecutable(self.program.clone())),
            Some(path) => Ok(path),
        }
    }
}

impl Command {
    /// Why the program is not found, as far as its name tells.
    fn not_found(&self) -> CommandError {
        let here = self.dir.as_deref().unwrap_or(Path::new("")).join(&self.program);
        match () {
            () if here.is_dir() => CommandError::Folder(self.program.clone()),
            () if here.is_file() => CommandError::NotOnPath(self.program.clone()),
            () => CommandError::NotFound(self.program.clone()),
        }
    }
}

/// Programs that run the file they are given.
const INTERPRETERS: [&str; 10] =
    ["python", "pypy", "node", "deno", "bun", "ruby", "java", "lua", "php", "perl"];

/// How files end that they run.
const SCRIPTS: [&str; 11] = ["py", "pyc", "js", "mjs", "cjs", "ts", "rb", "jar", "lua", "php", "pl"];

/// Whether a name ends as those of scripts do.
fn is_script(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| SCRIPTS.iter().any(|known| ending == *known))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_a_shell_would() {
        let command = Command::parse(r#"python3 "my bot.py" --level 'a b'"#).unwrap();
        assert_eq!(command.program, "python3");
        assert_eq!(command.args, ["my bot.py", "--level", "a b"]);
        assert_eq!(Command::parse("   "), Err(CommandError::Empty));
        assert_eq!(Command::parse("a 'b"), Err(CommandError::Quotes("a 'b".into())));
    }

    #[test]
    fn a_class_path_is_not_what_java_runs() {
        let script = |line: &str| Command::parse(line).unwrap().script().map(str::to_owned);
        assert_eq!(script("java -cp .:gson.jar client.Main").as_deref(), Some("client.Main"));
        assert_eq!(script("java -jar bot.jar").as_deref(), Some("bot.jar"));
        assert_eq!(script("java -cp"), None);
        assert_eq!(script("python3 'my bots/first.py' --fast").as_deref(), Some("my bots/first.py"));
        assert_eq!(script("python3 -c 'import bot; bot.main()'"), None);
    }

    #[test]
    fn a_missing_program_is_found_out_before_the_match() {
        assert_eq!(Command::parse("sh -c true").unwrap().check(), Ok(()));
        let missing = Command::parse("no-such-program-here").unwrap().check().unwrap_err();
        assert!(missing.to_string().contains("PATH"));
        let plain = Command::parse("./Cargo.toml").unwrap().check().unwrap_err();
        assert!(plain.to_string().contains("chmod +x"));
        // Tests run in the folder of their crate.
        let bare = Command::parse("Cargo.toml").unwrap().check().unwrap_err();
        assert!(bare.to_string().contains("write `./Cargo.toml`"), "{bare}");
        for folder in ["src", "./src"] {
            let folder = Command::parse(folder).unwrap().check().unwrap_err();
            assert!(folder.to_string().contains("is a folder"), "{folder}");
        }
    }
}
