use std::cmp::Ordering;

/// One match or comparison: who took part and which place each took. It is one observation, however many sides it has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meeting {
    /// Player and rank of every side. The lower rank is the better one, equal ranks are a draw, and only their order
    /// counts. A player may be on several sides; they are not compared with each other.
    pub sides: Vec<(usize, u32)>,
    /// Meetings with the same board belong together: the same map and seed with the seats swapped, for instance. They
    /// are not taken to be independent. A meeting without a board stands alone.
    pub board: Option<u64>,
}

/// One pair of sides of a meeting: `points` for the first, 1 a win, ½ a draw, 0 a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// The first player.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// The first player's share of the point.
    pub points: f64,
}

impl Meeting {
    /// A meeting of these players with these ranks, on a board of its own.
    pub fn new(sides: impl IntoIterator<Item = (usize, u32)>) -> Meeting {
        Meeting { sides: sides.into_iter().collect(), board: None }
    }

    /// A meeting that `winner` won and `loser` lost.
    pub fn won(winner: usize, loser: usize) -> Meeting {
        Meeting::new([(winner, 1), (loser, 2)])
    }

    /// A meeting of two that nobody won.
    pub fn drawn(a: usize, b: usize) -> Meeting {
        Meeting::new([(a, 1), (b, 1)])
    }

    /// The same meeting as part of a board.
    pub fn on(self, board: u64) -> Meeting {
        Meeting { board: Some(board), ..self }
    }

    /// Every pair of sides with different players.
    pub fn duels(&self) -> impl Iterator<Item = Duel> {
        let pairs =
            self.sides.iter().enumerate().flat_map(|(i, a)| self.sides[i + 1..].iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| a.0 != b.0).map(|(a, b)| {
            let points = match a.1.cmp(&b.1) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            };
            Duel { a: a.0, b: b.0, points }
        })
    }
}
