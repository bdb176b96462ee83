use meydan_core::{Seat, SeatSet};
use meydan_galaxy::{Action, Config, Phase, PlanetId, View};

use super::board::Board;
use super::campaign::{Campaign, March, Step, campaign, march_chance};
use super::odds::Odds;
use super::roads::{Roads, source};

/// How likely another's win may be before troops are sent against it.
const RISK: f64 = 0.1;
/// How likely the loss of one strategic planet may be.
const LOSS: f64 = 0.35;
/// What a rival is expected to put beside a planet before it attacks.
const PUT: i64 = 5;

/// What a general weighs: who can win how, where guards are needed, what is cheap to take.
pub(super) struct Tactics {
    pub(super) config: Config,
    pub(super) odds: Odds,
}

impl Tactics {
    pub(super) fn new(config: &Config) -> Tactics {
        Tactics { config: config.clone(), odds: Odds::new() }
    }

    pub(super) fn board<'a>(&'a self, view: &'a View, player: Seat) -> Board<'a> {
        Board::new(&self.config, view, player)
    }

    /// The other players.
    pub(super) fn rivals(&self, me: Seat) -> impl Iterator<Item = Seat> {
        self.config.roster().seats().filter(move |&seat| seat != me)
    }

    /// Rivals who have let others take two strategic planets more than they have themselves.
    pub(super) fn aimless(&self, view: &View, me: Seat) -> SeatSet {
        let board = self.board(view, me);
        let held = |seat: Seat| board.strategic_count(seat);
        let most = self.config.roster().seats().map(held).max().unwrap_or(0);
        self.rivals(me).filter(|&rival| held(rival) + 2 <= most).collect()
    }

    /// Whether enough strategic planets at the end of this turn end the match.
    pub(super) fn counts(&self, turn: u32) -> bool {
        turn >= self.config.rules().early_win_from_turn
    }

    /// Whether the match can be won before everybody has had a turn of the main phase.
    pub(super) fn decided_at_once(&self) -> bool {
        let rules = self.config.rules();
        self.counts(rules.last_start_turn() + u32::from(rules.number_of_players))
    }

    /// What the first win of a turn brings: the reserve that a player without a hoard comes to its turn with.
    pub(super) fn bonus(&self) -> i64 {
        i64::from(self.config.rules().number_of_troops_after_successful_attack)
    }

    /// How many more strategic planets a player needs.
    pub(super) fn needed(&self, board: &Board, player: Seat) -> usize {
        let enough = self.config.rules().number_of_strategic_nodes_to_win as usize;
        enough.saturating_sub(board.strategic_count(player))
    }

