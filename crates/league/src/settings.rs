//! How a contest is played: what an organiser chooses.

use meydan_arena::{Disclosure, Error};
use meydan_contest::{Grade, confidence_in};
use serde::{Deserialize, Serialize};

/// What an organiser chooses. What is left out is as usual.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The maps that are played on; none: all maps of the game, or for a game that is played alone a new one for every round. `random` is
    /// a map made from the match's seed, in games whose maps can be made.
    pub maps: Vec<String>,
    /// The ruleset; left out: the game's first.
    pub ruleset: Option<String>,
    /// How many teams a match has; 0: as few as the game can have. A game that can be played alone is: see [`Ranking::Boards`].
    pub players: usize,
    /// How time is dealt out.
    pub time: Time,
    /// How teams are ranked.
    pub ranking: Ranking,
    /// Matches on request.
    pub casual: Casual,
    /// What may be sent in.
    pub submissions: Submissions,
    /// What is shown of a match that is being played.
    #[schema(schema_with = disclosure_schema)]
    pub disclosure: Disclosure,
    /// House bots that can be met, from the weakest up; none: all of the game, in its order.
    pub house: Vec<Rung>,
    /// The house bot that a new version plays before it can go live; left out: the first of `house`.
    pub validation: Option<String>,
    /// How many people a team may have.
    pub team_size: usize,
    /// How long things are kept.
    pub keep: Keep,
    /// What makes a class of it; left out: it is none.
    pub class: Option<Class>,
    /// The season that it belongs to: contests with the same word are told of together. Empty: none.
    pub season: String,
}

/// A class: whoever has the contest's code comes in with a name alone, and programs are graded by what they reach.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Class {
    /// What a program must reach. It is asked of every version that goes live.
    pub marks: Vec<MarkWish>,
    /// The phases of the game's course by which programs are judged, rule by rule, in games that have a course: `[1, 2, 3, 4, 5, 6]`. Such a
    /// program is no bot: it plays no matches.
    pub phases: Vec<u8>,
}

/// What a program must reach: this share of the points against a house bot, with this confidence, within so many matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct MarkWish {
    /// The house bot; `house:greedy` is `greedy`.
    #[serde(deserialize_with = "house_bot")]
    pub house: String,
    /// The share of the points, from 0 to 1.
    #[serde(default = "usual_share")]
    pub share: f64,
    /// How sure it must be, from 0.5 to 1.
    #[serde(default = "usual_confidence")]
    pub confidence: f64,
    /// The most matches.
    #[serde(default = "usual_matches")]
    pub matches: u32,
}

/// On command lines a house bot is written with this before its name.
fn house_bot<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    Ok(name.strip_prefix("house:").map_or(name.clone(), str::to_owned))
}

fn usual_share() -> f64 {
    0.55
}

fn usual_confidence() -> f64 {
    0.95
}

fn usual_matches() -> u32 {
    200
}

/// The most marks of a class, and the most matches of a mark.
const MOST_MARKS: usize = 8;
const MOST_MATCHES: u32 = 1000;

impl Class {
    /// Says what cannot be.
    fn check(&self, game: &GameFacts) -> Result<(), Error> {
        let wrong = |text: String| Err(Error::Wrong(text));
        if !self.marks.is_empty() && game.alone() {
            return wrong(format!(
                "{} is played alone, so there is nobody to take points from; leave `class.marks` empty",
                game.name
            ));
        }
        self.check_phases(game)?;
        if self.marks.len() > MOST_MARKS {
            return wrong(format!("a class has at most {MOST_MARKS} marks, not {}", self.marks.len()));
        }
        for (place, mark) in self.marks.iter().enumerate() {
            if !game.house_bots.contains(&mark.house) {
                return wrong(format!(
                    "{} has no house bot `{}`; there are {}",
                    game.name,
                    mark.house,
                    game.house_bots.join(", ")
                ));
            }
            if self.marks[..place].iter().any(|other| other.house == mark.house) {
                return wrong(format!("there are two marks against `{}`; keep one", mark.house));
            }
            let first = confidence_in(1, mark.confidence);
            let made = meydan_contest::Mark::new(mark.share, first, mark.matches);
            let made = made.filter(|_| mark.confidence < 1.0 && mark.matches <= MOST_MATCHES);
            // Whoever wins every match must pass.
            let passes = |mark: meydan_contest::Mark| {
                mark.progress(std::iter::repeat_n(1.0, mark.matches() as usize)).verdict == Grade::Passed
            };
            if made.is_some_and(|mark| !passes(mark)) {
                return wrong(format!(
                    "nobody can reach the mark against `{}`, not even by winning every match; allow for more matches",
                    mark.house
                ));
            }
            if made.is_none() {
                return wrong(format!(
                    "the mark against `{}` cannot be reached: give a share between 0 and 1, a confidence from 0.5 to below 1, and 1 to {MOST_MATCHES} matches",
                    mark.house
                ));
            }
        }
        Ok(())
    }

