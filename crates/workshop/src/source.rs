use meydan_sandbox::intake::{File, Submission};

/// Files of this size or more are not looked into.
const LARGE: usize = 1 << 20;

/// A submission as shapes look at it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a>(pub(crate) &'a Submission);

impl<'a> Source<'a> {
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.files.contains_key(name)
    }

    /// The text of a file, without a mark at its start that some editors leave.
    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        let text = text(self.0.files.get(name)?)?;
        Some(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// The names at the top.
    pub(crate) fn top(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names().filter(|name| !name.contains('/'))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.0.files.keys().map(String::as_str)
    }

    /// Files whose names end so, but for tests.
    pub(crate) fn ending(&self, ends: &[&str]) -> Vec<&'a str> {
        let ends_so = |name: &&str| ends.iter().any(|end| name.ends_with(end)) && !is_test(name);
        self.names().filter(ends_so).collect()
    }

    /// The texts of all files that are texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.0.files.values().filter_map(text)
    }
}

fn text(file: &File) -> Option<&str> {
    std::str::from_utf8(&file.bytes).ok().filter(|text| text.len() < LARGE)
}

fn is_test(name: &str) -> bool {
    let folders = name.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|folder| ["test", "tests"].contains(&folder))
}
