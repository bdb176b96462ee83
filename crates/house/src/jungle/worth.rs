//! What a position is worth to a team.

use meydan_jungle::TeamView;

use super::scene::{Board, FAR, Scene};
use super::weights::Weights;

/// How far a team is ahead of the others, in points.
pub(super) fn lead(weights: &Weights, board: &Board, scene: &Scene<'_>) -> f64 {
    let worth = worths(weights, board, scene);
    let own = worth[scene.team];
    let others = || worth.iter().enumerate().filter(|(team, _)| *team != scene.team).map(|(_, worth)| *worth);
    let best = others().fold(f64::MIN, f64::max);
    let mean = others().sum::<f64>() / (worth.len() - 1).max(1) as f64;
    if worth.len() < 2 { own } else { own - (best + mean) / 2.0 }
}

/// What each team has or may expect.
fn worths(weights: &Weights, board: &Board, scene: &Scene<'_>) -> Vec<f64> {
    let view = scene.view;
    let left = f64::from(board.ticks.saturating_sub(view.tick));
    let mut worth: Vec<f64> = view.teams.iter().map(|team| team.score as f64).collect();
    for diamond in &view.diamonds {
        let (level, points) = (f64::from(diamond.level), f64::from(diamond.points));
        if let Some(owner) = diamond.owner {
            let carries = |team: &TeamView| team.units.iter().any(|unit| unit.unit == owner);
            if let Some(team) = view.teams.iter().position(carries)
                && left > 0.0
            {
                worth[team] += weights.sure() * (points + level * left.min(weights.held()));
            }
            continue;
        }
        let from = board.empty_distances(diamond.position);
        let steps = |team: &TeamView| {
            let free = team.units.iter().filter(|unit| unit.diamond.is_none());
            free.filter_map(|unit| unit.position).map(|at| from.to(at)).min().unwrap_or(FAR)
        };
        if let Some((steps, team)) = view.teams.iter().map(steps).zip(0_usize..).min()
            && steps < FAR
        {
            let held = (left - f64::from(steps)).clamp(0.0, weights.taken());
            worth[team] += weights.nearest() * (points + level * held) - weights.steps() * f64::from(steps);
        }
    }
    worth
}
