import type { Container } from 'pixi.js';

import type { Seat } from '../../reel/types';
import { choiceOf } from '../../stage/choices';
import type { Choice, Desk, Hand, Making, Point, Turn } from '../../stage/stage';
import { away, same, step, within } from './board';
import { abilityName, className, heroName } from './names';
import { Overlay } from './overlay';
import { Plan, type Refused } from './plan';
import type { HeroesStage } from './stage';
import type { Ability, Action, Cell, Config, Direction, HeroView, View } from './types';

const ARROWS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
const ABILITY_KEYS = ['q', 'w', 'e', 'r', 't', 'y', 'o', 'p'];

/** A person leads a team: picks its heroes, plans their ways, aims their abilities. */
export class HeroesHand implements Hand<View> {
  readonly layer: Container;
  private readonly overlay: Overlay;
  private readonly plan: Plan;
  private turn: Turn<View> | null = null;
  /** The last window, open or not: its buttons stay, so that the board keeps its size between windows. */
  private last: Turn<View> | null = null;
  private window = -1;
  private selected: number | null = null;
  private aiming: Ability | null = null;
  private wished: string | null = null;
  private pointer: Point | null = null;
  /** Where the keys point; null while the pointer does. */
  private cursor: Cell | null = null;
  /** The turn whose further move phases follow the plans, and the enemies seen when that was said. */
  private onwards: { turn: number; seen: Set<number> } | null = null;

  constructor(
    private readonly stage: HeroesStage,
    _seats: Seat[],
    private readonly making: Making<Config, View>,
    private readonly desk: Desk<Action>,
  ) {
    this.plan = new Plan(stage.map);
    this.overlay = new Overlay(stage, making);
    this.layer = this.overlay.root;
  }

  open(turn: Turn<View>): void {
    this.turn = turn;
    this.last = turn;
    if (turn.window !== this.window) this.begin(turn);
    this.changed();
  }

  close(): void {
    this.turn = null;
    this.changed();
  }

  hover(point: Point | null): void {
    this.pointer = point;
    this.cursor = null;
    if (this.turn !== null) this.changed();
  }

  press(point: Point): void {
    const { turn } = this;
    if (turn === null) return;
    this.cursor = null;
    const { view } = turn;
    if (view.phase === 'pick') {
      const name = this.stage.gallery.classAt({ x: point.x - this.stage.origin.x, y: point.y - this.stage.origin.y });
      if (name !== null) this.pick(name);
      return;
    }
    const card = this.stage.cardAt(point);
    const cell = this.stage.cellAt(point);
    if (card !== null) this.choose(view, card);
    else if (cell !== null) this.pressCell(view, cell);
  }

  key(key: string): boolean {
    const { turn } = this;
    if (turn === null) return false;
    const direction = ARROWS[key];
    if (direction !== undefined) return this.arrow(turn.view, direction);
    if (key === 'Enter' && this.cursor !== null) {
      this.order(turn.view, this.cursor);
      return true;
    }
    if (key === 'Escape' && this.cursor !== null) {
      this.cursor = null;
      this.changed();
      return true;
    }
    const choice = choiceOf(this.choices(), key);
    if (choice === undefined) return false;
    if (choice.disabled !== true) choice.run();
    else this.explainKey(turn.view, choice.id);
    return true;
  }

  finish(): void {
    const { turn } = this;
    if (turn === null) return;
    // A pick that is not made is left to chance: nobody means that by pressing a key too often.
    if (turn.view.phase === 'pick' && this.wished === null) return this.desk.explain(this.making.tongue.say('heroes.no.pick'));
    for (const act of this.acts(turn.view)) this.desk.send(act);
    this.desk.done();
  }

