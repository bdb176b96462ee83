use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::{Error, Result};
use crate::lenient::Lenient;

/// A column of JSON: what SQL never asks about. It is kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(pub(crate) String);

impl Json {
    /// A value as JSON.
    pub fn of(value: &impl Serialize) -> Result<Json> {
        serde_json::to_string(value).map(Json).map_err(Error::Json)
    }

    /// The value it holds. Fields that are not known here are those of a newer program on the same database, and are passed over.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.0).or_else(|error| {
            let whole = serde_json::from_str(&self.0).map_err(Error::Json)?;
            T::deserialize(Lenient(whole)).map_err(|_| Error::Json(error))
        })
    }

    /// What is written in place of this. Fields that are not known here stay as they are.
    pub fn changed<T: Serialize + DeserializeOwned>(&self, new: &T) -> Result<Json> {
        let value = |value: &T| serde_json::to_value(value).map_err(Error::Json);
        let (known, mut now) = (value(&self.read()?)?, value(new)?);
        let kept = keep_unknown(&serde_json::from_str(&self.0).map_err(Error::Json)?, &known, &mut now);
        if kept { Json::of(&now) } else { Json::of(new) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Puts into `now` what is in `was` and is not known. Whether there was anything.
fn keep_unknown(was: &Value, known: &Value, now: &mut Value) -> bool {
    let (Value::Object(was), Value::Object(known), Value::Object(now)) = (was, known, now) else {
        return false;
    };
    let mut kept = false;
    for (key, value) in was {
        match (known.get(key), now.get_mut(key)) {
            (Some(known), Some(now)) => kept |= keep_unknown(value, known, now),
            (None, None) => {
                now.insert(key.clone(), value.clone());
                kept = true;
            }
            _ => {}
        }
    }
    kept
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Cup {
        name: String,
        share: f64,
        size: Option<Size>,
        way: Way,
        #[serde(default)]
        maps: Vec<Size>,
        by_name: BTreeMap<String, Size>,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Size {
        wide: u8,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase", deny_unknown_fields)]
    enum Way {
        Ladder { hourly: u32 },
        Map(Size),
        Alone,
    }

    fn cup(way: Way) -> Cup {
        let size = Size { wide: 3 };
        let by_name = BTreeMap::from([("small".to_owned(), size.clone())]);
        Cup { name: "c".to_owned(), share: 1.0, size: Some(size.clone()), way, maps: vec![size], by_name }
    }

    /// The same with a field more in every struct, as a newer program would write it.
    fn newer(value: &Value) -> Value {
        let mut value = json!({ "cup": value });
        for place in
            ["/cup", "/cup/size", "/cup/maps/0", "/cup/by_name/small", "/cup/way/ladder", "/cup/way/map"]
        {
            if let Some(Value::Object(map)) = value.pointer_mut(place) {
                map.insert("later".to_owned(), json!({ "x": [1, "y"] }));
            }
        }
        value["cup"].take()
    }

    #[test]
    fn what_a_newer_program_adds_is_passed_over_and_kept() {
        for way in [Way::Ladder { hourly: 4 }, Way::Map(Size { wide: 1 }), Way::Alone] {
            let cup = cup(way);
            let stored = Json::of(&newer(&serde_json::to_value(&cup).unwrap())).unwrap();
            assert!(serde_json::from_str::<Cup>(stored.as_str()).is_err(), "people are refused such a field");
            assert_eq!(stored.read::<Cup>().unwrap(), cup);
            let renamed = Cup { name: "d".to_owned(), ..cup };
            let changed: Value = stored.changed(&renamed).unwrap().read().unwrap();
            let mut wanted: Value = stored.read().unwrap();
            wanted["name"] = json!("d");
            // What is in a list has no name by which it could be kept.
            wanted["maps"] = json!([{ "wide": 3 }]);
            assert_eq!(changed, wanted);
        }
        let plain = Json::of(&cup(Way::Alone)).unwrap();
        assert_eq!(plain.changed(&cup(Way::Alone)).unwrap(), plain, "nothing is moved about for nothing");
    }

    #[test]
    fn what_is_wrong_is_refused_all_the_same() {
        let error = |value: Value| Json::of(&value).unwrap().read::<Cup>().unwrap_err().to_string();
        let mut wrong = serde_json::to_value(cup(Way::Alone)).unwrap();
        wrong["way"] = json!("swiss");
        assert!(error(wrong.clone()).contains("swiss"), "a word is no field: nobody knows what it asks for");
        wrong["way"] = json!("alone");
        wrong["share"] = json!("much");
        assert!(error(wrong.clone()).contains("much"));
        wrong.as_object_mut().unwrap().remove("share");
        assert!(error(wrong).contains("share"));
    }
}
