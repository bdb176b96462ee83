import type { Standing } from '../../reel/types';
import { open, type Describe, type Making, type Mark, type Sentence, type Tongue } from '../../stage/stage';
import { Board, teamOf, within } from './board';
import { lookOf } from './icons';
import { abilityName, classOf, heroName } from './names';
import type { Affected, Cell, Config, Direction, Event, View } from './types';

type Here = Making<Config, View>;

/** The teams' shapes: both may have a "Blaster 2". */
const SIGNS = ['●', '◆'] as const;

const boards = new WeakMap<Config, Board>();
function boardOf({ opening }: Here): Board {
  let board = boards.get(opening.config);
  if (board === undefined) boards.set(opening.config, (board = new Board(opening.config)));
  return board;
}

export const describe: Describe<Config, View, Event> = {
  sentence(event, making, frame): Sentence | null {
    const { tongue } = making;
    const { say } = tongue;
    const name = (id: number, known?: string) => `${SIGNS[teamOf(id)]} ${heroName(tongue, known ?? classOf(frame.view, id), id)}`;
    const of = (id: number, text: string, tone: Sentence['tone'] = 'plain'): Sentence => ({ text, tone, side: teamOf(id) });
    if ('picked' in event) {
      const { hero, class: taken, drawn } = event.picked;
      return of(hero, say(drawn ? 'heroes.drawn' : 'heroes.picked', { team: teamOf(hero) + 1, hero: name(hero, taken) }), drawn ? 'bad' : 'plain');
    }
    if ('spawned' in event) {
      // At the start everybody appears; that needs no words.
      return frame.clock === 'pick' ? null : of(event.spawned.hero, say('heroes.spawned', { hero: name(event.spawned.hero) }), 'good');
    }
    if ('cast' in event) return castSentence({ ...event.cast, who: name(event.cast.hero), side: teamOf(event.cast.hero) }, making, name);
    if ('slashed' in event) {
      const { hero, affected } = event.slashed;
      return of(hero, say('heroes.slashed', { hero: name(hero), hit: list(tongue, affected, name), n: affected.length }));
    }
    // Queues of walkers block each other all the time; the picture shows it.
    if ('stayed' in event && event.stayed.why === 'blocked' && frame.clock !== 'action') return null;
    if ('stayed' in event) return of(event.stayed.hero, say(`heroes.stayed.${event.stayed.why}`, { hero: name(event.stayed.hero) }));
    if ('died' in event) return of(event.died.hero, say('heroes.died', { hero: name(event.died.hero), team: teamOf(event.died.hero) + 1 }), 'bad');
    if ('turn' in event) {
      const { turn, scores, holding } = event.turn;
      if (holding[0] + holding[1] === 0) return null;
      return { text: say('heroes.turn', { turn: turn - 4, first: scores[0], second: scores[1] }) };
    }
    if ('overtime' in event) return { text: say('heroes.overtime', { n: Math.max(event.overtime.remaining, 0) }), tone: 'bad' };
    return null;
  },

  /** Through a team's eyes the view tells the abilities that were used, as far as the team may know. */
  seen(frame, making): Sentence[] {
    const { view } = frame;
    if (view.team === null || frame.clock !== 'action') return [];
    const { tongue } = making;
    const name = (id: number) => `${SIGNS[teamOf(id)]} ${heroName(tongue, classOf(view, id), id)}`;
    const left = (id: number) => view.heroes[teamOf(id)].find((hero) => hero.id === id)?.hp ?? null;
    return view.casts.map(({ team, caster, ability, targets }) => {
      const who = caster === null ? tongue.say('heroes.unseen', { team: team + 1 }) : name(caster);
      const affected = targets.map((hero) => ({ hero, hp: left(hero) }));
      return castSentence({ who, side: team, ability, affected }, making, name);
    });
  },

  own(frame, seat, making): Sentence[] {
    const { tongue } = making;
    const name = (id: number) => `${SIGNS[teamOf(id)]} ${heroName(tongue, classOf(frame.view, id), id)}`;
    return frame.events.flatMap((event) => {
      const [, body] = open(event);
      const hero = (body as { hero?: number }).hero;
      // Who dies or comes back did nothing for it.
      if (hero === undefined || teamOf(hero) !== seat || 'died' in event || 'spawned' in event) return [];
      if ('moved' in event) return [{ text: tongue.say(`heroes.walked.${wayOf(event.moved)}`, { hero: name(hero) }), side: seat }];
      if ('stayed' in event) return [{ text: tongue.say(`heroes.stayed.${event.stayed.why}`, { hero: name(hero) }), side: seat }];
      const told = this.sentence(event, making, frame);
      return told === null ? [] : [told];
    });
  },

  mark(event, making, frame): Mark | null {
    // Overtime counts down every turn; worth a jump is only where it begins, or begins anew.
    const late = 'overtime' in event && event.overtime.remaining === event.overtime.longest;
    if (!('died' in event) && !late) return null;
    const sentence = this.sentence(event, making, frame);
    return sentence === null ? null : { ...sentence, tone: 'bad' };
  },

  heading(view, { opening, tongue }) {
    const { say } = tongue;
    const { max_turns: turns, move_phases: phases } = opening.config.constants;
    if (view.phase === 'init') return say('heroes.heading.init');
    if (view.phase === 'pick') return say('heroes.heading.pick', { pick: view.turn + 1 });
    const late = view.remaining_overtime >= 0 && !view.over ? say('list.point') + say('heroes.heading.overtime', { n: view.remaining_overtime }) : '';
    if (view.over) return say('heroes.heading.over', { n: view.turn - 4 });
    const turn = view.turn - 3;
    // The original's counter begins at 4; in overtime it runs past its end.
    const last = Math.max(opening.config.ruleset === 'official' ? turns - 4 : turns, turn);
    if (view.phase === 'action') return say('heroes.heading.action', { turn, turns: last }) + late;
    return say('heroes.heading.move', { turn, turns: last, phase: (view.move_phase ?? 0) + 1, phases }) + late;
  },

  scores: (view) => [...view.scores],

  scoreName: (tongue) => tongue.say('heroes.score'),

  standing: (standing: Standing, { tongue }) => tongue.say('heroes.standing', { n: standing.score }),

  reason(reason, tongue: Tongue) {
    if (reason === 'score limit') return tongue.say('heroes.reason.score');
    if (reason === 'turn limit') return tongue.say('heroes.reason.turns');
    return reason === 'overtime' ? tongue.say('heroes.reason.overtime') : reason;
  },

  label: ({ seat }, { tongue }) => tongue.say('heroes.label', { team: seat + 1 }),

  facts(seat, view, making) {
    const { tongue, opening } = making;
    const team = seat === 0 ? 0 : 1;
    const heroes = view.heroes[team];
    const points = view.ap[team];
    const facts: [string, string][] = [[tongue.say('heroes.fact.score'), tongue.number(view.scores[team])]];
    if (points !== null) facts.push([tongue.say('heroes.fact.ap'), tongue.number(points)]);
    if (heroes.length === 4 && view.phase !== 'pick') {
      facts.push([tongue.say('heroes.fact.alive'), tongue.number(heroes.filter((hero) => hero.respawn === 0).length)]);
      const holding = heroes.filter((hero) => hero.cell !== null && within(opening.config.objective, hero.cell)).length;
      facts.push([tongue.say('heroes.fact.zone'), tongue.number(holding)]);
    }
    return facts;
  },
};

