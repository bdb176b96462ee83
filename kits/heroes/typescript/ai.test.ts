// node build.js && node --enable-source-maps --test build/*.test.js

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { AI } from "./ai.js";
import { AbilityName, type Cell, Direction, type Hero, Phase, World } from "./heroes.js";
import { Match } from "./meydan.js";
import type { Config, View } from "./wire.js";

type At = [number, number];

/** A table of what the engine itself computes; another one can be named in HEROES_CASES. */
interface Cases {
  maps: { seat: number; config: Config }[];
  scenes: View[];
  sights: { map: number; from: At; visible: string[] }[];
  impacts: {
    map: number;
    from: At;
    to: At;
    sees: boolean;
    view: View;
    shots: { ability: AbilityName; cell: At; targets: number[] }[];
  }[];
  paths: { map: number; from: At; to: At; blocked: At[]; path: Direction[] }[];
}

const cases = JSON.parse(readFileSync(process.env["HEROES_CASES"] ?? "cases.json", "utf8")) as Cases;

/** A match that only writes down what is said. */
class Recorder extends Match {
  acts: unknown[] = [];

  constructor() {
    super(new PassThrough().end(), new PassThrough());
  }

  override act(_window: number, act: unknown): void {
    this.acts.push(act);
  }
}

function world(number: number, view?: View): [World, unknown[]] {
  const match = new Recorder();
  const { seat, config } = cases.maps[number]!;
  const made = new World(seat, config, match);
  if (view) made.update(1, view);
  return [made, match.acts];
}

const scene = (): [World, unknown[]] => world(0, cases.scenes[0]);
const ids = (heroes: Hero[]): number[] => heroes.map((hero) => hero.id);
const at = (cell: Cell | undefined): number[] => (cell ? [cell.row, cell.column] : []);

test("sight is the engine's", () => {
  for (const line of cases.sights) {
    const [board] = world(line.map);
    line.visible.forEach((flags, row) =>
      [...flags].forEach((flag, column) => {
        if (board.isInVision(...line.from, row, column) !== (flag === "1")) assert.fail(`${line.from} to ${row}, ${column}`);
      }),
    );
  }
});

test("impacts and targets are the engine's", () => {
  for (const line of cases.impacts) {
    const [board] = world(line.map, line.view);
    assert.equal(board.isInVision(...line.from, ...line.to), line.sees);
    for (const shot of line.shots) {
      assert.deepEqual(at(board.getImpactCell(shot.ability, ...line.from, ...line.to)), shot.cell);
      assert.deepEqual(ids(board.getAbilityTargets(shot.ability, ...line.from, ...line.to)), shot.targets);
    }
  }
});

test("paths are the engine's", () => {
  for (const line of cases.paths) {
    const [board] = world(line.map);
    const blocked = line.blocked.flatMap(([row, column]) => board.map.getCell(row, column) ?? []);
    assert.deepEqual(board.getPathMoveDirections(...line.from, ...line.to, blocked), line.path);
  }
});

test("numbers are those of the view", () => {
  const [here] = scene();
  assert.deepEqual([here.currentTurn, here.currentPhase, here.movePhaseNum], [7, Phase.MOVE, 2]);
  assert.deepEqual([here.ap, here.myScore, here.oppScore], [64, 12, 30]);
  assert.deepEqual([here.maxAP, here.maxScore, here.maxTurns], [100, 200, 100]);
  assert.deepEqual([here.killScore, here.objectiveZoneScore], [10, 1]);
  assert.deepEqual([here.map.rowNum, here.map.columnNum], [9, 9]);
  assert.equal(here.map.getCell(9, 0), undefined);
  assert.deepEqual([here.map.getCell(0, 3)?.isInVision, here.map.getCell(1, 0)?.isInVision], [true, false]);
});

test("heroes are found by id and by cell", () => {
  const [here] = scene();
  assert.equal(here.getHero(0)?.currentHP, 120);
  assert.equal(here.getHero(9), undefined);
  assert.equal(here.getMyHero(0, 0), here.getMyHero(here.map.getCell(0, 0)!));
  assert.equal(here.getOppHero(0, 4)?.id, 1);
  assert.equal(here.getMyHero(0, 4), undefined);
  assert.deepEqual([ids(here.myDeadHeroes), ids(here.oppDeadHeroes)], [[2], [5]]);
  assert.deepEqual(here.getHero(0)?.recentPath.map(at), [[1, 0], [0, 0]]);
  assert.equal(here.getHero(3)?.currentCell, undefined);
  assert.deepEqual([here.getHero(3)?.currentHP, here.getHero(2)?.remRespawnTime], [-1, 2]);
});

