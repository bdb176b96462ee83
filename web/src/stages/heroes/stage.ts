import { Container, Graphics } from 'pixi.js';

import type { Frame, Seat } from '../../reel/types';
import { clamp, smooth } from '../../stage/motion';
import type { Making, Moment, Point, Stage, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { Board, same, teamOf, within } from './board';
import { Effects } from './effects';
import { Gallery } from './gallery';
import { CELL, Fog, RIM, makeFloor, makeWalls, middle } from './ground';
import { heroName } from './names';
import { Pieces } from './pieces';
import { between, lengthOf, plotOf, rested, still, type Picture } from './plot';
import { STRIP, Strip } from './strip';
import type { Cell, Config, Event, HeroView, View } from './types';

const choosing = (view: View) => view.phase === 'init' || view.phase === 'pick';

export class HeroesStage implements Stage<View, Event> {
  readonly root = new Container();
  readonly size: { width: number; height: number };
  readonly margin: { top: number; foot: number };
  readonly largest = 1.25;
  readonly board: Board;
  /** Where the board's top left cell begins in the world. */
  readonly origin: Point;
  /** The board's size in the world. */
  readonly field: { width: number; height: number };
  readonly gallery: Gallery;
  private readonly palette: Palette;
  readonly fixed: readonly Container[];
  private readonly tongue: Tongue;
  private readonly ground = new Container();
  private readonly strip: Strip;
  private readonly fog: Fog;
  private readonly trails = new Graphics();
  private readonly pieces: Pieces;
  private readonly effects: Effects;
  private now: View;

  constructor({ opening, palette, tongue }: Making<Config, View>) {
    this.board = new Board(opening.config);
    this.palette = palette;
    this.tongue = tongue;
    this.now = opening.view;
    const [width, height] = [this.board.columns * CELL, this.board.rows * CELL];
    this.field = { width, height };
    const wide = width + RIM * 2;
    const scale = wide / STRIP.width;
    this.origin = { x: RIM, y: STRIP.height * scale + 30 };
    this.size = { width: wide, height: this.origin.y + height + RIM };
    this.margin = { top: this.origin.y - RIM, foot: 0 };
    this.strip = new Strip(this.board, palette, tongue, [0, 1].map((side) => opening.seats.find((seat) => seat.side === side)?.name ?? ''));
    this.strip.root.scale.set(scale);
    this.fog = new Fog(this.board, palette);
    this.pieces = new Pieces(this.board, palette, tongue);
    this.effects = new Effects(palette, tongue, this.field);
    this.gallery = new Gallery(this.board, palette, tongue, this.field);
    this.ground.position.set(this.origin.x, this.origin.y);
    const [floor, walls] = [makeFloor(this.board, palette), makeWalls(this.board, palette)];
    this.fixed = [floor, walls];
    this.ground.addChild(floor, this.fog.root, walls);
    this.ground.addChild(this.trails, this.effects.below, this.pieces.root, this.effects.above, this.gallery.root);
    this.root.addChild(this.strip.root, this.ground);
  }

  length(before: View, frame: Frame<View, Event>): number {
    return lengthOf(plotOf(this.board, before, frame));
  }

  draw({ before, frame, after, p }: Moment<View, Event>): void {
    const resting = frame === null || p >= 1;
    const acting = before.phase === 'action';
    this.now = resting || (!acting && p > 0.5) ? after : before;
    const picture = frame === null ? still(after) : resting ? rested(this.board, before, frame) : between(this.board, before, frame, p);
    this.fog.show(resting ? after : before, after, resting ? 1 : p);
    this.drawTrails(this.now, picture);
    this.pieces.draw(picture);
    this.effects.draw(picture);
    const health = new Map(picture.pieces.map(({ hero, hp }) => [hero.id, hp]));
    this.strip.draw(this.now, (hero) => health.get(hero.id) ?? hero.hp);
    const shown = choosing(after) ? 1 : choosing(before) && !resting ? 1 - smooth(clamp(p * 2.5)) : 0;
    this.gallery.draw(choosing(after) ? after : before, shown);
  }

  /** The cell at a place of the world, if there is one. */
  cellAt({ x, y }: Point): Cell | null {
    const cell = { row: Math.floor((y - this.origin.y) / CELL), column: Math.floor((x - this.origin.x) / CELL) };
    return this.board.holds(cell) ? cell : null;
  }

  /** The hero whose card in the strip is at a place of the world. */
  cardAt(point: Point): number | null {
    const scale = this.strip.root.scale.x;
    return this.strip.heroAt({ x: point.x / scale, y: point.y / scale });
  }

  /** The frame of a hero's card, in the world. */
  cardOf(id: number): { x: number; y: number; width: number; height: number } {
    const scale = this.strip.root.scale.x;
    const { x, y, width, height } = this.strip.cardOf(id);
    return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
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
    const { config } = this.board;
    if (within(config.objective, cell)) found.push(tongue.say('heroes.tip.objective'));
    config.respawn.forEach((zone, team) => {
      if (within(zone, cell)) found.push(tongue.say('heroes.tip.respawn', { team: team + 1 }));
    });
    return found.length === 0 ? null : found.join(' · ');
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

  private tell(hero: HeroView): string {
    const name = heroName(this.tongue, hero.class, hero.id);
    if (hero.respawn > 0) return this.tongue.say('heroes.tip.dead', { name, n: hero.respawn });
    if (hero.hp === null) return this.tongue.say('heroes.tip.hidden', { name });
    return this.tongue.say('heroes.tip.hero', { name, hp: hero.hp, most: this.board.classOf(hero.class)?.max_hp ?? hero.hp });
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
