//! Police who work out everybody's moves from one shared picture, and thieves who look ahead.

use meydan_core::{Bot, Chance, Desk};
use meydan_gotham::{Action, Config, Gotham, Half, Kind, Ruleset, UnitState, View};

use super::chatter::{Code, Report};
use super::dossier::Dossier;
use super::dragnet::{self, Hunter, Room, Zeal};
use super::getaway::{Nerve, Runner};
use super::streets::{FAR, Streets};
use super::{begin, go};

/// For how many turns a Batman that has gone out of sight is expected nearby.
const MEMORY: i32 = 6;
/// How likely somebody says nothing of a thief that it sees, because it cannot pay.
const DOUBT: f32 = 0.1;

pub(super) struct Commissioner {
    config: Config,
    streets: Streets,
    chance: Chance,
    code: Code,
    /// What is known of the enemy's thieves, and whom all hunt.
    files: Vec<Dossier>,
    prey: Option<usize>,
    /// How many messages have been read.
    read: usize,
    /// Where our police stood at the end of the last window, as far as this unit saw.
    police: Vec<usize>,
    /// Where they stood when the last window opened, if thieves showed themselves in it.
    posts: Vec<usize>,
    /// Where a Batman was seen last, and when.
    batman: Option<(usize, i32)>,
    /// How likely the enemy's police expect this thief at each node.
    shadow: Option<Dossier>,
}

impl Commissioner {
    pub(super) fn new(config: &Config, chance: Chance) -> Commissioner {
        let streets = Streets::new(config);
        Commissioner {
            code: Code::new(1, streets.len()),
            config: config.clone(),
            streets,
            chance,
            files: Vec::new(),
            prey: None,
            read: 0,
            police: Vec::new(),
            posts: Vec::new(),
            batman: None,
            shadow: None,
        }
    }

    /// The steps from each node to the nearest of these.
    fn nearest(&self, nodes: &[usize]) -> Vec<u16> {
        let least = |node| nodes.iter().map(|&from| self.streets.steps(1, from, node)).min().unwrap_or(FAR);
        (0..self.streets.len()).map(least).collect()
    }

    /// Our police in the order of their seats, in which they are asked, and which of them this unit is.
    fn hunters(&self, view: &View, me: &UnitState) -> (Vec<Hunter>, usize) {
        let mut hunters = Vec::new();
        let mut mine = None;
        for unit in &self.config.units {
            if unit.team != me.team || unit.kind.half() != Half::Police {
                continue;
            }
            let seen = view.units.iter().find(|other| other.id == unit.id).map(|other| other.node);
            let node = if unit.id == me.id { Some(me.node) } else { seen };
            if unit.id == me.id {
                mine = Some(hunters.len());
            }
            if let Some(node) = node {
                hunters.push(Hunter {
                    node: self.streets.node(node),
                    batman: unit.kind == Kind::Batman,
                    balance: me.balance,
                    waits: mine.is_some(),
                });
            }
        }
        (hunters, mine.unwrap_or(0))
    }

    /// Brings the files up to date; gives whom this unit sees that nobody has told of yet.
    fn investigate(
        &mut self,
        view: &View,
        me: &UnitState,
        hunters: &[Hunter],
        mine: usize,
    ) -> Vec<(usize, usize)> {
        let first = self.files.is_empty();
        if first {
            let prey =
                self.config.units.iter().filter(|u| u.team != me.team && u.kind.half() == Half::Thieves);
            let station = self.streets.node(me.node);
            self.files = prey
                .map(|unit| Dossier::new(&self.streets, unit.id, unit.kind == Kind::Joker, station))
                .collect();
            self.code = Code::new(self.files.len(), self.streets.len());
        }
        let round = self.round(view);
        let (old, new): (Vec<Report>, Vec<Report>) =
            self.messages(view, me).into_iter().partition(|report| report.target != round);
        self.note(&old);
        if !first {
            // Whoever was asked after this unit has told by now what it saw.
            let later: Vec<usize> = self.posts.iter().skip(mine + 1).copied().collect();
            self.unseen_from(&later, DOUBT);
            // Whoever waits still stands where it went in the last window, perhaps on a thief.
            for hunter in hunters.iter().filter(|hunter| hunter.waits) {
                for file in &mut self.files {
                    if file.spotted == Some(hunter.node) && (!file.joker || hunter.batman) {
                        file.closed();
                    } else if !file.joker {
                        file.stood_on(hunter.node);
                    }
                }
            }
            let police = self.nearest(&self.police);
            self.files.iter_mut().for_each(|file| {
                file.moved(&self.streets, &police);
                file.spotted = None;
            });
        }
        self.note(&new);
        let told: Vec<usize> = (0..self.files.len()).filter(|&i| self.files[i].spotted.is_some()).collect();
        self.posts = self.posts_now(view, hunters);
        let news = self.look(view, me, hunters, &told);
        let earlier: Vec<usize> = self.posts.iter().take(mine).copied().collect();
        self.unseen_from(&earlier, DOUBT);
        self.worth_telling(news, mine)
    }

