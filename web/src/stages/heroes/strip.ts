import { Container, Graphics, type Text } from 'pixi.js';

import { named, sideShape } from '../../stage/draw';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { slotOf, teamOf, type Board } from './board';
import { abilityIcon, far, lookOf, write } from './icons';
import { healthColour, makeToken } from './pieces';
import type { HeroView, View } from './types';

/**
 * The table of the teams: a score, action points and a card per hero, then the turn and its phases. Above the board a team is a row, beside
 * it a column's half. It is laid out at one size and scaled to the board's.
 */

const MARGIN = 28;
const ROW = { height: 146, gap: 12 };
const CARD = { width: 425, gap: 10 };
const PIPS = { x: 142, width: 270, y: 78, height: 58 };
/** A team's score and its action points, above and beside the board. */
const BLOCK = 396;
/** The turn, its phases and the overtime need three lines in a column. */
const LINES = 196;

/** Where everything is, in the strip's own unit. */
interface Plan {
  width: number;
  height: number;
  /** How wide a team's score and points are. */
  block: number;
  blockAt(team: number): Point;
  cardAt(team: number, slot: number): Point;
  turn: Point;
  /** Where the phases begin, and how much room they have. */
  phases: Point & { width: number };
  /** Where the overtime is told, how much room it has, and whether it ends there or begins there. */
  note: Point & { width: number; ends: boolean };
}

const rowY = (team: number) => 6 + team * (ROW.height + ROW.gap);
const pitch = ROW.height + ROW.gap;

export const STRIP: Record<'above' | 'beside', Plan> = {
  above: {
    width: 2192,
    height: 392,
    block: BLOCK,
    blockAt: (team) => ({ x: MARGIN, y: rowY(team) }),
    cardAt: (team, slot) => ({ x: MARGIN + BLOCK + CARD.gap + slot * (CARD.width + CARD.gap), y: rowY(team) }),
    turn: { x: MARGIN + 8, y: 356 },
    phases: { x: MARGIN + BLOCK + CARD.gap + 40, y: 356, width: 540 },
    note: { x: 2192 - MARGIN - 8, y: 356, width: 800, ends: true },
  },
  beside: {
    width: CARD.width + 8,
    height: LINES + pitch * 10 - ROW.gap + 24,
    block: CARD.width,
    blockAt: (team) => ({ x: 4, y: LINES + team * (pitch * 5 + 24) }),
    cardAt: (team, slot) => ({ x: 4, y: LINES + team * (pitch * 5 + 24) + pitch * (slot + 1) }),
    turn: { x: 8, y: 40 },
    phases: { x: 26, y: 102, width: CARD.width - 50 },
    note: { x: 8, y: 160, width: CARD.width - 8, ends: false },
  },
};

/** What of the strip's width above the board is drawn: the rest is its margins. */
export const INNER = STRIP.above.width - MARGIN * 2;
export const EDGE = MARGIN;

interface Card {
  hero: Container;
  health: Text;
  wait: Text;
  icons: Graphics[];
  turns: Text[];
  pips: Container;
  name: string;
}

export class Strip {
  readonly root = new Container();
  private readonly bars = new Graphics();
  private readonly cards: Card[][] = [];
  private readonly scores: Text[] = [];
  private readonly names: Text[] = [];
  private readonly points: Text[] = [];
  private readonly turn: Text;
  private readonly note: Text;
  private readonly plan: Plan;

  constructor(
    private readonly board: Board,
    private readonly palette: Palette,
    private readonly tongue: Tongue,
    names: readonly string[] = [],
    where: 'above' | 'beside' = 'above',
  ) {
    this.plan = STRIP[where];
    const { plan } = this;
    const back = new Graphics();
    this.root.addChild(back, this.bars);
    for (const team of [0, 1] as const) {
      const { x: left, y } = plan.blockAt(team);
      const colour = sideColour(palette, team);
      for (let slot = 0; slot < 4; slot += 1) {
        const at = plan.cardAt(team, slot);
        back.roundRect(at.x, at.y, CARD.width, ROW.height, 24).fill(palette.surface);
        back.roundRect(at.x, at.y, CARD.width, ROW.height, 24).stroke({ width: 4, color: colour, alpha: 0.5 });
      }
      this.cards.push(Array.from({ length: 4 }, (_, slot) => this.makeCard(team, slot)));
      const sign = new Graphics();
      sideShape(sign, team, 34).fill(colour);
      sign.position.set(left + 44, y + 46);
      const score = this.text(100, palette.ink, '800', 0);
      score.position.set(left + 106, y + 46);
      const points = this.text(38, palette.ink, '700', 0.5);
      points.position.set(left + plan.block / 2, y + 121);
      this.root.addChild(sign);
      const name = named(this.text(44, palette.ink, '700', 1));
      name.position.set(left + plan.block - 6, y + 46);
      write(name, names[team] ?? '');
      // Half of the block is the score's.
      name.scale.set(Math.min(1, 170 / Math.max(name.width, 1)));
      this.scores.push(score);
      this.names.push(name);
      this.points.push(points);
    }
    // The phases follow one another in the direction in which the reader reads.
    const rtl = tongue.rtl === true;
    this.turn = this.text(58, palette.ink, '700', rtl ? 1 : 0);
    this.turn.position.set(this.across(plan.turn.x), plan.turn.y);
    this.note = this.text(54, palette.bad, '700', rtl === plan.note.ends ? 0 : 1);
    this.note.position.set(this.across(plan.note.x), plan.note.y);
  }

