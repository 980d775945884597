/** An analysis in an address: packed small, read back as it was. */

import type { AnalysisLine, LineMove } from '../types'
import { isSame, Tree, type TreeNode } from './tree'

/** The deal that everything begins from; or a puzzle's position, which its set-up names. */
export interface Start {
  game: AnalysisLine['game']
  players: number
  options: Record<string, unknown>
  setup: Record<string, unknown>
}

type PackedMove = [seat: number, move: string, drawn?: string[] | 0, shuffles?: string[][]]
/** A number: so many moves of the game that it comes from. Variations stand with the move that they replace. */
type PackedEntry = number | { m?: PackedMove; v?: PackedEntry[][] }

interface Packed {
  /** Without one, the game of the address. */
  d?: Start
  l: PackedEntry[]
  /** Which node is shown. */
  a: number
}

export interface Unpacked {
  start: Start | null
  tree: Tree
  at: TreeNode
}

/** An address longer than this does not reach everybody whole. */
export const LONGEST = 6000

function packMove({ seat, move, drawn, shuffles }: LineMove): PackedMove {
  if (shuffles?.length) return [seat, move, drawn ?? 0, shuffles]
  return drawn?.length ? [seat, move, drawn] : [seat, move]
}

function unpackMove([seat, move, drawn, shuffles]: PackedMove): LineMove {
  return { seat, move, drawn: drawn || null, shuffles: shuffles ?? null }
}

/** The line below a node, with its variations; `known` is what the game itself went on with. */
function packLine(node: TreeNode, known: readonly LineMove[]): PackedEntry[] {
  const found: PackedEntry[] = []
  let left = known
  for (let at = node; at.children[0]; at = at.children[0]) {
    const [main, ...others] = at.children
    const [next, ...rest] = left
    if (!main?.move) break
    const isKnown = next !== undefined && isSame(main.move, next)
    left = isKnown ? rest : []
    const before = found.at(-1)
    const v = others.flatMap((other) => (other.move ? [[{ m: packMove(other.move) }, ...packLine(other, [])]] : []))
    if (isKnown && !v.length) {
      if (typeof before === 'number') found[found.length - 1] = before + 1
      else found.push(1)
    } else found.push({ ...(isKnown ? {} : { m: packMove(main.move) }), ...(v.length ? { v } : {}) })
  }
  return found
}

function unpackLine(tree: Tree, node: TreeNode, entries: readonly PackedEntry[], known: readonly LineMove[]): void {
  let at = node
  let left = known
  for (const entry of entries) {
    if (typeof entry === 'number') {
      at = tree.addLine(left.slice(0, entry), at)
      left = left.slice(entry)
      continue
    }
    const move = entry.m ? unpackMove(entry.m) : left[0]
    if (!move) return
    left = entry.m ? [] : left.slice(1)
    const main = tree.add(at, move)
    for (const variation of entry.v ?? []) unpackLine(tree, at, variation, [])
    at = main
  }
}

export async function pack(start: Start | null, tree: Tree, at: TreeNode, known: readonly LineMove[]): Promise<string> {
  const packed: Packed = { ...(start ? { d: start } : {}), l: packLine(tree.root, start ? [] : known), a: tree.nodes().indexOf(at) }
  const bytes = new TextEncoder().encode(JSON.stringify(packed))
  return base64(await through(bytes, new CompressionStream('deflate-raw')))
}

/** Fails on anything that was not packed so. */
export async function unpack(text: string, known: readonly LineMove[]): Promise<Unpacked> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const packed = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as Packed
  const tree = new Tree()
  unpackLine(tree, tree.root, packed.l, packed.d ? [] : known)
  return { start: packed.d ?? null, tree, at: tree.nodes()[packed.a] ?? tree.root }
}

/** More than this was not made here. */
const MOST = 500_000

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MOST) throw new RangeError('too long')
    parts.push(value)
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

function base64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
