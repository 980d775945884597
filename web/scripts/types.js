/** The types of the protocol, made from the server's schema: `npm run types`. */
import { readFile, writeFile } from 'node:fs/promises'
import { compile } from 'json-schema-to-typescript'

const schema = JSON.parse(await readFile(new URL('../../docs/schema/socket.json', import.meta.url), 'utf8'))

/** Tuples as the compiler knows them, which is the way of an older draft. */
function tuples(node) {
  if (Array.isArray(node)) return node.map(tuples)
  if (node === null || typeof node !== 'object') return node
  const { prefixItems, ...rest } = node
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, tuples(value)]))
  return prefixItems ? { ...copy, items: tuples(prefixItems), additionalItems: false } : copy
}

const types = await compile(tuples(schema), 'SocketMessage', {
  bannerComment: '/** Made from docs/schema/socket.json by `npm run types`; do not edit. */',
  additionalProperties: false,
  unreachableDefinitions: true,
  strictIndexSignatures: true,
  style: { semi: false, singleQuote: true, printWidth: 120 },
})
const target = new URL('../src/lib/protocol.ts', import.meta.url)
if (process.argv.includes('--check')) {
  if ((await readFile(target, 'utf8').catch(() => '')) !== types) {
    console.error('src/lib/protocol.ts is stale: npm run types')
    process.exit(1)
  }
} else await writeFile(target, types)
