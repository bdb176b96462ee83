import type { Tongue } from '../../stage/stage';
import { slotOf, type Board } from './board';
import { lookOf } from './icons';
import type { View } from './types';

/** Names in the reader's language. Maps may bring classes and abilities of their own: those keep the map's name. */

const CLASSES = ['sentry', 'blaster', 'healer', 'guardian', 'shadow'] as const;
const known = (name: string) => CLASSES.find((own) => own === name.toLowerCase());

export function className(tongue: Tongue, name: string): string {
  const own = known(name);
  return own === undefined ? name : tongue.say(`heroes.class.${own}`);
}

/** "Blaster 3": the class, and the hero's number in its team. */
export function heroName(tongue: Tongue, name: string, id: number): string {
  const own = known(name);
  // A name within a name would be isolated twice, and then no longer tells its direction: Persian would stand the wrong way round.
  return own === undefined ? `${name} ${tongue.number(slotOf(id) + 1)}` : tongue.say(`heroes.name.${own}`, { number: slotOf(id) + 1 });
}

/** The class of a hero by its id, where the view knows it. */
export function classOf(view: View, id: number): string {
  return view.heroes[id % 2 === 0 ? 0 : 1].find((hero) => hero.id === id)?.class ?? '';
}

export function abilityName(tongue: Tongue, board: Board, name: string): string {
  const ability = board.ability(name);
  return ability === undefined ? name : tongue.say(`heroes.ability.${lookOf(ability)}`);
}
