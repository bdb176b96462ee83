//! How a new game is named in the files that name all games. Each edit is a function of the text.

use anyhow::{Context, Result};

use super::name::Name;

/// Gives the text with the game in it, or says what was not found there.
pub(super) type Edit = fn(&str, &Name) -> Result<String>;

/// The widest line that rustfmt leaves alone.
const WIDTH: usize = 110;

/// The workspace's manifest: where the crate is.
pub(super) fn workspace(text: &str, name: &Name) -> Result<String> {
    let line = name.fill("meydan-__name__ = { path = \"games/__name__\" }");
    in_section(text, "[workspace.dependencies]", &line, dependency)
}

/// The catalogue's manifest: that it uses the crate, and its types where types are asked for.
pub(super) fn catalog(text: &str, name: &Name) -> Result<String> {
    let text =
        in_section(text, "[dependencies]", &name.fill("meydan-__name__.workspace = true"), dependency)?;
    let feature =
        |line: &str| Some(line.trim_start().strip_prefix("\"meydan-")?.split_once('/')?.0.to_owned());
    in_section(&text, "[features]", &name.fill("    \"meydan-__name__/ts\","), feature)
}

/// The catalogue's list: the module, the name and the arm.
pub(super) fn games(text: &str, name: &Name) -> Result<String> {
    let module = |line: &str| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
    let text = in_order(text, &name.fill("mod __name__;"), module).context("it has no line `mod …;`")?;
    arm(&names(&text, name)?, name)
}

/// The name of one of our crates, where a line of a manifest is about it.
fn dependency(line: &str) -> Option<String> {
    let name = line.strip_prefix("meydan-")?;
    Some(name.split(['.', ' ', '=']).next().unwrap_or(name).to_owned())
}

/// Puts a line where it belongs among its like in one section of a manifest.
fn in_section(text: &str, head: &str, line: &str, key: fn(&str) -> Option<String>) -> Result<String> {
    let missing = || format!("it has no section `{head}` with games in it");
    let begin = text.find(&format!("{head}\n")).with_context(missing)? + head.len() + 1;
    let end = text[begin..].find("\n[").map_or(text.len(), |length| begin + length + 1);
    let section = in_order(&text[begin..end], line, key).with_context(missing)?;
    Ok(format!("{}{section}{}", &text[..begin], &text[end..]))
}

/// Puts a line among the lines that have a key, which are in order; `None` if no line has one.
fn in_order(text: &str, line: &str, key: fn(&str) -> Option<String>) -> Option<String> {
    let own = key(line)?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let keys = || lines.iter().enumerate().filter_map(|(at, line)| Some((at, key(line.trim_end())?)));
    let before = keys().find(|(_, key)| *key > own).map(|(at, _)| at);
    let at = before.or_else(|| keys().next_back().map(|(at, _)| at + 1))?;
    Some(format!("{}{line}\n{}", lines[..at].concat(), lines[at..].concat()))
}

/// Adds the name to the list of names, laid out as rustfmt does: in one line, in the next, or as a column.
fn names(text: &str, name: &Name) -> Result<String> {
    const HEAD: &str = "pub const NAMES: &[&str] =";
    const TAIL: &str = "];";
    let missing = || format!("it has no list `{HEAD} &[…{TAIL}`");
    let begin = text.find(HEAD).with_context(missing)? + HEAD.len();
    let end = begin + text[begin..].find(TAIL).with_context(missing)? + TAIL.len();
    let known = text[begin..end].split('"').skip(1).step_by(2).map(|known| format!("\"{known}\""));
    let names: Vec<String> = known.chain([name.fill("\"__name__\"")]).collect();
    let row = format!("&[{}];", names.join(", "));
    let list = if HEAD.len() + 1 + row.len() <= WIDTH {
        format!(" {row}")
    } else if 4 + row.len() <= WIDTH {
        format!("\n    {row}")
    } else {
        let column: String = names.iter().map(|name| format!("    {name},\n")).collect();
        format!(" &[\n{column}{TAIL}")
    };
    Ok(format!("{}{list}{}", &text[..begin], &text[end..]))
}

