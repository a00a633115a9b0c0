/** The desk: places sounds in time, left to right and in a room, on a tape whose end is joined to its beginning. */
import { highPass, lowPass, RATE, type Sound } from './signal.ts'

export type Stereo = { left: Sound; right: Sound }
/** `pan` -1 (left) to 1 (right); `room` is how much of it the room answers. */
export type Placement = { gain?: number; pan?: number; room?: number }

/** The greatest sample, and how loud a piece is below it: 1 would be as loud as the ceiling. */
const CEILING = 0.77
const LOUDNESS = 0.27
/** Delays of the room's echoes in samples: primes, so that they do not ring together. */
const ECHOES = [1423, 1801, 2239, 2557, 2903, 3343, 3697, 4129]

export class Mixer {
  private readonly left: Sound
  private readonly right: Sound
  private readonly room: Sound

  constructor(seconds: number) {
    const length = Math.round(seconds * RATE)
    this.left = new Float64Array(length)
    this.right = new Float64Array(length)
    this.room = new Float64Array(length)
  }

  /** Lays `input` down from `at` (seconds); what runs over the end goes on at the beginning. */
  add(input: Sound, at: number, { gain = 1, pan = 0, room = 0.15 }: Placement = {}): void {
    const { length } = this.left
    // Equal power: as loud in the middle as at the sides.
    const angle = ((pan + 1) * Math.PI) / 4
    const [toLeft, toRight] = [gain * Math.cos(angle), gain * Math.sin(angle)]
    const start = Math.round(at * RATE) + length
    for (let index = 0; index < input.length; index++) {
      const sample = input[index] as number
      const place = (start + index) % length
      this.left[place] = (this.left[place] as number) + sample * toLeft
      this.right[place] = (this.right[place] as number) + sample * toRight
      this.room[place] = (this.room[place] as number) + sample * gain * room
    }
  }

  /** The finished piece: with its room of `decay` seconds, without rumble, and as loud as the others. */
  finish(decay: number): Stereo {
    const answer = reverberate(highPass(this.room, 180), decay)
    const master = (dry: Sound, wet: Sound) =>
      highPass(
        dry.map((sample, index) => sample + (wet[index] as number)),
        28,
      )
    const [left, right] = [master(this.left, answer.left), master(this.right, answer.right)]
    const loudness = Math.sqrt(meanSquare(left) + meanSquare(right))
    // All works are equally loud; what rises far above the rest is rounded off, and nothing passes CEILING.
    const press = (input: Sound) => input.map((sample) => CEILING * Math.tanh((sample / loudness) * LOUDNESS))
    return { left: press(left), right: press(right) }
  }
}

/**
 * A feedback delay network with a Householder matrix (after Jot, 1991): eight delays, each feeding all. The input
 * is heard twice and the second hearing kept, so that the room still sounds of the end when the piece begins.
 */
function reverberate(input: Sound, decay: number): Stereo {
  const lines = ECHOES.map((length) => ({
    memory: new Float64Array(length),
    fall: 10 ** ((-3 * length) / RATE / decay),
    held: 0,
  }))
  const left = new Float64Array(input.length)
  const right = new Float64Array(input.length)
  for (let pass = 0; pass < 2; pass++) {
    for (let index = 0; index < input.length; index++) {
      const heard = lines.map((line) => {
        const sample = line.memory[(index + pass * input.length) % line.memory.length] as number
        // Air and walls swallow the high notes first.
        line.held += 0.42 * (sample - line.held)
        return line.held * line.fall
      })
      const shared = (2 / lines.length) * heard.reduce((total, sample) => total + sample, 0)
      lines.forEach((line, number) => {
        const sample = heard[number] as number
        line.memory[(index + pass * input.length) % line.memory.length] =
          (input[index] as number) + sample - shared
      })
      left[index] =
        0.5 * ((heard[0] as number) + (heard[2] as number) + (heard[4] as number) - (heard[6] as number))
      right[index] =
        0.5 * ((heard[1] as number) + (heard[3] as number) - (heard[5] as number) + (heard[7] as number))
    }
  }
  return { left: lowPass(left, 7000), right: lowPass(right, 7000) }
}

function meanSquare(input: Sound): number {
  return input.reduce((total, sample) => total + sample * sample, 0) / input.length
}
