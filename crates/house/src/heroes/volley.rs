//! Who can hit whom, and what the best salvo of a team is worth.

use meydan_heroes::{Ability, Cell, Geometry, TEAM_SIZE};

use super::weights::Weights;

/// A living hero as a fight sees it.
#[derive(Clone, Debug)]
pub(super) struct Fighter<'a> {
    pub(super) slot: usize,
    pub(super) cell: Cell,
    pub(super) hp: i32,
    pub(super) max_hp: i32,
    pub(super) move_cost: i32,
    /// In its own respawn zone nothing hurts it, and it hurts nobody.
    pub(super) home: bool,
    /// The offensive abilities that are ready.
    pub(super) arms: Vec<&'a Ability>,
}

/// A set of heroes of one team, by their place in a list.
pub(super) type Mask = u8;

/// One way to use an ability: where to aim, and who is hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'a> {
    pub(super) by: usize,
    pub(super) arm: &'a Ability,
    pub(super) aim: Cell,
    pub(super) hits: Mask,
}

/// What a team fires, and what that does.
pub(super) struct Volley<'a> {
    /// What it is worth.
    pub(super) worth: f64,
    pub(super) shots: Vec<Shot<'a>>,
    /// The health that each target has left.
    pub(super) left: [i32; TEAM_SIZE],
    /// What each target's part of it is worth.
    pub(super) losses: [f64; TEAM_SIZE],
}

/// The rules of a fight on one map.
pub(super) struct Range<'g> {
    pub(super) geometry: &'g Geometry,
    pub(super) weights: &'g Weights,
}

impl Range<'_> {
    /// Which of `targets` the team of `eyes` sees.
    pub(super) fn seen(&self, eyes: &[Fighter<'_>], targets: &[Fighter<'_>]) -> Mask {
        let sees = |target: &Fighter<'_>| eyes.iter().any(|eye| self.geometry.sees(eye.cell, target.cell));
        targets.iter().enumerate().fold(0, |mask, (i, target)| mask | u8::from(sees(target)) << i)
    }

    /// Appends the ways in which a hero can hit somebody of `seen` with an ability. With `stretch` it may first come
    /// that many steps nearer.
    pub(super) fn shots<'a>(
        &self,
        from: &Fighter<'a>,
        by: usize,
        targets: &[Fighter<'_>],
        seen: Mask,
        stretch: i32,
        out: &mut Vec<Shot<'a>>,
    ) {
        if from.home {
            return;
        }
        for &arm in &from.arms {
            let start = out.len();
            let reach = arm.range.saturating_add(stretch);
            for (i, target) in targets.iter().enumerate() {
                let far = from.cell.distance(target.cell);
                if seen >> i & 1 == 0 || target.home || far > reach.saturating_add(arm.area) {
                    continue;
                }
                for aim in around(self.geometry, target.cell, arm.area) {
                    if from.cell.distance(aim) > reach {
                        continue;
                    }
                    let impact =
                        if arm.lobbing || stretch > 0 { aim } else { self.impact(from, arm, aim, targets) };
                    let hits = hit(impact, arm.area, targets);
                    let known = out[start..].iter().any(|shot| shot.hits & hits == hits);
                    if hits != 0 && !known {
                        out.push(Shot { by, arm, aim, hits });
                    }
                }
            }
        }
    }

    fn impact(&self, from: &Fighter<'_>, arm: &Ability, aim: Cell, targets: &[Fighter<'_>]) -> Cell {
        let stops = |cell| targets.iter().any(|target| target.cell == cell);
        self.geometry.impact(arm.range, false, from.cell, aim, stops)
    }

    /// What a blow to a hero is worth that has this much health left.
    pub(super) fn worth(&self, target: &Fighter<'_>, left: i32, power: i32) -> f64 {
        if left <= 0 {
            return 0.0;
        }
        let most = f64::from(target.max_hp.max(1));
        let hurt = 1.0 - f64::from(left) / most;
        let blow =
            f64::from(power.min(left)) / most * self.weights.damage() * (1.0 + self.weights.focus() * hurt);
        blow + if power >= left { self.weights.kill() } else { 0.0 }
    }

    /// The salvo of a team that always takes the best shot next.
    pub(super) fn volley<'a>(
        &self,
        team: &[Fighter<'a>],
        targets: &[Fighter<'_>],
        stretch: i32,
        mut ap: i32,
    ) -> Volley<'a> {
        let mut volley =
            Volley { worth: 0.0, shots: Vec::new(), left: [0; TEAM_SIZE], losses: [0.0; TEAM_SIZE] };
        for (left, target) in volley.left.iter_mut().zip(targets) {
            *left = target.hp;
        }
        let seen = self.seen(team, targets);
        let mut shots = Vec::new();
        for (by, from) in team.iter().enumerate() {
            self.shots(from, by, targets, seen, stretch, &mut shots);
        }
        let mut used: Mask = 0;
        loop {
            let mut best: Option<(f64, Shot<'a>)> = None;
            for &shot in shots.iter().filter(|shot| used >> shot.by & 1 == 0 && shot.arm.cost <= ap) {
                let worth = self.worth_of(&shot, targets, &volley.left);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, shot));
                }
            }
            let Some((worth, shot)) = best.filter(|(worth, _)| *worth > 0.0) else { return volley };
            ap -= shot.arm.cost;
            used |= 1 << shot.by;
            volley.worth += worth;
            for (i, target) in targets.iter().enumerate().filter(|(i, _)| shot.hits >> i & 1 == 1) {
                volley.losses[i] += self.worth(target, volley.left[i], shot.arm.power);
            }
            strike(&shot, &mut volley.left);
            volley.shots.push(shot);
        }
    }

    /// What a shot is worth now.
    pub(super) fn worth_of(&self, shot: &Shot<'_>, targets: &[Fighter<'_>], left: &[i32; TEAM_SIZE]) -> f64 {
        let struck = targets.iter().enumerate().filter(|(i, _)| shot.hits >> i & 1 == 1);
        struck.map(|(i, target)| self.worth(target, left[i], shot.arm.power)).sum()
    }
}

