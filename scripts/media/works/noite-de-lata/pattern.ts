/** Who strikes which sixteenth of a bar; the song plays it and the picture shows it. */

export const tempo = 130
export const beats = 64

/** One tin each: its pitch (Hz), how far left or right it stands, and the sixteenths it is struck at. */
export const TINS: { hertz: number; pan: number; strokes: number[] }[] = [
  { hertz: 311, pan: -0.5, strokes: [3, 6, 11, 14] },
  { hertz: 233, pan: 0.45, strokes: [0, 8] },
  { hertz: 415, pan: 0.65, strokes: [2, 5, 10, 13] },
  { hertz: 174, pan: -0.2, strokes: [4, 12] },
  { hertz: 523, pan: -0.75, strokes: [7, 15] },
  { hertz: 349, pan: 0.25, strokes: [9, 11] },
  { hertz: 622, pan: 0.8, strokes: [1, 6, 12] },
  { hertz: 262, pan: -0.35, strokes: [10, 14] },
]

/** Tins come in one by one, two bars apart, and are all there from the middle on. */
export function plays(tin: number, bar: number): boolean {
  return tin < 3 + Math.floor(bar / 2) * 2
}
