use meydan_core::{Bot, Chance, Desk, Next, Seat};
use meydan_galaxy::{Action, Config, Galaxy, Phase, PlanetId, Stage, View};

use super::board::Board;
use super::campaign::{Campaign, campaign};
use super::odds::Odds;

/// Plays for the four strategic planets: keeps most troops in reserve, where nobody can kill them, guards the planets
/// on which the others' best plans depend, and strikes along the way on which the dice are most likely to carry it
/// through.
pub(super) struct General {
    config: Config,
    odds: Odds,
}

/// Guards, and how likely it is that no other player wins in spite of them.
#[derive(Default)]
struct Shield {
    guards: Vec<(PlanetId, i64)>,
    safe: f64,
}

/// The chance of a campaign that makes it worth striking.
const STRIKE: f64 = 0.75;
/// Once the troops stand on the map a campaign is gone through with at worse odds, too.
const GO_ON: f64 = 0.35;
/// How likely another's win may be before troops are sent against it.
const RISK: f64 = 0.1;
/// How likely the loss of one strategic planet may be.
const LOSS: f64 = 0.35;

impl General {
    pub(super) fn new(config: &Config, _: Chance) -> General {
        General { config: config.clone(), odds: Odds::new() }
    }

    fn board<'a>(&'a self, view: &'a View, player: Seat) -> Board<'a> {
        Board::new(&self.config, view, player)
    }

    fn start_phase(&self, desk: &mut dyn Desk<Galaxy>) {
        let view = desk.view();
        if let Some(planet) = self.placement(&view, desk.seat()) {
            let _ = desk.act(Action::place(planet));
        }
        let _ = desk.act(Action::Next);
    }

    /// Free strategic planets first, then planets next to strategic ones: as shields of one's own and as gates to the
    /// others'. Then guards where the others' plans lead; the rest is kept back (`None`).
    fn placement(&self, view: &View, me: Seat) -> Option<PlanetId> {
        let board = self.board(view, me);
        let map = board.map();
        let free = |planet: PlanetId| board.owner(planet).is_none();
        let strategic = map.strategic().iter().filter(|strategic| free(strategic.planet));
        if let Some(best) = strategic.max_by_key(|strategic| strategic.score) {
            return Some(best.planet);
        }
        // Who moves before me and needs few planets more gets no chance to take one of mine unguarded.
        let pressed = self.before_me(view, me).into_iter().any(|rival| self.needed(&board, rival) <= 2);
        if pressed && let Some(&(planet, _)) = self.shield(view, me, 1).guards.first() {
            return Some(planet);
        }
        let pull = |planet: PlanetId| {
            let near = map.neighbours(planet).iter();
            let near = near.map(|&near| match (map.score(near) > 0, board.mine(near), board.enemys(near)) {
                (true, true, _) => 2,
                (true, _, true) => 3,
                (false, true, _) => 1,
                _ => 0,
            });
            near.sum::<i32>()
        };
        let best = map.planets().filter(|&planet| free(planet)).max_by_key(|&planet| pull(planet));
        if let Some(planet) = best.filter(|&planet| pull(planet) > 0) {
            return Some(planet);
        }
        let shield = self.shield(view, me, 1).guards;
        shield.first().or(self.guards(&board, 1).first()).map(|&(planet, _)| planet)
    }

    fn main_phase(&self, desk: &mut dyn Desk<Galaxy>) {
        let me = desk.seat();
        let last = self.last_turn_of_mine(desk.view().turn);
        let strike = self.deploy(desk, me, last);
        if desk.act(Action::Next) != Ok(Next::More) {
            return;
        }
        self.attack(desk, me, strike, last);
        if desk.view().decided || desk.act(Action::Next) != Ok(Next::More) {
            return;
        }
        self.transfer(desk, me);
        let _ = desk.act(Action::Next);
        self.fort(desk, me);
        let _ = desk.act(Action::Next);
    }

