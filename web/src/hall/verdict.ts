import type { BackstageMatch, FinalPage, SeriesCard } from '../api/league';
import { goesOn, through, won } from './bracket';

/** Whoever sat in a match that is over. */
export interface Seated {
  /** The team; a house bot that fills a seat for which there is nobody is none. */
  team: number | null;
  name: string;
  place: number | null;
  score: number | null;
  /** Whether they go on, or win it, as it is decided now. */
  on: boolean;
}

/** What a hall is told when a game of a series is over. */
export interface Verdict {
  /** The teams that the heading names, from the best down. */
  names: string[];
  /** Whether they have won the series, go on together, have won this game of several; or nobody has: it is level, or is played again for that. */
  told: 'wins' | 'on' | 'game' | 'level' | 'again';
  /** What was decided by no game: whoever sent their bot earlier is ahead, or the better seed. */
  why: 'earlier' | 'seed' | null;
  /** Everybody who sat in it, the best first. */
  seated: Seated[];
  /** Of a series of several games, how many each team has won with this one. */
  stands: { team: number; name: string; won: number }[];
}

/** Whether a game is played because those before it were level. */
export const again = (series: SeriesCard, game: number): boolean => game >= series.best_of;

/** What the hall is told of a game, on a page that knows everything that was played. */
export function verdict(page: FinalPage, series: SeriesCard, game: number, match: BackstageMatch): Verdict {
  const ranks = series.games[game]?.ranks ?? [];
  const placeOf = (team: number | null) => ranks.find((one) => one.team === team)?.place;
  const decided = series.result.length > 0 && series.games.length === game + 1;
  const on = (team: number | null) => decided && series.result.some((one) => one.team === team && through(series, one.place)) && page.teams[team ?? -1]?.gone === null;
  const seated = match.seats
    .map(({ team, name, rank, score }): Seated => ({ team, name, place: placeOf(team) ?? rank, score, on: series.through > 0 && on(team) }))
    .sort((a, b) => (a.place ?? 99) - (b.place ?? 99) || Number(a.team === null) - Number(b.team === null));
  // A house bot that fills a seat can win nothing.
  const teams = [...ranks].sort((a, b) => a.place - b.place);
  const nameOf = (team: number | undefined) => page.teams[team ?? -1]?.name ?? '';
  const alone = teams[0] !== undefined && teams[1]?.place !== teams[0].place ? [nameOf(teams[0].team)] : [];
  // The match was level and its places are not: the order that was given has parted them.
  const border = Math.max(series.through, 1);
  const rankOf = (team: number | undefined) => match.seats.find((seat) => seat.team === team)?.rank;
  const parted = teams[border] !== undefined && teams[border].place !== teams[border - 1]?.place && rankOf(teams[border].team) === rankOf(teams[border - 1]?.team);
  const why = decided && (series.level === 'earlier' || series.level === 'seed') ? series.level : parted ? 'earlier' : null;
  const stands = series.best_of < 2 ? [] : series.slots.flatMap(({ team }) => (team === null ? [] : [{ team, name: nameOf(team), won: won({ games: series.games.slice(0, game + 1) }, team) }]));
  const said = (told: Verdict['told'], names: string[]): Verdict => ({ names, told, why, seated, stands });
  if (series.through === 0) {
    if (decided && series.best_of > 1) {
      const [first, second] = series.result;
      return first !== undefined && second?.place !== first.place ? said('wins', [nameOf(first.team)]) : said('level', []);
    }
    return alone.length === 0 ? said('level', []) : said(series.best_of > 1 ? 'game' : 'wins', alone);
  }
  if (decided) return said(series.through > 1 ? 'on' : 'wins', goesOn(page, series));
  if (game + 1 >= series.best_of) return said('again', []);
  return alone.length === 0 ? said('level', []) : said('game', alone);
}
