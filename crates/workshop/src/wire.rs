//! Clients of the original contests, known by what any client of them must say.

use crate::source::Source;

/// One of the contests.
#[derive(Debug)]
pub(crate) struct Contest {
    /// The game.
    pub(crate) game: &'static str,
    /// What people call it.
    pub(crate) title: &'static str,
    /// Words of its protocol; all of one line must be there, each in some file.
    marks: &'static [&'static [&'static str]],
    /// Words that only its server says, one of which is enough.
    serves: &'static [&'static str],
    /// Where the contest's kit in Python begins.
    pub(crate) python: &'static [&'static str],
    /// What that kit imports, and the package of today that has it: what it was pinned to has none for a Python of today, or fails there.
    pub(crate) packages: &'static [(&'static str, &'static str)],
}

const CONTESTS: [Contest; 4] = [
    Contest {
        game: "heroes",
        title: "Sharif AI Challenge 2019",
        // The variables that its server sets for clients were those of other years too, so a word of this one is asked for: a hero, what
        // heroes are called on the wire, or the end of a phase.
        marks: &[
            &["AICHostPort", "BLASTER"],
            &["AICHostPort", "heroConstants"],
            &["AICHostPort", "move-end"],
            &["7099", "move-end"],
        ],
        serves: &["ir.sharif.aichallenge.server"],
        python: &["Controller.py"],
        packages: &[],
    },
    Contest {
        game: "gotham",
        title: "Sharif AI Challenge 2022",
        // The package of its calls, which is in whatever was generated from them too.
        marks: &[&["ir.sharif.aic.hideandseek"]],
        // What was generated from the calls names the class; who extends it answers them.
        serves: &["extends GameHandlerGrpc.GameHandlerImplBase", "extends GameHandlerImplBase"],
        python: &["src/client.py", "client.py"],
        packages: &[("grpc", "grpcio==1.54.3"), ("google", "protobuf==3.20.3"), ("yaml", "PyYAML==6.0.1")],
    },
    Contest {
        game: "jungle",
        title: "Coveo Blitz 2022",
        // The contest's first round had the same door, but nothing to put on a map.
        marks: &[&["8765", "REGISTER", "SPAWN"]],
        serves: &["timePerTickMs"],
        python: &["application.py"],
        packages: &[("websockets", "websockets==10.4"), ("dataclasses_json", "dataclasses-json==0.5.2")],
    },
    Contest {
        game: "galaxy",
        title: "AI Cup 2023",
        marks: &[&["x-access-token", "next_state"]],
        // Its settings are copied into clients too.
        serves: &["register_blueprint"],
        python: &["run.py", "main.py"],
        packages: &[("flask", "flask==2.3.2"), ("flask", "werkzeug==2.3.8"), ("requests", "requests")],
    },
];

impl Contest {
    /// The contest whose client this is.
    pub(crate) fn find(source: Source<'_>) -> Option<&'static Contest> {
        Contest::that(|word| source.texts().any(|text| text.contains(word)))
    }

    fn that(said: impl Fn(&str) -> bool) -> Option<&'static Contest> {
        let all = |words: &&[&str]| words.iter().all(|word| said(word));
        CONTESTS.iter().find(|contest| contest.marks.iter().any(&all))
    }
}

/// The game of the contest whose client says these words.
pub fn client_of(said: impl Fn(&str) -> bool) -> Option<&'static str> {
    Contest::that(said).map(|contest| contest.game)
}

/// The packages that the kit in Python of a game's contest takes today.
pub fn packages_of(game: &str) -> impl Iterator<Item = &'static str> {
    let contest = CONTESTS.iter().find(move |contest| contest.game == game);
    contest.map_or(&[][..], |contest| contest.packages).iter().map(|(_, package)| *package)
}

/// What bots import beside their contest's kit, and the package that has it. NumPy 2 lacks names that bots of then use.
pub const FURTHER: [(&str, &str); 10] = [
    ("numpy", "numpy<2"),
    ("scipy", "scipy"),
    ("networkx", "networkx"),
    ("pandas", "pandas"),
    ("matplotlib", "matplotlib"),
    ("sklearn", "scikit-learn"),
    ("torch", "torch"),
    ("numba", "numba"),
    ("tqdm", "tqdm"),
    ("PIL", "Pillow"),
];

/// What lists of the contests' kits name for making programs, generating code or older packages: bots that do not import it need none of it.
pub(crate) const TOOLS: [(&str, &str); 5] = [
    ("altgraph", "altgraph"),
    ("grpc_tools", "grpcio-tools"),
    ("PyInstaller", "pyinstaller"),
    ("_pyinstaller_hooks_contrib", "pyinstaller-hooks-contrib"),
    ("six", "six"),
];

/// Whether a line of Python imports a module, or something of it.
pub fn imports(line: &str, module: &str) -> bool {
    let mut words = line.trim().split([' ', '.', ',', ';']);
    matches!(words.next(), Some("import" | "from")) && words.any(|word| word == module)
}

/// Whether these are words that only the original server of a game says.
pub fn is_server(game: &str, said: impl Fn(&str) -> bool) -> bool {
    CONTESTS.iter().any(|contest| contest.game == game && contest.serves.iter().any(|word| said(word)))
}

/// Other rounds and years of the same contests, whose clients knock at the same door: what they are called, and their words.
const OTHERS: [(&str, &[&str]); 2] = [
    ("the first round of Coveo Blitz 2022, in which totems were laid out", &["8765", "REGISTER", "otem"]),
    // Those of 2018, 2020 and 2021 read the same variables.
    ("the Sharif AI Challenge of another year", &["AICHostPort"]),
];

/// The contest of a client that says these words, where it is one of another game that is not played here.
pub fn other_contest(said: impl Fn(&str) -> bool) -> Option<&'static str> {
    if Contest::that(&said).is_some() {
        return None;
    }
    OTHERS.iter().find(|(_, words)| words.iter().all(|word| said(word))).map(|(title, _)| *title)
}

/// What people call the original contest of a game; `None`: it had none.
pub fn contest_of(game: &str) -> Option<&'static str> {
    CONTESTS.iter().find(|contest| contest.game == game).map(|contest| contest.title)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kits of the years say: all of them read the same variables of their server.
    #[test]
    fn the_years_of_one_contest_are_told_apart() {
        let variables =
            r#"argNames = ["AICHostIP", "AICHostPort", "AICToken", "AICRetryDelay"]; port = 7099"#;
        let of = |more: &str| {
            let text = format!("{variables}\n{more}");
            (client_of(|word| text.contains(word)), other_contest(|word| text.contains(word)))
        };
        let another = (None, Some("the Sharif AI Challenge of another year"));
        assert_eq!(of("public Event createArcherTower(int x, int y)"), another, "2018");
        assert_eq!(of("def get_king_by_id(self): self.cast_unit_spell()"), another, "2020");
        assert_eq!(of("class AntType(Enum): SARBAAZ = 0"), another, "2021");
        for own in ["BLASTER = 'BLASTER'", "msg['heroConstants']", "new Event(\"move-end\", args)"] {
            assert_eq!(of(own), (Some("heroes"), None), "{own}");
        }
    }
}
