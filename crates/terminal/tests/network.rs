//! People at two tables, over real sockets on loopback.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Person, Table, board};
use meydan_terminal::{Lang, Options};

/// Two runners, the second two steps from the core, and a hunter that cannot reach them in time.
const PAIR: &str = "6 6\n0 0\n2\n5 5\n0 2\n1\n5 0\n0\n";

fn host(table: &Table) -> (Person, String) {
    host_with(table, Options::default())
}

fn host_with(table: &Table, more: Options) -> (Person, String) {
    let options = Options {
        host: Some("127.0.0.1:0".into()),
        name: Some("Ada".into()),
        patience: more.patience,
        ..board(table, PAIR)
    };
    let host = table.sit_down(options);
    let text = host.page.wait_for("--join ");
    let address = text.split("--join ").nth(1).unwrap().split('`').next().unwrap().to_owned();
    (host, address)
}

fn guest(table: &Table, address: &str, name: &str) -> Person {
    let options = Options { join: Some(address.into()), name: Some(name.into()), ..Options::default() };
    table.sit_down(options)
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let table = Table::new();
    let (mut ada, address) = host(&table);
    let mut bob = guest(&table, &address, "Bob");
    ada.say("up\nup");
    bob.say("left\nup\nleft");
    let (ada, bob) = (ada.wait().unwrap(), bob.wait().unwrap());
    for out in [&ada, &bob] {
        assert!(out.trim_end().ends_with("Victory in round 2!"), "{out}");
        assert!(out.contains("R0 moves to (4, 5)"), "everybody sees what the other does: {out}");
        assert!(out.contains("R1 moves to (0, 1)"), "{out}");
    }
    assert!(bob.contains("out of the board"), "an illegal move is explained: {bob}");
    assert!(bob.contains("waiting for Ada"), "{bob}");
    assert!(ada.contains("Bob is here"), "{ada}");
}

#[test]
fn somebody_who_leaves_comes_back_to_the_same_seat_and_a_stranger_does_not() {
    let (table, elsewhere) = (Table::new(), Table::new());
    let (mut ada, address) = host(&table);
    let mut bob = guest(&table, &address, "Bob");
    bob.page.wait_for("you are Bob, seat 1");
    ada.say("up");
    bob.page.wait_for("R1, walls left");
    bob.say("quit");
    bob.wait().unwrap();
    ada.page.wait_for("Bob is away");
    // A stranger with the same name but without the token, while Bob is away.
    let stranger = guest(&elsewhere, &address, "Bob").wait().unwrap_err().to_string();
    assert!(stranger.contains("all seats are taken"), "{stranger}");
    let mut bob = guest(&table, &address, "Bob");
    bob.say("left\nleft");
    ada.say("stay");
    let out = bob.wait().unwrap();
    assert!(out.contains("you are Bob, seat 1"), "{out}");
    assert!(out.trim_end().ends_with("Victory in round 2!"), "{out}");
    ada.wait().unwrap();
    let tokens = std::fs::read_dir(table.state()).unwrap().count();
    assert_eq!(tokens, 0, "a token that opens nothing any more is thrown away");
}

/// Carries bytes between a guest and a host, and can be cut.
struct Cable {
    address: String,
    ends: Arc<Mutex<Vec<TcpStream>>>,
    whole: Arc<AtomicBool>,
}

