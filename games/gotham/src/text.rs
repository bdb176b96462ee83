use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The text of a message. Most have a few signs and are kept in place, so saying them allocates nothing.
#[derive(Clone)]
pub struct Text(Inner);

#[derive(Clone)]
enum Inner {
    Short(u8, [u8; Text::SHORT]),
    Long(Arc<str>),
}

impl Text {
    /// The longest text in bytes that is kept in place.
    const SHORT: usize = 22;
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        let mut bytes = [0; Text::SHORT];
        match bytes.get_mut(..text.len()) {
            Some(room) => {
                room.copy_from_slice(text.as_bytes());
                Text(Inner::Short(text.len() as u8, bytes))
            }
            None => Text(Inner::Long(text.into())),
        }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Inner::Short(length, bytes) => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).expect("it was made from text")
            }
            Inner::Long(text) => text,
        }
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        **self == **other
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| text.as_str().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_however_long_it_is() {
        for length in [0, 1, Text::SHORT, Text::SHORT + 1, 500] {
            let text = "01".repeat(length)[..length].to_owned();
            let kept = Text::from(text.as_str());
            assert_eq!(&*kept, text);
            let json = serde_json::to_string(&kept).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), kept);
        }
    }
}
