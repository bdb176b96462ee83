import type { Making } from '../../stage/stage';
import { nextReveal } from './knowledge';
import type { Config, View } from './types';

/** Where the match stands, in words: for the heading and above the board. */

/** "Round 12 of 60 · police": one line of where the match stands. */
export function turnText(view: View, { opening, tongue }: Making<Config, View>): string {
  const { config } = opening;
  if (view.phase === 'pending') return tongue.say('gotham.now.placing');
  const turn = tongue.say(config.ruleset === 'document' ? 'gotham.now.round' : 'gotham.now.half', { turn: view.turn.number, last: config.max_turns });
  return view.phase === 'finished' ? turn : `${turn}${tongue.say('list.point')}${tongue.say(`gotham.acts.${view.turn.half}`)}`;
}

/** When thieves show themselves. */
export function revealText(view: View, { opening, tongue }: Making<Config, View>): string {
  if (view.phase === 'finished') return tongue.say('gotham.reveal.over');
  if (view.visible_turn && view.phase === 'ongoing') return tongue.say('gotham.reveal.now');
  const next = nextReveal(opening.config, view.turn.number);
  if (next === null) return tongue.say('gotham.reveal.never');
  return tongue.say(opening.config.ruleset === 'document' ? 'gotham.reveal.rounds' : 'gotham.reveal.halves', { n: next.away });
}
