import type { Ref } from 'react'

/** What both editors hand out: the part of the picture inside the circle, or null before there is one. */
export type PhotoEditor = { canvas(): HTMLCanvasElement | null }

export type PhotoEditorProps = {
  ref: Ref<PhotoEditor>
  file: File
  /** The browser cannot show the file. */
  onBroken(): void
}

/** The crop area, in CSS pixels (specification, section 9: 300x300, radius 150). */
export const CROP = 300

/** How far one press of an arrow moves the picture, as a share of the crop area. */
export const NUDGE = 0.03

/** Arrow keys as directions of the picture. */
export const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Keys that bring the picture nearer or farther. */
export const ZOOMS: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1, _: -1 }
