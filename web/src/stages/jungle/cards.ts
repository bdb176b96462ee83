import { Container, Graphics, type Text } from 'pixi.js';

import { label, named, sideShape } from '../../stage/draw';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { COLUMN, column, type Layout } from './layout';
import type { Gems } from './pieces';
import type { Picture } from './picture';
import type { Counts, View } from './types';

const EDGE = 34;
const GAP = 18;
const HIGH = 108;
/** In a column a card is narrow: the name has a line of its own. */
const HIGHER = 136;
const ROW = 154;

interface Card {
  lit: Graphics;
  score: Text;
  pending: Text;
  pile: Container;
  units: Graphics;
  who: Text;
  counts: Text | null;
  root: Container;
  /** What is drawn, so that only changes are drawn again. */
  drawn: string;
}

/** Above the board or beside it: each team's score, what it still holds, its units, and who plays when. */
export class Cards {
  readonly root = new Container();
  private readonly cards: Card[] = [];
  private readonly strip = new Container();
  private readonly frames = new Graphics();
  private readonly marks: { root: Container; shapes: Graphics[]; names: Text[]; shown: number }[] = [];
  private readonly cursor = new Graphics();
  private readonly wide: number;
  private readonly high: number;
  /** How wide all of it is. */
  private readonly whole: number;
  /** Where the order begins below the cards of a column. */
  private readonly foot: number;
  private readonly order: Text;

  constructor(
    private readonly teams: number,
    layout: Layout,
    private readonly palette: Palette,
    private readonly gems: Gems,
    private readonly tongue: Tongue,
    private readonly sideOf: (team: number) => number,
    private readonly nameOf: (team: number) => string = () => '',
    private readonly where: 'above' | 'beside' = 'above',
  ) {
    const beside = where === 'beside';
    this.high = beside ? HIGHER : HIGH;
    const scale = beside ? column(layout, teams).scale : layout.scale;
    this.root.scale.set(scale);
    this.whole = beside ? COLUMN.width : layout.width / scale;
    const room = this.whole - EDGE * 2;
    this.wide = beside ? COLUMN.width : Math.min((room - GAP * (teams - 1)) / teams, 520);
    this.foot = COLUMN.card * teams + 30;
    const left = (this.whole - this.wide * teams - GAP * (teams - 1)) / 2;
    for (let team = 0; team < teams; team += 1) {
      const card = this.card(team);
      if (beside) card.root.position.set(0, team * COLUMN.card + 4);
      else card.root.position.set(left + team * (this.wide + GAP), 14);
      this.root.addChild(card.root);
      this.cards.push(card);
    }
    this.order = label(tongue.say('jungle.cards.order'), { size: 32, colour: palette.muted, anchor: 0 });
    this.strip.addChild(this.order, this.frames, this.cursor);
    this.root.addChild(this.strip);
  }

  draw(picture: Picture, view: View, counts: boolean): void {
    const perTeam = view.teams[0]?.units.length ?? 1;
    const teamOf = (unit: number) => Math.floor((unit - 1) / perTeam);
    const pending = view.teams.map(() => 0);
    for (const gem of picture.gems) {
      const hold = gem.k < 0.5 ? gem.from : gem.to;
      if ('unit' in hold) pending[teamOf(hold.unit)] = (pending[teamOf(hold.unit)] ?? 0) + gem.points;
    }
    this.cards.forEach((card, team) => {
      const units = picture.units.slice(team * perTeam, (team + 1) * perTeam).map(({ alpha }) => alpha > 0.5);
      card.lit.visible = picture.active === team;
      card.root.alpha = view.teams[team]?.left === true ? 0.45 : 1;
      this.fill(card, team, picture.scores[team] ?? 0, pending[team] ?? 0, units);
      const own = view.teams[team]?.counts;
      if (counts && own !== undefined) this.tally(card, own);
      if (card.counts !== null) card.counts.visible = counts;
    });
    this.strip.visible = !counts;
    if (!counts) this.drawOrder(view.orders, picture.active);
  }

