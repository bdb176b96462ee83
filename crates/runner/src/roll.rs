//! Who has come to the seats of a lobby, who is ready, and who is missing.

use std::time::Duration;

use meydan_core::trace::Entrant;
use meydan_core::{Seat, SeatSet};
use meydan_referee::Arrivals;
use tokio::sync::watch;

use crate::crew::{Crew, News};
use crate::living::{Living, before_the_match};

/// How often it is said which clients are missing.
const MISSING: Duration = Duration::from_secs(30);

/// How often it is said which of those that were started have not come yet.
const STARTED: Duration = Duration::from_secs(15);

/// Calls the roll of clients: who comes of those that nobody here has started, and who is missing.
pub(crate) struct Roll {
    arrivals: watch::Receiver<Arrivals>,
    seats: SeatSet,
    /// Those that were started by now.
    started: watch::Receiver<SeatSet>,
    here: SeatSet,
    ready: SeatSet,
}

impl Roll {
    pub(crate) fn new(
        arrivals: watch::Receiver<Arrivals>,
        seats: SeatSet,
        started: watch::Receiver<SeatSet>,
    ) -> Roll {
        Roll { arrivals, seats, started, here: SeatSet::EMPTY, ready: SeatSet::EMPTY }
    }

    /// What has changed since the last call. Where a lobby is gone nothing changes any more.
    pub(crate) async fn news(&mut self) -> Vec<News> {
        if self.arrivals.changed().await.is_err() {
            return std::future::pending().await;
        }
        let (mut here, mut ready, mut news) = (SeatSet::EMPTY, SeatSet::EMPTY, Vec::new());
        for (&seat, guest) in self.arrivals.borrow_and_update().iter() {
            if !self.seats.contains(seat) {
                continue;
            }
            here.insert(seat);
            if !self.here.contains(seat) {
                news.push(News::Came { seat, name: guest.name.clone() });
            }
            if guest.ready {
                ready.insert(seat);
                if !self.ready.contains(seat) {
                    news.push(News::Ready { seat, name: guest.name.clone() });
                }
            }
        }
        (self.here, self.ready) = (here, ready);
        news
    }

    /// The seats to which nobody has come.
    pub(crate) fn missing(&self) -> Vec<Seat> {
        self.seats.iter().filter(|&seat| !self.here.contains(seat)).collect()
    }

    /// Tells which of those that were started have not come yet, if any.
    pub(crate) fn tell_started<C: Crew>(&self, crew: &mut C, entrants: &[Entrant], limit: Duration) {
        let here = self.arrivals.borrow();
        let late = self.started.borrow().iter().filter(|seat| !here.contains_key(seat)).collect::<Vec<_>>();
        drop(here);
        let name = |seat: Seat| entrants.get(seat.index()).map_or_else(String::new, |one| one.name.clone());
        let seats: Vec<_> = late.into_iter().map(|seat| (seat, name(seat))).collect();
        if !seats.is_empty() {
            crew.news(&News::OnTheWay { seats, limit });
        }
    }

    /// Tells who comes, and now and then who is missing. It has no end of its own.
    pub(crate) async fn call<C: Crew>(&mut self, crew: &mut C, entrants: &[Entrant], limit: Duration) {
        let mut looks = tokio::time::interval(MISSING);
        let mut glances = tokio::time::interval(STARTED);
        looks.reset();
        glances.reset();
        loop {
            tokio::select! {
                news = self.news() => news.iter().for_each(|news| crew.news(news)),
                _ = looks.tick() => {
                    let seats = self.missing();
                    if !seats.is_empty() {
                        crew.news(&News::Missing { seats });
                    }
                }
                _ = glances.tick() => self.tell_started(crew, entrants, limit),
            }
        }
    }
}

/// How often it is looked whether anybody can still come to a side.
const LOOK: Duration = Duration::from_millis(100);

/// Waits until nobody can come to one of these sides any more: every program of it has ended, and no client of it has joined. Says how
/// they ended. It never ends once the time to join is over.
pub(crate) async fn deserted(
    sides: Vec<Vec<(Seat, Living)>>,
    arrivals: watch::Receiver<Arrivals>,
    over: impl Fn() -> bool,
) -> String {
    let joined = |seat: &Seat| arrivals.borrow().get(seat).is_some_and(|guest| guest.ready);
    let gone = |side: &Vec<(Seat, Living)>| -> Option<Vec<(Seat, String)>> {
        if side.iter().any(|(seat, _)| joined(seat)) {
            return None;
        }
        side.iter().map(|(seat, living)| Some((*seat, living.has_ended()?))).collect()
    };
    loop {
        tokio::time::sleep(LOOK).await;
        if over() || sides.is_empty() {
            return std::future::pending().await;
        }
        if sides.iter().any(|side| gone(side).is_some()) {
            // What it said last may still be on its way.
            tokio::time::sleep(LOOK).await;
            if let Some(ends) = sides.iter().find_map(gone) {
                let told = ends.iter().map(|(seat, how)| {
                    format!("seat {seat}: its program ended before it joined: {}", before_the_match(how))
                });
                return format!("nobody came to one side ({})", told.collect::<Vec<_>>().join("; "));
            }
        }
    }
}

