use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::join_all;
use meydan_catalog::{Offer, Prepared, Visit, visit};
use meydan_core::trace::{Entrant, EntrantKind, Entry, Header, Replay, Trace};
use meydan_core::{Bot, Desk, Fault, FaultKind, Game, Outcome, Roster, Seat, SeatSet, Side, Status, Viewer};
use meydan_record::digest;
use meydan_referee::{
    HostOptions, HousePlayer, Household, Infrastructure, Interlude, Lobby, Match, Player, Recorder, Report,
    Stop, Taking, TimeControl, offline,
};
use meydan_sandbox::{Cause, StartError};
use tokio::sync::{mpsc, watch};

use crate::acts::Acts;
use crate::crew::{Chair, Crew, Hosting, News, Place};
use crate::living::{Living, before_the_match};
use crate::process::{Absent, BotProcess, Client, WireClient, caller, nobody};
use crate::profile::{Profile, Thought, Timed};
use crate::roll::{Roll, deserted, grouped, in_words, patience, shortened};
use crate::scene::slowest;
use crate::sinks::{Opened, Sinks};
use crate::turn::{Turn, turn};
use crate::words::Listener;
use crate::{Kept, Launch, MatchOrder, MatchReport, OrderError, RunError, SeatEnd, SeatError};

/// How long clients that we started may take until the match can begin.
const CLIENTS_MAY_TAKE: Duration = Duration::from_secs(120);

/// Of how many clients the words are told where a match is void.
const SPEAKERS: usize = 4;

/// How many lines of each are shown that nobody had taken.
const LAST_LINES: usize = 10;

/// How long clients are said goodbye to where the match was stopped.
const FAREWELL: Duration = Duration::from_secs(2);

/// How often it is said how far a match is.
const PROGRESS: Duration = Duration::from_secs(10);

/// How long a match without clocks waits before it says for whom.
const SILENCE: Duration = Duration::from_secs(10);

/// Plays a match.
pub async fn run<C: Crew>(
    order: &MatchOrder,
    crew: &mut C,
    sinks: Sinks,
    stop: Stop,
) -> Result<MatchReport, RunError> {
    struct Run<'a, C>(&'a MatchOrder, &'a mut C, Sinks, Stop);
    impl<'a, C: Crew> Visit for Run<'a, C> {
        type Out = futures_util::future::BoxFuture<'a, Result<MatchReport, RunError>>;
        fn visit<G: Offer>(self) -> Self::Out {
            let Run(order, crew, sinks, stop) = self;
            Box::pin(async move {
                let prepared = Prepared::<G>::new(&order.choice::<G>()).map_err(OrderError::from)?;
                run_prepared(prepared, order, crew, sinks, Around::default(), stop).await
            })
        }
    }
    visit(&order.game, Run(order, crew, sinks, stop)).map_err(OrderError::from)?.await
}

/// What may be around a match besides its order, crew and sinks.
pub struct Around<G: Offer> {
    /// Players who sit already; the crew is asked for the others.
    pub players: BTreeMap<Seat, Box<dyn Player<G>>>,
    /// Further recorders.
    pub recorders: Vec<Box<dyn Recorder<G>>>,
    /// What was played of it before.
    pub before: Option<Trace<G::Action>>,
    /// Where clients have gathered already, or come in their own time.
    pub lobby: Option<Box<dyn Lobby<G>>>,
}

impl<G: Offer> Default for Around<G> {
    fn default() -> Self {
        Around { players: BTreeMap::new(), recorders: Vec::new(), before: None, lobby: None }
    }
}