    fn check_phases(&self, game: &GameFacts) -> Result<(), Error> {
        let rising = self.phases.windows(2).all(|pair| pair[0] < pair[1]);
        let known = self.phases.iter().all(|phase| (1..=game.phases).contains(phase));
        match (self.phases.is_empty(), game.phases) {
            (true, _) => Ok(()),
            (_, 0) => Err(Error::Wrong(format!(
                "{} has no course whose programs could be judged; leave `class.phases` empty",
                game.name
            ))),
            _ if rising && known => Ok(()),
            (_, last) => Err(Error::Wrong(format!(
                "`class.phases` are phases of the course, 1 to {last}, each once and in order"
            ))),
        }
    }
}

/// For how many days things are kept; left out: for ever. Results are always kept, and so is the version that plays for a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Keep {
    /// Records of matches, after their end.
    pub records_days: Option<u32>,
    /// What bots said in matches, and what builds said.
    pub logs_days: Option<u32>,
    /// Builds of versions that were followed by another.
    pub builds_days: Option<u32>,
}

/// `"public"`, `{"delayed": 10}`, `"participants"` or `"after-end"`.
fn disclosure_schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
    let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([
        "public",
        "participants",
        "after-end",
    ]));
    let late = ObjectBuilder::new()
        .property("delayed", ObjectBuilder::new().schema_type(Type::Integer))
        .required("delayed");
    OneOfBuilder::new().item(word).item(late).into()
}

/// How time is dealt out in the matches of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Time {
    /// How many times the game's own clocks.
    pub rate: f64,
    /// Which time decides.
    pub count: Counted,
    /// What every seat may use beyond its limits, over the whole match.
    pub bank_ms: u64,
    /// Whether a bot stands still while it is not asked.
    pub freeze: bool,
}

/// Which time of a bot is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// That on the wall, as in the original contests.
    #[default]
    Wall,
    /// The processor's, which is fair on a busy machine.
    Cpu,
}

/// How teams are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Ranking {
    /// Not at all; matches are casual.
    None,
    /// In rounds: the winner of a group moves up, the loser down.
    Groups {
        /// From one round to the next.
        every_minutes: u32,
    },
    /// In rounds of a game that is played alone: everybody plays the same board, and the better score is the better place.
    Boards {
        /// From one round to the next.
        every_minutes: u32,
    },
    /// All the time: teams of like strength meet, and the standing is fitted to all results.
    Ladder {
        /// How many matches each team plays in an hour.
        hourly: u32,
    },
}

/// Matches that teams ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Casual {
    /// How many a team may have waiting or running.
    pub at_once: u32,
    /// How many a team may ask for in an hour.
    pub hourly: u32,
}

/// What may be sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Submissions {
    /// The largest archive, in megabytes.
    pub megabytes: u32,
    /// How many a team may send in an hour.
    pub hourly: u32,
    /// How long a build may take.
    pub build_minutes: u32,
    /// Whether bots of the original contest are taken as they are.
    pub wire: bool,
    /// Whether a version that has passed goes live by itself.
    pub activate: bool,
}

/// A house bot that can be met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// Its name.
    pub name: String,
    /// It is open to teams in this upper share of the standing: 1 to everybody, 0.25 to the best quarter.
    pub top: f64,
}

impl GameFacts {
    /// Whether a map can be played under a ruleset.
    pub fn fits(&self, map: &str, ruleset: &str) -> bool {
        !self.misfits.iter().any(|(other, under)| other == map && under == ruleset)
    }

