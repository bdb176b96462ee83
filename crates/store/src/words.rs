//! How an enum of words is declared: once, for Rust, JSON and the tables.

/// What all states have in common.
pub(crate) trait State: Copy + 'static {
    /// All of them.
    const EVERY: &'static [Self];
    /// Of what it is the state, in a word.
    const WHAT: &'static str;
    /// Where those are kept, by `id`.
    const TABLE: &'static str;

    fn as_word(self) -> &'static str;
    fn may(self, next: Self) -> bool;
}

/// An enum whose values are words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$value_doc])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$value,)+];

            /// Its word, as in the tables and in JSON.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $name {
            type Err = BadWord;

            fn from_str(text: &str) -> Result<$name, BadWord> {
                $name::ALL.iter().copied().find(|value| value.word() == text).ok_or_else(|| BadWord {
                    word: text.to_owned(),
                    known: $name::ALL.iter().map(|value| value.word()).collect::<Vec<_>>().join(", "),
                })
            }
        }

        $crate::value::text_value!($name, |value| value.word().to_owned(), |text: String, column: &str| {
            text.parse().map_err(|_| $crate::error::Error::Unknown { word: text, column: column.to_owned() })
        });
    };
}

/// An enum of words that are states: each says what it may become.
macro_rules! states {
    ($(#[$doc:meta])* $name:ident of $what:literal in $table:literal { $($(#[$value_doc:meta])* $value:ident = $word:literal => [$($next:ident),*],)+ }) => {
        $crate::words::words! { $(#[$doc])* $name { $($(#[$value_doc])* $value = $word,)+ } }

        impl $name {
            /// What it may become.
            pub fn next(self) -> &'static [$name] {
                match self {
                    $($name::$value => &[$($name::$next),*],)+
                }
            }

            /// Whether it may become that.
            pub fn may_become(self, next: $name) -> bool {
                self.next().contains(&next)
            }
        }

        impl $crate::words::State for $name {
            const EVERY: &'static [$name] = $name::ALL;
            const WHAT: &'static str = $what;
            const TABLE: &'static str = $table;

            fn as_word(self) -> &'static str {
                self.word()
            }

            fn may(self, next: $name) -> bool {
                self.may_become(next)
            }
        }
    };
}

pub(crate) use {states, words};
