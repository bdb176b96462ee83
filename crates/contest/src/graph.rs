use crate::record::Record;

/// Who can be compared with whom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Graph {
    /// For each player, from whom it has taken at least half a point.
    beat: Vec<Vec<usize>>,
    /// For each player, who has taken at least half a point from it.
    lost: Vec<Vec<usize>>,
    /// The sets of players that met, directly or through others.
    pub(crate) islands: Vec<Vec<usize>>,
    /// The sets of players each of which has taken points from each other one, directly or through others.
    pub(crate) tiers: Vec<Vec<usize>>,
    /// For each player its island.
    pub(crate) island: Vec<usize>,
    /// For each player its tier.
    pub(crate) tier: Vec<usize>,
}

impl Graph {
    pub(crate) fn new(record: &Record) -> Graph {
        let empty = || vec![Vec::new(); record.players];
        let (mut met, mut beat, mut lost) = (empty(), empty(), empty());
        for cell in &record.cells {
            let won = [(cell.a, cell.b, cell.points), (cell.b, cell.a, cell.duels - cell.points)];
            for (player, other, points) in won {
                met[player].push(other);
                if points > 0.0 {
                    beat[player].push(other);
                    lost[other].push(player);
                }
            }
        }
        let (islands, island) = circles(&met);
        let (tiers, tier) = circles(&beat);
        Graph { beat, lost, islands, tiers, island, tier }
    }

    /// Whether a chain of points leads from a player to all of the others: it took one from somebody, who took one from
    /// somebody else, and so on. This bounds how far they can be ahead of it, and nothing else does.
    pub(crate) fn reaches(&self, player: usize, others: &[usize]) -> bool {
        follow(&self.beat, player, others)
    }

    /// Whether a chain of points leads from all of the others to a player.
    pub(crate) fn reached(&self, player: usize, others: &[usize]) -> bool {
        follow(&self.lost, player, others)
    }
}

fn follow(arcs: &[Vec<usize>], from: usize, to: &[usize]) -> bool {
    let mut seen = vec![false; arcs.len()];
    let mut todo = vec![from];
    seen[from] = true;
    while let Some(node) = todo.pop() {
        for &next in &arcs[node] {
            if !std::mem::replace(&mut seen[next], true) {
                todo.push(next);
            }
        }
    }
    to.iter().all(|&node| seen[node])
}

/// The sets of nodes each of which leads to each other one, by their lowest member, and each node's set (Tarjan's
/// algorithm, with a stack of its own so that a long chain of players does not overrun the thread's).
fn circles(arcs: &[Vec<usize>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    const NEW: usize = usize::MAX;
    let count = arcs.len();
    let (mut number, mut lowest, mut of) = (vec![NEW; count], vec![NEW; count], vec![NEW; count]);
    let (mut open, mut sets, mut next) = (Vec::new(), Vec::<Vec<usize>>::new(), 0);
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, at)) = path.pop() {
            if at == 0 {
                (number[node], lowest[node]) = (next, next);
                next += 1;
                open.push(node);
            }
            if let Some(&to) = arcs[node].get(at) {
                path.push((node, at + 1));
                if number[to] == NEW {
                    path.push((to, 0));
                } else if of[to] == NEW {
                    lowest[node] = lowest[node].min(number[to]);
                }
                continue;
            }
            if lowest[node] == number[node] {
                let start =
                    open.iter().rposition(|&other| other == node).expect("a node is open until its set is");
                let mut set = open.split_off(start);
                set.sort_unstable();
                set.iter().for_each(|&member| of[member] = sets.len());
                sets.push(set);
            }
            if let Some(&(parent, _)) = path.last() {
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
        }
    }
    sets.sort_unstable();
    for (index, set) in sets.iter().enumerate() {
        set.iter().for_each(|&member| of[member] = index);
    }
    (sets, of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Meeting;

    fn graph(players: usize, meetings: &[Meeting]) -> Graph {
        Graph::new(&Record::new(players, meetings))
    }

    #[test]
    fn who_never_met_through_anybody_is_on_another_island() {
        let graph = graph(6, &[Meeting::won(4, 1), Meeting::drawn(1, 2), Meeting::won(5, 3)]);
        assert_eq!(graph.islands, [vec![0], vec![1, 2, 4], vec![3, 5]]);
        assert_eq!(graph.island, [0, 1, 1, 2, 1, 2]);
    }

    #[test]
    fn points_that_go_round_make_a_tier() {
        let round = [Meeting::won(3, 1), Meeting::won(1, 2), Meeting::won(2, 3)];
        let all = [&round[..], &[Meeting::won(0, 2), Meeting::drawn(4, 0)]].concat();
        let graph = graph(5, &all);
        assert_eq!(graph.tiers, [vec![0, 4], vec![1, 2, 3]]);
        assert!(graph.reaches(4, &[0, 1, 2, 3]) && !graph.reaches(1, &[0]));
        assert!(graph.reached(1, &[0, 4]) && !graph.reached(0, &[1]));
    }

    #[test]
    fn a_chain_of_ten_thousand_does_not_overrun_the_stack() {
        let meetings: Vec<Meeting> = (1..10_000).map(|i| Meeting::won(i - 1, i)).collect();
        let graph = graph(10_000, &meetings);
        assert_eq!((graph.islands.len(), graph.tiers.len()), (1, 10_000));
        assert!(graph.reaches(0, &[9_999]));
    }
}
