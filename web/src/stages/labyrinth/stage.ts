import { Container, Graphics, type Text } from 'pixi.js';

import type { Frame, Opening, Seat } from '../../reel/types';
import { LEGIBLE, cut, empty, glow, label, star } from '../../stage/draw';
import { Score, clamp, lerp, pulse, smooth } from '../../stage/motion';
import type { Box, Making, Moment, Point, Stage, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import type { Cell, Config, Event, Prize, View, Wall } from './types';

export const CELL = 100;
export const RIM = 46;
/** How far the frame reaches beyond the cells. */
const FRAME = 18;
/** How large a runner's name is written, and how wide it may be: no two overlap that stand beside one another. */
const NAME = 24;
const NAME_ROOM = 96;

/** Who leads a runner. */
export const seatOf = (config: Config, runner: number): Seat => runner % Math.max(config.seats, 1);
export const middle = ([row, col]: Cell): Point => ({ x: RIM + (col + 0.5) * CELL, y: RIM + (row + 0.5) * CELL });

/** The two ends of a wall. */
export function ends(wall: Wall): [Point, Point] {
  const x = RIM + wall.col * CELL;
  const y = RIM + wall.row * CELL;
  return wall.dir === 'h'
    ? [{ x, y: y + CELL }, { x: x + CELL, y: y + CELL }]
    : [{ x: x + CELL, y }, { x: x + CELL, y: y + CELL }];
}

/** Events that are drawn together: all first steps of the hunters, a whole earthquake. */
interface Beat {
  kind: 'move' | 'wall' | 'box' | 'quake' | 'push' | 'hunt' | 'caught' | 'arrived' | 'down' | 'rest';
  events: Event[];
}

const LENGTHS: Record<Beat['kind'], number> = {
  move: 300,
  wall: 320,
  box: 620,
  quake: 700,
  push: 420,
  hunt: 280,
  caught: 420,
  arrived: 520,
  down: 160,
  rest: 220,
};

function kindOf(event: Event): Beat['kind'] | null {
  if ('moved' in event) return 'move';
  if ('wall_up' in event) return 'wall';
  if ('stayed' in event) return 'rest';
  if ('box' in event) return 'box';
  if ('runner_shaken' in event || 'hunter_shaken' in event) return 'quake';
  if ('pushed' in event) return 'push';
  if ('hunter_step' in event) return 'hunt';
  if ('caught' in event) return 'caught';
  if ('arrived' in event) return 'arrived';
  if ('wall_down' in event) return 'down';
  return null;
}

const stepOf = (event: Event | undefined) => (event !== undefined && 'hunter_step' in event ? event.hunter_step.step : 0);

/** Orders a window's events into beats. */
export function beats(events: readonly Event[]): Score<Beat> {
  const list: Beat[] = [];
  for (const event of events) {
    const kind = kindOf(event);
    if (kind === null) continue;
    const last = list.at(-1);
    const joins = last?.kind === kind && kind !== 'move' && stepOf(last.events[0]) === stepOf(event);
    if (joins) last.events.push(event);
    else list.push({ kind, events: [event] });
  }
  const score = new Score<Beat>();
  for (const beat of list) score.add(beat, LENGTHS[beat.kind]);
  return score;
}

/** Where everything is at a moment. */
interface Picture {
  runners: { at: Point; alpha: number; size: number }[];
  hunters: { at: Point; lean: number }[];
  walls: Map<string, { wall: Wall; life: number; grown: number }>;
  boxes: Map<string, { cell: Cell; open: number; prize: Prize | null }>;
  quake: number;
  flashes: { at: Point; k: number; good: boolean }[];
}

const keyOf = (wall: Wall) => `${wall.row},${wall.col},${wall.dir}`;
const cellKey = (cell: Cell) => `${cell[0]},${cell[1]}`;

export class LabyrinthStage implements Stage<View, Event> {
  readonly root = new Container();
  readonly size: { width: number; height: number };
  readonly board: Box;
  readonly fixed: readonly Container[];
  readonly config: Config;
  private readonly opening: Opening<Config, View>;
  private readonly palette: Palette;
  private readonly tongue: Tongue;
  private readonly shaken = new Container();
  private readonly core = new Graphics();
  private readonly traces = new Graphics();
  private readonly boxes = new Container();
  private readonly walls = new Graphics();
  private readonly flashes = new Graphics();
  private readonly prizes = new Container();
  /** What is written below each runner: where somebody stands beside it, and where there is room. */
  private readonly names: { text: Text; name: string; close: string; free: string; runner: number }[] = [];
  private readonly runners: { body: Container; halo: Graphics; cross: Graphics }[] = [];
  private readonly hunters: Container[] = [];
  private readonly boxPool = new Map<string, { body: Container; lid: Graphics }>();
  private now: View;

  constructor({ opening, palette, tongue }: Making<Config, View>) {
    this.opening = opening;
    this.config = opening.config;
    this.palette = palette;
    this.tongue = tongue;
    this.now = opening.view;
    const { rows, cols } = this.config;
    this.size = { width: cols * CELL + RIM * 2, height: rows * CELL + RIM * 2 };
    this.board = { x: RIM - FRAME, y: RIM - FRAME, width: cols * CELL + FRAME * 2, height: rows * CELL + FRAME * 2 };
    const [floor, walls] = [this.floor(), this.fixedWalls()];
    this.fixed = [floor, walls];
    this.shaken.addChild(floor, this.core, this.traces, this.boxes, walls, this.walls);
    this.config.hunters.forEach((_, index) => this.shaken.addChild(this.makeHunter(index)));
    this.config.runners.forEach((_, index) => this.shaken.addChild(this.makeRunner(index)));
    this.shaken.addChild(this.flashes, this.prizes);
    this.root.addChild(this.shaken);
  }

  /** On a small screen names are larger in the world, and cut at their end. */
  scaled(pixels: number): boolean {
    const times = Math.max(LEGIBLE / pixels / NAME, 1);
    for (const called of this.names) {
      const { text, name } = called;
      if (Math.abs(text.scale.x - times) < 0.01 && called.free !== '') continue;
      text.scale.set(times);
      cut(text, name, NAME_ROOM * 1.6);
      called.free = text.text;
      cut(text, name, NAME_ROOM);
      called.close = text.text;
    }
    this.drawNames();
    return false;
  }

  private drawNames(): void {
    for (const { text, close, free, runner } of this.names) {
      const here = this.runners[runner]?.body;
      const beside = this.runners.some(({ body }) => body !== here && body.visible && here !== undefined && Math.abs(body.x - here.x) < NAME_ROOM * 1.65 && Math.abs(body.y - here.y) < CELL / 2);
      const words = beside ? close : free;
      if (words !== '' && text.text !== words) text.text = words;
    }
  }

  length(_before: View, frame: Frame<View, Event>): number {
    return Math.max(beats(frame.events).length, 120);
  }

  draw({ before, frame, after, p }: Moment<View, Event>): void {
    this.now = p < 1 ? before : after;
    const resting = frame === null || p >= 1;
    const picture = resting ? this.still(after) : this.between(before, frame, p);
    const shake = picture.quake * 7;
    this.shaken.position.set(Math.sin(p * 190) * shake, Math.cos(p * 230) * shake);
    this.drawCore(after, resting ? 0 : p);
    this.drawTraces(frame, p);
    this.drawBoxes(picture);
    this.drawWalls(picture);
    this.drawPieces(picture, p < 1 ? before : after, after);
    this.drawNames();
    this.flashes.clear();
    for (const flash of picture.flashes) this.drawFlash(flash);
  }

  /** How things stand in the picture. */
  get shown(): View {
    return this.now;
  }

  /** The cell at a place of the world, if there is one. */
  cellAt({ x, y }: Point): Cell | null {
    const row = Math.floor((y - RIM) / CELL);
    const col = Math.floor((x - RIM) / CELL);
    return row >= 0 && col >= 0 && row < this.config.rows && col < this.config.cols ? [row, col] : null;
  }

  /** The edge between two cells nearest to a place, and how far away it is in cells. */
  edgeAt({ x, y }: Point): { wall: Wall; away: number } | null {
    const cell = this.cellAt({ x, y });
    if (cell === null) return null;
    const [row, col] = cell;
    const dx = (x - RIM) / CELL - col;
    const dy = (y - RIM) / CELL - row;
    const edges: { wall: Wall; away: number }[] = [
      { wall: { row: row - 1, col, dir: 'h' }, away: dy },
      { wall: { row, col, dir: 'h' }, away: 1 - dy },
      { wall: { row, col: col - 1, dir: 'v' }, away: dx },
      { wall: { row, col, dir: 'v' }, away: 1 - dx },
    ];
    const { rows, cols } = this.config;
    const inside = edges.filter(
      ({ wall: w }) => w.row >= 0 && w.col >= 0 && (w.dir === 'h' ? w.row < rows - 1 : w.col < cols - 1),
    );
    return inside.sort((a, b) => a.away - b.away)[0] ?? null;
  }

  inspect(point: Point): string | null {
    const cell = this.cellAt(point);
    if (cell === null) return null;
    const here = (other: Cell) => other[0] === cell[0] && other[1] === cell[1];
    const { say } = this.tongue;
    const found: string[] = [];
    this.now.runners.forEach((runner, index) => {
      if (!here(runner.at) || runner.status !== 'on') return;
      found.push(say('labyrinth.tip.runner', { runner: index + 1, n: runner.walls }));
    });
    this.now.hunters.forEach((hunter, index) => {
      if (here(hunter)) found.push(say('labyrinth.tip.hunter', { hunter: index + 1 }));
    });
    if (this.now.boxes.some(here)) found.push(say('labyrinth.tip.box'));
    if (here(this.config.core)) found.push(say('labyrinth.tip.core', { n: this.now.needed }));
    return found.length === 0 ? null : found.join(say('list.point'));
  }

  locate(place: unknown): Point | null {
    if (!Array.isArray(place) || place.length !== 2) return null;
    const [row, col] = place as unknown[];
    return typeof row === 'number' && typeof col === 'number' ? middle([row, col]) : null;
  }

  anchor(seat: Seat): Point | null {
    const own = this.now.runners.filter((_, i) => seatOf(this.config, i) === seat);
    const runner = own.find(({ status }) => status === 'on') ?? own[0];
    return runner === undefined ? null : middle(runner.at);
  }

  destroy(): void {
    this.root.destroy({ children: true });
  }

  // The still parts.

  private floor(): Graphics {
    const { rows, cols } = this.config;
    const { palette } = this;
    const made = new Graphics();
    made.roundRect(RIM - FRAME, RIM - FRAME, cols * CELL + FRAME * 2, rows * CELL + FRAME * 2, 26).fill(palette.solid);
    made.roundRect(RIM - 7, RIM - 7, cols * CELL + 14, rows * CELL + 14, 15).fill(palette.floor);
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        if ((row + col) % 2 === 1) made.rect(RIM + col * CELL, RIM + row * CELL, CELL, CELL).fill(palette.floorAlt);
      }
    }
    for (let row = 1; row < rows; row += 1) made.moveTo(RIM, RIM + row * CELL).lineTo(RIM + cols * CELL, RIM + row * CELL);
    for (let col = 1; col < cols; col += 1) made.moveTo(RIM + col * CELL, RIM).lineTo(RIM + col * CELL, RIM + rows * CELL);
    made.stroke({ width: 2, color: palette.grid });
    return made;
  }

  private fixedWalls(): Graphics {
    const made = new Graphics();
    for (const wall of this.config.walls) {
      const [a, b] = ends(wall);
      made.moveTo(a.x, a.y).lineTo(b.x, b.y);
    }
    return made.stroke({ width: 13, color: this.palette.solid, cap: 'round' });
  }

  private makeRunner(index: number): Container {
    const side = this.opening.seats.find((s) => s.seat === seatOf(this.config, index))?.side ?? index;
    const colour = sideColour(this.palette, side);
    const ink = this.palette.sideInk[side % this.palette.sideInk.length] ?? '#ffffff';
    const body = new Container();
    const halo = new Graphics().circle(0, 0, 41).stroke({ width: 5, color: colour, alpha: 0.9 });
    const shape = new Graphics()
      .ellipse(0, 31, 22, 6)
      .fill({ color: '#000000', alpha: 0.16 })
      .circle(0, 0, 30)
      .fill(colour)
      .circle(0, 0, 30)
      .stroke({ width: 5, color: this.palette.floor })
      .circle(-9, -11, 8)
      .fill({ color: '#ffffff', alpha: 0.28 });
    const name = label(this.tongue.number(index + 1), { size: 32, colour: ink, weight: '700' });
    const cross = new Graphics().moveTo(-19, -19).lineTo(19, 19).moveTo(19, -19).lineTo(-19, 19);
    cross.stroke({ width: 9, color: this.palette.danger, cap: 'round' });
    body.addChild(halo, shape, name, cross);
    const seat = this.opening.seats.find((s) => s.seat === seatOf(this.config, index));
    // Whoever is alone is known.
    if (this.opening.seats.length > 1 && seat !== undefined && seat.name !== '') {
      const who = label('', { size: NAME, colour: this.palette.ink, weight: '600' });
      who.position.set(0, 43);
      cut(who, seat.name, NAME_ROOM);
      this.names.push({ text: who, name: seat.name, close: '', free: '', runner: index });
      body.addChild(who);
    }
    this.runners[index] = { body, halo, cross };
    return body;
  }

  private makeHunter(index: number): Container {
    const { palette } = this;
    const body = new Container();
    const shape = new Graphics()
      .ellipse(0, 33, 22, 6)
      .fill({ color: '#000000', alpha: 0.16 })
      .poly(star(9, 39, 28), true)
      .fill(palette.danger)
      .poly(star(9, 39, 28), true)
      .stroke({ width: 4, color: palette.floor, join: 'round' });
    const eye = palette.dark ? '#1a0610' : '#ffffff';
    shape.moveTo(-17, -9).lineTo(-4, -3).moveTo(17, -9).lineTo(4, -3).stroke({ width: 5, color: eye, cap: 'round' });
    shape.circle(-9, 3, 4.5).circle(9, 3, 4.5).fill(eye);
    shape.moveTo(-10, 16).lineTo(-5, 12).lineTo(0, 16).lineTo(5, 12).lineTo(10, 16).stroke({ width: 3.5, color: eye, join: 'round', cap: 'round' });
    body.addChild(shape);
    this.hunters[index] = body;
    return body;
  }

  // What moves.

  private still(view: View): Picture {
    return {
      runners: view.runners.map((r, i) => ({
        at: this.beside(view, 'runner', i),
        alpha: r.status === 'on' ? 1 : r.status === 'caught' ? 0.55 : 0,
        size: r.status === 'on' ? 1 : 0.62,
      })),
      hunters: view.hunters.map((_, i) => ({ at: this.beside(view, 'hunter', i), lean: 0 })),
      walls: new Map(view.walls.map((w) => [keyOf(w), { wall: w, life: w.life, grown: 1 }])),
      boxes: new Map(view.boxes.map((cell) => [cellKey(cell), { cell, open: 0, prize: null }])),
      quake: 0,
      flashes: [],
    };
  }

  private between(before: View, frame: Frame<View, Event>, p: number): Picture {
    const picture = this.still(before);
    const after = frame.view;
    const score = beats(frame.events);
    // Pieces that part or come together in a cell slide aside over the whole window.
    const aside = smooth(clamp(p));
    const offset = (from: Point, to: Point, a: Cell, b: Cell) => {
      const was = middle(a);
      const is = middle(b);
      return { x: lerp(from.x - was.x, to.x - is.x, aside), y: lerp(from.y - was.y, to.y - is.y, aside) };
    };
    const runnerOffset = before.runners.map((r, i) =>
      offset(this.beside(before, 'runner', i), this.beside(after, 'runner', i), r.at, after.runners[i]?.at ?? r.at),
    );
    const hunterOffset = before.hunters.map((h, i) =>
      offset(this.beside(before, 'hunter', i), this.beside(after, 'hunter', i), h, after.hunters[i] ?? h),
    );
    const runnerPoint = before.runners.map((r) => middle(r.at));
    const hunterPoint = before.hunters.map((h) => middle(h));

    const moveRunner = (i: number, from: Cell, to: Cell, k: number) => {
      runnerPoint[i] = along(from, to, smooth(k));
    };
    const moveHunter = (i: number, from: Cell, to: Cell, k: number) => {
      hunterPoint[i] = along(from, to, smooth(k));
      const hunter = picture.hunters[i];
      if (hunter !== undefined && k > 0 && k < 1) hunter.lean = Math.sign(to[1] - from[1]) * pulse(k) * 0.2;
    };

    for (const [beat, k] of score.at(p)) {
      if (k <= 0) continue;
      for (const event of beat.events) {
        if ('moved' in event) moveRunner(event.moved.runner, event.moved.from, event.moved.to, k);
        else if ('runner_shaken' in event) {
          moveRunner(event.runner_shaken.runner, event.runner_shaken.from, event.runner_shaken.to, k);
          picture.quake = pulse(k);
        } else if ('hunter_shaken' in event) {
          moveHunter(event.hunter_shaken.hunter, event.hunter_shaken.from, event.hunter_shaken.to, k);
          picture.quake = pulse(k);
        } else if ('pushed' in event) moveHunter(event.pushed.hunter, event.pushed.from, event.pushed.to, k);
        else if ('hunter_step' in event) moveHunter(event.hunter_step.hunter, event.hunter_step.from, event.hunter_step.to, k);
        else if ('wall_up' in event) {
          picture.walls.set(keyOf(event.wall_up.wall), { wall: event.wall_up.wall, life: 2, grown: smooth(k) });
        } else if ('wall_down' in event) {
          const wall = picture.walls.get(keyOf(event.wall_down.wall));
          if (wall !== undefined) wall.grown = 1 - smooth(k);
        } else if ('box' in event) {
          picture.boxes.set(cellKey(event.box.at), { cell: event.box.at, open: k, prize: event.box.prize });
        } else if ('caught' in event) {
          const runner = picture.runners[event.caught.runner];
          if (runner !== undefined) {
            runner.alpha = lerp(1, 0.55, k);
            runner.size = lerp(1, 0.62, smooth(k));
          }
          if (k < 1) picture.flashes.push({ at: middle(event.caught.at), k, good: false });
        } else if ('arrived' in event) {
          const runner = picture.runners[event.arrived.runner];
          if (runner !== undefined) {
            runner.alpha = 1 - smooth(k);
            runner.size = lerp(1, 0.3, smooth(k));
          }
          if (k < 1) picture.flashes.push({ at: middle(this.config.core), k, good: true });
        }
      }
    }
    picture.runners.forEach((runner, i) => (runner.at = add(runnerPoint[i], runnerOffset[i])));
    picture.hunters.forEach((hunter, i) => (hunter.at = add(hunterPoint[i], hunterOffset[i])));
    return picture;
  }

  /** Where a piece stands in its cell: in the middle, or beside the others. */
  private beside(view: View, kind: 'runner' | 'hunter', index: number): Point {
    const at = kind === 'runner' ? view.runners[index]?.at : view.hunters[index];
    if (at === undefined) return { x: 0, y: 0 };
    const mates: string[] = [];
    view.runners.forEach((r, i) => {
      if (r.at[0] === at[0] && r.at[1] === at[1] && r.status === 'on') mates.push(`runner${i}`);
    });
    view.hunters.forEach((h, i) => {
      if (h[0] === at[0] && h[1] === at[1]) mates.push(`hunter${i}`);
    });
    const centre = middle(at);
    const place = mates.indexOf(`${kind}${index}`);
    if (mates.length < 2 || place === -1) return centre;
    const angle = (place / mates.length) * Math.PI * 2 + Math.PI / 4;
    return { x: centre.x + Math.cos(angle) * 21, y: centre.y + Math.sin(angle) * 21 };
  }

  private drawCore(view: View, p: number): void {
    const { x, y } = middle(this.config.core);
    const { palette } = this;
    const beat = 1 + 0.08 * Math.sin(p * Math.PI * 2);
    this.core.clear();
    glow(this.core, x, y, 92 * beat, palette.glow, palette.dark ? 0.62 : 0.75, 16);
    this.core.poly(star(8, 36 * beat, 17, Math.PI / 8).map((v, i) => v + (i % 2 === 0 ? x : y)), true).fill({ color: palette.glow });
    this.core.circle(x, y, 13).fill(palette.dark ? '#fff7dc' : '#ffffff');
    // A pip for every runner that must arrive, full for those that have.
    for (let i = 0; i < Math.min(view.needed, 12); i += 1) {
      const angle = -Math.PI / 2 + ((i - (Math.min(view.needed, 12) - 1) / 2) * Math.PI) / 7;
      const pip = { x: x + Math.cos(angle) * 45, y: y - Math.sin(angle) * 45 };
      this.core.circle(pip.x, pip.y, 5.5).fill(i < view.arrived ? palette.good : palette.floor);
      this.core.circle(pip.x, pip.y, 5.5).stroke({ width: 2, color: palette.solid });
    }
  }

  /** The ways of this window, faint, so that a still picture also tells what just happened. */
  private drawTraces(frame: Frame<View, Event> | null, p: number): void {
    this.traces.clear();
    if (frame === null || p <= 0) return;
    for (const [beat, k] of beats(frame.events).at(p)) {
      if (k <= 0) continue;
      for (const event of beat.events) {
        if ('hunter_step' in event) this.drawTrace(event.hunter_step, smooth(k), this.palette.danger);
        else if ('moved' in event) this.drawTrace(event.moved, smooth(k), this.runnerColour(event.moved.runner));
      }
    }
  }

  private drawTrace({ from, to }: { from: Cell; to: Cell }, k: number, colour: string): void {
    const start = middle(from);
    const end = along(from, to, k);
    if (start.x === end.x && start.y === end.y) return;
    this.traces.moveTo(start.x, start.y).lineTo(end.x, end.y).stroke({ width: 7, color: colour, alpha: 0.3, cap: 'round' });
    this.traces.circle(start.x, start.y, 6).fill({ color: colour, alpha: 0.35 });
  }

  private runnerColour(index: number): string {
    const side = this.opening.seats.find((s) => s.seat === seatOf(this.config, index))?.side ?? index;
    return sideColour(this.palette, side);
  }

  private drawBoxes(picture: Picture): void {
    empty(this.prizes);
    for (const [key, made] of this.boxPool) if (!picture.boxes.has(key)) made.body.visible = false;
    for (const [key, { cell, open, prize }] of picture.boxes) {
      const { body, lid } = this.boxPool.get(key) ?? this.makeBox(key);
      const at = middle(cell);
      body.visible = true;
      body.position.set(at.x, at.y);
      body.alpha = open < 0.7 ? 1 : 1 - (open - 0.7) / 0.3;
      lid.position.set(0, -smooth(clamp(open * 2)) * 20);
      lid.rotation = smooth(clamp(open * 2)) * 0.5;
      if (prize !== null && open > 0) this.drawPrize(prize, at, open);
    }
  }

  /** The prize rises from its box, above all pieces. */
  private drawPrize(prize: Prize, at: Point, open: number): void {
    const { palette } = this;
    const rise = smooth(clamp(open * 1.8));
    const badge = new Container();
    const disc = new Graphics().circle(0, 0, 27).fill(palette.surface).circle(0, 0, 27).stroke({ width: 5, color: palette.glow });
    const ink = { width: 6, color: palette.ink, cap: 'round', join: 'round' } as const;
    if (prize === 'walls') disc.moveTo(-7, -11).lineTo(-7, 11).moveTo(7, -11).lineTo(7, 11).stroke({ ...ink, color: palette.accent });
    else if (prize === 'earthquake') disc.moveTo(-15, 6).lineTo(-8, -8).lineTo(0, 9).lineTo(8, -8).lineTo(15, 6).stroke(ink);
    else if (prize === 'push') disc.moveTo(-13, 0).lineTo(11, 0).moveTo(3, -9).lineTo(12, 0).lineTo(3, 9).stroke(ink);
    badge.addChild(disc);
    if (prize === 'extra_turn') badge.addChild(label(`+${this.tongue.number(1)}`, { size: 26, colour: palette.ink, weight: '800' }));
    badge.position.set(at.x, at.y - 62 * rise);
    badge.scale.set(0.4 + 0.6 * rise);
    badge.alpha = open < 0.8 ? 1 : (1 - open) / 0.2;
    this.prizes.addChild(badge);
  }

  private makeBox(key: string): { body: Container; lid: Graphics } {
    const { palette } = this;
    const gift = palette.dark ? '#b79cff' : '#7a5cc9';
    const ribbon = palette.dark ? '#2a1b52' : '#fff1c2';
    const body = new Container();
    const chest = new Graphics().roundRect(-21, -10, 42, 33, 5).fill(gift).rect(-4, -10, 8, 33).fill(ribbon);
    const lid = new Graphics().roundRect(-25, -21, 50, 14, 5).fill(gift).rect(-4, -21, 8, 14).fill(ribbon);
    lid.ellipse(-9, -25, 9, 5).ellipse(9, -25, 9, 5).stroke({ width: 4, color: ribbon === '#fff1c2' ? palette.glow : gift });
    body.addChild(chest, lid);
    this.boxes.addChild(body);
    const made = { body, lid };
    this.boxPool.set(key, made);
    return made;
  }

  private drawWalls(picture: Picture): void {
    this.walls.clear();
    const light = this.palette.dark ? '#5ff0ff' : '#00a5c8';
    for (const { wall, life, grown } of picture.walls.values()) {
      const [a, b] = ends(wall);
      const mid = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      const from = { x: lerp(mid.x, a.x, grown * 0.94), y: lerp(mid.y, a.y, grown * 0.94) };
      const to = { x: lerp(mid.x, b.x, grown * 0.94), y: lerp(mid.y, b.y, grown * 0.94) };
      const line = () => this.walls.moveTo(from.x, from.y).lineTo(to.x, to.y);
      line().stroke({ width: 30, color: light, alpha: 0.16 * grown, cap: 'round' });
      line().stroke({ width: 19, color: light, alpha: 0.28 * grown, cap: 'round' });
      line().stroke({ width: 10, color: light, alpha: grown * (life > 1 ? 1 : 0.75), cap: 'round' });
      // As many lights as rounds are left.
      for (let i = 0; i < life; i += 1) {
        const k = (i + 1) / (life + 1);
        this.walls.circle(lerp(from.x, to.x, k), lerp(from.y, to.y, k), 9 * grown).fill(this.palette.floor);
        this.walls.circle(lerp(from.x, to.x, k), lerp(from.y, to.y, k), 5.5 * grown).fill(light);
      }
    }
  }

  private drawPieces(picture: Picture, turnOf: View, after: View): void {
    picture.runners.forEach(({ at, alpha, size }, index) => {
      const runner = this.runners[index];
      if (runner === undefined) return;
      runner.body.position.set(at.x, at.y);
      runner.body.alpha = alpha;
      runner.body.visible = alpha > 0;
      runner.body.scale.set(size);
      runner.halo.visible = turnOf.turn === index && after.result === null;
      runner.cross.visible = after.runners[index]?.status === 'caught' && size < 0.8;
    });
    picture.hunters.forEach(({ at, lean }, index) => {
      const hunter = this.hunters[index];
      hunter?.position.set(at.x, at.y);
      if (hunter !== undefined) hunter.rotation = lean;
    });
  }

  private drawFlash({ at, k, good }: { at: Point; k: number; good: boolean }): void {
    const colour = good ? this.palette.glow : this.palette.danger;
    this.flashes.circle(at.x, at.y, 30 + 70 * k).stroke({ width: 12 * (1 - k), color: colour, alpha: 1 - k });
    this.flashes.circle(at.x, at.y, 14 + 48 * k).stroke({ width: 8 * (1 - k), color: colour, alpha: 1 - k });
  }

  /** For hands: clears and returns a layer for what a person may do. */
  static fresh(layer: Container): Graphics {
    empty(layer);
    const made = new Graphics();
    layer.addChild(made);
    return made;
  }
}

const along = (from: Cell, to: Cell, k: number): Point => {
  const a = middle(from);
  const b = middle(to);
  return { x: lerp(a.x, b.x, k), y: lerp(a.y, b.y, k) };
};

const add = (a: Point | undefined, b: Point | undefined): Point => ({ x: (a?.x ?? 0) + (b?.x ?? 0), y: (a?.y ?? 0) + (b?.y ?? 0) });