/// Seats in words.
pub(crate) fn in_words(seats: &[Seat]) -> String {
    match seats {
        [] => String::new(),
        [seat] => format!("seat {seat}"),
        [before @ .., last] => {
            let before = before.iter().map(Seat::to_string).collect::<Vec<_>>().join(", ");
            format!("seats {before} and {last}")
        }
    }
}

/// What is said about seats, each thing once, with all seats that it is about.
pub(crate) fn grouped(said: impl IntoIterator<Item = (Seat, String)>) -> Vec<(String, String)> {
    let mut groups: Vec<(Vec<Seat>, String)> = Vec::new();
    for (seat, text) in said {
        match groups.iter_mut().find(|(_, known)| *known == text) {
            Some((seats, _)) if seats.contains(&seat) => {}
            Some((seats, _)) => seats.push(seat),
            None => groups.push((vec![seat], text)),
        }
    }
    groups.into_iter().map(|(seats, text)| (in_words(&seats), text)).collect()
}

/// The reason of a void match to which one side did not come, with what is said about several seats said once.
pub(crate) fn shortened(reason: &str) -> String {
    const BEGIN: &str = "nobody came to one side (";
    let short = || {
        let inside = reason.strip_prefix(BEGIN)?.strip_suffix(')')?.strip_prefix("seat ")?;
        let part = |part: &str| {
            let (seat, text) = part.split_once(": ")?;
            Some((Seat(seat.parse().ok()?), text.to_owned()))
        };
        let parts: Option<Vec<_>> = inside.split("; seat ").map(part).collect();
        let told = grouped(parts?).into_iter().map(|(seats, text)| format!("{seats}: {text}"));
        Some(format!("{BEGIN}{})", told.collect::<Vec<_>>().join("; ")))
    };
    short().unwrap_or_else(|| reason.to_owned())
}

