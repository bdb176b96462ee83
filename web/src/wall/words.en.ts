import type { Messages } from '../lang/message';

/** The words of the wall of running boards. */
export const en = {
  'wall.title': 'Wall of boards',
  'wall.lead': 'All matches that are being played now.',
  'wall.none': 'Nothing is being played at the moment.',
  'wall.waiting': { one: '{n} match waiting', other: '{n} matches waiting' },
  'wall.closed': 'This match is shown when it is over.',
  'wall.soon': 'It is about to begin.',
  'wall.over': 'over',
  'wall.open': 'Watch match {n}',
  'wall.end': 'End',
  'wall.end.label': 'End match {n}',
  'wall.end.sure': 'End match {n}? It will not count.',
  'wall.kick': 'Remove {name}',
  'wall.table': 'Table of the class',
} satisfies Messages;
