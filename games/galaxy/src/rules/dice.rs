use meydan_core::Chance;

use crate::Dice;

/// What one side rolled in a round.
#[derive(Clone, Copy)]
pub(super) struct Roll {
    /// The dice as they fell.
    pub(super) dice: Dice,
    /// The highest of them.
    pub(super) best: u8,
    /// The second highest; 0 if there is only one.
    pub(super) second: u8,
}

/// How many outcomes one, two or three dice have.
const OUTCOMES: [usize; 4] = [1, 6, 36, 216];

/// Every outcome of one, two and three dice; those of `n` dice begin at `FIRST[n]`.
const FIRST: [usize; 4] = [0, 0, 6, 42];
static ROLLS: [Roll; 258] = rolls();

/// One round of dice: the attacker's first, then the defender's.
///
/// Recorded dice are drawn one by one, as the original drew them (spec 10). Otherwise the whole round is one draw,
/// which is several times faster and just as random.
#[inline]
pub(super) fn round(chance: &mut Chance, attacker: usize, defender: usize) -> (Roll, Roll) {
    if chance.left() > 0 {
        return (one_by_one(chance, attacker), one_by_one(chance, defender));
    }
    let draw = chance.below((OUTCOMES[attacker] * OUTCOMES[defender]) as u32) as usize;
    // Both divisors are small powers of six; the compiler sees each.
    let (high, low) = match defender {
        1 => (draw / 6, draw % 6),
        _ => (draw / 36, draw % 36),
    };
    (ROLLS[FIRST[attacker] + high], ROLLS[FIRST[defender] + low])
}

fn one_by_one(chance: &mut Chance, count: usize) -> Roll {
    let index = (0..count).fold(0, |index, _| index * 6 + chance.below(6) as usize);
    ROLLS[FIRST[count] + index]
}

const fn rolls() -> [Roll; 258] {
    let mut rolls = [roll(0, 1); 258];
    let mut count = 1;
    while count <= 3 {
        let mut index = 0;
        while index < OUTCOMES[count] {
            rolls[FIRST[count] + index] = roll(index, count);
            index += 1;
        }
        count += 1;
    }
    rolls
}

/// The outcome with a number, the first die being the highest digit to the base of six.
const fn roll(index: usize, count: usize) -> Roll {
    let (mut faces, mut best, mut second) = ([0; 3], 0, 0);
    let (mut rest, mut die) = (index, count);
    while die > 0 {
        die -= 1;
        let face = (rest % 6) as u8 + 1;
        rest /= 6;
        faces[die] = face;
        if face > best {
            second = best;
            best = face;
        } else if face > second {
            second = face;
        }
    }
    Roll { dice: Dice::new(faces, count as u8), best, second }
}

#[cfg(test)]
mod tests {
    use meydan_core::Seed;

    use super::*;

    #[test]
    fn every_outcome_is_sorted_and_kept_in_drawing_order() {
        for count in 1..=3 {
            for index in 0..OUTCOMES[count] {
                let roll = ROLLS[FIRST[count] + index];
                let faces = roll.dice.faces();
                assert_eq!(faces.len(), count);
                assert_eq!(faces.iter().fold(0, |sum, &face| sum * 6 + usize::from(face - 1)), index);
                let mut sorted = faces.to_vec();
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                sorted.push(0);
                assert_eq!((roll.best, roll.second), (sorted[0], sorted[1]));
            }
        }
    }

    #[test]
    fn recorded_dice_fall_as_they_were_recorded() {
        let mut chance = Chance::scripted([5.0, 0.0, 3.0, 2.0, 4.0]);
        let (attacker, defender) = round(&mut chance, 3, 2);
        assert_eq!((attacker.dice.faces(), defender.dice.faces()), (&[6, 1, 4][..], &[3, 5][..]));
        assert_eq!(chance.left(), 0);
    }

    #[test]
    fn the_known_odds_of_three_against_two_come_out() {
        let mut chance = Chance::new(Seed(3));
        let (mut wins, rounds) = (0, 100_000);
        for _ in 0..rounds {
            let (attacker, defender) = round(&mut chance, 3, 2);
            wins += i32::from(attacker.best > defender.best) + i32::from(attacker.second > defender.second);
        }
        // The attacker kills 1.0792 defenders a round on average.
        assert!((f64::from(wins) / f64::from(rounds) - 1.0792).abs() < 0.01, "{wins}");
    }
}
