// Four blasters walk into the objective zone and shoot at whoever they see.
import { AbilityName, HeroName, type Player, type World } from "./heroes.js";

export class AI implements Player {
  preProcess(): void {}

  pickTurn(world: World): void {
    world.pickHero(HeroName.BLASTER);
  }

  moveTurn(world: World): void {
    const zone = world.map.objectiveZone;
    world.myHeroes.forEach((hero, i) => {
      const goal = zone[(i * 5) % zone.length];
      if (!hero.currentCell || !goal) return;
      const [way] = world.getPathMoveDirections(hero.currentCell, goal);
      if (way) world.moveHero(hero, way);
    });
  }

  actionTurn(world: World): void {
    const target = world.oppHeroes.find((hero) => hero.currentCell)?.currentCell;
    for (const hero of world.myHeroes) {
      if (hero.currentCell && target) world.castAbility(hero, AbilityName.BLASTER_ATTACK, target);
    }
  }
}
