//! Who plays when (spec 8).

use meydan_core::Chance;

use crate::config::MOST_TEAMS;

/// The original's shuffle: from the last place down, one real draw for each.
pub(crate) fn shuffle<T>(items: &mut [T], chance: &mut Chance) {
    for last in (1..items.len()).rev() {
        let other = (chance.unit() * (last + 1) as f64) as usize;
        items.swap(last, other);
    }
}

/// The teams in playing order for every tick of a match. Every n² ticks the order is drawn anew from the order of
/// registration, and it is rotated by one before every tick, the first included. The very first shuffle is thrown
/// away, as the original does.
pub(crate) fn draw_orders(teams: usize, ticks: u32, chance: &mut Chance, orders: &mut Vec<u8>) {
    let registered: [u8; MOST_TEAMS] = std::array::from_fn(|team| team as u8);
    let registered = &registered[..teams];
    let mut order = [0; MOST_TEAMS];
    let order = &mut order[..teams];
    order.copy_from_slice(registered);
    shuffle(order, chance);
    orders.clear();
    orders.reserve(teams * ticks as usize);
    for tick in 0..ticks as usize {
        if tick % (teams * teams) == 0 {
            order.copy_from_slice(registered);
            shuffle(order, chance);
        }
        order.rotate_left(1);
        orders.extend_from_slice(order);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_are_the_originals() {
        // Spec 16.2.
        let mut letters = ['a', 'b', 'c', 'd'];
        shuffle(&mut letters, &mut Chance::scripted([0.1, 0.5, 0.9]));
        assert_eq!(letters, ['d', 'c', 'b', 'a']);
        let mut letters = ['a', 'b', 'c'];
        shuffle(&mut letters, &mut Chance::scripted([0.7, 0.2]));
        assert_eq!(letters, ['b', 'a', 'c']);
    }

    #[test]
    fn orders_are_the_originals() {
        // Spec 16.2.
        let mut chance = Chance::scripted([0.9, 0.9, 0.1, 0.6]);
        let mut three = Vec::new();
        draw_orders(3, 5, &mut chance, &mut three);
        assert_eq!(three, [1, 0, 2, 0, 2, 1, 2, 1, 0, 1, 0, 2, 0, 2, 1]);
        assert_eq!(chance.left(), 0);
        let mut chance = Chance::scripted([0.3, 0.6, 0.2]);
        let mut two = Vec::new();
        draw_orders(2, 5, &mut chance, &mut two);
        assert_eq!(two, [1, 0, 0, 1, 1, 0, 0, 1, 0, 1]);
        assert_eq!(chance.left(), 0);
    }
}
