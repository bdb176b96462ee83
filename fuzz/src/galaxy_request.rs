//! No sequence of requests makes the contest server's interface panic, and no success body holds a word that the Python
//! kit cannot evaluate. The bytes are cut into requests; a game with three players is behind the office.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex};

use meydan_core::{Chance, Game, Next, Seat, Seed, Setup, Status, Terms, Viewer};
use meydan_galaxy::{Action, Config, Galaxy, Rejection, View};
use meydan_galaxy_wire::{Body, Door, News, Office, Request};

const PATHS: [&str; 20] = [
    "/",
    "/login",
    "/ready",
    "/get_owners",
    "/get_troops_count",
    "/get_number_of_fort_troops",
    "/get_state",
    "/get_turn_number",
    "/get_adj",
    "/get_player_id",
    "/get_strategic_nodes",
    "/get_number_of_troops_to_put",
    "/get_reachable",
    "/next_state",
    "/put_one_troop",
    "/put_troop",
    "/attack",
    "/move_troop",
    "/fort",
    "/printer",
];
const KINDS: [&str; 4] = [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=X",
    "application/json",
    "multipart/form-data; boundary=\"",
];

static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let mut terms = Terms::of("official");
    terms.options.insert("initial_troop".into(), "1".into());
    let map = Galaxy::maps().iter().find(|map| map.name == "cradle").expect("it is built in");
    Galaxy::config(map.bytes, &terms).expect("our own map is sound")
});

struct FuzzDoor(Seat, Arc<Mutex<Galaxy>>);

impl Door for FuzzDoor {
    fn view(&self) -> View {
        self.1.lock().expect("one thread").view(Viewer::Seat(self.0))
    }
    fn act(&self, action: Action) -> Result<Next, Option<Rejection>> {
        self.1.lock().expect("one thread").act(self.0, action, &mut Vec::new()).map_err(Some)
    }
    fn print(&self, _: &str) {}
}

/// Reads one input.
pub fn run(bytes: &[u8]) {
    let game = Arc::new(Mutex::new(Galaxy::new(&CONFIG, Chance::new(Seed(1))).expect("it was checked")));
    let seats = [0, 1, 2].map(Seat);
    let mut office = Office::new(CONFIG.clone(), seats.map(|seat| (seat, format!("S{seat}"))), 2000);
    for seat in seats {
        office.open_door(seat, FuzzDoor(seat, game.clone()));
    }
    let visitor = office.seating().visitor(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    let mut ask = |method: &str, path: &str, token: Option<&[u8]>, kind: Option<&str>, body: &[u8]| {
        let (answer, news) =
            office.answer(&Request { method, path, token, content_type: kind, body }, visitor);
        if let Body::Json(text) = &answer.body
            && answer.status == 200
        {
            assert!(!text.contains("null") && !text.contains("true") && !text.contains("false"), "{text}");
        }
        if let Some(News::Finished(seat)) = news {
            let mut game = game.lock().expect("one thread");
            let _ = game.act(seat, Action::Next, &mut Vec::new());
            game.close(&mut Vec::new());
            if let Status::Waiting(_) = game.status() {
                office.begin_turn(game.player());
            }
        }
    };
    // Everybody is there; the requests begin with the first turn.
    for token in [b"S0", b"S1", b"S2"] {
        ask("POST", "/login", None, Some(KINDS[0]), b"token=1");
        ask("GET", "/ready", Some(token), None, b"");
    }
    // A byte that is not used otherwise ends a request: 0xff occurs in no text.
    for request in bytes.split(|&byte| byte == 0xff) {
        let [choice, path, kind, body @ ..] = request else { continue };
        let path = PATHS[usize::from(*path) % PATHS.len()];
        let token = [b"S0", b"S1", b"S2", b"??"][usize::from(*choice) % 4].as_slice();
        let method =
            if choice & 0x80 == 0 && path.contains("get") || path == "/ready" { "GET" } else { "POST" };
        let method = if path == "/next_state" || path == "/" { "GET" } else { method };
        ask(method, path, Some(token), Some(KINDS[usize::from(*kind) % KINDS.len()]), body);
    }
}
