import type { Seat, Standing } from '../../reel/types';
import { open, type Describe, type Making, type Mark, type Sentence, type Tongue } from '../../stage/stage';
import { turnText } from './turns';
import { isThief, known, sideOf } from './knowledge';
import type { Config, Event, Unit, View, Way } from './types';
import { worth } from './worth';

type Here = Making<Config, View>;

export const describe: Describe<Config, View, Event> = {
  apart: true,

  sentence(event, making) {
    const { say } = making.tongue;
    const { config } = making.opening;
    const of = (id: number, make: (who: string, unit: Unit) => string | null): Sentence | null => {
      const unit = config.units.find((other) => other.id === id);
      const text = unit === undefined ? null : make(nameOf(unit, making.tongue), unit);
      return unit === undefined || text === null ? null : { text, side: sideOf(unit.team), tone: 'plain' };
    };
    if ('joined' in event) {
      // Police have no choice: only hiding places are worth a sentence.
      const { unit: id, node } = event.joined;
      return of(id, (who, unit) => (isThief(unit) ? say('gotham.joined', { who, node }) : null));
    }
    if ('moved' in event) {
      const { unit, from, to, price } = event.moved;
      if (from === to) return null;
      return of(unit, (who) => say(`gotham.moved.${wayOf(config, from, to)}`, { who, node: to, price }));
    }
    if ('said' in event) {
      const { unit, text } = event.said;
      return of(unit, (who) => (text === '' ? say('gotham.said.nothing', { who }) : say('gotham.said', { who, text })));
    }
    if ('turn' in event) {
      const { number: turn, visible, half } = event.turn;
      // A visible round is told once, when it begins.
      if (!visible || (config.ruleset === 'document' && half === 'thieves')) return null;
      return { text: say(config.ruleset === 'document' ? 'gotham.shown.round' : 'gotham.shown.half', { turn }) };
    }
    if ('caught' in event) return captured(event.caught, 'gotham.caught', making);
    if ('joker_caught' in event) return captured(event.joker_caught, 'gotham.joker_caught', making);
    if ('decided' in event) {
      const side = sideOf(event.decided.winner);
      return { text: say('gotham.decided', { side: side + 1 }), side, tone: 'good' };
    }
    // Every wage would drown the rest; the panel shows the money.
    return null;
  },

  own(frame, seat, making) {
    const unit = making.opening.config.units[seat];
    if (unit === undefined) return [];
    const { say } = making.tongue;
    return frame.events.flatMap((event): Sentence[] => {
      const [, body] = open(event);
      if ((body as { unit?: number }).unit !== unit.id || 'caught' in event || 'joker_caught' in event || 'paid' in event) return [];
      const stays = 'moved' in event && event.moved.from === event.moved.to;
      const told = stays ? { text: say('gotham.stayed', { who: nameOf(unit, making.tongue), node: event.moved.to }), side: sideOf(unit.team) } : this.sentence(event, making, frame);
      return told === null ? [] : [told];
    });
  },

  mark(event, making, frame): Mark | null {
    const tone = 'caught' in event || 'joker_caught' in event || 'decided' in event ? 'good' : 'turn' in event ? 'plain' : null;
    if (tone === null) return null;
    const sentence = this.sentence(event, making, frame);
    return sentence === null ? null : { ...sentence, tone, ...('decided' in event ? { end: true } : {}) };
  },

  heading: (view, making) => turnText(view, making),

  /** Captures of each side. A seat's view forgets caught enemies, so its numbers would be wrong: none are given. */
  scores(view) {
    const units = view.overview?.units;
    return units === undefined ? [] : [0, 1].map((side) => units.filter((unit) => unit.dead && unit.kind === 'thief' && sideOf(unit.team) !== side).length);
  },

  worth: (view, { opening }) => worth(view, opening.config),

  scoreName: (tongue) => tongue.say('gotham.score'),

  standing: (standing: Standing, { tongue }) => tongue.say('gotham.standing', { n: standing.score }),

  reason(reason, tongue) {
    const key = REASONS[reason];
    return key === undefined ? reason : tongue.say(`gotham.reason.${key}`);
  },

  label({ seat }, { opening, tongue }) {
    const unit = opening.config.units[seat];
    return unit === undefined ? '' : nameOf(unit, tongue);
  },

  facts(seat: Seat, view, { opening, tongue }, last) {
    const { say, number } = tongue;
    const unit = opening.config.units[seat];
    const state = unit === undefined ? undefined : known(view).get(unit.id);
    if (state === undefined) return [['', say('gotham.fact.unseen')]];
    if (!state.placed) return [['', say('gotham.fact.placing')]];
    const made: [string, string][] = state.dead ? [['', say('gotham.fact.caught')]] : [[say('gotham.fact.node'), number(state.node)]];
    // A unit's purse is seen by its own eyes only.
    const balance = state.balance ?? (last?.me?.id === unit?.id ? last?.me?.balance : null) ?? null;
    if (balance !== null && !state.dead) made.push([say('gotham.fact.money'), number(balance)]);
    return made;
  },
};

const REASONS: Record<string, 'all' | 'joker' | 'more' | 'earlier' | 'coin'> = {
  'all thieves caught': 'all',
  'joker caught': 'joker',
  'more captures': 'more',
  'earlier captures': 'earlier',
  coin: 'coin',
};

export const nameOf = ({ kind, id }: Pick<Unit, 'kind' | 'id'>, tongue: Tongue): string => tongue.say(`gotham.name.${kind}`, { id });

/** A capture is the hunter's: it has the hunter's colour. */
function captured({ unit: id, node }: { unit: number; node: number }, key: 'gotham.caught' | 'gotham.joker_caught', { opening, tongue }: Here): Sentence | null {
  const unit = opening.config.units.find((other) => other.id === id);
  if (unit === undefined) return null;
  return { text: tongue.say(key, { who: nameOf(unit, tongue), node }), side: 1 - sideOf(unit.team), tone: 'good' };
}

function wayOf(config: Config, from: number, to: number): Way {
  const joins = (a: number, b: number) => (a === from && b === to) || (a === to && b === from);
  return config.paths.find((path) => joins(path.from, path.to))?.way ?? 'walk';
}
