//! Signing in elsewhere: OpenID Connect's code flow with PKCE, at the one issuer that the arena was told of.
//!
//! Nothing is kept here between leaving and coming back. One secret goes into a cookie of the browser that leaves, and the state, the
//! nonce and PKCE's verifier are all made from it: whoever comes back without that cookie comes back with nothing.
//!
//! `openidconnect` does this too, with some fifty crates that nothing else here needs, among them an RSA with an open advisory. What is
//! left to do beside rustls' own cryptography is small.

mod proof;

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use meydan_league::{Identity, Secret};
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use url::Url;

use proof::{Claims, Expected, Key, Wrong};

/// How long an issuer may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long what an issuer says about itself is believed.
const KNOWN_FOR: Duration = Duration::from_secs(3600);
/// How soon it is asked again for a key that it did not have.
const ASK_AGAIN: Duration = Duration::from_secs(60);
/// For how long an issuer that did not answer is not asked again.
const SILENT_FOR: Duration = Duration::from_secs(10);
/// The longest answer.
const LONGEST: u64 = 1 << 20;

/// The issuer that the arena was told of, and how the arena is known there.
#[derive(Clone)]
pub struct OidcOptions {
    /// Its address, exactly as it calls itself.
    pub issuer: String,
    /// What the arena is called there.
    pub client: String,
    /// The arena's secret there.
    pub secret: String,
    /// What people call it, for the button.
    pub name: String,
}

/// Somebody else who knows people.
pub struct Provider {
    told: OidcOptions,
    agent: ureq::Agent,
    known: Mutex<Option<Known>>,
    /// When it last did not answer, and why: nobody waits for it again at once.
    silent: std::sync::Mutex<Option<(Instant, String)>>,
}

/// Why somebody cannot sign in elsewhere.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// Secrets would go through the open.
    #[error("`{0}` cannot be an issuer: it must be an address that begins with https://")]
    Address(String),
    /// It does not answer, or not as an issuer does.
    #[error("the issuer at `{address}` cannot be asked: {reason}")]
    Unreachable {
        /// What was asked for.
        address: String,
        /// Why.
        reason: String,
    },
    /// It did not take what the person brought back.
    #[error("the issuer did not take the code: {0}")]
    Code(String),
    /// What it signed is not right.
    #[error("the issuer's token is not believed: {0}")]
    Proof(String),
}

/// What an issuer says about itself.
#[derive(Clone, Debug, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Keys {
    keys: Vec<serde_json::Value>,
}

#[derive(Clone)]
struct Known {
    metadata: Arc<Metadata>,
    keys: Arc<[Key]>,
    since: Instant,
}

/// One way there and back.
pub(crate) struct Trip {
    secret: Secret,
    /// Where the issuer sends people back to.
    home: String,
    /// The session that it began in; empty for whoever is not signed in.
    session: String,
}

impl Trip {
    pub(crate) fn new(secret: Secret, home: String, session: &str) -> Trip {
        Trip { secret, home, session: session.to_owned() }
    }

    /// What comes back in the address, so that nobody is sent here by somebody else's page.
    pub(crate) fn state(&self) -> String {
        self.part("state")
    }

    fn nonce(&self) -> String {
        self.part("nonce")
    }

    fn verifier(&self) -> String {
        self.part("verifier")
    }

    /// One of the three, from which neither the secret nor the other two can be told.
    fn part(&self, what: &str) -> String {
        let text = format!("{what}\0{}\0{}", self.session, self.secret.reveal());
        URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()))
    }
}

