use crate::Belief;

/// Of these opponents, those of most similar strength, the most similar first: at most `count`. Whoever it is best to play
/// against is whoever the outcome is most open with, doubt about either included (the match quality of Herbrich, Minka and
/// Graepel's TrueSkill, 2006). Equals come in the order given.
pub fn similar(own: &Belief, others: impl IntoIterator<Item = (usize, Belief)>, count: usize) -> Vec<usize> {
    let mut others: Vec<(f64, usize)> =
        others.into_iter().map(|(player, other)| (quality(own, &other), player)).collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0));
    others.into_iter().take(count).map(|(_, player)| player).collect()
}

/// Of these house bots, those that are open to a player, the weakest first: in the Blitz contests one meets the
/// organisers' bots if one's own is good enough. A house bot is open as soon as the player can expect to take at least
/// `share` of the points from it ([`GOOD_ENOUGH`] unless there is a reason). The weakest one is open to everybody.
pub fn open_house(own: &Belief, house: &[(usize, Belief)], share: f64) -> Vec<usize> {
    let mut house = house.to_vec();
    house.sort_by(|a, b| a.1.mean.total_cmp(&b.1.mean).then(a.0.cmp(&b.0)));
    let open = |(place, (_, bot)): &(usize, &(usize, Belief))| {
        *place == 0 || crate::expected(own.mean - bot.mean) >= share
    };
    house.iter().enumerate().filter(open).map(|(_, &(player, _))| player).collect()
}

/// One point of five.
pub const GOOD_ENOUGH: f64 = 0.2;

/// A logarithm, less a constant: it keeps its digits where the quality itself would be too small.
fn quality(a: &Belief, b: &Belief) -> f64 {
    // In TrueSkill a performance is spread by 209 Elo points around the strength (its curve is the normal one).
    const SPREAD: f64 = 2.0 * 209.0 * 209.0;
    let width = SPREAD + a.deviation * a.deviation + b.deviation * b.deviation;
    let gap = a.mean - b.mean;
    -0.5 * (width / SPREAD).ln() - gap * gap / (2.0 * width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn belief(mean: f64, deviation: f64) -> Belief {
        Belief { mean, deviation }
    }

    #[test]
    fn the_nearest_come_first_and_of_equals_the_one_known_better() {
        let others = [
            (3, belief(400.0, 50.0)),
            (5, belief(30.0, 50.0)),
            (1, belief(0.0, 50.0)),
            (2, belief(0.0, 300.0)),
        ];
        assert_eq!(similar(&belief(0.0, 80.0), others, 3), [1, 5, 2]);
        assert_eq!(similar(&belief(400.0, 80.0), others, 1), [3]);
        assert_eq!(similar(&belief(-5_000.0, 10.0), others, 9).len(), 4);
    }

    #[test]
    fn stronger_house_bots_open_once_one_is_good_enough() {
        let house = [(10, belief(900.0, 20.0)), (11, belief(0.0, 20.0)), (12, belief(400.0, 20.0))];
        let open = |mean| open_house(&belief(mean, 100.0), &house, GOOD_ENOUGH);
        assert_eq!(open(-2_000.0), [11]);
        assert_eq!(open(100.0), [11]);
        // One point of five is 241 Elo points behind.
        assert_eq!(open(160.0), [11, 12]);
        assert_eq!(open(700.0), [11, 12, 10]);
        assert!(open_house(&belief(0.0, 1.0), &[], GOOD_ENOUGH).is_empty());
    }
}
