/**
 * Your AI: change this file.
 * @module
 */

import { type Ability, AbilityName, AbilityType, type Cell, type Hero, HeroName, type Player, type World } from "./heroes.js";
import { log } from "./meydan.js";

const PICKS = [HeroName.BLASTER, HeroName.BLASTER, HeroName.HEALER, HeroName.BLASTER];

/** Holds the objective zone and uses whatever ability does most at the moment. */
export class AI implements Player {
  /** Called once, before the picks (5 s). */
  preProcess(world: World): void {
    const { rowNum, columnNum, objectiveZone } = world.map;
    log(`${rowNum} rows, ${columnNum} columns, zone of ${objectiveZone.length} cells`);
  }

  /** Called four times: pick one hero (0.2 s). */
  pickTurn(world: World): void {
    world.pickHero(PICKS[world.myHeroes.length] ?? HeroName.BLASTER);
  }

  /** Called in each of the six move phases of a turn: every hero may make one step (0.5 s in the first, then 0.2 s). */
  moveTurn(world: World): void {
    const cells = world.myHeroes.flatMap((hero) => hero.currentCell ?? []);
    const settled = cells.filter((cell) => cell.isInObjectiveZone);
    const free = new Set(world.map.objectiveZone.filter((cell) => !settled.includes(cell)));
    let ap = world.ap;
    for (const hero of world.myHeroes) {
      const here = hero.currentCell;
      if (!here || here.isInObjectiveZone || hero.moveAPCost > ap || free.size === 0) continue;
      const nearer = (a: Cell, b: Cell): Cell =>
        world.manhattanDistance(here, b) < world.manhattanDistance(here, a) ? b : a;
      const goal = [...free].reduce(nearer);
      free.delete(goal);
      const [way] = world.getPathMoveDirections(here, goal, settled);
      if (way) {
        world.moveHero(hero, way);
        ap -= hero.moveAPCost;
      }
    }
  }

  /** Called once a turn, after the moves: every hero may use one ability (0.2 s). */
  actionTurn(world: World): void {
    let ap = world.ap;
    for (const hero of world.myHeroes) {
      // Whoever stands in the own respawn zone is safe there, but hurts nobody.
      if (!hero.currentCell || hero.currentCell.isInMyRespawnZone) continue;
      const best = bestCast(world, hero, hero.currentCell, ap);
      if (best) {
        world.castAbility(hero, best.ability, best.cell);
        ap -= best.ability.apCost;
      }
    }
  }
}

/** The ability and the target cell that are worth most, if any is worth something. */
function bestCast(world: World, hero: Hero, here: Cell, ap: number): { ability: Ability; cell: Cell } | undefined {
  let best: { ability: Ability; cell: Cell } | undefined;
  let most = 0;
  for (const ability of hero.abilities.filter((one) => one.isReady && one.apCost <= ap)) {
    for (const cell of aims(world, ability)) {
      const targets = world.getAbilityTargets(ability, here, cell);
      const sum = targets.reduce((all, target) => all + worth(ability, target), 0);
      if (sum > most) {
        best = { ability, cell };
        most = sum;
      }
    }
  }
  return best;
}

/** The cells at which an ability may be aimed: those of the heroes it is for. */
function aims(world: World, ability: Ability): Cell[] {
  if (ability.type === AbilityType.DODGE) return [];
  const heroes = ability.type === AbilityType.DEFENSIVE ? world.myHeroes : world.oppHeroes;
  return heroes.flatMap((hero) => hero.currentCell ?? []);
}

/** What an ability does for us on this target. */
function worth(ability: Ability, target: Hero): number {
  if (ability.type === AbilityType.OFFENSIVE) return target.currentCell?.isInOppRespawnZone ? 0 : ability.power;
  if (ability.name === AbilityName.GUARDIAN_FORTIFY) return 1;
  return Math.min(ability.power, target.maxHP - target.currentHP);
}