impl Provider {
    /// An issuer, which is not asked before somebody wants to sign in there.
    pub fn new(told: OidcOptions) -> Result<Provider, OidcError> {
        safe(&told.issuer)?;
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(PATIENCE))
            .tls_config(TlsConfig::builder().root_certs(roots()).build());
        Ok(Provider {
            told,
            agent: config.build().new_agent(),
            known: Mutex::default(),
            silent: std::sync::Mutex::default(),
        })
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.told.name
    }

    /// What it calls itself.
    pub fn issuer(&self) -> &str {
        &self.told.issuer
    }

    /// Where somebody goes to sign in.
    pub(crate) async fn departure(&self, trip: &Trip) -> Result<String, OidcError> {
        let known = self.known(None).await?;
        let mut address = safe(&known.metadata.authorization_endpoint)?;
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, trip.verifier().as_bytes()));
        address
            .query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("scope", "openid profile")
            .append_pair("client_id", &self.told.client)
            .append_pair("redirect_uri", &trip.home)
            .append_pair("state", &trip.state())
            .append_pair("nonce", &trip.nonce())
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(address.into())
    }

    /// Who somebody is who came back with a code; `now` is in seconds since 1970.
    pub(crate) async fn arrival(&self, trip: &Trip, code: &str, now: i64) -> Result<Identity, OidcError> {
        let known = self.known(None).await?;
        let token = self.exchange(&known.metadata, trip, code).await?;
        let nonce = trip.nonce();
        let expected = Expected { issuer: &self.told.issuer, client: &self.told.client, nonce: &nonce, now };
        let claims = match proof::check(&token, &known.keys, &expected) {
            // Issuers change their keys now and then.
            Err(Wrong::Key) => {
                let known = self.known(Some(known.since)).await?;
                proof::check(&token, &known.keys, &expected)
            }
            checked => checked,
        };
        let claims = claims.map_err(|wrong| OidcError::Proof(wrong.to_string()))?;
        let Claims { sub, preferred_username, nickname, name, .. } = claims;
        let name = preferred_username.or(nickname).or(name);
        Ok(Identity { issuer: self.told.issuer.clone(), subject: sub, name })
    }

    async fn exchange(&self, metadata: &Metadata, trip: &Trip, code: &str) -> Result<String, OidcError> {
        #[derive(Deserialize)]
        struct Answer {
            id_token: Option<String>,
            error: Option<String>,
        }
        let (client, secret) = (self.told.client.clone(), self.told.secret.clone());
        let mut form = vec![
            ("grant_type", "authorization_code".to_owned()),
            ("code", code.to_owned()),
            ("redirect_uri", trip.home.clone()),
            ("code_verifier", trip.verifier()),
        ];
        let methods = metadata.token_endpoint_auth_methods_supported.as_deref();
        let offers = |method: &str| methods.is_none_or(|all| all.iter().any(|one| one == method));
        let mut basic = None;
        if offers("client_secret_basic") {
            let encode =
                |text: &str| -> String { url::form_urlencoded::byte_serialize(text.as_bytes()).collect() };
            basic = Some(format!(
                "Basic {}",
                STANDARD.encode(format!("{}:{}", encode(&client), encode(&secret)))
            ));
        } else {
            form.extend([("client_id", client), ("client_secret", secret)]);
        }
        let (agent, address) = (self.agent.clone(), safe(&metadata.token_endpoint)?);
        let answer: Answer = ask(address, move |address| {
            let request = agent.post(address).header("accept", "application/json");
            let request = match basic {
                Some(basic) => request.header("authorization", basic),
                None => request,
            };
            request.send_form(form)
        })
        .await?;
        match answer {
            Answer { id_token: Some(token), error: None } => Ok(token),
            Answer { error: Some(error), .. } => Err(OidcError::Code(error.chars().take(80).collect())),
            Answer { .. } => Err(OidcError::Code("there is no token in its answer".to_owned())),
        }
    }

    /// What the issuer says about itself, asked again once it is too old to be `stale`.
    async fn known(&self, stale: Option<Instant>) -> Result<Known, OidcError> {
        let mut held = self.known.lock().await;
        if let Some(known) = &*held {
            let most = if stale == Some(known.since) { ASK_AGAIN } else { KNOWN_FOR };
            if known.since.elapsed() < most {
                return Ok(known.clone());
            }
        }
        let silent = self.silent.lock().expect("nobody panics while holding this lock").clone();
        if let Some((since, reason)) = silent
            && since.elapsed() < SILENT_FOR
        {
            return Err(OidcError::Unreachable { address: self.told.issuer.clone(), reason });
        }
        let asked = self.ask_issuer().await;
        let silent = match &asked {
            Err(OidcError::Unreachable { reason, .. }) => Some((Instant::now(), reason.clone())),
            _ => None,
        };
        *self.silent.lock().expect("nobody panics while holding this lock") = silent;
        let known = asked?;
        *held = Some(known.clone());
        Ok(known)
    }

    async fn ask_issuer(&self) -> Result<Known, OidcError> {
        let issuer = &self.told.issuer;
        let about = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let metadata: Metadata = self.get(safe(&about)?).await?;
        if metadata.issuer != *issuer {
            let reason = format!("it calls itself `{}`; give that as the issuer", metadata.issuer);
            return Err(OidcError::Unreachable { address: about, reason });
        }
        let keys: Keys = self.get(safe(&metadata.jwks_uri)?).await?;
        // A key of a kind that we do not know is passed over.
        let keys = keys.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect();
        Ok(Known { metadata: Arc::new(metadata), keys, since: Instant::now() })
    }

    async fn get<T: DeserializeOwned + Send + 'static>(&self, address: Url) -> Result<T, OidcError> {
        let agent = self.agent.clone();
        ask(address, move |address| agent.get(address).header("accept", "application/json").call()).await
    }
}

