//! Signing in elsewhere, at a small issuer with keys of its own.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../league/tests/hall/mod.rs"]
mod hall;
#[path = "../../arena/tests/toy/mod.rs"]
#[allow(dead_code, reason = "only the arena is needed")]
mod toy;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::extract::connect_info::MockConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hall::{Hall, PASSWORD};
use meydan_league::store::Role;
use meydan_league::{Caller, UserChange};
use meydan_server::{Names, OidcOptions, Provider, ServerOptions, router};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tower::ServiceExt;

/// An issuer as small as can be. It keeps to the rules, unless a test twists what it says.
struct Issuer {
    address: String,
    key: EcdsaKeyPair,
    /// What is signed with, if not with the key that is published.
    other: EcdsaKeyPair,
    now: i64,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    /// What people asked for, by the code that they were given.
    codes: BTreeMap<String, BTreeMap<String, String>>,
    given: u32,
    twist: Option<(&'static str, Value)>,
    forged: bool,
    person: Value,
}

fn pair() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap()
}

impl Issuer {
    async fn open(now: i64) -> Arc<Issuer> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/realm", listener.local_addr().unwrap());
        let held = Mutex::new(Held {
            person: json!({ "sub": "1", "preferred_username": "ada" }),
            ..Held::default()
        });
        let issuer = Arc::new(Issuer { address, key: pair(), other: pair(), now, held });
        let routes = Router::new()
            .route("/realm/.well-known/openid-configuration", get(about))
            .route("/realm/keys", get(keys))
            .route("/realm/token", post(token))
            .with_state(issuer.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        issuer
    }

    /// Somebody signs in and is sent back with this code.
    fn authorise(&self, asked: &BTreeMap<String, String>) -> String {
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["client_id"], "arena");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert!(asked["scope"].split(' ').any(|scope| scope == "openid"));
        let mut held = self.held.lock().unwrap();
        held.given += 1;
        let code = format!("code-{}", held.given);
        held.codes.insert(code.clone(), asked.clone());
        code
    }

    /// From now on a claim is another, or the signature somebody else's.
    fn twist(&self, twist: Option<(&'static str, Value)>, forged: bool) {
        let mut held = self.held.lock().unwrap();
        (held.twist, held.forged) = (twist, forged);
    }

    fn person(&self, subject: &str, name: &str) {
        self.held.lock().unwrap().person = json!({ "sub": subject, "preferred_username": name });
    }
}

async fn about(State(issuer): State<Arc<Issuer>>) -> Json<Value> {
    let address = &issuer.address;
    Json(json!({ "issuer": address, "authorization_endpoint": format!("{address}/door?theme=dark"),
        "token_endpoint": format!("{address}/token"), "jwks_uri": format!("{address}/keys") }))
}

async fn keys(State(issuer): State<Arc<Issuer>>) -> Json<Value> {
    let point = issuer.key.public_key().as_ref();
    let (x, y) = (URL_SAFE_NO_PAD.encode(&point[1..33]), URL_SAFE_NO_PAD.encode(&point[33..]));
    let odd = json!({ "kty": "OKP", "crv": "Ed25519", "x": "AAAA" });
    Json(
        json!({ "keys": [odd, { "kty": "EC", "crv": "P-256", "kid": "k", "alg": "ES256", "x": x, "y": y }] }),
    )
}