  choices(): Choice[] {
    if (this.last === null) return [];
    const { view } = this.last;
    if (view.phase === 'pick') return [...this.pickChoices(), this.doneChoice(view)];
    if (view.phase === 'init') return [];
    const { say } = this.making.tongue;
    const back: Choice[] = [
      { id: 'undo', text: say('heroes.choice.undo'), key: 'u', disabled: !this.plan.has(view.phase), run: () => this.change(() => this.plan.undo(view.phase)) },
      { id: 'clear', text: say('heroes.choice.clear'), key: 'c', disabled: !this.plan.has(view.phase), run: () => this.change(() => this.plan.clear(view.phase)) },
    ];
    if (view.phase === 'action') return [...this.heroChoices(view), ...this.abilityChoices(view), ...back, this.doneChoice(view)];
    return [...this.heroChoices(view), ...back, { id: 'onwards', text: say('heroes.choice.onwards'), key: 's', run: () => this.goOn(view) }, this.doneChoice(view)];
  }

  /** What ends the step says what comes of it: only the actions end the turn. */
  private doneChoice({ phase }: View): Choice {
    const { say } = this.making.tongue;
    const text = say(phase === 'pick' ? 'heroes.choice.pick' : phase === 'move' ? 'heroes.choice.step' : 'play.done');
    return { id: 'done', text, key: 'Enter', disabled: phase === 'pick' && this.wished === null, run: () => this.finish() };
  }

  task(): string {
    const { turn } = this;
    const { tongue } = this.making;
    if (turn === null || turn.view.phase === 'init') return tongue.say('heroes.task.wait');
    const { view } = turn;
    if (view.phase === 'pick') {
      const wished = this.wished === null ? '' : ` ${tongue.say('heroes.task.picked', { name: className(tongue, this.wished) })}`;
      return tongue.say('heroes.task.pick', { pick: view.turn + 1 }) + wished;
    }
    const hero = this.hero(view);
    const left = view.ap[this.team] ?? 0;
    const name = hero === null ? '' : heroName(tongue, hero.class, hero.id);
    if (view.phase === 'move') {
      if (hero === null) return tongue.say('heroes.task.none', { left });
      const planned = this.plan.planned(view, this.team);
      return tongue.say(planned > left ? 'heroes.task.over' : 'heroes.task.move', { hero: name, planned, left });
    }
    const spent = this.plan.spent();
    if (hero === null || this.aiming === null) return tongue.say('heroes.task.action', { spent, left });
    return tongue.say('heroes.task.aim', { hero: name, ability: abilityName(tongue, this.stage.map, this.aiming.name), spent, left });
  }

  destroy(): void {
    this.overlay.destroy();
  }

  private get team(): 0 | 1 {
    return this.last?.seat === 1 ? 1 : 0;
  }

  private begin(turn: Turn<View>): void {
    const { view, window } = turn;
    this.window = window;
    this.cursor = null;
    this.wished = null;
    this.plan.begin(view, this.team);
    const own = view.heroes[this.team];
    if (!own.some(({ id, cell }) => id === this.selected && cell !== null)) this.selected = own.find(({ cell }) => cell !== null)?.id ?? null;
    this.aiming = null;
    if (view.phase === 'action') this.select(view, this.selected);
    const [stuck] = view.phase === 'move' ? this.plan.stuck(view, this.team) : [];
    if (stuck !== undefined) {
      const { tongue } = this.making;
      this.plan.drop(stuck.id, 'move');
      this.onwards = null;
      this.selected = stuck.id;
      this.desk.explain(tongue.say('heroes.note.stuck', { hero: heroName(tongue, stuck.class, stuck.id) }));
    }
    // Nothing can be said while the teams get ready.
    if (view.phase === 'init' || this.follows(view)) {
      queueMicrotask(() => {
        if (this.turn?.window === window) this.finish();
      });
    }
  }

  /** Whether this window only carries on what the person has said. */
  private follows(view: View): boolean {
    const { onwards } = this;
    if (onwards === null || view.phase !== 'move' || onwards.turn !== view.turn) {
      this.onwards = null;
      return false;
    }
    const fresh = [...this.seen(view)].some((id) => !onwards.seen.has(id));
    if (fresh) {
      this.onwards = null;
      this.desk.explain(this.making.tongue.say('heroes.note.enemy'));
    }
    return !fresh;
  }

