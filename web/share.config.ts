import { createHash } from 'node:crypto';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** One file that opens from a disk: script and styles are written into the page, which may run this script and nothing else. */
function inline(): Plugin {
  return {
    name: 'meydan-inline',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['share.html'];
        if (page?.type !== 'asset') throw new Error('there is no share.html');
        let html = String(page.source);
        for (const [name, part] of Object.entries(bundle)) {
          if (part === page) continue;
          if (part.type === 'chunk') {
            // What would end the script early can only stand in a string or a pattern of it.
            const code = part.code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
            const digest = createHash('sha256').update(code).digest('base64');
            const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'`;
            html = html
              .replace(new RegExp(`\\s*<script[^>]*src="[^"]*${escaped(name)}"[^>]*></script>`), '')
              .replace('</body>', () => `<script type="module">${code}</script>\n  </body>`)
              .replace('<meta name="viewport"', () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta name="viewport"`);
          } else if (name.endsWith('.css')) {
            html = html.replace(new RegExp(`<link[^>]*href="[^"]*${escaped(name)}"[^>]*>`), () => `<style>${String(part.source)}</style>`);
          } else {
            throw new Error(`${name} would be a second file`);
          }
          delete bundle[name];
        }
        if (/(src|href)="\.?\/(?!\/)/.test(html.slice(0, html.indexOf('<script type="module">')))) throw new Error('the page still asks for a file');
        page.source = html;
      },
    },
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export default defineConfig({
  plugins: [svelte(), inline()],
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 4000,
    rollupOptions: { input: 'share.html', output: { codeSplitting: false } },
  },
});
