//! TLS with certificates from files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{self, InconsistentKeys, ServerConfig};
use webpki::{EndEntityCert, KeyUsage};

/// A certificate with its key, from two PEM files. They can be read again while the server runs.
pub struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    provider: Arc<CryptoProvider>,
    current: Arc<Current>,
}

/// Why certificates cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file is not there, or not to be read by us.
    #[error("cannot read `{}`", file.display())]
    Unreadable {
        /// Which.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is something else in it.
    #[error("`{}` is not a PEM file: {reason}", file.display())]
    NotPem {
        /// Which.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// It has no certificate.
    #[error("there is no certificate in `{}`; it begins with a line BEGIN CERTIFICATE", .0.display())]
    NoCertificate(PathBuf),
    /// It has no key.
    #[error("there is no private key in `{}`; it begins with a line BEGIN PRIVATE KEY", .0.display())]
    NoKey(PathBuf),
    /// The key cannot sign for the certificate.
    #[error("the key in `{}` does not belong to the certificate in `{}`; give the two that were made together", key.display(), certificate.display())]
    Mismatch {
        /// The certificate's file.
        certificate: PathBuf,
        /// The key's file.
        key: PathBuf,
    },
    /// Browsers would refuse it.
    #[error("the certificate in `{}` ended {} ago; renew it", file.display(), days(*.ago))]
    Expired {
        /// Which.
        file: PathBuf,
        /// Since when.
        ago: Duration,
    },
    /// Browsers would refuse it, for now.
    #[error("the certificate in `{}` begins in {}; look at this machine's clock", file.display(), days(*.wait))]
    NotYet {
        /// Which.
        file: PathBuf,
        /// Until when.
        wait: Duration,
    },
    /// Something else about them.
    #[error("`{}` and `{}` cannot be used: {reason}", certificate.display(), key.display())]
    Unusable {
        /// The certificate's file.
        certificate: PathBuf,
        /// The key's file.
        key: PathBuf,
        /// Why.
        reason: String,
    },
}

impl Certificates {
    /// Reads a certificate, followed by those that vouch for it, and its key.
    pub fn open(certificate: &Path, key: &Path) -> Result<Certificates, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let read = read(certificate, key, &provider)?;
        Ok(Certificates {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            provider,
            current: Arc::new(Current(RwLock::new(Arc::new(read)))),
        })
    }

    /// Reads the files again. Connections that come from now on are shown what is in them; if they cannot be used, all stays as it was.
    pub fn renew(&self) -> Result<(), TlsError> {
        let read = read(&self.certificate, &self.key, &self.provider)?;
        *self.current.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
        Ok(())
    }

    /// What shakes hands with browsers.
    pub(crate) fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let config = ServerConfig::builder_with_provider(self.provider.clone());
        let config = config.with_safe_default_protocol_versions().map_err(|error| self.unusable(&error))?;
        let mut config = config.with_no_client_auth().with_cert_resolver(self.current.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }

    fn unusable(&self, error: &rustls::Error) -> TlsError {
        unusable(&self.certificate, &self.key, error)
    }
}

#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

fn read(certificate: &Path, key: &Path, provider: &CryptoProvider) -> Result<CertifiedKey, TlsError> {
    let bytes = contents(certificate)?;
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&bytes)
        .collect::<Result<_, _>>()
        .map_err(|error| not_pem(certificate, &error))?;
    let first = chain.first().ok_or_else(|| TlsError::NoCertificate(certificate.to_owned()))?;
    let secret = match PrivateKeyDer::from_pem_slice(&contents(key)?) {
        Ok(secret) => secret,
        Err(pem::Error::NoItemsFound) => return Err(TlsError::NoKey(key.to_owned())),
        Err(error) => return Err(not_pem(key, &error)),
    };
    in_time(certificate, first)?;
    CertifiedKey::from_der(chain, secret, provider).map_err(|error| match error {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            TlsError::Mismatch { certificate: certificate.to_owned(), key: key.to_owned() }
        }
        error => unusable(certificate, key, &error),
    })
}

/// Whether a certificate can be shown now. Who vouches for it is the browser's question, so no root is given here; the
/// dates are looked at before that is asked.
fn in_time(file: &Path, certificate: &CertificateDer<'_>) -> Result<(), TlsError> {
    let not_pem = |error: webpki::Error| TlsError::NotPem {
        file: file.to_owned(),
        reason: format!("its certificate cannot be read ({error})"),
    };
    let parsed = EndEntityCert::try_from(certificate).map_err(not_pem)?;
    let algorithms = ring::default_provider().signature_verification_algorithms.all;
    let usage = KeyUsage::server_auth();
    let file = file.to_owned();
    match parsed.verify_for_usage(algorithms, &[], &[], UnixTime::now(), usage, None, None) {
        Err(webpki::Error::CertExpired { time, not_after }) => {
            Err(TlsError::Expired { file, ago: between(not_after, time) })
        }
        Err(webpki::Error::CertNotValidYet { time, not_before }) => {
            Err(TlsError::NotYet { file, wait: between(time, not_before) })
        }
        _ => Ok(()),
    }
}

fn between(from: UnixTime, to: UnixTime) -> Duration {
    Duration::from_secs(to.as_secs().saturating_sub(from.as_secs()))
}

fn days(time: Duration) -> String {
    match time.as_secs() / (24 * 3600) {
        0 => "less than a day".to_owned(),
        1 => "a day".to_owned(),
        days => format!("{days} days"),
    }
}

fn contents(file: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(file).map_err(|source| TlsError::Unreadable { file: file.to_owned(), source })
}

fn not_pem(file: &Path, error: &pem::Error) -> TlsError {
    TlsError::NotPem { file: file.to_owned(), reason: error.to_string() }
}

fn unusable(certificate: &Path, key: &Path, error: &rustls::Error) -> TlsError {
    TlsError::Unusable { certificate: certificate.to_owned(), key: key.to_owned(), reason: error.to_string() }
}
