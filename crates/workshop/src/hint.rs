//! Why a build failed, in a sentence for its author.

use meydan_sandbox::{Cause, Limits, Report};

/// How much of the end of a log is looked at.
const TAIL: usize = 64 << 10;

/// The end of a log.
#[derive(Default)]
pub(crate) struct Tail(Vec<u8>);

impl Tail {
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        if self.0.len() > 2 * TAIL {
            self.0.drain(..self.0.len() - TAIL);
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

/// What tools say when they want something from a network. What is missing stands behind some of them.
const MISSING: [(&str, &str); 13] = [
    ("No matching distribution found for ", "\n"),
    ("no matching package named `", "`"),
    ("failed to select a version for the requirement `", "`"),
    ("failed to get `", "`"),
    ("code ENOTCACHED", ""),
    ("no required module provides package ", ";"),
    ("module lookup disabled by GOPROXY=off", ""),
    (": reading file:///provide/go/", "/@v"),
    ("in offline mode and the artifact ", " has not been downloaded"),
    ("(or it cannot be accessed) in offline mode", ""),
    ("NU1101: Unable to find package ", "."),
    ("NU1100: Unable to resolve '", "'"),
    ("error: package ", " does not exist"),
];

/// What programs say that call somebody.
const CALLS: [&str; 8] = [
    "Temporary failure in name resolution",
    "Could not resolve host",
    "Network is unreachable",
    "getaddrinfo EAI_AGAIN",
    "ENOTFOUND",
    "Name or service not known",
    "Could not resolve hostname",
    "UnknownHostException",
];

/// The sentence. `most` is how many bytes of files it may leave; what it said in words had the limit of its output.
pub(crate) fn explain(report: &Report, limits: &Limits, most: u64, log: &Tail) -> String {
    let text = log.text();
    let cause = match report.cause {
        Cause::Output(bytes) if bytes != limits.output => {
            format!("it left more than {} MB of files; leave out what the bot does not need", most >> 20)
        }
        Cause::Output(bytes) => format!("it wrote more than {} KB to its log", bytes >> 10),
        Cause::Exit(0) => "it ended by itself before it was done".to_owned(),
        other => other.to_string(),
    };
    let disk = || format!("it wrote more than the {} MB that a build may write", limits.disk >> 20);
    let forks =
        || format!("it started more than the {} processes that a build may have at once", limits.pids);
    let fork_words = ["Cannot fork", "fork: retry", "Resource temporarily unavailable"];
    match report.cause {
        Cause::Exit(_) | Cause::Signal(25) if text.contains("No space left on device") => disk(),
        Cause::Signal(25) => disk(),
        Cause::Exit(_) if fork_words.iter().any(|word| text.contains(word)) => forks(),
        Cause::Exit(_) => match needs(&text) {
            Some(needs) => format!(
                "{needs}, and a build has no network: it gets what lies in the archive and what the organiser provides"
            ),
            None => format!("{cause}; the end of its log says why"),
        },
        _ => cause,
    }
}

/// What it wants from a network.
fn needs(text: &str) -> Option<String> {
    let missing = MISSING.iter().find_map(|(before, after)| {
        let rest = text.split_once(before)?.1;
        let what = if after.is_empty() { "" } else { rest.split(after).next().unwrap_or_default().trim() };
        Some(what.chars().filter(|c| !c.is_control()).take(80).collect::<String>())
    });
    match missing {
        Some(what) if !what.is_empty() => Some(format!("a dependency is missing (`{what}`)")),
        Some(_) => Some("a dependency is missing".to_owned()),
        None => CALLS
            .iter()
            .any(|word| text.contains(word))
            .then(|| "it wants something from a network".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tools_want_is_named() {
        for (said, what) in [
            ("ERROR: No matching distribution found for websockets==8.1\n", Some("(`websockets==8.1`)")),
            ("error: no matching package named `rand` found\nlocation searched", Some("(`rand`)")),
            ("npm ERR! code ENOTCACHED\n", Some("a dependency is missing")),
            ("main.go:3:8: no required module provides package x.org/y; to add it", Some("(`x.org/y`)")),
            ("curl: (6) Could not resolve host: example.org", Some("from a network")),
            ("main.c:3:1: error: expected ';'", None),
        ] {
            let needs = needs(said);
            assert_eq!(needs.is_some(), what.is_some(), "{said}");
            assert!(needs.unwrap_or_default().contains(what.unwrap_or_default()), "{said}");
        }
    }

    #[test]
    fn a_long_log_is_remembered_by_its_end() {
        let mut tail = Tail::default();
        (0..100_000).for_each(|line| tail.take(format!("{line}\n").as_bytes()));
        assert!(tail.text().ends_with("99999\n") && tail.0.len() <= 2 * TAIL);
    }
}