/// Plays a match that was set up already.
pub async fn run_prepared<G: Offer, C: Crew>(
    prepared: Prepared<G>,
    order: &MatchOrder,
    crew: &mut C,
    sinks: Sinks,
    mut around: Around<G>,
    mut stop: Stop,
) -> Result<MatchReport, RunError> {
    let asked = Instant::now();
    let dealt = order.deal(&prepared).map_err(OrderError::from)?;
    if let Some(Viewer::Seat(seat)) = sinks.scenes.as_ref().and_then(|scenes| scenes.eyes)
        && seat.index() >= dealt.len()
    {
        return Err(OrderError::Eyes { seat, seats: dealt.len() }.into());
    }
    let mut entrants: Vec<Entrant> = dealt.iter().map(|&who| order.entrants[who].clone()).collect();
    for what in G::warnings(&prepared.config) {
        crew.news(&News::Odd { map: prepared.map.clone(), what });
    }
    let mut chairs = Vec::with_capacity(dealt.len());
    for (seat, &who) in prepared.game.roster().seats().zip(&dealt) {
        let fairness = order.fairness;
        let place = Place { seat, who, entrant: &entrants[seat.index()], fairness, prepared: &prepared };
        chairs.push(match around.players.remove(&seat) {
            Some(player) => Chair::Player(player),
            None => crew.seat(place).map_err(seat_trouble)?,
        });
    }
    let mut lives = start_bots(&mut chairs).await?;
    let mut wired = seats_where(&chairs, |chair| matches!(chair, Chair::Wire(_)));
    let quorum = !crew.hosting().absence_is_a_fault;
    let mut time = order.fairness.control(order.clock.control(prepared.time_control()));
    let gathered = around.lobby.is_some();
    let mut held: Option<Turn> = None;
    let mut lobby = match around.lobby {
        None if wired.is_empty() => None,
        None => {
            let started = seats_where(&chairs, |chair| matches!(chair, Chair::Wire(Some(_))));
            let mut hosting = crew.hosting();
            if hosting.port.is_none() {
                let port = G::wire().map_or(0, |wire| wire.port);
                for chair in &mut chairs {
                    if let Chair::Wire(Some(launch)) = chair {
                        launch.set_apart(port);
                    }
                }
            }
            let apart =
                seats_where(&chairs, |chair| matches!(chair, Chair::Wire(Some(launch)) if launch.is_apart()));
            if apart == wired {
                // They have the port of the original in networks of their own.
                hosting.port.get_or_insert(0);
            }
            if hosting.port.is_none() && !started.is_empty() {
                match turn(crew, &mut stop).await {
                    Some(turn) => drop(held.replace(turn)),
                    // Who was stopped begins nothing that needs the port. Otherwise it is told that the port is taken.
                    None if stop.asked() => hosting.port = Some(0),
                    None => {}
                }
            }
            Some(open_lobby(&prepared, hosting, wired, started).await.map_err(OrderError::from)?)
        }
        lobby => lobby,
    };
    let mut clients = BTreeMap::new();
    let mut absent = SeatSet::EMPTY;
    let mut roll = None;
    // Where seats may be empty when the match begins, whose clients join in its first window.
    let mut joins_later = false;
    if let Some(lobby) = &mut lobby {
        let by_token = !lobby.tokens().is_empty();
        if !gathered {
            for what in lobby.warnings() {
                crew.news(&News::Warning { what });
            }
            let (address, tokens) = (lobby.address(), lobby.tokens());
            let launch = |(seat, chair): (Seat, &mut Chair<G>)| match chair {
                Chair::Wire(launch) => Some((seat, launch.take()?)),
                _ => None,
            };
            let launches: Vec<_> = (0..).map(Seat).zip(&mut chairs).filter_map(launch).collect();
            let started: SeatSet = launches.iter().map(|(seat, _)| *seat).collect();
            let others: SeatSet = wired.iter().filter(|&seat| !started.contains(seat)).collect();
            if !others.is_empty() {
                crew.news(&News::Waiting { clients: others.len(), address, tokens });
            }
            let (launched, on_the_way) = watch::channel(SeatSet::EMPTY);
            let called = roll.insert(Roll::new(lobby.arrivals(), others, on_the_way));
            let fill = crew.hosting().fill;
            let lost_patience = patience(lobby.arrivals(), others, fill.as_ref().map(|(_, wait)| *wait));
            let others_come = !others.is_empty();
            let gathering =
                gather(lobby.as_mut(), launches, others_come, fill.is_some(), &mut clients, &launched);
            let begins = tokio::select! {
                biased;
                () = stop.wait() => false,
                () = gathering => false,
                () = lost_patience => true,
                () = called.call(crew, &entrants, CLIENTS_MAY_TAKE) => false,
            };
            if stop.asked() {
                called.tell_started(crew, &entrants, CLIENTS_MAY_TAKE);
            }
            // The last may have come in the moment in which the waiting ended.
            if let Some(last) = called.news().now_or_never() {
                last.iter().for_each(|news| crew.news(news));
            }
            let here: SeatSet = lobby.arrivals().borrow().keys().copied().collect();
            if begins && others.iter().all(|seat| here.contains(seat)) {
                tokio::select! { biased; () = stop.wait() => {}, () = lobby.gathered() => {} }
            } else if begins && lobby.gathered().now_or_never().is_none() {
                lobby.begin();
            }
            if let Some((bot, _)) = fill {
                for seat in others.iter().filter(|&seat| !here.contains(seat)) {
                    let fairness = order.fairness;
                    let (who, entrant) = (dealt[seat.index()], &entrants[seat.index()]);
                    let place = Place { seat, who, entrant, fairness, prepared: &prepared };
                    chairs[seat.index()] = place.house(&bot).map_err(seat_trouble)?;
                    entrants[seat.index()] = Entrant::house(&bot);
                }
            }
            for (seat, client) in &clients {
                if let Some((why, last)) = client.absence() {
                    let name = entrants[seat.index()].name.clone();
                    absent.insert(*seat);
                    crew.news(&News::Absent { seat: *seat, name, why, last });
                }
            }
            lives.extend(clients.iter().filter_map(|(&seat, client)| Some((seat, client.living()?))));
        }
        for (seat, guest) in lobby.arrivals().borrow().iter() {
            if let (Some(entrant), Some(name)) = (entrants.get_mut(seat.index()), &guest.name) {
                entrant.name.clone_from(name);
            }
        }
        for (seat, entrant) in prepared.game.roster().seats().zip(&mut entrants) {
            if let (true, Some(name)) = (entrant.name.is_empty(), lobby.called(seat)) {
                entrant.name = name;
            }
        }
        let names: Vec<Option<String>> = entrants
            .iter()
            .map(|entrant| Some(entrant.name.clone()).filter(|name| !name.is_empty()))
            .collect();
        lobby.name_teams(&names);
        // Whoever comes without a name is called by its side.
        for (seat, entrant) in prepared.game.roster().seats().zip(&mut entrants) {
            if entrant.name.is_empty() {
                entrant.name = format!("team {}", prepared.game.roster().side(seat));
            }
        }
        time = lobby.time_control(time);
        wired = seats_where(&chairs, |chair| matches!(chair, Chair::Wire(_)));
        let came = lobby.arrivals().borrow().clone();
        let roster = prepared.game.roster();
        let of = |side: Side| roster.seats().filter(move |&seat| roster.side(seat) == side);
        let nobody_came = |side: Side| of(side).all(|seat| absent.contains(seat));
        // Without one of its sides it is void.
        let void = quorum && roster.sides().any(nobody_came);
        if !stop.asked() && !void {
            let named = |seat: Seat| (seat, entrants[seat.index()].name.clone());
            let seats: Vec<_> = wired.iter().filter(|seat| came.contains_key(seat)).map(named).collect();
            if !seats.is_empty() {
                let late = |seat: &Seat| !came.contains_key(seat) && !absent.contains(*seat);
                let (starting, missing): (Vec<Seat>, Vec<Seat>) =
                    wired.iter().filter(late).partition(|seat| clients.contains_key(seat));
                crew.news(&News::Begins { seats, missing: missing.len(), starting: starting.len() });
                joins_later = !starting.is_empty();
                let awaited: Vec<Seat> = wired
                    .iter()
                    .filter(|seat| starting.contains(seat) || (by_token && missing.contains(seat)))
                    .collect();
                if let (Some(limit), false) = (first_limit(&prepared.game, &time), awaited.is_empty()) {
                    let (has, whom) = if awaited.len() == 1 { ("has", "it") } else { ("have", "them") };
                    let what = format!(
                        "{} {has} not joined yet; the match waits for {whom} up to {} s",
                        in_words(&awaited),
                        limit.as_secs_f32()
                    );
                    crew.news(&News::Warning { what });
                }
            }
        }
    }
    for chair in &mut chairs {
        if let Chair::Socket(door) = chair {
            let bot: Box<dyn Player<G>> = tokio::select! {
                biased;
                () = stop.wait() => Box::new(nobody()),
                bot = caller(door, crew) => Box::new(bot.map_err(|error| {
                    RunError::void(Infrastructure::new(format!("a bot could not be waited for: {error}")))
                })?),
            };
            *chair = Chair::Player(bot);
        }
    }
    let mut header = prepared.header(entrants.clone(), &time);
    header.id.clone_from(&order.id);
    header.map_digest =
        if prepared.map_bytes.is_empty() { String::new() } else { digest(&prepared.map_bytes) };
    let profiled = sinks.profiled;
    let acts = sinks.acts.then(Acts::default);
    let house = |chair: &Chair<G>| matches!(chair, Chair::House(_));
    let alone = chairs.iter().all(house);
    let mut opened = sinks.open(&prepared.game, &header, order.pace, alone).map_err(RunError::void)?;
    opened.recorders.extend(around.recorders);
    if let Some(acts) = &acts {
        opened.recorders.push(Box::new(acts.clone()));
    }
    let earlier = around.before.as_ref().map_or(0, Trace::windows);
    let listener = Listener::default();
    // House bots write nothing and have no clock. A match that nobody listens to is not hashed window by window.
    if !alone {
        opened.recorders.push(Box::new(listener.clone()));
    }
    opened.recorders.extend(lobby.iter_mut().flat_map(|lobby| lobby.recorders()));
    let writing = opened.take_trace();
    let (silent, silences) = mpsc::unbounded_channel();
    let (lost, losses) = mpsc::unbounded_channel();
    if !wired.is_empty() {
        opened.recorders.push(Box::new(Losses { seats: wired, lost }));
    }
    let sides: Vec<Vec<(Seat, Living)>> = match joins_later && quorum {
        true => started_sides(prepared.game.roster(), &clients),
        false => Vec::new(),
    };
    let late = lobby.as_ref().map(|lobby| {
        let heard = listener.clone();
        deserted(sides, lobby.arrivals(), move || heard.windows() > 0)
    });
    let thought = Thought::default();
    if profiled {
        for chair in &mut chairs {
            if let Chair::House(bot) = chair {
                let bot = std::mem::replace(bot, Box::new(|_: &mut dyn Desk<G>| ()));
                *chair = Chair::House(Box::new(Timed { bot, thought: thought.clone() }));
            }
        }
    }
    let sitting = Sitting {
        prepared,
        chairs,
        clients,
        entrants,
        header: &header,
        order,
        time,
        wired,
        quorum,
        lobby,
        opened,
        stop,
        silent,
        before: around.before,
    };
    let begun = Instant::now();
    let playing = async {
        tokio::select! {
            biased;
            played = sitting.play() => played,
            reason = ever(late) => Err(Infrastructure::new(reason)),
        }
    };
    let playing = AssertUnwindSafe(playing).catch_unwind();
    let watched = (!wired.is_empty()).then(|| listener.clone());
    let long_stop = crew.hosting().long_stop.filter(|_| !gathered);
    let stop_after = long_stop.map(|stop| (wired, stop));
    let played = telling(playing, silences, losses, watched, roll, |happened| match happened {
        Happened::Silent(seats) => tell_silent(crew, seats, &header.entrants, stop_after),
        Happened::Gone(Fault { seat, window, text, .. }) => {
            let name =
                header.entrants.get(seat.index()).map_or_else(String::new, |entrant| entrant.name.clone());
            crew.news(&News::Gone { seat, name, window, why: text });
        }
        Happened::Roll(news) => crew.news(&news),
        Happened::Progress(windows) => crew.news(&News::Progress { windows }),
    })
    .await;
    let mut played = played.unwrap_or_else(|why| Err(Infrastructure::panicked("the match", &*why)));
    let played_us = begun.elapsed().as_micros() as u64;
    if matches!(&played, Ok(Report { outcome: None, .. })) {
        // They were told that it is over, and may be writing something down.
        let told = lives.iter().filter(|(seat, _)| wired.contains(*seat));
        join_all(told.map(|(_, living)| living.leave())).await;
    }
    let unheard = if played.is_err() { lives.clone() } else { Vec::new() };
    let (ends, warnings) = end_all(lives).await;
    if let Err(infrastructure) = &mut played {
        let reason = infrastructure.reason.clone();
        infrastructure.reason = shortened(&reason);
        // Whoever was still there when the match was given up was ended by us, which tells nothing.
        let ended = Cause::Killed.to_string();
        let by_us = |seat: Seat| ends.iter().any(|end| end.seat == seat && end.text == ended);
        let odd = ends.iter().filter(|end| end.is_odd() && !by_us(end.seat));
        let odd = odd.filter(|end| !is_told(&reason, end.seat, &end.text));
        let odd = grouped(odd.map(|end| (end.seat, end.text.clone())));
        let odd = odd.into_iter().map(|(seats, text)| match seats.starts_with("seats") {
            true => format!("the programs of {seats}: {text}"),
            false => format!("the program of {seats}: {text}"),
        });
        let more = odd.chain(warnings.iter().cloned());
        more.for_each(|more| infrastructure.reason.push_str(&format!("; {more}")));
        // What a client said before it failed is what its owner must read. The last line of one that never came is part of why it
        // did not.
        let mut spoke = said_last(&listener, &unheard).await;
        spoke.retain(|seat, _| wired.contains(*seat) && !absent.contains(*seat));
        let mut spoke: Vec<_> = spoke.into_iter().collect();
        spoke.sort_by_key(|(seat, _)| by_us(*seat));
        let mut last = Vec::new();
        for (seat, lines) in spoke.into_iter().take(SPEAKERS) {
            let Some(line) = lines.iter().rfind(|line| !line.trim().is_empty()) else { continue };
            last.push((seat, line.trim().to_owned()));
            let name = header.entrants[seat.index()].name.clone();
            let how = ends.iter().find(|end| end.seat == seat).map(|end| end.text.clone());
            let why = how.unwrap_or_else(|| "it did not play".to_owned());
            crew.news(&News::Absent { seat, name, why, last: lines });
        }
        for (seats, line) in grouped(last) {
            infrastructure.reason.push_str(&format!("; {seats} wrote last `{line}`"));
        }
    }
    drop(unheard);
    // Everybody who could still write to the record is gone by now; closing it may take a moment of the disk's time.
    let played = played.map(|mut report| {
        report.recorders.clear();
        report.windows += earlier;
        report
    });
    let (over, windows) =
        played.as_ref().map_or((false, 1), |report| (report.outcome.is_some(), report.windows));
    let closing = tokio::task::spawn_blocking(move || Opened::<G>::close(writing, over, windows));
    let record = closing.await.unwrap_or(None);
    match played {
        // A result without its record is nobody's to believe.
        Ok(report) if report.outcome.is_some() && matches!(record, Some(Kept::Lost { .. })) => {
            let Some(Kept::Lost { reason, .. }) = &record else { unreachable!("it was just seen") };
            let infrastructure = Infrastructure::new(format!("the record cannot be kept: {reason}"));
            Err(RunError::Void { infrastructure, record })
        }
        Ok(report) => Ok(MatchReport {
            header,
            outcome: report.outcome,
            faults: report.faults,
            windows: report.windows,
            final_hash: report.final_hash,
            acts: acts.as_ref().map(Acts::hash),
            slowest: slowest(&report.times, earlier),
            times: report.times,
            profile: Profile {
                start_us: begun.duration_since(asked).as_micros() as u64,
                played_us,
                rules_us: report.rules_us,
                house_us: thought.micros(),
            },
            ends,
            words: listener.words(),
            record,
            warnings,
        }),
        Err(infrastructure) => Err(RunError::Void { infrastructure, record }),
    }
}