    /// Whether one plays alone. Where such a game has several sides, they win and lose together, so teams cannot meet in it.
    pub fn alone(&self) -> bool {
        self.sides.contains(&1)
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            maps: Vec::new(),
            ruleset: None,
            players: 0,
            time: Time::default(),
            ranking: Ranking::Groups { every_minutes: 30 },
            casual: Casual::default(),
            submissions: Submissions::default(),
            disclosure: Disclosure::Public,
            house: Vec::new(),
            validation: None,
            team_size: 4,
            keep: Keep::default(),
            class: None,
            season: String::new(),
        }
    }
}

impl Default for Time {
    fn default() -> Time {
        Time { rate: 1.0, count: Counted::Wall, bank_ms: 0, freeze: false }
    }
}

impl Default for Casual {
    fn default() -> Casual {
        Casual { at_once: 3, hourly: 60 }
    }
}

impl Default for Submissions {
    fn default() -> Submissions {
        Submissions { megabytes: 16, hourly: 20, build_minutes: 10, wire: true, activate: true }
    }
}

/// The map that is made from a match's seed.
pub const RANDOM: &str = "random";

/// A game as contests know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Its name.
    pub name: String,
    /// How many sides a match may have.
    pub sides: Vec<usize>,
    /// Its maps.
    pub maps: Vec<String>,
    /// Whether maps can be made from a seed.
    pub makes_maps: bool,
    /// Maps that cannot be played under a ruleset: the map, and the ruleset.
    pub misfits: Vec<(String, String)>,
    /// Its rulesets; the first is the usual one.
    pub rulesets: Vec<String>,
    /// Its house bots, from the weakest up.
    pub house_bots: Vec<String>,
    /// Whether a spectator sees what a player must not.
    pub secrets: bool,
    /// Whether its document gives a match that stays level to whoever sent their bot earlier.
    pub earlier: bool,
    /// How many phases its course has; 0: it has none.
    pub phases: u8,
}

/// The longest that a contest can say how long things are kept.
const LONGEST_KEPT: u32 = 3650;

impl Keep {
    /// Says what cannot be.
    pub fn check(&self) -> Result<(), Error> {
        for (name, days) in
            [("records", self.records_days), ("logs", self.logs_days), ("builds", self.builds_days)]
        {
            if let Some(days) = days.filter(|days| !(1..=LONGEST_KEPT).contains(days)) {
                return Err(Error::Wrong(format!(
                    "`keep.{name}_days` must be from 1 to {LONGEST_KEPT}, not {days}; leave it out to keep them for ever"
                )));
            }
        }
        Ok(())
    }
}

impl Settings {
    /// The phases by which programs are judged, where they are.
    pub(crate) fn course(&self) -> Option<&[u8]> {
        self.class.as_ref().map(|class| class.phases.as_slice()).filter(|phases| !phases.is_empty())
    }