test("abilities know whether they are ready", () => {
  const [here] = scene();
  const mine = here.getHero(0)!;
  assert.equal(mine.dodgeAbilities[0]?.name, AbilityName.BLASTER_DODGE);
  assert.deepEqual([mine.offensiveAbilities.length, here.getHero(2)?.defensiveAbilities.length], [2, 1]);
  assert.equal(mine.getAbility(AbilityName.BLASTER_BOMB)?.isReady, true);
  assert.equal(mine.getAbility(AbilityName.BLASTER_DODGE)?.remCooldown, 3);
  assert.equal(mine.getAbility(AbilityName.HEALER_HEAL), undefined);
  assert.equal(here.getHero(1)?.getAbility(AbilityName.BLASTER_BOMB)?.isReady, false);
});

test("casts are told as far as they were seen", () => {
  const [here] = scene();
  const [mine, theirs] = [here.myCastAbilities[0]!, here.oppCastAbilities[0]!];
  assert.deepEqual([mine.casterId, mine.targetHeroIds, at(mine.endCell)], [0, [1], [0, 4]]);
  assert.deepEqual([theirs.casterId, theirs.startCell, at(theirs.endCell)], [-1, undefined, [0, 0]]);
});

test("a name that the document does not have is kept", () => {
  const [here, said] = scene();
  const shadow = here.getHero(7)!;
  assert.equal(shadow.name, "SHADOW");
  here.pickHero(shadow.name);
  here.castAbility(shadow, shadow.abilities[0]!, 0, 4);
  const shot = { cast: { hero: 7, ability: "SHADOW_SLASH", row: 0, column: 4 } };
  assert.deepEqual(said, [{ pick: { class: "SHADOW" } }, shot]);
});

test("objects and numbers mean the same", () => {
  const [here, acts] = scene();
  const hero = here.getHero(0)!;
  const bomb = hero.getAbility(AbilityName.BLASTER_BOMB)!;
  const [a, b] = [here.map.getCell(0, 0)!, here.map.getCell(0, 4)!];
  assert.deepEqual([here.manhattanDistance(a, b), here.manhattanDistance(a, 0, 4)], [4, 4]);
  assert.deepEqual([here.manhattanDistance(0, 0, b), here.manhattanDistance(0, 0, 0, 4)], [4, 4]);
  assert.equal(here.manhattanDistance(0, 0, 9, 0), -1);
  assert.ok(here.isInVision(a, b) && here.isInVision(a, 0, 4) && here.isInVision(0, 0, b));
  assert.deepEqual(here.getPathMoveDirections(a, b), here.getPathMoveDirections(0, 0, 0, 4));
  for (const ability of [bomb, AbilityName.BLASTER_BOMB]) {
    assert.deepEqual([here.getImpactCell(ability, a, b), here.getImpactCell(ability, a, 0, 4)], [b, b]);
    assert.deepEqual([here.getImpactCell(ability, 0, 0, b), here.getImpactCell(ability, 0, 0, 0, 4)], [b, b]);
    assert.deepEqual(ids(here.getAbilityTargets(ability, a, b)), [1]);
    assert.deepEqual(ids(here.getAbilityTargets(ability, 0, 0, 0, 4)), [1]);
  }
  here.moveHero(hero, Direction.UP);
  here.moveHero(0, Direction.UP);
  here.castAbility(hero, bomb, b);
  here.castAbility(0, AbilityName.BLASTER_BOMB, 0, 4);
  const step = { move: { hero: 0, direction: "up" } };
  const shot = { cast: { hero: 0, ability: "BLASTER_BOMB", row: 0, column: 4 } };
  assert.deepEqual(acts, [step, step, shot, shot]);
});

test("it picks a hero", () => {
  const [here, acts] = world(0);
  new AI().pickTurn(here);
  assert.deepEqual(acts, [{ pick: { class: "BLASTER" } }]);
});

test("it walks to the objective zone", () => {
  const [here, acts] = scene();
  new AI().moveTurn(here);
  assert.deepEqual(acts, [{ move: { hero: 0, direction: "down" } }]);
});

test("it fires at the enemy it sees", () => {
  const [here, acts] = world(0, cases.impacts.at(-1)?.view);
  new AI().actionTurn(here);
  assert.ok(acts.length > 0 && acts.every((act) => "cast" in (act as object)), JSON.stringify(acts));
});
