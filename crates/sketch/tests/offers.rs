//! Whatever is offered to a person is taken by the rules, and every board can be drawn on 80 columns.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use meydan_core::{Chance, Game, Mode, Next, Seat, Seed, Setup, Status, Terms, Viewer};
use meydan_galaxy::Galaxy;
use meydan_gotham::Gotham;
use meydan_heroes::Heroes;
use meydan_jungle::Jungle;
use meydan_labyrinth::Labyrinth;
use meydan_sketch::{Drawing, Offered, Seen, Typed, numbers};

/// Everything that was drawn and done in a match of people who take what they are offered.
struct Played {
    offered: usize,
    last: Drawing,
}

fn fits(drawing: &Drawing, width: usize) {
    let text = drawing.text();
    assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'), "{text}");
    assert!(drawing.width() <= width, "{} columns:\n{text}", drawing.width());
}

/// On a small terminal everything is there, or it is said what is not.
fn said_in_full(drawing: Drawing) {
    let (whole, small) = (drawing.clone().fit(80, 200), drawing.fit(80, 17));
    let text = small.text();
    assert!(text.lines().count() <= 17, "{text}");
    let lost = whole.text().lines().any(|line| !text.contains(line.trim()));
    let told = small.is_part() || text.contains("more lines have no room here");
    assert!(!lost || told, "{text}\n{}", whole.text());
}

fn play<G: Typed + Setup>(map: &[u8], windows: u32, seed: u64) -> Played {
    // Some maps are for the rules of the finals alone.
    let config = G::RULESETS.iter().find_map(|rules| G::config(map, &Terms::of(*rules)).ok()).unwrap();
    let mut chance = Chance::new(Seed(seed));
    let mut game = G::new(&config, chance.fork()).map_err(|error| error.to_string()).unwrap();
    let (mut log, mut offered) = (Vec::new(), 0);
    while let Status::Waiting(window) = game.status() {
        if window.number >= windows {
            break;
        }
        for seat in window.seats.iter() {
            let who = Viewer::Seat(seat);
            let drawn = G::sketch(&config, &game.view(who), who);
            fits(&drawn.clone().fit(80, 200), 80);
            said_in_full(drawn);
            offered += match window.mode {
                Mode::Sealed => plan(&mut game, &config, seat, &mut chance, &mut log),
                Mode::Live => act(&mut game, &config, seat, &mut chance, &mut log),
            };
        }
        game.close(&mut log);
        fits(&G::sketch(&config, &game.view(Viewer::Spectator), Viewer::Spectator).fit(80, 200), 80);
    }
    let last = G::sketch(&config, &game.view(Viewer::Spectator), Viewer::Spectator);
    Played { offered, last }
}

/// A person takes offers one after another; each takes effect at once.
fn act<G: Typed>(
    game: &mut G,
    config: &G::Config,
    seat: Seat,
    chance: &mut Chance,
    log: &mut Vec<G::Event>,
) -> usize {
    let mut taken = 0;
    for _ in 0..8 {
        let view = game.view(Viewer::Seat(seat));
        let seen = Seen { config, view: &view, seat, plan: &[] };
        let offers = G::offers(&seen);
        let Some(offer) = chance.pick(&offers) else { break };
        let acts = same(&seen, &offers, offer);
        let mut done = false;
        for action in acts {
            let answer = game.act(seat, action.clone(), log);
            let next = answer.unwrap_or_else(|error| panic!("`{}` was refused: {error}", offer.words));
            done = next == Next::Done || G::enough(&action);
            taken += 1;
        }
        if done {
            break;
        }
    }
    taken
}

/// A person gathers offers and sends them together.
fn plan<G: Typed>(
    game: &mut G,
    config: &G::Config,
    seat: Seat,
    chance: &mut Chance,
    log: &mut Vec<G::Event>,
) -> usize {
    let view = game.view(Viewer::Seat(seat));
    let mut plan: Vec<G::Action> = Vec::new();
    for _ in 0..6 {
        let seen = Seen { config, view: &view, seat, plan: &plan };
        let offers = G::offers(&seen);
        let Some(offer) = chance.pick(&offers) else { break };
        let acts = same(&seen, &offers, offer);
        assert!(!G::told(&seen, &acts[0]).is_empty());
        let enough = acts.iter().any(G::enough);
        plan.extend(acts);
        if enough {
            break;
        }
    }
    let taken = plan.len();
    for action in G::sent(plan) {
        let told = format!("{action:?}");
        game.act(seat, action, log).unwrap_or_else(|error| panic!("{told} was refused: {error}"));
    }
    taken
}

/// The acts of an offer, by its number; its words are understood as the same.
fn same<G: Typed>(
    seen: &Seen<'_, G>,
    offers: &[Offered<G::Action>],
    offer: &Offered<G::Action>,
) -> Vec<G::Action> {
    let place = offers.iter().position(|other| other.words == offer.words).unwrap();
    let number = numbers(offers, G::free(seen.config))[place];
    match G::understood(seen, &number.to_string()) {
        Ok(by_number) => assert_eq!(by_number, offer.acts),
        // A node, a planet or a hero has that number, too.
        Err(why) => assert!(offers.iter().any(|other| other.words.ends_with(&format!(" {number}"))), "{why}"),
    }
    assert_eq!(G::understood(seen, &offer.words.to_uppercase()).unwrap(), offer.acts, "`{}`", offer.words);
    offer.acts.clone()
}

