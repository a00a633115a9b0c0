/** One window still lit: A flat, a bossa after midnight for seven strings, a voice that hums, and a far bell. */
import { rim, shaker } from '../../sound/drums.ts'
import { Mixer, type Stereo } from '../../sound/mixer.ts'
import { dice, note } from '../../sound/signal.ts'
import { pluck } from '../../sound/strings.ts'
import { bass, bell, sing, type Vowel } from '../../sound/tones.ts'

export const tempo = 84
export const beats = 40
const BEAT = 60 / tempo
const LENGTH = beats * BEAT

/** One bar of four beats each: the bass, and the chord above it. */
// biome-ignore format: a line is two bars.
const BARS: [bass: string, chord: string[]][] = [
  ['Ab2', ['C4', 'Eb4', 'G4', 'Bb4']], ['F2', ['Ab3', 'C4', 'Eb4', 'G4']],
  ['Bb2', ['Ab3', 'C4', 'Db4', 'F4']], ['Eb2', ['G3', 'Bb3', 'Db4', 'F4']],
  ['C3', ['G3', 'Bb3', 'Eb4', 'G4']], ['F2', ['A3', 'C4', 'Eb4', 'G4']],
  ['Db3', ['F3', 'Ab3', 'C4', 'Eb4']], ['Gb2', ['E3', 'Ab3', 'Bb3', 'Eb4']],
  ['Bb2', ['Ab3', 'Db4', 'F4', 'C5']], ['Eb2', ['G3', 'Db4', 'F4', 'C5']],
]

// biome-ignore format: a line is two bars.
const TUNE: [beat: number, length: number, name: string, vowel: Vowel][] = [
  [0.5, 1.5, 'Eb4', 'm'], [2, 2, 'G4', 'u'], [4.5, 1, 'F4', 'o'], [5.5, 2.3, 'Eb4', 'm'],
  [8.5, 1.5, 'F4', 'u'], [10, 2, 'Ab4', 'o'], [12.5, 1, 'G4', 'o'], [13.5, 2.3, 'F4', 'm'],
  [16.5, 1.5, 'G4', 'u'], [18, 2, 'Bb4', 'a'], [20.5, 1, 'A4', 'o'], [21.5, 2.3, 'G4', 'u'],
  [24.5, 1.5, 'F4', 'u'], [26, 2, 'Eb4', 'o'], [28.5, 1, 'E4', 'u'], [29.5, 2.3, 'Eb4', 'm'],
  [32.5, 2.5, 'F4', 'u'], [35.5, 0.5, 'Eb4', 'o'], [36, 3, 'C4', 'm'],
]

/** When the thumb and the fingers touch the strings, in beats of a bar. */
const THUMB = [0, 2]
const FINGERS = [0.5, 1.5, 2.5, 3.25]

export function compose(): Stereo {
  const mixer = new Mixer(LENGTH)
  const random = dice(84)
  BARS.forEach(([low, chord], bar) => {
    const start = bar * 4
    for (const beat of THUMB) {
      mixer.add(bass(note(low), 1.7 * BEAT), (start + beat) * BEAT, { gain: 0.3, room: 0.1 })
    }
    FINGERS.forEach((beat, stroke) => {
      chord.forEach((name, string) => {
        const touch = {
          hertz: note(name),
          seconds: 1.1,
          bright: 0.34,
          decay: 2.4,
          seed: bar * 40 + stroke * 4 + string,
        }
        mixer.add(pluck(touch), (start + beat) * BEAT + string * 0.006 + Math.abs(random()) * 0.008, {
          gain: 0.15,
          pan: -0.3 + string * 0.08,
          room: 0.25,
        })
      })
    })
    for (let eighth = 0; eighth < 8; eighth++) {
      mixer.add(shaker(bar * 8 + eighth), (start + eighth / 2) * BEAT, {
        gain: eighth % 2 === 0 ? 0.05 : 0.03,
        pan: 0.45,
        room: 0.1,
      })
    }
    for (const beat of [1, 2.5])
      mixer.add(rim(bar), (start + beat) * BEAT, { gain: 0.06, pan: 0.2, room: 0.3 })
  })
  TUNE.forEach(([beat, length, name, from], index) => {
    const voice = { hertz: note(name), seconds: length * BEAT, from, seed: index, attack: 0.14 }
    mixer.add(sing(voice), beat * BEAT, { gain: 0.26, pan: 0.05, room: 0.45 })
  })
  for (const beat of [3.5, 23.5]) {
    mixer.add(bell(note('Eb5'), 3), beat * BEAT, { gain: 0.04, pan: -0.7, room: 0.95 })
  }
  return mixer.finish(3)
}
