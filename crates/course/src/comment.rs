use meydan_core::trace::ReplayError;
use meydan_core::{Budget, Game};
use meydan_labyrinth::comment::{Comment, Effort};
use meydan_labyrinth::{Action, Labyrinth};
use meydan_record::RecordError;
use thiserror::Error;

/// Why a game cannot be gone through.
#[derive(Debug, Error)]
pub enum CommentError {
    /// The record cannot be read.
    #[error("the record cannot be read")]
    Read(#[from] RecordError),
    /// It is of another game, or does not play again as it says.
    #[error("the record cannot be played again")]
    Replay(#[from] ReplayError),
    /// A board of the day that is not over.
    #[error("the board of the day is not played to its end; what is possible on it is told then")]
    Daily,
}

/// Goes through a record.
pub fn comment(record: &[u8]) -> Result<Comment, CommentError> {
    let header = meydan_record::header(record, &Budget::STANDARD)?;
    if header.game != Labyrinth::NAME {
        return Err(ReplayError::OtherGame { found: header.game.clone(), wanted: Labyrinth::NAME }.into());
    }
    let trace = meydan_record::read::<Action>(record, &Budget::STANDARD)?.trace;
    let comment = meydan_labyrinth::comment::comment(&trace, Effort::LONG)?;
    // What is possible on the board of a day is told to whoever has played it.
    if comment.result.is_none() && header.map.starts_with("daily ") {
        return Err(CommentError::Daily);
    }
    Ok(comment)
}
