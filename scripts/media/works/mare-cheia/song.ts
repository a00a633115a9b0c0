/** Twenty-two voices by the water: E flat, slow, four parts and the swell of the sea. */
import { Mixer, type Stereo } from '../../sound/mixer.ts'
import { bandPass, dice, lowPass, note, RATE, sound } from '../../sound/signal.ts'
import { bell, sing, type Vowel } from '../../sound/tones.ts'

export const tempo = 60
export const beats = 36
const BEAT = 60 / tempo
const LENGTH = beats * BEAT

/** Soprano, alto, tenor, bass: what each sings from a beat on, for so many beats. */
const CHORALE: {
  beat: number
  length: number
  parts: [string, string, string, string]
  from: Vowel
  to: Vowel
}[] = [
  { beat: 0, length: 4, parts: ['G4', 'Eb4', 'Bb3', 'Eb3'], from: 'm', to: 'a' },
  { beat: 4, length: 4, parts: ['Bb4', 'F4', 'Bb3', 'D3'], from: 'a', to: 'e' },
  { beat: 8, length: 2, parts: ['C5', 'Eb4', 'G3', 'C3'], from: 'a', to: 'o' },
  { beat: 10, length: 2, parts: ['Bb4', 'Eb4', 'G3', 'Bb2'], from: 'o', to: 'u' },
  { beat: 12, length: 4, parts: ['C5', 'Eb4', 'Ab3', 'Ab2'], from: 'o', to: 'a' },
  { beat: 16, length: 2, parts: ['D5', 'F4', 'Ab3', 'Bb2'], from: 'a', to: 'a' },
  { beat: 18, length: 2, parts: ['F5', 'Ab4', 'D4', 'Bb2'], from: 'a', to: 'e' },
  { beat: 20, length: 4, parts: ['Eb5', 'G4', 'Bb3', 'C3'], from: 'a', to: 'a' },
  { beat: 24, length: 2, parts: ['C5', 'Ab4', 'C4', 'F3'], from: 'a', to: 'o' },
  { beat: 26, length: 2, parts: ['Ab4', 'F4', 'C4', 'F2'], from: 'o', to: 'o' },
  { beat: 28, length: 3, parts: ['G4', 'Eb4', 'Bb3', 'Bb2'], from: 'o', to: 'u' },
  { beat: 31, length: 1, parts: ['F4', 'D4', 'Ab3', 'Bb2'], from: 'u', to: 'o' },
  { beat: 32, length: 4, parts: ['Eb4', 'Bb3', 'G3', 'Eb2'], from: 'o', to: 'm' },
]
/** How many sing each part: six, five, five and six make twenty-two. */
const SINGERS = [6, 5, 5, 6]
const STRENGTH = [0.088, 0.092, 0.1, 0.125]
const BUOY = [2, 14, 26]

export function compose(): Stereo {
  const mixer = new Mixer(LENGTH)
  const random = dice(22)
  CHORALE.forEach(({ beat, length, parts, from, to }, chord) => {
    parts.forEach((name, part) => {
      const before = CHORALE[chord - 1]?.parts[part] ?? name
      const slide = note(name) * (note(before) / note(name)) ** 0.25
      for (let singer = 0; singer < (SINGERS[part] as number); singer++) {
        const seat = ((singer + 0.5) / (SINGERS[part] as number)) * 2 - 1
        const early = Math.abs(random()) * 0.07
        const voice = { hertz: note(name), seconds: length * BEAT + 0.32, from, to, slide, attack: 0.28 }
        const seed = chord * 100 + part * 10 + singer
        mixer.add(sing({ ...voice, seed }), beat * BEAT + early - 0.05, {
          gain: (STRENGTH[part] as number) * (1 + 0.2 * random()),
          pan: 0.85 * seat,
          room: 0.6,
        })
      }
    })
  })
  for (const side of [-1, 1]) {
    // Waves come every six beats, and run from one side to the other.
    const wave = (time: number) =>
      (0.5 + 0.5 * Math.sin(2 * Math.PI * (time / (6 * BEAT)) + side * 0.9)) ** 2.2
    const water = lowPass(
      bandPass(sound(LENGTH, dice(side + 30)), (time) => 500 + 1500 * wave(time), 0.7),
      3800,
    )
    mixer.add(
      water.map((sample, index) => sample * (0.12 + 0.88 * wave(index / RATE))),
      0,
      {
        gain: 0.2,
        pan: side * 0.8,
        room: 0.12,
      },
    )
  }
  for (const beat of BUOY) mixer.add(bell(note('Eb5'), 3), beat * BEAT, { gain: 0.06, pan: 0.55, room: 0.9 })
  return mixer.finish(3)
}
