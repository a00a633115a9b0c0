/** A demo work: its cover, its music and its moving picture, made from one idea. */
import type { Stereo } from './sound/mixer.ts'

/** The cover's side in pixels, and the picture's size and pace. */
export const COVER_SIZE = 1000
export const FRAME = { width: 640, height: 360, perSecond: 24 } as const

export type Work = {
  /** Also the folder and file name, and the id at the video host. */
  slug: string
  /** An SVG of COVER_SIZE squared. */
  cover(): string
  /** Beats a minute, and beats in all. */
  tempo: number
  beats: number
  /** The whole piece, `beats` long; its end runs into its beginning. */
  compose(): Stereo
  /** An SVG of the picture at `beat` of the piece. */
  frame(beat: number): string
}
