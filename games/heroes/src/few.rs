use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list that needs no allocation while it is short. Views are made for every seat in every window, and nearly all
/// their lists have a handful of entries; so have those of events.
#[derive(Clone)]
pub struct Few<T: Copy + Default, const N: usize>(Inner<T, N>);

#[derive(Clone)]
enum Inner<T, const N: usize> {
    Short(u8, [T; N]),
    Long(Vec<T>),
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// The empty list.
    pub fn new() -> Self {
        Few(Inner::Short(0, [T::default(); N]))
    }

    /// Puts an entry at the end.
    pub fn push(&mut self, entry: T) {
        match &mut self.0 {
            Inner::Short(length, entries) => match entries.get_mut(usize::from(*length)) {
                Some(place) => {
                    *place = entry;
                    *length += 1;
                }
                None => {
                    let mut entries = entries.to_vec();
                    entries.push(entry);
                    self.0 = Inner::Long(entries);
                }
            },
            Inner::Long(entries) => entries.push(entry),
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few::new()
    }
}

impl<T: Copy + Default, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Inner::Short(length, entries) => &entries[..usize::from(*length)],
            Inner::Long(entries) => entries,
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut list = Few::new();
        entries.into_iter().for_each(|entry| list.push(entry));
        list
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Copy + Default + PartialEq, const N: usize, const M: usize> PartialEq<[T; M]> for Few<T, N> {
    fn eq(&self, other: &[T; M]) -> bool {
        **self == *other
    }
}

impl<T: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Copy + Default + Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|entries| entries.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_grows_past_its_own_room() {
        let mut list: Few<u8, 3> = Few::new();
        for (i, entry) in (10..20).enumerate() {
            list.push(entry);
            assert_eq!(list.len(), i + 1);
        }
        assert_eq!(*list, (10..20).collect::<Vec<u8>>());
        assert_eq!(list, (10..20).collect::<Few<u8, 3>>());
        let json = serde_json::to_string(&list).unwrap();
        assert_eq!(json, "[10,11,12,13,14,15,16,17,18,19]");
        assert_eq!(serde_json::from_str::<Few<u8, 3>>(&json).unwrap(), list);
    }
}
