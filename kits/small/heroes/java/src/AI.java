import heroes.*;

/** Four blasters walk into the objective zone and shoot at whoever they see. */
public final class AI implements Player {
    @Override
    public void preProcess(World world) {}

    @Override
    public void pickTurn(World world) {
        world.pickHero(HeroName.BLASTER);
    }

    @Override
    public void moveTurn(World world) {
        Cell[] zone = world.getMap().getObjectiveZone();
        Hero[] heroes = world.getMyHeroes();
        for (int i = 0; i < heroes.length; i++) {
            Cell here = heroes[i].getCurrentCell();
            if (here.equals(Cell.NONE)) {
                continue;
            }
            Direction[] path = world.getPathMoveDirections(here, zone[i * 5 % zone.length]);
            if (path.length > 0) {
                world.moveHero(heroes[i], path[0]);
            }
        }
    }

    @Override
    public void actionTurn(World world) {
        for (Hero target : world.getOppHeroes()) {
            for (Hero hero : world.getMyHeroes()) {
                if (!hero.getCurrentCell().equals(Cell.NONE) && !target.getCurrentCell().equals(Cell.NONE)) {
                    world.castAbility(hero, AbilityName.BLASTER_ATTACK, target.getCurrentCell());
                }
            }
        }
    }
}
