// node --test

import assert from "node:assert/strict";
import { test } from "node:test";

import { Bot } from "./bot.js";
import { Cell, Direction, Game, Wall } from "./labyrinth.js";

const START = {
  seat: 0,
  config: {
    rows: 3, cols: 3, core: [0, 0], runners: [[2, 2]], hunters: [[0, 2]],
    walls: [{ row: 0, col: 0, dir: "h" }], boxes: [], max_rounds: 60, seats: 1,
  },
};

function game(runner, hunters, push = null) {
  const game = new Game(START);
  game.update({
    round: 1, turn: 0, push, result: null, runners: [{ at: runner, status: "on", walls: 1 }], hunters,
    walls: [], boxes: [], arrived: 0, needed: 1, walls_used: 0,
  });
  return game;
}

const turn = (board) => new Bot(board).turn(board);

test("walls stop everybody", () => {
  const board = game([1, 0], []);
  assert.equal(board.isOpen(new Cell(1, 0), Direction.UP), false);
  assert.equal(board.isOpen(new Cell(1, 1), Direction.UP), true);
  assert.deepEqual(Wall.between(new Cell(1, 0), new Cell(0, 0)), new Wall(new Cell(0, 0), "h"));
  assert.equal(board.distances(new Cell(0, 0)).get("1,0"), 3);
});

test("a hunter goes across before it goes along", () => {
  const board = game([2, 0], [[0, 2]]);
  const after = (cell) => board.huntersAfter([new Cell(0, 2)], [cell], cell);
  assert.deepEqual(after(new Cell(2, 0)), [new Cell(0, 0)]);
  assert.equal(after(new Cell(0, 0)), null);
});

test("the bot walks around a wall", () => {
  assert.deepEqual(turn(game([1, 0], [])), { move: "right" });
});

test("the bot steps onto the core", () => {
  assert.deepEqual(turn(game([0, 1], [[2, 2]])), { move: "left" });
});

test("the bot pushes a hunter away", () => {
  assert.deepEqual(turn(game([2, 2], [[0, 2]], 0)), { push: { hunter: 0, to: [0, 1] } });
});
