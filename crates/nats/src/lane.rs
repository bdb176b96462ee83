//! Which lane an offer goes in, and whose turn it is. A broker keeps the order within a lane only, so urgency is a matter of lanes: finals, what a
//! new version needs, ranked matches, casual ones, and what can wait.

/// The lanes, the most urgent first, as they are called in subjects.
pub(crate) const LANES: [&str; 5] = ["final", "entry", "ranked", "casual", "later"];

/// The lane for a priority, as the league gives them.
pub(crate) fn lane(priority: i64) -> usize {
    match priority {
        4.. => 0,
        2..=3 => 1,
        1 => 2,
        0 => 3,
        _ => 4,
    }
}

/// In which order lanes are looked at when somebody takes for the `turn`-th time. Every second time the most urgent lane is first, every fourth the next one,
/// and so on: however much there is in a lane, each further one has its share, so nothing waits for ever.
pub(crate) fn order(turn: u64) -> impl Iterator<Item = usize> {
    let first = (turn.trailing_ones() as usize).min(LANES.len() - 1);
    std::iter::once(first).chain((0..LANES.len()).filter(move |lane| *lane != first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finals_go_before_ranked_matches_and_those_before_casual_ones() {
        let lanes: Vec<&str> = [6, 3, 2, 1, 0, -1].map(|priority| LANES[lane(priority)]).to_vec();
        assert_eq!(lanes, ["final", "entry", "entry", "ranked", "casual", "later"]);
        assert_eq!((lane(100), lane(-100)), (0, 4));
        assert_eq!(order(0).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn no_lane_starves_and_urgent_ones_have_more() {
        let mut first = [0; LANES.len()];
        for turn in 0..160 {
            let order: Vec<usize> = order(turn).collect();
            let mut all = order.clone();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 2, 3, 4], "each lane is looked at each time");
            assert!(order[1..].is_sorted(), "urgent ones first");
            first[order[0]] += 1;
        }
        assert_eq!(first, [80, 40, 20, 10, 10]);
    }
}
