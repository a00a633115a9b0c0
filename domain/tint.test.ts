import { readFileSync } from 'node:fs'
import { type Color, converter, formatHex, type Oklch, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'
import { tintOf, WASHES } from './tint.ts'

const toOklch = converter('oklch')
const hueOf = (colour: Color | string) => toOklch(colour)?.h ?? 0

const css = readFileSync(new URL('../web/src/styles/tokens.css', import.meta.url), 'utf8')
/** The text colours, as each theme's block of the style sheet has them. */
function words(theme: keyof typeof WASHES): Map<string, Oklch> {
  const block = theme === 'dark' ? css.split('@theme')[1] : css.split(/\n\[data-theme='light'\] \{/)[1]
  const found = [
    ...(block?.split('\n}')[0] ?? '').matchAll(/--color-([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g),
  ]
  return new Map(
    found.map(([, name, l, c, h]) => [
      name as string,
      { mode: 'oklch', l: Number(l) / 100, c: Number(c), h: Number(h) },
    ]),
  )
}

describe('the ground of a tinted room', () => {
  const hues = Array.from({ length: 72 }, (_, index) => index * 5)
  test.each([
    ['dark', 'text', 7],
    ['dark', 'muted', 4.5],
    ['dark', 'accent-text', 4.5],
    ['dark', 'live', 4.5],
    ['dark', 'gold', 4.5],
    ['light', 'text', 7],
    ['light', 'muted', 4.5],
    ['light', 'accent-text', 4.5],
    ['light', 'live', 4.5],
    ['light', 'gold', 4.5],
  ] as const)('%s: %s is readable whatever the cover', (theme, name, least) => {
    const { lightness, share } = WASHES[theme]
    const word = words(theme).get(name)
    expect(word).toBeDefined()
    for (const hue of hues) {
      const ground: Oklch = { mode: 'oklch', l: lightness, c: 0.12 * share, h: hue }
      expect(wcagContrast(word as Oklch, ground), `hue ${hue}`).toBeGreaterThanOrEqual(least)
    }
  })

  test('is drawn by the style sheet as it is proved here', () => {
    for (const { lightness, share } of Object.values(WASHES)) {
      expect(css).toContain(`--color-ink: oklch(from var(--tint) ${lightness} calc(c * ${share}) h)`)
    }
  })
})

describe('tintOf', () => {
  const pixels = (...colours: [number, number, number][]) => new Uint8Array(colours.flat())

  test('a little of a strong colour is remembered before much of a pale one', () => {
    const grey = Array.from({ length: 60 }, (): [number, number, number] => [120, 118, 116])
    const tint = tintOf(
      pixels(...grey, ...grey.slice(0, 8).map((): [number, number, number] => [20, 60, 220])),
    )
    expect(Math.abs(hueOf(tint) - hueOf('rgb(20 60 220)'))).toBeLessThan(12)
  })

  test('is never stronger than what was proved, and never lighter or darker', () => {
    for (const colour of [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
      [255, 0, 255],
    ] as const) {
      const tint = toOklch(tintOf(pixels([...colour])))
      expect(tint?.c).toBeLessThanOrEqual(0.125)
      expect(tint?.l).toBeCloseTo(0.6, 1)
    }
  })

  test('a cover without colour, and no cover at all, give a grey', () => {
    const grey = formatHex({ mode: 'oklab', l: 0.6, a: 0, b: 0 })
    expect(tintOf(pixels([0, 0, 0]))).toBe(grey)
    expect(tintOf(new Uint8Array())).toBe(grey)
  })
})
