/** A samba of lamplight: D major, nylon strings, one voice, and a choir behind it. */
import { rim, shaker, surdo, tamborim } from '../../sound/drums.ts'
import { Mixer, type Stereo } from '../../sound/mixer.ts'
import { dice, note } from '../../sound/signal.ts'
import { pluck } from '../../sound/strings.ts'
import { bass, bell, sing, type Vowel } from '../../sound/tones.ts'

export const tempo = 92
export const beats = 48
const BEAT = 60 / tempo
const SIXTEENTH = BEAT / 4

/** One bar each: the thumb's two notes, and the fingers' chord. */
const CHORDS: { thumb: [string, string]; fingers: string[]; choir: string[] }[] = [
  { thumb: ['D3', 'A2'], fingers: ['F#3', 'C#4', 'E4'], choir: ['F#4', 'A4', 'C#5'] },
  { thumb: ['B2', 'F#2'], fingers: ['A3', 'D4', 'F#4'], choir: ['F#4', 'A4', 'D5'] },
  { thumb: ['E2', 'B2'], fingers: ['G3', 'D4', 'F#4'], choir: ['G4', 'B4', 'D5'] },
  { thumb: ['A2', 'E2'], fingers: ['G3', 'C#4', 'F#4'], choir: ['G4', 'C#5', 'E5'] },
  { thumb: ['D3', 'A2'], fingers: ['F#3', 'C#4', 'E4'], choir: ['F#4', 'A4', 'C#5'] },
  { thumb: ['F#2', 'C#3'], fingers: ['A3', 'C#4', 'E4'], choir: ['E4', 'A4', 'C#5'] },
  { thumb: ['G2', 'D3'], fingers: ['F#3', 'B3', 'D4'], choir: ['F#4', 'B4', 'D5'] },
  { thumb: ['G2', 'D3'], fingers: ['Bb3', 'D4', 'E4'], choir: ['E4', 'Bb4', 'D5'] },
  { thumb: ['A2', 'D3'], fingers: ['F#3', 'A3', 'D4'], choir: ['F#4', 'A4', 'D5'] },
  { thumb: ['B2', 'F#2'], fingers: ['A3', 'C4', 'D#4'], choir: ['F#4', 'A4', 'C5'] },
  { thumb: ['E2', 'B2'], fingers: ['G3', 'D4', 'F#4'], choir: ['G4', 'B4', 'D5'] },
  { thumb: ['A2', 'E2'], fingers: ['G3', 'D4', 'E4'], choir: ['G4', 'A4', 'D5'] },
]

/** The tune: beat within the piece, length in beats, note. */
// biome-ignore format: a line is a bar.
const TUNE: [beat: number, length: number, name: string][] = [
  [1, 0.5, 'A4'], [1.5, 0.5, 'B4'], [2, 1.5, 'F#5'], [3.5, 0.5, 'E5'],
  [4, 1.5, 'D5'], [5.5, 0.5, 'B4'], [6, 1.6, 'A4'],
  [8.5, 0.5, 'G4'], [9, 0.5, 'B4'], [9.5, 0.5, 'D5'], [10, 1, 'F#5'], [11, 1, 'E5'],
  [12, 1.5, 'C#5'], [13.5, 0.5, 'B4'], [14, 1.8, 'A4'],
  [16.5, 0.5, 'A4'], [17, 0.5, 'F#5'], [17.5, 1.5, 'A5'], [19, 0.5, 'F#5'], [19.5, 0.5, 'E5'],
  [20, 1, 'C#5'], [21, 0.5, 'E5'], [21.5, 2, 'A4'],
  [24.5, 0.5, 'B4'], [25, 0.5, 'D5'], [25.5, 1, 'F#5'], [26.5, 0.5, 'G5'], [27, 1, 'F#5'],
  [28, 1, 'E5'], [29, 0.5, 'D5'], [29.5, 2.2, 'Bb4'],
  [32, 1, 'A4'], [33, 0.5, 'D5'], [33.5, 1.5, 'F#5'], [35, 0.5, 'E5'], [35.5, 0.5, 'D5'],
  [36, 1.5, 'D#5'], [37.5, 0.5, 'C5'], [38, 1.8, 'B4'],
  [40, 0.5, 'G4'], [40.5, 0.5, 'B4'], [41, 1.5, 'F#5'], [42.5, 0.5, 'E5'], [43, 0.5, 'D5'], [43.5, 0.5, 'B4'],
  [44, 1, 'D5'], [45, 0.5, 'E5'], [45.5, 2.4, 'A4'],
]

