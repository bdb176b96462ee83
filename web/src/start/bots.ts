/** Whole bots in a few lines are written down once, in `docs/`: the page shows them as they stand there. */
const PAGES = import.meta.glob<string>('../../../docs/{protocol,heroes,gotham,jungle,galaxy}.md', { query: '?raw', import: 'default' });
/** The kits that the program carries, as folders; only their names are of interest here. */
const KITS = Object.keys(import.meta.glob('../../../kits/*/*/meydan.toml', { query: '?raw' }));

/** The first Python block of a text, or null. */
export const pythonOf = (text: string): string | null => /^```python\n([\s\S]*?)^```/m.exec(text)?.[1] ?? null;

/** A whole bot of a game. The labyrinth's is the example of the protocol's own page. */
export async function smallBot(game: string): Promise<string | null> {
  const page = PAGES[`../../../docs/${game === 'labyrinth' ? 'protocol' : game}.md`];
  return page === undefined ? null : pythonOf(await page());
}

/** The languages in which a game has a kit, by their names on the command line. */
export const kitsOf = (game: string): string[] => KITS.flatMap((path) => new RegExp(`/kits/${game}/([a-z]+)/`).exec(path)?.[1] ?? []).sort();
