/** The types of the socket and of the HTTP API, made from docs/schema: `npm run types`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

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
