/**
 * The turn that decided it: after which the lead did not change any more, where whoever was ahead at the end went ahead for good. Where the scores do
 * not tell who was first (they are level, or the game counts something else, too), it is the turn in which `first`, who won all the same, had its last
 * point. Of equal numbers without a winner, the last turn. `scores` has one list for each side, one value for each state.
 */
export function decisive(scores: readonly (readonly (number | null)[])[], first: number | null = null): number {
  const length = Math.max(0, ...scores.map((series) => series.length));
  const leader = (at: number): number | null => {
    const now = scores.map((series) => series[at] ?? 0);
    const most = Math.max(...now);
    const ahead = now.indexOf(most);
    return now.lastIndexOf(most) === ahead ? ahead : null;
  };
  const end = Math.max(length - 1, 0);
  const winner = length === 0 ? null : (first ?? leader(end));
  if (winner === null) return end;
  const leads = leader(end) === winner;
  const own = (at: number) => scores[winner]?.[at] ?? 0;
  let at = end;
  while (at > 0 && (leads ? leader(at - 1) === winner : own(at - 1) === own(end))) at -= 1;
  // Who never had a point has won by something that no turn shows.
  return !leads && at === 0 ? end : at;
}
