import type { Container } from 'pixi.js';

import type { Seat } from '../../reel/types';
import { choiceOf } from '../../stage/choices';
import type { Choice, Desk, Hand, Making, Point, Turn } from '../../stage/stage';
import { Aim } from './aim';
import { Board, same, step, type Refusal, type Verb } from './board';
import { failure } from './failures';
import type { JungleStage } from './stage';
import type { Action, Config, Deed, Point as Cell, UnitView, View } from './types';

const ARROWS: Record<string, Cell> = { ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } };
type Aimed = 'attack' | 'vine' | 'drop';

/**
 * A person leads a team: prepares an order for each unit, then sends them all at once. A unit that is on its way goes on
 * by itself until it is told otherwise.
 */
export class JungleHand implements Hand<View> {
  private readonly aim: Aim;
  /** The last window; it stays, so that the buttons do not jump between two windows. */
  private turn: Turn<View> | null = null;
  private asked = false;
  private board: Board | null = null;
  /** In the sequence in which they were given, which is how they are carried out. */
  private orders = new Map<number, Deed>();
  private chosen = 0;
  private verb: Aimed | null = null;
  private cursor: Cell | null = null;
  private pointed: Cell | null = null;

  constructor(
    private readonly stage: JungleStage,
    _seats: Seat[],
    private readonly making: Making<Config, View>,
    private readonly desk: Desk<Action>,
  ) {
    this.aim = new Aim(stage.layout, making.palette, stage.look);
  }

  get layer(): Container {
    return this.aim.layer;
  }

  open(turn: Turn<View>): void {
    const fresh = this.turn?.window !== turn.window;
    this.turn = turn;
    this.asked = true;
    if (fresh) this.begin(turn);
    this.changed();
  }

  close(): void {
    this.asked = false;
    this.changed();
  }

  hover(point: Point | null): void {
    const cell = point === null ? null : this.stage.layout.cellAt(point);
    if (same(cell, this.pointed) || (cell === null && this.pointed === null)) return;
    this.pointed = cell;
    if (this.asked) this.changed();
  }

  press(point: Point): void {
    const cell = this.stage.layout.cellAt(point);
    const unit = this.unit();
    if (cell === null || unit === null || !this.asked) return;
    const own = this.own().find(({ position }) => same(position, cell));
    if (own === undefined || this.verb !== null) return this.give(unit, this.verb ?? this.meant(unit, cell), cell);
    if (own.unit !== this.chosen) return this.choose(own.unit);
    this.stand();
  }

  key(key: string): boolean {
    const unit = this.unit();
    if (!this.asked || unit === null) return false;
    const by = ARROWS[key];
    if (by !== undefined) {
      this.arrow(unit, by);
      return true;
    }
    if (key === 'Enter') {
      this.finish();
      return true;
    }
    if (key === 'Escape' && this.verb !== null) {
      this.verb = null;
      this.changed();
      return true;
    }
    const choice = choiceOf(this.choices(), key);
    if (choice === undefined) return false;
    if (choice.disabled === true) this.explainChoice(unit, choice.id);
    else choice.run();
    return true;
  }

  choices(): Choice[] {
    const { say } = this.making.tongue;
    const unit = this.unit();
    const units = this.own().map((own, index): Choice => {
      const text = say(this.ready(own) ? 'jungle.choice.ready' : 'jungle.choice.unit', { unit: own.unit });
      return { id: `unit ${own.unit}`, text, key: String(index + 1), pressed: own.unit === this.chosen, run: () => this.choose(own.unit) };
    });
    if (unit === null || this.board === null) return [];
    const aimed = (verb: Aimed, key: string): Choice => ({
      id: verb,
      text: say(`jungle.choice.${verb}`),
      key,
      pressed: this.verb === verb,
      disabled: this.targets(unit, verb).length === 0,
      run: () => {
        this.verb = this.verb === verb ? null : verb;
        this.changed();
      },
    });
    const alive = unit.position !== null;
    return [
      ...units,
      aimed('attack', 'a'),
      aimed('vine', 'v'),
      { id: 'summon', text: say('jungle.choice.summon'), key: 'u', disabled: this.refused(unit, 'summon', ORIGIN) !== null, run: () => this.put(unit, 'summon') },
      aimed('drop', 't'),
      { id: 'stand', text: say('jungle.choice.stand'), key: 'w', disabled: !alive || unit.summoning, run: () => this.stand() },
      { id: 'clear', text: say('jungle.choice.clear'), key: 'c', disabled: !this.orders.has(unit.unit), run: () => this.undo(unit) },
    ];
  }

