import { Container } from 'pixi.js';

import type { Seat } from '../../reel/types';
import { choose } from '../../stage/choices';
import { glow } from '../../stage/draw';
import type { Choice, Desk, Hand, Making, Point, Turn } from '../../stage/stage';
import { Board, DIRS, between, same, step, wallKey, type Refusal } from './board';
import { claimed } from './describe';
import { CELL, LabyrinthStage, ends, middle, seatOf } from './stage';
import type { Action, Cell, Claim, Config, Dir, View, Wall } from './types';

const KEYS: Record<string, Dir> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** A person leads a runner. A press on a cell is a step, always; walls have a mode of their own, and are asked for twice: they cost. */
export class LabyrinthHand implements Hand<View> {
  readonly layer = new Container();
  private turn: Turn<View> | null = null;
  private walling = false;
  /** The wall that was asked for once. */
  private meant: Wall | null = null;
  private hunter: number | null = null;
  private pointer: Point | null = null;
  private advice: Action | null = null;
  /** How many walls are left after the one that was just sent: at first the picture does not know of it. */
  private most = Infinity;

  constructor(
    private readonly stage: LabyrinthStage,
    private readonly seats: Seat[],
    private readonly making: Making<Config, View>,
    private readonly desk: Desk<Action>,
  ) {}

  open(turn: Turn<View>): void {
    this.turn = turn;
    this.most = Infinity;
    this.walling = false;
    this.meant = null;
    this.advice = null;
    this.hunter = turn.view.push !== null && turn.view.hunters.length === 1 ? 0 : null;
    this.changed();
  }

  close(): void {
    this.turn = null;
    this.walling = false;
    this.meant = null;
    this.advice = null;
    this.changed();
  }

  hover(point: Point | null): void {
    this.pointer = point;
    if (this.turn !== null) this.changed();
  }

  press(point: Point): void {
    const { turn } = this;
    const cell = this.stage.cellAt(point);
    if (turn === null || cell === null) return;
    if (turn.view.push !== null) return this.pressPush(turn.view, cell);
    const wall = this.wallAt(point);
    if (wall !== null) return this.askFor(turn.view, wall);
    const runner = this.runner(turn.view);
    if (runner === null) return;
    if (same(cell, runner.at)) return this.send('stay');
    const dir = DIRS.find((d) => same(step(runner.at, d), cell));
    if (dir === undefined) this.desk.explain(this.making.tongue.say('labyrinth.no.far'), 'far');
    else this.move(turn.view, dir);
  }

  /** A long press is the short way to a wall: on the edge that is nearest. */
  hold(point: Point): boolean {
    const { turn } = this;
    const edge = this.stage.edgeAt(point);
    if (turn === null || edge === null || turn.view.push !== null) return false;
    this.walling = true;
    this.askFor(turn.view, edge.wall);
    return true;
  }

  key(key: string): boolean {
    const { turn } = this;
    if (turn === null) return false;
    const dir = KEYS[key];
    const runner = this.runner(turn.view);
    if (this.walling && runner !== null) {
      if (dir !== undefined) this.askFor(turn.view, between(runner.at, dir));
      else if (key === 'Enter' && this.meant !== null) this.putUp(turn.view, this.meant);
      else if (key === 'Escape') this.wallMode(false);
      else return choose(this.choices(), key);
      return true;
    }
    if (dir !== undefined) {
      if (turn.view.push !== null && this.hunter !== null) this.push(turn.view, this.hunter, dir);
      else this.move(turn.view, dir);
      return true;
    }
    return choose(this.choices(), key);
  }

  choices(): Choice[] {
    const { turn } = this;
    const { say } = this.making.tongue;
    const walls = this.walls();
    const busy = turn === null || turn.view.push !== null;
    return [
      {
        id: 'wall',
        text: say('labyrinth.choice.wall', { n: walls }),
        key: 'w',
        pressed: this.walling,
        disabled: busy || walls === 0,
        run: () => this.wallMode(!this.walling),
      },
      { id: 'stay', text: say('labyrinth.choice.stay'), key: 's', disabled: busy, run: () => this.send('stay') },
    ];
  }

  task(): string {
    const { say } = this.making.tongue;
    if (this.turn === null) return say('labyrinth.task.wait');
    if (this.turn.view.push !== null) return say('labyrinth.task.push');
    if (this.walling) return say(this.meant === null ? 'labyrinth.task.wall' : 'labyrinth.task.wall.sure');
    return say('labyrinth.task.move', { runner: (this.turn.view.turn ?? 0) + 1 });
  }

  advise(act: unknown, claim: unknown): string | null {
    this.advice = act as Action;
    this.changed();
    return claimed(claim as Claim | null, this.making.tongue);
  }

  destroy(): void {
    this.layer.destroy({ children: true });
  }

  private runner(view: View) {
    return view.runners[view.turn ?? -1] ?? null;
  }

  /** The walls of the person's runner. Between two turns, and while the server is away, the picture tells them. */
  private walls(): number {
    const { config, shown } = this.stage;
    const runner = this.turn === null ? null : this.runner(this.turn.view);
    const mine = shown.runners.find(({ status }, index) => status === 'on' && this.seats.includes(seatOf(config, index)));
    return runner?.walls ?? Math.min(mine?.walls ?? 0, this.most);
  }

  private send(act: Action): void {
    this.desk.send(act);
  }

  private explain(why: Refusal): void {
    this.desk.explain(this.making.tongue.say(`labyrinth.no.${why}`), why);
  }

  private move(view: View, dir: Dir): void {
    const runner = this.runner(view);
    if (runner === null) return;
    if (view.push !== null) return this.explain('push_owed');
    const why = new Board(this.stage.config, view).blocked(runner.at, dir);
    if (why === null) this.send({ move: dir });
    else this.explain(why);
  }

