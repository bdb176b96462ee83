//! What a position is worth to a team.

use super::scene::{Board, FAR, Scene};

/// For how many further ticks a carried diamond is expected to earn.
const HELD: f64 = 20.0;
/// How much of what a carrier holds and will earn is counted, against one other team and against several: points that are
/// dropped in time are safe, and among many foes that is worth more.
const SURE: [f64; 2] = [0.5, 0.3];
/// What the one who is nearest to a diamond on the ground has of it, against one other team and against several.
const NEAREST: [f64; 2] = [0.3, 0.2];
/// For how many ticks a diamond on the ground is expected to earn once it is taken.
const TAKEN: f64 = 15.0;

/// How far a team is ahead of the others, in points.
pub(super) fn lead(board: &Board, scene: &Scene<'_>) -> f64 {
    let worth = worths(board, scene);
    let own = worth[scene.team];
    let others = || worth.iter().enumerate().filter(|(team, _)| *team != scene.team).map(|(_, worth)| *worth);
    let best = others().fold(f64::MIN, f64::max);
    let mean = others().sum::<f64>() / (worth.len() - 1).max(1) as f64;
    if worth.len() < 2 { own } else { own - (best + mean) / 2.0 }
}

/// What each team has or may expect.
fn worths(board: &Board, scene: &Scene<'_>) -> Vec<f64> {
    let view = scene.view;
    let crowd = usize::from(view.teams.len() > 2);
    let left = f64::from(board.ticks.saturating_sub(view.tick));
    let mut worth: Vec<f64> = view.teams.iter().map(|team| team.score as f64).collect();
    for diamond in &view.diamonds {
        let (level, points) = (f64::from(diamond.level), f64::from(diamond.points));
        if let Some(owner) = diamond.owner {
            let carries = |team: &meydan_jungle::TeamView| team.units.iter().any(|unit| unit.unit == owner);
            if let Some(team) = view.teams.iter().position(carries)
                && left > 0.0
            {
                worth[team] += SURE[crowd] * (points + level * left.min(HELD));
            }
            continue;
        }
        let from = board.empty_distances(diamond.position);
        let nearest = view.teams.iter().enumerate().flat_map(|(team, units)| {
            let free = units.units.iter().filter(|unit| unit.diamond.is_none());
            free.filter_map(move |unit| Some((from.to(unit.position?), team)))
        });
        if let Some((steps, team)) = nearest.min()
            && steps < FAR
        {
            let held = (left - f64::from(steps)).clamp(0.0, TAKEN);
            worth[team] += NEAREST[crowd] * (points + level * held) - 0.2 * f64::from(steps);
        }
    }
    worth
}
