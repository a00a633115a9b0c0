/** A funk ball on paint tins: F minor, a deep bass, a gate, and the eleven o'clock train. */
import { hat, kick, tin } from '../../sound/drums.ts'
import { Mixer, type Stereo } from '../../sound/mixer.ts'
import { bandPass, dice, note, RATE, sound, swell } from '../../sound/signal.ts'
import { harmonics } from '../../sound/tones.ts'
import { beats, plays, TINS, tempo } from './pattern.ts'

export { beats, tempo }

const BEAT = 60 / tempo
const SIXTEENTH = BEAT / 4
const BARS = beats / 4

const KICKS = [0, 6, 8, 14]
/** The bass: sixteenth, length in sixteenths, note; two bars, in turn. */
const BASS: [sixteenth: number, length: number, name: string][][] = [
  [
    [0, 3, 'F1'],
    [3, 3, 'F1'],
    [6, 4, 'Ab1'],
    [11, 2, 'F1'],
    [14, 2, 'Eb1'],
  ],
  [
    [0, 3, 'F1'],
    [3, 3, 'F1'],
    [6, 4, 'Bb1'],
    [11, 2, 'Ab1'],
    [14, 2, 'C2'],
  ],
]
/** What the small tins sing from the second half on. */
const TUNE: [sixteenth: number, name: string][][] = [
  [
    [0, 'F5'],
    [3, 'Ab5'],
    [6, 'C6'],
    [8, 'Bb5'],
    [11, 'Ab5'],
    [14, 'F5'],
  ],
  [
    [0, 'Eb5'],
    [3, 'F5'],
    [6, 'Ab5'],
    [10, 'C5'],
    [12, 'Eb5'],
    [14, 'E5'],
  ],
]

/** A deep note that slides down into its place. */
function deep(name: string, seconds: number) {
  const hertz = note(name)
  return harmonics({
    seconds,
    hertz: (time) => hertz * (1 + 0.35 * Math.exp(-time * 45)),
    from: [0.8, 0.4, 0.22, 0.14, 0.09, 0.05],
    to: [0.85, 0.22, 0.06, 0.02, 0, 0],
    loudness: (time) => swell(time, seconds, 0.006, 0.05),
  })
}

/** The train's horn: a minor sixth chord, coming nearer and passing. */
function horn(seconds: number) {
  const chord = ['F3', 'Ab3', 'C4', 'D4'].map((name) => {
    const hertz = note(name)
    return harmonics({
      seconds,
      // It passes at half its time: the pitch falls, as pitches of passing things do.
      hertz: (time) => hertz * (1.012 - 0.024 / (1 + Math.exp(-9 * (time - seconds / 2)))),
      from: [0.3, 0.3, 0.24, 0.17, 0.1, 0.06, 0.04],
      loudness: (time) => swell(time, seconds, 0.35, 0.9) / 4,
    })
  })
  return chord
}

export function compose(): Stereo {
  const mixer = new Mixer(beats * BEAT)
  const random = dice(130)
  for (let bar = 0; bar < BARS; bar++) {
    const start = bar * 4 * BEAT
    const break_ = bar === 7 || bar === 15
    for (const sixteenth of KICKS) {
      if (break_ && sixteenth > 6) continue
      mixer.add(kick(), start + sixteenth * SIXTEENTH, { gain: 0.5, room: 0.02 })
    }
    TINS.forEach(({ hertz, pan, strokes }, index) => {
      if (!plays(index, bar)) return
      for (const sixteenth of strokes) {
        const at = start + sixteenth * SIXTEENTH + random() * 0.004
        const stroke = tin(hertz, index % 2 === 0 ? 1.6 : 2.6, index * 16 + sixteenth)
        mixer.add(stroke, at, { gain: 0.54 + 0.08 * random(), pan, room: 0.22 })
      }
    })
    for (let sixteenth = 2; sixteenth < 16; sixteenth += 4) {
      mixer.add(hat(0.09, bar * 16 + sixteenth), start + sixteenth * SIXTEENTH, {
        gain: 1,
        pan: 0.3,
        room: 0.05,
      })
    }
    // The gate, slammed on the fourth beat.
    mixer.add(tin(118, 0.55, bar + 700), start + 12 * SIXTEENTH, { gain: 0.44, pan: -0.12, room: 0.6 })
    if (bar >= 2 && !break_) {
      for (const [sixteenth, length, name] of BASS[bar % 2] ?? []) {
        mixer.add(deep(name, length * SIXTEENTH * 0.96), start + sixteenth * SIXTEENTH, {
          gain: 0.3,
          room: 0,
        })
      }
    }
    if (bar >= 8 && !break_) {
      for (const [sixteenth, name] of TUNE[bar % 2] ?? []) {
        const at = start + sixteenth * SIXTEENTH
        mixer.add(tin(note(name), 0.9, sixteenth + 40), at, { gain: 0.28, pan: 0.15, room: 0.5 })
        mixer.add(tin(note(name), 1.2, sixteenth + 80), at + 3 * SIXTEENTH, {
          gain: 0.1,
          pan: -0.6,
          room: 0.6,
        })
      }
    }
  }
  const roll = dice(11)
  for (const bar of [6, 14]) {
    const seconds = 8 * BEAT
    for (const part of horn(seconds * 0.75))
      mixer.add(part, bar * 4 * BEAT + BEAT, { gain: 0.34, pan: 0.2, room: 0.5 })
    const wheels = bandPass(sound(seconds, roll), 320, 1.2).map((sample, index) => {
      const time = index / RATE
      const joint = Math.exp(-((time / (BEAT / 2)) % 1) * 5) + Math.exp(-((time / (BEAT / 2) + 0.72) % 1) * 5)
      return sample * joint * swell(time, seconds, seconds / 2, seconds / 2)
    })
    mixer.add(wheels, bar * 4 * BEAT, { gain: 0.4, pan: -0.1, room: 0.3 })
  }
  return mixer.finish(0.9)
}
