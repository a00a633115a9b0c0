/** Carta ao Vento: written lines let go of the paper, cross the hills and carry the letter with them. */
import { fixed, grain, grotesque, mono, type Point, rect, sheet, through, WORN } from '../../drawing.ts'
import { COVER_SIZE, FRAME } from '../../work.ts'
import { beats } from './song.ts'

const PAPER = '#efe6d2'
const BLUE = '#1e3f66'
const SKY = '#b9cfd0'
const CLAY = '#c4512f'
const WHITE = '#fdf9ee'
const LINES = 13

/** Wind line `index`; `phase` in turns moves it along, and a whole turn brings it back. */
function wind(index: number, phase: number): string {
  const points = Array.from({ length: 15 }, (_, step): Point => {
    const x = -60 + step * 80
    const lift = Math.max(0, (x - 120) / 880)
    const wave = Math.sin((x / 520 - phase + index * 0.045) * 2 * Math.PI)
    return [x, 448 + index * 27 + wave * (10 + 62 * lift) - lift * (190 - index * 9)]
  })
  const dash = index % 4 === 3 ? 'stroke-dasharray="210 34"' : ''
  const width = 4 + (index % 3) * 2.5
  return `<path d="${through(points)}" fill="none" stroke="${BLUE}" stroke-width="${width}" stroke-linecap="round" ${dash}/>`
}

function envelope([x, y]: Point, degrees: number): string {
  return `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(degrees)})">
    <path d="M-150 -98H150V98H-150Z" fill="${WHITE}" stroke="${BLUE}" stroke-width="9" stroke-linejoin="round"/>
    <path d="M-150 -98L0 26L150 -98M-150 98L-46 -12M150 98L46 -12" fill="none" stroke="${BLUE}" stroke-width="9" stroke-linejoin="round"/>
    <circle cy="20" r="31" fill="${CLAY}"/></g>`
}

const HILLS = `<path d="M-20 1020V838L120 792L236 822L390 742L470 770L560 726L700 806L812 770L1020 850V1020Z" fill="${CLAY}"/><path d="M-20 1020V912L150 878L330 916L520 868L760 922L1020 882V1020Z" fill="${BLUE}"/>`

/** Wind, hills, and the letter about `at`; `phase` in turns. */
function scenery(phase: number, at: Point): string {
  const lines = Array.from({ length: LINES }, (_, index) => wind(index, phase))
  const turn = phase * 2 * Math.PI
  const place: Point = [at[0] + 14 * Math.cos(turn), at[1] + 22 * Math.sin(turn)]
  return `${lines.join('')}${HILLS}${envelope(place, -17 + 5 * Math.sin(turn + 1))}`
}

export function cover(): string {
  const face = { size: 196, weight: 300, width: 84, fill: BLUE, spacing: -0.045 }
  return sheet(
    COVER_SIZE,
    COVER_SIZE,
    WORN,
    rect(0, 0, COVER_SIZE, COVER_SIZE, PAPER),
    `<g filter="url(#worn)">`,
    rect(-20, 366, COVER_SIZE + 40, 600, SKY),
    scenery(0, [654, 436]),
    grotesque('carta', [54, 182], face),
    grotesque('ao vento', [54, 322], face),
    '</g>',
    mono('lia serrana', [942, 84], { size: 25, weight: 600, fill: CLAY, anchor: 'end', spacing: 0.04 }),
    grain(COVER_SIZE, COVER_SIZE, 0.25),
  )
}

const GUSTS = 4

/** The lines blow, the hills stay, the letter rides. */
export function frame(beat: number): string {
  const { width, height } = FRAME
  return sheet(
    width,
    height,
    rect(0, 0, width, height, SKY),
    `<g transform="scale(.64) translate(0 -420)">${scenery((beat / beats) * GUSTS, [668, 566])}</g>`,
    grotesque('carta ao vento', [26, 344], { size: 46, weight: 300, width: 84, fill: WHITE, spacing: -0.03 }),
  )
}
