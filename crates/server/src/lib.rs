//! HTTP and sockets over the arena. It carries, and links no engine: what may be done and seen is decided in
//! `meydan-arena`, this crate turns that into statuses and bytes.
//!
//! `GET /` is the page, built from `web/` and embedded. Everything under `/api` is JSON, newline-delimited JSON (a
//! *reel*: a match as the page draws it), or a WebSocket that relays the native protocol to a person's browser.
//! `docs/server.md` lists it all.

mod api;
mod book;
mod caller;
mod extract;
mod lines;
mod listen;
mod names;
mod oidc;
mod page;
mod refusal;
mod rooms;
mod router;
mod socket;
mod strict;
mod tally;
mod tls;
mod v1;

pub use api::ROUTES;
pub use listen::Server;
pub use names::Names;
pub use oidc::{OidcError, OidcOptions, Provider};
pub use page::{frozen_page, share_page};
pub use router::{ServerOptions, router};
pub use tls::{Certificates, TlsError};
pub use v1::{Line, openapi, table};
