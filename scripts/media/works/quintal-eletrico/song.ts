/** Four neighbours in a yard: A mixolydian, two valve amplifiers, drums, and a tune that twangs. */
import { hat, kick, skin, snare } from '../../sound/drums.ts'
import { Mixer, type Stereo } from '../../sound/mixer.ts'
import { dice, note, RATE, type Sound } from '../../sound/signal.ts'
import { amplified, pluck } from '../../sound/strings.ts'
import { bass } from '../../sound/tones.ts'

export const tempo = 126
export const beats = 64
const BEAT = 60 / tempo
const EIGHTH = BEAT / 2

/** One bar each: roots of the power chords on its first and third beat. */
// biome-ignore format: a line is four bars.
const BARS: [string, string][] = [
  ['A2', 'A2'], ['A2', 'C3'], ['G2', 'G2'], ['D3', 'D3'],
  ['A2', 'A2'], ['A2', 'C3'], ['G2', 'G2'], ['D3', 'E3'],
  ['B2', 'B2'], ['D3', 'D3'], ['G2', 'G2'], ['E3', 'E3'],
  ['A2', 'A2'], ['A2', 'C3'], ['G2', 'D3'], ['A2', 'E3'],
]

/** The tune from the fifth bar on: beat, length in beats, note. */
// biome-ignore format: a line is a bar.
const TUNE: [beat: number, length: number, name: string][] = [
  [16, 0.5, 'E4'], [16.5, 0.5, 'A4'], [17, 1, 'B4'], [18, 0.5, 'C#5'], [18.5, 1.5, 'A4'],
  [20, 0.5, 'E4'], [20.5, 0.5, 'A4'], [21, 1, 'B4'], [22, 0.5, 'C#5'], [22.5, 1.5, 'E5'],
  [24, 1, 'D5'], [25, 0.5, 'B4'], [25.5, 0.5, 'G4'], [26, 2, 'B4'],
  [28, 1, 'A4'], [29, 0.5, 'F#4'], [29.5, 0.5, 'D4'], [30, 2, 'E4'],
  [32, 1.5, 'F#5'], [33.5, 0.5, 'E5'], [34, 2, 'D5'],
  [36, 1.5, 'F#5'], [37.5, 0.5, 'E5'], [38, 2, 'A5'],
  [40, 1, 'G5'], [41, 0.5, 'F#5'], [41.5, 0.5, 'D5'], [42, 2, 'B4'],
  [44, 0.5, 'E5'], [44.5, 0.5, 'D5'], [45, 0.5, 'B4'], [45.5, 0.5, 'G#4'], [46, 2, 'E4'],
  [48, 0.5, 'E4'], [48.5, 0.5, 'A4'], [49, 1, 'B4'], [50, 0.5, 'C#5'], [50.5, 1.5, 'A4'],
  [52, 0.5, 'E4'], [52.5, 0.5, 'A4'], [53, 1, 'B4'], [54, 0.5, 'C#5'], [54.5, 1.5, 'E5'],
  [56, 1, 'D5'], [57, 1, 'B4'], [58, 1, 'A4'], [59, 1, 'F#4'],
  [60, 3, 'A4'],
]

/** A power chord: root, fifth and octave, struck downwards. */
function power(root: string, seconds: number, seed: number, muted: boolean): Sound {
  const strings = [1, 1.5, 2].map((ratio, index) => {
    const hertz = note(root) * ratio
    return pluck({
      hertz,
      seconds,
      bright: muted ? 0.3 : 0.62,
      decay: muted ? 0.32 : 2.6,
      place: 0.16,
      seed: seed + index,
    })
  })
  return amplified(strings, muted ? 2.2 : 3.4)
}

function drumsOf(mixer: Mixer, bar: number): void {
  const start = bar * 4 * BEAT
  const fill = bar % 8 === 7
  for (const eighth of bar % 2 === 0 ? [0, 4, 5] : [0, 3, 4]) {
    mixer.add(kick(), start + eighth * EIGHTH, { gain: 0.5, room: 0.03 })
  }
  for (const beat of fill ? [1] : [1, 3]) {
    mixer.add(snare(bar * 4 + beat), start + beat * BEAT, { gain: 0.5, pan: 0.05, room: 0.22 })
  }
  for (let eighth = 0; eighth < (fill ? 4 : 8); eighth++) {
    const open = eighth === 7 && bar % 4 === 1
    mixer.add(hat(open ? 0.3 : 0.06, bar * 8 + eighth), start + eighth * EIGHTH, {
      gain: eighth % 2 === 0 ? 0.3 : 0.19,
      pan: 0.35,
      room: 0.06,
    })
  }
  if (bar % 4 === 0) mixer.add(hat(1.4, bar + 900), start, { gain: 0.22, pan: -0.4, room: 0.2 })
  if (!fill) return
  for (let stroke = 0; stroke < 8; stroke++) {
    const pitch = [210, 210, 160, 160, 120, 120, 92, 92][stroke] as number
    const at = start + 2 * BEAT + (stroke * BEAT) / 4
    mixer.add(skin(pitch * 1.4, pitch, 0.34, 11), at, { gain: 0.42, pan: 0.5 - stroke * 0.13, room: 0.2 })
  }
}

export function compose(): Stereo {
  const mixer = new Mixer(beats * BEAT)
  const random = dice(126)
  BARS.forEach((roots, bar) => {
    const start = bar * 4 * BEAT
    drumsOf(mixer, bar)
    for (let eighth = 0; eighth < 8; eighth++) {
      const root = roots[eighth < 4 ? 0 : 1] as string
      const at = start + eighth * EIGHTH + random() * 0.004
      mixer.add(bass(note(root) / 2, EIGHTH * 0.95), at, { gain: 0.27, room: 0.02 })
      // To the left the chords are muted and drive on; to the right they ring.
      const accent = eighth % 4 === 0 || eighth === 3
      mixer.add(power(root, EIGHTH * 1.1, bar * 40 + eighth, !accent), at, {
        gain: accent ? 0.24 : 0.3,
        pan: -0.62,
        room: 0.12,
      })
    }
    roots.forEach((root, half) => {
      if (half === 1 && root === roots[0]) return
      const seconds = (roots[0] === roots[1] ? 4 : 2) * BEAT
      mixer.add(power(root, seconds, bar * 11 + half, false), start + half * 2 * BEAT + 0.008, {
        gain: 0.26,
        pan: 0.62,
        room: 0.14,
      })
    })
  })
  TUNE.forEach(([beat, length, name], index) => {
    const seconds = length * BEAT + 0.25
    const string = pluck({
      hertz: note(name),
      seconds,
      bright: 0.86,
      decay: 3.4,
      place: 0.12,
      seed: index + 500,
    })
    // The amplifier's tremolo, in time with the song.
    const trembling = string.map(
      (sample, at) => sample * (0.78 + 0.22 * Math.cos((2 * Math.PI * at * 6) / (RATE * BEAT))),
    )
    mixer.add(amplified([trembling], 1.5), beat * BEAT, { gain: 0.5, pan: 0.08, room: 0.55 })
  })
  return mixer.finish(1.1)
}