  private seen(view: View): Set<number> {
    return new Set(view.heroes[this.team === 0 ? 1 : 0].flatMap(({ id, cell }) => (cell === null ? [] : [id])));
  }

  private goOn(view: View): void {
    this.onwards = { turn: view.turn, seen: this.seen(view) };
    this.finish();
  }

  private acts(view: View): Action[] {
    if (view.phase === 'pick') return this.wished === null ? [] : [{ pick: { class: this.wished } }];
    return this.plan.acts(view, this.team);
  }

  private hero(view: View): HeroView | null {
    return view.heroes[this.team].find(({ id }) => id === this.selected) ?? null;
  }

  // Picks.

  private pick(name: string): void {
    // Picking the same again is the quick way to say "done".
    const sure = this.wished === name;
    this.wished = name;
    this.changed();
    if (sure) this.finish();
  }

  private pickChoices(): Choice[] {
    const { tongue } = this.making;
    return this.stage.map.config.heroes.map(({ name }, index) => ({
      id: name,
      text: className(tongue, name),
      key: String(index + 1),
      pressed: this.wished === name,
      run: () => this.pick(name),
    }));
  }

  // Moves and actions.

  private heroChoices(view: View): Choice[] {
    const { tongue } = this.making;
    return view.heroes[this.team].map(({ id, class: name, cell }, slot) => ({
      id: `hero${slot}`,
      text: heroName(tongue, name, id),
      key: String(slot + 1),
      pressed: id === this.selected,
      disabled: cell === null,
      run: () => this.choose(view, id),
    }));
  }

  private abilityChoices(view: View): Choice[] {
    const hero = this.hero(view);
    const { tongue } = this.making;
    return this.abilities(hero).map((ability, index) => ({
      id: ability.name,
      text: tongue.say('heroes.choice.ability', { ability: abilityName(tongue, this.stage.map, ability.name), cost: ability.cost }),
      key: ABILITY_KEYS[index] ?? '',
      pressed: this.aiming === ability,
      disabled: hero === null || this.plan.unready(view, hero, ability) !== null,
      run: () => this.change(() => (this.aiming = ability)),
    }));
  }

  private abilities(hero: HeroView | null): Ability[] {
    const { map: board } = this.stage;
    const names = hero === null ? [] : (board.classOf(hero.class)?.abilities ?? []);
    return names.flatMap((name) => board.ability(name) ?? []);
  }

  /** Why a button's key does nothing. */
  private explainKey(view: View, id: string): void {
    if (id === 'done') return this.finish();
    const hero = id.startsWith('hero') ? view.heroes[this.team][Number(id.slice(4))] : (this.hero(view) ?? undefined);
    const ability = this.stage.map.ability(id);
    if (hero === undefined) return;
    const why = ability === undefined ? 'dead' : this.plan.unready(view, hero, ability);
    if (why !== null && (ability !== undefined || id.startsWith('hero'))) this.explain(why, hero, ability);
  }

  private choose(view: View, id: number): void {
    const hero = view.heroes[this.team].find((own) => own.id === id);
    if (hero === undefined) return this.explain('not_yours');
    if (hero.cell === null) return this.explain('dead', hero);
    this.select(view, id);
    this.changed();
  }

  /** Selects a hero and takes up the first ability it can use. */
  private select(view: View, id: number | null): void {
    this.selected = id;
    this.cursor = null;
    const hero = this.hero(view);
    this.aiming = view.phase === 'action' && hero !== null ? (this.abilities(hero).find((ability) => this.plan.unready(view, hero, ability) === null) ?? null) : null;
  }

  private pressCell(view: View, cell: Cell): void {
    const own = view.heroes[this.team].find((hero) => hero.cell !== null && same(hero.cell, cell));
    // Healers aim at teammates; everybody else who clicks one means to lead it.
    const helping = view.phase === 'action' && (this.aiming?.kind === 'defensive' || this.aiming?.kind === 'fortify');
    if (own === undefined || helping) return this.order(view, cell);
    if (own.id !== this.selected) return this.choose(view, own.id);
    this.change(() => this.plan.drop(own.id, view.phase));
  }

