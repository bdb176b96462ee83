/// One comparison of two players: `points` for the first, 1 a win, ½ a draw, 0 a loss. A match of more than two sides
/// is one duel for each pair of sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// The first player's share of the point.
    pub points: f64,
}

/// One player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// On the Elo scale, the average player at 0.
    pub rating: f64,
    /// Half the width of the 95 % interval.
    pub margin: f64,
    /// Duels played.
    pub duels: u32,
    /// Points made in them.
    pub points: f64,
}

/// Ratings fitted to all duels at once, so that their order does not matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One per player.
    pub players: Vec<Rating>,
}

/// 400 Elo points are a factor of ten in the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Everybody also has this many imaginary draws against an average player, so that somebody who has only won has a
/// rating at all. It is worth less than one real game.
const PRIOR: f64 = 0.5;

impl Ratings {
    /// The Bradley–Terry ratings that explain the duels best.
    ///
    /// # Panics
    /// If a duel names a player that is not below `players`.
    pub fn fit(players: usize, duels: &[Duel]) -> Ratings {
        let mut points = vec![0.0; players];
        let mut games = vec![vec![0.0; players]; players];
        for duel in duels.iter().filter(|duel| duel.a != duel.b) {
            points[duel.a] += duel.points;
            points[duel.b] += 1.0 - duel.points;
            games[duel.a][duel.b] += 1.0;
            games[duel.b][duel.a] += 1.0;
        }
        let strength = newton(&points, &games);
        let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
        let rate = |i: usize| {
            let duels: f64 = games[i].iter().sum();
            let margin = 1.96 * ELO / information(&strength, &games, i).sqrt();
            Rating { rating: ELO * (strength[i] - mean), margin, duels: duels as u32, points: points[i] }
        };
        Ratings { players: (0..players).map(rate).collect() }
    }

    /// The players from the strongest down.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.players[b].rating.total_cmp(&self.players[a].rating).then(a.cmp(&b)));
        order
    }
}

fn win(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// How much the duels of a player tell about its strength.
fn information(strength: &[f64], games: &[Vec<f64>], i: usize) -> f64 {
    let variance = |difference: f64| win(difference) * (1.0 - win(difference));
    let told = games[i].iter().zip(strength).map(|(n, other)| n * variance(strength[i] - other));
    told.sum::<f64>() + PRIOR * variance(strength[i])
}

/// Climbs the likelihood one player at a time; it is concave, so this ends at the one best fit.
fn newton(points: &[f64], games: &[Vec<f64>]) -> Vec<f64> {
    let mut strength = vec![0.0f64; points.len()];
    for _ in 0..10_000 {
        let mut largest = 0.0f64;
        for i in 0..strength.len() {
            let promised = games[i].iter().zip(&strength).map(|(n, other)| n * win(strength[i] - other));
            let gradient = points[i] - promised.sum::<f64>() + PRIOR * (0.5 - win(strength[i]));
            let step = (gradient / information(&strength, games, i)).clamp(-1.0, 1.0);
            strength[i] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    strength
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::expected;

    fn duels(a: usize, b: usize, wins: usize, losses: usize) -> Vec<Duel> {
        let won = std::iter::repeat_n(Duel { a, b, points: 1.0 }, wins);
        won.chain(std::iter::repeat_n(Duel { a, b, points: 0.0 }, losses)).collect()
    }

    #[test]
    fn three_of_four_points_are_about_191_rating_points() {
        let ratings = Ratings::fit(2, &duels(0, 1, 3000, 1000));
        let difference = ratings.players[0].rating - ratings.players[1].rating;
        assert!((difference - 190.8).abs() < 1.0, "{difference}");
        assert!((expected(difference) - 0.75).abs() < 0.001);
    }

    #[test]
    fn somebody_who_only_wins_has_a_finite_rating_and_a_wide_margin() {
        let ratings = Ratings::fit(2, &duels(0, 1, 10, 0));
        assert!(ratings.players[0].rating > 150.0 && ratings.players[0].rating < 1500.0);
        assert!(ratings.players[0].margin > 150.0);
    }

    #[test]
    fn strength_reaches_through_a_common_opponent() {
        let all = [duels(0, 1, 30, 10), duels(1, 2, 30, 10)].concat();
        assert_eq!(Ratings::fit(3, &all).order(), [0, 1, 2]);
    }

    #[test]
    fn nobody_and_nothing_are_rated_too() {
        assert!(Ratings::fit(0, &[]).players.is_empty());
        assert_eq!(Ratings::fit(3, &[]).players[2].rating, 0.0);
    }

    proptest! {
        #[test]
        fn the_order_of_duels_does_not_matter(
            raw in prop::collection::vec((0usize..4, 0usize..4, 0u8..3), 1..60),
            turn in 0usize..60,
        ) {
            let mut all: Vec<Duel> =
                raw.into_iter().map(|(a, b, p)| Duel { a, b, points: f64::from(p) / 2.0 }).collect();
            let before = Ratings::fit(4, &all);
            let turn = turn % all.len();
            all.rotate_left(turn);
            for (x, y) in before.players.iter().zip(Ratings::fit(4, &all).players) {
                prop_assert!((x.rating - y.rating).abs() < 1e-4);
                prop_assert!(x.rating.is_finite() && x.margin.is_finite());
            }
        }

        #[test]
        fn more_games_mean_narrower_margins(wins in 1usize..20, losses in 1usize..20) {
            let few = Ratings::fit(2, &duels(0, 1, wins, losses));
            let many = Ratings::fit(2, &duels(0, 1, 9 * wins, 9 * losses));
            prop_assert!(many.players[0].margin < few.players[0].margin);
        }
    }
}
