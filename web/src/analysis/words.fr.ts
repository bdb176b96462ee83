import type { Same } from '../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  title: 'Y regarder de plus près',
  here: { one: 'Après {n} étape.', other: 'Après {n} étapes.' },
  end: 'Revenez à un moment d’avant la fin : vous pourrez y interroger un bot fort, ou rejouer la suite.',
  'for': 'Pour qui',
  ask: 'Que ferait {bot} ici ?',
  would: '{bot} à la place de {name}',
  nothing: 'Il laisserait passer cette étape sans agir : toutes les étapes d’un tour ne demandent pas d’action.',
  same: 'Comme ce qui a été joué.',
  others: 'Ce qui tournerait autrement',
  was: 'Ce qui a été joué',
  again: 'Le revoir',
  back: 'Revenir à la partie',
  on: 'Rejouer la suite',
  'on.begin': 'Jouer à partir de l’étape {step}',
  side: 'Camp {n}',
};
