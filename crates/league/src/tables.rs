//! What statistics show, for spreadsheets: each table has the figures of the pictures beside it.

use meydan_arena::Error;

use crate::export::csv_line;
use crate::view::{Rated, VersionHistory};
use crate::{Caller, League};

impl League {
    /// The seats, maps and languages of a contest: a line for each.
    pub async fn statistics_csv(&self, caller: &Caller, slug: &str) -> Result<String, Error> {
        let found = self.statistics(caller, slug).await?;
        let mut text = table(&["what", "name", "matches", "won", "drawn", "share", "low", "high", "windows"]);
        for seat in &found.seats {
            let name = (seat.side + 1).to_string();
            let counts = [seat.matches, seat.won].map(|count| count.to_string());
            let [share, low, high] = [seat.share, seat.low, seat.high].map(part);
            let [matches, won] = counts;
            text += &csv_line(&[word("seat"), name, matches, won, none(), share, low, high, none()]);
        }
        for map in &found.maps {
            let [matches, drawn] = [map.matches, map.drawn].map(|count| count.to_string());
            let windows = format!("{:.1}", map.windows);
            let cells =
                [word("map"), map.map.clone(), matches, none(), drawn, none(), none(), none(), windows];
            text += &csv_line(&cells);
        }
        for (language, count) in &found.languages {
            let mut cells = vec![word("language"), language.clone(), count.to_string()];
            cells.resize(9, none());
            text += &csv_line(&cells);
        }
        Ok(text)
    }

    /// What each version of a team changed, and what it took as far as the caller may see that.
    pub async fn team_history_csv(&self, caller: &Caller, id: &str) -> Result<String, Error> {
        let found = self.team_history(caller, id).await?;
        let mut text = table(&[
            "version",
            "sent",
            "matches",
            "rating",
            "low",
            "high",
            "gain",
            "gain low",
            "gain high",
            "time ms",
            "slowest ms",
            "memory bytes",
            "faults",
        ]);
        for version in &found.versions {
            text += &csv_line(&version_line(version));
        }
        Ok(text)
    }

    /// The seats and maps of a season, and how its best fared against each other: a line for each.
    pub async fn season_statistics_csv(&self, caller: &Caller, name: &str) -> Result<String, Error> {
        let page = self.season(caller, name).await?;
        let mut text = table(&[
            "what", "game", "name", "other", "matches", "won", "drawn", "lost", "share", "low", "high",
            "windows",
        ]);
        let mut line = |what: &str, game: &str, name: String, other: String, figures: [String; 8]| {
            let mut cells = vec![word(what), game.to_owned(), name, other];
            cells.extend(figures);
            text += &csv_line(&cells);
        };
        for seat in &page.seats {
            let name = format!("{} of {}", seat.side + 1, seat.players);
            let [matches, won] = [seat.matches, seat.won].map(|count| count.to_string());
            let [share, low, high] = [seat.share, seat.low, seat.high].map(part);
            line("seat", &seat.game, name, none(), [matches, won, none(), none(), share, low, high, none()]);
        }
        for map in &page.maps {
            let [matches, drawn] = [map.matches, map.drawn].map(|count| count.to_string());
            let windows = format!("{:.1}", map.windows);
            let figures = [matches, none(), drawn, none(), none(), none(), none(), windows];
            line("map", &map.game, map.map.clone(), none(), figures);
        }
        for duel in &page.duels {
            let name = |row: usize| page.rows.get(row).map(|row| row.name.clone()).unwrap_or_default();
            let counts = [duel.won + duel.drawn + duel.lost, duel.won, duel.drawn, duel.lost];
            let [matches, won, drawn, lost] = counts.map(|count| count.to_string());
            let figures = [matches, won, drawn, lost, none(), none(), none(), none()];
            line("duel", "", name(duel.one), name(duel.other), figures);
        }
        Ok(text)
    }
}

fn version_line(version: &VersionHistory) -> Vec<String> {
    let figures = |rated: &Rated| [rated.rating, rated.low, rated.high].map(|figure| format!("{figure:.1}"));
    let mut cells =
        vec![version.number.to_string(), version.created.to_string(), version.matches.to_string()];
    cells.extend(figures(&version.rated));
    cells.extend(version.gain.as_ref().map_or([const { String::new() }; 3], figures));
    cells.extend(match &version.used {
        None => [const { String::new() }; 4],
        Some(used) => [
            format!("{:.1}", used.time_ms),
            used.slowest_ms.map(|time| time.to_string()).unwrap_or_default(),
            used.memory.map(|bytes| bytes.to_string()).unwrap_or_default(),
            used.faults.to_string(),
        ],
    });
    cells
}

/// The head of a table. Spreadsheets take one for Latin letters that does not begin with this mark.
pub(crate) fn table(head: &[&str]) -> String {
    "\u{feff}".to_owned() + &csv_line(&head.iter().map(|cell| word(cell)).collect::<Vec<_>>())
}

fn word(text: &str) -> String {
    text.to_owned()
}

fn none() -> String {
    String::new()
}

fn part(share: f64) -> String {
    format!("{share:.4}")
}