/// Waits until everybody has come to these seats, or nobody has for so long after somebody did; for ever, where nobody loses patience.
pub(crate) async fn patience(
    mut arrivals: watch::Receiver<Arrivals>,
    seats: SeatSet,
    wait: Option<Duration>,
) {
    let Some(wait) = wait else { return std::future::pending().await };
    // The lobby lives as long as somebody waits here.
    let _ = arrivals.wait_for(|here| seats.iter().any(|seat| here.contains_key(&seat))).await;
    while !seats.iter().all(|seat| arrivals.borrow().contains_key(&seat)) {
        if tokio::time::timeout(wait, arrivals.changed()).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use meydan_referee::{Claim, Guest, Seating};

    use super::*;

    #[test]
    fn coming_and_being_ready_are_told_once_each() {
        let seats: SeatSet = [Seat(0), Seat(1)].into_iter().collect();
        let seating = Seating::new(seats, SeatSet::EMPTY);
        let (_, started) = watch::channel(SeatSet::EMPTY);
        let mut roll = Roll::new(seating.arrivals(), seats, started);
        let told = |roll: &mut Roll| roll.news().now_or_never().unwrap_or_default();
        let visitor = seating.visitor(([127, 0, 0, 1], 1).into());
        let guest = |_| Guest { name: Some("Alpha".to_owned()), ready: false };
        assert_eq!(seating.take(visitor, Claim::Opens(seats), guest), Some(Seat(0)));
        assert!(matches!(&told(&mut roll)[..], [News::Came { seat: Seat(0), name: Some(_) }]));
        assert_eq!(roll.missing(), [Seat(1)]);
        seating.ready(Seat(0));
        assert!(matches!(&told(&mut roll)[..], [News::Ready { seat: Seat(0), name: Some(_) }]));
        seating.ready(Seat(0));
        assert!(told(&mut roll).is_empty());
    }

    #[test]
    fn what_is_said_about_many_seats_is_said_once() {
        let reason = "nobody came to one side (seat 0: no client came; seat 1: no client came; seat 3: it broke; seat 2: no client came)";
        let short = "nobody came to one side (seats 0, 1 and 2: no client came; seat 3: it broke)";
        assert_eq!(shortened(reason), short);
        for other in
            ["the disk is full", "nobody came to one side (seat x: no)", "nobody came to one side ()"]
        {
            assert_eq!(shortened(other), other);
        }
    }

    /// A process of a test.
    async fn living(script: &str) -> Living {
        let command = meydan_sandbox::Command::parse(&format!("sh -c '{script}'")).unwrap();
        Living::new(meydan_sandbox::start(&command).unwrap().tree, None, None, Vec::new())
    }

    #[tokio::test]
    async fn a_side_is_deserted_when_all_its_programs_have_ended_and_nobody_has_joined() {
        let seats: SeatSet = [Seat(0), Seat(1)].into_iter().collect();
        let seating = Seating::new(seats, SeatSet::EMPTY);
        let moment = Duration::from_millis(600);
        let side = vec![(Seat(0), living("exit 3").await), (Seat(1), living("exit 3").await)];
        let ended = deserted(vec![side.clone()], seating.arrivals(), || false);
        let told = tokio::time::timeout(Duration::from_secs(60), ended).await.unwrap();
        assert!(
            told.starts_with("nobody came to one side (seat 0: its program ended before it joined: "),
            "{told}"
        );
        assert!(shortened(&told).contains("seats 0 and 1: "), "{told}");
        let over = deserted(vec![side.clone()], seating.arrivals(), || true);
        assert!(
            tokio::time::timeout(moment, over).await.is_err(),
            "what happens in the match is the match's"
        );
        let runs = vec![(Seat(0), living("exit 3").await), (Seat(1), living("exec sleep 100").await)];
        let waits = deserted(vec![runs.clone()], seating.arrivals(), || false);
        assert!(tokio::time::timeout(moment, waits).await.is_err(), "one of them may still join");
        let visitor = seating.visitor(([127, 0, 0, 1], 1).into());
        let guest = |_| Guest { name: None, ready: false };
        assert_eq!(seating.take(visitor, Claim::Opens(seats), guest), Some(Seat(0)));
        seating.ready(Seat(0));
        let joined = deserted(vec![side], seating.arrivals(), || false);
        assert!(tokio::time::timeout(moment, joined).await.is_err(), "somebody has joined");
        for (seat, living) in runs {
            living.end(seat).await;
        }
    }

    /// Who hears the news of a test.
    struct Ear(Vec<News>);

    impl Crew for Ear {
        fn seat<G: meydan_catalog::Offer>(
            &mut self,
            _: crate::crew::Place<'_, G>,
        ) -> Result<crate::crew::Chair<G>, crate::SeatError> {
            unreachable!("nobody is seated here")
        }

        fn news(&mut self, news: &News) {
            self.0.push(news.clone());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn those_that_were_started_and_have_not_come_are_told_while_they_are_waited_for() {
        let seats: SeatSet = [Seat(0), Seat(1)].into_iter().collect();
        let seating = Seating::new(seats, SeatSet::EMPTY);
        let (launched, started) = watch::channel([Seat(0)].into_iter().collect());
        let mut roll = Roll::new(seating.arrivals(), SeatSet::EMPTY, started);
        let entrants = [Entrant::wire("slow"), Entrant::wire("next")];
        let mut ear = Ear(Vec::new());
        let mut wait = async |time: u64| {
            let limit = Duration::from_secs(120);
            let calling = roll.call(&mut ear, &entrants, limit);
            let _ = tokio::time::timeout(Duration::from_secs(time), calling).await;
            std::mem::take(&mut ear.0)
        };
        let told = wait(20).await;
        let [News::OnTheWay { seats, .. }] = &told[..] else { panic!("{told:?}") };
        assert_eq!(seats[..], [(Seat(0), "slow".to_owned())]);
        let visitor = seating.visitor(([127, 0, 0, 1], 1).into());
        let guest = |_| Guest { name: None, ready: false };
        assert_eq!(seating.take(visitor, Claim::Opens(seats_of(0)), guest), Some(Seat(0)));
        assert!(wait(20).await.is_empty(), "it has come");
        launched.send_modify(|seats| seats.insert(Seat(1)));
        let told = wait(20).await;
        assert!(matches!(&told[..], [News::OnTheWay { seats, .. }] if seats[0].1 == "next"), "{told:?}");
    }

    fn seats_of(seat: u8) -> SeatSet {
        [Seat(seat)].into_iter().collect()
    }
}
