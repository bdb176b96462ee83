//! `meydan`: play, watch and judge AI-programming games.
//!
//! Every subcommand is one file with its arguments and its `run`. An error is one plain sentence on stderr; the exit
//! code is 0 when the thing asked for was done, 1 when it failed, 2 when the command line was wrong.

mod adopt;
mod archive;
mod arena;
mod backup;
mod bench;
mod build;
mod check;
mod comment;
mod dev;
mod doctor;
mod ends;
mod export;
mod fit;
mod follow;
mod games;
mod gauntlet;
mod host;
mod league;
mod log;
mod map;
mod matches;
mod new;
mod oidc;
mod options;
mod play;
mod reel;
mod rerun;
mod say;
mod show;
mod simulate;
mod spent;
mod submit;
mod tale;
mod tls;
mod trouble;
mod verify;
mod view;
mod web;
mod worker;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Meydan: one place in which AI-programming games are played.
#[derive(Parser)]
#[command(name = "meydan", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games: seats, maps, clocks, rulesets, house bots
    Games(games::Args),
    /// Play one match and print the result
    Match(matches::Args),
    /// Play yourself, at the terminal or on a page
    Play(play::Args),
    /// Be the original contest's server: wait for its clients and play
    Host(host::Args),
    /// Say what a published bot of one of the contests is, and how it is started here
    Adopt(adopt::Args),
    /// Open the arena: contests, and a page with the games
    Arena(arena::Args),
    /// Work for an arena on another machine: build its bots, play its matches
    Worker(worker::Args),
    /// Send a bot to an arena and say what became of it
    Submit(submit::Args),
    /// Show a recorded match in the browser
    View(view::Args),
    /// A recorded match as one file to share: a page, a picture, an animation
    Export(export::Args),
    /// Make a random map
    Map(map::Args),
    /// Play a recorded match again and compare every hash
    Verify(verify::Args),
    /// Play many matches with seats swapped and rate the bots
    Gauntlet(gauntlet::Args),
    /// Judge a student's program of the labyrinth course, rule by rule
    Check(check::Args),
    /// Go through a played game of the labyrinth with the solver
    Comment(comment::Args),
    /// Watch a bot's folder: build it and play again at every save, with a page that follows
    Dev(dev::Args),
    /// Feed a recorded match to a bot, for instance under a debugger
    Rerun(rerun::Args),
    /// Print a recorded match as the page draws it, one JSON line per window
    Reel(reel::Args),
    /// Say what this machine can do, and what is missing
    Doctor(doctor::Args),
    /// Measure engines and referee on this machine
    Bench(bench::Args),
    /// Say how an arena of any size would do, from what its tasks cost
    Simulate(simulate::Args),
    /// Build a bot that lives in a folder, if its files have changed
    Build(build::Args),
    /// Start something new: a bot from a starter kit (without arguments the kits are listed), or a game
    New(new::Args),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The bot that `bench` talks to
    #[command(hide = true)]
    Parrot {
        /// What it always answers
        answer: String,
    },
}

/// `--sprt -5,20` as clap wants it, with a `=`: a word that begins with a dash would be a flag.
fn with_bounds(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    for word in words {
        let below = word.to_str().and_then(|word| word.strip_prefix('-')?.split_once(','));
        let bounds =
            below.is_some_and(|(low, high)| low.parse::<f64>().is_ok() && high.parse::<f64>().is_ok());
        match all.last_mut().filter(|last| bounds && *last == "--sprt") {
            Some(last) => {
                last.push("=");
                last.push(word);
            }
            None => all.push(word),
        }
    }
    all
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(with_bounds(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let done = match cli.command {
        Command::Games(args) => games::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Host(args) => host::run(&args, Cli::command),
        Command::Adopt(args) => adopt::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Worker(args) => worker::run(&args),
        Command::Submit(args) => submit::run(&args),
        Command::View(args) => view::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Map(args) => map::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Gauntlet(args) => gauntlet::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Comment(args) => comment::run(&args),
        Command::Dev(args) => dev::run(&args),
        Command::Rerun(args) => rerun::run(&args),
        Command::Reel(args) => reel::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Build(args) => build::run(&args),
        Command::New(args) => new::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "meydan", &mut script);
            say::bytes(&script)
        }
        Command::Parrot { answer } => bench::parrot(&answer),
    };
    ends::code(done)
}