async fn token(
    State(issuer): State<Arc<Issuer>>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, Json<Value>) {
    let form: BTreeMap<String, String> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let refused = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
    let who = format!("Basic {}", STANDARD.encode("arena:a%26secret"));
    if headers.get("authorization").is_none_or(|shown| shown.as_bytes() != who.as_bytes()) {
        return refused("invalid_client");
    }
    let mut held = issuer.held.lock().unwrap();
    // A code works once.
    let Some(asked) = held.codes.remove(&form["code"]) else { return refused("invalid_grant") };
    let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, form["code_verifier"].as_bytes()));
    if form["grant_type"] != "authorization_code"
        || form["redirect_uri"] != asked["redirect_uri"]
        || challenge != asked["code_challenge"]
    {
        return refused("invalid_grant");
    }
    let mut claims = held.person.clone();
    let told = json!({ "iss": issuer.address, "aud": "arena", "exp": issuer.now + 300, "iat": issuer.now, "nonce": asked["nonce"] });
    claims.as_object_mut().unwrap().extend(told.as_object().unwrap().clone());
    if let Some((claim, value)) = &held.twist {
        claims[*claim] = value.clone();
    }
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(&json!({ "alg": "ES256", "kid": "k" })), part(&claims));
    let key = if held.forged { &issuer.other } else { &issuer.key };
    let signature = key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
    let token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature));
    (StatusCode::OK, Json(json!({ "access_token": "x", "token_type": "Bearer", "id_token": token })))
}

/// An arena at which people can sign in there.
struct Story {
    issuer: Arc<Issuer>,
    router: Router,
    hall: Hall,
    _folder: tempfile::TempDir,
}

/// A browser with its cookies.
#[derive(Clone, Default)]
struct Browser(BTreeMap<String, String>);

async fn story() -> Story {
    let hall = Hall::open().await;
    let issuer = Issuer::open(hall.league.now().0 / 1000).await;
    let folder = tempfile::tempdir().unwrap();
    let (_, arena) = toy::open(folder.path()).await;
    let told = OidcOptions {
        issuer: issuer.address.clone(),
        client: "arena".to_owned(),
        secret: "a&secret".to_owned(),
        name: "The school".to_owned(),
    };
    let options = ServerOptions {
        names: Names::new("127.0.0.1:7777".parse().unwrap(), &[]),
        forwarded: false,
        secure: false,
        league: Some(hall.league.clone()),
        oidc: Some(Arc::new(Provider::new(told).unwrap())),
    };
    let peer: SocketAddr = "192.0.2.1:5000".parse().unwrap();
    let router = router(arena, &options).layer(MockConnectInfo(peer));
    Story { issuer, router, hall, _folder: folder }
}