/// How long the first window of a match waits for those who are asked in it.
fn first_limit<G: Game>(game: &G, time: &TimeControl) -> Option<Duration> {
    match game.status() {
        Status::Waiting(window) => time.limit(window.clock).time,
        Status::Over(_) => None,
    }
}

/// The sides of which we have started every client.
fn started_sides(roster: &Roster, clients: &BTreeMap<Seat, Client>) -> Vec<Vec<(Seat, Living)>> {
    let living = |seat: Seat| Some((seat, clients.get(&seat)?.living()?));
    let of = |side: Side| roster.seats().filter(|&seat| roster.side(seat) == side).map(living).collect();
    roster.sides().filter_map(of).collect()
}

/// What there may be to wait for.
async fn ever<T>(something: Option<impl Future<Output = T>>) -> T {
    match something {
        Some(something) => something.await,
        None => std::future::pending().await,
    }
}

/// The first and last lines of every seat, also those that its player has not taken any more.
async fn said_last(listener: &Listener, unheard: &[(Seat, Living)]) -> BTreeMap<Seat, Vec<String>> {
    let heard = listener.words().into_iter();
    let mut said: BTreeMap<Seat, Vec<String>> =
        heard.map(|words| (words.seat, words.first.into_iter().chain(words.last).collect())).collect();
    for (seat, living) in unheard {
        let words = living.last_words().await;
        let lines: Vec<&str> = words.lines().collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].iter().map(|&line| line.to_owned());
        said.entry(*seat).or_default().extend(last);
    }
    said
}