  private wallMode(on: boolean): void {
    this.walling = on;
    this.meant = null;
    this.changed();
  }

  /** The first time a wall is shown, the second time it is built. */
  private askFor(view: View, wall: Wall): void {
    if (this.meant !== null && wallKey(this.meant) === wallKey(wall)) return this.putUp(view, wall);
    this.meant = null;
    const none = (this.runner(view)?.walls ?? 0) === 0;
    const why = none ? 'no_walls_left' : new Board(this.stage.config, view).refused(wall);
    if (why !== null) this.explain(why);
    else this.meant = wall;
    this.changed();
  }

  private putUp(view: View, wall: Wall): void {
    if ((this.runner(view)?.walls ?? 0) === 0) return this.explain('no_walls_left');
    const why = new Board(this.stage.config, view).refused(wall);
    if (why !== null) return this.explain(why);
    // A wall that is refused opens the turn again, and with it what is left.
    this.most = this.walls() - 1;
    this.send({ wall });
  }

  private pressPush(view: View, cell: Cell): void {
    const { hunter } = this;
    const at = hunter === null ? undefined : view.hunters[hunter];
    const dir = at === undefined ? undefined : DIRS.find((d) => same(step(at, d), cell));
    if (hunter !== null && dir !== undefined) return this.push(view, hunter, dir);
    const chosen = view.hunters.findIndex((h) => same(h, cell));
    if (chosen === -1) return this.explain(hunter === null ? 'push_owed' : 'illegal_push');
    this.hunter = chosen;
    this.changed();
  }

  private push(view: View, hunter: number, dir: Dir): void {
    const at = view.hunters[hunter];
    if (at === undefined) return;
    if (new Board(this.stage.config, view).blocked(at, dir) !== null) return this.explain('illegal_push');
    this.send({ push: { hunter, to: step(at, dir) } });
  }

  /** The wall the pointer means, in wall mode. */
  private wallAt(point: Point): Wall | null {
    return this.walling ? (this.stage.edgeAt(point)?.wall ?? null) : null;
  }

  private changed(): void {
    this.drawLayer();
    this.desk.changed();
  }

  private drawLayer(): void {
    const { turn } = this;
    const { palette } = this.making;
    const into = LabyrinthStage.fresh(this.layer);
    const runner = turn === null ? null : this.runner(turn.view);
    if (turn !== null && runner !== null) {
      const board = new Board(this.stage.config, turn.view);
      const pushing = turn.view.push !== null;
      if (pushing) turn.view.hunters.forEach((h, i) => this.ring(into, h, this.hunter === i ? 46 : 40, this.hunter === i));
      const from = pushing ? turn.view.hunters[this.hunter ?? -1] : runner.at;
      if (from !== undefined && !this.walling) {
        for (const dir of DIRS) if (board.blocked(from, dir) === null) this.light(into, step(from, dir));
      }
      const wall = this.pointer === null || pushing ? null : this.wallAt(this.pointer);
      if (this.meant !== null) {
        this.ghost(into, this.meant, palette.accent);
        const [a, b] = ends(this.meant);
        into.circle((a.x + b.x) / 2, (a.y + b.y) / 2, 30).stroke({ width: 5, color: palette.accent });
      }
      if (wall !== null && runner.walls > 0) this.ghost(into, wall, board.refused(wall) === null ? palette.good : palette.bad);
    }
    if (this.advice !== null && runner !== null && turn !== null) this.drawAdvice(into, turn.view, runner.at, this.advice);
  }

  private light(into: ReturnType<typeof LabyrinthStage.fresh>, cell: Cell): void {
    const { x, y } = middle(cell);
    const hot = this.pointer !== null && same(this.stage.cellAt(this.pointer) ?? [-1, -1], cell);
    const { accent } = this.making.palette;
    into.roundRect(x - CELL * 0.4, y - CELL * 0.4, CELL * 0.8, CELL * 0.8, 16).fill({ color: accent, alpha: hot ? 0.32 : 0.13 });
    into.roundRect(x - CELL * 0.4, y - CELL * 0.4, CELL * 0.8, CELL * 0.8, 16).stroke({ width: 3, color: accent, alpha: hot ? 1 : 0.55 });
  }

  private ring(into: ReturnType<typeof LabyrinthStage.fresh>, cell: Cell, radius: number, chosen: boolean): void {
    const { x, y } = middle(cell);
    into.circle(x, y, radius).stroke({ width: chosen ? 6 : 4, color: this.making.palette.accent, alpha: chosen ? 1 : 0.6 });
  }

  private ghost(into: ReturnType<typeof LabyrinthStage.fresh>, wall: Wall, colour: string): void {
    const [a, b] = ends(wall);
    into.moveTo(a.x, a.y).lineTo(b.x, b.y).stroke({ width: 14, color: colour, alpha: 0.7, cap: 'round' });
  }

  private drawAdvice(into: ReturnType<typeof LabyrinthStage.fresh>, view: View, at: Cell, act: Action): void {
    const { glow: light } = this.making.palette;
    const spot = (cell: Cell) => {
      const { x, y } = middle(cell);
      glow(into, x, y, 52, light, 0.7);
      into.circle(x, y, 30).stroke({ width: 5, color: light });
    };
    if (act === 'stay') spot(at);
    else if ('move' in act) spot(step(at, act.move));
    else if ('wall' in act) this.ghost(into, act.wall, light);
    else {
      const hunter = view.hunters[act.push.hunter];
      if (hunter !== undefined) this.ring(into, hunter, 46, true);
      spot(act.push.to);
    }
  }
}
