import { Container, Graphics } from 'pixi.js';

import type { Seat } from '../../reel/types';
import { choose } from '../../stage/choices';
import { empty, label } from '../../stage/draw';
import { dashed, dashedRing, solid } from '../../stage/lines';
import type { Choice, Desk, Hand, Making, Point, Turn } from '../../stage/stage';
import { sideColour } from '../../theme.svelte';
import { lineThickness, wayColour } from './board';
import { isArrow, nextChoice, options, perilous, sayRefused, type Option } from './choices';
import { nameOf } from './describe';
import { halfOf, isThief, sideOf, type LastSeen } from './knowledge';
import { drawGhost } from './pieces';
import type { GothamStage } from './stage';
import type { Action, Config, UnitState, View } from './types';

/** Where a unit was sent, and from where; null from outside the city. */
interface Sent {
  from: number | null;
  to: number;
}

/** A person leads the units of a side, one after the other. */
export class GothamHand implements Hand<View> {
  readonly layer = new Container();
  private readonly base = new Graphics();
  private readonly prices = new Container();
  private readonly hot = new Graphics();
  private turn: Turn<View> | null = null;
  /** What was shown last: its buttons stay, so that none is under the pointer by surprise. */
  private last: View | null = null;
  /** The window and the seat opened last: what was begun there is kept while it is only looked at again. */
  private window = -1;
  private seat = -1;
  private within: Option[] = [];
  private cursor: number | null = null;
  private pointed: number | null = null;
  private draft = '';
  /** A dangerous place that the person has been told about. */
  private warned: number | null = null;
  /** What the person's other units were told to do in this window; their moves are seen when the window closes. */
  private readonly sent = new Map<Seat, Sent>();
  private readonly joined = new Set<Seat>();
  /** Enemy thieves as any of the person's units saw them last. */
  private readonly notebook = new Map<number, LastSeen>();

  constructor(
    private readonly stage: GothamStage,
    _seats: Seat[],
    private readonly making: Making<Config, View>,
    private readonly desk: Desk<Action>,
  ) {
    this.layer.addChild(this.base, this.prices, this.hot);
  }

  open(turn: Turn<View>): void {
    const other = this.window !== turn.window || this.seat !== turn.seat;
    if (this.window !== turn.window) this.sent.clear();
    this.window = turn.window;
    this.seat = turn.seat;
    this.turn = turn;
    this.last = turn.view;
    if (other) {
      this.draft = '';
      this.cursor = null;
      this.warned = null;
    }
    this.note(turn.view);
    this.within = options(turn.view, this.stage.city);
    const { me } = turn.view;
    if (me !== null && turn.view.phase === 'pending' && halfOf(me.kind) === 'police') this.join(turn.seat, me.node);
    else if (me?.moved === true) this.desk.done();
    this.changed();
  }

  close(): void {
    this.turn = null;
    this.within = [];
    this.changed();
  }

  hover(point: Point | null): void {
    const node = point === null ? null : this.stage.city.nodeAt(point);
    if (node === this.pointed) return;
    this.pointed = node;
    this.drawHot();
    if (this.turn !== null) this.desk.changed();
  }

  press(point: Point): void {
    const node = this.stage.city.nodeAt(point);
    if (node !== null) this.choose(node);
  }

  key(key: string): boolean {
    const me = this.turn?.view.me ?? null;
    if (me === null || this.within.length === 0) return false;
    if (isArrow(key)) {
      this.cursor = nextChoice(this.stage.city, this.cursor ?? me.node, this.within.map(({ node }) => node), key);
      this.warned = null;
      this.changed();
      return true;
    }
    if (key === 'Enter' && this.cursor !== null) {
      this.choose(this.cursor);
      return true;
    }
    if (key === 'Backspace' && this.draft !== '') {
      this.write(this.draft.slice(0, -1));
      return true;
    }
    return choose(this.choices(), key);
  }

  choices(): Choice[] {
    const { say, number } = this.making.tongue;
    const view = this.turn?.view ?? this.last;
    if (view === null || view.phase === 'pending') return [];
    const { me } = view;
    const silent = me === null || me.sent;
    const bit = (value: 0 | 1): Choice => ({
      id: `say${value}`,
      text: say('gotham.choice.bit', { bit: number(value) }),
      key: String(value),
      disabled: silent,
      run: () => this.add(value),
    });
    const clear: Choice = { id: 'clear', text: say('gotham.choice.clear'), disabled: this.draft === '', run: () => this.write('') };
    return [
      { id: 'stay', text: say('gotham.choice.stay'), key: 's', disabled: me === null, run: () => me !== null && this.choose(me.node) },
      bit(0),
      bit(1),
      clear,
    ];
  }