fn every_map<G: Typed + Setup>(windows: u32, least: usize) -> Vec<String> {
    let play = |(seed, map): (u64, &meydan_core::MapFile)| play::<G>(map.bytes, windows, seed);
    let played: Vec<Played> = (0..).zip(G::maps()).map(play).collect();
    assert!(played.iter().map(|played| played.offered).sum::<usize>() > least, "hardly anything was offered");
    played.into_iter().map(|played| played.last.text()).collect()
}

#[test]
fn labyrinth() {
    let drawn = every_map::<Labyrinth>(60, 20);
    assert!(drawn.iter().all(|text| text.contains('✦') && text.contains("round ")), "{drawn:#?}");
}

#[test]
fn jungle() {
    let drawn = every_map::<Jungle>(40, 500);
    assert!(drawn.iter().all(|text| text.contains("tick 40 of") && text.contains("points")), "{drawn:#?}");
}

#[test]
fn heroes() {
    let drawn = every_map::<Heroes>(60, 500);
    assert!(drawn.iter().all(|text| text.contains("##") && text.contains("a0")), "{drawn:#?}");
}

#[test]
fn gotham() {
    let drawn = every_map::<Gotham>(40, 500);
    assert!(drawn.iter().all(|text| text.contains("first:") && text.contains('@')), "{drawn:#?}");
}

#[test]
fn galaxy() {
    let drawn = every_map::<Galaxy>(150, 500);
    assert!(drawn.iter().all(|text| text.contains("score") && text.contains('·')), "{drawn:#?}");
}

#[test]
fn what_is_not_understood_is_answered_with_what_to_do() {
    let config = Jungle::config(Jungle::maps()[0].bytes, &Terms::of("document")).unwrap();
    let game = Jungle::new(&config, Chance::new(Seed(1))).unwrap();
    let view = game.view(Viewer::Seat(Seat(0)));
    let seen = Seen { config: &config, view: &view, seat: Seat(0), plan: &[] };
    let wrong = |line: &str| Jungle::understood(&seen, line).unwrap_err();
    assert!(wrong("999").contains("no number 999"));
    assert!(wrong("b1 up").contains("not a unit of yours; they are a1"), "{}", wrong("b1 up"));
    assert!(wrong("a1 up").contains("spawn X,Y"), "{}", wrong("a1 up"));
    assert!(wrong("a1 dance").contains("no order `dance`"), "{}", wrong("a1 dance"));
    assert!(wrong("a1 sp").contains("type a little more"), "{}", wrong("a1 sp"));
}

#[test]
fn a_number_that_names_something_is_never_another_act() {
    let config = Galaxy::config(Galaxy::maps()[0].bytes, &Terms::of("document")).unwrap();
    let mut game = Galaxy::new(&config, Chance::new(Seed(3))).unwrap();
    let planets = config.map().planets().count();
    let Status::Waiting(window) = game.status() else { panic!("it has begun") };
    let seat = window.seats.iter().next().unwrap();
    let taken = Galaxy::understood(
        &Seen { config: &config, view: &game.view(Viewer::Seat(seat)), seat, plan: &[] },
        "2",
    );
    for action in taken.unwrap() {
        game.act(seat, action, &mut Vec::new()).unwrap();
    }
    game.close(&mut Vec::new());
    // Planet 2 is somebody's now: whoever types it does not pass the turn.
    let Status::Waiting(window) = game.status() else { panic!("it goes on") };
    let seat = window.seats.iter().next().unwrap();
    let view = game.view(Viewer::Seat(seat));
    let seen = Seen { config: &config, view: &view, seat, plan: &[] };
    assert!(Galaxy::understood(&seen, "2").unwrap_err().contains("no number 2"));
    let next = Galaxy::offers(&seen).into_iter().find(|offer| offer.words == "next").unwrap();
    assert_eq!(Galaxy::understood(&seen, &planets.to_string()).unwrap(), next.acts);
}

#[test]
fn a_node_has_its_own_number_in_the_list() {
    let config = Gotham::config(Gotham::maps()[0].bytes, &Terms::of("document")).unwrap();
    let game = Gotham::new(&config, Chance::new(Seed(1))).unwrap();
    let view = game.view(Viewer::Seat(Seat(0)));
    let seen = Seen { config: &config, view: &view, seat: Seat(0), plan: &[] };
    let offers = Gotham::offers(&seen);
    let last = offers.last().unwrap();
    let node: usize = last.words.strip_prefix("start ").unwrap().parse().unwrap();
    assert!(node > offers.len(), "a node beyond the number of offers");
    assert_eq!(Gotham::understood(&seen, &node.to_string()).unwrap(), last.acts);
    let other = (1..node).find(|node| !numbers(&offers, Gotham::free(&config)).contains(node)).unwrap();
    let why = Gotham::understood(&seen, &other.to_string()).unwrap_err();
    assert!(why.contains(&format!("no number {other} in the list")), "{why}");
    assert!(Gotham::asked(&seen).contains("`start "), "{}", Gotham::asked(&seen));
}
