use std::collections::VecDeque;

use meydan_core::{Chance, Seed};

use crate::{Belief, Meeting, Online, Rota, Sizes, Table};

/// Chooses the matches of a continuous ladder: who meets whom next, in which seats and on which map.
///
/// * Everybody plays equally often: whoever has played least is seated first, and of these whoever is known least.
/// * Its opponents are those near it from whom the match is expected to tell most ([`Belief::informs`]), none of
///   them much ahead in matches.
/// * Nobody meets an opponent again who is among its last ones ([`Terms::rest`]), unless no match at all could be made
///   otherwise.
/// * Seats and maps go round ([`Rota`]).
/// * House bots stand in where players are missing. They may sit at several tables, and being always there, they are
///   anchors that tie new players to old ones.
///
/// It is a state that the table of matches determines: [`Pairing::call`] seats players and counts them at once, [`Pairing::seat`]
/// counts a match from the table, [`Pairing::result`] takes in how it ended, [`Pairing::void`] takes it back. The same
/// calls with the same seeds make the same matches.
#[derive(Clone, Debug)]
pub struct Pairing {
    terms: Terms,
    online: Online,
    rota: Rota,
    /// How many matches have been seated.
    tables: usize,
    players: Vec<Player>,
}

/// What a ladder's matches are like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How many players a match has: the tables take these sizes in turn.
    pub sizes: Sizes,
    /// For each map, how many players it takes.
    pub maps: Vec<Sizes>,
    /// So many opponents must come between two meetings of the same two. In a small field everybody comes round before anybody comes again.
    pub rest: usize,
}

/// Who wants to play.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The players that are to be seated, each at one table at most.
    pub ready: &'a [usize],
    /// The house bots that may stand in.
    pub house: &'a [usize],
    /// How many tables are wanted at most.
    pub tables: usize,
    /// Decides between equals.
    pub seed: Seed,
}

#[derive(Clone, Debug, Default)]
struct Player {
    matches: u32,
    /// The last opponents, the latest one last.
    recent: VecDeque<usize>,
}

/// So many of the nearest players on either side are considered.
const REACH: usize = 24;
/// An opponent has played at most so many matches more, if there is one.
const AHEAD: u32 = 1;

impl Pairing {
    /// A ladder in which nobody has played.
    pub fn new(terms: Terms) -> Pairing {
        let rota = Rota::new(terms.maps.clone());
        Pairing { terms, online: Online::new(), rota, tables: 0, players: Vec::new() }
    }

    /// What is believed of everybody.
    pub fn online(&self) -> &Online {
        &self.online
    }

    /// The same, to be set from a standing or for a new version of a bot.
    pub fn online_mut(&mut self) -> &mut Online {
        &mut self.online
    }

    /// Who has had which seats and maps.
    pub fn rota(&self) -> &Rota {
        &self.rota
    }

    /// How many matches a player has been seated for.
    pub fn matches(&self, player: usize) -> u32 {
        self.players.get(player).map_or(0, |player| player.matches)
    }

    /// Counts a match that has been made.
    pub fn seat(&mut self, table: &Table) {
        self.rota.count(table);
        self.tables += 1;
        let highest = table.seats.iter().max().map_or(0, |highest| highest + 1);
        if self.players.len() < highest {
            self.players.resize_with(highest, Player::default);
        }
        // A table of several is one match: the longest that anybody need be remembered.
        let kept = self.terms.rest + table.seats.len();
        for &player in &table.seats {
            let entry = &mut self.players[player];
            entry.matches += 1;
            entry.recent.extend(table.seats.iter().filter(|&&other| other != player));
            let surplus = entry.recent.len().saturating_sub(kept);
            entry.recent.drain(..surplus);
        }
    }

    /// Takes in how a match ended.
    pub fn result(&mut self, meeting: &Meeting) {
        self.online.add(meeting);
    }

    /// Takes back a match that has come to nothing: it does not count for anybody. Its players have met all the same.
    pub fn void(&mut self, table: &Table) {
        self.rota.forget(table);
        for &player in &table.seats {
            if let Some(entry) = self.players.get_mut(player) {
                entry.matches = entry.matches.saturating_sub(1);
            }
        }
    }

    /// Makes the next matches and counts them. There is at least one if those who are ready, with the house bots, are
    /// enough for the smallest table.
    pub fn call(&mut self, call: &Call) -> Vec<Table> {
        let mut chance = Chance::new(call.seed);
        let mut ready = call.ready.to_vec();
        ready.sort_unstable();
        ready.dedup();
        chance.shuffle(&mut ready);
        let field = ready.len() + call.house.len();
        let mut rest = self.terms.rest.min(field.saturating_sub(2));
        loop {
            let made = Draft::new(self, &ready, call.house, rest).draw(call.tables);
            if !made.is_empty() || rest == 0 {
                let seat = |players: Vec<usize>| {
                    let table = self.rota.seat(&players, &mut chance)?;
                    self.seat(&table);
                    Some(table)
                };
                return made.into_iter().filter_map(seat).collect();
            }
            rest /= 2;
        }
    }

    fn met(&self, a: usize, b: usize, rest: usize) -> bool {
        let recent = |player: usize, other: usize| {
            let last = self.players.get(player).map(|player| player.recent.iter().rev().take(rest));
            last.is_some_and(|mut last| last.any(|&met| met == other))
        };
        recent(a, b) || recent(b, a)
    }
}