  task(): string {
    const { tongue } = this.making;
    const view = this.turn?.view;
    const me = view?.me ?? null;
    if (view === undefined || me === null) return tongue.say('gotham.task.wait');
    const who = nameOf(me, tongue);
    if (view.phase === 'pending') return tongue.say(isThief(me) ? 'gotham.task.place' : 'gotham.task.join', { who });
    if (this.draft !== '') return tongue.say('gotham.task.draft', { who, text: this.draft, n: this.draft.length * this.stage.config.chat.cost });
    return tongue.say('gotham.task.move', { who, n: me.balance });
  }

  /** Where each unit was sent, until the window closes. */
  sentTo(): ReadonlyMap<Seat, string> {
    const { say } = this.making.tongue;
    return new Map([...this.sent].map(([seat, { from, to }]) => [seat, from === to ? say('gotham.order.stay') : say('gotham.order.go', { to })]));
  }

  destroy(): void {
    this.layer.destroy({ children: true });
  }

  /** Police have nothing to choose before the match; they only say that they are there. */
  private join(seat: Seat, node: number): void {
    if (this.joined.has(seat)) return;
    this.joined.add(seat);
    this.desk.send({ ready: { node } });
  }

  private choose(node: number): void {
    const { turn } = this;
    const me = turn?.view.me ?? null;
    if (turn === null || me === null || this.within.length === 0) return;
    const { say } = this.making.tongue;
    const placing = turn.view.phase === 'pending';
    const option = this.within.find((one) => one.node === node);
    if (option === undefined) return this.desk.explain(say('gotham.no.path', { from: me.node, to: node }), 'path');
    const price = option.price + this.draft.length * this.stage.config.chat.cost;
    if (price > me.balance) return this.desk.explain(say('gotham.no.money', { n: price, money: me.balance }));
    if (perilous(turn.view, node) && this.warned !== node) {
      this.warned = node;
      return this.desk.explain(say(placing ? 'gotham.warn.station' : 'gotham.warn.police', { node }));
    }
    if (placing) this.hide(turn.seat, node);
    else this.go(turn.seat, me, node);
  }

  private go(seat: Seat, me: UnitState, to: number): void {
    this.sent.set(seat, { from: me.node, to });
    const said = this.draft;
    if (said !== '') this.desk.send({ say: { text: said } });
    this.desk.send({ move: { to } });
    // After a move and a message the server ends the unit's window itself; after a move alone it would wait for words.
    if (said === '' && !me.sent) this.desk.done();
  }

  private hide(seat: Seat, node: number): void {
    this.sent.set(seat, { from: null, to: node });
    this.desk.send({ ready: { node } });
    // The official servers already take a thief's first move here; the first half-turn is early enough for a person.
    if (this.stage.config.ruleset !== 'document') this.desk.done();
  }

  private add(bit: 0 | 1): void {
    const view = this.turn?.view;
    if (view === undefined) return;
    const { config } = this.stage;
    const why = sayRefused(view, config, this.draft);
    if (why === null) this.write(this.draft + String(bit));
    else this.desk.explain(this.making.tongue.say(`gotham.no.${why}`, { n: why === 'long' ? config.chat.box_size : config.chat.cost }));
  }

  private write(text: string): void {
    this.draft = text;
    this.changed();
  }

  /** A person sees with the eyes of all its units; what one of them has seen the others are told. */
  private note(view: View): void {
    const team = view.me?.team;
    for (const unit of view.units) {
      if (!isThief(unit) || unit.team === team) continue;
      if (unit.dead) this.notebook.delete(unit.id);
      else this.notebook.set(unit.id, { node: unit.node, turn: view.turn.number });
    }
  }

  private changed(): void {
    this.drawBase();
    this.drawHot();
    this.desk.changed();
  }