  task(): string {
    const { say } = this.making.tongue;
    const unit = this.unit();
    if (unit === null || !this.asked) return say('jungle.task.wait');
    const values = { unit: unit.unit };
    if (this.verb !== null) return say(`jungle.task.${this.verb}`, values);
    const left = this.own().filter((own) => !this.ready(own)).length;
    const end = say(left === 0 ? 'jungle.task.send' : 'jungle.task.left', { n: left });
    if (unit.position === null) return `${say('jungle.task.spawn', values)} ${end}`;
    if (unit.summoning) return `${say('jungle.task.locked', values)} ${end}`;
    return `${say(unit.diamond === null ? 'jungle.task.free' : 'jungle.task.laden', values)} ${end}`;
  }

  /** Sends all orders: one act is the whole command, and it ends the window. */
  finish(): void {
    if (!this.asked) return;
    this.desk.send({ orders: [...this.orders].map(([unit, deed]) => ({ unit, do: deed })) });
  }

  destroy(): void {
    this.layer.destroy({ children: true });
  }

  // The window.

  private begin({ view, seat }: Turn<View>): void {
    this.orders = new Map();
    this.verb = null;
    this.cursor = null;
    const board = this.look(view);
    for (const unit of this.own()) {
      const goal = unit.path.at(-1);
      if (goal !== undefined && board.refused(unit, 'move', goal) === null) this.orders.set(unit.unit, { move: goal });
    }
    this.look(view);
    const units = this.own();
    if (!units.some(({ unit }) => unit === this.chosen) || this.ready(this.unit())) this.chosen = (units.find((unit) => !this.ready(unit)) ?? units[0])?.unit ?? 0;
    const [first] = view.teams[seat]?.errors ?? [];
    if (first !== undefined) this.desk.explain(this.told(first));
  }

  /** The board as it will be for the next order: cells of our units that walk away are as good as free. */
  private look(view: View): Board {
    const leaving = [...this.orders].flatMap(([unit, deed]) => (typeof deed === 'object' && 'move' in deed ? [unit] : []));
    this.board = new Board(this.stage.config, view, new Set(leaving));
    return this.board;
  }

  private own(): UnitView[] {
    return this.turn?.view.teams[this.turn.seat]?.units ?? [];
  }

  private unit(): UnitView | null {
    return this.own().find(({ unit }) => unit === this.chosen) ?? null;
  }

  /** Whether nothing more needs to be said to a unit. */
  private ready(unit: UnitView | null): boolean {
    return unit !== null && (unit.summoning || this.orders.has(unit.unit));
  }

  // Orders.

  private refused(unit: UnitView, verb: Verb, cell: Cell): Refusal | null {
    return this.board?.refused(unit, verb, cell) ?? null;
  }

  private targets(unit: UnitView, verb: Aimed | 'spawn'): Cell[] {
    return this.board?.targets(unit, verb) ?? [];
  }

  /** What a press on a cell means, where nothing else was said. */
  private meant(unit: UnitView, cell: Cell): Verb {
    if (unit.position === null) return 'spawn';
    const other = this.board?.unitAt(cell);
    if (other === undefined || unit.diamond !== null) return 'move';
    return this.refused(unit, 'vine', cell) === null ? 'vine' : 'attack';
  }

  private give(unit: UnitView, verb: Verb, cell: Cell): void {
    const why = this.refused(unit, verb, cell);
    if (why !== null) return this.explain(why, unit);
    this.put(unit, { [verb]: cell } as Deed);
  }

  /** Notes an order and goes on to a unit that has none. */
  private put(unit: UnitView, deed: Deed, goOn = true): void {
    this.orders.delete(unit.unit);
    this.orders.set(unit.unit, deed);
    this.verb = null;
    if (this.turn !== null) this.look(this.turn.view);
    const next = this.own().find((own) => !this.ready(own));
    if (goOn && next !== undefined) this.chosen = next.unit;
    if (goOn) this.cursor = null;
    this.changed();
  }

  private stand(): void {
    const unit = this.unit();
    if (unit === null) return;
    if (unit.summoning) return this.explain('locked', unit);
    this.put(unit, 'none');
  }

  private undo(unit: UnitView): void {
    this.orders.delete(unit.unit);
    this.cursor = null;
    if (this.turn !== null) this.look(this.turn.view);
    this.changed();
  }

  private choose(unit: number): void {
    this.chosen = unit;
    this.verb = null;
    this.cursor = null;
    this.changed();
  }

  // Keys.

