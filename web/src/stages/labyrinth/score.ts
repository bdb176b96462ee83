/** A score reads `E RRRRR AAAAA WWWWW`: the ending, 99999 less the rounds, the arrived, 99999 less the walls used. */
export function unpack(score: number): { rounds: number; arrived: number; walls: number } {
  const part = (place: number) => Math.floor(score / 10 ** place) % 100_000;
  return { rounds: 99_999 - part(10), arrived: part(5), walls: 99_999 - part(0) };
}
