/** An analysis: a tree of moves, where we are in it, and the position there as the server works it out. */

import { post, Refused } from '../api'
import { errorText } from '../errors'
import type { AnalysedPosition, AnalysisLine, GameEvent, LineMove, LineRead, PuzzleShown } from '../types'
import { LONGEST, pack, unpack, type Start } from './link'
import { Tree, type TreeNode } from './tree'

/** Where it came from: a game that is over here, with who played it. */
export interface Origin {
  table: string
  names: string[]
  moves: readonly LineMove[]
}

const KEPT = 200

export class Analysis {
  readonly start: Start
  readonly origin: Origin | null
  tree: Tree
  at = $state.raw<TreeNode>() as TreeNode
  /** Of the node that is shown: the last that has come. */
  position = $state.raw<AnalysedPosition | null>(null)
  shown = $state.raw<TreeNode | null>(null)
  /** Counts the visits: each is a decision of its own. */
  visit = $state(0)
  /** Changes with the tree. */
  version = $state(0)
  problem = $state('')
  readonly #known = new Map<TreeNode, AnalysedPosition>()

  constructor(start: Start, tree: Tree, at: TreeNode, origin: Origin | null = null) {
    this.start = start
    this.tree = tree
    this.origin = origin
    this.at = at
    void this.go(at)
  }

  /** A deal or a record, with the lines of others that begin alike. */
  static of(lines: readonly LineRead[], origin: Origin | null = null, at = 0): Analysis | null {
    const [first] = lines
    if (!first) return null
    const tree = new Tree()
    for (const { line, opening } of lines) if (opening === first.opening) tree.addLine(line.moves ?? [])
    return new Analysis(startOf(first.line), tree, tree.mainAt(at), origin)
  }

  static async fromLink(text: string, line: AnalysisLine | null, origin: Origin | null): Promise<Analysis> {
    const { start, tree, at } = await unpack(text, line?.moves ?? [])
    const own = start ?? (line && startOf(line))
    if (!own) throw new Refused('bad_record', 'the link names no deal', 0)
    return new Analysis(own, tree, at, start ? null : origin)
  }

  /** The position of a puzzle that one has answered. */
  static ofPuzzle({ id, game, players }: PuzzleShown): Analysis {
    const tree = new Tree()
    return new Analysis({ game: game as Start['game'], players, options: {}, setup: { puzzle: id } }, tree, tree.root)
  }

  /** The puzzle that it begins with: there is no game before it. */
  get puzzle(): string | null {
    const { puzzle } = this.start.setup
    return typeof puzzle === 'string' ? puzzle : null
  }

  line(node: TreeNode = this.at): AnalysisLine {
    return { ...this.start, moves: this.tree.path(node) }
  }

  get isReady(): boolean {
    return this.shown === this.at && this.position !== null
  }

  async go(node: TreeNode): Promise<void> {
    this.at = node
    this.visit += 1
    this.problem = ''
    const known = this.#known.get(node)
    if (known) return this.#show(node, known)
    try {
      const found = await post<AnalysedPosition>('/api/analysis/position', this.line(node))
      this.#keep(node, found)
      if (this.at === node) this.#show(node, found)
    } catch (error) {
      if (this.at === node) this.problem = errorText(error)
    }
  }

  #show(node: TreeNode, position: AnalysedPosition): void {
    this.shown = node
    this.position = position
  }

  #keep(node: TreeNode, position: AnalysedPosition): void {
    this.#known.set(node, position)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break
      this.#known.delete(oldest)
    }
  }

  /** A move from here, and what comes of it. */
  play(seat: number, move: string): Promise<void> {
    return this.#try(this.at, { seat, move })
  }

  /** The last move again, with other pieces drawn; without them chance decides once more where it shuffles. */
  redraw(drawn: string[]): Promise<void> {
    const { parent, move } = this.at
    return parent && move ? this.#try(parent, { seat: move.seat, move: move.move, drawn }) : Promise.resolve()
  }

  async #try(from: TreeNode, move: LineMove): Promise<void> {
    const found = await post<AnalysedPosition>('/api/analysis/position', { ...this.start, moves: [...this.tree.path(from), move] })
    const node = this.tree.add(from, found.move ?? move)
    this.#keep(node, found)
    this.version += 1
    await this.go(node)
  }

  preview(seat: number, move: string): Promise<GameEvent[]> {
    return post<GameEvent[]>('/api/analysis/preview', { line: this.line(), seat, move })
  }

  remove(node: TreeNode): void {
    const inside = this.tree.path(this.at).length >= node.depth && isBelow(this.at, node)
    const parent = this.tree.remove(node)
    this.version += 1
    if (inside) void this.go(parent)
  }

  promote(node: TreeNode): void {
    this.tree.promote(node)
    this.version += 1
  }

  /** The address of what is here: short where it is a game of this server and nothing was tried; null where it is too long. */
  async address(): Promise<string | null> {
    const { origin, tree, at } = this
    const known = origin?.moves ?? []
    const main = tree.path(tree.last(tree.root))
    const isWhole = known.every((move, index) => main[index]?.move === move.move)
    if (origin && isWhole && tree.nodes().length === known.length + 1) return `/analysis/${origin.table}${at.depth ? `?at=${at.depth}` : ''}`
    if (this.puzzle && tree.nodes().length === 1) return `/analysis?puzzle=${this.puzzle}`
    const text = origin && isWhole ? `/analysis/${origin.table}#${await pack(null, tree, at, known)}` : `/analysis#${await pack(this.start, tree, at, [])}`
    return text.length > LONGEST ? null : text
  }

  /** A file with a record for each line, the main one first: every reader of records reads it. */
  async file(): Promise<File> {
    const records: string[] = []
    for (const leaf of this.tree.leaves().length ? this.tree.leaves() : [this.tree.root]) {
      const record = await post<object>('/api/analysis/lines', this.line(leaf))
      records.push(JSON.stringify(record))
    }
    const when = new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
    return new File([`${records.join('\n')}\n`], `triax-${this.start.game}-${when}.jsonl`, { type: 'application/json' })
  }
}

function isBelow(node: TreeNode, top: TreeNode): boolean {
  for (let at: TreeNode | null = node; at; at = at.parent) if (at === top) return true
  return false
}

const startOf = ({ game, players, options, setup }: AnalysisLine): Start => ({ game, players, options: options ?? {}, setup })
