use meydan_heroes::{AbilityKind, Config, HeroClass, Name, TEAM_SIZE};

/// The team that the captain takes: whoever hurts most around a cell and stands longest, and in the last place somebody
/// with more health who strikes at least as hard, where there is such a class. That one goes in front.
pub fn draft(config: &Config) -> Vec<Name> {
    let best = config.heroes.iter().max_by_key(|class| force(config, class));
    let Some(best) = best else { return Vec::new() };
    let mut team = vec![best.name; TEAM_SIZE];
    let hardest = blows(config, best).map(|(power, _)| power).max().unwrap_or(0);
    let fits = |class: &&HeroClass| {
        let wide = blows(config, class).any(|(power, area)| power >= hardest && area > 0);
        class.max_hp > best.max_hp && wide
    };
    if let Some(front) = config.heroes.iter().filter(fits).max_by_key(|class| class.max_hp) {
        team[TEAM_SIZE - 1] = front.name;
    }
    team
}

/// Power and area of everything with which a class hurts.
fn blows(config: &Config, class: &HeroClass) -> impl Iterator<Item = (i64, i64)> {
    let abilities = class.abilities.iter().filter_map(|&name| config.ability(name));
    let blows = abilities.filter(|ability| ability.kind == AbilityKind::Offensive);
    blows.map(|blow| (blow.power.min(200).into(), blow.area.min(3).into()))
}

fn force(config: &Config, class: &HeroClass) -> i64 {
    let force: i64 = blows(config, class).map(|(power, area)| power * (2 + 2 * area)).sum();
    force * i64::from(class.max_hp.min(1000) + 200)
}

#[cfg(test)]
mod tests {
    use meydan_heroes::{Ruleset, draw};

    use super::*;

    /// The team where a guardian's blow takes this much.
    fn team(guardian: i32) -> Vec<String> {
        let mut config = draw(&["11..22", "11oo22"], Ruleset::Document).unwrap();
        let blow = config.abilities.iter_mut().find(|ability| ability.name.as_str() == "GUARDIAN_ATTACK");
        blow.unwrap().power = guardian;
        draft(&config).iter().map(|name| name.as_str().to_owned()).collect()
    }

    #[test]
    fn a_guardian_goes_in_front_where_it_strikes_as_hard_as_a_bomb() {
        assert_eq!(team(20), ["BLASTER"; 4]);
        assert_eq!(team(40), ["BLASTER", "BLASTER", "BLASTER", "GUARDIAN"]);
    }
}
