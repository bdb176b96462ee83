//! What an arena finds in its data folder when it is opened.

use std::io;

use crate::arena::on_disk;
use crate::shelf::{Inventory, Sheet, Shelf, Shelfmark};
use crate::{Arena, Error, Facts, MatchState};

impl Arena {
    /// Enters what lies on the shelf.
    pub(crate) async fn take_stock(&self) -> io::Result<()> {
        let shelf = self.shelf.clone();
        let Inventory { sheets, bare } =
            on_disk(move || shelf.inventory()).await.map_err(io::Error::other)??;
        for sheet in sheets {
            let sheet = match sheet.state {
                MatchState::Running => self.interrupted(sheet).await,
                _ => sheet,
            };
            self.index.insert(&sheet);
        }
        for mark in bare {
            let id = mark.id.clone();
            match self.bare(mark).await {
                Ok(sheet) => self.index.insert(&sheet),
                Err(error) => tracing::warn!(%id, %error, "a record cannot be read; it is passed over"),
            }
        }
        Ok(())
    }

    /// A match that was being played when the last arena ended. At most its open window is lost.
    async fn interrupted(&self, mut sheet: Sheet) -> Sheet {
        let mark = sheet.mark();
        let mut best: Option<(u32, Facts)> = None;
        // A match that was just taken up again may not have come as far as its earlier record.
        for attempt in (0..=sheet.attempt).rev() {
            if let Ok(facts) = self.engines.look(self.shelf.record(&mark, attempt)).await
                && best.as_ref().is_none_or(|(_, best)| best.windows < facts.windows)
            {
                best = Some((attempt, facts));
            }
        }
        match best {
            Some((attempt, facts)) => {
                (sheet.attempt, sheet.windows) = (attempt, facts.windows);
                // The end may have been recorded and not yet entered.
                (sheet.state, sheet.reason) = match facts.outcome {
                    Some(_) => (MatchState::Over, None),
                    None => {
                        let reason = "the arena ended while it was played; it can be taken up again";
                        (MatchState::Paused, Some(reason.to_owned()))
                    }
                };
                sheet.outcome = facts.outcome;
            }
            None => {
                let reason = "the arena ended before anything of it was recorded";
                (sheet.state, sheet.reason) = (MatchState::Void, Some(reason.to_owned()));
            }
        }
        tracing::info!(id = %sheet.id, state = %sheet.state, windows = sheet.windows, "found an interrupted match");
        self.write_sheet(&sheet, Shelf::write).await;
        sheet
    }

    /// A record that somebody put in the folder, or an earlier version of this program. It is nobody's.
    pub(crate) async fn bare(&self, mark: Shelfmark) -> Result<Sheet, Error> {
        let facts = self.engines.look(self.shelf.record(&mark, 0)).await?;
        let state = if facts.outcome.is_some() { MatchState::Over } else { MatchState::Paused };
        let begun = Sheet::begun(&mark, &facts, None, 0);
        let sheet = Sheet { state, windows: facts.windows, outcome: facts.outcome, ..begun };
        self.write_sheet(&sheet, Shelf::write_soon).await;
        Ok(sheet)
    }

    async fn write_sheet(&self, sheet: &Sheet, write: fn(&Shelf, &Sheet) -> io::Result<()>) {
        let (shelf, own) = (self.shelf.clone(), sheet.clone());
        // It is entered in any case; without a sheet it is found again in the same way.
        match on_disk(move || write(&shelf, &own)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(id = %sheet.id, %error, "a sheet cannot be written"),
            Err(error) => tracing::warn!(id = %sheet.id, %error, "a sheet cannot be written"),
        }
    }
}
