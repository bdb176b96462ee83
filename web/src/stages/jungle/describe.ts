import type { Seat, Standing } from '../../reel/types';
import { open, type Describe, type Mark, type Sentence, type Tongue } from '../../stage/stage';
import type { Config, Event, View } from './types';
import { sideOf, worth } from './worth';

/** Drops from here on are worth a mark on the timeline. */
const LARGE = 25;

export const describe: Describe<Config, View, Event> = {
  sentence(event, making): Sentence | null {
    const { say } = making.tongue;
    const teamOf = (unit: number) => Math.floor((unit - 1) / making.opening.config.units_per_team);
    const of = (team: number, text: string, tone: Sentence['tone'] = 'plain'): Sentence => ({ text, tone, side: sideOf(making, team) });
    if ('timed_out' in event) return of(event.timed_out.team, say('jungle.timed_out', { team: event.timed_out.team + 1 }), 'bad');
    if ('left' in event) return of(event.left.team, say('jungle.left', { team: event.left.team + 1 }), 'bad');
    if ('spawned' in event) return of(teamOf(event.spawned.unit), say('jungle.spawned', { unit: event.spawned.unit }));
    if ('took' in event) return of(teamOf(event.took.unit), say('jungle.took', { unit: event.took.unit }));
    if ('summon_started' in event) {
      const { unit, level } = event.summon_started;
      return of(teamOf(unit), say('jungle.summon_started', { unit, n: level + 1 }));
    }
    if ('summon_done' in event) {
      const { unit, level } = event.summon_done;
      return of(teamOf(unit), say('jungle.summon_done', { unit, level }), 'good');
    }
    if ('dropped' in event) {
      const { unit, points } = event.dropped;
      return of(teamOf(unit), say('jungle.dropped', { unit, team: teamOf(unit) + 1, n: points }), 'good');
    }
    if ('gave' in event) {
      const { unit, receiver } = event.gave;
      return of(teamOf(unit), say('jungle.gave', { unit, receiver }));
    }
    if ('killed' in event) {
      const { unit, victim, diamond } = event.killed;
      return of(teamOf(unit), say(diamond === null ? 'jungle.killed' : 'jungle.killed.robbed', { unit, victim }), 'bad');
    }
    if ('vined' in event) {
      const { unit, target, held, lost } = event.vined;
      if (lost && held !== null) return of(teamOf(unit), say('jungle.vined.lost', { unit, target, n: held.points }), 'bad');
      return of(teamOf(unit), say(teamOf(unit) === teamOf(target) ? 'jungle.vined.friend' : 'jungle.vined', { unit, target }));
    }
    // Steps and turns would drown the rest; the picture shows them.
    return null;
  },

  own(frame, seat, making): Sentence[] {
    const { config } = making.opening;
    return frame.events.flatMap((event) => {
      const [, body] = open(event);
      const { unit } = body as { unit?: number };
      if (unit === undefined || Math.floor((unit - 1) / config.units_per_team) !== seat || 'summon_done' in event) return [];
      if ('moved' in event) return [{ text: making.tongue.say('jungle.walked', { unit, ...event.moved.to }), side: sideOf(making, seat) }];
      const told = this.sentence(event, making, frame);
      return told === null ? [] : [told];
    });
  },

  mark(event, making, frame): Mark | null {
    const tone = toneOf(event);
    const sentence = tone === null ? null : this.sentence(event, making, frame);
    return tone === null || sentence === null ? null : { ...sentence, tone };
  },

  heading(view, { opening, tongue }) {
    const ticks = opening.config.ticks;
    const [first] = view.orders[0] ?? [];
    if (first === undefined) return tongue.say('jungle.heading.end', { n: view.tick });
    return tongue.say('jungle.heading', { tick: view.tick + 1, ticks, team: first + 1 });
  },

  scores(view, making) {
    const scores: number[] = [];
    view.teams.forEach(({ score }, team) => (scores[sideOf(making, team)] = score));
    return scores;
  },

  worth,

  scoreName: (tongue) => tongue.say('jungle.score'),

  standing: ({ score }: Standing, { tongue }) => tongue.say('jungle.standing', { n: score }),

  reason(reason, tongue: Tongue) {
    const tie = reason.includes('response time') ? ` ${tongue.say('jungle.reason.tie')}` : '';
    if (reason.startsWith('all ticks')) return tongue.say('jungle.reason.ticks') + tie;
    return reason.startsWith('every team') ? tongue.say('jungle.reason.left') + tie : reason;
  },

  label: ({ seat }, { tongue }) => tongue.say('jungle.label', { team: seat + 1 }),

  facts(seat: Seat, view, { tongue }) {
    const team = view.teams[seat];
    if (team === undefined) return [];
    const { say, number } = tongue;
    const alive = team.units.filter(({ position }) => position !== null).length;
    return [
      [say('jungle.fact.pending'), number(pendingOf(view, seat))],
      [say('jungle.fact.units'), say('jungle.fact.of', { alive, all: team.units.length })],
      [say('jungle.fact.deaths'), number(team.deaths)],
    ];
  },
};

/** The points in a team's hands: paid only when they are put down. */
export function pendingOf(view: View, team: number): number {
  const own = new Set(view.teams[team]?.units.map(({ unit }) => unit));
  return view.diamonds.reduce((sum, { owner, points }) => (owner !== null && own.has(owner) ? sum + points : sum), 0);
}

function toneOf(event: Event): Mark['tone'] | null {
  if ('killed' in event || 'left' in event) return 'bad';
  if ('dropped' in event) return event.dropped.points >= LARGE ? 'good' : null;
  return 'vined' in event && event.vined.lost ? 'plain' : null;
}
