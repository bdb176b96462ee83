import type { Seat, Standing } from '../../reel/types';
import type { Describe, Making, Mark, Sentence } from '../../stage/stage';
import { Chart } from './board';
import type { Config, Event, View } from './types';

type Here = Making<Config, View>;

const CHARTS = new WeakMap<Config, Chart>();

/** Charts are made once per match, not once per sentence. */
function chartOf({ opening: { config } }: Here): Chart {
  const known = CHARTS.get(config);
  if (known !== undefined) return known;
  const made = new Chart(config);
  CHARTS.set(config, made);
  return made;
}

/** As many turns' income counts as if it stood already. */
const TURNS_AHEAD = 3;

const startTurns = ({ rules }: Config) => rules.number_of_players * rules.initial_troop;

export const describe: Describe<Config, View, Event> = {
  sentence(event, making, frame) {
    const { say } = making.tongue;
    const of = (player: Seat, text: string, tone: Sentence['tone'] = 'plain'): Sentence => ({ text, tone, side: player });
    if ('placed' in event) return of(event.placed.player, say('galaxy.placed', { player: event.placed.player + 1, planet: event.placed.planet }));
    if ('claimed' in event) return of(event.claimed.player, say('galaxy.claimed', { player: event.claimed.player + 1, planet: event.claimed.planet }));
    if ('deployed' in event) {
      const { player, planet, troops } = event.deployed;
      return of(player, say('galaxy.deployed', { player: player + 1, planet, n: troops }));
    }
    if ('fought' in event) return fought(event.fought, frame.asked[0] ?? event.fought.owner, making);
    if ('stumbled' in event) return { text: say('galaxy.stumbled', { planet: event.stumbled.to }), tone: 'bad' };
    if ('moved' in event) {
      const { player, from, to, troops } = event.moved;
      return of(player, say('galaxy.moved', { player: player + 1, from, to, n: troops }));
    }
    if ('fortified' in event) {
      const { player, planet, forts } = event.fortified;
      return of(player, say('galaxy.fortified', { player: player + 1, planet, n: forts }), 'good');
    }
    if ('turn_started' in event) {
      const { turn, player, income } = event.turn_started;
      if (turn === startTurns(making.opening.config) + 1) return { text: say('galaxy.main') };
      return income > 0 ? of(player, say('galaxy.income', { player: player + 1, n: income })) : null;
    }
    if ('turn_ended' in event) {
      // The rules call every turn that was not ended stage by stage a timeout; only a fault tells that time did run out.
      const late = event.turn_ended.why === 'timeout' && frame.faults.some(({ kind }) => kind === 'timeout');
      return late ? { text: say('galaxy.timeout', { turn: event.turn_ended.turn }), tone: 'bad' } : null;
    }
    if ('ended' in event) {
      const { winner } = event.ended;
      if (winner === null) return { text: say('galaxy.ended.turns') };
      return of(winner, say('galaxy.ended.strategic', { player: winner + 1 }), 'good');
    }
    if ('scored' in event) {
      const { player, score } = event.scored;
      return of(player, say('galaxy.scored', { player: player + 1, score }));
    }
    // Dice, stages and the planets of a way are for the picture.
    return null;
  },

  /** Stars that change hands, forts, the beginning of the fight and the end. */
  mark(event, making, frame): Mark | null {
    const star = 'fought' in event && event.fought.won && chartOf(making).worth.has(event.fought.to);
    const begins = 'turn_started' in event && event.turn_started.turn === startTurns(making.opening.config) + 1;
    if (!star && !begins && !('fortified' in event) && !('ended' in event)) return null;
    const sentence = this.sentence(event, making, frame);
    return sentence === null ? null : { ...sentence, tone: sentence.tone ?? 'plain', ...('ended' in event ? { end: true } : {}) };
  },

  heading(view, making) {
    const { say } = making.tongue;
    if (view.decided) return say('galaxy.heading.over', { turn: view.turn });
    return now(view, making);
  },

  scores: (view) => view.scores,

  /** The troops and forts that stand, and what the next few turns bring. */
  worth(view, making) {
    const chart = chartOf(making);
    return view.scores.map((_, seat) => {
      const stand = chart.held(view.owners, seat).reduce((sum, planet) => sum + (view.troops[planet] ?? 0) + (view.forts[planet] ?? 0), 0);
      return stand + TURNS_AHEAD * chart.income(view.owners, seat);
    });
  },

  scoreName: (tongue) => tongue.say('galaxy.score'),

  standing: (standing: Standing, { tongue }) => tongue.say('galaxy.standing', { n: standing.score }),

  reason: (reason, tongue) => (reason === 'strategic' || reason === 'turns' ? tongue.say(`galaxy.reason.${reason}`) : reason),

  label: ({ seat }, { tongue }) => tongue.say('galaxy.label', { n: seat + 1 }),

  facts(seat, view, making) {
    const { say, number } = making.tongue;
    const chart = chartOf(making);
    const held = chart.held(view.owners, seat);
    const troops = held.reduce((sum, planet) => sum + (view.troops[planet] ?? 0), 0);
    const reserve = view.reserves[seat] ?? null;
    const used = view.fort_used[seat] ?? null;
    return [
      [say('galaxy.fact.planets'), number(held.length)],
      [say('galaxy.fact.troops'), number(troops)],
      [say('galaxy.fact.stars'), stars(chart, seat, view, making)],
      [say('galaxy.fact.income'), number(chart.income(view.owners, seat))],
      [say('galaxy.fact.reserve'), reserve === null ? say('galaxy.unknown') : number(reserve)],
      [say('galaxy.fact.fort'), used === null ? say('galaxy.unknown') : say(used ? 'galaxy.fort.used' : 'galaxy.fort.open')],
    ];
  },
};

/** The official rules look for a victory only late in the match: until then enough stars need a word. */
function stars(chart: Chart, seat: Seat, { owners, turn, decided }: View, { opening, tongue }: Here): string {
  const n = chart.stars(owners, seat);
  const { number_of_strategic_nodes_to_win: needed, early_win_from_turn: from } = opening.config.rules;
  return n >= needed && turn < from && !decided ? tongue.say('galaxy.fact.stars.early', { n, from }) : tongue.number(n);
}

function now({ turn, player: seat, phase, stage }: View, { opening, tongue: { say } }: Here): string {
  const player = seat + 1;
  if (phase === 'start') return say('galaxy.heading.start', { turn, last: startTurns(opening.config), player });
  const shown = stage === 'attack' || stage === 'move' || stage === 'fort' ? stage : 'deploy';
  return say('galaxy.heading.main', { turn, last: opening.config.rules.number_of_turns, player, stage: say(`galaxy.stage.${shown}`) });
}

function fought({ to, won, to_troops }: Extract<Event, { fought: unknown }>['fought'], player: Seat, making: Here): Sentence {
  const { say } = making.tongue;
  if (!won) return { text: say('galaxy.held', { player: player + 1, planet: to }), tone: 'bad', side: player };
  const star = chartOf(making).worth.has(to);
  const text = say(star ? 'galaxy.won.star' : 'galaxy.won', { player: player + 1, planet: to, n: to_troops });
  return { text, tone: star ? 'good' : 'plain', side: player };
}
