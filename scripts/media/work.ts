/** A demo work: its cover, its music and its moving picture, made from one idea. */
import type { Song } from './sound/song.ts'

/** The cover's side in pixels, and the picture's size and pace. */
export const COVER_SIZE = 1000
export const FRAME = { width: 640, height: 360, perSecond: 24 } as const

export type Work = {
  /** Also the folder and file name, and the id at the video host. */
  slug: string
  /** An SVG of COVER_SIZE squared. */
  cover(): string
  /** The whole piece; its end meets its beginning. */
  compose(): Song
  /** An SVG of the picture at `beat`; `beats` is the length of the piece, where the picture meets its beginning. */
  frame(beat: number, beats: number): string
}
