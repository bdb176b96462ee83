import type { Same } from '../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  'season.title': 'Saison {name}',
  'season.table': 'Tableau',
  'season.csv': 'Pour un tableur',
  'season.points': 'Points',
  'season.points.lead': 'Dans chaque concours, la part des autres laissée derrière, en pour cent ; tous les concours ensemble.',
  'season.who': 'Qui',
  'season.rank': '{rank} sur {of}',
  'season.seats': 'Une place est-elle meilleure ?',
  'season.seats.lead': 'La part des parties classées qu’une place a gagnées seule, avec son intervalle à 95 %. La ligne pointillée est la part si aucune place n’était meilleure.',
  'season.seat': 'Place',
  'season.seat.of': '{game} : place {seat} sur {players}',
  'season.seat.better': 'meilleure',
  'season.seat.worse': 'moins bonne',
  'season.seat.unclear': 'pas clair',
  'season.share': 'Gagné',
  'season.verdict': 'Donc',
  'season.maps': 'Cartes',
  'season.map': 'Carte',
  'season.matches': 'Parties',
  'season.drawn': 'Nulles',
  'season.windows': 'Étapes',
  'season.duels': 'Face à face',
  'season.against': 'Contre',
  'season.score': 'Devant : derrière',
};
