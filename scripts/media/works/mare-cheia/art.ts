/** Maré Cheia: twenty-two voices are twenty-two waves; the tide has reached the title and the moon. */
import { circle, grain, grotesque, mono, type Point, rect, sheet, through, WORN } from '../../drawing.ts'
import { COVER_SIZE, FRAME } from '../../work.ts'
import { beats } from './song.ts'

const DUSK = '#f3e3c3'
const CORAL = '#ee6a45'
const DEEP = '#0a3f4a'
const SEA = '#12606a'
const FOAM = '#f7efdc'
const VOICES = 22

/** The crest of wave `voice`, from edge to edge of a sheet `width` wide; `phase` in turns. */
function crest(voice: number, width: number, top: number, step: number, phase: number): Point[] {
  return Array.from({ length: 13 }, (_, index): Point => {
    const share = index / 12
    const swell = Math.sin((share * (1.2 + (voice % 3) * 0.35) + voice * 0.19 + phase) * 2 * Math.PI)
    const ripple = Math.sin((share * 3.1 - voice * 0.31 - phase) * 2 * Math.PI)
    return [share * (width + 40) - 20, top + voice * step + swell * step * 0.62 + ripple * step * 0.16]
  })
}

/** All waves from `top` down, each over the one behind it; `phase` in turns. */
function sea(width: number, height: number, top: number, phase: number): string {
  const step = (height - top) / VOICES
  return Array.from({ length: VOICES }, (_, voice) => {
    const line = through(crest(voice, width, top, step, phase))
    const fill = voice % 2 === 0 ? DEEP : SEA
    const foam = voice % 5 === 0 ? FOAM : '#3d979b'
    return `<path d="${line}V${height + 20}H-20Z" fill="${fill}"/><path d="${line}" fill="none" stroke="${foam}" stroke-width="${step * 0.11}"/>`
  }).join('')
}

export function cover(): string {
  const top = 505
  const face = { size: 312, weight: 800, width: 84, spacing: -0.015 }
  const title = (fill: string) =>
    grotesque('Maré', [48, 352], { ...face, fill }) + grotesque('Cheia', [48, 636], { ...face, fill })
  const water = `${through(crest(0, COVER_SIZE, top, (COVER_SIZE - top) / VOICES, 0))}V1020H-20Z`
  return sheet(
    COVER_SIZE,
    COVER_SIZE,
    WORN,
    `<clipPath id="under"><path d="${water}"/></clipPath>`,
    rect(0, 0, COVER_SIZE, COVER_SIZE, DUSK),
    `<g filter="url(#worn)">`,
    circle([806, 402], 150, CORAL),
    title(DEEP),
    sea(COVER_SIZE, COVER_SIZE, top, 0),
    `<g clip-path="url(#under)">${circle([806, 402], 150, CORAL, 'fill-opacity=".6"')}${title(CORAL)}</g>`,
    '</g>',
    mono('coral do cais', [942, 84], { size: 25, weight: 600, fill: DEEP, anchor: 'end', spacing: 0.04 }),
    mono('22 vozes', [942, 118], { size: 25, weight: 600, fill: DEEP, anchor: 'end', spacing: 0.04 }),
    grain(COVER_SIZE, COVER_SIZE, 0.25),
  )
}

const SWELLS = 4

/** The tide comes up over the title and the moon, and goes out again. */
export function frame(beat: number): string {
  const { width, height } = FRAME
  const share = beat / beats
  const top = 208 - 62 * Math.sin(share * Math.PI) ** 2
  const phase = share * SWELLS
  const moon: Point = [520, 150]
  const title = (fill: string) =>
    grotesque('Maré Cheia', [26, 196], { size: 100, width: 80, fill, spacing: -0.015 })
  const water = `${through(crest(0, width, top, (height - top) / VOICES, phase))}V380H-20Z`
  return sheet(
    width,
    height,
    `<clipPath id="under"><path d="${water}"/></clipPath>`,
    rect(0, 0, width, height, DUSK),
    circle(moon, 78, CORAL),
    title(DEEP),
    sea(width, height, top, phase),
    `<g clip-path="url(#under)">${circle(moon, 78, CORAL, 'fill-opacity=".6"')}${title(CORAL)}</g>`,
  )
}
