//! The issuer at which people can sign in, too.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use meydan_server::{OidcOptions, Provider};

use crate::ends::misuse;

/// Where it is, and how the arena is known there.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OidcArgs {
    /// People can also sign in at this OpenID Connect issuer; it sends them back to /api/v1/oidc/return
    #[arg(long, value_name = "URL", requires_all = ["oidc_client_id", "oidc_client_secret_file"])]
    oidc_issuer: Option<String>,
    /// What the arena is called there
    #[arg(long, value_name = "ID", requires = "oidc_issuer")]
    oidc_client_id: Option<String>,
    /// A file with the arena's secret there
    #[arg(long, value_name = "FILE", requires = "oidc_issuer")]
    oidc_client_secret_file: Option<PathBuf>,
    /// What people call it, for the button; left out: the host in its address
    #[arg(long, value_name = "NAME", requires = "oidc_issuer")]
    oidc_name: Option<String>,
}

impl OidcArgs {
    pub(crate) fn open(&self) -> Result<Option<Arc<Provider>>> {
        let (Some(issuer), Some(client), Some(file)) =
            (&self.oidc_issuer, &self.oidc_client_id, &self.oidc_client_secret_file)
        else {
            return Ok(None);
        };
        let unreadable = || format!("cannot read the secret in `{}`", file.display());
        let secret = std::fs::read_to_string(file).with_context(unreadable)?.trim().to_owned();
        if secret.is_empty() {
            misuse!(
                "there is no secret in `{}`; the issuer gives one when the arena is registered",
                file.display()
            );
        }
        let host = issuer.split('/').nth(2).unwrap_or(issuer);
        let name = self.oidc_name.as_deref().unwrap_or(host).to_owned();
        let options = OidcOptions { issuer: issuer.clone(), client: client.clone(), secret, name };
        Ok(Some(Arc::new(Provider::new(options)?)))
    }
}
