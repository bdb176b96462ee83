// node --test

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "./bot.js";
import { Action, ActionType, Game, Position, TileType } from "./jungle.js";

const START = {
  seat: 0,
  config: {
    ruleset: "document", map: ["SS.D", "##..", "S..."], teams: [{ id: 0, name: "us" }, { id: 1, name: "them" }],
    units_per_team: 1, ticks: 300, time_limit_ms: 150, diamond_ids: ["gem"],
  },
};

const unit = (number, at, diamond = null) => ({
  unit: number, position: at, placed: at !== null, path: [], diamond, summoning: false,
  died_at: null, attacked_by: null, vined_by: null,
});

function tick(mine, theirs, owner = null, points = 0) {
  const team = { score: 0, deaths: 0, left: false, errors: [], counts: {} };
  const at = owner === 1 ? mine.position : owner === 2 ? theirs.position : { x: 3, y: 0 };
  return new Game(START).tick({
    tick: 5, orders: [[0, 1], [1, 0]], diamonds: [{ position: at, level: 1, points, owner, touched: false }],
    teams: [{ ...team, units: [mine] }, { ...team, units: [theirs] }],
  });
}

const AWAY = unit(2, null);
const turn = (...given) => new Bot().turn(tick(...given));

test("a tick has the document's names", () => {
  const now = tick(unit(1, { x: 3, y: 0 }, 0), AWAY, 1, 4);
  assert.deepEqual(now.map.tiles[0], [TileType.SPAWN, TileType.WALL, TileType.SPAWN]);
  assert.deepEqual(now.teamPlayOrderings, { 5: ["0", "1"], 6: ["1", "0"] });
  const [mine] = now.myTeam().units;
  assert.deepEqual([mine.id, mine.hasDiamond, mine.diamondId], ["1", true, "gem"]);
  assert.equal(now.diamond("gem").ownerId, "1");
  assert.equal(now.teams[1].units[0].hasSpawned, false);
});

test("nobody steps from the floor onto a spawn tile", () => {
  const ways = tick(AWAY, AWAY).distances(new Position(0, 0));
  assert.equal(ways[1][0], 1);
  assert.equal(ways[2][0], Infinity);
});

test("actions are written as the match reads them", () => {
  const move = new Action("3", ActionType.MOVE, new Position(1, 2));
  assert.deepEqual(move.wire(), { unit: 3, do: { move: { x: 1, y: 2 } } });
  assert.deepEqual(new Action("3", ActionType.SUMMON).wire(), { unit: 3, do: "summon" });
});

test("the bot comes to life near the diamond", () => {
  assert.deepEqual(turn(unit(1, null), AWAY), [new Action("1", ActionType.SPAWN, new Position(1, 0))]);
});

test("the bot fetches a diamond", () => {
  assert.deepEqual(turn(unit(1, { x: 1, y: 2 }), AWAY), [new Action("1", ActionType.MOVE, new Position(3, 0))]);
});

test("the bot raises a diamond and drops it when a foe comes", () => {
  const mine = unit(1, { x: 3, y: 0 }, 0);
  assert.deepEqual(turn(mine, AWAY, 1), [new Action("1", ActionType.SUMMON)]);
  const drop = [new Action("1", ActionType.DROP, new Position(3, 1))];
  assert.deepEqual(turn(mine, unit(2, { x: 3, y: 2 }), 1, 7), drop);
});

test("the bot attacks a carrier beside it", () => {
  const attack = [new Action("1", ActionType.ATTACK, new Position(3, 0))];
  assert.deepEqual(turn(unit(1, { x: 2, y: 0 }), unit(2, { x: 3, y: 0 }, 0), 2, 9), attack);
});
