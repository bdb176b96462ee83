import type { Frame, Seat } from '../../reel/types';
import { Score } from '../../stage/motion';
import { lossesOf, roundOf, type Round } from './battle';
import { wayOf } from './board';
import type { Config, Event, PlanetId, View } from './types';

/** What the board shows at one moment; the events of a window lead from one to the next. */
export type State = Pick<View, 'turn' | 'player' | 'phase' | 'stage' | 'owners' | 'troops' | 'forts' | 'reserves' | 'decided'>;

export interface Fight {
  player: Seat;
  /** Who is attacked; null where that is not known. */
  foe: Seat | null;
  from: PlanetId;
  to: PlanetId;
  rounds: number;
}

/** A part of a window's motion. */
export type Beat =
  | { kind: 'put'; player: Seat; planet: PlanetId; troops: number }
  | { kind: 'aim'; fight: Fight }
  /** One round of dice, or many in a hurry; `first` counts from 0. */
  | { kind: 'roll'; fight: Fight; rounds: Round[]; first: number }
  | { kind: 'result'; fight: Fight; won: boolean; moved: number }
  | { kind: 'move'; player: Seat; troops: number; way: PlanetId[] }
  | { kind: 'fort'; player: Seat; planet: PlanetId; gained: number }
  | { kind: 'stage' }
  | { kind: 'turn'; player: Seat; income: number }
  | { kind: 'end'; winner: Seat | null }
  /** What changed without being told. */
  | { kind: 'drift'; planets: PlanetId[] };

/** A part and how far it is, with the board as it is then. */
export interface Shot {
  state: State;
  beat: Beat | null;
  k: number;
}

const LENGTHS = { place: 240, put: 520, aim: 260, roll: 430, hurry: 900, won: 480, held: 300, fort: 700, stage: 90, turn: 60, income: 340, end: 1300, drift: 260 };
/** Up to so many rounds are shown one by one. */
const SLOWLY = 5;
/** A turn with many attacks is drawn faster, not longer. */
const LONGEST = 9000;
/** In a roll the dice come to rest first, then troops fall. */
export const FALLEN = 0.5;
/** Troops on their way arrive before their beat is over. */
export const LANDED = 0.7;

export class Film {
  readonly length: number;
  private readonly score = new Score<number>();

  private constructor(
    private readonly beats: readonly Beat[],
    /** `states[i]` is before beat `i`. */
    private readonly states: readonly State[],
    lengths: readonly number[],
    readonly after: State,
  ) {
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    const pace = Math.min(1, LONGEST / Math.max(whole, 1));
    lengths.forEach((length, index) => this.score.add(index, length * pace));
    this.length = this.score.length;
  }

  static of(before: View, frame: Frame<View, Event>, config: Config): Film {
    const cutter = new Cutter(before, config);
    frame.events.forEach((event, index) => cutter.take(event, index, frame.events));
    const { beats, states, lengths } = cutter.finish(frame.view);
    return new Film(beats, states, lengths, frame.view);
  }

  at(p: number): Shot {
    for (const [index, k] of this.score.at(p)) {
      const beat = this.beats[index];
      const state = this.states[index];
      if (k >= 1 || beat === undefined || state === undefined) continue;
      const landed = (beat.kind === 'put' || beat.kind === 'result') && k >= LANDED;
      return { state: landed ? (this.states[index + 1] ?? this.after) : within(beat, k, state), beat, k };
    }
    return { state: this.after, beat: null, k: 1 };
  }

  /** The parts that have begun, for what stays to be seen of them. */
  *begun(p: number): Generator<[beat: Beat, k: number]> {
    for (const [index, k] of this.score.at(p)) {
      const beat = this.beats[index];
      if (beat !== undefined && k > 0) yield [beat, k];
    }
  }
}

