use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a hero class or an ability: short text that is copied, not allocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Name {
    bytes: [u8; Name::LONGEST],
    length: u8,
}

impl Name {
    /// The longest name in bytes.
    pub const LONGEST: usize = 31;

    /// The name, or `None` if the text is too long for one.
    pub fn new(text: &str) -> Option<Name> {
        let mut bytes = [0; Name::LONGEST];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Name { bytes, length: text.len() as u8 })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).expect("a name is made from text")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a name of at most {} bytes", Name::LONGEST)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
                Name::new(text).ok_or_else(|| E::invalid_length(text.len(), &self))
            }
        }
        deserializer.deserialize_str(Text)
    }
}
