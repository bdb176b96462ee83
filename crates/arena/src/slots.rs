use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::Visitor;

/// How much of something may go on at once, over all and for one visitor.
#[derive(Clone)]
pub struct Slots(Arc<Inner>);

struct Inner {
    most: usize,
    most_each: usize,
    taken: Mutex<BTreeMap<Visitor, usize>>,
}

/// A place that is taken until this is dropped.
pub struct Slot {
    slots: Slots,
    visitor: Visitor,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSlot {
    /// The visitor has as many as one may have.
    Own(usize),
    /// All are taken.
    All(usize),
}

impl Slots {
    /// So many over all, so many for one visitor.
    pub fn new(most: usize, most_each: usize) -> Slots {
        Slots(Arc::new(Inner { most, most_each, taken: Mutex::default() }))
    }

    /// Takes a place. The host may always have one as long as there are any.
    pub fn take(&self, visitor: Visitor) -> Result<Slot, NoSlot> {
        let mut taken = self.lock();
        if taken.values().sum::<usize>() >= self.0.most {
            return Err(NoSlot::All(self.0.most));
        }
        let own = taken.entry(visitor).or_insert(0);
        if *own >= self.0.most_each && visitor != Visitor::Host {
            return Err(NoSlot::Own(self.0.most_each));
        }
        *own += 1;
        Ok(Slot { slots: self.clone(), visitor })
    }

    /// How many are taken.
    pub fn taken(&self) -> usize {
        self.lock().values().sum()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Visitor, usize>> {
        self.0.taken.lock().expect("nobody panics while holding this lock")
    }
}

impl Slot {
    /// Whose place it is.
    pub fn visitor(&self) -> Visitor {
        self.visitor
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        if let Some(own) = taken.get_mut(&self.visitor) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_visitor_leaves_places_for_others_and_gives_them_back() {
        let [one, two] = ["10.0.0.1", "10.0.0.2"].map(|text| Visitor::of(text.parse().unwrap()));
        let slots = Slots::new(3, 2);
        let first = slots.take(one);
        let second = slots.take(one);
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(slots.take(one).err(), Some(NoSlot::Own(2)));
        let third = slots.take(two);
        assert!(third.is_ok());
        assert_eq!(slots.take(Visitor::Host).err(), Some(NoSlot::All(3)));
        drop(first);
        assert!(slots.take(one).is_ok());
        drop((second, third));
        assert_eq!(slots.taken(), 0);
    }
}