    /// Where our police stood when the window opened: whoever has moved since stood where it was seen last. Empty if nobody sees
    /// a thief from there.
    fn posts_now(&self, view: &View, hunters: &[Hunter]) -> Vec<usize> {
        if self.config.ruleset != Ruleset::Official || !view.visible_turn {
            return Vec::new();
        }
        let post = |(i, hunter): (usize, &Hunter)| {
            let before = self.police.get(i).copied().filter(|_| !hunter.waits);
            before.unwrap_or(hunter.node)
        };
        hunters.iter().enumerate().map(post).collect()
    }

    /// How far our police see a thief.
    fn radius(&self, joker: bool) -> i32 {
        match self.config.ruleset {
            Ruleset::Official if joker => self.config.radii.joker,
            Ruleset::Official => self.config.radii.thief,
            Ruleset::Document | Ruleset::OfficialPrelim => i32::MAX,
        }
    }

    /// Nobody was seen from there who is not known to have been seen. What is left of it is how far the silence is doubted.
    fn unseen_from(&mut self, posts: &[usize], doubt: f32) {
        let radii = [false, true].map(|joker| self.radius(joker));
        for file in self.files.iter_mut().filter(|file| file.spotted.is_none()) {
            let radius = radii[usize::from(file.joker)];
            for &post in posts {
                let steps = self.streets.from(0, post);
                file.hardly_in(|node| i32::from(steps[node]) <= radius, doubt);
            }
        }
    }

    /// What somebody else does not see as well, the Joker first.
    fn worth_telling(&self, mut news: Vec<(usize, usize)>, mine: usize) -> Vec<(usize, usize)> {
        let sees = |post: usize, i: usize, node: usize| {
            i32::from(self.streets.steps(0, post, node)) <= self.radius(self.files[i].joker)
        };
        news.retain(|&(i, node)| {
            self.posts.iter().enumerate().any(|(k, &post)| k != mine && !sees(post, i, node))
        });
        news.sort_by_key(|&(i, _)| !self.files[i].joker);
        news
    }

    /// What this unit sees, and what it would see if it were there.
    fn look(
        &mut self,
        view: &View,
        me: &UnitState,
        hunters: &[Hunter],
        told: &[usize],
    ) -> Vec<(usize, usize)> {
        let here = self.streets.node(me.node);
        let mut news = Vec::new();
        for (i, file) in self.files.iter_mut().enumerate() {
            if let Some(unit) = view.units.iter().find(|unit| unit.id == file.id) {
                if unit.dead {
                    file.closed();
                    continue;
                }
                let node = self.streets.node(unit.node);
                file.seen(node);
                if !told.contains(&i) {
                    news.push((i, node));
                }
            } else if file.spotted.is_none() {
                if self.config.ruleset == Ruleset::Official && view.visible_turn {
                    let radius = if file.joker { self.config.radii.joker } else { self.config.radii.thief };
                    let steps = self.streets.from(0, here);
                    file.nowhere_in(|node| i32::from(steps[node]) <= radius);
                }
                if !file.joker {
                    hunters.iter().for_each(|hunter| file.stood_on(hunter.node));
                }
            }
            // Whoever has moved onto it stays there until the window closes.
            let caught = |hunter: &&Hunter| {
                !hunter.waits && file.spotted == Some(hunter.node) && (!file.joker || hunter.batman)
            };
            if hunters.iter().any(|hunter| caught(&hunter)) {
                file.closed();
            }
        }
        news
    }

    /// One bit that tells a message of this window from one of the window before.
    fn round(&self, view: &View) -> usize {
        let turn = view.turn.number;
        let round = if self.config.ruleset == Ruleset::Document { turn } else { turn / 2 };
        (round % 2) as usize
    }

    fn messages(&mut self, view: &View, me: &UnitState) -> Vec<Report> {
        let fresh = view.chat.iter().skip(self.read).filter(|message| message.from != me.id);
        let reports = fresh.filter_map(|message| self.code.read(&message.text)).collect();
        self.read = view.chat.len();
        reports
    }

