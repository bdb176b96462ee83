/** The page's addresses. The server gives the same page for all of them. */
export type Route =
  | { page: 'home' }
  | { page: 'matches' }
  | { page: 'setup'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'match'; id: string }
  | { page: 'replay' }
  | { page: 'lost' };

export function parseRoute(path: string): Route {
  try {
    return routeOf(path.split('/').filter((part) => part !== '').map(decodeURIComponent));
  } catch {
    // A stray percent sign.
    return { page: 'lost' };
  }
}

function routeOf([first, second, third]: string[]): Route {
  if (first === undefined) return { page: 'home' };
  if (third !== undefined) return { page: 'lost' };
  if (first === 'matches' && second === undefined) return { page: 'matches' };
  if (first === 'replay' && second === undefined) return { page: 'replay' };
  if (second === undefined) return { page: 'lost' };
  if (first === 'setup' || first === 'rules') return { page: first, game: second };
  if (first === 'match') return { page: 'match', id: second };
  return { page: 'lost' };
}

class Router {
  route = $state.raw<Route>(parseRoute(location.pathname));
  query = $state.raw(new URLSearchParams(location.search));

  private readonly notes = new Map<string, string | null>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  readonly embed = $derived(this.query.has('embed'));

  go(address: string, replace = false): void {
    clearTimeout(this.timer);
    this.notes.clear();
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.read();
    if (!replace) scrollTo(0, 0);
  }

  /** Changes one value of the query without a new entry in the history; soon, because browsers ration such changes. */
  note(name: string, value: string | null): void {
    if (this.notes.size === 0) this.timer = setTimeout(() => this.write(), 200);
    this.notes.set(name, value);
  }

  private write(): void {
    const url = new URL(location.href);
    for (const [name, value] of this.notes) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    this.notes.clear();
    if (url.href !== location.href) history.replaceState(null, '', url);
  }

  private read(): void {
    this.route = parseRoute(location.pathname);
    this.query = new URLSearchParams(location.search);
  }
}

export const router = new Router();

/** Links to our own pages stay in this page; all others are the browser's. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest('a');
  if (link === null || link.target !== '' || link.origin !== location.origin || link.hasAttribute('download')) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