/// Whether the reason of a void match says this about a seat already.
fn is_told(reason: &str, seat: Seat, text: &str) -> bool {
    let about = format!("seat {seat}: ");
    let text = before_the_match(text);
    reason.split("; ").any(|part| {
        let told = part.split_once(&about).map(|(_, told)| told);
        told.is_some_and(|told| told.contains(text))
    })
}

/// Starts the bots, all at once. A wall that does not rise is ours to answer for; a program that cannot be run behind its
/// walls is its owner's fault, and the match goes on without it.
async fn start_bots<G: Offer>(chairs: &mut [Chair<G>]) -> Result<Vec<(Seat, Living)>, RunError> {
    let mut starts = Vec::new();
    for (seat, chair) in (0..).map(Seat).zip(chairs) {
        if matches!(chair, Chair::Bot(_)) {
            let Chair::Bot(launch) = std::mem::replace(chair, Chair::Wire(None)) else { continue };
            starts.push(async move {
                let jailed = launch.is_jailed();
                (seat, chair, jailed, BotProcess::launch(launch).await)
            });
        }
    }
    let mut lives = Vec::new();
    for (seat, chair, jailed, started) in join_all(starts).await {
        *chair = match started {
            Ok(bot) => {
                lives.push((seat, bot.living()));
                Chair::Player(Box::new(bot))
            }
            Err(error @ StartError::System { .. }) if jailed => {
                Chair::Player(Box::new(Absent(error.to_string())))
            }
            Err(error) => return Err(seat_trouble(error.into())),
        };
    }
    Ok(lives)
}