/** Which round of a roll is shown, and how far it is. */
export function roundAt(rounds: readonly Round[], k: number): { index: number; k: number } {
  const exact = k * rounds.length;
  const index = Math.min(Math.floor(exact), rounds.length - 1);
  return { index, k: exact - index };
}

/** The board while a beat is under way: some changes come in its middle. */
function within(beat: Beat, k: number, state: State): State {
  if (beat.kind !== 'roll') return state;
  const shown = roundAt(beat.rounds, k);
  return beat.rounds.slice(0, shown.index + (shown.k >= FALLEN ? 1 : 0)).reduce((now, round) => fallen(now, beat.fight, round), state);
}

function fallen(state: State, { from, to }: Fight, round: Round): State {
  const lost = lossesOf(round);
  const forts = Math.max((state.forts[to] ?? 0) - lost.defender, 0);
  const left = lost.defender - ((state.forts[to] ?? 0) - forts);
  return {
    ...state,
    troops: put(put(state.troops, from, (state.troops[from] ?? 0) - lost.attacker), to, (state.troops[to] ?? 0) - left),
    forts: put(state.forts, to, forts),
  };
}

const put = <T>(list: readonly T[], index: number, value: T): T[] => list.with(index, value);

/** Cuts a window's events into beats and keeps the board before each. */
class Cutter {
  private readonly beats: Beat[] = [];
  private readonly states: State[] = [];
  private readonly lengths: number[] = [];
  private state: State;
  private bonus: boolean;
  private fight: Fight | null = null;
  private rounds: Round[] = [];

  constructor(
    before: View,
    private readonly config: Config,
  ) {
    this.state = before;
    this.bonus = before.bonus;
  }

  take(event: Event, index: number, events: readonly Event[]): void {
    if ('placed' in event) this.put(event.placed.player, event.placed.planet, 1, LENGTHS.place);
    else if ('deployed' in event) this.put(event.deployed.player, event.deployed.planet, event.deployed.troops, LENGTHS.put);
    else if ('claimed' in event) this.put(event.claimed.player, event.claimed.planet, 0, LENGTHS.place);
    else if ('attacked' in event) {
      const { player, from, to } = event.attacked;
      this.fight = { player, foe: this.state.owners[to] ?? null, from, to, rounds: 0 };
      this.rounds = [];
    } else if ('rolled' in event) this.rounds.push(roundOf(event.rolled.attacker, event.rolled.defender));
    else if ('fought' in event) this.fought(event.fought);
    else if ('stumbled' in event) this.rollAll();
    else if ('moved' in event) this.moved(event.moved, wayOf(events, index));
    else if ('fortified' in event) this.fortified(event.fortified);
    else if ('stage_changed' in event) {
      this.beat({ kind: 'stage' }, LENGTHS.stage);
      this.state = { ...this.state, stage: event.stage_changed.stage };
    } else if ('turn_started' in event) this.turn(event.turn_started);
    else if ('ended' in event) {
      this.state = { ...this.state, decided: true };
      this.beat({ kind: 'end', winner: event.ended.winner }, LENGTHS.end);
    }
  }

  finish(after: View): { beats: Beat[]; states: State[]; lengths: number[] } {
    const { state } = this;
    const planets = after.owners.flatMap((owner, planet) =>
      owner !== state.owners[planet] || after.troops[planet] !== state.troops[planet] || after.forts[planet] !== state.forts[planet] ? [planet] : [],
    );
    if (planets.length > 0) {
      this.state = { ...state, owners: after.owners, troops: after.troops, forts: after.forts };
      this.beat({ kind: 'drift', planets }, LENGTHS.drift);
    }
    return { beats: this.beats, states: this.states, lengths: this.lengths };
  }

  private beat(beat: Beat, length: number): void {
    this.beats.push(beat);
    this.states.push(this.state);
    this.lengths.push(length);
  }