  /** A score of many digits is written smaller: it leaves the name alone. */
  private drawScore(team: number, points: number): void {
    const [score, name] = [this.scores[team], this.names[team]];
    if (score === undefined || name === undefined) return;
    write(score, this.tongue.number(points));
    score.scale.set(1);
    score.scale.set(Math.min(1, (name.x - name.width - score.x - 14) / Math.max(score.width, 1)));
  }

  /** The health is the moment's: it changes while abilities hit. */
  draw(view: View, healthOf: (hero: HeroView) => number | null): void {
    this.bars.clear();
    for (const team of [0, 1] as const) {
      this.drawScore(team, view.scores[team]);
      for (let slot = 0; slot < 4; slot += 1) this.drawCard(team, slot, view.heroes[team][slot], healthOf);
      this.drawPoints(team, view.ap[team]);
    }
    this.drawPhases(view);
  }

  /** The hero whose card is at a place of the strip. */
  heroAt({ x, y }: Point): number | null {
    for (const id of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const card = this.cardOf(id);
      if (x >= card.x && x <= card.x + card.width && y >= card.y && y <= card.y + card.height) return id;
    }
    return null;
  }

  /** Where a hero's card is, for a person's mark around it. */
  cardOf(id: number): { x: number; y: number; width: number; height: number } {
    return { ...this.plan.cardAt(teamOf(id), slotOf(id)), width: CARD.width, height: ROW.height };
  }

  private text(size: number, colour: string, weight: '600' | '700' | '800', anchor: number): Text {
    const made = far('', { size, colour, weight, anchor });
    this.root.addChild(made);
    return made;
  }

  private makeCard(team: number, slot: number): Card {
    const { palette } = this;
    const root = new Container();
    const { x, y } = this.plan.cardAt(team, slot);
    root.position.set(x, y);
    const [hero, pips] = [new Container(), new Container()];
    const health = far('', { size: 58, colour: palette.ink, weight: '800', anchor: 0 });
    health.position.set(PIPS.x, 42);
    const wait = far('', { size: 100, colour: palette.danger, weight: '800' });
    wait.position.set(300, ROW.height / 2);
    root.addChild(hero, health, pips, wait);
    this.root.addChild(root);
    return { hero, health, wait, icons: [], turns: [], pips, name: '' };
  }

  /** Another class on the card: its token and the signs of its abilities. */
  private dress(card: Card, team: number, slot: number, name: string): void {
    const { palette, board } = this;
    for (const child of [...card.hero.removeChildren(), ...card.pips.removeChildren()]) child.destroy({ children: true });
    Object.assign(card, { name, icons: [], turns: [] });
    if (name === '') return;
    const token = makeToken(name, team, 52, palette);
    const number = new Graphics().circle(36, 36, 23).fill(palette.surface).circle(36, 36, 23).stroke({ width: 5, color: sideColour(palette, team) });
    const digit = far(this.tongue.number(slot + 1), { size: 36, colour: palette.ink, weight: '800' });
    digit.position.set(36, 36);
    token.addChild(number, digit);
    token.position.set(70, ROW.height / 2);
    card.hero.addChild(token);
    const abilities = board.classOf(name)?.abilities ?? [];
    abilities.forEach((ability, index) => {
      const made = board.ability(ability);
      const icon = new Graphics();
      if (made !== undefined) abilityIcon(icon, lookOf(made), 22, { ink: palette.sideInk[team] ?? palette.surface, cut: sideColour(palette, team) });
      const turns = far('', { size: 46, colour: palette.muted, weight: '800' });
      const at = pip(index, abilities.length);
      for (const child of [icon, turns]) child.position.set(at.x + at.width / 2, PIPS.y + PIPS.height / 2);
      card.icons.push(icon);
      card.turns.push(turns);
      card.pips.addChild(icon, turns);
    });
  }

