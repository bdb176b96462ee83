use super::build::Shape;

/// How many seeds the search looks at in all, so that a large draw has fewer beginnings than a small one. From each it ends where no exchange helps
/// any more.
const LOOKS: usize = 4800;

/// The groups in the order in which those of one rank are seeded, rank by rank, for a knock-out of `through` from each of `groups`. Whoever comes
/// first keeps the order of the groups; the others are exchanged until those of one group meet as late as they can.
///
/// A final is drawn anew whenever somebody looks at it, so the search must always go the same way.
pub(super) fn apart(groups: usize, through: usize, size: usize, rounds: &[Shape]) -> Vec<Vec<usize>> {
    let ways: Vec<Vec<usize>> = (0..groups * through).map(|seed| way(seed, size, rounds)).collect();
    // How many rounds before the end two meet; 1 is the final.
    let meet = |one: &Vec<usize>, other: &Vec<usize>| {
        let met = one.iter().zip(other).position(|(one, other)| one == other);
        (rounds.len() - met.unwrap_or(rounds.len())) as u32
    };
    let early: Vec<Vec<u32>> =
        ways.iter().map(|one| ways.iter().map(|other| meet(one, other)).collect()).collect();
    // Two are in different halves, three or four in different quarters. It cannot be better, and the first beginning often leads there.
    let best = through.next_power_of_two().trailing_zeros();
    let mut found: Option<Draw> = None;
    for start in 0..(LOOKS / (groups * through)).clamp(1, 32) {
        let draw = Draw::exchanged(groups, through, start, &early);
        let done = draw.worst <= best;
        if found.as_ref().is_none_or(|found| draw.cost < found.cost || done) {
            found = Some(draw);
        }
        if done {
            break;
        }
    }
    found.map_or_else(Vec::new, |draw| draw.order)
}

/// A draw in which no exchange of two of one rank helps.
struct Draw {
    order: Vec<Vec<usize>>,
    /// How many rounds before the end two of one group can meet at the earliest.
    worst: u32,
    cost: u64,
}

/// The order of the oldest tournaments: those of a second rank are half the groups away.
pub(super) fn shifted(groups: usize, through: usize) -> Vec<Vec<usize>> {
    let away = |rank: usize| if rank.is_multiple_of(2) { 0 } else { groups / 2 };
    (0..through).map(|rank| (0..groups).map(|place| (place + away(rank)) % groups).collect()).collect()
}

impl Draw {
    fn exchanged(groups: usize, through: usize, start: usize, early: &[Vec<u32>]) -> Draw {
        let mut order: Vec<Vec<usize>> = vec![(0..groups).collect(); through];
        for (rank, order) in order.iter_mut().enumerate() {
            order.rotate_left(rank * (start / 2) % groups);
            if start % 2 == 1 && rank % 2 == 1 {
                order.reverse();
            }
        }
        // The seeds of each group, by rank.
        let mut seeds = vec![vec![0; through]; groups];
        for (rank, order) in order.iter().enumerate() {
            order.iter().enumerate().for_each(|(place, &group)| seeds[group][rank] = rank * groups + place);
        }
        // To meet a round earlier is as bad as to meet four times.
        let cost = |own: &[usize], rank: usize, seed: usize| -> u64 {
            let others = own.iter().enumerate().filter(|(other, _)| *other != rank);
            others.map(|(_, &other)| 4u64.saturating_pow(early[seed][other])).sum()
        };
        let mut moved = true;
        while moved {
            moved = false;
            for rank in 1..through {
                for one in 0..groups {
                    for other in one + 1..groups {
                        let (a, b) = (order[rank][one], order[rank][other]);
                        let (at_a, at_b) = (seeds[a][rank], seeds[b][rank]);
                        let now = cost(&seeds[a], rank, at_a) + cost(&seeds[b], rank, at_b);
                        if cost(&seeds[a], rank, at_b) + cost(&seeds[b], rank, at_a) < now {
                            order[rank].swap(one, other);
                            (seeds[a][rank], seeds[b][rank]) = (at_b, at_a);
                            moved = true;
                        }
                    }
                }
            }
        }
        let pairs = || {
            seeds.iter().flat_map(|own| {
                own.iter()
                    .enumerate()
                    .flat_map(|(rank, &one)| own[..rank].iter().map(move |&other| (one, other)))
            })
        };
        let worst = pairs().map(|(one, other)| early[one][other]).max().unwrap_or(0);
        let cost = pairs().map(|(one, other)| 4u64.saturating_pow(early[one][other])).sum();
        Draw { order, worst, cost }
    }
}

/// The tables at which a seed sits, round by round, as long as it wins. The first round has so many slots.
fn way(seed: usize, mut slots: usize, rounds: &[Shape]) -> Vec<usize> {
    let mut slot = seed;
    let mut tables = Vec::new();
    for round in rounds {
        let width = slots / round.table;
        slot = Shape::table_of(slot, width);
        tables.push(slot);
        slots = width * round.through;
    }
    tables
}

/// From which table of a round above somebody comes down to a table of those who have lost once; `round` counts the rounds above from 0.
///
/// Two meet again when the ways of both, those of different rounds, come together. So each round is turned by another way: by the digits of its number,
/// the lowest first, from the final back (van der Corput's sequence). Of the first `2^j` rounds no two then share the way through the last `j` rounds of
/// those who have lost once, and there are no more ways than that.
pub(super) fn comes_down(table: usize, width: usize, round: usize) -> usize {
    let digits = width.trailing_zeros();
    let turn = round.reverse_bits().checked_shr(usize::BITS - digits).unwrap_or(0);
    table_on(way_of(table, width) ^ turn, width)
}

/// The way of a table to the final as binary digits, the last round first.
fn way_of(table: usize, width: usize) -> usize {
    match width {
        0 | 1 => 0,
        _ => 2 * way_of(table.min(width - 1 - table), width / 2) + usize::from(table >= width / 2),
    }
}

/// The table from which such a way leads.
fn table_on(way: usize, width: usize) -> usize {
    let next = if width > 2 { table_on(way / 2, width / 2) } else { 0 };
    if way.is_multiple_of(2) { next } else { width - 1 - next }
}
