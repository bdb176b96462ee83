import { Container, Graphics, type Text } from 'pixi.js';

import { cut, label, named, sideShape, star, type LabelStyle } from '../../stage/draw';
import type { Making, Point } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { drawLine } from './board';
import { FOOT, TOP, WIDTH, type City } from './city';
import { isThief, nextReveal, sideOf } from './knowledge';
import { drawGhost, sign } from './pieces';
import { revealText, turnText } from './turns';
import type { Config, Unit, View, Way } from './types';

const HEIGHT = TOP - 14;
const WAYS: readonly Way[] = ['walk', 'bus', 'metro'];
/** Between the board and what is told beside it. */
export const GAP = 12;
/** The column's size in its own unit. */
const COLUMN = { width: 236, height: 640 };

/** The column beside the board: less than a quarter of its height, since a city is wide. */
export function column({ board }: City): { width: number; scale: number } {
  const scale = Math.min((board.height * 0.23) / COLUMN.width, board.height / COLUMN.height);
  return { width: COLUMN.width * scale, scale };
}

/** Where two texts have their middles, one below the other. */
export interface Stack {
  first: number;
  second: number;
  scale: number;
}

/**
 * Two texts of these heights in a room: each has its middle where it usually is, unless their lines would meet. Where there is no room
 * for both as they are, both are smaller.
 */
export function stack([one, two]: readonly [number, number], usual: readonly [number, number], { top, bottom, gap }: { top: number; bottom: number; gap: number }): Stack {
  const scale = Math.min(1, (bottom - top - gap) / (one + two));
  const [a, b] = [(one * scale) / 2, (two * scale) / 2];
  const first = Math.min(Math.max(usual[0], top + a), bottom - 2 * b - gap - a);
  return { first, second: Math.min(Math.max(usual[1], first + a + gap + b), bottom - b), scale };
}

/** Where everything is, in the hud's own unit. */
interface Plan {
  /** How wide a side's card is. */
  card: number;
  cardAt(side: number): Point;
  /** Where the turn and the next reveal are told, and how much room their lines have. */
  now: Point;
  next: Point;
  room: number;
  track: Point & { width: number };
}

const CARD = 262;
const TRACK = { x: CARD + 34, width: WIDTH - 2 * (CARD + 34), y: 66 };

const PLANS: Record<'above' | 'beside', Plan> = {
  above: {
    card: CARD,
    cardAt: (side) => ({ x: side === 0 ? 2 : WIDTH - CARD - 2, y: 2 }),
    now: { x: WIDTH / 2, y: 18 },
    next: { x: WIDTH / 2, y: 47 },
    room: TRACK.width + 24,
    track: TRACK,
  },
  beside: {
    card: COLUMN.width,
    cardAt: (side) => ({ x: 0, y: 212 + side * (HEIGHT + 14) }),
    now: { x: COLUMN.width / 2, y: 38 },
    next: { x: COLUMN.width / 2, y: 112 },
    room: COLUMN.width,
    track: { x: 12, y: 158, width: COLUMN.width - 24 },
  },
};

interface Card {
  won: Graphics;
  /** Each enemy thief's sign while it is free and once it is caught. */
  prey: { unit: number; free: Graphics; barred: Graphics }[];
  purse: Text;
  coin: Graphics;
}

/** Above the board: both sides with what they have caught and own, and the turns with those on which thieves show themselves. Below: what the lines mean. */
export class Hud {
  readonly root = new Container();
  private readonly config: Config;
  private readonly palette: Palette;
  private readonly cards: Card[];
  private readonly now: Text;
  private readonly next: Text;
  private readonly track = new Graphics();
  private readonly lamp = new Graphics().circle(0, 0, 24).fill({ color: '#ffffff', alpha: 0.4 });
  private readonly plan: Plan;
  /** The turn that the track shows. */
  private shown = -1;

  constructor(
    private readonly making: Making<Config, View>,
    city: City,
    private readonly where: 'above' | 'beside' = 'above',
  ) {
    this.config = making.opening.config;
    this.palette = making.palette;
    this.plan = PLANS[where];
    if (where === 'beside') this.root.scale.set(column(city).scale);
    this.cards = [this.makeCard(0), this.makeCard(1)];
    this.now = this.line({ size: 25, colour: this.palette.ink, weight: '700' }, this.plan.now);
    this.next = this.line({ size: 22, colour: this.palette.muted }, this.plan.next);
    this.lamp.tint = this.palette.glow;
    this.root.addChild(this.lamp, this.track, this.now, this.next, this.makeLegend(city));
  }