    fn note(&mut self, reports: &[Report]) {
        for &(i, node) in reports.iter().flat_map(|report| &report.seen) {
            if let Some(file) = self.files.get_mut(i)
                && node < self.streets.len()
                && file.free > 0.0
            {
                file.seen(node);
            }
        }
    }

    /// Whom all hunt: somebody near whose place is well known, a Joker before others.
    fn choose(&self, hunters: &[Hunter]) -> Option<usize> {
        let cost = |i: usize| {
            let file = &self.files[i];
            let mut steps: Vec<f32> =
                hunters.iter().map(|h| file.distance(self.streets.from(1, h.node))).collect();
            steps.sort_by(f32::total_cmp);
            let near = steps.iter().take(3).sum::<f32>() / steps.len().clamp(1, 3) as f32;
            let vague = 1.0 - file.likely(1).first().map_or(0.0, |&(_, p)| p);
            let habit = if self.prey == Some(i) { -2.0 } else { 0.0 };
            near + 4.0 * vague + habit - if file.joker { 2.0 } else { 0.0 } + 8.0 * (1.0 - file.free)
        };
        let open = (0..self.files.len()).filter(|&i| self.files[i].free > 0.02);
        open.min_by(|&a, &b| cost(a).total_cmp(&cost(b)))
    }

    /// Tells the others whom they cannot see themselves; under the other rulesets all see the same.
    fn tell(&self, desk: &mut dyn Desk<Gotham>, view: &View, me: &UnitState, mut seen: Vec<(usize, usize)>) {
        while self.config.ruleset == Ruleset::Official && !seen.is_empty() {
            let text = self.code.write(&Report { target: self.round(view), seen: seen.clone() });
            if text.len() as f64 * self.config.chat.cost <= me.balance {
                // A message that is refused is not worth another try.
                let _ = desk.act(Action::Say { text });
                return;
            }
            seen.pop();
        }
    }

    fn hunt(&mut self, desk: &mut dyn Desk<Gotham>, view: &View, me: &UnitState) {
        let (hunters, mine) = self.hunters(view, me);
        let news = self.investigate(view, me, &hunters, mine);
        self.prey = self.choose(&hunters);
        let Some(prey) = self.prey else { return };
        self.tell(desk, view, me, news);
        let balance = desk.view().me.map_or(me.balance, |me| me.balance);
        let mut hunters = hunters;
        hunters[mine].balance = balance;
        let to = dragnet::plan(&self.streets, &Zeal::TUNED, &hunters, mine, &self.files, prey, &|joker| {
            self.radius(joker)
        });
        for file in &mut self.files {
            if file.spotted == Some(to) && (!file.joker || hunters[mine].batman) {
                file.closed();
            }
        }
        hunters[mine].node = to;
        self.police = hunters.iter().map(|hunter| hunter.node).collect();
        go(desk, self.streets.id(to));
    }

    /// The enemy's police, with a Batman that was seen a short while ago.
    fn pursuers(&mut self, view: &View, me: &UnitState) -> Vec<(usize, bool)> {
        let turn = view.turn.number;
        let mut police = Vec::new();
        for unit in view.units.iter().filter(|u| u.team != me.team && u.kind.half() == Half::Police) {
            let node = self.streets.node(unit.node);
            police.push((node, unit.kind == Kind::Batman));
            if unit.kind == Kind::Batman {
                self.batman = Some((node, turn));
            }
        }
        if let Some((node, seen)) = self.batman
            && seen < turn
            && turn - seen <= MEMORY
        {
            police.push((node, true));
        }
        police
    }

