import { Container } from 'pixi.js';

import type { Frame, Opening, Seat } from '../../reel/types';
import { showNames } from '../../stage/draw';
import { lerp, pulse } from '../../stage/motion';
import type { Arrangement, Box, Making, Moment, Point, Stage, Tongue } from '../../stage/stage';
import type { Palette } from '../../theme.svelte';
import { tileOf } from './board';
import { Cards } from './cards';
import { chart } from './chart';
import { Effects } from './effects';
import { coordinates, ground } from './ground';
import { CELL, Layout, column } from './layout';
import { lookOf, type Look } from './look';
import { GemPiece, Gems, UnitPiece, cutOf } from './pieces';
import { beats, between, still, unitsOf, type Hold, type Picture } from './picture';
import { sights, toggle } from './sights';
import { speaker } from './speaker';
import type { Config, Event, Point as Cell, View } from './types';

/** A tick in which nothing is to be seen but points that grow. */
const QUIET = 150;

/** Where a diamond and its tag are, from the middle of the unit or the cell; and how large it is, by its cut. */
const CARRIED = { gem: { x: 31, y: -31 }, tag: { x: 12, y: 40 }, sizes: [0.84, 0.66, 0.66, 0.6, 0.56] };
const LYING = { gem: { x: 0, y: -4 }, tag: { x: 0, y: 38 }, sizes: [1, 1, 1, 1, 1] };

export class JungleStage implements Stage<View, Event> {
  readonly root = new Container();
  readonly size: { width: number; height: number };
  readonly board: Box;
  readonly arrangements: Record<Arrangement, Box>;
  readonly fixed: readonly Container[];
  readonly config: Config;
  readonly layout: Layout;
  readonly look: Look;
  private readonly opening: Opening<Config, View>;
  private readonly palette: Palette;
  private readonly tongue: Tongue;
  private readonly gems: Gems;
  private readonly units: UnitPiece[];
  private readonly stones: GemPiece[];
  private readonly effects: Effects;
  private cards: Cards;
  private readonly numbers: Container;
  private chart: Container | null = null;
  private now: View;
  private moment: Moment<View, Event> | null = null;

  constructor({ opening, palette, tongue }: Making<Config, View>) {
    this.opening = opening;
    this.config = opening.config;
    this.palette = palette;
    this.tongue = tongue;
    this.now = opening.view;
    this.layout = new Layout(this.config);
    this.look = lookOf(palette);
    this.size = { width: this.layout.width, height: this.layout.height };
    this.board = this.layout.board;
    const { x, y, width, height } = this.board;
    const { width: aside, gap } = column(this.layout, this.config.teams.length);
    this.arrangements = {
      above: { x, y: 0, width, height: y + height },
      beside: { x: tongue.rtl === true ? x : x - aside - gap, y, width: width + aside + gap, height },
      bare: this.board,
    };
    this.gems = new Gems(this.look);
    const side = (team: number) => this.sideOf(team);
    this.effects = new Effects(this.layout, palette, this.look, tongue, side);
    this.cards = this.makeCards('above');
    this.units = opening.view.teams.flatMap((team, index) => team.units.map(({ unit }) => new UnitPiece(unit, this.sideOf(index), palette, this.look, tongue)));
    this.stones = opening.view.diamonds.map(() => new GemPiece(this.gems, this.look, palette, tongue));
    this.numbers = coordinates(this.layout, palette, tongue);
    const pieces = new Container();
    // A unit covers what lies on its cell; what it carries is drawn above it.
    pieces.addChild(...this.units.map(({ root }) => root), ...this.stones.map(({ root }) => root), ...this.stones.map(({ tag }) => tag));
    const floor = ground(this.config, this.layout, palette, this.look);
    this.fixed = [floor];
    this.root.addChild(floor, this.numbers, this.effects.under, pieces, this.effects.over, this.cards.root);
  }

  arrange(where: Arrangement): void {
    this.cards.root.visible = where !== 'bare';
    if (where === 'bare') return;
    const at = this.root.getChildIndex(this.cards.root);
    this.cards.root.destroy({ children: true });
    this.cards = this.makeCards(where);
    this.root.addChildAt(this.cards.root, at);
    if (this.moment !== null) this.draw(this.moment);
  }

  scaled(pixels: number): boolean {
    showNames(this.cards.root, pixels);
    return false;
  }

  length(_before: View, frame: Frame<View, Event>): number {
    return Math.max(beats(frame.events).length, QUIET);
  }

  draw(moment: Moment<View, Event>): void {
    this.moment = moment;
    const { before, frame, after, p } = moment;
    const resting = frame === null || p >= 1;
    this.now = resting ? after : before;
    const picture = frame === null ? still(after) : between(before, frame, p);
    this.drawUnits(picture, this.now);
    this.drawStones(picture);
    this.effects.draw(picture, this.now, resting ? 1 : p, sights.paths);
    // The cards tell what panel and log tell: how it stood until the step is drawn to its end.
    this.cards.draw(resting ? picture : { ...still(before), active: picture.active }, this.now, sights.counts);
    this.numbers.visible = sights.grid;
    this.drawChart();
  }