    fn last_turn_of_mine(&self, turn: u32) -> bool {
        let rules = self.config.rules();
        turn + u32::from(rules.number_of_players) > rules.last_turn()
    }

    /// Whether enough strategic planets at the end of this turn end the match.
    fn counts(&self, turn: u32) -> bool {
        turn >= self.config.rules().early_win_from_turn
    }

    /// Puts troops where they are needed. Gives whether a campaign for the match is under way.
    fn deploy(&self, desk: &mut dyn Desk<Galaxy>, me: Seat, last: bool) -> bool {
        let view = desk.view();
        let board = self.board(&view, me);
        let mut reserve = view.reserve();
        let put = |desk: &mut dyn Desk<Galaxy>, planet: PlanetId, troops: i64| {
            troops > 0 && desk.act(Action::deploy(planet, troops)).is_ok()
        };
        if board.own().next().is_none() {
            // Nothing is left: come back where it is free.
            if let Some(planet) = board.map().planets().find(|&planet| board.owner(planet).is_none()) {
                put(desk, planet, reserve);
            }
            return false;
        }
        let rivals = || self.config.roster().seats().filter(move |&seat| seat != me);
        let closest = rivals().map(|seat| self.needed(&board, seat)).min().unwrap_or(usize::MAX);
        let soon = self.counts(view.turn + u32::from(self.config.rules().number_of_players) - 1);
        let shield = if soon { self.shield(&view, me, reserve) } else { Shield::default() };
        // One planet more than enough is a cushion where the end is still far.
        let needed = self.needed(&board, me).max(usize::from(!soon));
        if let Some(campaign) = self.campaign(&board, reserve, needed)
            && (campaign.chance >= STRIKE || (soon && campaign.chance >= 0.8 * shield.safe))
        {
            put(desk, campaign.marches[0].source, reserve);
            return true;
        }
        // A rival one planet short of winning must lose one, whatever it costs.
        if closest <= 1
            && let Some(campaign) = self.denial(&board, reserve, me)
            && campaign.chance >= 0.35
        {
            put(desk, campaign.marches[0].source, reserve);
            return false;
        }
        let mut guards = shield.guards;
        reserve -= guards.iter().map(|&(_, troops)| troops).sum::<i64>();
        guards.extend(self.guards(&board, reserve));
        for (planet, troops) in guards {
            put(desk, planet, troops);
        }
        let view = desk.view();
        let board = self.board(&view, me);
        let reserve = view.reserve();
        // A cheap win a turn brings a planet and three troops; at the end everything is thrown in.
        if let Some((from, troops)) = self.raid(&board, reserve, me) {
            put(desk, from, if last { reserve } else { troops });
        } else if let Some(planet) = board.own().max_by_key(|&planet| board.troops(planet)).filter(|_| last) {
            put(desk, planet, reserve);
        }
        false
    }

    /// How many more strategic planets a player needs.
    fn needed(&self, board: &Board, player: Seat) -> usize {
        let enough = self.config.rules().number_of_strategic_nodes_to_win as usize;
        enough.saturating_sub(board.strategic_count(player))
    }

    /// The most promising way to take so many strategic planets of others in one turn, the reserve put where its first
    /// march begins.
    fn campaign(&self, board: &Board, reserve: i64, wanted: usize) -> Option<Campaign> {
        // A way over four of them in one turn is not worth the search.
        if wanted == 0 || wanted > 3 {
            return None;
        }
        let strategic = board.map().strategic().iter().map(|strategic| strategic.planet);
        campaign(
            board,
            &self.odds,
            strategic.filter(|&planet| board.enemys(planet)).collect(),
            reserve,
            wanted,
        )
    }

