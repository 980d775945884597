import { describe, expect, it } from 'vitest'
import { Offers } from '../../lib/offers'
import { AxoDraft, readSpot } from './draft.svelte'

const marking = (): AxoDraft => {
  const made = new AxoDraft()
  made.begin(new Offers([['mark 12@', ['0,0', '1,0', '0,1~1'], ['04', '145', '3']], ['mark 30@', ['0,0'], ['8']], ['', ['pass'], ['']]]))
  return made
}

describe('a mark being tried', () => {
  it('takes the places that would mark a section in turn', () => {
    const made = marking()
    made.try(0, '12', 4)
    expect([made.move, made.gain]).toEqual(['mark 12@0,0', '04'])
    made.try(0, '12', 4)
    expect(made.move).toBe('mark 12@1,0')
    made.try(0, '12', 4)
    expect(made.move).toBe('mark 12@0,0')
  })

  it('takes any place of the card where none would mark the section', () => {
    const made = marking()
    made.try(0, '30', 0)
    expect(made.move).toBe('mark 30@0,0')
  })

  it('shows under the pointer what a click would take', () => {
    const made = marking()
    made.hover(0, '12', 5)
    expect([made.hovered, made.move]).toEqual([readSpot('mark 12@1,0'), null])
    made.try(0, '12', 5)
    expect([made.hovered, made.move]).toEqual([null, 'mark 12@1,0'])
    made.hover(0, '12', 4)
    expect(made.hovered).toBeNull()
    made.clear()
    made.rotate(1)
    made.hover(0, '12', 3)
    expect(made.hovered?.turn).toBe(1)
    made.leave()
    expect(made.hovered).toBeNull()
  })

  it('steps through all places, both ways and round', () => {
    const made = marking()
    const seen = [1, 1, 1, 1, 1, -1].map((by) => (made.step(by), made.move))
    expect(seen).toEqual(['mark 12@0,0', 'mark 12@1,0', 'mark 12@0,1~1', 'mark 30@0,0', 'mark 12@0,0', 'mark 30@0,0'])
    const other = marking()
    other.step(-1)
    expect(other.move).toBe('mark 30@0,0')
  })

  it('goes from card to card', () => {
    const made = marking()
    const seen = [1, 1, 1, -1].map((by) => (made.stepCard(by), made.move))
    expect(seen).toEqual(['mark 12@0,0', 'mark 30@0,0', 'mark 12@0,0', 'mark 30@0,0'])
  })

  it('slides over a card and snaps to where it may lie', () => {
    const made = marking()
    expect([made.slide('12', 0.7, 0.3), made.move]).toEqual([true, 'mark 12@1,0'])
    expect([made.slide('12', -0.4, 0.4), made.move]).toEqual([true, 'mark 12@0,0'])
    expect([made.slide('30', 2, 2), made.move]).toEqual([false, 'mark 12@0,0'])
    expect(made.slide('31', 0, 0)).toBe(false)
  })

  it('is turned where a pivot allows it, and stays on its card', () => {
    const made = marking()
    made.try(0, '12', 0)
    made.rotate(1)
    expect([made.turn, made.move]).toEqual([1, 'mark 12@0,1~1'])
    made.rotate(1)
    expect([made.turn, made.move]).toEqual([0, 'mark 12@0,0'])
    made.rotate(-1)
    expect(made.turn).toBe(1)
    made.set('mark 30@0,0')
    expect(made.turn).toBe(0)
  })
})

it('reaches cards with the shape as it is turned', () => {
  const made = new AxoDraft()
  made.begin(new Offers([['mark 12@', ['0,1~1'], ['3']], ['mark 30@', ['0,0'], ['8']]]))
  expect([...made.reached]).toEqual(['30'])
  made.rotate(1)
  expect([...made.reached]).toEqual(['12'])
})

it('a wipe is at one section of somebody else', () => {
  const made = new AxoDraft()
  made.begin(new Offers([['wipe 1:12@', ['0,0', '2,2'], ['', '']]]))
  made.try(1, '12', 4)
  expect(made.move).toBeNull()
  made.try(0, '12', 8)
  expect(made.move).toBeNull()
  made.try(1, '12', 8)
  expect(made.move).toBe('wipe 1:12@2,2')
})

it('as many cards are chosen as are wanted', () => {
  const made = new AxoDraft()
  made.begin(new Offers([['area ', ['01 02 03', '01 02 04'], ['', '']]]))
  for (const card of ['03', '01', '02', '04']) made.toggle(card)
  expect([made.cards, made.move]).toEqual([['03', '01', '02'], 'area 01 02 03'])
  made.toggle('03')
  expect(made.move).toBeNull()
})
