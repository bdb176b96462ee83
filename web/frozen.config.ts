import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/**
 * The page of a contest that was frozen into files: one script, because a page that is opened from a disk may load no modules.
 * It is built after the page itself, into a folder beside it.
 */
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  // Helpers that ask where a module came from are told nothing here, and ask nothing.
  logLevel: 'error',
  build: {
    target: 'es2022',
    outDir: 'dist/frozen',
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 1 << 20,
    chunkSizeWarningLimit: 4000,
    rollupOptions: {
      input: 'src/frozen/main.ts',
      output: { format: 'iife', inlineDynamicImports: true, entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
});
