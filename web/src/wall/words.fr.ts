import type { Same } from '../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  'wall.title': 'Mur des plateaux',
  'wall.lead': 'Toutes les parties qui se jouent en ce moment.',
  'wall.none': 'Rien ne se joue en ce moment.',
  'wall.waiting': { one: '{n} partie attend', other: '{n} parties attendent' },
  'wall.closed': 'Cette partie sera montrée quand elle sera finie.',
  'wall.soon': 'Elle va commencer.',
  'wall.over': 'finie',
  'wall.open': 'Regarder la partie {n}',
  'wall.end': 'Arrêter',
  'wall.end.label': 'Arrêter la partie {n}',
  'wall.end.sure': 'Arrêter la partie {n} ? Elle ne comptera pour personne.',
  'wall.kick': 'Faire sortir {name}',
  'wall.table': 'Tableau de la classe',
};
