import { frozen } from './frozen/frozen';

/** The page's addresses. The server gives the same page for all of them. */
export type Route =
  | { page: 'home' }
  | { page: 'matches' }
  | { page: 'setup'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'own'; game: string }
  | { page: 'match'; id: string }
  | { page: 'replay' }
  | { page: 'contest'; slug: string; tab: Tab }
  | { page: 'team' | 'version' | 'league'; id: string }
  | { page: 'desk'; slug: string | null }
  | { page: 'room'; code: string | null }
  | { page: 'wall'; slug: string }
  | { page: 'season'; name: string }
  | { page: 'hall'; slug: string | null; view: HallView }
  | { page: Plain }
  | { page: 'lost' };

/** Pages of the contest layer that need no more than their name. */
const PLAIN = ['contests', 'account', 'signin', 'signup', 'reset', 'users', 'class'] as const;
type Plain = (typeof PLAIN)[number];

/** The parts of a contest's page. */
export const TABS = ['overview', 'rules', 'standing', 'rounds', 'final', 'matches', 'statistics', 'teams'] as const;
export type Tab = (typeof TABS)[number];

/** The ways into a final's hall: the moderator's phone, the projector, the commentators. */
export const HALL_VIEWS = ['phone', 'screen', 'desk'] as const;
export type HallView = (typeof HALL_VIEWS)[number];

export function parseRoute(path: string): Route {
  try {
    return routeOf(path.split('/').filter((part) => part !== '').map(decodeURIComponent));
  } catch {
    // A stray percent sign.
    return { page: 'lost' };
  }
}

function routeOf([first, second, third, fourth]: string[]): Route {
  if (first === undefined) return { page: 'home' };
  if (fourth !== undefined) return { page: 'lost' };
  if (first === 'contest' && second !== undefined) {
    const tab = TABS.find((name) => name === (third ?? 'overview'));
    return tab === undefined ? { page: 'lost' } : { page: 'contest', slug: second, tab };
  }
  if (first === 'hall') {
    const view = HALL_VIEWS.find((name) => name === (third ?? 'phone'));
    return view === undefined ? { page: 'lost' } : { page: 'hall', slug: second ?? null, view };
  }
  if (third !== undefined) return { page: 'lost' };
  const plain = PLAIN.find((name) => name === first);
  if (plain !== undefined && second === undefined) return { page: plain };
  if (first === 'room') return { page: 'room', code: second ?? null };
  if (first === 'desk') return { page: 'desk', slug: second ?? null };
  if (first === 'matches' && second === undefined) return { page: 'matches' };
  if (first === 'replay' && second === undefined) return { page: 'replay' };
  if (second === undefined) return { page: 'lost' };
  if (first === 'setup' || first === 'rules' || first === 'own') return { page: first, game: second };
  if (first === 'match') return { page: 'match', id: second };
  if (first === 'season') return { page: 'season', name: second };
  if (first === 'wall') return { page: 'wall', slug: second };
  if (first === 'team' || first === 'version' || first === 'league') return { page: first, id: second };
  return { page: 'lost' };
}

/** How an address says no. */
const OFF = new Set(['0', 'no', 'false', 'off']);

/** Where the reader is inside of the page. An archive is one file, so its places stand behind the `#`. */
function place(): URL {
  const inside = frozen === null ? location.pathname + location.search : location.hash.slice(1) || `/contest/${frozen.slug}`;
  return new URL(inside, 'http://here.invalid');
}

/** A place inside of the page as the browser's address. */
const addressOf = (inside: string) => (frozen === null ? inside : `#${inside}`);

class Router {
  route = $state.raw<Route>(parseRoute(place().pathname));
  query = $state.raw(place().searchParams);

  private readonly notes = new Map<string, string | null>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('popstate', () => {
      // What was still to be noted is of the page that was left.
      clearTimeout(this.timer);
      this.notes.clear();
      this.read();
    });
    if (frozen !== null) addEventListener('hashchange', () => this.read());
  }

  /** In a frame on another page. */
  readonly embed = $derived(this.query.has('embed'));
  /** On a projector: names, scores, the board and the chart, and nothing else. */
  readonly caster = $derived(this.query.has('caster'));
  /** Only the match: no bar above it, no panel beside it. */
  readonly alone = $derived(this.embed || this.caster);

  /** Whether a part of the page is shown; `controls=0` in the address hides it. */
  shows(name: string): boolean {
    return !OFF.has(this.query.get(name) ?? '');
  }

  go(address: string, replace = false): void {
    clearTimeout(this.timer);
    this.notes.clear();
    if (replace) history.replaceState(null, '', addressOf(address));
    else history.pushState(null, '', addressOf(address));
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  /** Changes one value of the query without a new entry in the history; soon, because browsers ration such changes. */
  note(name: string, value: string | null): void {
    if (this.notes.size === 0) this.timer = setTimeout(() => this.write(), 200);
    this.notes.set(name, value);
  }

  private write(): void {
    const url = place();
    const before = url.search;
    for (const [name, value] of this.notes) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    this.notes.clear();
    try {
      if (url.search !== before) history.replaceState(null, '', addressOf(url.pathname + url.search));
    } catch {
      // A page that was opened from a disk may not be allowed to change its address.
    }
  }

  /** The address of where the reader is, with other values in its query; null takes one away. */
  link(values: Record<string, string | null>): string {
    const url = place();
    for (const [name, value] of Object.entries(values)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return new URL(addressOf(url.pathname + url.search), location.href).href;
  }

  private read(): void {
    const { pathname, searchParams } = place();
    this.route = parseRoute(pathname);
    this.query = searchParams;
  }
}

export const router = new Router();

/** Links to our own pages stay in this page; all others are the browser's. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest('a');
  // In an archive every link is one that the browser can follow.
  if (link === null || frozen !== null || link.target !== '' || link.origin !== location.origin || link.hasAttribute('download')) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
