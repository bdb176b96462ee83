/// How many players a match may have: a range (`2..=4`) or a list (`[2, 4]`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(Vec<usize>);

impl Sizes {
    /// These sizes. One player alone is not a match, so sizes below 2 are left out; `None` if nothing is left.
    pub fn new(sizes: impl IntoIterator<Item = usize>) -> Option<Sizes> {
        let mut sizes: Vec<usize> = sizes.into_iter().filter(|&size| size >= 2).collect();
        sizes.sort_unstable();
        sizes.dedup();
        (!sizes.is_empty()).then_some(Sizes(sizes))
    }

    /// The sizes, the smallest first.
    pub fn list(&self) -> &[usize] {
        &self.0
    }

    /// Whether a match may have so many players.
    pub fn allows(&self, players: usize) -> bool {
        self.0.binary_search(&players).is_ok()
    }

    /// Splits so many players into matches: as few players as possible are left over, then there are as few matches as
    /// possible, then their sizes are as even as possible. The larger ones come first. Fewer players are left over than
    /// the smallest match has seats.
    pub fn split(&self, players: usize) -> Vec<usize> {
        // For each number of players the fewest matches without anybody left over, the sum of the squares of their
        // sizes (the smaller, the more even), and the size of one of them.
        let mut best: Vec<Option<(usize, usize, usize)>> = vec![None; players + 1];
        best[0] = Some((0, 0, 0));
        for count in 1..=players {
            let with = |&size: &usize| {
                let (matches, squares, _) = best[count.checked_sub(size)?]?;
                Some((matches + 1, squares + size * size, size))
            };
            best[count] = self.0.iter().filter_map(with).min();
        }
        let mut left = (0..=players).rev().find(|&count| best[count].is_some()).unwrap_or(0);
        let mut split = Vec::new();
        while let Some((_, _, size)) = best[left]
            && size > 0
        {
            split.push(size);
            left -= size;
        }
        split.sort_unstable_by(|a, b| b.cmp(a));
        split
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(sizes: impl IntoIterator<Item = usize>, players: usize) -> Vec<usize> {
        Sizes::new(sizes).unwrap().split(players)
    }

    #[test]
    fn nobody_is_left_over_without_need_and_matches_are_large_and_even() {
        assert_eq!(split([4], 10), [4, 4]);
        assert_eq!(split([2, 4], 10), [4, 4, 2]);
        assert_eq!(split([2, 4], 11), [4, 4, 2]);
        assert_eq!(split(2..=4, 9), [3, 3, 3]);
        assert_eq!(split(2..=4, 10), [4, 3, 3]);
        assert!(split(2..=4, 1).is_empty());
        assert_eq!(Sizes::new([0, 1]), None);
    }

    proptest! {
        #[test]
        fn fewer_are_left_over_than_the_smallest_match_has_seats(
            sizes in prop::collection::vec(2usize..6, 1..4), players in 0usize..60
        ) {
            let sizes = Sizes::new(sizes).unwrap();
            let split = sizes.split(players);
            prop_assert!(split.iter().all(|&size| sizes.allows(size)));
            prop_assert!(split.is_sorted_by(|a, b| a >= b));
            let seated: usize = split.iter().sum();
            prop_assert!(seated <= players && players - seated < sizes.list()[0]);
        }
    }
}
