/**
 * MP3 files (ISO 11172-3, 13818-3: layer III) as rows of frames, each of which holds a few hundredths of a second: enough
 * to know how long one plays, and to cut a piece out of it without any program that encodes sound.
 */

/** A public clip plays no longer than this. */
export const CLIP_SECONDS = 30
/** Thirty seconds at the highest bit rate there is. */
export const CLIP_MAX_BYTES = 1_300_000
/** The file a clip is cut from; nobody uploads it. */
export const SONG_MAX_BYTES = 100 * 1024 * 1024

type Mp3Frame = { start: number; end: number; seconds: number }
export type Mp3Clip = { bytes: Uint8Array; seconds: number }
export type Mp3Fault = 'not_mp3' | 'starts_after_end'

const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const HERTZ = [44_100, 48_000, 32_000]
/** By the two bits that name the version: 2.5, none, 2, 1. */
const HERTZ_DIVISOR = [4, 0, 2, 1]
/** A file is no MP3 where nothing like a frame follows its tag within this many bytes. */
const SEARCHED_BYTES = 65_536

/** The frame that begins at `at`; null where none does, or where the file ends before it. */
function frameAt(bytes: Uint8Array, at: number): Mp3Frame | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  const version = (second >> 3) & 3
  if (first !== 0xff || second >> 5 !== 7 || version === 1 || ((second >> 1) & 3) !== 1) return null
  const isFirst = version === 3
  const kbits = (isFirst ? KBITS_1 : KBITS_2)[third >> 4] ?? 0
  const hertz = (HERTZ[(third >> 2) & 3] ?? 0) / (HERTZ_DIVISOR[version] ?? 1)
  if (kbits === 0 || hertz === 0) return null
  const samples = isFirst ? 1152 : 576
  const end = at + Math.floor((samples * kbits * 125) / hertz) + ((third >> 1) & 1)
  return end > bytes.length ? null : { start: at, end, seconds: samples / hertz }
}

/** The frames from `at` on, as long as one follows another. */
function framesFrom(bytes: Uint8Array, at: number): Mp3Frame[] {
  const frames: Mp3Frame[] = []
  for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, frame.end)) frames.push(frame)
  return frames
}

/** All frames that sound; empty for anything but an MP3. */
function soundOf(bytes: Uint8Array): Mp3Frame[] {
  const from = tagEnd(bytes)
  for (let at = from; at < Math.min(bytes.length, from + SEARCHED_BYTES); at++) {
    const frames = framesFrom(bytes, at)
    // One alone may be chance.
    if (frames.length > 1) return isTableOfContents(bytes, frames[0]) ? frames.slice(1) : frames
  }
  return []
}

/** Where an ID3v2 tag ends; its length is written in four times seven bits. */
function tagEnd(bytes: Uint8Array): number {
  const [i, d, three, , , flags = 0, ...size] = bytes.subarray(0, 10)
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0
  return 10 + size.reduce((length, part) => length * 128 + (part & 127), 0) + (flags & 16 ? 10 : 0)
}

/** Encoders put one silent frame in front, with the length of the whole: wrong for a piece of it. */
function isTableOfContents(bytes: Uint8Array, frame: Mp3Frame | undefined): boolean {
  if (!frame) return false
  const text = String.fromCharCode(...bytes.subarray(frame.start + 4, frame.start + 44))
  return /Xing|Info|VBRI/.test(text)
}

const lengthOf = (frames: readonly Mp3Frame[]) =>
  frames.reduce((seconds, frame) => seconds + frame.seconds, 0)

/** The part of a song that begins at `from` (seconds) and lasts thirty, or until the song ends; nothing but frames. */
export function cutClip(song: Uint8Array, from: number): Mp3Clip | Mp3Fault {
  const frames = soundOf(song)
  if (frames.length === 0) return 'not_mp3'
  const kept: Mp3Frame[] = []
  let at = 0
  let seconds = 0
  for (const frame of frames) {
    if (at >= from) {
      if (seconds + frame.seconds > CLIP_SECONDS) break
      kept.push(frame)
      seconds += frame.seconds
    }
    at += frame.seconds
  }
  if (seconds < 1) return 'starts_after_end'
  const bytes = new Uint8Array(kept.reduce((length, { start, end }) => length + end - start, 0))
  let written = 0
  for (const { start, end } of kept) {
    bytes.set(song.subarray(start, end), written)
    written += end - start
  }
  return { bytes, seconds }
}

/**
 * How long a clip plays, in seconds; null unless it is frames from its first byte to its last and lasts from one second
 * to thirty, so that nothing can be hidden behind what was measured.
 */
export function clipSeconds(clip: Uint8Array): number | null {
  if (clip.length > CLIP_MAX_BYTES) return null
  const frames = framesFrom(clip, 0)
  if (frames.at(-1)?.end !== clip.length) return null
  const seconds = lengthOf(frames)
  return seconds >= 1 && seconds <= CLIP_SECONDS ? seconds : null
}

/** `75` or `1:15`, in seconds; null for anything else. */
export function clipStartSeconds(text: string): number | null {
  const [, minutes = '0', seconds = ''] = /^(?:(\d{1,2}):)?(\d{1,4})$/.exec(text.trim()) ?? []
  return seconds === '' ? null : Number(minutes) * 60 + Number(seconds)
}