    /// The most promising way to take one strategic planet from whoever is about to win.
    fn denial(&self, board: &Board, reserve: i64, me: Seat) -> Option<Campaign> {
        let leads = |owner: Seat| owner != me && self.needed(board, owner) <= 1;
        let strategic = board.map().strategic().iter().map(|strategic| strategic.planet);
        let targets = strategic.filter(|&planet| board.owner(planet).is_some_and(leads)).collect();
        campaign(board, &self.odds, targets, reserve, 1)
    }

    /// What another player might do in its next turn to win, and how likely that is. Its reserve is not known; in the
    /// start phase it is taken to be half of what it has not placed, later it is taken to be what a turn brings.
    fn menace(&self, view: &View, rival: Seat) -> Option<Campaign> {
        let board = self.board(view, rival);
        let (mut planets, mut scores, mut troops) = (0, 0, 0);
        for planet in board.own() {
            planets += 1;
            scores += i64::from(board.map().score(planet));
            troops += board.troops(planet);
        }
        let kept = match view.phase {
            Phase::Start => (i64::from(self.config.rules().initial_troop) - troops).max(0) / 2,
            Phase::Main => 3,
        };
        self.campaign(&board, kept + planets / 4 + scores, self.needed(&board, rival))
    }

    /// Troops that make the others' wins unlikely, as far as they lead over my planets.
    fn shield(&self, view: &View, me: Seat, reserve: i64) -> Shield {
        let mut view = view.clone();
        let mut guards: Vec<(PlanetId, i64)> = Vec::new();
        let mut left = reserve;
        let rivals = self.before_me(&view, me);
        loop {
            let menaces: Vec<Campaign> =
                rivals.iter().filter_map(|&rival| self.menace(&view, rival)).collect();
            let safe = menaces.iter().map(|menace| 1.0 - menace.chance).product();
            let worst = menaces.into_iter().max_by(|a, b| a.chance.total_cmp(&b.chance));
            let place = worst.filter(|worst| left > 0 && worst.chance >= RISK).and_then(|worst| {
                let ways = worst.marches.into_iter().flat_map(|march| march.way);
                let mine = ways.filter(|&planet| view.owners[planet.index()] == Some(me));
                // A strategic planet on the way is the better place: it must be taken, a passage can be gone around.
                mine.max_by_key(|&planet| self.config.map().score(planet) > 0)
            });
            let Some(planet) = place else { return Shield { guards, safe } };
            let troops = left.min(2);
            left -= troops;
            view.troops[planet.index()] += troops;
            match guards.iter_mut().find(|(there, _)| *there == planet) {
                Some((_, sum)) => *sum += troops,
                None => guards.push((planet, troops)),
            }
        }
    }

    /// The others who can attack before I can. In the main phase that is everybody; in the start phase nobody attacks,
    /// and those who come after me in the first turns of the main phase will meet my strike first.
    fn before_me(&self, view: &View, me: Seat) -> Vec<Seat> {
        let others = self.config.roster().seats().filter(|&seat| seat != me);
        let players = u32::from(self.config.rules().number_of_players);
        let first = self.config.rules().last_start_turn() + 1;
        let place = |seat: Seat| (u32::from(seat.0) + players - first % players) % players;
        others.filter(|&seat| view.phase == Phase::Main || place(seat) < place(me)).collect()
    }

    /// Guards for own strategic planets that are likely to be lost otherwise, the most valuable first.
    fn guards(&self, board: &Board, mut reserve: i64) -> Vec<(PlanetId, i64)> {
        let mut own: Vec<_> =
            board.map().strategic().iter().filter(|strategic| board.mine(strategic.planet)).collect();
        own.sort_by_key(|strategic| std::cmp::Reverse(strategic.score));
        let mut guards = Vec::new();
        for strategic in own {
            let planet = strategic.planet;
            let threat = board.targets(planet).map(|near| board.troops(near)).max().unwrap_or(0) + 4;
            let mut troops = 0;
            while troops < reserve && self.odds.battle(threat as f64, board.defence(planet) + troops).0 > LOSS
            {
                troops += 1;
            }
            if troops > 0 {
                reserve -= troops;
                guards.push((planet, troops));
            }
        }
        guards
    }