    /// Says what does not fit a game.
    pub fn check(&self, game: &GameFacts) -> Result<(), Error> {
        let wrong = |text: String| Err(Error::Wrong(text));
        self.keep.check()?;
        self.class.iter().try_for_each(|class| class.check(game))?;
        if !self.season.is_empty() {
            crate::name::name("a season's name", &self.season)?;
            // It is a part of the season's address.
            if self.season.contains(['/', '\\']) {
                return Err(Error::Wrong(
                    "a season's name has no slash; write for instance `2026 spring`".to_owned(),
                ));
            }
        }
        if self.course().is_some() && self.ranking != Ranking::None {
            return wrong(
                "programs that are judged by phases play no matches; set `ranking` to `none`".to_owned(),
            );
        }
        let known = |what: &str, name: &String, all: &[String]| match all.contains(name) {
            true => Ok(()),
            false => Err(Error::Wrong(format!(
                "{} has no {what} `{name}`; there are {}",
                game.name,
                all.join(", ")
            ))),
        };
        if let Some(ruleset) = &self.ruleset {
            known("ruleset", ruleset, &game.rulesets)?;
        }
        let ruleset = self.ruleset(game);
        let mut maps = game.maps.clone();
        maps.extend(game.makes_maps.then(|| RANDOM.to_owned()));
        for map in &self.maps {
            known("map", map, &maps)?;
            if !game.fits(map, &ruleset) {
                return wrong(format!("the map `{map}` cannot be played under the ruleset `{ruleset}`"));
            }
        }
        for bot in self.house.iter().map(|rung| &rung.name).chain(&self.validation) {
            known("house bot", bot, &game.house_bots)?;
        }
        match (game.alone(), self.ranking) {
            (true, Ranking::Groups { .. } | Ranking::Ladder { .. }) => {
                return wrong(format!(
                    "{} is played alone, so teams do not meet; choose the ranking `boards` or `none`",
                    game.name
                ));
            }
            (false, Ranking::Boards { .. }) => {
                return wrong(format!(
                    "{} is not played alone; choose the ranking `groups`, `ladder` or `none`",
                    game.name
                ));
            }
            _ => {}
        }
        if game.alone() && self.players != 1 {
            return wrong(format!("{} is played alone, not by {} teams", game.name, self.players));
        }
        if !game.sides.contains(&self.players) {
            let sides: Vec<String> = game.sides.iter().map(usize::to_string).collect();
            return wrong(format!(
                "a match of {} has {} teams, not {}",
                game.name,
                sides.join(" or "),
                self.players
            ));
        }
        let bounds = [
            ("`time.rate`", self.time.rate, 0.1, 100.0),
            ("`time.bank_ms`", self.time.bank_ms as f64, 0.0, 600_000.0),
            ("`casual.at_once`", f64::from(self.casual.at_once), 0.0, 100.0),
            ("`casual.hourly`", f64::from(self.casual.hourly), 0.0, 10_000.0),
            ("`submissions.megabytes`", f64::from(self.submissions.megabytes), 1.0, 16.0),
            ("`submissions.hourly`", f64::from(self.submissions.hourly), 1.0, 1_000.0),
            ("`submissions.build_minutes`", f64::from(self.submissions.build_minutes), 1.0, 10.0),
            ("`team_size`", self.team_size as f64, 1.0, 100.0),
        ];
        if let Disclosure::Delayed(windows) = self.disclosure
            && windows > 1000
        {
            return wrong(format!("a match is shown at most 1000 windows late, not {windows}"));
        }
        let ranking = match self.ranking {
            Ranking::None => None,
            Ranking::Groups { every_minutes } | Ranking::Boards { every_minutes } => {
                Some(("`ranking.every_minutes`", every_minutes, 1, 10_080))
            }
            Ranking::Ladder { hourly } => Some(("`ranking.hourly`", hourly, 1, 1_000)),
        };
        let ranking =
            ranking.map(|(name, value, low, high)| (name, f64::from(value), f64::from(low), f64::from(high)));
        for (name, value, low, high) in bounds.into_iter().chain(ranking) {
            if !(low..=high).contains(&value) {
                return wrong(format!("{name} must be from {low} to {high}, not {value}"));
            }
        }
        match self.house.iter().find(|rung| !(rung.top > 0.0 && rung.top <= 1.0)) {
            Some(rung) => {
                wrong(format!("`top` of `{}` must be above 0 and at most 1, not {}", rung.name, rung.top))
            }
            None => Ok(()),
        }
    }

    /// The maps that are played on.
    pub fn maps(&self, game: &GameFacts) -> Vec<String> {
        if self.maps.is_empty() && game.alone() && game.makes_maps {
            return vec![RANDOM.to_owned()];
        }
        let all = if self.maps.is_empty() { &game.maps } else { &self.maps };
        let ruleset = self.ruleset(game);
        all.iter().filter(|map| game.fits(map, &ruleset)).cloned().collect()
    }

    /// The ruleset that is played by.
    pub fn ruleset(&self, game: &GameFacts) -> String {
        self.ruleset.clone().or_else(|| game.rulesets.first().cloned()).unwrap_or_default()
    }

    /// With what was left to the game filled in.
    #[must_use]
    pub fn fitted(mut self, game: &GameFacts) -> Settings {
        if self.players == 0 {
            self.players = game.sides.iter().copied().min().unwrap_or(2);
        }
        // Groups are what a ranking is unless somebody says otherwise.
        if let (true, Ranking::Groups { every_minutes }) = (game.alone(), self.ranking) {
            self.ranking = Ranking::Boards { every_minutes };
        }
        self
    }

