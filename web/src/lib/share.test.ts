import { afterEach, describe, expect, it, vi } from 'vitest'
import { dailyText, keepsakePath, paint, pass } from './share'

vi.mock('./settings.svelte', () => ({ settings: { dark: true, kept: { language: 'de' } } }))
vi.mock('./download', () => ({ download: vi.fn() }))

const file = new File(['x'], 'triax-rota-poster.png', { type: 'image/png' })

function browser(touch: boolean, share?: () => Promise<void>): void {
  vi.stubGlobal('matchMedia', () => ({ matches: touch }))
  vi.stubGlobal('navigator', share ? { canShare: () => true, share } : {})
}

describe('a finished game passed on', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is painted in the theme and language of whoever asks', async () => {
    expect(keepsakePath('t1', 'film')).toBe('/api/tables/t1/timelapse.webp?theme=dark&lang=de')
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('png')))
    const made = await paint({ id: 't1', game: 'rota' }, 'poster')
    expect([made.name, made.type]).toEqual(['triax-rota-poster.png', 'image/png'])
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'not_over', message: 'x' }, { status: 409 })))
    await expect(paint({ id: 't1', game: 'rota' }, 'poster')).rejects.toMatchObject({ code: 'not_over' })
  })

  it('goes to the share sheet of a phone, and to the downloads elsewhere', async () => {
    browser(true, () => Promise.resolve())
    expect(await pass(file, 'Rota')).toBe('shared')
    browser(false, () => Promise.resolve())
    expect(await pass(file, 'Rota')).toBe('saved')
    browser(true)
    expect(await pass(file, 'Rota')).toBe('saved')
  })

  it('says when the sheet was left or wants another tap', async () => {
    const fail = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))
    browser(true, fail('AbortError'))
    expect(await pass(file, 'Rota')).toBe('left')
    browser(true, fail('NotAllowedError'))
    expect(await pass(file, 'Rota')).toBe('again')
  })

  it('tells a result of the day and nothing of the deal', () => {
    expect(dailyText('Axio', '15.11.', [7, 9], '2.', 'https://x')).toBe('Axio · 15.11.\n7 · 9 · 2.\nhttps://x')
  })
})
