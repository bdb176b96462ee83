use std::collections::BTreeMap;

use crate::{Likeness, Work, compare};

/// A fingerprint that more than this share of all works has is common knowledge: the task's own words, a loop over a board.
const COMMON: f64 = 0.5;
/// With so few works nothing is common knowledge.
const FEW: usize = 7;
/// A work of which less than this share is rare is compared as it is: where most have copied, what they have copied is no common knowledge.
const OWN: f64 = 0.2;

/// Two works that are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The place of the first one in the list.
    pub a: usize,
    /// The place of the second.
    pub b: usize,
    /// How alike they are.
    pub likeness: Likeness,
}

/// All pairs that have something in common, the most alike first. What very many have is left out, as MOSS does, but not of works that have hardly anything else.
pub fn table(works: &[Work]) -> Vec<Alike> {
    let mut owners: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, work) in works.iter().enumerate() {
        work.prints.keys().for_each(|&print| owners.entry(print).or_default().push(number));
    }
    let most = if works.len() < FEW { works.len() } else { (COMMON * works.len() as f64) as usize };
    let is_rare = |print: &u64| owners.get(print).is_some_and(|owners| owners.len() <= most);
    let rare = |work: &Work| {
        let prints = work.prints.iter().filter(|(print, _)| is_rare(print));
        Work { prints: prints.map(|(print, spots)| (*print, spots.clone())).collect() }
    };
    let own = |work: &Work| {
        let rare = rare(work);
        if (rare.prints.len() as f64) < OWN * work.prints.len() as f64 { work.clone() } else { rare }
    };
    let works: Vec<Work> = works.iter().map(own).collect();
    let mut owners: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (number, work) in works.iter().enumerate() {
        work.prints.keys().for_each(|&print| owners.entry(print).or_default().push(number));
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for owners in owners.values() {
        for (at, &a) in owners.iter().enumerate() {
            pairs.extend(owners[at + 1..].iter().map(|&b| (a, b)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut all: Vec<Alike> =
        pairs.into_iter().map(|(a, b)| Alike { a, b, likeness: compare(&works[a], &works[b]) }).collect();
    all.sort_by(|x, y| y.likeness.share.total_cmp(&x.likeness.share).then((x.a, x.b).cmp(&(y.a, y.b))));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(source: &str) -> Work {
        Work::of([("bot.py", source)])
    }

    const TASK: &str =
        "for row in board: for cell in row: if cell.free and cell.near(goal): return [cell.x, cell.y]\n";
    const IDEA: &str = "score = lambda move: sum(weight[kind] * (count - 1) ** 2 for kind, count in move.seen.items()) or -depth\n";

    #[test]
    fn who_shares_an_idea_is_first_and_the_task_itself_is_not_told() {
        // What each has written alone: signs in an order of its own.
        let own = |n: usize| {
            let mut dice = n as u64;
            let mut sign = || {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ["+", "-", "*", "/", "%", "<", "|", "^"][(dice >> 61) as usize]
            };
            (0..60).map(|_| format!("a {} ", sign())).collect::<String>() + "b\n"
        };
        let mut works: Vec<Work> = (0..10).map(|n| work(&(TASK.to_owned() + &own(n + 1)))).collect();
        works[3] = work(&(TASK.to_owned() + IDEA));
        works[8] = work(&(TASK.to_owned() + &IDEA.replace("move", "m")));
        let table = table(&works);
        assert_eq!((table[0].a, table[0].b), (3, 8));
        assert!(table[0].likeness.share > 0.9);
        assert!(table.iter().all(|pair| ![3, 8].contains(&pair.a) || (pair.a, pair.b) == (3, 8)));
    }

    #[test]
    fn where_more_than_half_have_copied_they_are_told_and_nobody_else() {
        let ideas = ["a[i] += b.c(d) * e\n", "while f(g): h = i - j\n", "k.sort(key=l.m)[::2]\n"];
        let mut works: Vec<Work> =
            ideas.iter().map(|idea| work(&(TASK.to_owned() + &idea.repeat(5)))).collect();
        works.extend(
            (0..4).map(|n| work(&(TASK.to_owned() + &IDEA.replace("move", &"m".repeat(n + 1)).repeat(2)))),
        );
        let told: Vec<(usize, usize)> = table(&works)
            .iter()
            .filter(|pair| pair.likeness.share > 0.5)
            .map(|pair| (pair.a, pair.b))
            .collect();
        assert_eq!(told, [(3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6)]);
    }

    #[test]
    fn two_works_are_compared_as_they_are() {
        let both = [work(TASK), work(TASK)];
        assert_eq!(table(&both)[0].likeness.share, 1.0);
        assert!(table(&[]).is_empty() && table(&both[..1]).is_empty());
    }
}
