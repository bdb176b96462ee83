//! The certificates of an arena that speaks TLS itself.

use std::path::PathBuf;

use anyhow::{Context, Result};
use meydan_server::Certificates;
use tokio::signal::unix::{SignalKind, signal};

/// Where they are.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TlsArgs {
    /// Speaks https with the certificate in this PEM file, which those that vouch for it follow; SIGHUP reads it again
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl TlsArgs {
    pub(crate) fn given(&self) -> bool {
        self.tls_cert.is_some()
    }

    pub(crate) fn open(&self) -> Result<Option<Certificates>> {
        match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => Ok(Some(Certificates::open(certificate, key)?)),
            _ => Ok(None),
        }
    }
}

/// Reads the files again on every SIGHUP, as programs that renew certificates expect it.
pub(crate) fn renew_on_hangup(certificates: Certificates) -> Result<()> {
    let mut signals = signal(SignalKind::hangup()).context("signals cannot be listened to")?;
    tokio::spawn(async move {
        while signals.recv().await.is_some() {
            match certificates.renew() {
                Ok(()) => tracing::info!("the certificates were read again"),
                Err(error) => tracing::error!(%error, "the certificates stay as they were"),
            }
        }
    });
    Ok(())
}
