/** Between two lights. */
const APART = 90

/** The lights of the board once more, in the order in which they came; how long that takes. */
export function relight(): number {
  const halos = [...document.querySelectorAll('[data-part="board"] .halo')]
  halos.forEach((halo, index) =>
    halo.animate([{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], {
      duration: 420,
      delay: index * APART,
      fill: 'backwards',
    }),
  )
  return halos.length ? halos.length * APART + 300 : 0
}