/// Ends every process that was started, with all that it has started, and waits until nothing is left of them.
async fn end_all(lives: Vec<(Seat, Living)>) -> (Vec<SeatEnd>, Vec<String>) {
    let ending = lives.iter().map(|(seat, living)| living.end(*seat));
    let (mut ends, left): (Vec<_>, Vec<_>) = join_all(ending).await.into_iter().unzip();
    ends.sort_by_key(|end| end.seat);
    (ends, left.into_iter().flatten().collect())
}

/// Starts the clients that are ours to start, one after another, so that each sits where it was started for; then waits
/// for everybody else.
async fn gather<G: Offer>(
    lobby: &mut dyn Lobby<G>,
    launches: Vec<(Seat, Launch)>,
    others_come: bool,
    patient: bool,
    clients: &mut BTreeMap<Seat, Client>,
    launched: &watch::Sender<SeatSet>,
) {
    let mut absent = false;
    let port = G::wire().map_or(0, |wire| wire.port);
    for (seat, launch) in launches {
        launched.send_modify(|seats| seats.insert(seat));
        let client = Client::start(launch, seat, lobby, port).await;
        if !client.came() {
            // That is told with what it wrote.
            launched.send_modify(|seats| seats.remove(seat));
        }
        absent |= !client.came();
        clients.insert(seat, client);
    }
    if absent && !others_come {
        // Whoever is missing will not come any more.
        lobby.begin();
    }
    if patient {
        // Where one client is enough to begin, house bots must not take the seats of those who are about to come.
        return std::future::pending().await;
    }
    let gathered = lobby.gathered();
    if others_come {
        // Somebody may start them by hand; that takes as long as it takes.
        return gathered.await;
    }
    let all_ended = join_all(clients.values().map(Client::ended));
    tokio::select! {
        biased;
        () = gathered => {}
        _ = all_ended => lobby.begin(),
        () = tokio::time::sleep(CLIENTS_MAY_TAKE) => lobby.begin(),
    }
}

