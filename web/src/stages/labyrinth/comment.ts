import type { Making, Remark, Remarks, Tongue } from '../../stage/stage';
import { claimed, sideOf } from './describe';
import type { Action, Comment, Config, Moment, View } from './types';

/** A game gone through with the solver, in words. */
export function remarks(data: unknown, making: Making<Config, View>): Remarks {
  const { best, moments, cut } = data as Comment;
  const { say } = making.tongue;
  const count = (wanted: (moment: Moment) => boolean) => moments.filter(wanted).length;
  const thrown = count(({ verdict }) => verdict === 'thrown_away');
  const slower = count(({ verdict }) => typeof verdict === 'object' && 'slower' in verdict);
  const start =
    best === null
      ? say('labyrinth.comment.start.none')
      : say(best.shortest ? 'labyrinth.comment.start.shortest' : 'labyrinth.comment.start', { n: best.rounds });
  const summary = [start, say('labyrinth.comment.count', { thrown, slower })];
  if (cut) summary.push(say('labyrinth.comment.cut'));
  return { summary, lines: moments.map((moment) => remark(moment, making)) };
}

function remark(moment: Moment, making: Making<Config, View>): Remark {
  const { tongue } = making;
  const { say } = tongue;
  const { window, round, runner, win, verdict } = moment;
  const head = say('labyrinth.comment.act', { round, runner: runner + 1, act: actWords(moment.act, tongue) });
  const best = moment.best === null ? '' : actWords(moment.best, tongue);
  const known =
    win === null ? claimed(moment.claim, tongue) : say(win.shortest ? 'labyrinth.comment.win' : 'labyrinth.comment.win.perhaps', { n: win.rounds });
  const side = sideOf(making, runner);
  const line = (tone: Remark['tone'], mistake: boolean, text: string | null): Remark => ({
    window, side, head, known: known ?? '', mistake, ...(tone === undefined ? {} : { tone }), text: text ?? '',
  });
  if (typeof verdict === 'object' && 'riskier' in verdict) {
    const [from, to] = verdict.riskier.map((share) => tongue.number(share / 100, { style: 'percent' }));
    return line('bad', true, say('labyrinth.comment.riskier', { from: from ?? '', to: to ?? '', best }));
  }
  if (typeof verdict === 'object') return line('bad', true, say('labyrinth.comment.slower', { n: verdict.slower, best }));
  if (verdict === 'thrown_away') return line('bad', true, say('labyrinth.comment.thrown', { best }));
  if (verdict === 'doubtful') return line('bad', true, say('labyrinth.comment.doubtful', { best }));
  if (verdict === 'unseen') return line('plain', false, say('labyrinth.comment.unseen'));
  return line(verdict === 'best' ? 'good' : 'plain', false, null);
}

/** An act as the course's document writes it. */
export function actWords(act: Action, { say }: Tongue): string {
  if (act === 'stay') return say('labyrinth.act.stay');
  if ('move' in act) return say(`labyrinth.act.${act.move}`);
  if ('wall' in act) return say('labyrinth.act.wall', { at: `${act.wall.row} ${act.wall.col} ${act.wall.dir.toUpperCase()}` });
  return say('labyrinth.act.push', { hunter: act.push.hunter + 1, at: `${act.push.to[0]} ${act.push.to[1]}` });
}
