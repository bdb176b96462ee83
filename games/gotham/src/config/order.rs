//! The order in which the original walks its hash maps (spec 11.2). It decides the order of lists and events, which
//! of two parallel paths is used, and who "the" Joker and "the" Batman of a team are.

/// The positions of `hashes` in the order in which a Java hash map that received them one by one is walked.
pub(super) fn walk(hashes: &[u32]) -> Vec<usize> {
    let mut size = 16;
    while hashes.len() * 4 > size * 3 {
        size *= 2;
    }
    let bucket = |hash: u32| (hash ^ (hash >> 16)) as usize & (size - 1);
    let mut order: Vec<usize> = (0..hashes.len()).collect();
    order.sort_by_key(|&i| bucket(hashes[i]));
    order
}

/// The hash of a string: over its UTF-16 code units.
pub(super) fn hash(text: &str) -> u32 {
    text.encode_utf16().fold(0, |h: u32, unit| h.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_a_java_string() {
        assert_eq!(hash(""), 0);
        assert_eq!(hash("token_1"), 0xbbd0_2b6b);
        // A character outside the basic plane counts as its two surrogates.
        assert_eq!(hash("😀"), 0xd83du32 * 31 + 0xde00);
    }

    #[test]
    fn small_numbers_are_walked_in_ascending_order() {
        let ids: Vec<u32> = (1..=250).rev().collect();
        let walked: Vec<u32> = walk(&ids).into_iter().map(|i| ids[i]).collect();
        assert_eq!(walked, (1..=250).collect::<Vec<u32>>());
    }

    #[test]
    fn the_table_doubles_at_the_thirteenth() {
        // 16 falls into bucket 0 of sixteen, but into bucket 16 of thirty-two.
        let twelve: Vec<u32> = (1..12).chain([16]).collect();
        assert_eq!(walk(&twelve)[0], 11);
        let thirteen: Vec<u32> = (1..13).chain([16]).collect();
        assert_eq!(walk(&thirteen)[0], 0);
    }

    #[test]
    fn those_of_one_bucket_stay_in_file_order() {
        assert_eq!(walk(&[33, 17, 1, 0]), [3, 0, 1, 2]);
    }
}
