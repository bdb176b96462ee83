use std::cmp::Ordering;

use meydan_core::{Outcome, Seat, Side, Standing};

use crate::config::MOST_TEAMS;
use crate::game::Jungle;
use crate::state::Times;

impl Jungle {
    /// The points of all diamonds that a team's units carry.
    pub fn pending(&self, seat: Seat) -> u64 {
        let units = &self.state.units;
        let carried = self.state.diamonds.iter().filter(|diamond| diamond.carried());
        carried
            .filter(|diamond| units[usize::from(diamond.owner)].team == seat.0)
            .map(|diamond| u64::from(diamond.points))
            .sum()
    }

    /// The teams from the best to the last (spec 7): points, points in hand, fewest deaths, fastest answers, registration.
    /// The second part says whether response times decided anything.
    pub(crate) fn order_teams<'a>(&self, places: &'a mut [usize; MOST_TEAMS]) -> (&'a [usize], bool) {
        let teams = &self.state.teams;
        let rules = |a: usize, b: usize| {
            let pending = |team: usize| self.pending(Seat(team as u8));
            let score = teams[b].score.cmp(&teams[a].score);
            score
                .then_with(|| pending(b).cmp(&pending(a)))
                .then_with(|| teams[a].deaths.cmp(&teams[b].deaths))
        };
        // Two teams of which one was never timed are equal in time, which is not an order that a sort can rely on;
        // so every team moves up past those that it beats, as it registered.
        let order = &mut places[..teams.len()];
        for team in 0..teams.len() {
            order[team] = team;
            let mut place = team;
            while place > 0 {
                let above = order[place - 1];
                let time = compare_times(&self.times[team], &self.times[above]);
                match rules(team, above) {
                    Ordering::Less => {}
                    Ordering::Equal if time == Ordering::Less => {}
                    _ => break,
                }
                order.swap(place, place - 1);
                place -= 1;
            }
        }
        let by_time = order.windows(2).any(|pair| {
            let time = compare_times(&self.times[pair[0]], &self.times[pair[1]]);
            rules(pair[0], pair[1]) == Ordering::Equal && time != Ordering::Equal
        });
        (order, by_time)
    }

    /// The ranking at the end.
    pub(crate) fn rank(&self) -> Outcome {
        let teams = &self.state.teams;
        let mut places = [0; MOST_TEAMS];
        let (order, by_time) = self.order_teams(&mut places);
        let all_left = teams.iter().all(|team| team.left);
        let mut reason = String::from(if all_left { "every team has left" } else { "all ticks were played" });
        if by_time {
            reason.push_str("; a tie was decided by response time");
        }
        let standings = (0..teams.len())
            .map(|team| Standing {
                seat: Seat(team as u8),
                side: Side(team as u8),
                rank: 1 + order.iter().position(|&other| other == team).expect("every team is ranked") as u32,
                score: teams[team].score as i64,
            })
            .collect();
        Outcome { reason, standings }
    }
}

/// Compares mean response times; equal if one was never measured.
fn compare_times(a: &Times, b: &Times) -> Ordering {
    if a.count == 0 || b.count == 0 {
        return Ordering::Equal;
    }
    let (left, right) = (u128::from(a.sum) * u128::from(b.count), u128::from(b.sum) * u128::from(a.count));
    left.cmp(&right)
}

/// A score in words.
pub fn score_words(score: i64) -> String {
    format!("{score} point{}", if score == 1 { "" } else { "s" })
}

/// What decided between teams with as many points, in words: a match tells that of response times alone (spec 7).
pub fn tie_words(reason: &str) -> &'static str {
    match reason.contains("response time") {
        true => "points in hand, deaths and then response time decided",
        false => "points in hand and then deaths decided",
    }
}