    /// The house bots that can be met. Unless somebody says otherwise, the weaker half is open to everybody, and the others
    /// to ever smaller parts of the standing, as the Blitz document has it: one meets the organisers' bots if one's own
    /// is good enough.
    pub fn rungs(&self, game: &GameFacts) -> Vec<Rung> {
        if !self.house.is_empty() {
            return self.house.clone();
        }
        let count = game.house_bots.len();
        let top = |place: usize| match place * 2 < count {
            true => 1.0,
            false => (count - place) as f64 / count as f64,
        };
        let rung = |(place, name): (usize, &String)| Rung { name: name.clone(), top: top(place) };
        game.house_bots.iter().enumerate().map(rung).collect()
    }

    /// The house bot that a new version plays.
    pub fn validator(&self, game: &GameFacts) -> Option<String> {
        let first = || self.rungs(game).first().map(|rung| rung.name.clone());
        self.validation.clone().or_else(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameFacts {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        GameFacts {
            name: "jungle".into(),
            sides: vec![2, 3, 4],
            maps: words("canopy ruins"),
            makes_maps: true,
            misfits: vec![("ruins".to_owned(), "document".to_owned())],
            rulesets: words("document official"),
            house_bots: words("random collector jaguar shaman"),
            secrets: false,
            earlier: false,
            phases: 0,
        }
    }

    #[test]
    fn usual_settings_fit_and_what_does_not_is_said() {
        let usual = Settings::default().fitted(&game());
        assert_eq!((usual.check(&game()), usual.players), (Ok(()), 2));
        let wrong = |settings: Settings| settings.fitted(&game()).check(&game()).unwrap_err().to_string();
        let slash = Settings { season: "2026/../x".to_owned(), ..Settings::default() };
        assert!(wrong(slash).contains("no slash"));
        let alone = GameFacts { sides: vec![1, 2], ..game() };
        let fitted = Settings::default().fitted(&alone);
        assert_eq!((fitted.players, fitted.ranking), (1, Ranking::Boards { every_minutes: 30 }));
        assert_eq!((fitted.check(&alone), fitted.maps(&alone)), (Ok(()), vec![RANDOM.to_owned()]));
        assert!(fitted.fitted(&game()).check(&game()).unwrap_err().to_string().contains("not played alone"));
        let ladder = Settings { ranking: Ranking::Ladder { hourly: 6 }, ..Settings::default() };
        assert!(ladder.fitted(&alone).check(&alone).unwrap_err().to_string().contains("teams do not meet"));
        let maps = vec!["moon".to_owned()];
        assert!(wrong(Settings { maps, ..Settings::default() }).contains("there are canopy, ruins"));
        assert_eq!(usual.maps(&game()), ["canopy"], "a map that the ruleset cannot play is left out");
        let maps = vec!["ruins".to_owned()];
        assert!(
            wrong(Settings { maps, ..Settings::default() }).contains("cannot be played under the ruleset")
        );
        assert!(wrong(Settings { players: 5, ..Settings::default() }).contains("2 or 3 or 4 teams, not 5"));
        let time = Time { rate: f64::NAN, ..Time::default() };
        assert!(
            wrong(Settings { time, ..Settings::default() }).contains("`time.rate` must be from 0.1 to 100")
        );
        let ranking = Ranking::Groups { every_minutes: 0 };
        assert!(wrong(Settings { ranking, ..Settings::default() }).contains("every_minutes"));
    }

    #[test]
    fn stronger_house_bots_open_to_better_teams() {
        let tops: Vec<f64> = Settings::default().rungs(&game()).iter().map(|rung| rung.top).collect();
        assert_eq!(tops, [1.0, 1.0, 0.5, 0.25]);
        assert_eq!(Settings::default().validator(&game()).as_deref(), Some("random"));
    }

    #[test]
    fn settings_are_read_as_they_are_written_and_nothing_is_passed_over() {
        let settings = Settings { ranking: Ranking::Ladder { hourly: 6 }, ..Settings::default() };
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
        assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
        assert!(serde_json::from_str::<Settings>(r#"{"colour":"red"}"#).is_err());
    }
}