/** Where the fingers fall, in sixteenths of a bar. */
const FINGERS = [0, 3, 6, 10, 13]
const TAMBORIM = [0, 2, 3, 5, 7, 9, 10, 12, 14]
const LIGHTS = ['A5', 'D6', 'F#6', 'E6', 'A6', 'F#6']

export function compose(): Stereo {
  const mixer = new Mixer(beats * BEAT)
  const random = dice(92)
  const human = () => random() * 0.005

  CHORDS.forEach(({ thumb, fingers, choir }, bar) => {
    const start = bar * 4 * BEAT
    thumb.forEach((name, half) => {
      const at = start + half * 2 * BEAT + human()
      const string = { hertz: note(name), seconds: 1.35, bright: 0.34, decay: 3.2, seed: bar * 7 + half }
      mixer.add(pluck(string), at, { gain: 0.42, pan: -0.22, room: 0.14 })
      mixer.add(bass(note(name), 1.15), at, { gain: 0.3, room: 0.02 })
    })
    FINGERS.forEach((sixteenth, stroke) => {
      fingers.forEach((name, finger) => {
        const string = {
          hertz: note(name),
          seconds: 0.75,
          bright: 0.46,
          decay: 2.2,
          seed: bar * 31 + stroke * 5 + finger,
        }
        const at = start + sixteenth * SIXTEENTH + finger * 0.006 + human()
        mixer.add(pluck(string), at, { gain: 0.29 + 0.04 * random(), pan: -0.3, room: 0.2 })
      })
    })
    choir.forEach((name, voice) => {
      for (const side of [-1, 1]) {
        const part = {
          hertz: note(name),
          seconds: 4.1 * BEAT,
          attack: 0.5,
          seed: bar * 6 + voice * 2 + side + 2,
        }
        const breath = sing({ ...part, from: 'u', to: bar % 4 === 3 ? 'a' : 'o' })
        mixer.add(breath, start, { gain: bar < 4 ? 0.045 : 0.07, pan: side * (0.4 + 0.2 * voice), room: 0.7 })
      }
    })
    for (let sixteenth = 0; sixteenth < 16; sixteenth++) {
      const at = start + sixteenth * SIXTEENTH + human()
      const accent = sixteenth % 4 === 2 ? 0.13 : sixteenth % 2 === 0 ? 0.09 : 0.055
      mixer.add(shaker(bar * 16 + sixteenth), at, { gain: accent, pan: 0.42, room: 0.1 })
      if (bar >= 4 && TAMBORIM.includes(sixteenth)) {
        mixer.add(tamborim(sixteenth), at, { gain: 0.045 + 0.015 * random(), pan: 0.6, room: 0.25 })
      }
    }
    mixer.add(surdo(62), start + BEAT, { gain: 0.42, room: 0.05 })
    mixer.add(surdo(78), start, { gain: 0.16, room: 0.05 })
    mixer.add(surdo(62), start + 3 * BEAT, { gain: 0.46, room: 0.05 })
    for (const sixteenth of [4, 7, 12]) {
      mixer.add(rim(bar + sixteenth), start + sixteenth * SIXTEENTH, { gain: 0.1, pan: 0.15, room: 0.3 })
    }
  })

  TUNE.forEach(([beat, length, name], index) => {
    const from: Vowel = index % 3 === 0 ? 'a' : index % 3 === 1 ? 'o' : 'e'
    const slide = note(TUNE[index - 1]?.[2] ?? name)
    const glide = length > 0.5 ? note(name) * (slide / note(name)) ** 0.3 : note(name)
    const seconds = length * BEAT + 0.06
    // The voice and, a little lower, its twin: nobody sings a line the same way twice.
    for (const [twin, gain, pan] of [
      [1, 0.2, 0.04],
      [2, 0.08, -0.14],
    ] as const) {
      const sung = sing({
        hertz: note(name),
        seconds,
        from,
        to: 'a',
        seed: index * 2 + twin,
        attack: 0.05,
        slide: glide,
      })
      mixer.add(sung, beat * BEAT + 0.012 * twin + human(), { gain, pan, room: 0.42 })
    }
  })

  LIGHTS.forEach((name, index) => {
    for (const bar of [1, 3, 7, 9, 11]) {
      const at = bar * 4 * BEAT + (2 + index * 0.25) * BEAT
      if ((index + bar) % 2 === 0)
        mixer.add(bell(note(name), 1.6), at, { gain: 0.05, pan: 0.7 - index * 0.25, room: 0.8 })
    }
  })
  return mixer.finish(1.7)
}
