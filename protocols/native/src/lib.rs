//! The native protocol: JSON lines for bots in any language and for people.
