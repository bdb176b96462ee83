use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use crate::key::Key;

/// Who asks for something, and what they can show for it.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Where they come from.
    pub visitor: Visitor,
    /// A key they hold: a match's owner key or the key of a seat.
    pub key: Option<Key>,
}

impl Caller {
    /// Whoever started this program.
    pub fn host() -> Caller {
        Caller { visitor: Visitor::Host, key: None }
    }

    /// Somebody from an address.
    pub fn from_address(address: IpAddr, key: Option<Key>) -> Caller {
        Caller { visitor: Visitor::of(address), key }
    }

    /// The same caller with a key in hand.
    #[must_use]
    pub fn with_key(mut self, key: Key) -> Caller {
        self.key = Some(key);
        self
    }
}

/// Where a caller comes from. What a visitor can have at once is counted by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visitor {
    /// This program itself. It has no quota; it is nobody's owner either.
    Host,
    /// An address of the network. A whole /64 is one visitor, because one machine has all of it.
    Address(IpAddr),
}

impl Visitor {
    /// The visitor behind an address.
    pub fn of(address: IpAddr) -> Visitor {
        Visitor::Address(match address.to_canonical() {
            IpAddr::V6(v6) if !v6.is_loopback() => {
                IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)))
            }
            other => other,
        })
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Visitor::Host => f.write_str("host"),
            Visitor::Address(address) => address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_machine_is_one_visitor() {
        let of = |text: &str| Visitor::of(text.parse().unwrap());
        assert_eq!(of("::ffff:10.0.0.7"), of("10.0.0.7"));
        assert_eq!(of("2001:db8:1:2::5"), of("2001:db8:1:2:9:9:9:9"));
        assert_ne!(of("2001:db8:1:2::5"), of("2001:db8:1:3::5"));
        assert_ne!(of("10.0.0.7"), of("10.0.0.8"));
    }
}
