// node --test

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "./bot.js";
import { Game, Refused, State, TurnOver } from "./galaxy.js";

const START = {
  type: "start", seat: 0,
  config: {
    rules: {},
    map: {
      planets: 5, edges: [[0, 1], [1, 2], [2, 3], [0, 4]],
      strategic: [{ planet: 2, score: 3 }, { planet: 1, score: 5 }],
    },
  },
};

const view = (owners, troops, more = {}) => ({
  turn: 106, phase: "main", stage: "attack", owners, troops, forts: [0, 0, 0, 0, 0], reserves: [4, null, null],
  reply: "plain", ...more,
});

/** A match that answers as it was told. */
class Script {
  said = [];

  constructor(...answers) {
    this.answers = answers;
  }

  act(window, act) {
    this.said.push(act);
  }

  async receive() {
    return this.answers.shift();
  }
}

async function game(now, ...answers) {
  const match = new Script({ type: "turn", window: 7, view: now }, ...answers);
  const game = new Game(match, START);
  await game._nextTurn();
  return { game, match };
}

const MINE = view([0, 0, 1, null, 0], [5, 8, 3, 0, 2]);

test("the game tells what the document promises", async () => {
  const { game: board } = await game(MINE);
  assert.deepEqual(board.getOwners(), [0, 0, 1, -1, 0]);
  assert.deepEqual(board.getAdj()[1], [0, 2]);
  assert.deepEqual([...board.getStrategicNodes()], [[1, 5], [2, 3]]);
  assert.equal(board.getState(), State.ATTACK);
  assert.equal(board.getNumberOfTroopsToPut(), 4);
  assert.deepEqual(board.getReachable(4), [4, 0, 1]);
  assert.deepEqual(board.getReachable(3), []);
});

test("an attack is answered and the view is fresh", async () => {
  const won = view([0, 0, 0, null, 0], [5, 2, 5, 0, 2], { reply: "won" });
  const { game: board, match } = await game(MINE, { type: "ok", window: 7, next: "more", view: won });
  assert.equal(await board.attack(1, 2, 1, 0.7), true);
  assert.deepEqual(match.said, [{ attack: { from: 1, to: 2, ratio: 1, share: 0.7 } }]);
  assert.equal(board.getOwners()[2], 0);
});

test("a refused call changes nothing", async () => {
  const { game: board } = await game(MINE, { type: "rejected", window: 7, next: "more", reason: "not now" });
  await assert.rejects(board.putTroop(0, 1), (error) => error instanceof Refused && error.message === "not now");
  await assert.rejects(board.attack(1, 2, Infinity, 0.5), (error) => error instanceof Refused && error.message.includes("finite"));
  assert.equal(board.getState(), State.ATTACK);
});

test("a turn that ran out of time takes no more calls", async () => {
  const { game: board, match } = await game(MINE, { type: "turn", window: 10, view: MINE });
  await assert.rejects(board.nextState(), TurnOver);
  await assert.rejects(board.nextState(), TurnOver);
  assert.deepEqual(match.said, ["next"]);
  assert.equal(await board._nextTurn(), "main");
});

test("the bot takes the best strategic planet first", async () => {
  const none = [null, null, null, null, null];
  const start = { phase: "start", stage: "deploy" };
  assert.equal(new Bot().place((await game(view(none, [0, 0, 0, 0, 0], start))).game), 1);
  assert.equal(new Bot().place((await game(view([null, 1, 0, null, null], [0, 1, 1, 0, 0], start))).game), 2);
});

test("the bot attacks where it is twice as strong", async () => {
  assert.deepEqual(new Bot().bestAttack((await game(MINE)).game), [1, 2]);
  assert.equal(new Bot().bestAttack((await game(view([0, 0, 1, null, 0], [5, 5, 3, 0, 2]))).game), null);
});

test("the bot brings troops to the front", async () => {
  const { game: board } = await game(MINE);
  assert.equal(new Bot().front(board), 1);
  assert.deepEqual(new Bot().bestMove(board), [0, 1, 4]);
});
