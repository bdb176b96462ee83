import { Container, Graphics } from 'pixi.js';

import type { Frame, Seat } from '../../reel/types';
import { showNames } from '../../stage/draw';
import { clamp, smooth } from '../../stage/motion';
import type { Arrangement, Box, Making, Moment, Point, Stage, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { Board, same, teamOf, within } from './board';
import { Effects } from './effects';
import { Gallery } from './gallery';
import { CELL, FRAME, Fog, RIM, makeFloor, makeWalls, middle } from './ground';
import { heroName } from './names';
import { Pieces } from './pieces';
import { between, lengthOf, plotOf, rested, still, type Picture } from './plot';
import { EDGE, INNER, STRIP, Strip } from './strip';
import type { Cell, Config, Event, HeroView, View } from './types';

/** Between the board and what is told beside it. */
const GAP = 16;

const choosing = (view: View) => view.phase === 'init' || view.phase === 'pick';

export class HeroesStage implements Stage<View, Event> {
  readonly root = new Container();
  readonly size: { width: number; height: number };
  readonly board: Box;
  readonly arrangements: Record<Arrangement, Box>;
  readonly map: Board;
  /** Where the board's top left cell begins in the world. */
  readonly origin: Point;
  /** The board's size in the world. */
  readonly field: { width: number; height: number };
  readonly gallery: Gallery;
  readonly cover: Container;
  private readonly palette: Palette;
  readonly fixed: readonly Container[];
  private readonly tongue: Tongue;
  private readonly ground = new Container();
  private strip: Strip;
  private readonly names: readonly string[];
  private moment: Moment<View, Event> | null = null;
  private readonly fog: Fog;
  private readonly trails = new Graphics();
  private readonly pieces: Pieces;
  private readonly effects: Effects;
  private now: View;

  constructor({ opening, palette, tongue }: Making<Config, View>) {
    this.map = new Board(opening.config);
    this.palette = palette;
    this.tongue = tongue;
    this.now = opening.view;
    const [width, height] = [this.map.columns * CELL, this.map.rows * CELL];
    this.field = { width, height };
    const wide = width + FRAME * 2;
    const scale = wide / INNER;
    this.origin = { x: RIM, y: STRIP.above.height * scale + 30 };
    this.size = { width: width + RIM * 2, height: this.origin.y + height + RIM };
    this.board = { x: RIM - FRAME, y: this.origin.y - FRAME, width: wide, height: height + FRAME * 2 };
    const { x, y, height: high } = this.board;
    const column = (STRIP.beside.width * high) / STRIP.beside.height + GAP;
    this.arrangements = {
      above: { x, y: 0, width: wide, height: y + high },
      beside: { x: tongue.rtl === true ? x : x - column, y, width: wide + column, height: high },
      bare: this.board,
    };
    this.names = [0, 1].map((side) => opening.seats.find((seat) => seat.side === side)?.name ?? '');
    this.strip = this.makeStrip('above');
    this.fog = new Fog(this.map, palette);
    this.pieces = new Pieces(this.map, palette, tongue);
    this.effects = new Effects(palette, tongue, this.field);
    this.gallery = new Gallery(this.map, palette, tongue, this.field);
    this.cover = this.gallery.root;
    this.ground.position.set(this.origin.x, this.origin.y);
    const [floor, walls] = [makeFloor(this.map, palette), makeWalls(this.map, palette)];
    this.fixed = [floor, walls];
    this.ground.addChild(floor, this.fog.root, walls);
    this.ground.addChild(this.trails, this.effects.below, this.pieces.root, this.effects.above, this.gallery.root);
    this.root.addChild(this.strip.root, this.ground);
  }

  arrange(where: Arrangement): void {
    this.strip.root.visible = where !== 'bare';
    if (where === 'bare') return;
    this.strip.root.destroy({ children: true });
    this.strip = this.makeStrip(where);
    this.root.addChildAt(this.strip.root, 0);
    if (this.moment !== null) this.draw(this.moment);
  }

  scaled(pixels: number): boolean {
    showNames(this.strip.root, pixels);
    return false;
  }

  length(before: View, frame: Frame<View, Event>): number {
    return lengthOf(plotOf(this.map, before, frame));
  }

  draw(moment: Moment<View, Event>): void {
    this.moment = moment;
    const { before, frame, after, p } = moment;
    const resting = frame === null || p >= 1;
    const acting = before.phase === 'action';
    this.now = resting || (!acting && p > 0.5) ? after : before;
    const picture = frame === null ? still(after) : resting ? rested(this.map, before, frame) : between(this.map, before, frame, p);
    this.fog.show(resting ? after : before, after, resting ? 1 : p);
    this.drawTrails(this.now, picture);
    this.pieces.draw(picture);
    this.effects.draw(picture);
    const health = new Map(picture.pieces.map(({ hero, hp }) => [hero.id, hp]));
    // The cards tell what panel and log tell: how it stood until the step is drawn to its end.
    this.strip.draw(resting ? after : before, (hero) => health.get(hero.id) ?? hero.hp);
    const shown = choosing(after) ? 1 : choosing(before) && !resting ? 1 - smooth(clamp(p * 2.5)) : 0;
    this.gallery.draw(choosing(after) ? after : before, shown);
  }

  /** The cell at a place of the world, if there is one. */
  cellAt({ x, y }: Point): Cell | null {
    const cell = { row: Math.floor((y - this.origin.y) / CELL), column: Math.floor((x - this.origin.x) / CELL) };
    return this.map.holds(cell) ? cell : null;
  }

  /** The hero whose card in the strip is at a place of the world. */
  cardAt(point: Point): number | null {
    const { position, scale, visible } = this.strip.root;
    return visible ? this.strip.heroAt({ x: (point.x - position.x) / scale.x, y: (point.y - position.y) / scale.x }) : null;
  }

  /** The frame of a hero's card, in the world. */
  cardOf(id: number): { x: number; y: number; width: number; height: number } {
    const { position, scale } = this.strip.root;
    const { x, y, width, height } = this.strip.cardOf(id);
    return { x: position.x + x * scale.x, y: position.y + y * scale.x, width: width * scale.x, height: height * scale.x };
  }

  inspect(point: Point): string | null {
    const { now, tongue } = this;
    const card = this.cardAt(point);
    if (card !== null) {
      const hero = now.heroes[teamOf(card)].find(({ id }) => id === card);
      return hero === undefined ? null : this.tell(hero);
    }
    const cell = this.cellAt(point);
    if (cell === null || choosing(now)) return null;
    const found = [...now.heroes[0], ...now.heroes[1]].filter((hero) => hero.cell !== null && same(hero.cell, cell)).map((hero) => this.tell(hero));
    const { config } = this.map;
    if (within(config.objective, cell)) found.push(tongue.say('heroes.tip.objective'));
    config.respawn.forEach((zone, team) => {
      if (within(zone, cell)) found.push(tongue.say('heroes.tip.respawn', { team: team + 1 }));
    });
    return found.length === 0 ? null : found.join(tongue.say('list.point'));
  }

  locate(place: unknown): Point | null {
    if (typeof place !== 'object' || place === null) return null;
    const { row, column } = place as Partial<Cell>;
    if (typeof row !== 'number' || typeof column !== 'number') return null;
    const { x, y } = middle({ row, column });
    return { x: x + this.origin.x, y: y + this.origin.y };
  }

  anchor(seat: Seat): Point | null {
    const hero = this.now.heroes[seat === 0 ? 0 : 1].find(({ cell }) => cell !== null);
    return hero === undefined ? null : this.locate(hero.cell);
  }

  destroy(): void {
    this.root.destroy({ children: true });
  }

  private makeStrip(where: 'above' | 'beside'): Strip {
    const made = new Strip(this.map, this.palette, this.tongue, this.names, where);
    const { x, y, width, height } = this.board;
    if (where === 'above') {
      made.root.scale.set(width / INNER);
      made.root.position.set(x - (EDGE * width) / INNER, 0);
    } else {
      made.root.scale.set(height / STRIP.beside.height);
      made.root.position.set(this.tongue.rtl === true ? x + width + GAP : this.arrangements.beside.x, y);
    }
    return made;
  }

  private tell(hero: HeroView): string {
    const name = heroName(this.tongue, hero.class, hero.id);
    if (hero.respawn > 0) return this.tongue.say('heroes.tip.dead', { name, n: hero.respawn });
    if (hero.hp === null) return this.tongue.say('heroes.tip.hidden', { name });
    return this.tongue.say('heroes.tip.hero', { name, hp: hero.hp, most: this.map.classOf(hero.class)?.max_hp ?? hero.hp });
  }

  /** The ways of this turn, and where a hidden enemy was last seen. */
  private drawTrails(view: View, picture: Picture): void {
    this.trails.clear();
    const places = new Map(picture.pieces.map(({ hero, at }) => [hero.id, at]));
    for (const hero of [...view.heroes[0], ...view.heroes[1]]) {
      const at = places.get(hero.id);
      const colour = sideColour(this.palette, teamOf(hero.id));
      const [first, ...rest] = hero.path.map(middle);
      if (first === undefined) continue;
      const points = at === undefined || view.team !== null ? rest : [...rest, at];
      const last = points.at(-1) ?? first;
      if (points.length > 0) {
        this.trails.moveTo(first.x, first.y);
        for (const point of points) this.trails.lineTo(point.x, point.y);
        this.trails.stroke({ width: 9, color: colour, alpha: 0.34, cap: 'round', join: 'round' });
        this.trails.circle(first.x, first.y, 9).fill({ color: colour, alpha: 0.4 });
      }
      if (hero.cell === null && hero.hp !== 0 && at === undefined) {
        this.trails.circle(last.x, last.y, 34).stroke({ width: 6, color: colour, alpha: 0.45 });
        this.trails.circle(last.x, last.y, 9).fill({ color: colour, alpha: 0.45 });
      }
    }
  }
}
