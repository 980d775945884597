import { describe, expect, it } from 'vitest'
import { Offers } from '../../lib/offers'
import { stepsOf, wordsOf } from '.'

describe.each(['rota', 'axio', 'axo'])('the lesson of %s', (game) => {
  it('asks only for what is legal', async () => {
    expect(await stepsOf(game)).not.toEqual([])
    for (const { groups, answers, previews } of await stepsOf(game)) {
      const offers = new Offers(groups)
      expect(Object.keys(answers).length).toBeGreaterThan(0)
      expect(Object.keys(answers).length).toBeLessThan(offers.size + 1)
      for (const move of [...Object.keys(answers), ...Object.keys(previews)]) expect(offers.has(move)).toBe(true)
    }
  })

  it.each(['en', 'de', 'it'] as const)('has words for each step in %s', async (language) => {
    const names = (await stepsOf(game)).map((step) => step.name)
    expect(Object.keys((await wordsOf(game, language))?.steps ?? {})).toEqual(names)
  })
})