/// Hears of clients that leave, of each seat once.
struct Losses {
    /// Those of whom nothing was heard yet.
    seats: SeatSet,
    lost: mpsc::UnboundedSender<Fault>,
}

impl<G: Game> Recorder<G> for Losses {
    fn entry(&mut self, entry: &Entry<G::Action>, _: &[G::Event], _: &G) {
        if let Entry::Fault(fault) = entry
            && fault.kind == FaultKind::Gone
            && self.seats.contains(fault.seat)
        {
            self.seats.remove(fault.seat);
            let _ = self.lost.send(fault.clone());
        }
    }

    fn end(&mut self, _: &Outcome, _: &G) {}
}

/// What happens while a match is played.
enum Happened {
    /// Nothing comes from these seats.
    Silent(SeatSet),
    /// A client has left, or cannot be reached.
    Gone(Fault),
    /// Somebody has come late, or is ready now.
    Roll(News),
    /// So many windows were played.
    Progress(u32),
}

/// Plays, and tells meanwhile which seats are silent and, where clients of an original contest play, how far the match is.
async fn telling<T>(
    playing: impl Future<Output = T>,
    mut silences: mpsc::UnboundedReceiver<SeatSet>,
    mut losses: mpsc::UnboundedReceiver<Fault>,
    watched: Option<Listener>,
    mut roll: Option<Roll>,
    mut tell: impl FnMut(Happened),
) -> T {
    let mut playing = std::pin::pin!(playing);
    let mut looks = tokio::time::interval(PROGRESS);
    looks.reset();
    let mut told = 0;
    loop {
        tokio::select! {
            biased;
            played = &mut playing => return played,
            Some(seats) = silences.recv() => tell(Happened::Silent(seats)),
            Some(fault) = losses.recv() => tell(Happened::Gone(fault)),
            // Where one client is enough to begin, the others come and are ready later.
            news = heard(roll.as_mut()) => news.into_iter().for_each(|news| tell(Happened::Roll(news))),
            _ = looks.tick() => {
                let windows = watched.as_ref().map_or(0, Listener::windows);
                if windows > told {
                    told = windows;
                    tell(Happened::Progress(windows));
                }
            }
        }
    }
}

