//! What an issuer signs: an ID token, and everything that must hold of it (OpenID Connect Core, 3.1.3.7).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// How far the issuer's clock and ours may be apart, in seconds.
const LEEWAY: f64 = 60.0;
/// The longest subject, as the standard has it.
const LONGEST_SUBJECT: usize = 255;

/// A key of an issuer, as it publishes it. Fields of other kinds of keys are not looked at.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Key {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// What a token must say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client: &'a str,
    pub(super) nonce: &'a str,
    /// Seconds since 1970.
    pub(super) now: i64,
}

/// Who somebody is, as the issuer says.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct Claims {
    iss: String,
    pub(super) sub: String,
    aud: Audience,
    azp: Option<String>,
    /// These may be fractions (RFC 7519, NumericDate).
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    pub(super) preferred_username: Option<String>,
    pub(super) nickname: Option<String>,
    pub(super) name: Option<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Head {
    alg: String,
    kid: Option<String>,
    /// Extensions that whoever reads it must understand; we understand none.
    crit: Option<serde_json::Value>,
}

/// What is wrong with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Wrong {
    #[error("it cannot be read")]
    Form,
    #[error("it is signed in another way than RS256 or ES256")]
    Algorithm,
    #[error("the issuer does not publish the key that it is signed with")]
    Key,
    #[error("its signature is not the issuer's")]
    Signature,
    #[error("it is of another issuer")]
    Issuer,
    #[error("it is meant for somebody else")]
    Audience,
    #[error("it is not valid any more, or not yet; are both clocks right?")]
    Time,
    #[error("it does not belong to this sign-in")]
    Nonce,
    #[error("it does not say who it is")]
    Subject,
}

/// Reads a token and believes it, if all is right.
pub(super) fn check(token: &str, keys: &[Key], expected: &Expected<'_>) -> Result<Claims, Wrong> {
    let (signed, signature) = token.rsplit_once('.').ok_or(Wrong::Form)?;
    let (head, body) = signed.split_once('.').ok_or(Wrong::Form)?;
    let head: Head = part(head)?;
    if head.crit.is_some() {
        return Err(Wrong::Form);
    }
    let signature = decode(signature)?;
    let mut fitting = keys.iter().filter(|key| key.fits(&head)).peekable();
    // What is not signed, or with a secret that we share, is never believed.
    if !["RS256", "ES256"].contains(&head.alg.as_str()) {
        return Err(Wrong::Algorithm);
    }
    if fitting.peek().is_none() {
        return Err(Wrong::Key);
    }
    if !fitting.any(|key| key.signed(signed.as_bytes(), &signature)) {
        return Err(Wrong::Signature);
    }
    let claims: Claims = part(body)?;
    claims.agree(expected)?;
    Ok(claims)
}

impl Claims {
    fn agree(&self, expected: &Expected<'_>) -> Result<(), Wrong> {
        let Expected { issuer, client, nonce, now } = *expected;
        let (meant, alone) = match &self.aud {
            Audience::One(one) => (one == client, true),
            Audience::Many(many) => (many.iter().any(|one| one == client), many.len() == 1),
        };
        // Where it is meant for several, it says for whom it was made.
        let made_for_us = self.azp.as_ref().map_or(alone, |party| party == client);
        let now = now as f64;
        let in_time = self.exp + LEEWAY > now
            && self.iat - LEEWAY <= now
            && self.nbf.is_none_or(|begin| begin - LEEWAY <= now);
        if self.iss != issuer {
            Err(Wrong::Issuer)
        } else if !meant || !made_for_us {
            Err(Wrong::Audience)
        } else if !in_time {
            Err(Wrong::Time)
        } else if self.nonce.as_deref() != Some(nonce) {
            Err(Wrong::Nonce)
        } else if self.sub.is_empty() || self.sub.len() > LONGEST_SUBJECT {
            Err(Wrong::Subject)
        } else {
            Ok(())
        }
    }
}

impl Key {
    /// Whether a token with this head can have been signed with it.
    fn fits(&self, head: &Head) -> bool {
        let kind = match head.alg.as_str() {
            "RS256" => self.kty == "RSA",
            "ES256" => self.kty == "EC" && self.crv.as_deref() == Some("P-256"),
            _ => false,
        };
        kind && self.usage.as_deref().is_none_or(|usage| usage == "sig")
            && self.alg.as_ref().is_none_or(|alg| *alg == head.alg)
            && head.kid.as_ref().is_none_or(|kid| self.kid.as_ref() == Some(kid))
    }

    fn signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let read = |text: &Option<String>| text.as_deref().and_then(|text| decode(text).ok());
        match self.kty.as_str() {
            "RSA" => {
                let Some((n, e)) = read(&self.n).zip(read(&self.e)) else { return false };
                let key = RsaPublicKeyComponents { n, e };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature).is_ok()
            }
            _ => {
                let Some((x, y)) = read(&self.x).zip(read(&self.y)) else { return false };
                if x.len() != 32 || y.len() != 32 {
                    return false;
                }
                // An uncompressed point begins with a 4.
                let point = [&[4][..], &x, &y].concat();
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(message, signature).is_ok()
            }
        }
    }
}