  private drawCard(team: 0 | 1, slot: number, hero: HeroView | undefined, healthOf: (hero: HeroView) => number | null): void {
    const card = this.cards[team]?.[slot];
    if (card === undefined) return;
    const name = hero?.class ?? '';
    if (card.name !== name) this.dress(card, team, slot, name);
    const { x, y } = this.plan.cardAt(team, slot);
    const { bars, palette, tongue } = this;
    const dead = hero !== undefined && hero.respawn > 0;
    write(card.wait, dead ? tongue.number(hero.respawn) : '');
    card.hero.alpha = dead ? 0.35 : 1;
    card.pips.visible = hero !== undefined && !dead && hero.cooldowns !== null;
    if (hero === undefined || dead) write(card.health, '');
    if (hero === undefined) {
      bars.circle(x + 70, y + ROW.height / 2, 44).stroke({ width: 5, color: palette.line });
      return;
    }
    if (dead) return this.drawGlass(x + 196, y + ROW.height / 2);
    const hp = healthOf(hero);
    write(card.health, hp === null ? tongue.say('heroes.strip.unknown') : tongue.number(Math.max(Math.round(hp), 0)));
    const part = hp === null ? 0 : Math.min(Math.max(hp / Math.max(this.board.classOf(name)?.max_hp ?? 1, 1), 0), 1);
    bars.roundRect(x + 256, y + 28, 152, 28, 12).fill(palette.line);
    if (part > 0) bars.roundRect(x + 256, y + 28, Math.max(152 * part, 18), 28, 12).fill(healthColour(palette, part));
    hero.cooldowns?.forEach((left, index, list) => {
      const [icon, turns] = [card.icons[index], card.turns[index]];
      if (icon === undefined || turns === undefined) return;
      icon.visible = left === 0;
      write(turns, left === 0 ? '' : tongue.number(left));
      const at = pip(index, list.length);
      bars.roundRect(x + at.x, y + PIPS.y, at.width, PIPS.height, 14).fill(left === 0 ? sideColour(palette, team) : palette.line);
    });
  }

  /** An hourglass: turns until the hero is back. */
  private drawGlass(x: number, y: number): void {
    const r = 30;
    this.bars.poly([x - r, y - r, x + r, y - r, x, y], true).poly([x - r, y + r, x + r, y + r, x, y], true).fill({ color: this.palette.danger, alpha: 0.75 });
    this.bars.moveTo(x - r - 5, y - r).lineTo(x + r + 5, y - r).moveTo(x - r - 5, y + r).lineTo(x + r + 5, y + r);
    this.bars.stroke({ width: 8, color: this.palette.danger, cap: 'round' });
  }

  private drawPoints(team: 0 | 1, left: number | null): void {
    const { palette, tongue, bars } = this;
    const { block } = this.plan;
    const { x, y: top } = this.plan.blockAt(team);
    const y = top + 96;
    bars.roundRect(x, y, block, 50, 18).fill(palette.surface).roundRect(x, y, block, 50, 18).stroke({ width: 3, color: palette.line });
    const part = left === null ? 0 : Math.min(Math.max(left / Math.max(this.board.config.constants.max_ap, 1), 0), 1);
    if (part > 0) bars.roundRect(x + 5, y + 5, Math.max((block - 10) * part, 26), 40, 13).fill({ color: sideColour(palette, team), alpha: 0.4 });
    write(this.points[team], tongue.say('heroes.strip.ap', { left: left === null ? tongue.say('heroes.strip.unknown') : left }));
  }

  private across(x: number): number {
    return this.tongue.rtl === true ? this.plan.width - x : x;
  }

  private drawPhases(view: View): void {
    const { palette, tongue, bars } = this;
    const { move_phases: phases } = this.board.config.constants;
    if (view.phase === 'init') write(this.turn, tongue.say('heroes.strip.init'));
    else if (view.phase === 'pick') write(this.turn, tongue.say('heroes.strip.pick', { pick: view.turn + 1 }));
    else write(this.turn, tongue.say('heroes.strip.turn', { turn: view.turn - (view.over ? 4 : 3) }));
    const late = view.remaining_overtime >= 0 && !view.over;
    write(this.note, late ? tongue.say('heroes.strip.overtime', { n: view.remaining_overtime }) : '');
    this.note.scale.set(1);
    this.note.scale.set(Math.min(1, this.plan.note.width / Math.max(this.note.width, 1)));
    const playing = !view.over && (view.phase === 'move' || view.phase === 'action');
    const { x: from, y, width } = this.plan.phases;
    const gap = Math.min(66, (width - 80) / phases);
    for (let i = 0; i < phases; i += 1) {
      const done = playing && (view.phase === 'action' || i < (view.move_phase ?? 0));
      const now = playing && view.phase === 'move' && i === view.move_phase;
      bars.circle(this.across(from + i * gap), y, Math.min(now ? 21 : 15, gap / 2)).fill(now ? palette.accent : done ? palette.muted : palette.line);
    }
    const x = this.across(from + phases * gap + 16);
    const acts = playing && view.phase === 'action';
    const r = acts ? 36 : 24;
    bars.poly([x, y - r, x + r, y, x, y + r, x - r, y], true).fill(acts ? palette.accent : palette.line);
  }
}

const pip = (index: number, count: number) => {
  const width = Math.min((PIPS.width - (count - 1) * 9) / Math.max(count, 1), 84);
  return { x: PIPS.x + index * (width + 9), width };
};
