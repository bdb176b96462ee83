//! What a contest says otherwise than the table of languages, as it stands in a file.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{LANGUAGES, Language, Limits};

/// The limits of a contest, where they are not those of [`LANGUAGES`].
///
/// ```
/// let terms: meydan_sandbox::Terms = serde_json::from_str(
///     r#"{ "run": { "memory": "1 GB" }, "language": { "java": { "run": { "pids": 200, "time": "20 s" } } } }"#,
/// )?;
/// let limits = terms.run("java");
/// assert_eq!((limits.memory, limits.pids), (1 << 30, 200));
/// assert_eq!(terms.run("python").memory, 1 << 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terms {
    /// For matches, in every language.
    pub run: Change,
    /// For builds, in every language.
    pub build: Change,
    /// For one language, and said last.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub language: BTreeMap<LanguageName, Share>,
}

/// What one language gets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Share {
    /// For matches.
    pub run: Change,
    /// For builds.
    pub build: Change,
}

/// A language that is in the table, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LanguageName(usize);

impl TryFrom<String> for LanguageName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse()
    }
}

impl FromStr for LanguageName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let place = LANGUAGES.iter().position(|language| language.name == name);
        place.map(LanguageName).ok_or_else(|| {
            let known: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
            format!("`{name}` is not a language here; there are {}", known.join(", "))
        })
    }
}

impl From<LanguageName> for String {
    fn from(name: LanguageName) -> String {
        name.as_str().to_owned()
    }
}

impl LanguageName {
    /// As in the table.
    pub fn as_str(self) -> &'static str {
        LANGUAGES[self.0].name
    }
}

/// Limits that are said otherwise. What is left out stays as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Change {
    /// Memory of the whole tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<Size>,
    /// Processes and threads of the whole tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pids: Option<u32>,
    /// Processor time of the whole tree per second of wall time, in thousandths of a core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<u32>,
    /// The cores it may run on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cores: Option<Vec<u16>>,
    /// What fits into `/tmp`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk: Option<Size>,
    /// What fits into `/dev/shm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_memory: Option<Size>,
    /// Open files of one process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<u32>,
    /// From and to the disk that holds the tool chains, per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_rate: Option<Size>,
    /// How long it may take to be ready, or to finish a build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Span>,
    /// Processor time over its whole life.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_time: Option<Span>,
    /// What it may write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Size>,
}

impl Terms {
    /// What a bot of this language gets for a match.
    pub fn run(&self, language: &str) -> Limits {
        let own = self.share(language).map(|share| &share.run);
        own.into_iter().fold(self.run.to(Language::named(language).run()), |limits, own| own.to(limits))
    }

    /// What a build of this language gets.
    pub fn build(&self, language: &str) -> Limits {
        let own = self.share(language).map(|share| &share.build);
        own.into_iter().fold(self.build.to(Language::named(language).build()), |limits, own| own.to(limits))
    }

    fn share(&self, language: &str) -> Option<&Share> {
        self.language.iter().find(|(name, _)| name.as_str() == language).map(|(_, share)| share)
    }
}

impl Change {
    /// These limits with the change made.
    #[must_use]
    pub fn to(&self, mut limits: Limits) -> Limits {
        fn set<T, U>(place: &mut U, change: Option<T>, read: impl FnOnce(T) -> U) {
            if let Some(change) = change {
                *place = read(change);
            }
        }
        let bytes = |size: Size| size.0;
        set(&mut limits.memory, self.memory, bytes);
        set(&mut limits.pids, self.pids, |pids| pids);
        set(&mut limits.cpu, self.cpu, |cpu| cpu);
        set(&mut limits.cores, self.cores.clone(), |cores| cores);
        set(&mut limits.disk, self.disk, bytes);
        set(&mut limits.shared_memory, self.shared_memory, bytes);
        set(&mut limits.files, self.files, |files| files);
        set(&mut limits.disk_rate, self.disk_rate, |rate| Some(rate.0));
        set(&mut limits.time, self.time, |span| span.0);
        set(&mut limits.cpu_time, self.cpu_time, |span| span.0);
        set(&mut limits.output, self.output, bytes);
        limits
    }
}