    fn flee(&mut self, view: &View, me: &UnitState) -> usize {
        let here = self.streets.node(me.node);
        let police = self.pursuers(view, me);
        let joker = me.kind == Kind::Joker;
        let turn = view.turn.number;
        let listed = |turn: i32| self.config.visible_turns.contains(&turn);
        let radius = if joker { self.config.radii.joker } else { self.config.radii.thief };
        // Whether the police see a thief there on their next turn. Only under `official` does it depend on the distance.
        let shows = |node: usize| {
            listed(turn + 1)
                && (self.config.ruleset != Ruleset::Official
                    || police.iter().any(|&(from, _)| i32::from(self.streets.steps(0, from, node)) <= radius))
        };
        let runner = Runner { streets: &self.streets, nerve: Nerve::TUNED, joker, police: &police };
        let nodes: Vec<usize> = police.iter().map(|&(node, _)| node).collect();
        let near = self.nearest(&nodes);
        let station = nodes.first().copied().unwrap_or(here);
        let mut shadow =
            self.shadow.take().unwrap_or_else(|| Dossier::new(&self.streets, me.id, joker, station));
        shadow.moved(&self.streets, &near);
        let friends: Vec<usize> = view
            .units
            .iter()
            .filter(|u| u.team == me.team && u.kind.half() == Half::Thieves && u.id != me.id && !u.dead)
            .map(|unit| self.streets.node(unit.node))
            .collect();
        let mut room = Room::new(self.streets.len());
        let mut best = (f32::MIN, here);
        let stay = super::streets::Way { to: here, price: 0.0 };
        let nerve = Nerve::TUNED;
        for way in [stay].into_iter().chain(self.streets.ways(here, me.balance)) {
            let to = way.to;
            let seen = shows(to);
            let known = if seen { 1.0 } else { (2.0 * shadow.at(to) + 0.1).min(1.0) };
            let reach = runner.reach(&police, to);
            let touch = match reach {
                0 => 1000.0,
                1 => nerve.touch * known.max(runner.stumbled_on(to)),
                _ => 0.0,
            };
            let apart = friends.iter().map(|&other| self.streets.steps(1, other, to)).min().unwrap_or(0);
            // Police who do not know where it is do not come by the shortest way.
            let worth = runner.worth(&mut room, to, me.balance - way.price).max(-40.0);
            let sight = if joker { nerve.hide } else { nerve.seen };
            let shy = if joker { nerve.shy * self.exposure(&police, to, radius, turn) } else { 0.0 };
            let score = worth * (0.4 + 0.6 * known) - touch - sight * f32::from(u8::from(seen)) - shy
                + nerve.apart * f32::from(apart.min(8))
                - nerve.price * way.price as f32
                + 0.5 * self.chance.unit() as f32;
            if score > best.0 {
                best = (score, to);
            }
        }
        if shows(best.1) {
            shadow.seen(best.1);
        } else if listed(turn + 1) {
            shadow.nowhere_in(shows);
        }
        self.shadow = Some(shadow);
        best.1
    }

    /// How many steps a Joker is too near to police who may see it on the next turns that show thieves.
    fn exposure(&self, police: &[(usize, bool)], node: usize, radius: i32, turn: i32) -> f32 {
        let soon = [3, 5].iter().any(|later| self.config.visible_turns.contains(&(turn + later)));
        if !soon || self.config.ruleset != Ruleset::Official {
            return 0.0;
        }
        let near =
            |&(from, _): &(usize, bool)| (radius + 3 - i32::from(self.streets.steps(0, from, node))).max(0);
        police.iter().map(near).max().unwrap_or(0) as f32
    }

    /// A start far from the station and from our own thieves, with many ways out.
    fn hideout(&mut self, view: &View) -> i32 {
        let Some(me) = view.me else { return 1 };
        let police = self.pursuers(view, &me);
        let nodes: Vec<usize> = police.iter().map(|&(node, _)| node).collect();
        let near = self.nearest(&nodes);
        let farthest = near.iter().copied().filter(|&steps| steps < FAR).max().unwrap_or(1).max(1);
        let friends: Vec<usize> = view
            .units
            .iter()
            .filter(|u| u.team == me.team && u.kind.half() == Half::Thieves && u.node != me.node)
            .map(|unit| self.streets.node(unit.node))
            .collect();
        let mut best = (f32::MIN, 0);
        let safe = |steps: u16| steps < FAR && 3 * steps >= 2 * farthest;
        for (node, &steps) in near.iter().enumerate().filter(|(_, steps)| safe(**steps)) {
            let apart = friends.iter().map(|&other| self.streets.steps(1, other, node)).min().unwrap_or(6);
            let score = 10.0 * f32::from(steps.min(farthest)) / f32::from(farthest)
                + f32::from(apart.min(6))
                + self.streets.all_ways(node).len().min(5) as f32
                + 4.0 * self.chance.unit() as f32;
            if score > best.0 {
                best = (score, node);
            }
        }
        self.streets.id(best.1)
    }
}

impl Bot<Gotham> for Commissioner {
    fn play(&mut self, desk: &mut dyn Desk<Gotham>) {
        let Some(view) = begin(desk, |view| self.hideout(view)) else { return };
        let Some(me) = view.me else { return };
        match me.kind.half() {
            Half::Police => self.hunt(desk, &view, &me),
            Half::Thieves => {
                let to = self.flee(&view, &me);
                go(desk, self.streets.id(to));
            }
        }
    }
}
