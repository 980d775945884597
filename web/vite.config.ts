import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { tokens } from './scripts/tokens.js'

// Nearly all of the first file runs before the first picture: a browser that knows this hint compiles it while it comes,
// beside the page, and not function by function when each is called. It counts as the first line alone.
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.isEntry) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
    },
  },
}

export default defineConfig({
  plugins: [svelte(), tokens, compiledAtOnce],
  logLevel: 'warn',
  build: {
    outDir: '../src/triax/server/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // What a table needs at once comes in one piece.
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node', pool: 'threads' },
})
