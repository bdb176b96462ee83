use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, Result};

/// A column of JSON: what SQL never asks about. It is kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(pub(crate) String);

impl Json {
    /// A value as JSON.
    pub fn of(value: &impl Serialize) -> Result<Json> {
        serde_json::to_string(value).map(Json).map_err(Error::Json)
    }

    /// The value it holds.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.0).map_err(Error::Json)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Json {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(|raw| Json(raw.get().to_owned()))
    }
}