/// What the roll has to tell; nothing, ever, where nobody is waited for.
async fn heard(roll: Option<&mut Roll>) -> Vec<News> {
    match roll {
        Some(roll) => roll.news().await,
        None => std::future::pending().await,
    }
}

/// House bots think as long as they need, and nobody hurries people.
fn tell_silent<C: Crew>(
    crew: &mut C,
    seats: SeatSet,
    entrants: &[Entrant],
    stop: Option<(SeatSet, Duration)>,
) {
    let strange = |entrant: &Entrant| !matches!(entrant.kind, EntrantKind::House | EntrantKind::Person);
    let named =
        |seat: Seat| entrants.get(seat.index()).filter(|e| strange(e)).map(|e| (seat, e.name.clone()));
    let seats: Vec<(Seat, String)> = seats.iter().filter_map(named).collect();
    if !seats.is_empty() {
        let stopped =
            |(stopped, _): &(SeatSet, Duration)| seats.iter().all(|(seat, _)| stopped.contains(*seat));
        let stop = stop.filter(stopped).map(|(_, stop)| stop);
        crew.news(&News::Silent { seats, stop });
    }
}

/// A match with everybody around it.
struct Sitting<'a, G: Offer> {
    prepared: Prepared<G>,
    chairs: Vec<Chair<G>>,
    clients: BTreeMap<Seat, Client>,
    entrants: Vec<Entrant>,
    header: &'a Header,
    order: &'a MatchOrder,
    time: TimeControl,
    wired: SeatSet,
    /// Whether a side of clients of which none came voids the match.
    quorum: bool,
    lobby: Option<Box<dyn Lobby<G>>>,
    opened: Opened<G>,
    stop: Stop,
    /// Hears who is waited for.
    silent: mpsc::UnboundedSender<SeatSet>,
    before: Option<Trace<G::Action>>,
}

impl<G: Offer> Sitting<'_, G> {
    async fn play(mut self) -> Result<Report<G>, Infrastructure> {
        if let Some(trace) = &self.before {
            self.prepared.game = catch_up(trace, &mut self.opened.recorders)?;
        }
        let forfeits = |entrant: &Entrant| G::REFUSAL_ENDS_WINDOW && entrant.kind != EntrantKind::Person;
        let forfeiters: SeatSet =
            (0..).map(Seat).zip(&self.entrants).filter(|(_, e)| forfeits(e)).map(|(seat, _)| seat).collect();
        let house = self.chairs.iter().all(|chair| matches!(chair, Chair::House(_)));
        if house { self.alone(forfeiters).await } else { self.together(forfeiters).await }
    }

    /// House bots need no clocks and no waiting: one after another in one thread they play the same match every time.
    async fn alone(self, forfeiters: SeatSet) -> Result<Report<G>, Infrastructure> {
        let bot = |chair| match chair {
            Chair::House(bot) => Some(bot),
            _ => None,
        };
        let mut bots: Vec<Box<dyn Bot<G>>> = self.chairs.into_iter().filter_map(bot).collect();
        let Opened { recorders, mut interludes, .. } = self.opened;
        let (game, stop) = (self.prepared.game, self.stop);
        let runtime = tokio::runtime::Handle::current();
        let playing = tokio::task::spawn_blocking(move || {
            let mut trouble = None;
            let mut between = || {
                let waited =
                    interludes.iter_mut().try_for_each(|interlude| runtime.block_on(interlude.wait()));
                trouble = waited.err();
                trouble.is_none() && !stop.asked()
            };
            let report = offline(game, &mut bots, forfeiters, recorders, &mut between);
            trouble.map_or(report, Err)
        });
        match playing.await {
            Ok(report) => report,
            Err(error) => Err(match error.try_into_panic() {
                Ok(why) => Infrastructure::panicked("the match", &*why),
                Err(_) => Infrastructure::new("the match was cut off with its program"),
            }),
        }
    }

    async fn together(mut self, forfeiters: SeatSet) -> Result<Report<G>, Infrastructure> {
        let roster = self.prepared.game.roster().clone();
        let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(self.chairs.len());
        let taking = self.order.taking();
        // In turn, an act waits for those of all other seats, so every bot needs a thread of its own.
        let household = (taking == Taking::AsTheyCome).then(Household::default);
        for (seat, chair) in roster.seats().zip(self.chairs) {
            let mut client =
                || self.lobby.as_mut().expect("a lobby is open where a client sits").player(seat);
            players.push(match chair {
                Chair::House(bot) => Box::new(match &household {
                    Some(household) => HousePlayer::among(bot, household),
                    None => HousePlayer::new(bot),
                }),
                Chair::Bot(_) => unreachable!("bots were started before"),
                Chair::Player(player) => player,
                Chair::Socket(_) => Box::new(nobody()),
                Chair::Wire(_) => match self.clients.remove(&seat) {
                    Some(started) => Box::new(WireClient::new(client(), started)),
                    None => client(),
                },
            });
        }
        let silent = self.silent;
        let mut game = Match::new(self.prepared.game, players, self.time)
            .with_forfeiters(forfeiters)
            .with_taking(taking)
            .with_vigil(
                SILENCE,
                Box::new(move |seats| {
                    let _ = silent.send(seats);
                }),
            )
            .with_stop(self.stop);
        for side in roster.sides() {
            let seats: SeatSet = roster.seats().filter(|&seat| roster.side(seat) == side).collect();
            if self.quorum && seats.iter().all(|seat| self.wired.contains(seat)) {
                game = game.with_quorum(seats);
            }
        }
        let Opened { recorders, interludes, .. } = self.opened;
        game = recorders.into_iter().fold(game, Match::with_recorder);
        game = interludes
            .into_iter()
            .fold(game, |game, interlude: Box<dyn Interlude>| game.with_interlude(interlude));
        let report = game.run(self.header).await;
        if let (Ok(Report { outcome: None, .. }), Some(lobby)) = (&report, &self.lobby) {
            let _ = tokio::time::timeout(FAREWELL, lobby.farewell()).await;
        }
        report
    }
}

