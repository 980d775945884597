/** Any tap or key skips what is being shown, and then does what it would do: no input is lost. */

const NOT_TYPED = ['Shift', 'Control', 'Alt', 'Meta']
/** Further than this it was no tap. */
const SLACK = 8

export class Skipping {
  /** Where a tap that skipped began: what lies there now may not have been there then. */
  #from: { x: number; y: number } | null = null

  constructor(readonly skip: () => boolean) {}

  keydown = (event: KeyboardEvent): void => {
    if (!NOT_TYPED.includes(event.key) && !isTyping(event)) this.skip()
  }

  pointerdown = (event: PointerEvent): void => {
    this.#from = null
    if (!isTyping(event) && this.skip()) this.#from = { x: event.clientX, y: event.clientY }
  }

  pointerup = (event: PointerEvent): void => {
    const from = this.#from
    if (!from) return
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) this.#from = null
    // A browser makes no click where the thing that was pressed is gone.
    else if (event.pointerType === 'mouse')
      setTimeout(() => {
        if (this.#from !== from) return
        this.#from = null
        press(event)
      })
  }

  click = (event: MouseEvent): void => {
    if (!this.#from || !event.isTrusted) return
    this.#from = null
    const [hit, now] = [event.target as Element, document.elementFromPoint(event.clientX, event.clientY)]
    if (!now || hit === now || !hit.contains(now)) return
    event.stopPropagation()
    event.preventDefault()
    press(event)
  }
}

function isTyping(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('input, textarea, select') !== null
}

function press({ clientX, clientY }: MouseEvent): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY, detail: 1 })
  document.elementFromPoint(clientX, clientY)?.dispatchEvent(click)
}
