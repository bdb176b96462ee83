//! Passwords, as argon2id keeps them.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use meydan_arena::Error;
use tokio::sync::Semaphore;

/// Shorter ones are guessed.
const SHORTEST: usize = 10;
/// Longer ones are no better, and cost time.
const LONGEST: usize = 256;

/// Hashes and checks passwords, a few at a time: each takes 19 MB and tens of milliseconds on purpose.
#[derive(Clone)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
    /// What is compared with where there is no such account, so that the answer takes as long.
    nobody: Arc<str>,
}

impl Passwords {
    pub(crate) fn new(at_once: usize) -> Result<Passwords, Error> {
        let nobody = hash("nobody has this password")?;
        Ok(Passwords { places: Arc::new(Semaphore::new(at_once)), nobody: nobody.into() })
    }

    /// What is kept of a new password.
    pub(crate) async fn keep(&self, password: &str) -> Result<String, Error> {
        fits(password)?;
        let password = password.to_owned();
        self.work(move || hash(&password)).await?
    }

    /// Whether this is the password that was kept.
    pub(crate) async fn check(&self, password: &str, kept: Option<&str>) -> Result<bool, Error> {
        let known = kept.is_some();
        let kept = kept.unwrap_or(&self.nobody).to_owned();
        let password: String = password.chars().take(LONGEST + 1).collect();
        let same = self.work(move || {
            PasswordHash::new(&kept)
                .is_ok_and(|kept| Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
        });
        Ok(same.await? && known)
    }

    async fn work<T: Send + 'static>(&self, what: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let stumbled =
            |error: &dyn std::fmt::Display| Error::Trouble(format!("passwords cannot be checked: {error}"));
        let place = self.places.clone().acquire_owned().await.map_err(|error| stumbled(&error))?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            what()
        });
        done.await.map_err(|error| stumbled(&error))
    }
}

fn hash(password: &str) -> Result<String, Error> {
    let hashed = Argon2::default().hash_password(password.as_bytes());
    hashed
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Trouble(format!("the password cannot be kept: {error}")))
}

fn fits(password: &str) -> Result<(), Error> {
    let letters = password.chars().count();
    if letters < SHORTEST {
        return Err(Error::Wrong(format!(
            "a password has at least {SHORTEST} characters; a short sentence is a good one"
        )));
    }
    if letters > LONGEST {
        return Err(Error::Wrong(format!("a password has at most {LONGEST} characters")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_never_kept_as_it_is() {
        let passwords = Passwords::new(2).unwrap();
        let kept = passwords.keep("میدان نقش جهان").await.unwrap();
        assert!(kept.starts_with("$argon2id$") && !kept.contains("میدان"));
        assert!(passwords.check("میدان نقش جهان", Some(&kept)).await.unwrap());
        assert!(!passwords.check("میدان آزادی تهران", Some(&kept)).await.unwrap());
        assert!(!passwords.check("nobody has this password", None).await.unwrap());
    }

    #[tokio::test]
    async fn a_password_that_is_too_short_is_refused_with_advice() {
        let error = Passwords::new(1).unwrap().keep("123456789").await.unwrap_err();
        assert_eq!(error.code(), "wrong");
        assert!(error.to_string().contains("at least 10 characters"), "{error}");
    }
}
