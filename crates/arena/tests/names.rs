//! Names: what they may look like, and which look alike.

use meydan_arena::{alike, name};

#[test]
fn a_name_hides_nothing() {
    let long = "x".repeat(41);
    let bad = [
        "",
        "   ",
        "a\u{202e}b",
        "a\u{0}b",
        "a\u{1b}[2J",
        "--",
        "оrganiser",
        "Sаra",
        "\u{3164}",
        "a\u{3164}",
    ];
    let more = ["a\u{34f}b", "\u{2800}a", "\u{301}a", "a\u{301}\u{302}\u{303}\u{304}\u{305}", &long];
    for text in bad.into_iter().chain(more) {
        assert_eq!(name("a name", text).unwrap_err().code(), "wrong", "{text:?}");
    }
    for text in ["می\u{200c}روم", "\u{200c}می\u{200c}\u{200c}روم\u{200c}"] {
        assert_eq!(name("a name", text), Ok("می\u{200c}روم".to_owned()));
    }
    for text in ["Sa\u{200c}ra", "Sara\u{fe0f}"] {
        assert_eq!(name("a name", text), Ok("Sara".to_owned()));
    }
    assert_eq!(name("a name", " یک  تیم "), Ok("یک تیم".to_owned()));
    for text in ["Team پریسا", "<b>تیم</b>", "Ольга", "Équipe 7", "Team Ольга", "東京タワー"]
    {
        assert_eq!(name("a name", text), Ok(text.to_owned()));
    }
}

#[test]
fn what_looks_alike_is_alike() {
    for (one, other) in [
        ("ada", " ADA"),
        ("Al", "AI"),
        ("Sara", "Ѕаrа"),
        ("modern", "modem"),
        ("تیم ۱", "تيم ١"),
        ("می\u{200c}روم", "میروم"),
        ("ﬁn", "fin"),
        ("Ａda", "Ada"),
        ("a\u{3164}", "a"),
        // Written longer, with vowels, or with another seat of the hamza.
        ("محمد", "محمـد"),
        ("محمد", "مُحَمَّد"),
        ("احمد", "أحمد"),
        ("فاطمه", "فاطمة"),
        ("Sara", "Sara."),
    ] {
        assert!(alike(one, other), "{one:?} {other:?}");
    }
    for (one, other) in [
        ("ada", "adam"),
        ("تیم ۱", "تیم ۲"),
        ("Ольга", "Olga"),
        ("سارا", "سارو"),
        ("آرش", "ارش"),
        ("a.b", "c.b"),
    ] {
        assert!(!alike(one, other), "{one:?} {other:?}");
    }
}