/** A hero walks one cell at a time. */
const wayOf = ({ from, to }: { from: Cell; to: Cell }): Direction => (to.row !== from.row ? (to.row < from.row ? 'up' : 'down') : to.column < from.column ? 'left' : 'right');

type Name = (id: number, known?: string) => string;

function castSentence(
  { who, side, ability, affected }: { who: string; side: number; ability: string; affected: readonly Hurt[] },
  making: Here,
  name: Name,
): Sentence {
  const { tongue } = making;
  const board = boardOf(making);
  const made = board.ability(ability);
  const look = made === undefined ? 'shot' : lookOf(made);
  const values = { hero: who, ability: abilityName(tongue, board, ability), hit: list(tongue, affected, name), n: affected.length };
  if (look === 'dodge') return { text: tongue.say('heroes.cast.dodge', values), side };
  if (affected.length === 0) return { text: tongue.say('heroes.cast.nobody', values), side };
  if (look === 'heal' || look === 'fortify') return { text: tongue.say(`heroes.cast.${look}`, values), side, tone: 'good' };
  return { text: tongue.say('heroes.cast.hit', values), side };
}

/** An affected hero and the health that is left to it, where that is known. */
type Hurt = Pick<Affected, 'hero'> & { hp: number | null };

function list(tongue: Tongue, affected: readonly Hurt[], name: Name): string {
  const one = ({ hero, hp }: Hurt) => (hp === null ? name(hero) : tongue.say('heroes.left', { hero: name(hero), hp: Math.max(hp, 0) }));
  return affected.map(one).join(tongue.say('heroes.comma'));
}