  /** `lit`: how far the light of a visible turn has come on. */
  draw(view: View, caught: ReadonlySet<number>, lit: number): void {
    this.drawTurn(view);
    this.lamp.alpha = lit;
    this.cards.forEach((card, side) => {
      // Only a spectator knows what a whole side owns.
      const own = view.overview?.units.filter(({ team }) => sideOf(team) === side) ?? [];
      card.coin.visible = own.length > 0;
      card.purse.text = own.length === 0 ? '' : this.making.tongue.number(own.reduce((sum, { balance }) => sum + balance, 0), { maximumFractionDigits: 0 });
      for (const { unit, free, barred } of card.prey) {
        barred.visible = caught.has(unit);
        free.visible = !barred.visible;
      }
      card.won.visible = view.winner !== null && sideOf(view.winner) === side;
    });
  }

  /** A line of words; in a column it may be two. */
  private line(style: LabelStyle, at: Point): Text {
    const made = label('', style);
    if (this.where === 'beside') Object.assign(made.style, { wordWrap: true, wordWrapWidth: this.plan.room, align: 'center' });
    made.position.copyFrom(at);
    return made;
  }

  private makeCard(side: number): Card {
    const { palette } = this;
    const { card: wide } = this.plan;
    const root = new Container();
    root.position.copyFrom(this.plan.cardAt(side));
    const frame = new Graphics().roundRect(0, 0, wide, HEIGHT, 18).fill(palette.surface);
    frame.roundRect(0, 0, wide, HEIGHT, 18).stroke({ width: 3, color: palette.line, alignment: 1 });
    const won = new Graphics().roundRect(0, 0, wide, HEIGHT, 18).stroke({ width: 6, color: palette.glow, alignment: 1 });
    const badge = sideShape(new Graphics(), side, 17).fill(sideColour(palette, side));
    badge.position.set(30, 27);
    const number = label(this.making.tongue.number(side + 1), { size: 19, colour: palette.sideInk[side] ?? palette.surface, weight: '800' });
    number.position.set(30, 27);
    const name = named(label('', { size: 22, colour: palette.ink, weight: '700', anchor: 0 }));
    name.position.set(58, 27);
    cut(name, this.making.opening.seats.find((seat) => seat.side === side)?.name ?? '', this.where === 'beside' ? wide - 72 : wide - 144);
    const coin = new Graphics().circle(0, 0, 9).fill(palette.glow).circle(0, 0, 5.4).stroke({ width: 2, color: palette.surface });
    coin.position.set(wide - 22, this.where === 'beside' ? 63 : 27);
    const purse = label('', { size: 21, colour: palette.ink, weight: '700', anchor: 1 });
    purse.position.set(wide - 37, coin.y);
    root.addChild(frame, won, badge, number, name, coin, purse);
    const hunted = this.config.units.filter((unit) => isThief(unit) && sideOf(unit.team) !== side);
    const step = Math.min(40, (wide - (this.where === 'beside' ? 128 : 28)) / Math.max(hunted.length, 1));
    const prey = hunted.map((unit, i) => {
      const marks = this.makePrey(unit, Math.min(16, step * 0.42));
      for (const mark of [marks.free, marks.barred]) mark.position.set(30 + i * step, 63);
      root.addChild(marks.free, marks.barred);
      return { unit: unit.id, ...marks };
    });
    this.root.addChild(root);
    return { won, prey, purse, coin };
  }

  private makePrey(unit: Unit, r: number): { free: Graphics; barred: Graphics } {
    const { palette } = this;
    const side = sideOf(unit.team);
    const colour = sideColour(palette, side);
    const free = sideShape(new Graphics(), side, r).fill(colour);
    sign(free, unit.kind, r, palette.sideInk[side] ?? palette.surface, colour);
    const barred = sideShape(new Graphics(), side, r).fill({ color: colour, alpha: 0.4 });
    for (const dx of [-0.6, -0.2, 0.2, 0.6]) barred.moveTo(dx * r, -r).lineTo(dx * r, r);
    barred.stroke({ width: Math.max(r * 0.17, 2), color: palette.ink, cap: 'round' });
    return { free, barred };
  }

