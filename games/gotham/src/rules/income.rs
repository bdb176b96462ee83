//! Who earns what (spec 7).

use crate::city::bit;
use crate::config::Half;
use crate::event::Event;
use crate::state::Gotham;

impl Gotham {
    /// Every police unit is paid, even one that never joined; then every living thief.
    pub(super) fn pay(&mut self, log: &mut Vec<Event>) {
        let city = &*self.city;
        let income = city.config.income;
        for (half, wage) in [(Half::Police, income.police), (Half::Thieves, income.thieves)] {
            for &seat in &city.walk[half as usize] {
                let seat = usize::from(seat);
                if half == Half::Police || self.dead & bit(seat) == 0 {
                    self.balance[seat] += wage;
                    let unit = city.config.units[seat].id;
                    log.push(Event::Paid { unit, wage, balance: self.balance[seat] });
                }
            }
        }
    }
}