    /// A win that costs little: from where, and how many troops must be put there first.
    fn raid(&self, board: &Board, reserve: i64, me: Seat) -> Option<(PlanetId, i64)> {
        let pairs = board.own().flat_map(|from| board.targets(from).map(move |to| (from, to)));
        let mut best: Option<(f64, PlanetId, i64)> = None;
        for (from, to) in pairs {
            let more = (0..=reserve.min(board.defence(to) * 2 + 3)).find(|&more| {
                self.odds.battle((board.troops(from) + more) as f64, board.defence(to)).0 >= 0.8
            });
            let Some(more) = more else { continue };
            let gain =
                self.worth(board, to, me) - self.odds.price(board.defence(to)) - 1.0 - 0.3 * more as f64;
            if gain > 0.0 && best.is_none_or(|(least, ..)| gain > least) {
                best = Some((gain, from, more));
            }
        }
        best.map(|(_, from, more)| (from, more))
    }

    /// What a planet is worth in troops.
    fn worth(&self, board: &Board, planet: PlanetId, me: Seat) -> f64 {
        let bonus = if board.view.bonus { 0.0 } else { 3.0 };
        let score = board.map().score(planet);
        let rival =
            board.owner(planet).filter(|&owner| owner != me).map_or(0, |owner| board.strategic_count(owner));
        let strategic = if score > 0 { 4.0 + 2.0 * f64::from(score) + 3.0 * rival as f64 } else { 0.0 };
        1.5 + bonus + strategic
    }

    fn attack(&self, desk: &mut dyn Desk<Galaxy>, me: Seat, mut strike: bool, last: bool) {
        // Every win takes a planet and every other battle troops, so this ends; the bound is for safety.
        for _ in 0..200 {
            let view = desk.view();
            if view.decided || view.stage != Stage::Attack {
                return;
            }
            let board = self.board(&view, me);
            if strike {
                let campaign = self.campaign(&board, 0, self.needed(&board, me));
                if let Some(campaign) = campaign.filter(|campaign| campaign.chance >= GO_ON) {
                    self.advance(desk, &board, &campaign);
                    continue;
                }
                strike = false;
            }
            if self.config.roster().seats().any(|seat| seat != me && self.needed(&board, seat) <= 1)
                && let Some(campaign) = self.denial(&board, 0, me).filter(|campaign| campaign.chance >= 0.3)
            {
                self.advance(desk, &board, &campaign);
                continue;
            }
            let Some((from, to)) = self.bargain(&board, me, last) else { return };
            // A strategic planet keeps half of its army; elsewhere the army goes where the enemy is.
            let share = if board.map().score(from) > 0 { 0.5 } else { 0.95 };
            let _ = desk.act(Action::attack(from, to, if last { 0.0 } else { 0.8 }, share));
        }
    }

    /// The first attack of a campaign. The army goes on whole, but a strategic planet keeps a guard if enough are left.
    fn advance(&self, desk: &mut dyn Desk<Galaxy>, board: &Board, campaign: &Campaign) {
        let march = &campaign.marches[0];
        let army = board.troops(march.source) as f64;
        let chance = |army: f64| {
            let way = campaign.marches.iter().flat_map(|march| &march.way);
            let fight = |(chance, left): (f64, f64), &planet: &PlanetId| {
                let (win, after) = self.odds.battle(left, board.defence(planet));
                (chance * win, after - 1.0)
            };
            way.fold((1.0, army), fight).0
        };
        let guard = match board.map().score(march.source) {
            0 => 1.0,
            _ => (2..=self.need(board, march.source))
                .rev()
                .map(|guard| guard as f64)
                .find(|guard| chance(army - guard) >= 0.95 * chance(army))
                .unwrap_or(1.0),
        };
        let (_, left) = self.odds.battle(army, board.defence(march.way[0]));
        let share = (1.0 - guard / left.max(2.0)).clamp(0.01, 0.999_999);
        let share = if guard <= 1.0 { 0.999_999 } else { share };
        let _ = desk.act(Action::attack(march.source, march.way[0], 0.0, share));
    }

