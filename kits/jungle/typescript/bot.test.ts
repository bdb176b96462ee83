// node build.js && node --enable-source-maps --test build/*.test.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "./bot.js";
import { type Action, Position, Tick, tilesOf, wire } from "./jungle.js";
import type { Config, Point, UnitView } from "./wire.js";

const CONFIG: Config = {
  ruleset: "document", map: ["SS.D", "##..", "S..."], teams: [{ id: "0", name: "us" }, { id: "1", name: "them" }],
  units_per_team: 1, ticks: 300, time_limit_ms: 150, diamond_ids: ["gem"],
};

const unit = (number: number, at: Point | null, diamond: number | null = null): UnitView => ({
  unit: number, position: at, placed: at !== null, path: [], diamond, summoning: false,
  died_at: null, attacked_by: null, vined_by: null,
});

function tick(mine: UnitView, theirs: UnitView, owner: number | null = null, points = 0): Tick {
  const counts = { summons: 0, attacks: 0, drops: 0, vines: 0 };
  const team = { score: 0, deaths: 0, left: false, errors: [], counts };
  const at = (owner === 1 ? mine.position : owner === 2 ? theirs.position : null) ?? { x: 3, y: 0 };
  return new Tick(0, CONFIG, tilesOf(CONFIG), {
    tick: 5, orders: [[0, 1], [1, 0]], diamonds: [{ position: at, level: 1, points, owner, touched: false }],
    teams: [{ ...team, units: [mine] }, { ...team, units: [theirs] }],
  });
}

const AWAY = unit(2, null);
const turn = (...given: Parameters<typeof tick>): Action[] => new Bot().turn(tick(...given));

test("a tick has the document's names", () => {
  const now = tick(unit(1, { x: 3, y: 0 }, 0), AWAY, 1, 4);
  assert.deepEqual(now.map.tiles[0], ["SPAWN", "WALL", "SPAWN"]);
  assert.deepEqual(now.teamPlayOrderings, { 5: ["0", "1"], 6: ["1", "0"] });
  const [mine] = now.myTeam().units;
  assert.deepEqual([mine?.id, mine?.hasDiamond, mine?.diamondId], ["1", true, "gem"]);
  assert.equal(now.diamond("gem")?.ownerId, "1");
  assert.equal(now.teams[1]?.units[0]?.hasSpawned, false);
});

test("nobody steps from the floor onto a spawn tile", () => {
  const ways = tick(AWAY, AWAY).distances(new Position(0, 0));
  assert.equal(ways(new Position(1, 0)), 1);
  assert.equal(ways(new Position(2, 0)), Infinity);
});

test("actions are written as the match reads them", () => {
  const move: Action = { unitId: "3", action: "MOVE", target: new Position(1, 2) };
  assert.deepEqual(wire(move), { unit: 3, do: { move: { x: 1, y: 2 } } });
  assert.deepEqual(wire({ unitId: "3", action: "SUMMON" }), { unit: 3, do: "summon" });
});

test("the bot comes to life near the diamond", () => {
  assert.deepEqual(turn(unit(1, null), AWAY), [{ unitId: "1", action: "SPAWN", target: new Position(1, 0) }]);
});

test("the bot fetches a diamond", () => {
  assert.deepEqual(turn(unit(1, { x: 1, y: 2 }), AWAY), [{ unitId: "1", action: "MOVE", target: new Position(3, 0) }]);
});

test("the bot raises a diamond and drops it when a foe comes", () => {
  const mine = unit(1, { x: 3, y: 0 }, 0);
  assert.deepEqual(turn(mine, AWAY, 1), [{ unitId: "1", action: "SUMMON" }]);
  const drop = [{ unitId: "1", action: "DROP", target: new Position(3, 1) }];
  assert.deepEqual(turn(mine, unit(2, { x: 3, y: 2 }), 1, 7), drop);
});

test("the bot attacks a carrier beside it", () => {
  const attack = [{ unitId: "1", action: "ATTACK", target: new Position(3, 0) }];
  assert.deepEqual(turn(unit(1, { x: 2, y: 0 }), unit(2, { x: 3, y: 0 }, 0), 2, 9), attack);
});
