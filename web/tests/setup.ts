/** What the page's modules expect of a browser, for tests of their logic. */
const store = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  },
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
});
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'], userAgent: '' }, configurable: true });
