/** Plucked strings after Karplus and Strong (1983), tuned as Jaffe and Smith (1983) describe. */
import { dice, drive, lowPass, RATE, type Sound, sound, sum } from './signal.ts'

export type Pluck = {
  hertz: number
  /** How long it is let ring. */
  seconds: number
  /** 0 (flesh, felt) to 1 (nail, steel). */
  bright: number
  /** Seconds until it has fallen by 60 dB, were it let ring. */
  decay: number
  /** Where on the string it is plucked: 0.5 is the middle, 0.1 near the bridge. */
  place?: number
  seed: number
}

const FADE_SECONDS = 0.04

export function pluck({ hertz, seconds, bright, decay, place = 0.28, seed }: Pluck): Sound {
  const random = dice(seed * 7919 + 1)
  // The string's own low-pass, and its share of the period.
  const soften = 0.5 - 0.42 * bright
  const period = RATE / hertz - soften
  const whole = Math.floor(period - 0.3)
  const rest = period - whole
  const tuning = (1 - rest) / (1 + rest)
  const line = lowPass(sound(whole / RATE, random), 900 + 9000 * bright)
  const offset = Math.max(1, Math.round(whole * place))
  const shaped = line.map(
    (sample, index) => sample - 0.8 * (line[(index + whole - offset) % whole] as number),
  )
  const loudest = shaped.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const fall = 10 ** (-3 / (hertz * decay))
  let [before, tunedIn, tunedOut] = [0, 0, 0]
  return sound(seconds, (time, index) => {
    const place = index % whole
    const sample = (shaped[place] as number) / loudest
    const softened = (1 - soften) * (shaped[place] as number) + soften * before
    before = shaped[place] as number
    tunedOut = tuning * (softened - tunedOut) + tunedIn
    tunedIn = softened
    shaped[place] = tunedOut * fall
    return sample * Math.min(1, (seconds - time) / FADE_SECONDS)
  })
}

/** A chord through a valve amplifier and its speaker. */
export function amplified(strings: Sound[], gain: number): Sound {
  return lowPass(lowPass(drive(sum(...strings), gain), 3600), 5200)
}
