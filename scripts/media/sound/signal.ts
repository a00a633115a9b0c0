/** Samples and what is done to them: noise, filters, envelopes. All sounds are mono at RATE, about -1 to 1. */

export const RATE = 48_000
export type Sound = Float64Array

/** A sound of `seconds`, sample by sample from `at(time in seconds, index)`. */
export function sound(seconds: number, at: (time: number, index: number) => number): Sound {
  return Float64Array.from({ length: Math.round(seconds * RATE) }, (_, index) => at(index / RATE, index))
}

/** Random numbers from -1 to 1, the same for the same seed, so that a work sounds the same each time it is made. */
export function dice(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    // Marsaglia's xorshift32 (2003).
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 31 - 1
  }
}

/** One pole: 6 dB an octave. */
export function lowPass(input: Sound, hertz: number): Sound {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / RATE)
  let held = 0
  return input.map((sample) => {
    held += share * (sample - held)
    return held
  })
}

export function highPass(input: Sound, hertz: number): Sound {
  const low = lowPass(input, hertz)
  return input.map((sample, index) => sample - (low[index] as number))
}

/** A resonance at `hertz` (a number, or one for each moment); `q` is its centre over its width. */
export function bandPass(input: Sound, hertz: number | ((time: number) => number), q: number): Sound {
  // A state-variable filter (Chamberlin), which stays stable while its centre moves.
  let low = 0
  let band = 0
  return input.map((sample, index) => {
    const centre = typeof hertz === 'number' ? hertz : hertz(index / RATE)
    const step = 2 * Math.sin((Math.PI * Math.min(centre, RATE / 7)) / RATE)
    low += step * band
    band += step * (sample - low - band / q)
    return band / q
  })
}

/** Presses loud parts together, as an overdriven amplifier does. */
export function drive(input: Sound, amount: number): Sound {
  const scale = 1 / Math.tanh(amount)
  return input.map((sample) => Math.tanh(sample * amount) * scale)
}

export function sum(...sounds: Sound[]): Sound {
  const longest = Math.max(...sounds.map(({ length }) => length))
  return Float64Array.from({ length: longest }, (_, index) =>
    sounds.reduce((total, part) => total + (part[index] ?? 0), 0),
  )
}

/** From 0 up in `attack`, and down to 0 in the last `release` of `length`; all in seconds. */
export function swell(time: number, length: number, attack: number, release: number): number {
  const smooth = (share: number) => share * share * (3 - 2 * share)
  return smooth(Math.min(1, time / attack)) * smooth(Math.max(0, Math.min(1, (length - time) / release)))
}

/** The frequency of a note such as `A4` (440 Hz), `F#3` or `Bb2`, in equal temperament. */
export function note(name: string): number {
  const [, letter, sign, octave] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? []
  if (letter === undefined) throw new Error(`${name} is not a note.`)
  const steps = { C: -9, D: -7, E: -5, F: -4, G: -2, A: 0, B: 2 }[letter] as number
  const semitones = steps + (sign === '#' ? 1 : sign === 'b' ? -1 : 0) + (Number(octave) - 4) * 12
  return 440 * 2 ** (semitones / 12)
}
