/** Quintal Elétrico: a washing line that is a cable; the clothes hang from it, and its plug hangs free. */
import { circle, grain, grotesque, mono, type Point, rect, sheet, through, WORN } from '../../drawing.ts'
import { COVER_SIZE, FRAME } from '../../work.ts'
import { beats } from './song.ts'

const INK = '#1d1a16'
const MUSTARD = '#f0b429'
const CREAM = '#fbf1d9'
const RED = '#d43a22'
const GREEN = '#1f6b4f'

/** How low the line hangs at `x`, on a sheet 1000 wide. */
function lineAt(x: number): number {
  return 215 + 95 * Math.sin((x / 1000) * Math.PI) - x * 0.03
}

/** Clothes are drawn hanging from (0, 0), and swing about it. */
const CLOTHES: { x: number; drawing: string }[] = [
  {
    x: 190,
    drawing: `<path d="M-92 -6 L-40 -6 Q0 34 40 -6 L92 -6 L140 72 L92 104 L84 92 L84 262 L-84 262 L-84 92 L-92 104 L-140 72Z" fill="${RED}"/>`,
  },
  {
    x: 415,
    drawing: `<path d="M-70 -6 L70 -6 L78 268 L16 268 L0 92 L-16 268 L-78 268Z" fill="${GREEN}"/>`,
  },
  {
    x: 640,
    drawing: `<path d="M-92 -6 L92 -6 L92 214 L-92 214Z" fill="${CREAM}"/><path d="M-92 30H92M-92 66H92M-92 102H92M-92 138H92M-92 174H92" stroke="${RED}" stroke-width="13"/>`,
  },
  {
    x: 800,
    drawing: `<path d="M-22 -6 L22 -6 L22 96 Q24 118 52 128 Q70 138 58 156 Q50 166 20 160 Q-22 150 -22 110Z" fill="${INK}"/>`,
  },
]

const PEG = `<path d="M-9 -22h18v44h-18z" fill="${CREAM}" stroke="${INK}" stroke-width="4"/>`

function pegged(x: number, drawing: string, degrees: number): string {
  const hung = `translate(${x} ${lineAt(x)}) rotate(${degrees})`
  const pegs = [-46, 46].map((at) => `<g transform="translate(${at} 0) scale(.8)">${PEG}</g>`)
  const one = `<g transform="scale(.8)">${PEG}</g>`
  return `<g transform="${hung}">${drawing}${x === 800 ? one : pegs.join('')}</g>`
}

/** The line, the clothes and the plug; `swing` in degrees. */
function yard(swing: (index: number) => number): string {
  const points = Array.from({ length: 11 }, (_, index): Point => [index * 91, lineAt(index * 91)])
  const plugEnd: Point = [922, 470]
  const cable = through([...points, [948, 300], [890, 360], [936, 420], plugEnd])
  const plug = `<g transform="translate(${plugEnd[0]} ${plugEnd[1]}) rotate(${4 + swing(4)})">
    <path d="M-19 0h38v86h-38z" fill="${INK}"/><path d="M-13 86h26v14h-26z" fill="${CREAM}"/>
    <path d="M-8 100h16v44h-16z" fill="${CREAM}"/><path d="M-8 148h16v16l-8 16l-8 -16z" fill="${CREAM}"/></g>`
  return `<path d="${cable}" fill="none" stroke="${INK}" stroke-width="13" stroke-linecap="round"/>${plug}${CLOTHES.map(({ x, drawing }, index) => pegged(x, drawing, swing(index))).join('')}`
}

export function cover(): string {
  const lean = [3, -2, 2.5, -5, 2]
  const title = ['Quintal', 'Elétrico'].map((line, index) =>
    grotesque(line, [50, 724 + index * 222], {
      size: 214,
      weight: 800,
      width: 100,
      fill: INK,
      spacing: -0.03,
    }),
  )
  return sheet(
    COVER_SIZE,
    COVER_SIZE,
    WORN,
    rect(0, 0, COVER_SIZE, COVER_SIZE, MUSTARD),
    `<g filter="url(#worn)">`,
    circle([842, 118], 74, CREAM),
    yard((index) => lean[index] ?? 0),
    title.join(''),
    '</g>',
    mono('os vizinhos da onze', [58, 84], { size: 25, weight: 600, fill: INK, spacing: 0.04 }),
    grain(COVER_SIZE, COVER_SIZE, 0.3),
  )
}

/** The wind keeps time with the band: clothes swing in halves and wholes, and the sun crosses the yard. */
export function frame(beat: number): string {
  const { width, height } = FRAME
  const bar = (beat / 4) * 2 * Math.PI
  const swing = (index: number) =>
    (5 + 2 * Math.sin(index * 2.6)) * Math.sin(bar * (index === 3 ? 2 : 1) + index * 1.1)
  const crossing = beat / beats
  const sun: Point = [740 * crossing - 50, 120 - 66 * Math.sin(crossing * Math.PI)]
  const kicked = 1 + 0.1 * Math.exp(-(beat % 1) * 5)
  return sheet(
    width,
    height,
    rect(0, 0, width, height, MUSTARD),
    circle(sun, 44 * kicked, CREAM),
    `<g transform="scale(.64) translate(0 -156)">${yard(swing)}</g>`,
    grotesque('Quintal Elétrico', [30, 336], { size: 60, fill: INK, spacing: -0.03 }),
  )
}
