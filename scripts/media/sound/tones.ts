/** Sounds built from harmonics: voices, choirs, bells, horns, basses. */
import { dice, RATE, type Sound, sound, swell } from './signal.ts'

/** Centres (Hz), widths and strengths of a vowel's first resonances, as sung. */
const VOWELS = {
  a: [
    [760, 110, 1],
    [1180, 130, 0.55],
    [2800, 260, 0.16],
  ],
  o: [
    [450, 90, 1],
    [820, 110, 0.42],
    [2750, 260, 0.1],
  ],
  u: [
    [330, 80, 1],
    [680, 100, 0.22],
    [2600, 260, 0.045],
  ],
  e: [
    [420, 90, 1],
    [1900, 150, 0.2],
    [2700, 240, 0.09],
  ],
  m: [
    [250, 90, 1],
    [1100, 160, 0.05],
    [2300, 240, 0.01],
  ],
} as const
export type Vowel = keyof typeof VOWELS

const HIGHEST_HARMONIC_HERTZ = 5500

type Harmonics = {
  seconds: number
  /** The fundamental at a moment (seconds). */
  hertz: (time: number) => number
  /** The strength of harmonic 1, 2, 3 …, from the beginning to the end. */
  from: readonly number[]
  to?: readonly number[]
  loudness: (time: number) => number
}

/** The sum of sin(kθ), by the recurrence sin(kθ) = 2 cos θ sin((k-1)θ) - sin((k-2)θ). */
export function harmonics({ seconds, hertz, from, to = from, loudness }: Harmonics): Sound {
  let angle = 0
  return sound(seconds, (time) => {
    angle += (2 * Math.PI * hertz(time)) / RATE
    const turn = 2 * Math.cos(angle)
    const share = time / seconds
    let [older, newer, total] = [0, Math.sin(angle), 0]
    for (let k = 0; k < from.length; k++) {
      total += newer * ((from[k] as number) * (1 - share) + (to[k] as number) * share)
      ;[older, newer] = [newer, turn * newer - older]
    }
    return total * loudness(time)
  })
}

export type Sung = {
  hertz: number
  seconds: number
  from: Vowel
  to?: Vowel
  seed: number
  attack?: number
  slide?: number
}

/** One singer on one note; `slide` is the frequency the note is reached from. */
export function sing({ hertz, seconds, from, to = from, seed, attack = 0.09, slide = hertz }: Sung): Sound {
  const random = dice(seed * 104_729 + 3)
  const [rate, late, phase] = [5.1 + 0.5 * random(), 0.35 + 0.1 * random(), Math.PI * random()]
  const drift = 1 + 0.0016 * random()
  const pitch = (time: number) => {
    const vibrato = 1 + 0.006 * Math.min(1, time / late) * Math.sin(2 * Math.PI * rate * time + phase)
    const arriving = slide + (hertz - slide) * Math.min(1, time / 0.11)
    return arriving * drift * vibrato
  }
  return harmonics({
    seconds,
    hertz: pitch,
    from: mouth(hertz, from),
    to: mouth(hertz, to),
    loudness: (time) => swell(time, seconds, attack, Math.min(0.22, seconds / 3)),
  })
}

/** How strong each harmonic of a voice at `hertz` is through the resonances of `vowel`. */
function mouth(hertz: number, vowel: Vowel): number[] {
  const count = Math.max(2, Math.floor(HIGHEST_HARMONIC_HERTZ / hertz))
  const strengths = Array.from({ length: count }, (_, index) => {
    const frequency = hertz * (index + 1)
    const resonance = VOWELS[vowel].reduce(
      (total, [centre, width, strength]) => total + strength / (1 + ((frequency - centre) / width) ** 2),
      0.012,
    )
    // The folds themselves: each octave up is weaker.
    return resonance / (index + 1) ** 0.75
  })
  const power = Math.sqrt(strengths.reduce((total, strength) => total + strength ** 2, 0))
  return strengths.map((strength) => (strength * 0.5) / power)
}

/** A small bell: three partials of a struck bar (1, 2.76, 5.4). */
export function bell(hertz: number, seconds: number): Sound {
  return sound(seconds, (time) => {
    const partial = (ratio: number, strength: number, fall: number) =>
      strength * Math.sin(2 * Math.PI * hertz * ratio * time) * Math.exp(-time * fall)
    return (partial(1, 0.6, 3.2) + partial(2.76, 0.22, 7) + partial(5.4, 0.1, 14)) * Math.min(1, time / 0.002)
  })
}

/** A round electric bass. */
export function bass(hertz: number, seconds: number): Sound {
  const loudness = (time: number) => swell(time, seconds, 0.012, 0.06) * (0.35 + 0.65 * Math.exp(-time * 3))
  return harmonics({
    seconds,
    hertz: () => hertz,
    from: [0.7, 0.34, 0.16, 0.08, 0.03],
    to: [0.75, 0.2, 0.04, 0, 0],
    loudness,
  })
}
