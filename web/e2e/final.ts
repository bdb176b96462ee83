import type { Backstage, BackstageMatch, Ballot, Cue, FinalPage, SeriesCard, ShowCard, SlotCard } from '../src/api/league';

/**
 * A final of sixteen teams as the Blitz contests had it: four tables of four, two of four, two duels, a grand final of three. Everything has been
 * played; the better seed always wins. A moderator shows it match by match.
 */
export const SIXTEEN = [
  'شیرهای میدان', 'Sea Otters', 'تیم پلنگ', 'Les Lucioles', 'Byte Club', 'قطب‌نما', 'Null Island', 'Segfaults', 'Grotto Rats', 'سیمرغ', 'Lone Wolf',
  'Les Castors', 'آرش', 'Off By One', 'Tigers', 'نهنگ‌ها',
];

const NOW = Date.UTC(2026, 10, 16, 12);
const TABLES = [[0, 7, 8, 15], [1, 6, 9, 14], [2, 5, 10, 13], [3, 4, 11, 12]];
type From = [series: number, rank: number];
const FEEDS: Record<number, From[]> = {
  4: [[0, 0], [3, 0], [0, 1], [3, 1]], 5: [[1, 0], [2, 0], [1, 1], [2, 1]], 6: [[4, 0], [5, 1]], 7: [[5, 0], [4, 1]], 8: [[6, 0], [7, 0]],
};

export class FinalMock {
  /** Games that were shown. */
  readonly shown = new Set<string>();
  readonly code = '0123456789';
  opened: unknown = null;
  readonly names = [...SIXTEEN];
  ballots: Ballot[] = [];
  private show: ShowCard = { step: 0, screen: 'bracket', series: null, game: null, id: null, paused: false, replay: 0, seen: false };

  /** Who plays in a series, as far as that is known. */
  private slots(number: number, all: boolean): SlotCard[] {
    const none = { series: null, group: null, rank: null };
    if (number < 4) return (TABLES[number] ?? []).map((team) => ({ team, ...none }));
    return (FEEDS[number] ?? []).map(([series, rank]) => ({ team: this.result(series, all)[rank]?.team ?? null, series, group: null, rank }));
  }

  private games(number: number): number {
    return number === 8 ? 2 : 1;
  }

  private isKnown = (number: number, game: number, all: boolean) => all || this.shown.has(`f${number}-${game}`);

  private result(number: number, all: boolean): { team: number; place: number }[] {
    if (!this.isKnown(number, this.games(number) - 1, all)) return [];
    const teams = this.slots(number, all).map(({ team }) => team ?? 0);
    return teams.sort((a, b) => a - b).map((team, index) => ({ team, place: index + 1 }));
  }

  private series(number: number, all: boolean): SeriesCard {
    const slots = this.slots(number, all);
    const games = Array.from({ length: this.games(number) }, (_, game) => game).filter((game) => this.isKnown(number, game, all));
    const order = slots.map(({ team }) => team ?? 0).sort((a, b) => a - b);
    return {
      number, stage: number === 8 ? 'final' : 'winners', group: null, round: number < 4 ? 0 : number < 6 ? 1 : number < 8 ? 2 : 3,
      width: number < 4 ? 4 : number === 8 ? 1 : 2, best_of: number === 8 ? 3 : 1, through: number < 6 ? 2 : 1, slots,
      games: games.map((game) => ({ id: `f${number}-${game}`, map: 'grotto', ranks: order.map((team, index) => ({ team, place: index + 1 })) })),
      result: this.result(number, all),
      level: null,
    };
  }

  page(moderates: boolean, organiser: boolean, all = false): FinalPage {
    const series = Array.from({ length: 9 }, (_, number) => this.series(number, all));
    const over = (series[8]?.result.length ?? 0) > 0;
    const out = (number: number, from: number, place: number) => (series[number]?.result ?? []).slice(from).map(({ team }) => ({ team, place }));
    const places = !over ? [] : [...out(8, 0, 1).slice(0, 1), ...out(8, 1, 2), ...out(6, 1, 3), ...out(7, 1, 3), ...[4, 5].flatMap((number) => out(number, 2, 5)), ...[0, 1, 2, 3].flatMap((number) => out(number, 2, 9))];
    return {
      state: over ? 'over' : 'running', format: { kind: 'blitz', duels_from: 4 }, game: 'jungle', ahead: true, created: NOW, maps: ['grotto'], ballots: this.ballots, series, groups: [], places,
      teams: this.names.map((name, seed) => ({ team: `team${seed + 1}`, name, house: null, version: 1, gone: null })),
      show: this.card(moderates), moderates, organiser,
    };
  }

  backstage(organiser: boolean): Backstage {
    const page = this.page(true, organiser, true);
    const match = (number: number, game: number): BackstageMatch => ({
      id: `f${number}-${game}`, series: number, game, state: 'over', shown: this.shown.has(`f${number}-${game}`), map: 'grotto', windows: 30, reason: 'all ticks were played',
      seats: this.slots(number, true).map(({ team }, index, all) => ({
        team, name: this.names[team ?? 0] ?? '', rank: 1 + all.filter((other) => (other.team ?? 0) < (team ?? 0)).length, score: 90 - 10 * index, faults: 0, time_ms: 1200,
      })),
    });
    const matches = page.series.flatMap(({ number }) => Array.from({ length: this.games(number) }, (_, game) => match(number, game)));
    return { page, matches, next: this.next()?.[0] ?? null };
  }

  /** The next game that the audience can be shown. */
  private next(): [number, number] | null {
    for (let number = 0; number < 9; number += 1) {
      for (let game = 0; game < this.games(number); game += 1) if (!this.shown.has(`f${number}-${game}`)) return [number, game];
    }
    return null;
  }

  card(moderates: boolean): ShowCard {
    const id = this.show.series === null ? null : `f${this.show.series}-${this.show.game}`;
    return { ...this.show, id: id !== null && (moderates || this.shown.has(id)) ? id : null };
  }

  cue({ act }: Pick<Cue, 'act'>): ShowCard {
    const set = (change: Partial<ShowCard>) => (this.show = { ...this.show, ...change });
    if (act === 'next') {
      const [series, game] = this.next() ?? [null, null];
      set({ screen: 'next', series, game, paused: false, replay: 0, seen: false });
    } else if (act === 'play') set({ screen: 'match', paused: false, seen: true });
    else if (act === 'pause' || act === 'resume') set({ paused: act === 'pause' });
    else if (act === 'decisive') set({ screen: 'match', paused: false, replay: this.show.replay + 1 });
    else if (act === 'result' || act === 'skip') {
      this.shown.add(`f${this.show.series}-${this.show.game}`);
      set({ screen: act === 'result' ? 'result' : 'bracket' });
    } else set({ screen: act });
    this.show.step += 1;
    return this.card(true);
  }
}