  private drawTurn(view: View): void {
    const { palette, config } = this;
    this.now.text = apart(turnText(view, this.making));
    this.next.text = apart(revealText(view, this.making));
    this.next.style.fill = view.visible_turn && view.phase === 'ongoing' ? palette.warn : palette.muted;
    fit(this.now, this.plan.room);
    fit(this.next, this.plan.room);
    if (this.where === 'beside') this.part();
    const turn = view.turn.number;
    if (turn === this.shown) return;
    this.shown = turn;
    const { x, y, width } = this.plan.track;
    const at = (place: number) => {
      const gone = (width * Math.min(place, config.max_turns)) / Math.max(config.max_turns, 1);
      // Turns follow one another in the direction in which the reader reads.
      return this.making.tongue.rtl === true ? x + width - gone : x + gone;
    };
    this.track.clear();
    this.track.roundRect(x, y, width, 14, 7).fill(palette.raised).roundRect(x, y, width, 14, 7).stroke({ width: 2, color: palette.line });
    const upcoming = nextReveal(config, turn)?.turn;
    for (const visible of new Set(config.visible_turns)) {
      if (visible > config.max_turns) continue;
      this.track.circle(at(visible), y + 7, visible === upcoming ? 7 : 4).fill({ color: palette.glow, alpha: visible < turn ? 0.4 : 1 });
      if (visible === upcoming) this.track.circle(at(visible), y + 7, 7).stroke({ width: 2, color: palette.ink });
    }
    const here = at(turn);
    this.lamp.position.set(here, y + 7);
    this.track.poly([here, y + 16, here - 9, y + 30, here + 9, y + 30], true).fill(palette.accent);
    this.track.roundRect(here - 2, y - 3, 4, 20, 2).fill(palette.accent);
  }

  /** In a column each of the two may take several lines. */
  private part(): void {
    const { now, next, plan } = this;
    const { first, second, scale } = stack([now.height, next.height], [plan.now.y, plan.next.y], { top: 4, bottom: plan.track.y - 6, gap: 6 });
    now.y = first;
    next.y = second;
    for (const text of [now, next]) text.scale.set(text.scale.x * scale);
  }

  private makeLegend(city: City): Container {
    const { palette, config } = this;
    const { say } = this.making.tongue;
    const root = new Container();
    const beside = this.where === 'beside';
    const rtl = this.making.tongue.rtl === true;
    let [x, y] = [0, 0];
    const add = (mark: Graphics, text: string, width: number) => {
      const name = label(apart(text), { size: 22, colour: palette.ink, anchor: beside && rtl ? 1 : 0, weight: '500' });
      // In a column the marks stand in a row of their own, and the words go on from there as the reader reads.
      if (beside) fit(name, COLUMN.width - 70);
      mark.position.set(beside ? (rtl ? COLUMN.width - 30 - width / 2 : 29 - width / 2) : x, y);
      name.position.set(beside ? (rtl ? COLUMN.width - 68 : 68) : x + width + 10, y);
      root.addChild(mark, name);
      if (beside) y += 38;
      else x += width + 10 + name.width + 34;
    };
    for (const way of WAYS) {
      const prices = [...new Set(city.roads.filter(({ path }) => path.way === way).map(({ path }) => path.price))].sort((a, b) => a - b);
      const [least, most] = [prices[0], prices.at(-1)];
      if (least === undefined || most === undefined) continue;
      const mark = new Graphics();
      drawLine(mark, [{ x: 0, y: 0 }, { x: 58, y: 0 }], way, 5, palette);
      const price = most === 0 ? 'gotham.legend.free' : least === most ? 'gotham.legend.price' : 'gotham.legend.prices';
      add(mark, say(price, { way: say(`gotham.way.${way}`), n: least, most }), 58);
    }
    add(new Graphics().roundRect(0, -14, 28, 28, 7).fill(palette.ink).poly(star(5, 11, 4.6).map((v, i) => v + (i % 2 === 0 ? 14 : 0)), true).fill(palette.glow), say('gotham.legend.station'), 28);
    const thief = config.units.find((unit) => unit.kind === 'thief');
    if (thief !== undefined) {
      const ghost = new Graphics();
      drawGhost(ghost, { ...thief, team: 'first' }, { x: 16, y: 0 }, 19, { ...palette, sides: palette.sides.map(() => palette.muted) }, 1);
      add(ghost, say('gotham.legend.seen'), 34);
    }
    if (beside) {
      root.position.set(0, PLANS.beside.cardAt(2).y + 22);
      return root;
    }
    const scale = Math.min(1, (WIDTH - 20) / (x - 34));
    root.scale.set(scale);
    root.position.set((WIDTH - (x - 34) * scale) / 2, TOP + city.height + FOOT / 2 + 4);
    return root;
  }
}

/** The canvas writes from left to right: a sentence of the other direction keeps its own, its full stop included. */
const apart = (text: string) => `${/[\u0590-\u08ff]/.test(text) ? '\u2067' : '\u2066'}${text}\u2069`;

/** Keeps a text within a width by scaling it down. */
function fit(text: Text, width: number): void {
  text.scale.set(1);
  if (text.width > width) text.scale.set(width / text.width);
}