    /// The most promising way to take so many strategic planets of others in one turn.
    pub(super) fn campaign(&self, board: &Board, reserve: i64, wanted: usize) -> Option<Campaign> {
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
    pub(super) fn denial(&self, board: &Board, reserve: i64, me: Seat) -> Option<Campaign> {
        let leads = |owner: Seat| owner != me && self.needed(board, owner) <= 1;
        let strategic = board.map().strategic().iter().map(|strategic| strategic.planet);
        let targets = strategic.filter(|&planet| board.owner(planet).is_some_and(leads)).collect();
        campaign(board, &self.odds, targets, reserve, 1)
    }

    /// Marches that take one strategic planet of another player: with as much of the reserve as makes it likely and lets a guard stay, and with all of it.
    pub(super) fn seizures(&self, board: &Board, reserve: i64) -> Vec<March> {
        let mut found = Vec::new();
        let strategic = board.map().strategic().iter().map(|strategic| strategic.planet);
        for planet in strategic.filter(|&planet| board.enemys(planet)) {
            let roads = Roads::new(board, &self.odds, planet);
            let Some((from, left)) = source(board, &roads, reserve, |planet| board.troops(planet)) else {
                continue;
            };
            if left < 1.0 {
                continue;
            }
            let guard = 2.0 + f64::from(board.map().score(planet));
            let put = ((roads.to(from) * 1.1 + guard).ceil() as i64 - board.troops(from)).clamp(0, reserve);
            let steps = roads.steps(from);
            if put + 2 < reserve {
                found.push(March { source: from, steps: steps.clone(), put: reserve });
            }
            found.push(March { source: from, steps, put });
        }
        found
    }

    /// What another player might do in its next turn to win, and how likely that is. Its reserve is not known; in the
    /// start phase it is taken to be half of what it has not placed, later it is taken to be what a turn brings.
    fn menace(&self, view: &View, rival: Seat) -> Option<Campaign> {
        let board = self.board(view, rival);
        let kept = match view.phase {
            Phase::Start => {
                let placed: i64 = board.own().map(|planet| board.troops(planet)).sum();
                (i64::from(self.config.rules().initial_troop) - placed).max(0) / 2
            }
            Phase::Main => self.bonus(),
        };
        self.campaign(&board, kept + board.income(), self.needed(&board, rival))
    }

    /// Troops that make the others' wins unlikely, as far as they lead over my planets.
    pub(super) fn shield(&self, view: &View, me: Seat, reserve: i64) -> Vec<(PlanetId, i64)> {
        let mut view = view.clone();
        let mut guards: Vec<(PlanetId, i64)> = Vec::new();
        let mut left = reserve;
        let rivals = self.before_me(&view, me);
        // A large reserve goes in larger portions, so that there are never many looks at the others' plans.
        let portion = (reserve / 20).max(2);
        while left > 0 {
            let menaces = rivals.iter().filter_map(|&rival| self.menace(&view, rival));
            let worst = menaces.filter(|menace| menace.chance >= RISK);
            let Some(worst) = worst.max_by(|a, b| a.chance.total_cmp(&b.chance)) else { break };
            let way: Vec<PlanetId> =
                worst.marches.into_iter().flat_map(|march| march.steps).map(|step| step.to).collect();
            let mine = way.iter().filter(|planet| view.owners[planet.index()] == Some(me));
            // A strategic planet on the way is the better place: it must be taken, a passage can be gone around.
            let Some(&planet) = mine.max_by_key(|&&planet| self.config.map().score(planet) > 0) else {
                // Nothing of mine is on the way, so it cannot be helped; what if it turns against me instead?
                let targets = way.into_iter().filter(|&planet| self.config.map().score(planet) > 0);
                targets.for_each(|planet| view.troops[planet.index()] += 1000);
                continue;
            };
            let troops = left.min(portion);
            left -= troops;
            view.troops[planet.index()] += troops;
            match guards.iter_mut().find(|(there, _)| *there == planet) {
                Some((_, sum)) => *sum += troops,
                None => guards.push((planet, troops)),
            }
        }
        guards
    }

    /// The others who can attack before I can. In the main phase that is everybody; in the start phase nobody attacks,
    /// and those who come after me in the first turns of the main phase will meet my strike first.
    pub(super) fn before_me(&self, view: &View, me: Seat) -> Vec<Seat> {
        let players = u32::from(self.config.rules().number_of_players);
        let first = self.config.rules().last_start_turn() + 1;
        let place = |seat: Seat| (u32::from(seat.0) + players - first % players) % players;
        self.rivals(me).filter(|&seat| view.phase == Phase::Main || place(seat) < place(me)).collect()
    }

    /// Guards where they are needed, and what a cheap win takes.
    pub(super) fn hold(&self, view: &View, me: Seat) -> Vec<(PlanetId, i64)> {
        let board = self.board(view, me);
        let left = |puts: &[(PlanetId, i64)]| view.reserve() - puts.iter().map(|put| put.1).sum::<i64>();
        let soon = self.counts(view.turn + u32::from(self.config.rules().number_of_players) - 1);
        let mut puts = if soon { self.shield(view, me, left(&[])) } else { Vec::new() };
        puts.extend(self.guards(&board, left(&puts)));
        puts.extend(self.raid(&board, left(&puts), me));
        puts
    }

    /// Guards for own strategic planets that are likely to be lost otherwise, the most valuable first.
    fn guards(&self, board: &Board, mut reserve: i64) -> Vec<(PlanetId, i64)> {
        let mut own: Vec<_> =
            board.map().strategic().iter().filter(|strategic| board.mine(strategic.planet)).collect();
        own.sort_by_key(|strategic| std::cmp::Reverse(strategic.score));
        let mut guards = Vec::new();
        for strategic in own {
            let planet = strategic.planet;
            // Guards that cannot hold are not sent to die.
            let holds = |troops: &i64| self.loss(board, planet, board.defence(planet) + troops) <= LOSS;
            if let Some(troops) = (0..=reserve).find(holds).filter(|&troops| troops > 0) {
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
        let bonus = if board.view.bonus { 0.0 } else { self.bonus() as f64 };
        let score = board.map().score(planet);
        let rival =
            board.owner(planet).filter(|&owner| owner != me).map_or(0, |owner| board.strategic_count(owner));
        let strategic = if score > 0 { 4.0 + 2.0 * f64::from(score) + 3.0 * rival as f64 } else { 0.0 };
        1.5 + bonus + strategic
    }

    /// The first of some steps. The army goes on whole, but a strategic planet keeps a guard if enough are left.
    pub(super) fn advance(&self, board: &Board, steps: &[Step]) -> Action {
        let step = steps[0];
        // Where the army is needed again it stays; one troop follows.
        if steps.get(1).is_some_and(|next| next.from == step.from) {
            return Action::attack(step.from, step.to, 0.0, 1e-6);
        }
        let army = board.troops(step.from) as f64;
        let chance = |army: f64| march_chance(board, &self.odds, steps, army);
        let guard = match board.map().score(step.from) {
            0 => 1.0,
            _ => (2..=self.need(board, step.from))
                .rev()
                .map(|guard| guard as f64)
                .find(|guard| chance(army - guard) >= 0.95 * chance(army))
                .unwrap_or(1.0),
        };
        let (_, left) = self.odds.battle(army, board.defence(step.to));
        let share = (1.0 - guard / left.max(2.0)).clamp(0.01, 0.999_999);
        let share = if guard <= 1.0 { 0.999_999 } else { share };
        Action::attack(step.from, step.to, 0.0, share)
    }

    /// How many must stand on a planet to make its loss unlikely.
    pub(super) fn need(&self, board: &Board, planet: PlanetId) -> i64 {
        (1..60).find(|&troops| self.loss(board, planet, troops) <= LOSS).unwrap_or(60)
    }

    /// How likely a planet with so many defenders falls to the strongest neighbour, who may have put more there first.
    fn loss(&self, board: &Board, planet: PlanetId, defenders: i64) -> f64 {
        let strongest = board.targets(planet).map(|near| board.troops(near)).max().unwrap_or(0);
        self.odds.battle((strongest + PUT) as f64, defenders).0
    }

    /// The attack that promises most for what it costs.
    pub(super) fn bargain(&self, board: &Board, me: Seat) -> Option<Action> {
        let mut best: Option<(f64, PlanetId, PlanetId)> = None;
        for from in board.own() {
            for to in board.targets(from) {
                let (win, _) = self.odds.battle(board.troops(from) as f64, board.defence(to));
                let guard = if board.map().score(from) > 0 { 1.0 } else { 0.0 };
                let price = self.odds.price(board.defence(to)) + 1.0 + guard;
                let gain = win * self.worth(board, to, me) - price;
                if win >= 0.75 && gain > 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, from, to));
                }
            }
        }
        best.map(|(_, from, to)| {
            // A strategic planet keeps half of its army; elsewhere the army goes where the enemy is.
            let share = if board.map().score(from) > 0 { 0.5 } else { 0.95 };
            Action::attack(from, to, 0.8, share)
        })
    }

    /// The army that can best be spared goes to the strategic planet that most needs guards, or else to the border.
    pub(super) fn transfer(&self, board: &Board) -> Option<Action> {
        let strategic = |planet: PlanetId| board.map().score(planet) > 0;
        let spare = |planet: PlanetId| {
            let stays = if strategic(planet) { self.need(board, planet).max(1) } else { 1 };
            board.troops(planet) - stays
        };
        let lack = |planet: PlanetId| self.need(board, planet) - board.defence(planet);
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
        best.map(|(_, from, to, troops)| Action::transfer(from, to, troops))
    }

    /// The one fort goes to a threatened strategic planet with an army worth doubling.
    pub(super) fn fort(&self, view: &View, me: Seat) -> Option<Action> {
        if view.fort_used[me.index()] != Some(false) {
            return None;
        }
        let board = self.board(view, me);
        let threatened = board.map().strategic().iter().map(|strategic| strategic.planet).filter(|&planet| {
            board.mine(planet)
                && board.troops(planet) >= 5
                && self.loss(&board, planet, board.defence(planet)) > LOSS
        });
        let planet = threatened.max_by_key(|&planet| board.troops(planet))?;
        Some(Action::fort(planet, board.troops(planet) * 2 / 3))
    }
}
