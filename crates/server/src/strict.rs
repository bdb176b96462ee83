//! JSON as it was meant. Serde takes a list for an object, its fields in the order of the program's source: nobody asks for
//! that, and a list in a wrong place would be read as something else.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// A value in which objects are objects.
#[derive(Clone, Copy)]
pub(crate) struct Strict<'de>(pub(crate) &'de Value);

impl<'de> Deserializer<'de> for Strict<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(map) => {
                let mut fields =
                    MapDeserializer::new(map.iter().map(|(name, value)| (name.as_str(), Strict(value))));
                let made = visitor.visit_map(&mut fields)?;
                fields.end().map(|()| made)
            }
            Value::Array(list) => {
                let mut items = SeqDeserializer::new(list.iter().map(Strict));
                let made = visitor.visit_seq(&mut items)?;
                items.end().map(|()| made)
            }
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.0.is_array() {
            return Err(Error::invalid_type(Unexpected::Other("a list"), &"an object with named fields"));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Strict<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Wish {
        name: String,
        filter: Option<Filter>,
        #[serde(default)]
        list: Vec<u8>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Filter {
        #[serde(default)]
        team: Option<String>,
    }

    fn read(value: &Value) -> Result<Wish, String> {
        Wish::deserialize(Strict(value)).map_err(|error| error.to_string())
    }

    #[test]
    fn objects_are_read_as_ever() {
        let wish = json!({ "name": "a", "filter": { "team": "t" }, "list": [1, 2], "more": [[]] });
        let filter = Some(Filter { team: Some("t".to_owned()) });
        assert_eq!(read(&wish), Ok(Wish { name: "a".to_owned(), filter, list: vec![1, 2] }));
        assert_eq!(read(&json!({ "name": "a", "filter": null })).unwrap().filter, None);
        assert!(read(&json!({ "name": 7 })).unwrap_err().contains("expected a string"));
        assert!(read(&json!({ "name": "a", "list": [300] })).unwrap_err().contains("300"));
    }

    #[test]
    fn a_list_is_not_an_object_anywhere() {
        for list in [
            json!(["a", null]),
            json!({ "name": "a", "filter": ["t"] }),
            json!({ "name": "a", "filter": [] }),
        ] {
            let told = read(&list).unwrap_err();
            assert!(told.contains("a list, expected an object"), "{told}");
        }
    }
}
