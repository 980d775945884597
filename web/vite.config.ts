import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { tokens } from './scripts/tokens.js'

export default defineConfig({
  plugins: [svelte(), tokens],
  logLevel: 'warn',
  build: { outDir: '../src/triax/server/client', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', rolldownOptions: { checks: { pluginTimings: false } } },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8765', ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node', pool: 'threads' },
})
