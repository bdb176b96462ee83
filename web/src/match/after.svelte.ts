import { router } from '../route.svelte';
import type { Session } from './session.svelte';

/** How long the end of a match stays before the next one begins. */
const AFTER_MS = 6000;

/** What comes after the end of a match that is shown by itself, or when it cannot be shown: the same again, or the next of a playlist. Called as a component is made. */
export function goOn({ player }: Session, query: URLSearchParams, ended: () => boolean, broken: () => boolean): void {
  $effect(() => {
    const over = ended();
    if (!over && !broken()) return;
    const [next, ...rest] = (query.get('next') ?? '').split(',').filter((id) => id !== '');
    // A match that is not there, or not whole, does not hold up those after it; it is not tried again and again by itself.
    const loops = over && query.has('loop') && router.shows('loop');
    if (next === undefined && !loops) return;
    const timer = setTimeout(() => {
      if (next === undefined) {
        player.seek(0);
        player.play();
        return;
      }
      const url = new URL(location.href);
      url.pathname = url.pathname.replace(/[^/]*$/, encodeURIComponent(next));
      for (const name of ['step', 'turn']) url.searchParams.delete(name);
      if (rest.length > 0) url.searchParams.set('next', rest.join(','));
      else url.searchParams.delete('next');
      router.go(url.pathname + url.search, true);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  });
}
