/** Moves tried from one beginning, as a tree: the first child of each goes on with the line, the others are variations. */

import type { LineMove } from '../types'

export class TreeNode {
  children: TreeNode[] = []

  constructor(
    readonly id: number,
    /** The move that led here; null at the root. */
    readonly move: LineMove | null,
    readonly parent: TreeNode | null,
  ) {}

  /** How many moves lead here. */
  get depth(): number {
    let count = 0
    for (let at: TreeNode | null = this.parent; at; at = at.parent) count += 1
    return count
  }
}

/** A run of moves in the list: a part of a line, and how deep it lies in variations. */
export interface Run {
  depth: number
  nodes: TreeNode[]
}

/** Two moves lead to the same position if the same was drawn. */
export function isSame(one: LineMove, other: LineMove): boolean {
  return one.seat === other.seat && one.move === other.move && String(one.drawn ?? '') === String(other.drawn ?? '')
}

export class Tree {
  #count = 0
  readonly root = new TreeNode(0, null, null)

  /** The node behind a move: one that is there, or a new variation. */
  add(at: TreeNode, move: LineMove): TreeNode {
    const known = at.children.find((child) => child.move && isSame(child.move, move))
    if (known) return known
    const node = new TreeNode(++this.#count, move, at)
    at.children.push(node)
    return node
  }

  /** A whole line, as far as it is new. */
  addLine(moves: readonly LineMove[], from = this.root): TreeNode {
    let at = from
    for (const move of moves) at = this.add(at, move)
    return at
  }

  /** Without a move and all that follows it; gives the position before it. */
  remove(node: TreeNode): TreeNode {
    const { parent } = node
    if (!parent) return node
    parent.children = parent.children.filter((child) => child !== node)
    return parent
  }

  /** The line of this node becomes the main one, all the way up. */
  promote(node: TreeNode): void {
    for (let at = node; at.parent; at = at.parent) {
      const { parent } = at
      parent.children = [at, ...parent.children.filter((child) => child !== at)]
    }
  }

  /** The moves from the beginning to here. */
  path(node: TreeNode): LineMove[] {
    const moves: LineMove[] = []
    for (let at: TreeNode | null = node; at?.move; at = at.parent) moves.unshift(at.move)
    return moves
  }

  /** Does a branch begin on the way here? The first node of it. */
  branch(node: TreeNode): TreeNode | null {
    for (let at: TreeNode | null = node; at?.parent; at = at.parent) if (at.parent.children[0] !== at) return at
    return null
  }

  /** From here along the line to its end. */
  last(node: TreeNode): TreeNode {
    let at = node
    while (at.children[0]) at = at.children[0]
    return at
  }

  /** The node beside this one: of the same parent, the next or the one before. */
  sibling(node: TreeNode, by: 1 | -1): TreeNode {
    const all = node.parent?.children ?? [node]
    return all[(all.indexOf(node) + by + all.length) % all.length] ?? node
  }

  /** So many moves along the main line. */
  mainAt(count: number): TreeNode {
    let at = this.root
    for (let n = 0; n < count && at.children[0]; n++) at = at.children[0]
    return at
  }

  /** Every node, the main line first, then the variations in the order of the list. */
  nodes(): TreeNode[] {
    const found: TreeNode[] = []
    const walk = (from: TreeNode): void => {
      const line: TreeNode[] = []
      for (let at: TreeNode | undefined = from; at; at = at.children[0]) line.push(at)
      found.push(...line)
      for (const one of line) for (const other of one.children.slice(1)) walk(other)
    }
    walk(this.root)
    return found
  }

  /** The ends of all lines, that of the main line first. */
  leaves(): TreeNode[] {
    return this.nodes().filter((node) => !node.children.length && node.parent)
  }

  /** The list: runs of moves, each variation behind the move that it replaces. */
  runs(): Run[] {
    const found: Run[] = []
    const walk = (first: TreeNode, depth: number): void => {
      let run: TreeNode[] = []
      for (let at: TreeNode | undefined = first; at; ) {
        run.push(at)
        const others: TreeNode[] = at.parent && at.parent.children[0] === at ? at.parent.children.slice(1) : []
        if (others.length) {
          found.push({ depth, nodes: run })
          run = []
          for (const other of others) walk(other, depth + 1)
        }
        at = at.children[0]
      }
      if (run.length) found.push({ depth, nodes: run })
    }
    if (this.root.children[0]) walk(this.root.children[0], 0)
    return found
  }
}