/// Adds the arm of the one `match`, as the last before the one for everything else.
fn arm(text: &str, name: &Name) -> Result<String> {
    let last =
        text.find("        _ => Err(UnknownGame(").context("it has no arm `_ => Err(UnknownGame(…))`")?;
    let arm = name.fill("        \"__name__\" => Ok(what.visit::<meydan___name__::__Name__>()),\n");
    Ok(format!("{}{arm}{}", &text[..last], &text[last..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(word: &str) -> Name {
        Name::new(word, &[], "").unwrap()
    }

    #[test]
    fn a_crate_stands_among_its_like_in_order() {
        let manifest = "[workspace.dependencies]\nmeydan-core = { path = \"crates/core\" }\n\
            meydan-galaxy-wire = { path = \"protocols/galaxy\" }\n\nanyhow = \"1\"\n\n[lints]\nmeydan-zoo = 1\n";
        let lines = |word: &str| -> Vec<String> {
            let made = workspace(manifest, &named(word)).unwrap();
            made.lines().skip(1).take(3).map(|line| line.split(' ').next().unwrap().to_owned()).collect()
        };
        assert_eq!(lines("apples"), ["meydan-apples", "meydan-core", "meydan-galaxy-wire"]);
        assert_eq!(lines("gala"), ["meydan-core", "meydan-gala", "meydan-galaxy-wire"]);
        assert_eq!(lines("zebra"), ["meydan-core", "meydan-galaxy-wire", "meydan-zebra"]);
    }

    #[test]
    fn the_catalogue_uses_the_crate_and_its_types() {
        let manifest = "[features]\nts = [\n    \"dep:ts-rs\",\n    \"meydan-core/ts\",\n]\n\n\
            [dependencies]\nmeydan-core.workspace = true\nserde.workspace = true\n";
        let wanted = "[features]\nts = [\n    \"dep:ts-rs\",\n    \"meydan-core/ts\",\n    \"meydan-nim/ts\",\n]\n\n\
            [dependencies]\nmeydan-core.workspace = true\nmeydan-nim.workspace = true\nserde.workspace = true\n";
        assert_eq!(catalog(manifest, &named("nim")).unwrap(), wanted);
    }

    const GAMES: &str = "\
mod galaxy;
mod jungle;

pub const NAMES: &[&str] = &[\"jungle\", \"galaxy\"];

    match game {
        \"galaxy\" => Ok(what.visit::<meydan_galaxy::Galaxy>()),
        _ => Err(UnknownGame(game.to_owned())),
    }
";

    #[test]
    fn the_list_of_games_gains_a_module_a_name_and_an_arm() {
        let wanted = "\
mod galaxy;
mod hex;
mod jungle;

pub const NAMES: &[&str] = &[\"jungle\", \"galaxy\", \"hex\"];

    match game {
        \"galaxy\" => Ok(what.visit::<meydan_galaxy::Galaxy>()),
        \"hex\" => Ok(what.visit::<meydan_hex::Hex>()),
        _ => Err(UnknownGame(game.to_owned())),
    }
";
        assert_eq!(games(GAMES, &named("hex")).unwrap(), wanted);
    }

    #[test]
    fn a_longer_list_of_names_goes_to_the_next_line_and_then_becomes_a_column() {
        let add = |text: &str, words: &[&str]| {
            words.iter().fold(text.to_owned(), |text, word| games(&text, &named(word)).unwrap())
        };
        let long = add(GAMES, &["mancalamancala", "checkerscheckers", "backgammons", "reversireversi"]);
        let row = "\"jungle\", \"galaxy\", \"mancalamancala\", \"checkerscheckers\", \"backgammons\", \"reversireversi\"";
        assert!(long.contains(&format!("pub const NAMES: &[&str] =\n    &[{row}];\n")), "{long}");
        let longer = add(&long, &["hexhexhexhex"]);
        assert!(
            longer.contains("pub const NAMES: &[&str] = &[\n    \"jungle\",\n    \"galaxy\",\n"),
            "{longer}"
        );
        assert!(longer.contains("    \"hexhexhexhex\",\n];\n"), "{longer}");
    }

    #[test]
    fn a_file_that_looks_different_is_not_guessed_at() {
        let said = |done: Result<String>| done.unwrap_err().to_string();
        assert_eq!(
            said(games("mod a;\n", &named("nim"))),
            "it has no list `pub const NAMES: &[&str] = &[…];`"
        );
        assert!(said(workspace("[workspace]\n", &named("nim"))).contains("[workspace.dependencies]"));
        assert!(said(games(&GAMES.replace("_ =>", "other =>"), &named("nim"))).contains("UnknownGame"));
    }
}
