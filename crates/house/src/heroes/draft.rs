use meydan_heroes::{AbilityKind, Config, HeroClass, Name, TEAM_SIZE};

/// The team that the captain takes: four times whoever hurts most around a cell and stands longest.
pub fn draft(config: &Config) -> Vec<Name> {
    let force = |class: &HeroClass| {
        let abilities = class.abilities.iter().filter_map(|&name| config.ability(name));
        let blows = abilities.filter(|ability| ability.kind == AbilityKind::Offensive);
        let force: i64 =
            blows.map(|blow| i64::from(blow.power.min(200)) * i64::from(2 + 2 * blow.area.min(3))).sum();
        force * i64::from(class.max_hp.min(1000) + 200)
    };
    let best = config.heroes.iter().max_by_key(|class| force(class));
    best.map_or(Vec::new(), |class| vec![class.name; TEAM_SIZE])
}
