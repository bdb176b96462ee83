import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');
/** What can be drawn, by the part of pixi that draws it; a container holds and a context is drawn by its graphics. */
const DRAWN: Record<string, string | null> = { Container: null, GraphicsContext: null, Graphics: 'graphics', Text: 'text', BitmapText: 'text-bitmap' };

test('what stages are made of can be drawn by a renderer that is made before them', () => {
  const known = [...readFileSync(join(SOURCES, 'stage/kinds.ts'), 'utf8').matchAll(/^import 'pixi\.js\/([\w-]+)';/gm)].map(([, part]) => part);
  const files = ['stages', 'stage'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && name !== 'host.ts').map((name) => join(SOURCES, folder, name)),
  );
  let found = 0;
  for (const file of files) {
    const names = /^import \{([^}]*)\} from 'pixi\.js';/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    for (const name of names.split(',').map((one) => one.trim()).filter((one) => one !== '' && !one.startsWith('type '))) {
      found += 1;
      expect(Object.keys(DRAWN), `${file}: ${name}`).toContain(name);
      const part = DRAWN[name] ?? null;
      if (part !== null) expect(known, `${file}: ${name}`).toContain(part);
    }
  }
  expect(found).toBeGreaterThan(20);
});
