/**
 * A project's tint: the dominant hue of its cover. Only hue and chroma come from the cover. How light the tint is
 * drawn is decided once for all (`WASHES`), so that text on it is equally readable in every project.
 */
import { converter, formatHex } from 'culori'

const toOklab = converter('oklab')

const BINS = 24
const LIGHTNESS = 0.6
/** Stronger colours are toned down: the cover carries the colour, the page only echoes it. */
const MAX_CHROMA = 0.12

/** How a tint becomes a background; the style sheet's `tinted` says the same. `share` is the part of its chroma. */
export const WASHES = {
  dark: { lightness: 0.2, share: 0.4 },
  light: { lightness: 0.955, share: 0.2 },
} as const

/** From a cover's pixels, three bytes each (sRGB), to `#rrggbb`. A cover without colour gives a grey. */
export function tintOf(pixels: Uint8Array): string {
  const bins = Array.from({ length: BINS }, () => ({ a: 0, b: 0, weight: 0 }))
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const { a, b } = toOklab({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 })
    const chroma = Math.hypot(a, b)
    const turn = (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1
    const bin = bins[Math.floor(turn * BINS)] as (typeof bins)[number]
    // A little of a strong colour outweighs much of a pale one.
    bin.a += a * chroma
    bin.b += b * chroma
    bin.weight += chroma
  }
  const top = bins.reduce((best, bin) => (bin.weight > best.weight ? bin : best))
  if (top.weight === 0) return formatHex({ mode: 'oklab', l: LIGHTNESS, a: 0, b: 0 })
  const [a, b] = [top.a / top.weight, top.b / top.weight]
  const scale = Math.min(1, MAX_CHROMA / Math.hypot(a, b))
  return formatHex({ mode: 'oklab', l: LIGHTNESS, a: a * scale, b: b * scale })
}
