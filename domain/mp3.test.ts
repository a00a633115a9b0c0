import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLIP_SECONDS, clipSeconds, cutClip } from './mp3.ts'

/** 44.1 kHz, 128 kbit/s: 417 bytes, 1152 samples. The last byte says which frame it is. */
function frame(number: number): number[] {
  const bytes = new Array<number>(417).fill(0)
  bytes.splice(0, 4, 0xff, 0xfb, 0x90, 0x00)
  bytes[416] = number % 256
  return bytes
}
const FRAME_SECONDS = 1152 / 44_100
const frames = (count: number) => Array.from({ length: count }, (_, number) => frame(number)).flat()
const tag = (length: number) => [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, length, ...new Array(length).fill(0xff)]
const song = (count: number) => Uint8Array.from([...tag(100), ...frames(count), ...new Array(128).fill(0x54)])

describe('a clip', () => {
  test('begins where it was asked to and ends thirty seconds later', () => {
    const clip = cutClip(song(4000), 40)
    if (typeof clip === 'string') throw new Error(clip)
    expect(clip.seconds).toBeGreaterThan(CLIP_SECONDS - FRAME_SECONDS)
    expect(clip.seconds).toBeLessThanOrEqual(CLIP_SECONDS)
    expect(clip.bytes[416]).toBe(Math.ceil(40 / FRAME_SECONDS) % 256)
    expect(clipSeconds(clip.bytes)).toBeCloseTo(clip.seconds)
  })

  test('ends with its song, and does not begin after it', () => {
    const clip = cutClip(song(1000), 20)
    expect(clip).toMatchObject({ seconds: expect.closeTo(1000 * FRAME_SECONDS - 20, 1) })
    expect(cutClip(song(1000), 27)).toBe('starts_after_end')
  })

  test('leaves out the frame in which an encoder wrote the length of the whole song', () => {
    const contents = frame(0)
    contents.splice(36, 4, ...new TextEncoder().encode('Xing'))
    const clip = cutClip(Uint8Array.from([...contents, ...frames(100)]), 0)
    expect(clip).toMatchObject({ seconds: expect.closeTo(100 * FRAME_SECONDS, 5) })
  })

  test('is cut from nothing but an MP3', () => {
    expect(cutClip(new TextEncoder().encode('<html>'.repeat(500)), 0)).toBe('not_mp3')
    expect(cutClip(new Uint8Array(0), 0)).toBe('not_mp3')
    fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void cutClip(bytes, 0)))
  })

  test('knows the frames of the slower versions', () => {
    // Version 2, 22.05 kHz, 64 kbit/s: 208 bytes, 576 samples.
    const slow = new Array<number>(208).fill(0)
    slow.splice(0, 4, 0xff, 0xf3, 0x80, 0x00)
    expect(clipSeconds(Uint8Array.from(Array.from({ length: 100 }, () => slow).flat()))).toBeCloseTo(
      (100 * 576) / 22_050,
    )
  })
})

describe('what is taken for a clip', () => {
  test('is no longer than thirty seconds', () => {
    expect(clipSeconds(Uint8Array.from(frames(1148)))).toBeCloseTo(1148 * FRAME_SECONDS)
    expect(clipSeconds(Uint8Array.from(frames(1149)))).toBeNull()
  })

  test('is frames and nothing else', () => {
    expect(clipSeconds(Uint8Array.from([...frames(100), 0]))).toBeNull()
    expect(clipSeconds(song(100))).toBeNull()
    expect(clipSeconds(Uint8Array.from(frames(3)))).toBeNull()
    expect(clipSeconds(new Uint8Array(0))).toBeNull()
  })
})
