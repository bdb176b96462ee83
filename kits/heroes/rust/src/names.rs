//! Names that a map may add to those of the rule document.

use std::sync::{Mutex, PoisonError};

/// Says how an enum with names that are not listed is written as a text and read from it.
macro_rules! open_names {
    ($name:ident { $($variant:ident : $text:literal),* $(,)? }) => {
        impl $crate::json::FromJson for $name {
            fn from_json(json: &$crate::json::Json) -> Result<$name, $crate::json::JsonError> {
                Ok(match json.text()? {
                    $($text => $name::$variant,)*
                    other => $name::Other($crate::names::kept(other)),
                })
            }
        }

        impl $crate::json::ToJson for $name {
            fn to_json(&self) -> $crate::json::Json {
                $crate::json::Json::Text(match self { $($name::$variant => $text,)* $name::Other(text) => text }.to_owned())
            }
        }
    };
}

pub(crate) use open_names;

/// A name that lives as long as the program; each is kept once.
pub(crate) fn kept(name: &str) -> &'static str {
    static KEPT: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let mut names = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.iter().find(|known| **known == name) {
        return known;
    }
    let new: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.push(new);
    new
}
