/** The look as variables of CSS, made from the one file that the drawings in Python read too. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const SOURCE = new URL('../../src/triax/drawing/tokens.json', import.meta.url)

const FALLBACK = { display: "'Fraunces stand-in', 'Fraunces stand-in 2', Georgia, serif", text: "'Figtree stand-in', 'Figtree stand-in 2', system-ui, sans-serif" }

// What is worked out of the tokens has to be said anew wherever a game or a style sets them anew.
const DERIVED = {
  'accent-soft': 'color-mix(in srgb, var(--accent) 16%, transparent)',
}

function rule(selectors, values) {
  const lines = Object.entries(values).map(([name, value]) => `  --${name}: ${value};`)
  return `${selectors.join(',\n')} {\n${lines.join('\n')}\n}\n`
}

/** Where a game's values hold: below an element that names it, or everywhere. */
function within(root, game) {
  return game === 'room' ? [root] : [`${root}[data-game='${game}']`, `${root} [data-game='${game}']`]
}

function fixed({ symbols, enamel, type, radii }) {
  const families = Object.entries(type.families).map(([name, family]) => [name, `'${family}', ${FALLBACK[name]}`])
  const sizes = type.sizes.map((size) => [`t${size}`, `${size}px`])
  const corners = Object.entries(radii).map(([name, size]) => [`r-${name}`, `${size}px`])
  return { ...symbols, ...enamel, ...Object.fromEntries([...families, ...sizes, ...corners]) }
}

async function tokensCss() {
  const tokens = JSON.parse(await readFile(SOURCE, 'utf8'))
  const rules = [rule([':root'], fixed(tokens))]
  for (const [theme, games] of Object.entries(tokens.themes)) {
    const root = theme === 'light' ? ':root' : `:root[data-theme='${theme}']`
    for (const [game, values] of Object.entries(games)) rules.push(rule(within(root, game), values))
  }
  for (const [style, themes] of Object.entries(tokens.tiles)) {
    for (const [theme, values] of Object.entries(themes)) {
      const root = `:root${theme === 'light' ? '' : `[data-theme='${theme}']`}[data-tiles='${style}']`
      rules.push(rule([root, `${root}[data-game]`, `${root} [data-game]`], values))
    }
  }
  rules.push(rule([':root', '[data-game]'], DERIVED))
  return `/* Made by npm run types from drawing/tokens.json. */\n${rules.join('')}`
}

export async function writeTokens() {
  await writeFile(new URL('../src/generated/tokens.css', import.meta.url), await tokensCss())
}

/** While developing, a changed colour is seen at once. */
export const tokens = {
  name: 'tokens',
  configureServer({ watcher }) {
    const source = fileURLToPath(SOURCE)
    watcher.add(source).on('change', (file) => file === source && void writeTokens())
  },
}