  private arrow(unit: UnitView, by: Cell): void {
    if (unit.position === null) return this.nextNest(unit, by);
    if (this.verb !== null) return this.give(unit, this.verb, this.along(unit.position, by, this.verb));
    if (unit.summoning) return this.explain('locked', unit);
    // Each stroke carries the goal one cell on, over walls too; only where it can be reached is it an order.
    const order = this.orders.get(unit.unit);
    const goal = typeof order === 'object' && 'move' in order ? order.move : null;
    const cell = step(this.cursor ?? goal ?? unit.position, by);
    if (this.board?.tile(cell) === 'outside') return this.explain('outside', unit);
    this.cursor = cell;
    const why = this.refused(unit, 'move', cell);
    if (why === null) return this.put(unit, { move: cell }, false);
    this.orders.delete(unit.unit);
    this.explain(why, unit);
    this.changed();
  }

  /** The cell beside a unit; for a vine the first unit that way. */
  private along(from: Cell, by: Cell, verb: Aimed): Cell {
    let cell = step(from, by);
    if (verb !== 'vine' || this.board === null) return cell;
    const reached = this.targets(this.unit()!, 'vine');
    for (let far = cell; this.board.tile(far) !== 'outside'; far = step(far, by)) {
      if (this.board.unitAt(far) === undefined) continue;
      cell = far;
      if (reached.some((target) => same(target, far))) break;
    }
    return cell;
  }

  /** Through the free nests, one after the other. */
  private nextNest(unit: UnitView, by: Cell): void {
    const nests = this.targets(unit, 'spawn').filter((cell) => this.board?.unitAt(cell) === undefined);
    const order = this.orders.get(unit.unit);
    const now = typeof order === 'object' && 'spawn' in order ? order.spawn : null;
    const place = nests.findIndex((cell) => same(cell, now));
    const next = nests.at(place === -1 ? 0 : (place + by.x + by.y + nests.length) % nests.length);
    if (next === undefined) this.explain('full', unit);
    else this.put(unit, { spawn: next }, false);
  }

  // Words.

  private explain(why: Refusal, unit: UnitView): void {
    this.desk.explain(this.making.tongue.say(`jungle.no.${why}`, { unit: unit.unit }), why);
  }

  private explainChoice(unit: UnitView, id: string): void {
    if (id === 'summon') this.explain(this.refused(unit, 'summon', ORIGIN) ?? 'locked', unit);
    else if (id === 'stand') this.explain(unit.summoning ? 'locked' : 'dead', unit);
    else if (id === 'attack' || id === 'vine' || id === 'drop') {
      const why = this.refused(unit, id, unit.position ?? ORIGIN);
      const general = why === 'far' || why === 'self' || why === 'nobody';
      if (why !== null && !general) this.explain(why, unit);
      else this.desk.explain(this.making.tongue.say(`jungle.none.${id}`, { unit: unit.unit }));
    }
  }

  /** What went wrong in the last tick. */
  private told(error: string): string {
    const { say } = this.making.tongue;
    const known = failure(error);
    if (known === null) return say('jungle.failed', { text: error });
    return say('jungle.failed.unit', { unit: known.unit, text: say(`jungle.no.${known.why}`, { unit: known.unit }) });
  }

  // The picture.

  private changed(): void {
    this.aim.clear();
    const { board } = this;
    const unit = this.unit();
    if (this.asked && board !== null && unit !== null) this.show(board, unit);
    this.desk.changed();
  }

  private show(board: Board, unit: UnitView): void {
    for (const own of this.own()) {
      const order = this.orders.get(own.unit);
      if (order !== undefined) this.aim.order(board, own, order);
      else if (own.unit !== unit.unit && !own.summoning) this.aim.idle(own);
    }
    this.aim.chosen(unit);
    const hot = (cell: Cell) => same(cell, this.pointed);
    if (this.verb === 'drop') for (const cell of this.targets(unit, 'drop')) this.aim.light(cell, hot(cell));
    else if (unit.position === null) for (const cell of this.targets(unit, 'spawn')) this.aim.nest(cell, hot(cell));
    else if (!unit.summoning) this.showFree(board, unit, unit.position);
  }

  private showFree(board: Board, unit: UnitView, at: Cell): void {
    if (this.verb !== 'vine') for (const cell of this.targets(unit, 'attack')) this.aim.blow(cell);
    if (this.verb !== 'attack') for (const cell of this.targets(unit, 'vine')) this.aim.vine(at, cell, null);
    if (this.verb !== null) return;
    if (!this.orders.has(unit.unit)) this.aim.steps(board, unit, this.pointed);
    const goal = this.pointed ?? this.cursor;
    if (goal === null || board.unitAt(goal) !== undefined || same(goal, at)) return;
    this.aim.way(unit, board.refused(unit, 'move', goal) === null ? board.way(unit, goal) : null, goal, false);
  }
}

/** For what needs no cell. */
const ORIGIN: Cell = { x: 0, y: 0 };
