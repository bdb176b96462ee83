use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use meydan_catalog::{fresh_seed, visit};
use meydan_runner::SeatSpec;
use meydan_terminal::{Console, Day, Difficulty, Lang, Options, PlayError, board, explain, saved_as};

use crate::adopt::seat;
use crate::ends::{Usage, misuse};
use crate::web;

mod others;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game (see `meydan games`)
    game: String,
    /// A board file, or a map of the game by name [default: a random board, or the game's first map]
    #[arg(long, alias = "map", value_name = "FILE")]
    board: Option<String>,
    /// What fixes all chance, a random board included [default: drawn]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// On a page in the browser instead of the terminal
    #[arg(long)]
    web: bool,
    /// With --web: the address to serve on [default: this machine, any port]
    #[arg(long, value_name = "ADDR", requires = "web")]
    listen: Option<SocketAddr>,
    /// With --web: where matches are kept
    #[arg(long, default_value = "meydan-data", value_name = "DIR", requires = "web")]
    data: PathBuf,
    /// Lines instead of a full screen; so it is anyway where there is no terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    labyrinth: Labyrinth,
    /// Who fills the other seats, for games against others [default: the strongest house bot]
    #[arg(long, value_name = "SEAT", value_parser = seat, help_heading = "Other games")]
    against: Option<SeatSpec>,
    /// The rules as the document has them, or as the original server had them [default: document]
    #[arg(long, value_name = "NAME", help_heading = "Other games")]
    ruleset: Option<String>,
}

/// Where `--help` tells of saved games, which every game has.
const SAVED: &str = "Saved games";

/// What only the labyrinth knows, and saved games.
#[derive(clap::Args)]
#[command(next_help_heading = "Labyrinth")]
struct Labyrinth {
    /// Rows of a random board, 2 to 255
    #[arg(long, value_name = "N")]
    rows: Option<u32>,
    /// Columns of a random board, 2 to 255
    #[arg(long, value_name = "N")]
    cols: Option<u32>,
    /// Runners of a random board
    #[arg(long, value_name = "N")]
    runners: Option<u32>,
    /// Hunters of a random board
    #[arg(long, value_name = "N")]
    hunters: Option<u32>,
    /// Fixed walls of a random board
    #[arg(long, value_name = "N")]
    walls: Option<u32>,
    /// Lucky boxes of a random board
    #[arg(long, value_name = "N")]
    boxes: Option<u32>,
    /// How hard a random board shall be: easy, medium, hard, insane
    #[arg(long, value_name = "HOW")]
    difficulty: Option<Difficulty>,
    /// The board of the day, the same for everybody; its shortest win is told when you have played [default day: today, UTC]
    #[arg(long, value_name = "DAY", num_args = 0..=1, default_missing_value = "today")]
    daily: Option<DayName>,
    /// Print the board and play nothing
    #[arg(long)]
    print: bool,
    /// A phase of the course: 1 print a board file, 2 print a random board, 3 one runner against one hunter,
    /// 4 several of both, 5 with lucky boxes, 6 with the choice between a new and a saved game
    #[arg(long, value_name = "1..6", value_parser = clap::value_parser!(u8).range(1..=6))]
    phase: Option<u8>,
    /// Keep the game in this file from the first move on; in the labyrinth a plain name is kept beside the other saves
    #[arg(long, value_name = "FILE", help_heading = SAVED)]
    save: Option<PathBuf>,
    /// With --save: write over the game that is there
    #[arg(long, requires = "save", help_heading = SAVED)]
    overwrite: bool,
    /// Go on with a saved game: a file, or in the labyrinth one of the names that --saves lists
    #[arg(long, value_name = "FILE", help_heading = SAVED)]
    resume: Option<PathBuf>,
    /// List the saved games of the labyrinth: name, round, board, date
    #[arg(long, help_heading = SAVED)]
    saves: bool,
    /// The language of the words: en or fa
    #[arg(long, value_name = "LANG", default_value = "en")]
    lang: Lang,
    /// Wait for other players on this address, each with a runner
    #[arg(long, value_name = "ADDR")]
    host: Option<String>,
    /// How many people play over the network, you included [default: 2]
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// How long the turn of a player who is away is waited for [default: until they are back]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
    /// Join a game that somebody hosts, or come back to it
    #[arg(long, value_name = "ADDR")]
    join: Option<String>,
    /// What the other players call you [default: your login name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.web {
        return web::play(&args.wish()?);
    }
    if args.game == "labyrinth" {
        let lang = args.labyrinth.lang;
        return meydan_terminal::play(&args.options()?, Console::of_process())
            .map_err(|error| told(error, lang));
    }
    if let Some(flag) = args.labyrinth.given() {
        misuse!("`{flag}` is for the labyrinth; leave it out, or play `{}` on a page with --web", args.game);
    }
    visit(&args.game, others::PlayLines(args))?
}

/// A day, or `today`.
#[derive(Clone, Debug)]
struct DayName(Day);

impl std::str::FromStr for DayName {
    type Err = String;

    fn from_str(text: &str) -> Result<DayName, String> {
        let day = if text == "today" { Ok(meydan_terminal::today()) } else { text.parse() };
        day.map(DayName).map_err(|error| error.to_string())
    }
}