impl Cable {
    fn new(host: String) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let ends = Arc::new(Mutex::new(Vec::new()));
        let kept = ends.clone();
        let whole = Arc::new(AtomicBool::new(true));
        let carries = whole.clone();
        std::thread::spawn(move || {
            for near in listener.incoming() {
                if !carries.load(Ordering::SeqCst) {
                    continue;
                }
                let (near, far) = (near.unwrap(), TcpStream::connect(&host).unwrap());
                for (mut from, mut to) in [
                    (near.try_clone().unwrap(), far.try_clone().unwrap()),
                    (far.try_clone().unwrap(), near.try_clone().unwrap()),
                ] {
                    std::thread::spawn(move || {
                        let mut buffer = [0; 4096];
                        while let Ok(count @ 1..) = from.read(&mut buffer) {
                            if to.write_all(&buffer[..count]).is_err() {
                                break;
                            }
                        }
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
                kept.lock().unwrap().extend([near, far]);
            }
        });
        Cable { address, ends, whole }
    }

    fn mend(&self) {
        self.whole.store(true, Ordering::SeqCst);
    }

    /// Nothing is carried until it is mended.
    fn cut(&self) {
        self.whole.store(false, Ordering::SeqCst);
        for end in self.ends.lock().unwrap().drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }
}

#[test]
fn a_connection_that_is_cut_is_mended_and_the_game_goes_on() {
    let table = Table::new();
    let (mut ada, address) = host(&table);
    let cable = Cable::new(address);
    let mut bob = guest(&table, &cable.address, "Bob");
    ada.say("up");
    bob.page.wait_for("R1, walls left");
    cable.cut();
    bob.page.wait_for("the connection is lost");
    ada.page.wait_for("Bob is away; the seat is kept");
    cable.mend();
    bob.page.wait_for("the connection is back");
    bob.say("left");
    ada.say("up");
    bob.page.wait_until(|text| text.contains("R0 moves to (3, 5)"));
    // Once more, while it is somebody else's turn in between.
    cable.cut();
    bob.page.wait_until(|text| text.matches("the connection is lost").count() >= 2);
    cable.mend();
    bob.page.wait_until(|text| text.matches("the connection is back").count() == 2);
    bob.say("left");
    let (out, _) = (bob.wait().unwrap(), ada.wait().unwrap());
    assert!(out.trim_end().ends_with("Victory in round 2!"), "{out}");
}

#[test]
fn with_patience_somebody_who_is_away_stays() {
    let table = Table::new();
    let more = Options { patience: Some(Duration::ZERO), ..Options::default() };
    let (mut ada, address) = host_with(&table, more);
    let mut bob = guest(&table, &address, "Bob");
    ada.say("stay");
    bob.page.wait_for("R1, walls left");
    bob.say("quit");
    bob.wait().unwrap();
    let text = ada.page.wait_for("R1 stays: nothing was heard");
    assert!(text.contains("Bob is away"), "{text}");
    ada.say("quit");
    ada.wait().unwrap();
}

#[test]
fn a_host_that_leaves_is_told_to_the_guests() {
    let table = Table::new();
    let (mut ada, address) = host(&table);
    let bob = guest(&table, &address, "Bob");
    ada.page.wait_for("Bob is here");
    ada.say("quit");
    ada.wait().unwrap();
    let error = bob.wait().unwrap_err().to_string();
    assert!(error.contains("the host has left the game"), "{error}");
}

#[test]
fn a_game_of_two_is_saved_and_taken_up_by_two() {
    let table = Table::new();
    let (mut ada, address) = host(&table);
    let mut bob = guest(&table, &address, "Bob");
    let file = table.path("pair.save");
    ada.say("up");
    bob.say("save");
    let text = bob.page.wait_for("only the host");
    assert!(!text.contains("saved in"), "{text}");
    ada.say(&format!("save {}\nquit", file.display()));
    ada.wait().unwrap();
    bob.wait().unwrap_err();
    let options = Options {
        host: Some("127.0.0.1:0".into()),
        resume: Some(file),
        name: Some("Ada".into()),
        ..Options::default()
    };
    let mut ada = table.sit_down(options);
    let text = ada.page.wait_for("--join ");
    let address = text.split("--join ").nth(1).unwrap().split('`').next().unwrap().to_owned();
    let mut bob = guest(&table, &address, "Bob");
    bob.say("left\nleft");
    ada.say("up\nup");
    assert!(bob.wait().unwrap().trim_end().ends_with("Victory in round 2!"));
    ada.wait().unwrap();
}

#[test]
fn somebody_who_comes_back_without_name_or_token_is_told_what_is_missing() {
    let table = Table::new();
    let (mut ada, address) = host(&table);
    let mut bob = guest(&table, &address, "Bob");
    ada.say("up");
    bob.page.wait_for("R1, walls left");
    bob.say("quit");
    bob.wait().unwrap();
    ada.page.wait_for("Bob is away");
    // Another name, and so no token; then the right name on a machine that has no token.
    let error = guest(&table, &address, "Bobby").wait().unwrap_err().to_string();
    assert!(error.contains("--name") && error.contains("`Bobby`") && error.contains("token"), "{error}");
    let name = Some("Bobby".to_owned());
    let persian = Options { join: Some(address.clone()), name, lang: Lang::Fa, ..Options::default() };
    let error = table.sit_down(persian).wait().unwrap_err().to_string();
    assert!(error.starts_with("میزبان نمی‌پذیرد: همهٔ جاها گرفته است") && !error.contains("seat"), "{error}");
    let elsewhere = Table::new();
    let error = guest(&elsewhere, &address, "Bob").wait().unwrap_err().to_string();
    assert!(error.contains("there is none here for that name"), "{error}");
    // With both the seat is there.
    let mut bob = guest(&table, &address, "Bob");
    ada.page.wait_until(|text| text.matches("Bob is here").count() == 2);
    bob.say("quit");
    bob.wait().unwrap();
    ada.say("quit");
    ada.wait().unwrap();
}

#[test]
fn two_of_one_name_can_be_told_apart() {
    let table = Table::new();
    let (mut ada, address) = host(&table);
    let mut other = guest(&table, &address, "Ada");
    other.page.wait_for("you are Ada 2, seat 1");
    ada.page.wait_for("Ada 2 is here");
    other.say("quit");
    other.wait().unwrap();
    ada.say("quit");
    ada.wait().unwrap();
}

#[test]
fn a_liar_at_the_other_end_harms_nobody() {
    let table = Table::new();
    // Programs that are not hosts, and hosts that lie.
    let welcome = r#"{"type":"welcome","protocol":1,"game":"labyrinth","seat":1,"name":"Bob","token":"x"}"#;
    let start = |config: &str| format!("{welcome}\n{{\"type\":\"start\",\"rules\":1,\"config\":{config}}}\n");
    let small = r#"{"rows":2,"cols":2,"core":[0,0],"runners":[[1,1],[1,0]],"hunters":[],"walls":[],"boxes":[],"max_rounds":9,"seats":2}"#;
    let lies = [
        "HTTP/1.1 400 Bad Request\r\n\r\n".to_owned(),
        "{\"type\":\"song\"}\n".to_owned(),
        format!("{welcome}\nnot json\n"),
        start(r#"{"rows":99999}"#),
        start(&small.replace("\"rows\":2", "\"rows\":1")),
        start(small) + "{\"type\":\"watch\",\"view\":{\"round\":1}}\n",
        start(small)
            + r#"{"type":"turn","window":0,"view":{"round":1,"turn":7,"push":null,"result":null,"runners":[{"at":[9,9],"status":"on","walls":1},{"at":[1,0],"status":"on","walls":1}],"hunters":[],"walls":[],"boxes":[],"arrived":0,"needed":1,"walls_used":0}}"#
            + "\n",
        "{\"type\":\"refused\",\"code\":\"full\",\"reason\":\"\\u001b[2Jno\"}\n".to_owned(),
    ];
    for lie in lies {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let bytes = lie.clone();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 512]);
            let _ = stream.write_all(bytes.as_bytes());
            let _ = stream.read(&mut [0; 1]);
        });
        let error = guest(&table, &address, "Bob").wait().unwrap_err().to_string();
        assert!(!error.contains('\u{1b}'), "{error}");
    }
    let nobody = guest(&table, "127.0.0.1:1", "Bob").wait().unwrap_err().to_string();
    assert!(nobody.contains("cannot reach a host"), "{nobody}");
}
