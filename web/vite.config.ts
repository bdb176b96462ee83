import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // Pixi alone is larger than the default limit; it is loaded only where a match is shown.
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: { '/api': { target: process.env.MEYDAN_URL ?? 'http://127.0.0.1:7777', ws: true } },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['tests/setup.ts'],
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