/// A number of bytes, in words: `256 MB`. A kilobyte has 1024 bytes, as memory has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size(pub u64);

/// A length of time, in words: `5 s`, `200 ms`, `2 min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Span(pub Duration);

const SIZES: [(&str, u64); 4] = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("B", 1)];
const SPANS: [(&str, u64); 4] = [("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1)];

/// Reads a whole number and its unit. There is no other way to be understood, so nothing is guessed.
fn read(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.trim().find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.trim().split_at(digits);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim())?;
    number.parse::<u64>().ok()?.checked_mul(*factor)
}

/// Writes it with the largest unit that leaves nothing over.
fn write(f: &mut fmt::Formatter<'_>, amount: u64, units: &[(&str, u64)]) -> fmt::Result {
    let fits = |unit: &&(&str, u64)| amount > 0 && amount.is_multiple_of(unit.1);
    let (name, factor) = units.iter().find(fits).or(units.last()).copied().unwrap_or(("", 1));
    write!(f, "{} {name}", amount / factor)
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        read(text, &SIZES).map(Size).ok_or_else(|| format!("`{text}` is not a size; write `256 MB`"))
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let millis = read(text, &SPANS);
        let span = millis.map(|millis| Span(Duration::from_millis(millis)));
        span.ok_or_else(|| format!("`{text}` is not a length of time; write `5 s` or `200 ms`"))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, &SIZES)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0.as_millis() as u64, &SPANS)
    }
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Size, String> {
        text.parse()
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Span, String> {
        text.parse()
    }
}

impl From<Size> for String {
    fn from(size: Size) -> String {
        size.to_string()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTEST: &str = r#"
[run]
memory = "300 MB"
cores = [1]

[build]
time = "2 min"

[language.java.run]
memory = "1 GB"
cpu_time = "90 s"
"#;

    #[test]
    fn a_contest_says_what_is_different_and_the_table_says_the_rest() {
        let terms: Terms = toml::from_str(CONTEST).unwrap();
        let python = Language::named("python").run();
        assert_eq!(terms.run("python"), Limits { memory: 300 << 20, cores: vec![1], ..python });
        let java = terms.run("java");
        assert_eq!((java.memory, java.cpu_time), (1 << 30, Duration::from_secs(90)));
        assert_eq!(java.pids, Language::named("java").pids);
        assert_eq!(terms.build("rust").time, Duration::from_secs(120));
        assert_eq!(terms.build("rust").memory, Language::named("rust").build().memory);
    }

    #[test]
    fn terms_are_written_as_they_are_read() {
        let terms: Terms = toml::from_str(CONTEST).unwrap();
        assert_eq!(toml::from_str::<Terms>(&toml::to_string(&terms).unwrap()).unwrap(), terms);
        let json = serde_json::to_string(&terms).unwrap();
        assert!(json.contains(r#""memory":"300 MB""#), "{json}");
        assert_eq!(serde_json::from_str::<Terms>(&json).unwrap(), terms);
    }

    #[test]
    fn what_nobody_knows_is_refused_in_words() {
        for (wrong, told) in [
            ("[run]\nmemory_size = \"1 GB\"", "memory_size"),
            ("[run]\nmemory = \"1 gigabyte\"", "write `256 MB`"),
            ("[run]\nmemory = 1024", "expected a string"),
            ("[run]\ntime = \"5\"", "write `5 s`"),
            ("[run]\nmemory = \"99999999999999 GB\"", "not a size"),
            ("[language.cobol.run]\npids = 1", "`cobol` is not a language here; there are c, cpp"),
        ] {
            let refused = toml::from_str::<Terms>(wrong).unwrap_err().to_string();
            assert!(refused.contains(told), "{refused}");
        }
    }

    #[test]
    fn sizes_and_spans_are_words() {
        for text in ["256 MB", "1 GB", "3 KB", "7 B", "0 B"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
        for text in ["5 s", "200 ms", "2 min", "1 h", "0 ms"] {
            assert_eq!(text.parse::<Span>().unwrap().to_string(), text);
        }
        assert_eq!("64MB".parse(), Ok(Size(64 << 20)));
        assert_eq!("90s".parse::<Span>().unwrap().to_string(), "90 s");
    }
}
