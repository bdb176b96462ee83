use meydan_core::{Chance, Desk, Next, Seed};
use meydan_galaxy::{Action, Galaxy, PlanetId, Stage};

use super::campaign::{Campaign, March, march_chance};
use super::greedy;
use super::tactics::Tactics;
use super::veteran::Veteran;

/// What is put where at the beginning of a turn, and how the turn goes on.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) puts: Vec<(PlanetId, i64)>,
    /// Where the attacks begin.
    pub(super) marches: Vec<March>,
    pub(super) style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Goes for the match along a campaign.
    Strike,
    /// Takes a strategic planet from whoever is about to win.
    Deny,
    /// Takes what costs less than it brings.
    Bargain,
    /// Takes whatever is weaker.
    Greedy,
    /// Attacks nobody.
    Wait,
    /// Plays as one who knows the game.
    Veteran,
}

/// Once the troops stand on the map a campaign is gone through with at worse odds, too.
const GO_ON: f64 = 0.35;

impl Plan {
    /// Puts the reserve where a campaign begins.
    pub(super) fn march(campaign: &Campaign, style: Style) -> Plan {
        let puts = campaign.marches.iter().map(|march| (march.source, march.put)).collect();
        Plan { puts, marches: campaign.marches.clone(), style }
    }

    /// Puts troops and attacks nobody along a fixed way.
    pub(super) fn puts(puts: Vec<(PlanetId, i64)>, style: Style) -> Plan {
        Plan { puts, marches: Vec::new(), style }
    }

    /// Plays a whole turn of the main phase.
    pub(super) fn carry_out(&self, tactics: &Tactics, reserves: &[i64], desk: &mut dyn Desk<Galaxy>) {
        if self.style == Style::Veteran {
            return self.as_veteran(tactics, reserves, desk);
        }
        for &(planet, troops) in self.puts.iter().filter(|&&(_, troops)| troops > 0) {
            let _ = desk.act(Action::deploy(planet, troops));
        }
        if desk.act(Action::Next) != Ok(Next::More) {
            return;
        }
        follow(tactics, &self.marches, desk);
        attack(tactics, self.style, desk);
        // Refused if the match is won.
        if desk.act(Action::Next) != Ok(Next::More) {
            return;
        }
        let me = desk.seat();
        let view = desk.view();
        let board = tactics.board(&view, me);
        let transfer = match self.style {
            Style::Greedy => greedy::transfer(&board),
            _ => tactics.transfer(&board),
        };
        if let Some(transfer) = transfer {
            let _ = desk.act(transfer);
        }
        let _ = desk.act(Action::Next);
        if let Some(fort) = tactics.fort(&desk.view(), me) {
            let _ = desk.act(fort);
        }
        let _ = desk.act(Action::Next);
    }
}

impl Plan {
    fn as_veteran(&self, tactics: &Tactics, reserves: &[i64], desk: &mut dyn Desk<Galaxy>) {
        let mut log = Vec::new();
        if !self.marches.is_empty() {
            for &(planet, troops) in self.puts.iter().filter(|&&(_, troops)| troops > 0) {
                let _ = desk.act(Action::deploy(planet, troops));
            }
            let _ = desk.act(Action::Next);
            follow(tactics, &self.marches, desk);
        }
        let mut game = Galaxy::imagined(&tactics.config, &desk.view(), reserves, Chance::new(Seed(0)));
        let mut veteran = Veteran::seated(tactics, desk, reserves, &mut game, &mut log);
        if self.marches.is_empty() { veteran.play() } else { veteran.play_on() }
    }
}

/// Goes the ways that were planned, as long as they look promising.
fn follow(tactics: &Tactics, marches: &[March], desk: &mut dyn Desk<Galaxy>) {
    let me = desk.seat();
    for march in marches {
        for i in 0..march.steps.len() {
            let view = desk.view();
            let board = tactics.board(&view, me);
            let (steps, from) = (&march.steps[i..], march.steps[i].from);
            let army = board.troops(from) as f64;
            let open = board.mine(from) && board.enemys(march.steps[i].to);
            if view.decided || !open || march_chance(&board, &tactics.odds, steps, army) < GO_ON {
                break;
            }
            let _ = desk.act(tactics.advance(&board, steps));
        }
    }
}

fn attack(tactics: &Tactics, mut style: Style, desk: &mut dyn Desk<Galaxy>) {
    let me = desk.seat();
    // Every win takes a planet and every other battle troops, so this ends; the bound is for safety.
    for _ in 0..200 {
        let view = desk.view();
        if view.decided || view.stage != Stage::Attack {
            return;
        }
        let board = tactics.board(&view, me);
        let campaign = match style {
            Style::Strike => tactics.campaign(&board, 0, tactics.needed(&board, me)),
            Style::Deny => tactics.denial(&board, 0, me),
            _ => None,
        };
        let action = match (style, campaign) {
            (_, Some(campaign)) if campaign.chance >= GO_ON => {
                Some(tactics.advance(&board, &campaign.marches[0].steps))
            }
            // What was planned is done or has become unlikely.
            (Style::Strike, _) => {
                style = Style::Deny;
                continue;
            }
            (Style::Deny | Style::Bargain, _) => tactics.bargain(&board, me),
            (Style::Greedy, _) => greedy::attack(&board),
            (Style::Wait | Style::Veteran, _) => None,
        };
        let Some(action) = action else { return };
        let _ = desk.act(action);
    }
}
