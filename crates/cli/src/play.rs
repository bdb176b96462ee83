use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use meydan_catalog::{Offer, SeatSpec, Visit, visit};
use meydan_core::trace::SeatName;
use meydan_terminal::{Console, Difficulty, Options, PlayError};

use crate::matches;
use crate::options::{Pace, Setting, prepare};
use crate::web;

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
    #[arg(long, value_name = "SEAT", help_heading = "Other games")]
    against: Option<SeatSpec>,
    /// The rules as the document has them, or as the original server had them [default: document]
    #[arg(long, value_name = "NAME", help_heading = "Other games")]
    ruleset: Option<String>,
}

/// What only the labyrinth knows.
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
    /// Print the board and play nothing
    #[arg(long)]
    print: bool,
    /// A phase of the course: 1 print a board file, 2 print a random board, 3 one runner against one hunter,
    /// 4 several of both, 5 with lucky boxes, 6 with the choice between a new and a saved game
    #[arg(long, value_name = "1..6", value_parser = clap::value_parser!(u8).range(1..=6))]
    phase: Option<u8>,
    /// Keep the game in this file from the first move on
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
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
        return match meydan_terminal::play(&args.options()?, Console::of_process()) {
            Err(PlayError::Usage(reason)) => {
                eprintln!("meydan: {reason}");
                std::process::exit(2);
            }
            played => Ok(played?),
        };
    }
    visit(&args.game, PlayLines(args))?
}

impl Args {
    /// What is to be played on a page.
    fn wish(&self) -> Result<web::Wish> {
        let own = &self.labyrinth;
        let terminal = [
            ("--plain", self.plain),
            ("--print", own.print),
            ("--phase", own.phase.is_some()),
            ("--save", own.save.is_some()),
            ("--host", own.host.is_some()),
            ("--join", own.join.is_some()),
            ("--name", own.name.is_some()),
            ("--patience", own.patience.is_some()),
        ];
        if let Some((flag, _)) = terminal.iter().find(|(_, given)| *given) {
            bail!(
                "`{flag}` is for the terminal; on the page games are saved by a button, and others join with the \
                 address that `--players` prints"
            );
        }
        let sizes = [
            ("rows", own.rows),
            ("cols", own.cols),
            ("runners", own.runners),
            ("hunters", own.hunters),
            ("walls", own.walls),
            ("boxes", own.boxes),
        ];
        let people = own.players.unwrap_or(1).max(1) as usize;
        let mut knobs: Vec<(String, String)> = sizes
            .iter()
            .filter_map(|(name, value)| Some(((*name).to_owned(), value.as_ref()?.to_string())))
            .collect();
        knobs.extend(own.difficulty.map(|how| ("difficulty".to_owned(), how.to_string())));
        if people > 1 && !knobs.is_empty() && own.runners.is_none() {
            knobs.push(("runners".to_owned(), people.to_string()));
        }
        Ok(web::Wish {
            game: self.game.clone(),
            map: self.board.clone(),
            knobs: (!knobs.is_empty()).then_some(knobs),
            seed: self.seed,
            ruleset: self.ruleset.clone(),
            people,
            against: self.against.clone(),
            resume: own.resume.clone(),
            listen: self.listen,
            data: self.data.clone(),
        })
    }

    fn options(&self) -> Result<Options> {
        let own = &self.labyrinth;
        if self.against.is_some() || self.ruleset.as_deref().is_some_and(|name| name != "document") {
            bail!(
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
        })
    }
}

/// Any other game: a person on the first seat, who sees views and types acts as JSON.
struct PlayLines<'a>(&'a Args);

impl Visit for PlayLines<'_> {
    type Out = Result<()>;

    fn visit<G: Offer>(self) -> Result<()> {
        let args = self.0;
        let setting = Setting {
            map: args.board.clone(),
            seed: args.seed,
            ruleset: args.ruleset.clone(),
            set: Vec::new(),
        };
        let mut plan = setting.plan::<G>(0);
        plan.sides = None;
        let prepared = prepare::<G>(&plan)?;
        let other = match (&args.against, G::house_bots().last()) {
            (Some(spec), _) => spec.clone(),
            (None, Some(bot)) => SeatSpec::House((*bot).to_owned()),
            (None, None) => bail!("`{}` has no house bots; say who plays with --against", G::NAME),
        };
        let sides = prepared.game.roster().sides().count();
        let mut given = vec![other; sides];
        given[0] = SeatSpec::Human;
        let specs = SeatSpec::deal(&prepared, &given)?;
        let names: Vec<SeatName> = specs.iter().map(SeatSpec::name).collect();
        let time = Pace::Off.control(prepared.time_control());
        let header = prepared.header(names, &time);
        let report = matches::play(prepared, &specs, time, &header, Vec::new(), None)?;
        println!("{} after {} windows", report.outcome.reason, report.windows);
        for standing in &report.outcome.standings {
            println!("  {}.  seat {}  {}", standing.rank, standing.seat, standing.score);
        }
        Ok(())
    }
}
