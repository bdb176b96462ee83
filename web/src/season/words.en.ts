import type { Messages } from '../lang/message';

/** The words of seasons. */
export const en = {
  'season.title': 'Season {name}',
  'season.table': 'Table',
  'season.csv': 'Download for a spreadsheet',
  'season.points': 'Points',
  'season.points.lead': 'In each contest, the percentage of the others left behind; added up over all contests.',
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
  'season.verdict': 'Verdict',
  'season.maps': 'Maps',
  'season.map': 'Map',
  'season.matches': 'Matches',
  'season.drawn': 'Drawn',
  'season.windows': 'Steps',
  'season.duels': 'Against each other',
  'season.against': 'Against',
  'season.score': 'Ahead : behind',
} satisfies Messages;
