//! Reads JSON of a newer program: fields that are not known are passed over, in structs that otherwise refuse them, too. What people send is not read so,
//! because nothing that they ask for should be passed over in silence.
//!
//! An enum whose kind is a field among the others is read by serde as a whole, so there its fields are as strict as it declares them.

use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::{Error, Value};

/// A value of which only what is known is read.
pub(crate) struct Lenient(pub(crate) Value);

impl IntoDeserializer<'_, Error> for Lenient {
    type Deserializer = Lenient;

    fn into_deserializer(self) -> Lenient {
        self
    }
}

impl<'de> Deserializer<'de> for Lenient {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(map) => visitor
                .visit_map(MapDeserializer::new(map.into_iter().map(|(key, value)| (key, Lenient(value))))),
            Value::Array(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter().map(Lenient))),
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let known = match self.0 {
            Value::Object(mut map) => {
                map.retain(|key, _| fields.contains(&key.as_str()));
                Value::Object(map)
            }
            other => other,
        };
        Lenient(known).deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        // JSON that is kept as it is.
        if name.starts_with("$serde_json") {
            return self.0.deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(map) if map.len() == 1 => {
                let (word, value) = map.into_iter().next().expect("it has one");
                visitor.visit_enum(Variant { word, value })
            }
            other => other.deserialize_enum(name, variants, visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// A variant with what belongs to it.
struct Variant {
    word: String,
    value: Value,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Lenient;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Lenient), Error> {
        let word: StringDeserializer<Error> = self.word.into_deserializer();
        Ok((seed.deserialize(word)?, Lenient(self.value)))
    }
}

impl<'de> VariantAccess<'de> for Lenient {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        serde::Deserialize::deserialize(self)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}