fn decode(text: &str) -> Result<Vec<u8>, Wrong> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Wrong::Form)
}

fn part<T: DeserializeOwned>(text: &str) -> Result<T, Wrong> {
    serde_json::from_slice(&decode(text)?).map_err(|_| Wrong::Form)
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
    use serde_json::{Value, json};

    use super::*;

    const EXPECTED: Expected<'_> =
        Expected { issuer: "https://id.example", client: "arena", nonce: "n", now: 1_000_000 };

    struct Issuer(EcdsaKeyPair);

    impl Issuer {
        fn new() -> Issuer {
            let random = SystemRandom::new();
            let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
            let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random);
            Issuer(pair.unwrap())
        }

        fn key(&self) -> Key {
            let point = self.0.public_key().as_ref();
            let key = json!({ "kty": "EC", "crv": "P-256", "kid": "k", "use": "sig",
                "x": URL_SAFE_NO_PAD.encode(&point[1..33]), "y": URL_SAFE_NO_PAD.encode(&point[33..]) });
            serde_json::from_value(key).unwrap()
        }

        fn sign(&self, head: &Value, claims: &Value) -> String {
            let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
            let signed = format!("{}.{}", part(head), part(claims));
            let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
            format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
        }
    }

    fn head() -> Value {
        json!({ "alg": "ES256", "kid": "k" })
    }

    fn claims() -> Value {
        json!({ "iss": "https://id.example", "sub": "s", "aud": "arena", "exp": 1_000_300, "iat": 1_000_000, "nonce": "n" })
    }

    #[test]
    fn a_token_in_which_all_is_right_is_believed() {
        let issuer = Issuer::new();
        let token = issuer.sign(&head(), &claims());
        assert_eq!(check(&token, &[issuer.key()], &EXPECTED).unwrap().sub, "s");
        let mut several = claims();
        several["aud"] = json!(["arena", "other"]);
        several["azp"] = json!("arena");
        let token = issuer.sign(&json!({ "alg": "ES256" }), &several);
        assert!(
            check(&token, &[Issuer::new().key(), issuer.key()], &EXPECTED).is_ok(),
            "without a key's name all are tried"
        );
    }

    #[test]
    fn every_claim_is_looked_at() {
        let issuer = Issuer::new();
        let table = [
            ("iss", json!("https://id.example/"), Wrong::Issuer),
            ("aud", json!("other"), Wrong::Audience),
            ("aud", json!(["arena", "other"]), Wrong::Audience),
            ("azp", json!("other"), Wrong::Audience),
            ("exp", json!(999_900), Wrong::Time),
            ("iat", json!(1_000_100), Wrong::Time),
            ("nbf", json!(1_000_100), Wrong::Time),
            ("nonce", json!("m"), Wrong::Nonce),
            ("nonce", json!(null), Wrong::Nonce),
            ("sub", json!(""), Wrong::Subject),
            ("sub", json!("s".repeat(256)), Wrong::Subject),
            ("exp", json!("soon"), Wrong::Form),
            ("exp", json!(999_900.5), Wrong::Time),
        ];
        for (claim, value, wrong) in table {
            let mut claims = claims();
            claims[claim] = value.clone();
            let token = issuer.sign(&head(), &claims);
            assert_eq!(check(&token, &[issuer.key()], &EXPECTED), Err(wrong), "{claim}: {value}");
        }
    }

    #[test]
    fn only_the_issuers_own_signature_counts() {
        let (issuer, other) = (Issuer::new(), Issuer::new());
        let keys = [issuer.key()];
        let refused = |token: &str| check(token, &keys, &EXPECTED).unwrap_err();
        assert_eq!(refused(&other.sign(&head(), &claims())), Wrong::Signature);
        assert_eq!(refused(&issuer.sign(&json!({ "alg": "ES256", "kid": "other" }), &claims())), Wrong::Key);
        assert_eq!(refused(&issuer.sign(&json!({ "alg": "RS256", "kid": "k" }), &claims())), Wrong::Key);
        for alg in ["none", "HS256", "ES384"] {
            assert_eq!(
                refused(&issuer.sign(&json!({ "alg": alg, "kid": "k" }), &claims())),
                Wrong::Algorithm,
                "{alg}"
            );
        }
        assert_eq!(
            refused(&issuer.sign(&json!({ "alg": "ES256", "kid": "k", "crit": ["b64"] }), &claims())),
            Wrong::Form
        );
        let token = issuer.sign(&head(), &claims());
        let (signed, _) = token.rsplit_once('.').unwrap();
        assert_eq!(refused(&format!("{signed}.")), Wrong::Signature);
        assert_eq!(refused("nonsense"), Wrong::Form);
    }

    /// RFC 7515, appendix A.2.
    #[test]
    fn the_standards_own_example_of_rs256_is_signed() {
        let key = json!({ "kty": "RSA", "e": "AQAB", "n": "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaS\
            HSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ" });
        let key: Key = serde_json::from_value(key).unwrap();
        let signed = b"eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        let signature = decode("cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw").unwrap();
        assert!(key.signed(signed, &signature));
        assert!(!key.signed(&signed[1..], &signature));
    }
}
