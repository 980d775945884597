/** What is made and not kept: the types of the socket and of the HTTP API from docs/schema, and the look's variables: `npm run types`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { writeTokens } from './tokens.js'

async function read(name) {
  const text = await readFile(new URL(`../../docs/schema/${name}.json`, import.meta.url), 'utf8')
  // Record is a type of TypeScript's own.
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/').replaceAll('schemas/Record"', 'schemas/GameRecord"'))
}

const [api, socket] = [await read('openapi'), await read('socket')]
// What both speak of has one type.
const { Record: GameRecord, ...schemas } = { ...socket.$defs, ...api.components.schemas }
const types = await openapiTS(
  { ...api, paths: {}, components: { schemas: { GameRecord, ...schemas } } },
  { rootTypes: true, rootTypesNoSchemaPrefix: true, emptyObjectsUnknown: true },
)
const folder = new URL('../src/generated/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('protocol.ts', folder), astToString(types))
await writeTokens()
