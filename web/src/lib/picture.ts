/** What is on the screen as one SVG file: drawings with their colours as computed, and the words between them. */

const KEPT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const
const SVG = 'http://www.w3.org/2000/svg'
const AIR = 16

export function pictureOf(root: HTMLElement): string {
  const frame = root.getBoundingClientRect()
  const size = [frame.width + 2 * AIR, frame.height + 2 * AIR].map(Math.ceil)
  const picture = document.createElementNS(SVG, 'svg')
  set(picture, { xmlns: SVG, width: size[0], height: size[1], viewBox: `${-AIR} ${-AIR} ${size[0]} ${size[1]}` })
  const paper = document.createElementNS(SVG, 'rect')
  const background = getComputedStyle(document.documentElement).backgroundColor
  set(paper, { x: -AIR, y: -AIR, width: size[0], height: size[1], fill: background })
  picture.append(paper)
  const used = new Set<string>()
  for (const drawing of root.querySelectorAll('svg')) {
    if (drawing.closest('.unseen') || !isSeen(drawing)) continue
    const box = drawing.getBoundingClientRect()
    const copy = copyOf(drawing) as SVGSVGElement
    set(copy, { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height })
    for (const use of copy.querySelectorAll('use')) used.add(use.getAttribute('href') ?? '')
    picture.append(copy)
  }
  for (const words of wordsIn(root)) picture.append(textOf(words, frame))
  // The symbols are drawn once for the whole page: those in use come along.
  const defs = document.createElementNS(SVG, 'defs')
  for (const href of used) {
    const symbol = href.startsWith('#') ? document.getElementById(href.slice(1)) : null
    if (symbol) defs.append(copyOf(symbol))
  }
  picture.prepend(defs)
  return `${new XMLSerializer().serializeToString(picture)}\n`
}

export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function set(element: Element, values: Record<string, string | number | undefined>): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) element.setAttribute(name, String(value))
}

function isSeen(element: Element): boolean {
  const style = getComputedStyle(element)
  return style.visibility !== 'hidden' && style.display !== 'none'
}

/** A copy that needs no style sheet. */
function copyOf(element: Element): Element {
  const copy = element.cloneNode(false) as Element
  for (const { name } of [...copy.attributes])
    if (/^(class|style|role|tabindex|aria-|data-)/.test(name)) copy.removeAttribute(name)
  const style = getComputedStyle(element)
  for (const name of KEPT) {
    const value = style.getPropertyValue(name)
    if (value) set(copy, { [name]: value })
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      const style = getComputedStyle(child)
      const invisible = child.tagName !== 'symbol' && (!isSeen(child) || style.opacity === '0')
      const empty = style.fill === 'rgba(0, 0, 0, 0)' && style.stroke === 'none' && child.tagName === 'rect'
      if (!invisible && !empty) copy.append(copyOf(child))
    } else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) copy.append(child.cloneNode())
  }
  return copy
}

/** Words outside of drawings, such as names over cards. */
function wordsIn(root: HTMLElement): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const parent = node.parentElement
    if (!node.data.trim() || !parent || parent.closest('svg, .unseen, button') || !isSeen(parent)) continue
    found.push(node)
  }
  return found
}

function textOf(node: Text, frame: DOMRect): SVGTextElement {
  const range = document.createRange()
  range.selectNodeContents(node)
  const box = range.getBoundingClientRect()
  const style = getComputedStyle(node.parentElement as Element)
  const text = document.createElementNS(SVG, 'text')
  set(text, {
    x: box.x - frame.x,
    y: box.y - frame.y + box.height * 0.76,
    fill: style.color,
    'font-family': style.fontFamily,
    'font-size': style.fontSize,
    'font-weight': style.fontWeight,
  })
  text.textContent = node.data.trim()
  return text
}
