/** Where we are: the path, split. Links are plain links; clicks on them stay in the page. */

class Router {
  path = $state(location.pathname)
  query = $state(new URLSearchParams(location.search))
  parts = $derived(this.path.split('/').filter(Boolean))
  /** The game in whose light a page stands whose address names none. */
  lit = $state('')

  constructor() {
    addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => this.#click(event))
  }

  go(path: string, options: { replace?: boolean } = {}): void {
    history[options.replace ? 'replaceState' : 'pushState'](null, '', path)
    this.#read()
    if (!options.replace) {
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('main')?.focus()
    }
  }

  /** For a page whose place has an address: it follows once it has come to rest, since browsers count how often it changes. */
  follow(place: () => string | null): void {
    $effect(() => {
      const path = place()
      if (path === null) return
      const timer = setTimeout(() => this.go(path, { replace: true }), 300)
      return () => clearTimeout(timer)
    })
  }

  #read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
  }

  #click(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest('a')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    const to = new URL(link.href)
    if (to.origin !== location.origin || to.pathname.startsWith('/api/')) return
    // A jump within the page is the browser's.
    if (to.pathname === location.pathname && to.hash) return
    event.preventDefault()
    this.go(to.pathname + to.search)
  }
}

export const router = new Router()