  private card(team: number): Card {
    const { palette, high } = this;
    const colour = sideColour(palette, this.sideOf(team));
    const ink = palette.sideInk[this.sideOf(team) % palette.sideInk.length] ?? palette.surface;
    const root = new Container();
    const frame = new Graphics().roundRect(0, 4, this.wide, high, 24).fill({ color: '#000000', alpha: 0.07 });
    frame.roundRect(0, 0, this.wide, high, 24).fill(palette.surface).roundRect(0, 0, this.wide, high, 24).stroke({ width: 2.5, color: palette.line });
    const lit = new Graphics().roundRect(0, 0, this.wide, high, 24).stroke({ width: 7, color: colour });
    const badge = sideShape(new Graphics(), this.sideOf(team), 31).fill(colour);
    badge.position.set(54, high / 2);
    const name = label(this.tongue.number(team + 1), { size: 36, colour: ink, weight: '800' });
    name.position.set(54, high / 2 + (this.sideOf(team) % 4 === 3 ? 7 : 0));
    const score = label('', { size: 56, colour: palette.ink, weight: '800', anchor: 0 });
    score.position.set(106, 40);
    const pile = new Container();
    const gem = new Graphics(this.gems.drawing(1, 1));
    gem.scale.set(0.5);
    const pending = label('', { size: 36, colour: palette.muted, weight: '700', anchor: 1 });
    pending.position.set(-24, 0);
    pile.addChild(gem, pending);
    pile.position.set(this.wide - 34, 42);
    const units = new Graphics();
    units.position.set(106, this.where === 'beside' ? 80 : 84);
    const beside = this.where === 'beside';
    const who = named(label(this.nameOf(team), { size: 30, colour: palette.muted, weight: '700', anchor: beside ? 0 : 1 }));
    who.position.set(beside ? 106 : this.wide - 18, beside ? 113 : 84);
    root.addChild(frame, lit, badge, name, score, pile, units, who);
    return { lit, score, pending, pile, units, who, root, counts: null, drawn: '' };
  }

  private fill(card: Card, team: number, score: number, pending: number, units: boolean[]): void {
    const drawn = `${score} ${pending} ${units.join()}`;
    if (drawn === card.drawn) return;
    card.drawn = drawn;
    const { number } = this.tongue;
    card.score.text = number(score);
    card.pending.text = `+${number(pending)}`;
    card.pile.visible = pending > 0;
    card.score.scale.set(1);
    const room = this.wide - 106 - (pending > 0 ? card.pending.width + 64 : 20);
    card.score.scale.set(Math.min(1, Math.max(room / card.score.width, 0.45)));
    const colour = sideColour(this.palette, this.sideOf(team));
    card.who.scale.set(1);
    const beside = this.where === 'beside';
    card.who.scale.set(Math.min(1, Math.max(beside ? this.wide - 124 : this.wide - 134 - units.length * 25, 20) / Math.max(card.who.width, 1)));
    card.units.clear();
    units.forEach((alive, index) => {
      const x = 8 + index * 25;
      if (alive) card.units.circle(x, 0, 8.5).fill(colour);
      else card.units.circle(x, 0, 7).stroke({ width: 3, color: this.palette.muted, alpha: 0.7 });
    });
  }

  /** In place of the order: summons, attacks, drops, vines. */
  private tally(card: Card, { summons, attacks, drops, vines }: Counts): void {
    const words = this.tongue.say('jungle.cards.counts', { summons, attacks, drops, vines });
    const text = card.counts ?? card.root.addChild(label('', { size: 32, colour: this.palette.ink }));
    card.counts = text;
    if (text.text === words) return;
    text.text = words;
    text.position.set(this.wide / 2, this.where === 'beside' ? HIGHER + 22 : HIGH + 32);
    text.scale.set(1);
    text.scale.set(Math.min(1, (this.wide - 8) / text.width));
  }