/// Takes the health that a shot takes.
pub(super) fn strike(shot: &Shot<'_>, left: &mut [i32; TEAM_SIZE]) {
    for (i, left) in left.iter_mut().enumerate() {
        if shot.hits >> i & 1 == 1 {
            *left -= shot.arm.power;
        }
    }
}

/// Who stands within `area` of a cell and can be hurt there.
fn hit(impact: Cell, area: i32, targets: &[Fighter<'_>]) -> Mask {
    let within = |target: &Fighter<'_>| !target.home && target.cell.distance(impact) <= area;
    targets.iter().enumerate().fold(0, |mask, (i, target)| mask | u8::from(within(target)) << i)
}

/// The cells within `area` of a cell, the cell itself first.
pub(super) fn around(geometry: &Geometry, centre: Cell, area: i32) -> impl Iterator<Item = Cell> + '_ {
    let area = area.min(4);
    let rings = (0..=area).flat_map(move |ring| {
        (-ring..=ring).flat_map(move |row| {
            let column = ring - row.abs();
            [Some((row, column)), (column != 0).then_some((row, -column))].into_iter().flatten()
        })
    });
    rings.filter_map(move |(row, column)| {
        geometry.cell(i32::from(centre.row) + row, i32::from(centre.column) + column)
    })
}

#[cfg(test)]
mod tests {
    use meydan_heroes::Config;

    use super::super::yard::{blaster, yard};
    use super::*;

    fn shots<'a>(config: &'a Config, from: &Fighter<'a>, targets: &[Fighter<'a>]) -> Vec<Shot<'a>> {
        let geometry = config.geometry();
        let range = Range { geometry: &geometry, weights: &Weights::TUNED };
        let mut shots = Vec::new();
        let seen = range.seen(std::slice::from_ref(from), targets);
        range.shots(from, 0, targets, seen, 0, &mut shots);
        shots
    }

    #[test]
    fn one_bomb_takes_two_that_stand_together() {
        let config = yard();
        let from = blaster(&config, 0, 3, 0, 250);
        let pair = [blaster(&config, 0, 3, 4, 250), blaster(&config, 1, 5, 5, 250)];
        assert!(shots(&config, &from, &pair).iter().any(|shot| shot.hits == 0b11));
        let apart = [blaster(&config, 0, 3, 4, 250), blaster(&config, 1, 6, 6, 250)];
        assert!(shots(&config, &from, &apart).iter().all(|shot| shot.hits.count_ones() == 1));
    }

    #[test]
    fn nobody_shoots_at_what_the_team_does_not_see() {
        let config = yard();
        let from = blaster(&config, 0, 3, 5, 250);
        let hidden = [blaster(&config, 0, 3, 7, 250)];
        assert!(shots(&config, &from, &hidden).is_empty());
        // A colleague sees it, and a bomb flies over the wall.
        let geometry = config.geometry();
        let range = Range { geometry: &geometry, weights: &Weights::TUNED };
        let team = [from, blaster(&config, 1, 6, 7, 250)];
        let mut shots = Vec::new();
        range.shots(&team[0], 0, &hidden, range.seen(&team, &hidden), 0, &mut shots);
        assert!(shots.iter().any(|shot| shot.arm.lobbing && shot.hits == 1));
    }

    #[test]
    fn nobody_fires_from_home_nor_at_home() {
        let config = yard();
        let here = Fighter { home: true, ..blaster(&config, 0, 1, 1, 250) };
        let there = blaster(&config, 0, 1, 4, 250);
        assert!(shots(&config, &here, std::slice::from_ref(&there)).is_empty());
        assert!(shots(&config, &there, &[here]).is_empty());
    }

    #[test]
    fn a_salvo_fells_the_weak_one_and_wastes_no_blow_on_the_dead() {
        let config = yard();
        let geometry = config.geometry();
        let range = Range { geometry: &geometry, weights: &Weights::TUNED };
        let team = [blaster(&config, 0, 1, 4, 250), blaster(&config, 1, 2, 3, 250)];
        let targets = [blaster(&config, 0, 4, 3, 250), blaster(&config, 1, 1, 8, 40)];
        let volley = range.volley(&team, &targets, 0, 100);
        assert_eq!(volley.left, [210, 0, 0, 0]);
    }
}
