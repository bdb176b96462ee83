/** The board of a day, the same here and in the terminal (`games/labyrinth/src/daily.rs`): the day read as one number is the seed. */
export function daily(now: Date): { seed: string; board: Record<string, unknown> } {
  const day = now.toISOString().slice(0, 10);
  return {
    seed: day.replaceAll('-', ''),
    board: { rows: 9, cols: 9, runners: 1, hunters: 1, walls: 24, boxes: 0, difficulty: 'medium' },
  };
}