/// Asks for JSON. The client waits in a thread of its own.
async fn ask<T: DeserializeOwned + Send + 'static>(
    address: Url,
    call: impl FnOnce(&str) -> Result<ureq::http::Response<ureq::Body>, ureq::Error> + Send + 'static,
) -> Result<T, OidcError> {
    let address = String::from(address);
    let asked = address.clone();
    let unreachable = |reason: String| OidcError::Unreachable { address: address.clone(), reason };
    let asking = tokio::task::spawn_blocking(move || {
        let mut answer = call(&asked)?;
        answer.body_mut().with_config().limit(LONGEST).read_to_string()
    });
    let text = asking.await.map_err(|error| unreachable(error.to_string()))?;
    let text = text.map_err(|error| unreachable(error.to_string()))?;
    serde_json::from_str(&text)
        .map_err(|error| unreachable(format!("its answer is something else ({error})")))
}

/// An address to which secrets can be sent: by https, or on this machine.
fn safe(address: &str) -> Result<Url, OidcError> {
    let wrong = || OidcError::Address(address.to_owned());
    let url = Url::parse(address).map_err(|_| wrong())?;
    let here = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    match url.scheme() {
        "https" => Ok(url),
        "http" if here => Ok(url),
        _ => Err(wrong()),
    }
}

/// Whom this machine trusts; a school's own issuer may be known to nobody else.
fn roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    let owned = |der: &[u8]| Certificate::from_der(der).to_owned();
    RootCerts::Specific(Arc::new(found.iter().map(|der| owned(der)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_sent_by_https_or_to_this_machine() {
        for good in
            ["https://id.example/realm", "http://localhost:8080/", "http://127.0.0.1:1", "http://[::1]:1"]
        {
            assert!(safe(good).is_ok(), "{good}");
        }
        for bad in [
            "http://id.example",
            "ftp://id.example",
            "file:///etc/passwd",
            "id.example",
            "http://localhost.evil.example",
        ] {
            assert!(safe(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_trip_is_bound_to_the_session_it_began_in() {
        let secret = Secret::draw("", 52).unwrap();
        let trip = |session: &str| Trip::new(secret.clone(), String::new(), session);
        assert_eq!(trip("a").state(), trip("a").state());
        assert_ne!(trip("a").state(), trip("b").state());
        assert_ne!(trip("a").state(), trip("").state());
        assert_ne!(trip("a").state(), trip("a").nonce());
    }
}