  private drawBase(): void {
    const { turn } = this;
    this.base.clear();
    empty(this.prices);
    const me = turn?.view.me ?? null;
    if (turn === null || me === null) return;
    this.drawNotebook(turn.view);
    for (const [seat, order] of this.sent) if (seat !== turn.seat) this.drawOrder(seat, order);
    if (this.within.length === 0) return;
    if (turn.view.phase === 'pending') {
      for (const { node } of this.within) this.light(node, true);
      return;
    }
    for (const option of this.within) if (option.node !== me.node) this.drawOption(me.node, option);
  }

  private drawOption(from: number, { node, price, way, payable }: Option): void {
    const { city } = this.stage;
    const { palette, tongue } = this.making;
    const colour = payable ? palette.accent : palette.muted;
    if (payable) solid(this.base, this.gap(from, node)).stroke({ width: lineThickness(city) * 1.6, color: palette.accent, alpha: 0.5, cap: 'round', join: 'round' });
    this.light(node, payable);
    const at = city.place(node);
    const size = Math.max(city.unit * 0.6, 13);
    const text = label(tongue.number(price), { size, colour: payable ? palette.ink : palette.muted, weight: '800' });
    const [width, height] = [text.width + size * 0.8, size * 1.35];
    text.position.set(at.x, at.y - city.dot - height * 0.85);
    const [x, y] = [text.x - width / 2, text.y - height / 2];
    const plate = new Graphics().roundRect(x, y, width, height, height / 2).fill(palette.surface);
    plate.roundRect(x, y, width, height, height / 2).stroke({ width: 2.5, color: payable ? wayColour(palette, way ?? 'walk') : palette.muted });
    if (!payable) plate.moveTo(x + 3, y + height - 3).lineTo(x + width - 3, y + 3).stroke({ width: 2.5, color: colour });
    this.prices.addChild(plate, text);
  }

  private light(node: number, payable: boolean): void {
    const { x, y } = this.stage.city.place(node);
    const r = this.stage.city.dot * 1.5;
    const { accent, muted } = this.making.palette;
    this.base.circle(x, y, r).fill({ color: payable ? accent : muted, alpha: 0.18 });
    this.base.circle(x, y, r).stroke({ width: 3, color: payable ? accent : muted, alpha: payable ? 0.85 : 0.5 });
  }

  /** The way to a choice, without what would cover the unit and the node. */
  private gap(from: number, to: number): Point[] {
    const { city } = this.stage;
    const [a, b] = [city.place(from), city.place(to)];
    const length = Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
    const start = Math.min((city.unit * 1.5) / length, 0.5);
    const end = Math.max(1 - (city.dot * 1.5) / length, 0.5);
    return Array.from({ length: 13 }, (_, i) => city.along(from, to, start + ((end - start) * i) / 12));
  }

  private drawOrder(seat: Seat, { from, to }: Sent): void {
    const { city, config } = this.stage;
    const unit = config.units[seat];
    if (unit === undefined) return;
    const colour = sideColour(this.making.palette, sideOf(unit.team));
    const at = city.place(to);
    if (from !== null && from !== to) dashed(this.base, city.way(from, to), 10, 8).stroke({ width: 5, color: colour, cap: 'butt' });
    dashedRing(this.base, at, city.unit * 1.3, 12).stroke({ width: 4, color: colour, cap: 'round' });
  }

  private drawNotebook(view: View): void {
    const { city, config } = this.stage;
    const seen = new Set(view.units.map(({ id }) => id));
    for (const [id, last] of this.notebook) {
      const unit = config.units.find((other) => other.id === id);
      const drawn = this.stage.seen(id);
      if (unit === undefined || seen.has(id) || (drawn !== null && drawn.turn >= last.turn)) continue;
      drawGhost(this.base, unit, city.place(last.node), city.unit, this.making.palette, 1);
    }
  }

  /** The choice under the pointer or the keyboard's, stronger than the others. */
  private drawHot(): void {
    const { hot } = this;
    hot.clear();
    const { accent } = this.making.palette;
    for (const node of new Set([this.pointed, this.cursor])) {
      const option = this.within.find((one) => one.node === node);
      if (node === null || option?.payable !== true) continue;
      const { x, y } = this.stage.city.place(node);
      const r = this.stage.city.dot * 1.5;
      hot.circle(x, y, r + 2).fill({ color: accent, alpha: 0.35 });
      hot.circle(x, y, r + 6).stroke({ width: 5, color: accent });
    }
  }
}
