/** Janela Acesa: a sleeping façade, ninety-nine dark windows, and the one that is not. */
import { grain, grotesque, mono, rect, sheet, WORN } from '../../drawing.ts'
import { dice } from '../../sound/signal.ts'
import { COVER_SIZE, FRAME } from '../../work.ts'
import { beats } from './song.ts'

const NIGHT = '#16182b'
const WALL = '#23263f'
const GLASS = '#10121f'
const SLEEP = '#2f3453'
const LAMP = '#ffc24b'
const GLOW = '#ff8a3d'
const CHALK = '#f4e9d2'

type Grid = {
  left: number
  top: number
  columns: number
  rows: number
  width: number
  height: number
  gap: number
}

/** Whether a window's blind is down: the same windows on every sheet. */
function blinds(count: number): boolean[] {
  const random = dice(99)
  return Array.from({ length: count }, () => random() > 0.25)
}

/** The façade; `light` says how bright each window is, 0 to 1. */
function facade(grid: Grid, light: (window: number) => number): string {
  const { left, top, columns, rows, width, height, gap } = grid
  const drawn = blinds(columns * rows)
  return Array.from({ length: columns * rows }, (_, window) => {
    const x = left + (window % columns) * (width + gap)
    const y = top + Math.floor(window / columns) * (height + gap)
    const bright = light(window)
    const pane = rect(x, y, width, height, GLASS)
    const blind = drawn[window] ? rect(x, y, width, height * 0.55, SLEEP) : ''
    const bars = rect(x + width / 2 - 1.5, y, 3, height, WALL)
    if (bright <= 0) return pane + blind + bars
    return `${pane}<g opacity="${bright.toFixed(2)}">${rect(x - gap * 0.3, y - gap * 0.3, width + gap * 0.6, height + gap * 0.6, GLOW)}${rect(x, y, width, height, LAMP)}${rect(x + width * 0.18, y + height * 0.45, width * 0.2, height * 0.55, GLOW)}</g>${bars}`
  }).join('')
}

export function cover(): string {
  const grid = { left: 96, top: 372, columns: 9, rows: 6, width: 64, height: 80, gap: 29 }
  const lit = 9 * 3 + 6
  return sheet(
    COVER_SIZE,
    COVER_SIZE,
    WORN,
    rect(0, 0, COVER_SIZE, COVER_SIZE, NIGHT),
    '<g filter="url(#worn)">',
    rect(52, 330, 896, 700, WALL),
    facade(grid, (window) => (window === lit ? 1 : 0)),
    grotesque('Janela', [48, 158], { size: 178, weight: 800, width: 78, fill: CHALK, spacing: -0.02 }),
    grotesque('Acesa', [48, 300], { size: 178, weight: 800, width: 78, fill: LAMP, spacing: -0.02 }),
    '</g>',
    mono('nara vidal', [950, 84], { size: 25, weight: 600, fill: CHALK, anchor: 'end', spacing: 0.04 }),
    mono('3h da manhã', [950, 118], { size: 25, weight: 600, fill: CHALK, anchor: 'end', spacing: 0.04 }),
    grain(COVER_SIZE, COVER_SIZE, 0.25),
  )
}

const COLUMNS = 14
const ROWS = 5

/** The light wanders through the house, a window every two beats; one is always lit. */
export function frame(beat: number): string {
  const { width, height } = FRAME
  const step = beat / 2
  const order = blinds(COLUMNS * ROWS).map((_, index) => (index * 29 + 8) % (COLUMNS * ROWS))
  const at = (index: number) => order[index % (beats / 2)]
  const [now, next] = [at(Math.floor(step)), at(Math.floor(step) + 1)]
  const turn = Math.min(1, Math.max(0, ((step % 1) - 0.7) / 0.3))
  const light = (window: number) => (window === now ? 1 - turn : 0) + (window === next ? turn : 0)
  return sheet(
    width,
    height,
    rect(0, 0, width, height, NIGHT),
    rect(20, 92, width - 40, height, WALL),
    facade({ left: 40, top: 112, columns: COLUMNS, rows: ROWS, width: 27, height: 36, gap: 14 }, light),
    grotesque('Janela Acesa', [22, 70], { size: 62, width: 80, fill: CHALK, spacing: -0.015 }),
  )
}
