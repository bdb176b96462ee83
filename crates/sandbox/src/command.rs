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

    /// Looks for the program before anything is started, so that a typing error is told at once.
    pub fn check(&self) -> Result<(), CommandError> {
        self.find().map(drop)
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
            None => Err(CommandError::NotFound(self.program.clone())),
            Some(path) if !is_executable(&path) => Err(CommandError::NotExecutable(self.program.clone())),
            Some(path) => Ok(path),
        }
    }
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
    fn a_missing_program_is_found_out_before_the_match() {
        assert_eq!(Command::parse("sh -c true").unwrap().check(), Ok(()));
        let missing = Command::parse("no-such-program-here").unwrap().check().unwrap_err();
        assert!(missing.to_string().contains("PATH"));
        let plain = Command::parse("./Cargo.toml").unwrap().check().unwrap_err();
        assert!(plain.to_string().contains("chmod +x"));
    }
}