  /** The document's own keys: what else is to be seen. */
  key(key: string): boolean {
    return toggle(key);
  }

  inspect(point: Point): string | null {
    const cell = this.layout.cellAt(point);
    if (cell === null) return null;
    const { say } = this.tongue;
    const here = (other: Cell | null) => other !== null && other.x === cell.x && other.y === cell.y;
    const found: string[] = [];
    this.now.teams.forEach((team, index) => {
      for (const { unit, position, diamond, summoning } of team.units) {
        if (!here(position)) continue;
        found.push(say(summoning ? 'jungle.tip.summoning' : 'jungle.tip.unit', { unit, team: index + 1 }));
        const held = diamond === null ? undefined : this.now.diamonds[diamond];
        if (held !== undefined) found.push(say('jungle.tip.diamond', { level: held.level, n: held.points }));
      }
    });
    for (const { owner, position, level, points } of this.now.diamonds) {
      if (owner === null && here(position)) found.push(say('jungle.tip.diamond', { level, n: points }));
    }
    const tile = tileOf(this.config, cell);
    if (found.length === 0 && tile !== 'floor') found.push(say(`jungle.tip.${tile}`));
    if (sights.grid) found.push(say('jungle.tip.cell', { x: cell.x, y: cell.y }));
    return found.length === 0 ? null : found.join(say('list.point'));
  }

  locate(place: unknown): Point | null {
    if (typeof place !== 'object' || place === null || !('x' in place) || !('y' in place)) return null;
    const { x, y } = place;
    return typeof x === 'number' && typeof y === 'number' ? this.layout.middle({ x, y }) : null;
  }

  anchor(seat: Seat): Point | null {
    const at = speaker(this.now, seat);
    if (at !== null) return this.layout.middle(at);
    // Nobody of the team is there: over the board all the same, each team at its own height.
    const { x, y, width, height } = this.board;
    return { x: x + width / 2, y: y + (height * (seat + 1)) / this.config.teams.length };
  }

  sideOf(team: number): number {
    return this.opening.seats.find(({ seat }) => seat === team)?.side ?? team;
  }

  destroy(): void {
    this.root.destroy({ children: true });
    this.gems.destroy();
  }

  private makeCards(where: 'above' | 'beside'): Cards {
    const { layout, palette, gems, tongue, opening, board } = this;
    const side = (team: number) => this.sideOf(team);
    const name = (team: number) => opening.seats.find((seat) => seat.side === side(team))?.name ?? '';
    const made = new Cards(this.config.teams.length, layout, palette, gems, tongue, side, name, where);
    if (where === 'beside') made.root.position.set(tongue.rtl === true ? board.x + board.width + column(layout, this.config.teams.length).gap : this.arrangements.beside.x, board.y);
    return made;
  }

  private drawUnits({ units }: Picture, view: View): void {
    const gone = unitsGone(view);
    units.forEach(({ at, alpha, size, summoning, lunge }, index) => {
      const { x, y } = this.layout.middle(at);
      this.units[index]?.place(x + lunge.x * CELL, y + lunge.y * CELL, alpha * (gone[index] === true ? 0.5 : 1), size, summoning);
    });
  }

  private drawStones({ gems, units }: Picture): void {
    const place = (hold: Hold) => {
      if ('cell' in hold) return { at: this.layout.middle(hold.cell), ...LYING };
      const unit = units[hold.unit - 1];
      return { at: this.layout.middle(unit?.at ?? { x: 0, y: 0 }), ...CARRIED };
    };
    gems.forEach(({ from, to, k, level, points }, index) => {
      const stone = this.stones[index];
      if (stone === undefined) return;
      const [a, b] = [place(from), place(to)];
      // On its way it flies a little above the straight line.
      const hop = from === to ? 0 : pulse(k) * 26;
      stone.show(level, points);
      stone.root.position.set(lerp(a.at.x + a.gem.x, b.at.x + b.gem.x, k), lerp(a.at.y + a.gem.y, b.at.y + b.gem.y, k) - hop);
      const cut = cutOf(points);
      stone.root.scale.set(lerp(a.sizes[cut] ?? 1, b.sizes[cut] ?? 1, k));
      stone.tag.position.set(lerp(a.at.x + a.tag.x, b.at.x + b.tag.x, k), lerp(a.at.y + a.tag.y, b.at.y + b.tag.y, k) - hop);
    });
  }

  private drawChart(): void {
    if (sights.chart && this.chart === null) {
      this.chart = chart(this.layout, this.palette, this.look, this.gems, this.tongue);
      this.root.addChild(this.chart);
    }
    if (this.chart !== null) this.chart.visible = sights.chart;
  }
}

/** Whether the team of each unit has left the match. */
const unitsGone = (view: View): boolean[] => unitsOf(view).map((_, index) => view.teams[Math.floor(index / Math.max(view.teams[0]?.units.length ?? 1, 1))]?.left === true);
