//! Names that nobody can guess.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Crockford's base 32 in lower case: no `i`, `l`, `o` or `u`, which are easily taken for others.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 16;

/// What was given as an id is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an id: it has 16 characters, digits and lower-case letters")]
pub struct BadId(pub String);

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(pub(crate) String);

        impl $name {
            /// A new one: 80 random bits.
            pub fn fresh() -> $name {
                $name(fresh())
            }

            /// Its text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<$name, BadId> {
                $name::try_from(text.to_owned())
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<$name, BadId> {
                let good = text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
                if good { Ok($name(text)) } else { Err(BadId(text)) }
            }
        }

        $crate::value::text_value!($name, |id| id.0.clone(), |text, _| Ok($name(text)));
    )+};
}

ids! {
    /// A user.
    UserId,
    /// A token of the API.
    TokenId,
    /// A contest.
    ContestId,
    /// A team of a contest.
    TeamId,
    /// A version of a team's bot.
    VersionId,
    /// A round of a contest.
    RoundId,
    /// A match.
    MatchId,
    /// A job.
    JobId,
    /// A worker.
    WorkerId,
    /// What workers show to come in.
    WorkerTokenId,
    /// An announcement.
    AnnouncementId,
    /// A rejudge.
    RejudgeId,
    /// A final tournament.
    FinalId,
}

/// What is kept of a secret (a session, a token, a reset link, an invite code): its SHA-256 in hexadecimal digits. The secret itself is
/// long and random, so nothing slower is needed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hash(pub(crate) String);

impl Hash {
    /// What is kept of this secret.
    pub fn of(secret: &str) -> Hash {
        Hash(Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

crate::value::text_value!(Hash, |hash| hash.0.clone(), |text, _| Ok(Hash(text)));

fn fresh() -> String {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    // 256 is a multiple of 32, so every character is as likely as any other.
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_ids_are_ids_and_differ() {
        let (one, other) = (UserId::fresh(), UserId::fresh());
        assert_ne!(one, other);
        assert_eq!(one.as_str().parse::<UserId>().unwrap(), one);
    }

    #[test]
    fn what_is_not_an_id_is_refused() {
        for text in [
            "",
            "0123456789abcde",
            "0123456789abcdefg",
            "0123456789ABCDEF",
            "0123456789abcdei",
            "0123456789abcde'",
        ] {
            assert_eq!(text.parse::<TeamId>().unwrap_err(), BadId(text.to_owned()));
            assert!(serde_json::from_value::<TeamId>(text.into()).is_err());
        }
    }
}
