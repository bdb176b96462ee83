//! Whom a worker believes that it is the arena.

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

use crate::RemoteError;

/// Trusts the certificates of this machine, and those in a file.
pub(crate) fn trusting(ca: Option<&[u8]>) -> Result<ClientConfig, RemoteError> {
    let wrong = |error: String| RemoteError::Certificates(error);
    let mut roots = RootCertStore::empty();
    // A machine without any can still ask an arena whose certificate is given.
    for certificate in rustls_native_certs::load_native_certs().certs {
        let _ = roots.add(certificate);
    }
    if let Some(pem) = ca {
        let mut found = 0;
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
            roots.add(certificate).map_err(|error| wrong(error.to_string()))?;
            found += 1;
        }
        if found == 0 {
            return Err(wrong("there is none in PEM".to_owned()));
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}
