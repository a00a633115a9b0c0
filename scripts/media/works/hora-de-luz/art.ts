/** Hora de Luz: a lamp whose sixty rays are minutes; those that are gone have turned to embers. */
import {
  circle,
  grain,
  grotesque,
  mono,
  onCircle,
  type Point,
  pair,
  rect,
  sheet,
  WORN,
} from '../../drawing.ts'
import { COVER_SIZE, FRAME } from '../../work.ts'
import { beats } from './song.ts'

const INK = '#2b130c'
const VERMILION = '#d8431f'
const EMBER = '#a92c14'
const GOLD = '#f6b63c'
const CREAM = '#fbeecb'
const MINUTES = 60

/** Ray `minute` of the lamp at `centre`: a wedge from `inner` to `outer`. */
function ray(centre: Point, minute: number, inner: number, outer: number, fill: string): string {
  const turn = minute / MINUTES
  const root = 0.0021
  const tip = 0.0036
  const corners = [
    onCircle(centre, inner, turn - root),
    onCircle(centre, outer, turn - tip),
    onCircle(centre, outer, turn + tip),
    onCircle(centre, inner, turn + root),
  ]
  return `<path d="M${corners.map(pair).join('L')}Z" fill="${fill}"/>`
}

/** Long at the hours, uneven between, as light is. */
function reach(minute: number): number {
  if (minute % 5 === 0) return 1
  return 0.72 + 0.1 * Math.sin(minute * 2.4) + 0.06 * Math.sin(minute * 5.1)
}

export function cover(): string {
  const centre: Point = [500, 500]
  const rays = Array.from({ length: MINUTES }, (_, minute) => {
    const lit = minute < 47
    return ray(centre, minute, 322, 322 + 320 * reach(minute), lit ? GOLD : EMBER)
  })
  const title = ['Hora', 'de Luz'].map((line, index) =>
    grotesque(line, [500, 500 + index * 158], {
      size: 200,
      weight: 800,
      width: 78,
      fill: INK,
      anchor: 'middle',
      spacing: -0.025,
    }),
  )
  return sheet(
    COVER_SIZE,
    COVER_SIZE,
    WORN,
    rect(0, 0, COVER_SIZE, COVER_SIZE, VERMILION),
    `<g filter="url(#worn)">${rays.join('')}${circle(centre, 296, CREAM)}`,
    circle(centre, 296, 'none', `stroke="${GOLD}" stroke-width="10"`),
    title.join(''),
    `</g>`,
    mono('banda candeeiro', [500, 330], {
      size: 25,
      weight: 600,
      fill: VERMILION,
      anchor: 'middle',
      spacing: 0.04,
    }),
    mono('60 min', [500, 734], { size: 25, weight: 600, fill: VERMILION, anchor: 'middle', spacing: 0.04 }),
    grain(COVER_SIZE, COVER_SIZE, 0.3),
  )
}

/** The lamp burns down: one ray after another turns to ember, and each beat breathes through those that are lit. */
export function frame(beat: number): string {
  const { width, height } = FRAME
  const centre: Point = [width / 2, height / 2]
  const breath = Math.exp(-(beat % 1) * 3.2)
  const gone = (beat / beats) * MINUTES
  const rays = Array.from({ length: MINUTES }, (_, minute) => {
    // The last of its light fades while its minute passes.
    const left = Math.max(0, Math.min(1, MINUTES - minute - gone))
    const flicker = 0.05 * Math.sin(beat * Math.PI * 0.5 + minute * 1.7)
    const length = 250 * (reach(minute) + flicker * left) * (0.62 + 0.38 * left) + 12 * breath * left
    const ember = ray(centre, minute, 126, 126 + length, EMBER)
    return left > 0 ? ember + ray(centre, minute, 126, 126 + length * left, GOLD) : ember
  })
  const face = { size: 76, width: 78, fill: INK, anchor: 'middle', spacing: -0.025 }
  return sheet(
    width,
    height,
    rect(0, 0, width, height, VERMILION),
    rays.join(''),
    circle(centre, 112 + 2.5 * breath, CREAM, `stroke="${GOLD}" stroke-width="5"`),
    grotesque('Hora', [width / 2, 176], face),
    grotesque('de Luz', [width / 2, 236], face),
  )
}
