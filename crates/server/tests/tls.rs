//! The server over TLS: a real client, one that speaks plain HTTP, deadlines, and files that cannot be used.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod client;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use client::{options, toy};
use meydan_server::{Certificates, Server, TlsError};
use rcgen::{CertificateParams, KeyPair};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

struct Running {
    certificates: Certificates,
    address: SocketAddr,
    folder: TempDir,
}

/// Writes a certificate for `localhost` and its key, and gives the certificate.
fn issue(folder: &Path, years: std::ops::Range<i32>) -> CertificateDer<'static> {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(years.start, 1, 1);
    params.not_after = rcgen::date_time_ymd(years.end, 1, 1);
    let certificate = params.self_signed(&key).unwrap();
    std::fs::write(folder.join("cert.pem"), certificate.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
    certificate.der().clone()
}

fn files(folder: &Path) -> (PathBuf, PathBuf) {
    (folder.join("cert.pem"), folder.join("key.pem"))
}

fn open(folder: &Path) -> Result<Certificates, TlsError> {
    let (certificate, key) = files(folder);
    Certificates::open(&certificate, &key)
}

async fn serve() -> (Running, CertificateDer<'static>) {
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = toy::open(folder.path()).await;
    let root = issue(folder.path(), 2020..2100);
    let certificates = open(folder.path()).unwrap();
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), arena, |_| options()).await.unwrap();
    let server = server.with_tls(&certificates).unwrap();
    let address = server.address().unwrap();
    tokio::spawn(server.serve(std::future::pending()));
    (Running { certificates, address, folder }, root)
}

impl Running {
    async fn plain(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A client who trusts one certificate.
    async fn connect(&self, root: &CertificateDer<'static>) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(root.clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_root_certificates(roots).with_no_client_auth();
        let name = ServerName::try_from("localhost").unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, self.plain().await).await
    }
}

const REQUEST: &[u8] = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// What comes until the other side closes, however it does that.
async fn rest(stream: &mut (impl AsyncReadExt + Unpin)) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn a_client_that_trusts_the_certificate_is_answered() {
    let (running, root) = serve().await;
    let mut stream = running.connect(&root).await.unwrap();
    stream.write_all(REQUEST).await.unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"toy\""), "{answer}");
}

#[tokio::test]
async fn a_client_that_does_not_trust_the_certificate_goes_away() {
    let (running, _) = serve().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let other = issue(elsewhere.path(), 2020..2100);
    assert!(running.connect(&other).await.is_err());
}

#[tokio::test]
async fn whoever_speaks_plain_http_is_told_to_come_by_https() {
    let (running, _) = serve().await;
    let mut stream = running.plain().await;
    stream.write_all(REQUEST).await.unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("https://"), "{answer}");
    assert!(!answer.contains("toy"), "{answer}");
}

#[tokio::test(start_paused = true)]
async fn a_handshake_that_never_ends_is_not_waited_for() {
    let (running, _) = serve().await;
    // Nothing at all, and the beginning of a handshake that says there is more to come.
    for begun in [&b""[..], &[22, 3, 1, 2, 0, 1, 0]] {
        let began = Instant::now();
        let mut stream = running.plain().await;
        stream.write_all(begun).await.unwrap();
        rest(&mut stream).await;
        assert!(began.elapsed() <= Duration::from_secs(31), "{begun:?}: {:?}", began.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn somebody_who_asks_nothing_after_the_handshake_is_not_waited_for() {
    let (running, root) = serve().await;
    let mut stream = running.connect(&root).await.unwrap();
    let began = Instant::now();
    assert_eq!(rest(&mut stream).await, "");
    assert!(began.elapsed() <= Duration::from_secs(31), "{:?}", began.elapsed());
}

#[tokio::test]
async fn renewed_certificates_are_shown_to_whoever_comes_next() {
    let (running, old) = serve().await;
    let new = issue(running.folder.path(), 2020..2101);
    running.connect(&old).await.unwrap();
    running.certificates.renew().unwrap();
    running.connect(&new).await.unwrap();
    assert!(running.connect(&old).await.is_err());

    std::fs::write(running.folder.path().join("cert.pem"), "nothing").unwrap();
    assert!(matches!(running.certificates.renew(), Err(TlsError::NoCertificate(_))));
    running.connect(&new).await.unwrap();
}

#[test]
fn files_that_cannot_be_used_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let (certificate, key) = files(path);
    let said = || open(path).err().unwrap().to_string();
    assert!(said().contains("cannot read") && said().contains("cert.pem"), "{}", said());

    issue(path, 2020..2100);
    open(path).unwrap();
    std::fs::remove_file(&key).unwrap();
    assert!(said().contains("cannot read") && said().contains("key.pem"), "{}", said());

    std::fs::copy(&certificate, &key).unwrap();
    assert!(said().contains("no private key"), "{}", said());
    std::fs::write(&certificate, "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n").unwrap();
    assert!(said().contains("not a PEM file"), "{}", said());
    std::fs::write(&certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    std::fs::write(&key, KeyPair::generate().unwrap().serialize_pem()).unwrap();
    assert!(said().contains("cannot be read"), "{}", said());

    issue(path, 2020..2100);
    std::fs::write(&key, KeyPair::generate().unwrap().serialize_pem()).unwrap();
    assert!(said().contains("does not belong to the certificate"), "{}", said());

    issue(path, 2020..2021);
    assert!(said().contains("ended") && said().contains("renew it"), "{}", said());
    issue(path, 2100..2101);
    assert!(said().contains("begins in"), "{}", said());
}