impl Story {
    async fn send(
        &self,
        browser: &mut Browser,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, HeaderMap, Value) {
        let cookies: Vec<String> = browser.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        request = request.header("host", "localhost").header("cookie", cookies.join("; "));
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let answer = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        for set in answer.headers().get_all("set-cookie") {
            let (name, value) = set.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            match value {
                "" => drop(browser.0.remove(name)),
                value => drop(browser.0.insert(name.to_owned(), value.to_owned())),
            }
        }
        let (status, headers) = (answer.status(), answer.headers().clone());
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, headers, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Goes to the issuer, and gives what it is asked for.
    async fn depart(&self, browser: &mut Browser, path: &str) -> BTreeMap<String, String> {
        let (status, _, answer) = self.send(browser, "POST", path, None).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let address = answer["address"].as_str().unwrap();
        let query = address.strip_prefix(&format!("{}/door?theme=dark&", self.issuer.address)).unwrap();
        url::form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }

    /// Comes back, and gives the page that the browser is led to.
    async fn land(&self, browser: &mut Browser, query: &str) -> String {
        let (status, headers, _) = self.send(browser, "GET", &format!("/oidc/return?{query}"), None).await;
        assert_eq!(status, StatusCode::SEE_OTHER);
        headers["location"].to_str().unwrap().to_owned()
    }

    /// There and back.
    async fn travel(&self, browser: &mut Browser, path: &str) -> String {
        let asked = self.depart(browser, path).await;
        let code = self.issuer.authorise(&asked);
        self.land(browser, &format!("code={code}&state={}", asked["state"])).await
    }

    async fn me(&self, browser: &Browser) -> Value {
        self.send(&mut browser.clone(), "GET", "/me", None).await.2
    }

    async fn sign_in(&self, name: &str) -> Browser {
        let mut browser = Browser::default();
        let wish = json!({ "name": name, "password": PASSWORD });
        assert_eq!(self.send(&mut browser, "POST", "/signin", Some(wish)).await.0, StatusCode::OK);
        browser
    }
}

const DONE: &str = "/signin?elsewhere=done";

#[tokio::test]
async fn whoever_comes_for_the_first_time_gets_an_account_and_has_it_the_next_time() {
    let story = story().await;
    let mut browser = Browser::default();
    let (_, _, elsewhere) = story.send(&mut browser, "GET", "/oidc", None).await;
    assert_eq!(elsewhere, json!({ "name": "The school" }));
    assert_eq!(story.travel(&mut browser, "/oidc").await, DONE);
    let me = story.me(&browser).await;
    assert_eq!(
        (&me["name"], &me["has_password"], &me["linked"]),
        (&json!("ada"), &json!(false), &json!(true))
    );
    assert!(!browser.0.contains_key("meydan-away"), "the secret works once");

    // The issuer may call them something else meanwhile.
    story.issuer.person("1", "ada lovelace");
    let mut again = Browser::default();
    assert_eq!(story.travel(&mut again, "/oidc").await, DONE);
    assert_eq!(story.me(&again).await["id"], me["id"]);
}

#[tokio::test]
async fn a_name_that_is_taken_is_not_an_account_that_is_taken() {
    let story = story().await;
    story.hall.person("ada").await;
    let mut browser = Browser::default();
    assert_eq!(story.travel(&mut browser, "/oidc").await, DONE);
    assert_eq!(story.me(&browser).await["name"], "ada 2");
}

#[tokio::test]
async fn a_return_that_did_not_begin_in_this_browser_is_refused() {
    let story = story().await;
    let (mut browser, mut other) = (Browser::default(), Browser::default());
    let asked = story.depart(&mut browser, "/oidc").await;
    let code = story.issuer.authorise(&asked);
    let stale = "/signin?elsewhere=stale";
    let good = format!("code={code}&state={}", asked["state"]);
    for query in [
        format!("code={code}"),
        format!("code={code}&state=wrong"),
        format!("{good}&iss=https://evil.example"),
    ] {
        assert_eq!(story.land(&mut browser.clone(), &query).await, stale, "{query}");
    }
    // Somebody else is led here with a code that is not theirs, with and without a sign-in of their own under way.
    assert_eq!(story.land(&mut Browser::default(), &good).await, stale);
    story.depart(&mut other, "/oidc").await;
    assert_eq!(story.land(&mut other, &good).await, stale);
    assert_eq!(story.me(&other).await, Value::Null);
    assert_eq!(story.land(&mut browser, &good).await, DONE);
}

#[tokio::test]
async fn a_code_works_once() {
    let story = story().await;
    let mut browser = Browser::default();
    let asked = story.depart(&mut browser, "/oidc").await;
    let code = story.issuer.authorise(&asked);
    let (mut thief, query) = (browser.clone(), format!("code={code}&state={}", asked["state"]));
    assert_eq!(story.land(&mut browser, &query).await, DONE);
    assert_eq!(story.land(&mut browser, &query).await, "/signin?elsewhere=stale");
    assert_eq!(story.land(&mut thief, &query).await, "/signin?elsewhere=stale");
    assert_eq!(story.me(&thief).await, Value::Null);
}

#[tokio::test]
async fn a_token_that_is_not_right_signs_nobody_in() {
    let story = story().await;
    let now = story.issuer.now;
    for (claim, value) in [
        ("nonce", json!("another")),
        ("exp", json!(now - 100)),
        ("aud", json!("somebody else")),
        ("iss", json!("https://evil.example")),
    ] {
        story.issuer.twist(Some((claim, value)), false);
        let mut browser = Browser::default();
        assert_eq!(story.travel(&mut browser, "/oidc").await, "/signin?elsewhere=proof", "{claim}");
        assert_eq!(story.me(&browser).await, Value::Null, "{claim}");
    }
    story.issuer.twist(None, true);
    let mut browser = Browser::default();
    assert_eq!(story.travel(&mut browser, "/oidc").await, "/signin?elsewhere=proof", "forged");
    assert_eq!(story.me(&browser).await, Value::Null);
    story.issuer.twist(None, false);
    assert_eq!(story.travel(&mut browser, "/oidc").await, DONE);
}

#[tokio::test]
async fn whoever_does_not_want_to_comes_back_as_they_went() {
    let story = story().await;
    let mut browser = Browser::default();
    let asked = story.depart(&mut browser, "/oidc").await;
    let query = format!("error=access_denied&state={}", asked["state"]);
    assert_eq!(story.land(&mut browser, &query).await, "/signin?elsewhere=refused");
    assert_eq!(story.me(&browser).await, Value::Null);
}

#[tokio::test]
async fn an_account_is_linked_by_its_owner_and_unlinked_again() {
    let story = story().await;
    story.hall.person("ada").await;
    let mut browser = story.sign_in("ada").await;
    let id = story.me(&browser).await["id"].clone();
    assert_eq!(story.travel(&mut browser, "/me/identity").await, "/account?elsewhere=done");
    assert_eq!(story.me(&browser).await["linked"], true);
    let mut elsewhere = Browser::default();
    assert_eq!(story.travel(&mut elsewhere, "/oidc").await, DONE);
    assert_eq!(story.me(&elsewhere).await["id"], id);

    // The same person there cannot have two accounts here.
    story.hall.person("grace").await;
    let mut grace = story.sign_in("grace").await;
    assert_eq!(story.travel(&mut grace, "/me/identity").await, "/account?elsewhere=taken");

    assert_eq!(story.send(&mut browser, "DELETE", "/me/identity", None).await.0, StatusCode::NO_CONTENT);
    assert_eq!(story.send(&mut browser, "DELETE", "/me/identity", None).await.0, StatusCode::NOT_FOUND);
    let mut stranger = Browser::default();
    assert_eq!(story.travel(&mut stranger, "/oidc").await, DONE);
    assert_ne!(story.me(&stranger).await["id"], id);
    // Whoever has no password would lock themselves out.
    assert_eq!(story.send(&mut stranger, "DELETE", "/me/identity", None).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn an_account_is_linked_only_in_the_session_that_asked_for_it() {
    let story = story().await;
    story.hall.person("ada").await;
    story.hall.person("eve").await;
    let mut eve = story.sign_in("eve").await;
    let asked = story.depart(&mut eve, "/me/identity").await;
    let query = format!("code={}&state={}", story.issuer.authorise(&asked), asked["state"]);
    // Eve's secret in Ada's browser, and in one in which nobody is signed in.
    let mut ada = story.sign_in("ada").await;
    ada.0.insert("meydan-away".to_owned(), eve.0["meydan-away"].clone());
    assert_eq!(story.land(&mut ada, &query).await, "/account?elsewhere=stale");
    assert_eq!(story.me(&ada).await["linked"], false);
    let away = [("meydan-away".to_owned(), eve.0["meydan-away"].clone())];
    assert_eq!(story.land(&mut Browser(away.into()), &query).await, "/account?elsewhere=stale");
}

#[tokio::test]
async fn whoever_is_shut_out_stays_out() {
    let story = story().await;
    let mut browser = Browser::default();
    assert_eq!(story.travel(&mut browser, "/oidc").await, DONE);
    let id = story.me(&browser).await["id"].as_str().unwrap().to_owned();
    let shut = UserChange { role: None, disabled: Some(true) };
    story.hall.league.change_user(&Caller::host(), &id, shut).await.unwrap();
    assert_eq!(story.travel(&mut browser, "/oidc").await, "/signin?elsewhere=closed");
    assert_eq!(story.me(&browser).await, Value::Null);
    assert_eq!(story.hall.store.read().await.unwrap().count_role(Role::Contestant).await.unwrap(), 0);
}
