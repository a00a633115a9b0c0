/** A waltz on seven strings: E minor, a voice close by, and the wind of the hills. */
import { Mixer, type Stereo } from '../../sound/mixer.ts'
import { bandPass, dice, note, RATE, sound } from '../../sound/signal.ts'
import { pluck } from '../../sound/strings.ts'
import { bass, sing, type Vowel } from '../../sound/tones.ts'

export const tempo = 88
export const beats = 48
const BEAT = 60 / tempo
const LENGTH = beats * BEAT

/** One bar of three beats each: the bass, and three strings above it. */
// biome-ignore format: a line is four bars.
const BARS: [bass: string, low: string, middle: string, high: string][] = [
  ['E2', 'G3', 'B3', 'E4'], ['D3', 'G3', 'B3', 'E4'], ['C3', 'G3', 'C4', 'E4'], ['A2', 'A3', 'C4', 'E4'],
  ['D3', 'A3', 'C4', 'F#4'], ['G2', 'G3', 'B3', 'D4'], ['F#2', 'A3', 'C4', 'E4'], ['B2', 'A3', 'B3', 'D#4'],
  ['E2', 'G3', 'B3', 'F#4'], ['C#3', 'G3', 'B3', 'E4'], ['C3', 'E3', 'B3', 'E4'], ['A2', 'G3', 'C4', 'E4'],
  ['G2', 'G3', 'B3', 'E4'], ['F#2', 'A3', 'C4', 'E4'], ['B2', 'F#3', 'A3', 'D#4'], ['E2', 'G3', 'B3', 'E4'],
]

/** Beat, length in beats, note, vowel. */
// biome-ignore format: a line is a bar.
const TUNE: [beat: number, length: number, name: string, vowel: Vowel][] = [
  [0, 2, 'B4', 'o'], [2, 1, 'A4', 'a'],
  [3, 2.6, 'G4', 'a'],
  [6, 1, 'E4', 'e'], [7, 1, 'G4', 'o'], [8, 1, 'C5', 'a'],
  [9, 2.7, 'B4', 'a'],
  [12, 1.5, 'A4', 'a'], [13.5, 0.5, 'B4', 'e'], [14, 1, 'C5', 'o'],
  [15, 2.6, 'D5', 'a'],
  [18, 1, 'C5', 'o'], [19, 1, 'B4', 'a'], [20, 1, 'A4', 'e'],
  [21, 2.6, 'B4', 'u'],
  [24, 2, 'E5', 'a'], [26, 1, 'D5', 'o'],
  [27, 2.6, 'B4', 'a'],
  [30, 1, 'G4', 'e'], [31, 1, 'B4', 'o'], [32, 1, 'E5', 'a'],
  [33, 1.5, 'D5', 'o'], [34.5, 0.5, 'C5', 'e'], [35, 1, 'B4', 'a'],
  [36, 2, 'B4', 'o'], [38, 1, 'G4', 'a'],
  [39, 2, 'A4', 'e'], [41, 1, 'C5', 'o'],
  [42, 1, 'B4', 'a'], [43, 1, 'A4', 'o'], [44, 1, 'F#4', 'u'],
  [45, 2.7, 'E4', 'm'],
]

export function compose(): Stereo {
  const mixer = new Mixer(LENGTH)
  const random = dice(88)
  BARS.forEach(([low, ...strings], bar) => {
    const start = bar * 3 * BEAT
    // Thumb, then the strings up and down, an eighth each.
    const fingers = [low, strings[0], strings[1], strings[2], strings[1], strings[0]] as string[]
    fingers.forEach((name, eighth) => {
      const thumb = eighth === 0
      const string = {
        hertz: note(name),
        bright: thumb ? 0.32 : 0.42,
        decay: thumb ? 4.5 : 3.2,
        seed: bar * 6 + eighth,
      }
      mixer.add(
        pluck({ ...string, seconds: thumb ? 3 * BEAT : 1.7 }),
        start + (eighth * BEAT) / 2 + random() * 0.009,
        {
          gain: (thumb ? 0.62 : eighth === 3 ? 0.46 : 0.38) + 0.03 * random(),
          pan: thumb ? -0.1 : -0.25 + eighth * 0.09,
          room: 0.22,
        },
      )
    })
    // The guitar's body, which a string alone does not have.
    mixer.add(bass(note(low), 2.4 * BEAT), start, { gain: 0.2, room: 0.05 })
    // The seventh string walks to the next bar.
    if (bar % 4 === 3) {
      const walk = pluck({ hertz: note(low) * 1.498, seconds: 1, bright: 0.3, decay: 3, seed: bar + 300 })
      mixer.add(walk, start + 2 * BEAT, { gain: 0.32, pan: -0.1, room: 0.2 })
    }
  })
  TUNE.forEach(([beat, length, name, vowel], index) => {
    const before = TUNE[index - 1]?.[2] ?? name
    const slide = note(name) * (note(before) / note(name)) ** 0.35
    const sung = { hertz: note(name), seconds: length * BEAT + 0.09, slide, seed: index + 40, attack: 0.07 }
    mixer.add(sing({ ...sung, from: vowel, to: vowel === 'm' ? 'm' : 'o' }), beat * BEAT + 0.02, {
      gain: 0.3,
      pan: 0.06,
      room: 0.4,
    })
    // A second voice answers below in the second half.
    if (beat >= 24) {
      mixer.add(
        sing({ ...sung, hertz: note(name) * 0.5, slide: slide * 0.5, from: 'u', to: 'm' }),
        beat * BEAT + 0.05,
        {
          gain: 0.13,
          pan: -0.4,
          room: 0.6,
        },
      )
    }
  })
  for (const side of [-1, 1]) {
    const gust = (time: number) => 0.5 + 0.5 * Math.sin((2 * Math.PI * (2 * time)) / LENGTH + side)
    const breath = dice(side + 70)
    const air = bandPass(sound(LENGTH, breath), (time) => 380 + 520 * gust(time), 2.4)
    mixer.add(
      air.map((sample, index) => sample * (0.25 + 0.75 * gust(index / RATE) ** 2)),
      0,
      {
        gain: 0.05,
        pan: side * 0.85,
        room: 0.1,
      },
    )
  }
  return mixer.finish(2.1)
}