  private put(player: Seat, planet: PlanetId, troops: number, length: number): void {
    this.beat({ kind: 'put', player, planet, troops }, length);
    const { owners, reserves } = this.state;
    this.state = {
      ...this.state,
      owners: put(owners, planet, player),
      troops: put(this.state.troops, planet, (this.state.troops[planet] ?? 0) + troops),
      reserves: this.grown(reserves, player, -troops),
    };
  }

  /** A reserve that the viewer may not know stays unknown. */
  private grown(reserves: State['reserves'], player: Seat, by: number): State['reserves'] {
    const reserve = reserves[player] ?? null;
    return reserve === null ? reserves : put(reserves, player, reserve + by);
  }

  private rollAll(): void {
    const { fight, rounds } = this;
    if (fight === null) return;
    fight.rounds = rounds.length;
    this.beat({ kind: 'aim', fight }, LENGTHS.aim);
    const roll = (first: number, end: number, length: number) => {
      const shown = rounds.slice(first, end);
      if (shown.length === 0) return;
      this.beat({ kind: 'roll', fight, rounds: shown, first }, length);
      this.state = shown.reduce((now, round) => fallen(now, fight, round), this.state);
    };
    const slow = rounds.length <= SLOWLY ? rounds.length : 2;
    for (let i = 0; i < slow; i += 1) roll(i, i + 1, LENGTHS.roll);
    if (slow === rounds.length) return;
    roll(slow, rounds.length - 1, LENGTHS.hurry);
    roll(rounds.length - 1, rounds.length, LENGTHS.roll);
  }

  private fought({ from, to, won, owner, from_troops, to_troops, to_forts }: Extract<Event, { fought: unknown }>['fought']): void {
    this.rollAll();
    const fight = this.fight ?? { player: this.state.player, foe: this.state.owners[to] ?? null, from, to, rounds: 0 };
    this.fight = null;
    this.beat({ kind: 'result', fight, won, moved: won ? to_troops : 0 }, won ? LENGTHS.won : LENGTHS.held);
    const { state } = this;
    const bonus = won && !this.bonus ? this.config.rules.number_of_troops_after_successful_attack : 0;
    if (won) this.bonus = true;
    this.state = {
      ...state,
      owners: put(state.owners, to, owner),
      troops: put(put(state.troops, from, from_troops), to, to_troops),
      forts: put(state.forts, to, to_forts),
      reserves: this.grown(state.reserves, fight.player, bonus),
    };
  }

  private moved({ player, from, to, troops }: Extract<Event, { moved: unknown }>['moved'], told: PlanetId[]): void {
    const way = told.length > 1 ? told : [from, to];
    this.state = { ...this.state, troops: put(this.state.troops, from, (this.state.troops[from] ?? 0) - troops) };
    this.beat({ kind: 'move', player, troops, way }, 300 + Math.min(way.length - 1, 6) * 160);
    this.state = { ...this.state, troops: put(this.state.troops, to, (this.state.troops[to] ?? 0) + troops) };
  }

  private fortified({ player, planet, troops, forts }: Extract<Event, { fortified: unknown }>['fortified']): void {
    this.state = { ...this.state, troops: put(this.state.troops, planet, (this.state.troops[planet] ?? 0) - troops) };
    const gained = forts - (this.state.forts[planet] ?? 0);
    this.state = { ...this.state, forts: put(this.state.forts, planet, forts) };
    this.beat({ kind: 'fort', player, planet, gained }, LENGTHS.fort);
  }

  private turn({ turn, player, income }: Extract<Event, { turn_started: unknown }>['turn_started']): void {
    const { number_of_players: players, initial_troop: each } = this.config.rules;
    this.bonus = false;
    this.state = {
      ...this.state,
      turn,
      player,
      stage: 'deploy',
      phase: turn > players * each ? 'main' : 'start',
      reserves: this.grown(this.state.reserves, player, income),
    };
    this.beat({ kind: 'turn', player, income }, income > 0 ? LENGTHS.income : LENGTHS.turn);
  }
}
