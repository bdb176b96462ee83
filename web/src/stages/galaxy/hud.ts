import { Container, Graphics, type Text } from 'pixi.js';

import type { Seat, SeatInfo } from '../../reel/types';
import { label, named, sideShape, star } from '../../stage/draw';
import type { Making, Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { RIM, type Chart } from './board';
import type { State } from './film';
import { inkOn } from './pieces';
import type { Config, View } from './types';

/** Between cards, and between the board and what is told beside it. */
export const GAP = 12;
const CARD = 86;
/** A column's width in the cards' own unit. */
const COLUMN = 300;
const RAIL = 44;
const STAGES = ['deploy', 'attack', 'move', 'fort'] as const;

/** The column beside the planets: as high as their sky, a quarter as wide, and narrower where there are very many players. */
export function column({ board }: Chart, { rules }: Config): { width: number; scale: number } {
  const scale = Math.min(board.height / 4 / COLUMN, board.height / ((CARD + GAP) * rules.number_of_players + (RAIL + GAP) * STAGES.length + GAP));
  return { width: COLUMN * scale, scale };
}

/** Sets a text only where it changed: a text is costly to make. */
export function write(text: Text, words: string, room = Infinity, tall = Infinity): void {
  if (text.text === words) return;
  text.text = words;
  text.scale.set(1);
  text.scale.set(Math.min(room / text.width, tall / text.height, 1));
}

/** A player's card: shape, name, points, reserve, income, stars. */
class Card {
  readonly root = new Container();
  private readonly ground = new Graphics();
  private readonly stars = new Graphics();
  private readonly score: Text;
  private readonly reserve: Text;
  private readonly income: Text;
  private drawn = '';

  constructor(
    private readonly palette: Palette,
    private readonly tongue: Tongue,
    private readonly side: number,
    private readonly width: number,
    private readonly needed: number,
    name: string,
  ) {
    const colour = sideColour(palette, side);
    const token = new Graphics();
    sideShape(token, side, 22).fill(colour);
    token.position.set(40, CARD / 2);
    const number = label(tongue.number(side + 1), { size: 24, colour: inkOn(palette, side), weight: '700' });
    number.position.set(40, CARD / 2);
    const called = named(label('', { size: 24, colour: palette.ink, anchor: 0 }));
    called.position.set(74, 25);
    write(called, name, width - 74 - 104);
    this.score = label('', { size: 23, colour: palette.muted, anchor: 1 });
    this.score.position.set(width - 18, 25);
    const stack = new Graphics();
    for (let i = 0; i < 3; i += 1) stack.roundRect(76, 69 - i * 9, 22, 6, 3);
    stack.fill(palette.muted);
    this.reserve = label('', { size: 30, colour: palette.ink, weight: '700', anchor: 0 });
    this.reserve.position.set(107, 61);
    this.income = label('', { size: 22, colour: palette.good, anchor: 0 });
    this.income.position.set(150, 62);
    this.root.addChild(this.ground, token, number, called, this.score, stack, this.reserve, this.income, this.stars);
  }

  show(active: boolean, reserve: number | null, income: number, stars: number, score: number, won: boolean): void {
    const { tongue } = this;
    write(this.score, tongue.number(score), 84);
    write(this.reserve, reserve === null ? tongue.say('galaxy.unknown') : tongue.number(reserve));
    write(this.income, `+${tongue.number(income)}`);
    this.income.position.x = 107 + this.reserve.width + 9;
    const key = `${active},${stars},${won}`;
    if (key === this.drawn) return;
    this.drawn = key;
    this.redraw(active, stars, won);
  }

  get reserveAt(): Point {
    return { x: this.root.x + 110, y: this.root.y + 61 };
  }

  private redraw(active: boolean, stars: number, won: boolean): void {
    const { palette, side, width } = this;
    const colour = won ? palette.glow : sideColour(palette, side);
    this.ground.clear();
    this.ground.roundRect(0, 0, width, CARD, 18).fill(active || won ? palette.surface : palette.raised);
    this.ground.roundRect(0, 0, width, CARD, 18).stroke({ width: active || won ? 5 : 2, color: active || won ? colour : palette.line, alignment: 1 });
    this.stars.clear();
    const pips = Math.max(this.needed, stars);
    const step = Math.min(26, (width - 208) / pips);
    for (let i = 0; i < pips; i += 1) {
      const x = width - 18 - step / 2 - (pips - 1 - i) * step;
      const points = star(5, step * 0.5, step * 0.23).map((v, place) => v + (place % 2 === 0 ? x : 62));
      this.stars.poly(points, true).fill(i < stars ? palette.glow : palette.floor);
      this.stars.poly(points, true).stroke({ width: 2, color: i < stars ? palette.glow : palette.muted, join: 'round', alpha: i < stars ? 1 : 0.7 });
    }
  }
}

/** The strip above the planets, or the column beside them. */
export class Hud {
  readonly root = new Container();
  private readonly palette: Palette;
  private readonly tongue: Tongue;
  private readonly config: Config;
  private readonly cards: Card[];
  private readonly rail = new Graphics();
  private readonly steps: Text[];
  private readonly line: Text;
  private readonly width: number;
  private readonly beside: boolean;
  private railed = '';

  constructor(
    { opening, palette, tongue }: Making<Config, View>,
    private readonly chart: Chart,
    where: 'above' | 'beside' = 'above',
  ) {
    this.palette = palette;
    this.tongue = tongue;
    this.config = opening.config;
    this.beside = where === 'beside';
    const scale = this.beside ? column(chart, this.config).scale : chart.headScale;
    this.width = this.beside ? COLUMN : (chart.size.width - RIM * 2) / scale;
    this.root.position.set(RIM, RIM - 8);
    this.root.scale.set(scale);
    const players = this.config.rules.number_of_players;
    const wide = this.beside ? COLUMN : (this.width - GAP * (players - 1)) / players;
    const needed = this.config.rules.number_of_strategic_nodes_to_win;
    this.cards = Array.from({ length: players }, (_, player) => {
      const card = new Card(palette, tongue, player, wide, needed, nameOf(opening.seats, player, tongue));
      if (this.beside) card.root.position.set(0, player * (CARD + GAP));
      else card.root.position.set(player * (wide + GAP), 0);
      return card;
    });
    this.rail.position.set(0, this.beside ? (CARD + GAP) * players + GAP : CARD + 10);
    this.steps = STAGES.map((stage, index) => {
      const text = label(tongue.say(`galaxy.rail.${stage}`), { size: 24, colour: palette.muted });
      const { x, y, width } = this.stepAt(index);
      text.position.set(x + width / 2, this.rail.y + y + RAIL / 2);
      return text;
    });
    this.line = label('', { size: 24, colour: palette.ink });
    if (this.beside) Object.assign(this.line.style, { wordWrap: true, wordWrapWidth: this.width - 36, align: 'center' });
    this.line.position.set(this.width / 2, this.rail.y + this.high / 2);
    this.root.addChild(this.rail, this.line, ...this.steps, ...this.cards.map((card) => card.root));
  }

  show(state: State, scores: readonly number[]): void {
    const winner = this.chart.winner(state);
    this.cards.forEach((card, player) =>
      card.show(
        state.player === player && !state.decided,
        state.reserves[player] ?? null,
        this.chart.income(state.owners, player),
        this.chart.stars(state.owners, player),
        scores[player] ?? 0,
        winner === player,
      ),
    );
    this.showRail(state, winner);
  }

  /** Where a player's reserve is written. */
  reserveOf(player: Seat): Point {
    const { x, y } = this.cards[player]?.reserveAt ?? { x: 0, y: 0 };
    const { position, scale } = this.root;
    return { x: position.x + x * scale.x, y: position.y + y * scale.x };
  }

  /** How high the line is that is told in place of the stages; in a column its words need two. */
  private get high(): number {
    return this.beside ? RAIL * 1.8 : RAIL;
  }

  /** Stages follow one another in the direction in which the reader reads. */
  private across(x: number): number {
    return this.tongue.rtl === true ? this.width - x : x;
  }

  private showRail(state: State, winner: Seat | null): void {
    const key = `${state.decided},${state.phase},${state.stage},${state.player},${state.phase === 'start' || state.decided ? state.turn : 0}`;
    if (key === this.railed) return;
    this.railed = key;
    const main = state.phase === 'main' && !state.decided;
    for (const text of this.steps) text.visible = main;
    this.line.visible = !main;
    this.rail.clear();
    if (main) this.drawSteps(state);
    else this.drawLine(state, winner);
  }

  /** Where a stage of the turn is on the rail: one after the other, or one below the other. */
  private stepAt(index: number): Point & { width: number } {
    const width = this.beside ? this.width : this.width / STAGES.length;
    return this.beside ? { x: 0, y: index * (RAIL + GAP), width } : { x: this.across((index + 0.5) * width) - width / 2, y: 0, width };
  }

  private drawSteps({ stage, player }: State): void {
    const { palette, rail } = this;
    const now = stage === 'finished' ? STAGES.length : STAGES.indexOf(stage as (typeof STAGES)[number]);
    if (this.beside) for (const index of STAGES.keys()) rail.roundRect(0, this.stepAt(index).y, this.width, RAIL, RAIL / 2).fill(palette.raised);
    else rail.roundRect(0, 0, this.width, RAIL, RAIL / 2).fill(palette.raised);
    if (now < STAGES.length) {
      const { x, y, width } = this.stepAt(now);
      rail.roundRect(x, y, width, RAIL, RAIL / 2).fill(sideColour(palette, player));
    }
    for (let i = 1; i < STAGES.length && !this.beside; i += 1) {
      if (i === now || i === now + 1) continue;
      const x = (i * this.width) / STAGES.length;
      rail.moveTo(this.across(x - 4), 14).lineTo(this.across(x + 4), RAIL / 2).lineTo(this.across(x - 4), RAIL - 14);
    }
    if (!this.beside) rail.stroke({ width: 3, color: palette.muted, cap: 'round', join: 'round' });
    this.steps.forEach((text, index) => (text.style.fill = index === now ? inkOn(palette, player) : palette.muted));
  }

  /** The start phase as a bar that fills, or how the match ended. */
  private drawLine(state: State, winner: Seat | null): void {
    const { palette, rail, tongue, high } = this;
    const { number_of_players: players, initial_troop: each, number_of_strategic_nodes_to_win: needed } = this.config.rules;
    rail.roundRect(0, 0, this.width, high, RAIL / 2).fill(palette.raised);
    const [room, tall] = [this.width - 36, high - 8];
    if (state.decided) {
      rail.roundRect(0, 0, this.width, high, RAIL / 2).stroke({ width: 4, color: palette.glow, alignment: 1 });
      const n = winner === null ? needed : this.chart.stars(state.owners, winner);
      write(this.line, winner === null ? tongue.say('galaxy.rail.over') : tongue.say('galaxy.rail.won', { player: winner + 1, n }), room, tall);
      return;
    }
    const last = players * each;
    const full = Math.max((state.turn / last) * this.width, RAIL);
    rail.roundRect(this.across(full / 2) - full / 2, 0, full, high, RAIL / 2).fill({ color: sideColour(palette, state.player), alpha: 0.28 });
    write(this.line, tongue.say('galaxy.rail.start', { turn: state.turn, last }), room, tall);
  }
}

function nameOf(seats: readonly SeatInfo[], player: Seat, tongue: Tongue): string {
  const name = seats.find(({ seat }) => seat === player)?.name ?? '';
  return name === '' ? tongue.say('galaxy.label', { n: player + 1 }) : name.length > 16 ? `${name.slice(0, 15)}…` : name;
}
