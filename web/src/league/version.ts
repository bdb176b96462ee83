import type { VersionCard } from '../api/league';

const MOVING = ['received', 'building', 'built', 'validating'];

/** Whether something is still being done with a version. */
export const isMoving = ({ state }: VersionCard): boolean => MOVING.includes(state);

export type Step = 'send' | 'build' | 'validate' | 'ready';
export type Mark = 'done' | 'now' | 'bad' | 'wait';

/** How far a version has come, and where it stopped. */
export function steps({ state, validation }: VersionCard): [Step, Mark][] {
  const made = (build: Mark, validate: Mark, ready: Mark): [Step, Mark][] => [['send', 'done'], ['build', build], ['validate', validate], ['ready', ready]];
  switch (state) {
    case 'received':
      return made('wait', 'wait', 'wait');
    case 'building':
      return made('now', 'wait', 'wait');
    case 'built':
      return made('done', 'wait', 'wait');
    case 'validating':
      return made('done', 'now', 'wait');
    case 'ready':
      return made('done', 'done', 'done');
    case 'rejected':
      return made('done', 'bad', 'wait');
    case 'stuck':
      // It got stuck in its validation if it had one.
      return validation === null ? made('bad', 'wait', 'wait') : made('done', 'bad', 'wait');
    default:
      return made('bad', 'wait', 'wait');
  }
}
