import type { Seat, Standing } from '../../reel/types';
import type { Describe, Making, Mark, Sentence, Tongue } from '../../stage/stage';
import { unpack } from './score';
import { seatOf } from './stage';
import type { Cell, Claim, Config, Event, View } from './types';

type Here = Making<Config, View>;

export const describe: Describe<Config, View, Event> = {
  sentence(event, making, frame) {
    const { say } = making.tongue;
    const of = (runner: number, text: string, tone: Sentence['tone'] = 'plain'): Sentence => ({ text, tone, side: sideOf(making, runner) });
    if ('moved' in event) {
      const { runner, from, to } = event.moved;
      return of(runner, say(`labyrinth.moved.${direction(from, to)}`, { runner: runner + 1 }));
    }
    if ('wall_up' in event) return of(event.wall_up.runner, say('labyrinth.wall_up', { runner: event.wall_up.runner + 1 }));
    if ('stayed' in event) {
      const { runner, silent } = event.stayed;
      const who = seatOf(making.opening.config, runner);
      const refused = silent && frame.faults.some(({ seat, kind }) => (kind === 'rejected' || kind === 'garbage') && seat === who);
      if (refused) return of(runner, say('labyrinth.refused', { runner: runner + 1 }), 'bad');
      // Whoever wrote a note and sent no act was heard.
      const unheard = silent && !frame.notes.some(([seat]) => seat === who);
      return of(runner, say(unheard ? 'labyrinth.silent' : 'labyrinth.stayed', { runner: runner + 1 }), unheard ? 'bad' : 'plain');
    }
    if ('arrived' in event) return of(event.arrived.runner, say('labyrinth.arrived', { runner: event.arrived.runner + 1 }), 'good');
    if ('caught' in event) {
      const { runner, hunter } = event.caught;
      return of(runner, say('labyrinth.caught', { runner: runner + 1, hunter: hunter + 1 }), 'bad');
    }
    if ('box' in event) return of(event.box.runner, say(`labyrinth.box.${event.box.prize}`, { runner: event.box.runner + 1 }));
    if ('pushed' in event) {
      const { runner, hunter } = event.pushed;
      return of(runner, say('labyrinth.pushed', { runner: runner + 1, hunter: hunter + 1 }), 'good');
    }
    if ('push_lapsed' in event) return of(event.push_lapsed.runner, say('labyrinth.push_lapsed', { runner: event.push_lapsed.runner + 1 }));
    if ('wall_down' in event) return { text: say('labyrinth.wall_down') };
    if ('ended' in event) {
      const { result } = event.ended;
      return { text: say(`labyrinth.ended.${ending(result)}`), tone: result === 'victory' ? 'good' : 'bad' };
    }
    // Every hunter's step would drown the rest; the picture shows them.
    return null;
  },

  mark(event, making, frame): Mark | null {
    const tone = 'arrived' in event ? 'good' : 'caught' in event ? 'bad' : 'box' in event || 'wall_up' in event || 'pushed' in event ? 'plain' : null;
    if (tone === null) return null;
    const sentence = this.sentence(event, making, frame);
    return sentence === null ? null : { ...sentence, tone };
  },

  heading(view, { tongue }) {
    const round = view.round;
    if (view.push !== null) return tongue.say('labyrinth.heading.push', { round, runner: view.push + 1 });
    if (view.turn !== null) return tongue.say('labyrinth.heading.turn', { round, runner: view.turn + 1 });
    return tongue.say('labyrinth.heading', { round });
  },

  /** The sides win together, but each side's own arrivals are worth seeing apart. */
  scores(view, making) {
    const sides = 1 + Math.max(0, ...making.opening.seats.map((seat) => seat.side));
    const counts = Array.from({ length: sides }, () => 0);
    view.runners.forEach((runner, index) => {
      const side = sideOf(making, index);
      if (runner.status === 'arrived') counts[side] = (counts[side] ?? 0) + 1;
    });
    return counts;
  },

  scoreName: (tongue) => tongue.say('labyrinth.score'),

  standing: (standing: Standing, { tongue }) => tongue.say('labyrinth.standing', unpack(standing.score)),

  reason: (reason, tongue: Tongue) => (isEnding(reason) ? tongue.say(`labyrinth.reason.${ending(reason)}`) : reason),

  facts(seat: Seat, view, { opening, tongue }) {
    const own = view.runners.filter((_, index) => seatOf(opening.config, index) === seat);
    const states = (['on', 'arrived', 'caught'] as const)
      .map((status) => ({ status, count: own.filter((runner) => runner.status === status).length }))
      .filter(({ count }) => count > 0)
      .map(({ status, count }): [string, string] => {
        const word = tongue.say(`labyrinth.state.${status}`);
        return own.length === 1 ? ['', word] : [word, tongue.number(count)];
      });
    const walls = own.reduce((sum, runner) => sum + runner.walls, 0);
    return [...states, [tongue.say('labyrinth.fact.walls'), tongue.number(walls)]];
  },

  label({ seat }, { opening, tongue }) {
    const own = opening.config.runners.flatMap((_, index) => (seatOf(opening.config, index) === seat ? [index + 1] : []));
    return own.length === 1 ? tongue.say('labyrinth.label', { runner: own[0] ?? 0 }) : tongue.say('labyrinth.label.several', { n: own.length });
  },
};

const isEnding = (reason: string) => reason === 'victory' || reason === 'defeat' || reason === 'out of time';
const ending = (result: string) => (result === 'victory' ? 'victory' : result === 'defeat' ? 'defeat' : 'time');

export function sideOf({ opening }: Here, runner: number): number {
  const seat = seatOf(opening.config, runner);
  return opening.seats.find((info) => info.seat === seat)?.side ?? seat;
}

export function direction(from: Cell, to: Cell): 'up' | 'down' | 'left' | 'right' {
  if (from[0] !== to[0]) return to[0] < from[0] ? 'up' : 'down';
  return to[1] < from[1] ? 'left' : 'right';
}

/** What a hint claims, in words. */
export function claimed(claim: Claim | null | undefined, { say, number }: Tongue): string | null {
  if (claim === null || claim === undefined) return null;
  const percent = (won: number) => number(won, { style: 'percent', maximumFractionDigits: 0 });
  if ('forced_win' in claim) {
    const n = claim.forced_win.rounds;
    return say(claim.forced_win.shortest ? 'labyrinth.hint.win.shortest' : 'labyrinth.hint.win', { n });
  }
  if ('no_forced_win' in claim) {
    const { survives } = claim.no_forced_win;
    return survives === null ? say('labyrinth.hint.free') : say('labyrinth.hint.survives', { n: survives });
  }
  if ('chance' in claim) return say(claim.chance.exact ? 'labyrinth.hint.chance.exact' : 'labyrinth.hint.chance', { won: percent(claim.chance.won) });
  if ('nearer' in claim) return say('labyrinth.hint.nearer', { steps: claim.nearer.steps, n: claim.nearer.rounds });
  return say('labyrinth.hint.estimate', { won: percent(claim.estimate.won), n: claim.estimate.playouts });
}
