import type { Refusal } from './board';

/** Parts of the game's own error texts (they are the original's, in English) and what they mean. */
const MEANINGS: readonly [part: string, why: Refusal | 'blocked'][] = [
  ['is not walkable', 'blocked'],
  ['No path to', 'no_way'],
  ['Unit is dead', 'dead'],
  ['on a spawn point, impossible', 'safe'],
  ['on a spawn point', 'on_nest'],
  ['while summoning', 'locked'],
  ['already spawned', 'alive'],
  ['not a spawn point', 'not_nest'],
  ['already on that location', 'full'],
  ['does not have diamond', 'empty_hands'],
  ['maximum summon level', 'top_level'],
  ['has a diamond and cannot', 'hands_full'],
  ['user that has a diamond', 'has_one'],
  ['Can only drop on empty', 'no_floor'],
  ['on an adjacent position', 'too_near'],
  ['on your position', 'self'],
  ['not adjacent', 'far'],
  ['not reachable', 'far'],
  ['no unit on position', 'nobody'],
  ['line of sight', 'no_line'],
  ['suitable vine location', 'no_landing'],
];

/** Which unit an error of the last command is about and why it failed; null for an error that we do not know. */
export function failure(text: string): { unit: number; why: Refusal | 'blocked' } | null {
  const unit = /\(id: (\d+)\|/.exec(text)?.[1];
  const why = MEANINGS.find(([part]) => text.includes(part))?.[1];
  return unit === undefined || why === undefined ? null : { unit: Number(unit), why };
}
