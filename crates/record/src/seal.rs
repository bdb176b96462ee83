//! Who vouches for a record: the Ed25519 key of the referee that made it.

use std::fmt::{self, Write as _};
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// What stands before the digest in the signed message, so that a signature of ours means this and nothing else.
const DOMAIN: &[u8] = b"meydan record, version 2: ";
/// The first line of a key file.
const KEY_FILE: &str = "meydan-key 1";

/// A referee's key. Whoever holds it can sign records in the referee's name.
#[derive(Clone)]
pub struct Key(SigningKey);

/// The half of a key that everybody may know. It is written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

/// The last line of a signed record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    key: PublicKey,
    signature: String,
}

/// Who signed a record, and whether the signature holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The signer.
    pub key: PublicKey,
    /// Whether the record is as it was when it was signed.
    pub holds: bool,
}

/// Why there is no key.
#[derive(Debug, Error)]
pub enum KeyError {
    /// The file cannot be read or made.
    #[error("the key {path} cannot be used: {error}")]
    File {
        /// The key file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{0} is not a key; move it away and a new one is made")]
    NotAKey(PathBuf),
}

impl Key {
    /// A new key.
    pub fn draw() -> io::Result<Key> {
        let mut secret = [0u8; 32];
        getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Key(SigningKey::from_bytes(&secret)))
    }

    /// The key in a file. Where there is no file yet, one is made that only its owner may read.
    pub fn open(path: &Path) -> Result<Key, KeyError> {
        let wrong = |error| KeyError::File { path: path.to_owned(), error };
        match fs::File::open(path) {
            Ok(file) => Key::read(file, path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Key::draw().map_err(wrong)?;
                match key.keep(path) {
                    Ok(()) => Ok(key),
                    // Somebody else made one in the same moment; theirs is the key.
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        Key::read(fs::File::open(path).map_err(wrong)?, path)
                    }
                    Err(error) => Err(wrong(error)),
                }
            }
            Err(error) => Err(wrong(error)),
        }
    }

    fn read(file: fs::File, path: &Path) -> Result<Key, KeyError> {
        let mut text = String::new();
        let read = file.take(1024).read_to_string(&mut text);
        read.map_err(|error| KeyError::File { path: path.to_owned(), error })?;
        let mut lines = text.lines();
        let secret = (lines.next() == Some(KEY_FILE)).then(|| lines.next()).flatten().and_then(bytes);
        secret.map(|secret| Key(SigningKey::from_bytes(&secret))).ok_or(KeyError::NotAKey(path.to_owned()))
    }

    /// Writes the key to a file that has its name only when it is whole.
    fn keep(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let writing = path.with_extension(format!("{}.new", std::process::id()));
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&writing)?;
        let linked = writeln!(file, "{KEY_FILE}\n{}", hex(&self.0.to_bytes()))
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::hard_link(&writing, path));
        fs::remove_file(&writing)?;
        linked
    }

    /// The half that everybody may know.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    pub(crate) fn seal(&self, sum: &[u8; 32]) -> Seal {
        Seal { key: self.public(), signature: hex(&self.0.sign(&message(sum)).to_bytes()) }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.public())
    }
}

impl Seal {
    pub(crate) fn check(&self, sum: &[u8; 32]) -> Signed {
        let signature = bytes::<64>(&self.signature).map(|bytes| Signature::from_bytes(&bytes));
        let key = VerifyingKey::from_bytes(&self.key.0).ok();
        let holds = matches!((key, signature), (Some(key), Some(signature)) if key.verify(&message(sum), &signature).is_ok());
        Signed { key: self.key, holds }
    }
}

fn message(sum: &[u8; 32]) -> Vec<u8> {
    [DOMAIN, sum].concat()
}

/// The digest of a file's bytes, as hexadecimal digits: by it a map is known whatever it is called.
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let text = text.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut bytes = [0; N];
    (text.len() == 2 * N).then_some(())?;
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl FromStr for PublicKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        bytes(text)
            .map(PublicKey)
            .ok_or_else(|| format!("`{text}` is not a key; a key has 64 hexadecimal digits"))
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
