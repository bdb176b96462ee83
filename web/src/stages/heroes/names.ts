import type { Key } from '../../lang/lang.svelte';
import type { Tongue } from '../../stage/stage';
import { slotOf, type Board } from './board';
import { lookOf } from './icons';
import type { View } from './types';

/** Names in the reader's language. Maps may bring classes and abilities of their own: those keep the map's name. */

const CLASSES: Record<string, Key> = {
  SENTRY: 'heroes.class.sentry',
  BLASTER: 'heroes.class.blaster',
  HEALER: 'heroes.class.healer',
  GUARDIAN: 'heroes.class.guardian',
  SHADOW: 'heroes.class.shadow',
};

export function className(tongue: Tongue, name: string): string {
  const key = CLASSES[name];
  return key === undefined ? name : tongue.say(key);
}

/** "Blaster 3": the class, and the hero's number in its team. */
export function heroName(tongue: Tongue, name: string, id: number): string {
  return tongue.say('heroes.name', { name: className(tongue, name), number: slotOf(id) + 1 });
}

/** The class of a hero by its id, where the view knows it. */
export function classOf(view: View, id: number): string {
  return view.heroes[id % 2 === 0 ? 0 : 1].find((hero) => hero.id === id)?.class ?? '';
}

export function abilityName(tongue: Tongue, board: Board, name: string): string {
  const ability = board.ability(name);
  return ability === undefined ? name : tongue.say(`heroes.ability.${lookOf(ability)}`);
}
