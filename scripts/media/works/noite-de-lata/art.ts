/** Noite de Lata: paint tins seen from above, struck one after the other; one of them is the moon. */
import { circle, grain, grotesque, mono, onCircle, type Point, rect, sheet, WORN } from '../../drawing.ts'
import { COVER_SIZE, FRAME } from '../../work.ts'
import { TINS as PLAYED, plays } from './pattern.ts'

const NIGHT = '#15191d'
const STEEL = '#313a41'
const TIN = '#c8c3b6'
const RUST = '#b3471b'
const ORANGE = '#ee7a2d'
const CREAM = '#f5ead2'

/** Sixteen tins, one for each sixteenth of a bar: paint, and how full (0 to 1). */
const TINS: { paint: string; full: number }[] = [
  { paint: RUST, full: 0.72 },
  { paint: STEEL, full: 0.6 },
  { paint: ORANGE, full: 0.5 },
  { paint: NIGHT, full: 0.78 },
  { paint: NIGHT, full: 0.66 },
  { paint: ORANGE, full: 0.8 },
  { paint: STEEL, full: 0.7 },
  { paint: RUST, full: 0.56 },
  { paint: ORANGE, full: 0.64 },
  { paint: NIGHT, full: 0.7 },
  { paint: RUST, full: 0.82 },
  { paint: CREAM, full: 0.82 },
]

/** Tin `index` of those above at `place`; `struck` is 1 at the stroke and falls to 0. */
function tin(index: number, place: Point, radius: number, struck: number): string {
  const { paint, full } = TINS[index % TINS.length] as (typeof TINS)[number]
  const ribs = [0.93, 0.86].map((share) =>
    circle(place, radius * share, 'none', `stroke="${STEEL}" stroke-width="${radius * 0.025}"`),
  )
  const handle = [0.13 + index * 0.21, 0.63 + index * 0.21].map((turn) =>
    circle(onCircle(place, radius * 0.965, turn), radius * 0.075, NIGHT),
  )
  return [
    circle(place, radius * (1 + 0.1 * struck), struck > 0.02 ? ORANGE : 'none'),
    circle(place, radius, TIN),
    ...ribs,
    circle(place, radius * full, paint),
    circle(
      [place[0] - radius * 0.12, place[1] - radius * 0.12],
      radius * full * 0.5,
      TIN,
      'fill-opacity=".1"',
    ),
    ...handle,
  ].join('')
}

export function cover(): string {
  const tins = TINS.map((_, index) =>
    tin(index, [140 + (index % 4) * 240, 140 + Math.floor(index / 4) * 234], 105, index === 8 ? 0.9 : 0),
  )
  return sheet(
    COVER_SIZE,
    COVER_SIZE,
    WORN,
    rect(0, 0, COVER_SIZE, COVER_SIZE, NIGHT),
    `<g filter="url(#worn)">${tins.join('')}`,
    rect(-20, 744, COVER_SIZE + 40, 300, ORANGE),
    grotesque('NOITE DE LATA', [500, 958], {
      size: 212,
      width: 75,
      fill: NIGHT,
      spacing: -0.02,
      anchor: 'middle',
    }),
    '</g>',
    mono('dj ferrugem', [34, 786], { size: 25, weight: 700, fill: NIGHT, spacing: 0.04 }),
    mono('130 bpm', [966, 786], { size: 25, weight: 700, fill: NIGHT, anchor: 'end', spacing: 0.04 }),
    grain(COVER_SIZE, COVER_SIZE, 0.25),
  )
}

/** How hard tin `index` still rings at `beat`: 1 at its last stroke, falling to 0. */
function ringing(index: number, beat: number): number {
  const sixteenth = (beat % 4) * 4
  if (!plays(index, Math.floor(beat / 4))) return 0
  const since =
    PLAYED[index]?.strokes.map((stroke) => sixteenth - stroke).filter((passed) => passed >= 0) ?? []
  return since.length === 0 ? 0 : Math.exp(-Math.min(...since) * 0.75)
}

/** Eight tins, and each lights up when the song strikes it. */
export function frame(beat: number): string {
  const { width, height } = FRAME
  const tins = PLAYED.map((_, index) =>
    tin(index, [88 + (index % 4) * 155, 84 + Math.floor(index / 4) * 146], 60, ringing(index, beat)),
  )
  return sheet(
    width,
    height,
    rect(0, 0, width, height, NIGHT),
    tins.join(''),
    rect(0, 306, width, 54, ORANGE),
    grotesque('NOITE DE LATA', [18, 347], { size: 42, width: 75, fill: NIGHT, spacing: -0.01 }),
    mono('dj ferrugem', [width - 20, 340], { size: 17, weight: 700, fill: NIGHT, anchor: 'end' }),
  )
}