  private order(view: View, cell: Cell): void {
    const hero = this.hero(view);
    if (hero === null) return this.explain('dead');
    if (view.phase === 'move') {
      this.report(this.plan.go(view, hero, cell), hero);
      return;
    }
    const { aiming } = this;
    if (aiming === null) {
      this.desk.explain(this.making.tongue.say('heroes.no.ability'));
      return;
    }
    const refused = this.plan.aim(view, hero, aiming, cell);
    // A refused aim stays where it is, to be put right.
    if (refused === null) this.cursor = null;
    this.report(refused, hero, aiming);
    if (refused === null) this.warn(view, hero, aiming, cell);
  }

  /** Legal, but in vain: the person should know. */
  private warn(view: View, hero: HeroView, ability: Ability, target: Cell): void {
    if (ability.kind !== 'offensive' || hero.cell === null) return;
    const { respawn } = this.stage.map.config;
    const { say } = this.making.tongue;
    if (within(respawn[this.team], hero.cell)) this.desk.explain(say('heroes.note.from_home'));
    const impact = this.plan.impact(view, hero, ability, target);
    const hit = impact === null ? [] : this.plan.targets(view, hero, ability, impact);
    const safe = hit.length > 0 && hit.every(({ cell }) => cell !== null && within(respawn[this.team === 0 ? 1 : 0], cell));
    if (safe) this.desk.explain(say('heroes.note.safe'));
  }

  private arrow(view: View, direction: Direction): boolean {
    const hero = this.hero(view);
    if (hero === null || hero.cell === null || view.phase === 'pick') return false;
    if (view.phase === 'move') {
      this.order(view, step(this.plan.goals.get(hero.id) ?? hero.cell, direction));
      return true;
    }
    if (this.aiming === null) {
      this.desk.explain(this.making.tongue.say('heroes.no.ability'));
      return true;
    }
    const from = this.cursor ?? this.nearest(view, hero);
    const next = step(from, direction);
    this.cursor = this.stage.map.holds(next) ? next : from;
    this.changed();
    return true;
  }

  /** Where the keys begin to aim: at the nearest hero the ability is meant for, else at its own cell. */
  private nearest(view: View, hero: HeroView): Cell {
    const own = hero.cell ?? { row: 0, column: 0 };
    if (this.aiming?.kind !== 'offensive') return own;
    const seen = view.heroes[this.team === 0 ? 1 : 0].flatMap(({ cell }) => (cell === null ? [] : [cell]));
    return seen.sort((a, b) => away(a, own) - away(b, own))[0] ?? own;
  }

  private report(refused: Refused | null, hero: HeroView, ability?: Ability): void {
    if (refused !== null) this.explain(refused, hero, ability);
    this.changed();
  }

  private explain(why: Refused, hero?: HeroView, ability?: Ability): void {
    const { tongue } = this.making;
    const index = hero === undefined || ability === undefined ? -1 : (this.stage.map.classOf(hero.class)?.abilities.indexOf(ability.name) ?? -1);
    const n = why === 'dead' ? (hero?.respawn ?? 0) : why === 'cooldown' ? (hero?.cooldowns?.[index] ?? 0) : (ability?.range ?? 0);
    const left = this.turn?.view.ap[this.team] ?? 0;
    this.desk.explain(tongue.say(`heroes.no.${why}`, { n, left, hero: hero === undefined ? '' : heroName(tongue, hero.class, hero.id) }), why);
  }

  private change(make: () => void): void {
    make();
    this.cursor = null;
    this.changed();
  }

  private changed(): void {
    const { turn, plan, selected, aiming } = this;
    const at = this.cursor ?? (this.pointer === null ? null : this.stage.cellAt(this.pointer));
    this.overlay.draw(turn === null ? null : { view: turn.view, team: this.team, plan, selected, aiming, at, wished: this.wished, pointer: this.pointer });
    this.desk.changed();
  }
}
