import type { Messages } from '../lang/message';

/** The words of seasons. */
export const en = {
  'season.title': 'Season {name}',
  'season.table': 'Table',
  'season.csv': 'For a spreadsheet',
  'season.points': 'Points',
  'season.points.lead': 'In each contest the share of the others that was left behind, in percent; all contests together.',
  'season.who': 'Who',
  'season.rank': '{rank} of {of}',
  'season.seats': 'Is a seat better?',
  'season.seats.lead': 'The share of ranked matches that a seat won alone, with its 95 % interval. The dashed line is the share if no seat were better.',
  'season.seat': 'Seat',
  'season.seat.of': '{game}: seat {seat} of {players}',
  'season.seat.better': 'better',
  'season.seat.worse': 'worse',
  'season.seat.unclear': 'not clear',
  'season.share': 'Won',
  'season.verdict': 'So it is',
  'season.maps': 'Maps',
  'season.map': 'Map',
  'season.matches': 'Matches',
  'season.drawn': 'Drawn',
  'season.windows': 'Steps',
  'season.duels': 'Against each other',
  'season.against': 'Against',
  'season.score': 'Ahead : behind',
} satisfies Messages;
