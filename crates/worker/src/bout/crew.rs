use std::path::{Path, PathBuf};

use meydan_catalog::Offer;
use meydan_runner::{Chair, Crew, Fairness, Hosting, Judge, Launch, People, Place, SeatError};
use meydan_sandbox::{Command, Words};
use meydan_workshop::Build;

use super::Seated;
use crate::seat::Chairs;

/// Seats those of a contest's match. Nothing is started but builds, and those behind walls.
pub(super) struct BoutCrew {
    pub(super) seated: Vec<Seated>,
    /// There where a build is seated.
    pub(super) judge: Option<Judge>,
    pub(super) chairs: Chairs,
    /// Where the files of an original server go.
    pub(super) files: Option<PathBuf>,
}

impl Crew for BoutCrew {
    fn seat<G: Offer>(&mut self, place: Place<'_, G>) -> Result<Chair<G>, SeatError> {
        let stranger = || SeatError::Stranger(place.entrant.name.clone());
        match self.seated.get(place.who).ok_or_else(stranger)? {
            Seated::House(name) => place.house(name),
            Seated::Person => Ok(Chair::Player(
                self.chairs.person(place.seat, &place.prepared.config).ok_or_else(stranger)?,
            )),
            Seated::Build(build) => {
                let launch = launch(self.judge.as_ref(), build, place.fairness)?;
                Ok(if build.recipe.wire { Chair::Wire(Some(launch)) } else { Chair::Bot(launch) })
            }
        }
    }

    fn hosting(&self) -> Hosting {
        Hosting { port: Some(0), files: self.files.clone(), absence_is_a_fault: true, ..Hosting::default() }
    }
}

/// What starts a build. That it can be started was seen when it was built, so what goes wrong here is our trouble: a tool chain
/// that this machine lacks, a folder that somebody took away.
fn launch(judge: Option<&Judge>, build: &Build, fairness: Fairness) -> Result<Launch, SeatError> {
    let trouble = |why: &dyn std::fmt::Display| {
        SeatError::Start(format!("the build {} cannot be started: {why}", build.digest))
    };
    let judge = judge.ok_or_else(|| trouble(&"there are no walls around it"))?;
    let (program, args) =
        build.recipe.start.split_first().ok_or_else(|| trouble(&"it says nothing about its start"))?;
    let command = Command {
        program: inside(program, &build.folder),
        args: args.to_vec(),
        env: build.recipe.env.clone().into_iter().collect(),
        dir: Some(build.folder.clone()),
    };
    let launched = judge.launch(&command, Some(&build.recipe.language), Words::Brought, fairness);
    launched.map(|(launch, _)| launch).map_err(|error| trouble(&error))
}

/// A program of the build's own, by its place on this machine.
fn inside(program: &str, folder: &Path) -> String {
    let own = program
        .strip_prefix("/bot/")
        .or_else(|| (program.contains('/') && !program.starts_with('/')).then_some(program));
    own.map_or_else(|| program.to_owned(), |own| folder.join(own).display().to_string())
}