/// An error in a language. A board that cannot be had is a wrong command line.
fn told(error: PlayError, lang: Lang) -> anyhow::Error {
    match (lang, &error) {
        (_, PlayError::Usage(_) | PlayError::Board { .. }) => Usage(explain(&error, lang)).into(),
        (Lang::En, _) => error.into(),
        (_, PlayError::File { .. } | PlayError::Generate(_)) => Usage(explain(&error, lang)).into(),
        _ => anyhow::anyhow!(explain(&error, lang)),
    }
}

impl Labyrinth {
    /// The first of these flags that was given and that no other game takes.
    fn given(&self) -> Option<&'static str> {
        let given = [
            ("--rows", self.rows.is_some()),
            ("--cols", self.cols.is_some()),
            ("--runners", self.runners.is_some()),
            ("--hunters", self.hunters.is_some()),
            ("--walls", self.walls.is_some()),
            ("--boxes", self.boxes.is_some()),
            ("--difficulty", self.difficulty.is_some()),
            ("--daily", self.daily.is_some()),
            ("--print", self.print),
            ("--phase", self.phase.is_some()),
            ("--saves", self.saves),
            ("--lang", self.lang != Lang::En),
            ("--host", self.host.is_some()),
            ("--players", self.players.is_some()),
            ("--patience", self.patience.is_some()),
            ("--join", self.join.is_some()),
            ("--name", self.name.is_some()),
        ];
        given.iter().find(|(_, given)| *given).map(|(flag, _)| *flag)
    }

    fn asks_for_a_board(&self) -> bool {
        let sizes = [self.rows, self.cols, self.runners, self.hunters, self.walls, self.boxes];
        sizes.iter().any(Option::is_some) || self.difficulty.is_some()
    }
}

impl Args {
    /// What is to be played on a page.
    fn wish(&self) -> Result<web::Wish> {
        let own = &self.labyrinth;
        let terminal = [
            ("--plain", self.plain),
            ("--print", own.print),
            ("--save", own.save.is_some()),
            ("--saves", own.saves),
            ("--lang", own.lang != Lang::En),
            ("--host", own.host.is_some()),
            ("--join", own.join.is_some()),
            ("--name", own.name.is_some()),
            ("--patience", own.patience.is_some()),
        ];
        if let Some((flag, _)) = terminal.iter().find(|(_, given)| *given) {
            misuse!(
                "`{flag}` is for the terminal; on the page games are saved by a button, and others join with the \
                 address that `--players` prints"
            );
        }
        match own.phase {
            Some(phase @ (1 | 2)) => misuse!(
                "phase {phase} prints a board and plays nothing, so there is nothing to play on a page; leave out --web"
            ),
            Some(6) if own.resume.is_some() => misuse!(
                "phase 6 begins with the choice between a new and a saved game; leave out --resume, or --phase"
            ),
            Some(_) if self.game != "labyrinth" => {
                misuse!("only the labyrinth has phases; leave out --phase")
            }
            Some(3) if own.players.is_some_and(|players| players > 1) => {
                misuse!("phase 3 has one runner and so one player; others can play from --phase 4 on")
            }
            _ => {}
        }
        let people = own.players.unwrap_or(1).max(1) as usize;
        let mut options = BTreeMap::new();
        let (mut made, mut seed) = (None, self.seed);
        if self.game == "labyrinth" && own.resume.is_none() {
            // The same board that the terminal would play, runners for everybody included.
            let drawn = self.seed.unwrap_or_else(fresh_seed);
            let (name, config) = board(&self.options()?, drawn).map_err(|error| told(error, Lang::En))?;
            if let Some(light) = config.light {
                // A phase without temporary walls: a board file cannot say it, the match can.
                options.insert("light".to_owned(), light.to_string());
            }
            if self.board.is_none() {
                made = Some((name, config.write().into_bytes()));
                seed = Some(drawn);
            }
        } else if self.labyrinth.asks_for_a_board() {
            misuse!("sizes and difficulty are for boards of the labyrinth; leave them out");
        }
        Ok(web::Wish {
            game: self.game.clone(),
            map: self.board.clone(),
            made,
            seed,
            ruleset: self.ruleset.clone(),
            people,
            against: self.against.clone(),
            resume: own.resume.as_deref().map(saved_as),
            options,
            asks: own.phase == Some(6),
            listen: self.listen,
            data: self.data.clone(),
        })
    }

    fn options(&self) -> Result<Options> {
        let own = &self.labyrinth;
        if self.against.is_some() || self.ruleset.as_deref().is_some_and(|name| name != "document") {
            misuse!(
                "in the labyrinth everybody plays against the hunters, by one ruleset; leave these flags out"
            );
        }
        Ok(Options {
            board: self.board.clone().map(PathBuf::from),
            rows: own.rows,
            cols: own.cols,
            runners: own.runners,
            hunters: own.hunters,
            walls: own.walls,
            boxes: own.boxes,
            seed: self.seed,
            difficulty: own.difficulty,
            daily: own.daily.as_ref().map(|DayName(day)| *day),
            print: own.print,
            phase: own.phase,
            plain: self.plain,
            save: own.save.clone(),
            resume: own.resume.clone(),
            host: own.host.clone(),
            players: own.players,
            join: own.join.clone(),
            name: own.name.clone(),
            patience: own.patience.map(Duration::from_secs),
            page: self.web,
            overwrite: own.overwrite,
            saves: own.saves,
            lang: own.lang,
        })
    }
}
