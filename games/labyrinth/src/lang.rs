use std::str::FromStr;

/// A language that people read. The course that the game comes from is given in Persian.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Persian.
    Fa,
}

impl Lang {
    /// All of them, with the names that `--lang` takes.
    pub const ALL: [(&'static str, Lang); 2] = [("en", Lang::En), ("fa", Lang::Fa)];
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Lang, String> {
        let known = Lang::ALL.into_iter().find(|(name, _)| *name == text);
        known.map(|(_, lang)| lang).ok_or_else(|| format!("there is no language `{text}`; choose en or fa"))
    }
}