    /// How many must stand on a planet to make its loss unlikely.
    fn need(&self, board: &Board, planet: PlanetId) -> i64 {
        let threat = board.targets(planet).map(|near| board.troops(near)).max().unwrap_or(0) + 5;
        (1..60).find(|&troops| self.odds.battle(threat as f64, troops).0 <= LOSS).unwrap_or(60)
    }

    /// The attack that promises most for what it costs.
    fn bargain(&self, board: &Board, me: Seat, last: bool) -> Option<(PlanetId, PlanetId)> {
        let mut best: Option<(f64, (PlanetId, PlanetId))> = None;
        for from in board.own() {
            for to in board.targets(from) {
                let (win, _) = self.odds.battle(board.troops(from) as f64, board.defence(to));
                // In the last turn a planet is worth a thousand points and troops one each.
                let (least, gain) = if last {
                    (0.3, win * (10.0 + f64::from(board.map().score(to) > 0) * 10.0))
                } else {
                    let price = self.odds.price(board.defence(to)) + 1.0;
                    let guard = if board.map().score(from) > 0 { 1.0 } else { 0.0 };
                    (0.75, win * self.worth(board, to, me) - price - guard)
                };
                if win >= least && gain > 0.0 && best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, (from, to)));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// The army that can best be spared goes to the strategic planet that most needs guards, or else to the border.
    fn transfer(&self, desk: &mut dyn Desk<Galaxy>, me: Seat) {
        let view = desk.view();
        let board = self.board(&view, me);
        let strategic = |planet: PlanetId| board.map().score(planet) > 0;
        let spare = |planet: PlanetId| {
            let stays = if strategic(planet) { self.need(&board, planet).max(1) } else { 1 };
            board.troops(planet) - stays
        };
        let lack = |planet: PlanetId| self.need(&board, planet) - board.defence(planet);
        let mut best: Option<(i64, PlanetId, PlanetId, i64)> = None;
        for from in board.own().filter(|&planet| spare(planet) > 0) {
            for to in board.reach(from).into_iter().skip(1) {
                let (worth, troops) = if strategic(to) && lack(to) > 0 {
                    (100 + spare(from).min(lack(to)), spare(from).min(lack(to) + 2))
                } else if !board.border(from) && board.border(to) {
                    (spare(from).min(99), spare(from))
                } else {
                    continue;
                };
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, from, to, troops));
                }
            }
        }
        if let Some((_, from, to, troops)) = best {
            let _ = desk.act(Action::transfer(from, to, troops));
        }
    }

    /// The one fort goes to a threatened strategic planet with an army worth doubling.
    fn fort(&self, desk: &mut dyn Desk<Galaxy>, me: Seat) {
        let view = desk.view();
        if view.fort_used[me.index()] != Some(false) {
            return;
        }
        let board = self.board(&view, me);
        let threatened = board.map().strategic().iter().map(|strategic| strategic.planet).filter(|&planet| {
            let threat = board.targets(planet).map(|near| board.troops(near)).max().unwrap_or(0) + 6;
            board.mine(planet)
                && board.troops(planet) >= 5
                && self.odds.battle(threat as f64, board.defence(planet)).0 > LOSS
        });
        if let Some(planet) = threatened.max_by_key(|&planet| board.troops(planet)) {
            let _ = desk.act(Action::fort(planet, board.troops(planet) * 2 / 3));
        }
    }
}

impl Bot<Galaxy> for General {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        match desk.view().phase {
            Phase::Start => self.start_phase(desk),
            Phase::Main => self.main_phase(desk),
        }
    }
}
