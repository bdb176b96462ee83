//! Whether a map is one that bots of a contest can play on: the contest's own had things that they took for granted.

use std::path::{Path, PathBuf};

use anyhow::Result;
use meydan_catalog::{MapChoice, Offer, Prepared, Visit, visit};
use meydan_runner::SeatSpec;
use meydan_sandbox::Command;

use crate::adopt::{FIFTH, knows_five};
use crate::options::{Setting, map_choice};
use crate::say::remark;

/// The option of heroes by which the fifth hero comes or goes.
const CLASSES: &str = "classes";

/// The setting with which clients of a contest fit, as far as nobody asked for another: one of our maps that is like the contest's,
/// and the heroes that they know. What does not fit and was asked for is said.
pub(crate) fn fit(game: &str, setting: &Setting, seats: &[SeatSpec]) -> Result<Setting> {
    let fitted = fit_quietly(game, setting, seats)?;
    if let Some(map) = fitted.map.as_deref().filter(|_| setting.map.is_none()) {
        remark!("the map is `{map}`, which has what bots of the contest expect; --map asks for another");
    }
    Ok(fitted)
}

/// The same for many matches, of which each has another of those maps, if nobody asked for one.
pub(crate) fn fit_many(game: &str, setting: &Setting, seats: &[SeatSpec]) -> Result<Setting> {
    let fitted = fit_quietly(game, setting, seats)?;
    if setting.map.is_none() && fitted.map.is_some() {
        remark!("the maps are those that have what bots of the contest expect; --map asks for another");
    }
    Ok(Setting { map: setting.map.clone(), ..fitted })
}

fn fit_quietly(game: &str, setting: &Setting, seats: &[SeatSpec]) -> Result<Setting> {
    if !seats.iter().any(SeatSpec::is_wire) {
        return Ok(setting.clone());
    }
    let clients = if game == "heroes" { versions(seats) } else { Vec::new() };
    let fitted = visit(game, Fit { setting, clients: &clients, all_known: all_known(seats, &clients) })??;
    if fitted.set.len() > setting.set.len() {
        remark!(
            "all clients know the fifth hero, `{FIFTH}`, so it plays too; --set {CLASSES}=4 leaves it out"
        );
    }
    Ok(fitted)
}

/// Says what a map lacks that bots of the contest expect.
pub(crate) fn warn_of<G: Offer>(map: &str, config: &G::Config) {
    let Some(lacks) = G::unlike_contest(config) else { return };
    let ours = match G::CONTEST_MAPS {
        [] => String::new(),
        [last] => format!("; --map {last} is as theirs were"),
        [maps @ .., last] => format!("; --map {} and {last} are as theirs were", maps.join(", ")),
    };
    remark!("warning: the map `{map}` {lacks}{ours}");
}

struct Fit<'a> {
    setting: &'a Setting,
    /// Seats whose client's version is known, and whether it knows the fifth hero.
    clients: &'a [(usize, bool)],
    all_known: bool,
}

impl Visit for Fit<'_> {
    type Out = Result<Setting>;

    fn visit<G: Offer>(self) -> Result<Setting> {
        let mut setting = self.setting.clone();
        if setting.map.is_none() {
            setting.map = G::CONTEST_MAPS.first().map(|&map| map.to_owned());
        }
        let map = setting.map.as_deref().map(|map| map_choice(G::NAME, map)).transpose()?;
        let ours = !matches!(map, Some(MapChoice::Brought(..)));
        let free = !setting.set.iter().any(|(name, _)| name == CLASSES);
        if ours && free && self.all_known && self.clients.iter().all(|(_, knows)| *knows) {
            setting.set.push((CLASSES.to_owned(), "5".to_owned()));
        }
        let order = setting.order(G::NAME, &[])?;
        let Ok(prepared) = Prepared::<G>::new(&order.choice::<G>()) else {
            // Whoever plays says what is wrong with it.
            return Ok(setting);
        };
        warn_of::<G>(&prepared.map, &prepared.config);
        let classes = serde_json::to_value(&prepared.config)?["heroes"].take();
        let fifth = classes.as_array().into_iter().flatten().any(|class| class["name"] == FIFTH);
        for (seat, knows) in self.clients {
            match (knows, fifth) {
                (false, true) => remark!(
                    "warning: the client on seat {seat} is of version 1.x and knows no fifth hero, but the map `{}` has one (`{FIFTH}`); \
                     --set {CLASSES}=4 plays without it",
                    prepared.map
                ),
                (true, false) if self.all_known && self.clients.iter().all(|(_, knows)| *knows) => remark!(
                    "the client on seat {seat} is of version 2.x and knows five heroes, but there are four; --set {CLASSES}=5 adds `{FIFTH}`"
                ),
                _ => {}
            }
        }
        // Whoever knows five gets along with four; the other way round somebody does not.
        if let Some((seat, _)) = self.clients.iter().find(|(_, knows)| !knows && !fifth)
            && self.clients.iter().any(|(_, knows)| *knows)
        {
            remark!(
                "four heroes play, which all clients know: the one on seat {seat} is of version 1.x and knows no fifth"
            );
        }
        Ok(setting)
    }
}

/// The versions of heroes' clients that are to be started, where they can be told.
fn versions(seats: &[SeatSpec]) -> Vec<(usize, bool)> {
    let version = |seat: &SeatSpec| match seat {
        SeatSpec::WireCommand(line) => knows_five(&folder_of(line)),
        SeatSpec::Kit(kit) if kit.manifest().wire => knows_five(kit.dir()),
        _ => None,
    };
    seats.iter().enumerate().filter_map(|(place, seat)| Some((place, version(seat)?))).collect()
}

/// Whether the version of every client is known, and there is one.
fn all_known(seats: &[SeatSpec], clients: &[(usize, bool)]) -> bool {
    !clients.is_empty() && seats.iter().filter(|seat| seat.is_wire()).count() == clients.len()
}

/// What builds put their programs into.
const BUILDS: [&str; 7] = ["build", "bin", "out", "target", "classes", "dist", "client"];

/// The folder in which the files of a command line's bot lie.
fn folder_of(line: &str) -> PathBuf {
    let Ok(command) = Command::parse(line) else { return PathBuf::from(".") };
    let path = class_path(&command).or_else(|| {
        let script = Path::new(command.script().unwrap_or(&command.program));
        script.parent().map(Path::to_owned)
    });
    let mut path = path.unwrap_or_default();
    while path.file_name().is_some_and(|name| BUILDS.iter().any(|build| name == *build)) && path.pop() {}
    if path.as_os_str().is_empty() || !path.is_dir() { PathBuf::from(".") } else { path }
}

/// Where Java looks first.
fn class_path(command: &Command) -> Option<PathBuf> {
    let place =
        command.args.iter().position(|arg| ["-cp", "-classpath", "--class-path"].contains(&&**arg))?;
    let first = command.args.get(place + 1)?.split(':').next()?;
    Some(PathBuf::from(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bots_files_lie_above_what_was_built_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("bot");
        std::fs::create_dir_all(home.join("build/client")).unwrap();
        let home = home.to_str().unwrap();
        for line in [
            format!("python3 {home}/Controller.py"),
            format!("java -cp {home}/build:{home}/gson.jar client.Main"),
            format!("java -jar {home}/build/bot.jar"),
            format!("{home}/build/client/client"),
        ] {
            assert_eq!(folder_of(&line), Path::new(home), "{line}");
        }
        assert_eq!(folder_of("java -cp build:gson.jar client.Main"), Path::new("."));
        assert_eq!(folder_of("python3 Controller.py"), Path::new("."));
    }
}
