import board from './daily.json';
import type { Comment } from './types';

/**
 * The board of a day, the same here and in the terminal (`games/labyrinth/src/daily.rs`): the day read as one number is the seed.
 * `crates/cli/tests/course.rs` makes boards from `daily.json` and compares them with the terminal's.
 */
export function daily(day: string): { seed: string; board: Record<string, unknown> } {
  return { seed: day.replaceAll('-', ''), board: { ...board } };
}

/** How somebody did on it, and what was possible. */
export function dailyResult(comment: unknown): { won: boolean; rounds: number; best: number | null } {
  const { result, rounds, best } = comment as Comment;
  return { won: result === 'victory', rounds, best: best?.rounds ?? null };
}
