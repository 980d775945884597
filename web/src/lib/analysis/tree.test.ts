import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { LineMove } from '../types'
import { another, atRandom } from './draws'
import { pack, unpack, type Start } from './link'
import { BadFile, readRecords } from './records'
import { Refused } from '../api'
import { loadWords } from '../i18n/index.svelte'
import { Tree } from './tree'

vi.mock('../settings.svelte', () => ({ settings: { kept: { language: 'en' } } }))
beforeAll(() => loadWords('en'))

const move = (text: string, seat = 0, drawn: string[] | null = null): LineMove => ({ seat, move: text, drawn, shuffles: null })
const START: Start = { game: 'rota', players: 2, options: {}, setup: { start: 0 } }

/** a b c d, with x y instead of c d, z instead of y, and p instead of a. */
function grown(): Tree {
  const tree = new Tree()
  tree.addLine(['a', 'b', 'c', 'd'].map((text) => move(text)))
  tree.addLine(['a', 'b', 'x', 'y'].map((text) => move(text)))
  tree.addLine(['a', 'b', 'x', 'z'].map((text) => move(text)))
  tree.addLine([move('p')])
  return tree
}
const told = (tree: Tree): string[] => tree.runs().map(({ depth, nodes }) => `${depth} ${nodes.map(({ move: made }) => made?.move).join('')}`)
const lines = (tree: Tree): string[] => tree.leaves().map((leaf) => tree.path(leaf).map((made) => made.move).join(''))

describe('the tree of an analysis', () => {
  it('shows each variation behind the move that it replaces', () => {
    expect(told(grown())).toEqual(['0 a', '1 p', '0 bc', '1 xy', '2 z', '0 d'])
    expect(lines(grown())).toEqual(['abcd', 'p', 'abxy', 'abxz'])
  })

  it('knows a move that was tried before, and tells draws apart', () => {
    const tree = new Tree()
    const first = tree.add(tree.root, move('a', 0, ['R']))
    expect(tree.add(tree.root, move('a', 0, ['R']))).toBe(first)
    expect(tree.add(tree.root, move('a', 0, ['G']))).not.toBe(first)
    expect(tree.sibling(first, 1).move?.drawn).toEqual(['G'])
    const third = tree.add(tree.root, move('b'))
    expect([tree.sibling(third, 1), tree.sibling(first, -1)]).toEqual([first, third])
    expect(tree.sibling(third, -1).move?.drawn).toEqual(['G'])
    expect(tree.sibling(tree.root, 1)).toBe(tree.root)
  })

  it('makes a variation the main line, and lets go of one', () => {
    const tree = grown()
    const z = tree.leaves()[3]!
    expect(tree.branch(z)).toBe(z)
    tree.promote(z)
    expect(tree.branch(z)).toBeNull()
    expect(lines(tree)).toEqual(['abxz', 'p', 'abcd', 'abxy'])
    expect(tree.remove(z.parent!).move?.move).toBe('b')
    expect(lines(tree)).toEqual(['abcd', 'p'])
    expect(tree.remove(tree.root)).toBe(tree.root)
  })

  it('is the same after a link, with its game or with its deal', async () => {
    const known = ['a', 'b', 'c', 'd'].map((text) => move(text))
    for (const [start, from] of [
      [START, []],
      [null, known],
    ] as const) {
      const tree = grown()
      const at = tree.add(tree.last(tree.root), { seat: 1, move: 'e', drawn: ['RG'], shuffles: [['B', 'R']] })
      const found = await unpack(await pack(start, tree, at, from), known)
      expect(found.start).toEqual(start)
      expect(told(found.tree)).toEqual(told(tree))
      expect(found.tree.path(found.at)).toEqual(tree.path(at))
    }
    expect((await pack(null, grown(), grown().root, known)).length).toBeLessThan((await pack(START, grown(), grown().root, [])).length)
    await expect(unpack('cut-o', known)).rejects.toThrow()
  })
})

describe('draws', () => {
  const position = {
    draws: [
      { seat: 0, piece: 'R', pool: 0 },
      { seat: 1, piece: 'G', pool: 0 },
    ],
    pools: [{ R: 1, G: 1, B: 2 }],
  }

  it('can be others; what somebody else has drawn changes places', () => {
    expect(another(position, 0, 'B')).toEqual(['B', 'G'])
    expect(another(position, 0, 'G')).toEqual(['G', 'R'])
    expect(another(position, 1, 'G')).toEqual(['R', 'G'])
  })

  it('at random are of what is there', () => {
    expect(atRandom(position, () => 0)).toEqual(['R', 'G'])
    expect(atRandom(position, () => 0.99)).toEqual(['B', 'B'])
  })
})

describe('files of records', () => {
  const line = { line: { ...START, moves: [] }, opening: 'x' }

  it('are read line by line, or as one record over several lines', async () => {
    const asked: string[] = []
    const read = (record: string) => (asked.push(record), Promise.resolve(line))
    expect(await readRecords('{"a": 1}\n\n{"b": 2}\n', read)).toHaveLength(2)
    expect(await readRecords('{\n"a": 1\n}\n', read)).toHaveLength(1)
    expect(asked).toEqual(['{"a": 1}', '{"b": 2}', '{\n"a": 1\n}'])
  })

  it('that are none are refused with the line and the entry', async () => {
    const read = (record: string) => (record === 'bad' ? Promise.reject(new Refused('bad_record', "log[6]: 'x' is not legal", 400)) : Promise.resolve(line))
    await expect(readRecords('good\nbad', read)).rejects.toThrow("Line 2: entry 7 of the game cannot have been played. (log[6]: 'x' is not legal)")
    await expect(readRecords(' \n', read)).rejects.toThrow(BadFile)
  })
})
