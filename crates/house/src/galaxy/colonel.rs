use meydan_core::{Bot, Desk};
use meydan_galaxy::{Action, Config, Galaxy, Phase};

use super::campaign::Campaign;
use super::opening::{free_strategic, named_place};
use super::plan::{Plan, Style};
use super::tactics::Tactics;

/// Plays by rules of thumb: it guards its strategic planets, takes what costs less than it brings, and strikes when the dice
/// are likely to carry it through. It never tries out what comes of that.
pub(super) struct Colonel {
    tactics: Tactics,
}

/// A campaign so likely is worth the troops.
const LIKELY: f64 = 0.6;

impl Colonel {
    pub(super) fn new(config: &Config) -> Colonel {
        Colonel { tactics: Tactics::new(config) }
    }

    fn decide(&self, desk: &mut dyn Desk<Galaxy>) -> Plan {
        let (view, me, tactics) = (desk.view(), desk.seat(), &self.tactics);
        let board = tactics.board(&view, me);
        let likely = |campaign: &Campaign| campaign.chance >= LIKELY;
        if tactics.counts(view.turn)
            && let Some(strike) =
                tactics.campaign(&board, view.reserve(), tactics.needed(&board, me)).filter(likely)
        {
            return Plan::march(&strike, Style::Strike);
        }
        if tactics.rivals(me).any(|rival| tactics.needed(&board, rival) <= 1)
            && let Some(denial) = tactics.denial(&board, view.reserve(), me).filter(likely)
        {
            return Plan::march(&denial, Style::Deny);
        }
        Plan::puts(tactics.hold(&view, me), Style::Bargain)
    }
}

impl Bot<Galaxy> for Colonel {
    fn play(&mut self, desk: &mut dyn Desk<Galaxy>) {
        let view = desk.view();
        if view.phase == Phase::Main {
            return self.decide(desk).carry_out(&self.tactics, &[], desk);
        }
        let board = self.tactics.board(&view, desk.seat());
        let place = free_strategic(&board).or_else(|| named_place(&self.tactics, &board, &view, desk.seat()));
        if let Some(planet) = place {
            let _ = desk.act(Action::place(planet));
        }
        let _ = desk.act(Action::Next);
    }
}
