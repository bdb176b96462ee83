import type { LeagueMatch, LeagueMatchList, MatchQuery } from '../api/league';
import { matchQuery } from '../league/query';

/** How many matches a list has, as the server has it. */
const PAGE = 50;

type Piece = { json: unknown } | { zipped: string };

declare global {
  /** Called by every file under `data`: a page that lies on a disk may run scripts, but read no files. */
  var meydanThaw: ((name: string, piece: Piece) => void) | undefined;
}

const pieces = new Map<string, Piece>();
const asked = new Map<string, Promise<Piece | null>>();

/** A file under `data`, read once. */
function piece(name: string): Promise<Piece | null> {
  const known = asked.get(name);
  if (known !== undefined) return known;
  const coming = new Promise<Piece | null>((give) => {
    const script = document.createElement('script');
    script.src = `data/${name}.js`;
    const done = () => {
      script.remove();
      give(pieces.get(name) ?? null);
    };
    script.onload = done;
    script.onerror = done;
    document.head.append(script);
  });
  asked.set(name, coming);
  return coming;
}

function unzipped(text: string): ReadableStream<Uint8Array> {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
}

const answer = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
const missing = () => answer({ code: 'missing', error: 'there is nothing in the archive of this' }, 404);

/** Whether a match is one that was asked for. */
export function asks(match: LeagueMatch, query: MatchQuery): boolean {
  const { team, against, house, kind, state, map, tag, round, text } = query;
  const has = (test: (seat: LeagueMatch['seats'][number]) => boolean) => match.seats.some(test);
  return (
    (team === undefined || has((seat) => seat.team === team)) &&
    (against === undefined || has((seat) => seat.team === against)) &&
    (house === undefined || has((seat) => seat.house === house)) &&
    (kind === undefined || match.kind === kind) &&
    (state === undefined || match.state === state) &&
    (map === undefined || match.map === map) &&
    (tag === undefined || match.tags.includes(tag ?? '')) &&
    (round === undefined || match.round === round) &&
    (typeof text !== 'string' || has((seat) => seat.name.toLowerCase().includes(text.toLowerCase())))
  );
}

/** A page of the list of all matches, as the server would give it. */
export function listed(all: LeagueMatch[], query: URLSearchParams): LeagueMatchList {
  const before = Number(query.get('before') ?? Infinity);
  const found = all.filter((match) => match.seq < before && asks(match, matchQuery(query)));
  const limit = Math.min(Number(query.get('limit') ?? PAGE), PAGE);
  const matches = found.slice(0, limit);
  return { matches, next: found.length > limit ? (matches.at(-1)?.seq ?? null) : null };
}

/** Answers what the page asks for from the files beside it. */
export async function thaw(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : String(input), 'http://here.invalid');
  const [, name] = /^\/api\/v1\/([\w/-]+)$/.exec(url.pathname) ?? [];
  if (name === undefined) return missing();
  if (name === 'me' || name === 'oidc') return answer(null);
  const found = await piece(name);
  if (found === null) return missing();
  if ('zipped' in found) return new Response(unzipped(found.zipped));
  return answer(/^contests\/[^/]+\/matches$/.test(name) ? listed(found.json as LeagueMatch[], url.searchParams) : found.json);
}

/** From now on nothing is asked of any server. */
export function begin(): void {
  globalThis.meydanThaw = (name, given) => void pieces.set(name, given);
  globalThis.fetch = thaw;
}

/** Links lead to places inside of this page, or to the files beside it, in a new tab, too. */
export function relink(fileOf: (address: string) => string | null): void {
  const turn = (link: Element) => {
    const href = link.getAttribute('href');
    if (href?.startsWith('/') !== true) return;
    link.setAttribute('href', href.startsWith('/api/') ? (fileOf(href) ?? '#/') : `#${href}`);
  };
  const all = (node: Node) => {
    if (!(node instanceof Element)) return;
    if (node.matches('a[href]')) turn(node);
    node.querySelectorAll('a[href]').forEach(turn);
  };
  all(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.matches('a[href]')) turn(target);
      addedNodes.forEach(all);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
}
