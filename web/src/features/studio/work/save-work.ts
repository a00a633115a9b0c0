/** What the artist has changed of a work, and sending it. */
import { formatLrc, parseLrc } from '#domain/timed-lyrics.ts'
import type { StudioWorkWire } from '#server/product/studio/contract.ts'
import { api } from '../../../lib/api.ts'
import { lyricsHtml, lyricsText } from '../../../lib/lyrics-html.ts'
import { removeClip } from '../../../lib/public-uploads.ts'
import { cutOut, type WorkValues } from './cut-out.ts'

export function valuesOf({ lyrics, timedLyrics }: StudioWorkWire): WorkValues {
  return {
    lyrics: lyricsText(lyrics),
    times: formatLrc(timedLyrics),
    song: null,
    clipStart: '0',
    clipGone: false,
  }
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** How many of the lines have a time, where only some have, and that is about to be saved; null otherwise. */
export function timedInPart(work: StudioWorkWire, { lyrics, times }: WorkValues) {
  const before = valuesOf(work)
  if (lyrics === before.lyrics && times === before.times) return null
  const total = linesOf(lyrics).length
  const timed = (parseLrc(times) ?? []).filter(({ text }) => text !== '').length
  return timed > 0 && timed < total ? { count: timed, total } : null
}

/**
 * Sends a new clip first, and leaves none behind that no work has. Lyrics whose text was not touched keep the emphasis that
 * cannot be typed. Throws an Error whose message can be shown.
 */
export async function saveWork(work: StudioWorkWire, values: WorkValues): Promise<void> {
  const before = valuesOf(work)
  const clip = await cutOut(values)
  const body = {
    version: work.version,
    ...(values.lyrics !== before.lyrics && { lyrics: lyricsHtml(values.lyrics) }),
    ...(values.times !== before.times && { timedLyrics: parseLrc(values.times) ?? [] }),
    ...(clip !== undefined && { clip }),
  }
  try {
    await api('POST /studio/works/{uid}', { params: { uid: work.uid }, body })
  } catch (fault) {
    if (clip) await removeClip(clip).catch(() => undefined)
    throw fault
  }
  // One that an administrator uploaded stays: it is not the artist's to remove.
  if (clip !== undefined && work.clip) await removeClip(work.clip.url).catch(() => undefined)
}