fn seats_where<G: Offer>(chairs: &[Chair<G>], fits: impl Fn(&Chair<G>) -> bool) -> SeatSet {
    (0..).map(Seat).zip(chairs).filter(|(_, chair)| fits(chair)).map(|(seat, _)| seat).collect()
}

/// A command that is wrong is the user's to mend; a system that would not start it is not.
fn seat_trouble(error: SeatError) -> RunError {
    match error {
        SeatError::Start(reason) => RunError::void(Infrastructure::new(reason)),
        other => RunError::Order(other.into()),
    }
}

pub(crate) async fn open_lobby<G: Offer>(
    prepared: &Prepared<G>,
    hosting: Hosting,
    seats: SeatSet,
    started: SeatSet,
) -> Result<Box<dyn Lobby<G>>, SeatError> {
    if G::wire().is_none() {
        return Err(SeatError::NoWire(G::NAME));
    }
    let options = HostOptions {
        ip: hosting.ip,
        port: hosting.port,
        ruleset: prepared.ruleset.to_owned(),
        map: prepared.map_bytes.clone(),
        seats,
        started,
        flags: hosting.flags,
        files: hosting.files,
        page: hosting.page,
        long_stop: hosting.long_stop,
    };
    G::open(prepared.config.clone(), options).await.map_err(|error| SeatError::Lobby(format!("{error:#}")))
}

/// Plays what was recorded and gives the game as it stood then; the recorders are told everything.
fn catch_up<G: Offer>(
    trace: &Trace<G::Action>,
    recorders: &mut [Box<dyn Recorder<G>>],
) -> Result<G, Infrastructure> {
    let wrong = |error: meydan_core::trace::ReplayError| Infrastructure::new(error.to_string());
    let mut replay = Replay::<G>::new(trace).map_err(wrong)?;
    while let Some(step) = replay.step().map_err(wrong)? {
        recorders.iter_mut().for_each(|recorder| recorder.entry(step.entry, &step.events, &replay.game));
    }
    Ok(replay.game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_reason_says_is_not_said_again() {
        let reason = "nobody came to one side (seat 0: no client came; seat 1: it ended with exit code 1)";
        assert!(is_told(reason, Seat(1), "it ended with exit code 1"));
        assert!(!is_told(reason, Seat(0), "it ended with exit code 1"));
        let reason = "nobody came to one side (seat 0: it did not come: it ended by itself (exit code 0))";
        assert!(is_told(reason, Seat(0), "it ended by itself (exit code 0) while the match was going on"));
    }
}