  /** This tick's order in a frame, then those of the coming ticks: above the board one after the other, beside it one below the other. */
  private drawOrder(orders: readonly number[][], active: number | null): void {
    const beside = this.where === 'beside';
    const step = beside ? Math.min(54, (this.whole - 20) / Math.max(this.teams, 1)) : Math.min(54, 216 / Math.max(this.teams, 1) + 20);
    const group = step * this.teams;
    const gap = 44;
    const head = beside ? 10 : this.order.width + 34;
    const whole = beside ? this.whole : head + group * orders.length + gap * (orders.length - 1) + 10;
    const left = beside ? 0 : (this.whole - whole) / 2;
    // The orders of very many teams are drawn smaller.
    const fit = Math.min(1, (this.whole - (beside ? 0 : EDGE * 2)) / whole);
    this.strip.scale.set(fit);
    this.strip.position.set((this.whole / 2) * (1 - fit), ROW * (1 - fit));
    // Ticks follow one another in the direction in which the reader reads.
    const rtl = this.tongue.rtl === true;
    const across = (x: number, wide = 0) => (rtl ? this.whole - x - wide : x);
    this.order.position.set(across(left, this.order.width), beside ? this.foot : ROW);
    this.order.visible = orders.length > 0;
    this.cursor.clear();
    this.frames.clear();
    orders.forEach((order, tick) => {
      const x = beside ? head : left + head + tick * (group + gap) + (tick > 0 ? 10 : 0);
      const y = beside ? this.foot + 60 + tick * 70 : ROW;
      const mark = this.marks[tick] ?? this.newMarks(tick);
      mark.root.visible = true;
      mark.root.alpha = tick === 0 ? 1 : 0.62;
      order.forEach((team, place) => this.put(mark, place, team, { x: across(x + step * (place + 0.5)), y }, step));
      if (tick === 0) {
        const edge = across(x - 8, group + 16);
        this.frames.roundRect(edge, y - 31, group + 16, 62, 26).fill(this.palette.surface).roundRect(edge, y - 31, group + 16, 62, 26);
        this.frames.stroke({ width: 4, color: this.palette.accent });
        const now = active === null ? -1 : order.indexOf(active);
        if (now >= 0) this.cursor.circle(across(x + step * (now + 0.5)), y, 27).stroke({ width: 5, color: this.palette.ink });
      } else if (!beside) {
        const middle = x - gap / 2 - 2;
        this.frames.moveTo(across(middle - 5), y - 9).lineTo(across(middle + 5), y).lineTo(across(middle - 5), y + 9);
        this.frames.stroke({ width: 4, color: this.palette.muted, alpha: 0.6, cap: 'round', join: 'round' });
      }
    });
    for (const mark of this.marks.slice(orders.length)) mark.root.visible = false;
  }

  private newMarks(tick: number): (typeof this.marks)[number] {
    const root = new Container();
    this.strip.addChild(root);
    const made = { root, shapes: [] as Graphics[], names: [] as Text[], shown: -1 };
    this.marks[tick] = made;
    return made;
  }

  private put(mark: (typeof this.marks)[number], place: number, team: number, { x, y }: Point, step: number): void {
    const side = this.sideOf(team);
    // One drawing per place and team would be many; a shape is drawn again only where another team comes.
    const shape = mark.shapes[place] ?? mark.root.addChild(new Graphics());
    const name = mark.names[place] ?? mark.root.addChild(label('', { size: 27, colour: this.palette.ink, weight: '800' }));
    mark.shapes[place] = shape;
    mark.names[place] = name;
    const words = this.tongue.number(team + 1);
    if (name.text !== words) {
      sideShape(shape.clear(), side, Math.min(21, step * 0.4)).fill(sideColour(this.palette, side));
      name.text = words;
      name.style.fill = this.palette.sideInk[side % this.palette.sideInk.length] ?? this.palette.surface;
    }
    shape.position.set(x, y);
    name.position.set(x, y + (side % 4 === 3 ? 4 : 0));
  }
}
