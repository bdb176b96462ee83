use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// How a submission is built and started. It lies in every build, so that a build alone can be played with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// What it was taken for.
    pub shape: Shape,
    /// The language whose limits it gets.
    pub language: String,
    /// What builds it: a script for `sh`, run in its folder; empty: nothing has to be built.
    pub build: String,
    /// What starts it, in its folder and without a shell.
    pub start: Vec<String>,
    /// Variables that it is started with.
    pub env: BTreeMap<String, String>,
    /// Whether it speaks the protocol of its game's original contest, and not the native one.
    pub wire: bool,
    /// What it calls itself.
    pub name: Option<String>,
    /// Programs that this takes, besides the shell's.
    pub tools: Vec<String>,
}

/// What a submission can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A folder with a `meydan.toml`.
    Manifest,
    /// Python, with or without `requirements.txt`.
    Python,
    /// JavaScript or TypeScript with a `package.json`.
    Node,
    /// Java with a `pom.xml`.
    Maven,
    /// Plain Java.
    Java,
    /// C or C++ with a `CMakeLists.txt`.
    Cmake,
    /// C or C++ with a `Makefile`.
    Make,
    /// Plain C++.
    Cpp,
    /// Plain C.
    C,
    /// Rust with a `Cargo.toml`.
    Cargo,
    /// Go with a `go.mod`.
    Go,
    /// C# with a project file.
    Dotnet,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Manifest => "a folder with a `meydan.toml`",
            Shape::Python => "a Python project",
            Shape::Node => "a Node project",
            Shape::Maven => "a Maven project",
            Shape::Java => "plain Java",
            Shape::Cmake => "a CMake project",
            Shape::Make => "a project with a Makefile",
            Shape::Cpp => "plain C++",
            Shape::C => "plain C",
            Shape::Cargo => "a Cargo package",
            Shape::Go => "a Go module",
            Shape::Dotnet => "a .NET project",
        })
    }
}

impl Recipe {
    /// A recipe with nothing to build.
    pub(crate) fn new(shape: Shape, language: &str, start: &[&str]) -> Recipe {
        Recipe {
            shape,
            language: language.to_owned(),
            build: String::new(),
            start: start.iter().map(|&word| word.to_owned()).collect(),
            env: BTreeMap::new(),
            wire: false,
            name: None,
            tools: Vec::new(),
        }
    }

    /// With a script that builds it, and the programs which that takes.
    pub(crate) fn built(mut self, script: impl Into<String>, tools: &[&str]) -> Recipe {
        self.build = script.into();
        self.tools.extend(tools.iter().map(|&tool| tool.to_owned()));
        self
    }

    /// What it is and what is going to be run, for the top of its log.
    pub(crate) fn told(&self) -> String {
        let wire = if self.wire { ", a client of the original contest" } else { "" };
        let start = shlex::try_join(self.start.iter().map(String::as_str)).unwrap_or_default();
        let mut told = format!("meydan: this is {}{wire}; it will be started with `{start}`\n", self.shape);
        // Of our own scripts only the lines that matter.
        let matters = |line: &&str| {
            self.shape == Shape::Manifest
                || self.tools.iter().any(|tool| line.split_whitespace().next() == Some(tool))
        };
        let lines = self.build.lines().filter(matters);
        lines.for_each(|line| told.push_str(&format!("meydan: $ {line}\n")));
        told
    }
}
