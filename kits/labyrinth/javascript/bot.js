// Your bot: change this file.

import { Action, Direction, Status, Wall } from "./labyrinth.js";
import { log } from "./meydan.js";

// How many positions one search may look at; the time for a turn is plenty for that.
const POSITIONS = 1000;

/** Looks for the shortest way to the Light Core on which no hunter catches it, and puts up a wall if there is none. */
export class Bot {
  constructor(game) {
    log(`seat ${game.seat}: the core is at ${game.core}`);
  }

  /** Decides what the runner `game.me` does. */
  turn(game) {
    if (game.mustPush) return this.push(game);
    const me = game.runners[game.me].at;
    let best = this.search(game, me, game.hunters, 0);
    if (!best.reaches) {
      for (const wall of this.walls(game)) {
        const ahead = game.withWall(wall);
        const hunters = ahead.huntersAfter(game.hunters, this.runners(game, me), me);
        if (!hunters) continue;
        const plan = { ...this.search(ahead, me, hunters, 1), first: Action.wall(wall) };
        if (this.better(plan, best)) best = plan;
      }
    }
    return best.first ?? Action.stay();
  }

  /** Sooner at the core, or safe for longer. */
  better(plan, other) {
    if (plan.reaches !== other.reaches) return plan.reaches;
    return plan.reaches ? plan.rounds < other.rounds : plan.rounds > other.rounds;
  }

  /**
   * The shortest safe way to the core from a position so many rounds ahead; without one, the way that is safe longest.
   *
   * Hunters always do the same, so their steps can be told in advance. The other runners are taken to wait.
   */
  search(game, at, hunters, later) {
    let best = { reaches: false, rounds: later, first: null };
    // After two rounds no wall of today stands any more, so positions from then on are alike.
    const position = (cell, hunters, later) => `${cell} | ${hunters.join(" ")} | ${Math.min(later, 2)}`;
    const seen = new Set([position(at, hunters, later)]);
    const queue = [{ cell: at, hunters, later, begun: null }];
    for (const { cell, hunters, later, begun } of queue) {
      if (seen.size >= POSITIONS) break;
      best = { reaches: false, rounds: later, first: begun };
      const steps = game.neighbours(cell, later).map(({ way, to }) => ({ action: Action.move(way), to }));
      for (const { action, to } of [...steps, { action: Action.stay(), to: cell }]) {
        const first = begun ?? action;
        if (to.equals(game.core)) return { reaches: true, rounds: later + 1, first };
        if (hunters.some((hunter) => hunter.equals(to))) continue;
        const after = game.huntersAfter(hunters, this.runners(game, to), to, later);
        if (!after || seen.has(position(to, after, later + 1))) continue;
        seen.add(position(to, after, later + 1));
        queue.push({ cell: to, hunters: after, later: later + 1, begun: first });
      }
    }
    return best;
  }

  /** The cells of the runners on the board, with yours moved to the cell `mine`. */
  runners(game, mine) {
    const cells = game.runners.map((runner, number) => (number === game.me ? mine : runner.at));
    return cells.filter((_, number) => game.runners[number].status === Status.ON);
  }

  /** Walls worth a thought: beside the runner and beside the hunter that is nearest to it. */
  walls(game) {
    const me = game.runners[game.me].at;
    const nearest = [...game.hunters].sort((a, b) => me.distance(a) - me.distance(b)).slice(0, 1);
    const beside = (cell) => Object.values(Direction).map((way) => Wall.between(cell, cell.step(way)));
    return [me, ...nearest].flatMap(beside).filter((wall) => game.canWall(wall));
  }

  /** Sends the nearest hunter one step away, as far as that gets it. */
  push(game) {
    const me = game.runners[game.me].at;
    const pushes = game.hunters.flatMap((at, hunter) =>
      game.neighbours(at).map(({ to }) => ({ hunter, to, near: me.distance(at), far: me.distance(to) })),
    );
    const { hunter, to } = pushes.reduce((a, b) => (b.near < a.near || (b.near === a.near && b.far > a.far) ? b : a));
    return Action.push(hunter, to);
  }
}
