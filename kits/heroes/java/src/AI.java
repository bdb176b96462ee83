import heroes.Ability;
import heroes.AbilityName;
import heroes.AbilityType;
import heroes.Cell;
import heroes.Direction;
import heroes.Hero;
import heroes.HeroName;
import heroes.Player;
import heroes.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import meydan.Match;

/** Your AI: change this file. This one holds the objective zone and uses whatever ability does most at the moment. */
public final class AI implements Player {
    private static final HeroName[] PICKS = {HeroName.BLASTER, HeroName.BLASTER, HeroName.HEALER, HeroName.BLASTER};

    @Override
    public void preProcess(World world) {
        int cells = world.getMap().getObjectiveZone().length;
        Match.log(world.getMap().getRowNum() + " rows, " + world.getMap().getColumnNum() + " columns, zone of " + cells + " cells");
    }

    @Override
    public void pickTurn(World world) {
        world.pickHero(PICKS[world.getMyHeroes().length]);
    }

    @Override
    public void moveTurn(World world) {
        List<Hero> walking = new ArrayList<>();
        List<Cell> settled = new ArrayList<>();
        for (Hero hero : world.getMyHeroes()) {
            if (hero.getCurrentCell().isInObjectiveZone()) {
                settled.add(hero.getCurrentCell());
            } else if (!hero.getCurrentCell().equals(Cell.NONE)) {
                walking.add(hero);
            }
        }
        List<Cell> free = new ArrayList<>(Arrays.asList(world.getMap().getObjectiveZone()));
        free.removeAll(settled);
        int ap = world.getAP();
        for (Hero hero : walking) {
            if (hero.getMoveAPCost() > ap || free.isEmpty()) {
                continue;
            }
            Cell here = hero.getCurrentCell();
            Cell goal = free.stream().min(Comparator.comparingInt(cell -> world.manhattanDistance(here, cell))).orElseThrow();
            free.remove(goal);
            Direction[] path = world.getPathMoveDirections(here, goal, settled.toArray(Cell[]::new));
            if (path.length > 0) {
                world.moveHero(hero, path[0]);
                ap -= hero.getMoveAPCost();
            }
        }
    }

    @Override
    public void actionTurn(World world) {
        int ap = world.getAP();
        for (Hero hero : world.getMyHeroes()) {
            // Whoever stands in the own respawn zone is safe there, but hurts nobody.
            if (hero.getCurrentCell().equals(Cell.NONE) || hero.getCurrentCell().isInMyRespawnZone()) {
                continue;
            }
            Cast best = bestCast(world, hero, ap);
            if (best != null) {
                world.castAbility(hero, best.ability, best.cell);
                ap -= best.ability.getAPCost();
            }
        }
    }

    /** An ability and the cell it is aimed at. */
    private record Cast(Ability ability, Cell cell) {}

    /** What is worth most, or null if nothing is worth anything. */
    private Cast bestCast(World world, Hero hero, int ap) {
        Cast best = null;
        int most = 0;
        for (Ability ability : hero.getAbilities()) {
            if (!ability.isReady() || ability.getAPCost() > ap) {
                continue;
            }
            for (Cell cell : aims(world, ability)) {
                int worth = 0;
                for (Hero target : world.getAbilityTargets(ability, hero.getCurrentCell(), cell)) {
                    worth += worth(ability, target);
                }
                if (worth > most) {
                    best = new Cast(ability, cell);
                    most = worth;
                }
            }
        }
        return best;
    }

    /** The cells at which an ability may be aimed: those of the heroes it is for. */
    private List<Cell> aims(World world, Ability ability) {
        if (ability.getType() == AbilityType.DODGE) {
            return List.of();
        }
        Hero[] heroes = ability.getType() == AbilityType.DEFENSIVE ? world.getMyHeroes() : world.getOppHeroes();
        return Arrays.stream(heroes).map(Hero::getCurrentCell).filter(cell -> !cell.equals(Cell.NONE)).toList();
    }

    /** What an ability does for us on this target. */
    private int worth(Ability ability, Hero target) {
        if (ability.getType() == AbilityType.OFFENSIVE) {
            return target.getCurrentCell().isInOppRespawnZone() ? 0 : ability.getPower();
        }
        if (ability.getName() == AbilityName.GUARDIAN_FORTIFY) {
            return 1;
        }
        return Math.min(ability.getPower(), target.getMaxHP() - target.getCurrentHP());
    }
}