/// Tables in the making.
struct Draft<'a> {
    pairing: &'a Pairing,
    house: Vec<(usize, Belief)>,
    rest: usize,
    /// The players that are ready, the weakest first, and what is believed of them.
    field: Vec<(usize, Belief)>,
    /// Who is next to whom among those not yet seated: places in the field, each one more, with 0 and one beyond the last
    /// as the two ends.
    before: Vec<usize>,
    after: Vec<usize>,
    seated: Vec<bool>,
}

impl Draft<'_> {
    fn new<'a>(pairing: &'a Pairing, ready: &[usize], house: &[usize], rest: usize) -> Draft<'a> {
        let believed = |&player: &usize| (player, pairing.online.belief(player));
        let mut field: Vec<(usize, Belief)> = ready.iter().map(believed).collect();
        field.sort_by(|a, b| a.1.mean.total_cmp(&b.1.mean));
        let count = field.len();
        Draft {
            pairing,
            house: house.iter().map(believed).collect(),
            rest,
            field,
            before: (0..count + 2).map(|link| link.saturating_sub(1)).collect(),
            after: (1..count + 3).collect(),
            seated: vec![false; count],
        }
    }

    /// At most so many tables, of players by whom they are wanted most.
    fn draw(mut self, tables: usize) -> Vec<Vec<usize>> {
        let mut turns: Vec<usize> = (0..self.field.len()).collect();
        let deviation = |place: usize| self.field[place].1.deviation;
        turns.sort_by(|&a, &b| {
            let fewest = self.matches(a).cmp(&self.matches(b));
            fewest.then(deviation(b).total_cmp(&deviation(a)))
        });
        let mut made = Vec::new();
        for place in turns {
            if made.len() >= tables {
                break;
            }
            if !self.seated[place] {
                made.extend(self.table(place, self.pairing.tables + made.len()));
            }
        }
        made
    }

    /// A table for the player of a place. If it cannot be made, everybody is free again.
    fn table(&mut self, host: usize, number: usize) -> Option<Vec<usize>> {
        let sizes = &self.pairing.terms.sizes;
        let size = sizes.list()[number % sizes.list().len()];
        // The host is the last to be taken: as long as it has its place, its neighbours are those not yet seated.
        let mut guests = vec![host];
        while guests.len() < size {
            let Some(guest) = self.guest(&guests) else { break };
            self.take(guest);
            guests.push(guest);
        }
        let mut players: Vec<usize> = guests.iter().map(|&place| self.field[place].0).collect();
        while players.len() < size
            && let Some(bot) = self.stand_in(&players)
        {
            players.push(bot);
        }
        // Where even the house is not enough, a smaller table will do.
        let fits = (2..=players.len()).rev().find(|&count| sizes.allows(count));
        let keep = fits.unwrap_or(0);
        guests.iter().skip(keep.max(1)).rev().for_each(|&guest| self.free(guest));
        players.truncate(keep);
        fits.map(|_| {
            self.take(host);
            players
        })
    }

    /// The opponent near a table's host from whom its players learn most.
    fn guest(&self, guests: &[usize]) -> Option<usize> {
        let host = guests[0];
        let most = self.matches(host) + AHEAD;
        let (mut best, mut best_ahead) = (None, None);
        let nearby = self.walk(host, &self.before).chain(self.walk(host, &self.after));
        for place in nearby {
            let (player, belief) = &self.field[place];
            let met = |guest: &usize| self.pairing.met(self.field[*guest].0, *player, self.rest);
            if guests.iter().any(met) {
                continue;
            }
            let told: f64 = guests.iter().map(|&guest| self.field[guest].1.informs(belief)).sum();
            let best = if self.matches(place) <= most { &mut best } else { &mut best_ahead };
            if best.is_none_or(|(most, _)| told > most) {
                *best = Some((told, place));
            }
        }
        best.or(best_ahead).map(|(_, place)| place)
    }

    /// The house bot from which a table's host learns most.
    fn stand_in(&self, players: &[usize]) -> Option<usize> {
        let own = self.pairing.online.belief(players[0]);
        let free = |(bot, _): &&(usize, Belief)| {
            !players.contains(bot) && !self.pairing.met(players[0], *bot, self.rest)
        };
        let told = |(_, belief): &(usize, Belief)| own.informs(belief);
        let bots = self.house.iter().filter(free);
        bots.max_by(|a, b| told(a).total_cmp(&told(b)).then(b.0.cmp(&a.0))).map(|&(bot, _)| bot)
    }

    /// The nearest places on one side of a place that are not yet seated.
    fn walk<'a>(&self, place: usize, links: &'a [usize]) -> impl Iterator<Item = usize> + use<'a> {
        let last = self.field.len();
        let next = move |link: &usize| Some(links[*link]);
        std::iter::successors(Some(links[place + 1]), next)
            .take_while(move |&link| (1..=last).contains(&link))
            .map(|link| link - 1)
            .take(REACH)
    }

    fn matches(&self, place: usize) -> u32 {
        self.pairing.matches(self.field[place].0)
    }

    fn take(&mut self, place: usize) {
        let (before, after) = (self.before[place + 1], self.after[place + 1]);
        (self.after[before], self.before[after]) = (after, before);
        self.seated[place] = true;
    }

    /// The opposite of `take`, in the opposite order: a link still knows its neighbours (Knuth's dancing links).
    fn free(&mut self, place: usize) {
        let (before, after) = (self.before[place + 1], self.after[place + 1]);
        (self.after[before], self.before[after]) = (place + 1, place + 1);
        self.seated[place] = false;
    }
}
