use super::game::TEMPLATES;
use crate::ends::Usage;

/// The name of a new game: a word that can be a crate, a module and, with a capital, a type.
pub(super) struct Name(String);

/// The longest name. The code that is made keeps its lines with it.
const LONGEST: usize = 20;

/// Words that Rust keeps for itself, and crates that are always there.
const RESERVED: &str = "abstract alloc as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static std struct super \
    trait true try type typeof unsafe unsized use virtual where while yield";

impl Name {
    /// Takes a word, unless it cannot be a name or means something already: `packages` are the names of all packages,
    /// `games` is the file in which the game will be a module.
    pub(super) fn new(word: &str, packages: &[String], games: &str) -> Result<Name, Usage> {
        let plain = (2..=LONGEST).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
        if !plain {
            return Err(Usage(format!(
                "`{word}` cannot be the name of a game; give a word of 2 to {LONGEST} letters, a to z"
            )));
        }
        if packages.iter().any(|package| package == word) {
            return Err(Usage(format!("there is a `{word}` already; choose another name")));
        }
        let name = Name(word.to_owned());
        let code = TEMPLATES.iter().map(|template| template.text);
        let means_something = RESERVED.split_whitespace().any(|reserved| reserved == word)
            || uses(games, word)
            || code.into_iter().any(|code| uses(code, &name.type_name()));
        if means_something {
            return Err(Usage(format!("`{word}` means something in code already; choose another name")));
        }
        Ok(name)
    }

    /// The game's type.
    pub(super) fn type_name(&self) -> String {
        let (first, rest) = self.0.split_at(1);
        first.to_ascii_uppercase() + rest
    }

    /// The text with the name in place of `__name__`, and the type in place of `__Name__`.
    pub(super) fn fill(&self, text: &str) -> String {
        text.replace("__name__", &self.0).replace("__Name__", &self.type_name())
    }
}

/// Whether a word stands in code. What comments say does not count.
fn uses(code: &str, word: &str) -> bool {
    let outside = |c: char| !c.is_alphanumeric() && c != '_';
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(outside)).any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str =
        "// The catalogue visits games.\nuse thiserror::Error;\nmod jungle;\n\nmod tests {}\n";

    fn refusal(word: &str) -> Option<String> {
        Name::new(word, &["jungle".into(), "core".into()], GAMES).err().map(|usage| usage.to_string())
    }

    #[test]
    fn a_plain_word_is_a_name() {
        for word in ["nim", "go", "chess", "visits", "abcdefghijklmnopqrst"] {
            assert_eq!(refusal(word), None, "{word}");
        }
        let name = Name::new("nim", &[], GAMES).unwrap();
        assert_eq!(name.fill("meydan___name__::__Name__"), "meydan_nim::Nim");
    }

    #[test]
    fn whatever_is_not_a_plain_word_is_refused() {
        for word in
            ["", "x", "Nim", "tic-tac", "tic_tac", "connect4", "../nim", "नीम", "abcdefghijklmnopqrstu"]
        {
            let said = refusal(word).unwrap();
            assert!(said.starts_with(&format!("`{word}` cannot be the name of a game")), "{said}");
        }
    }

    #[test]
    fn a_name_that_is_taken_is_refused() {
        for word in ["jungle", "core"] {
            assert!(refusal(word).unwrap().starts_with(&format!("there is a `{word}` already")));
        }
    }

    #[test]
    fn a_word_that_means_something_in_code_is_refused() {
        // A keyword, a crate, a module beside it, a type that the game's own code uses.
        for word in ["match", "std", "thiserror", "tests", "chance", "config", "game", "vec"] {
            assert!(refusal(word).unwrap().contains("means something in code"), "{word}");
        }
    }
}
