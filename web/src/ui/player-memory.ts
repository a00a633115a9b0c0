/** What this browser remembers of listening: the volume, and where each work was left. */
import { inBrowser } from '../lib/browser-storage.ts'

const SOUND = 'tune-sound'
const PLACES = 'tune-places'
/** More works than anybody has open at once. */
const KEEP = 50
/** A work left this near to its beginning or end starts over. */
const EDGE_SECONDS = 5

export type Sound = { volume: number; muted: boolean }

export function rememberedSound(): Sound {
  const { volume, muted } = read(SOUND)
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 100
  return { volume: isVolume ? volume : 100, muted: muted === true }
}

export function rememberSound(sound: Sound): void {
  write(SOUND, sound)
}

/** Seconds from the start; null where it should start from the beginning. */
export function rememberedPlace(work: string): number | null {
  const place = read(PLACES)[work]
  return typeof place === 'number' && place > EDGE_SECONDS ? place : null
}

/** The most recent work comes last; the oldest are forgotten. */
export function rememberPlace(work: string, seconds: number, duration: number): void {
  const { [work]: _, ...others } = read(PLACES)
  const place = seconds > duration - EDGE_SECONDS ? 0 : Math.floor(seconds)
  write(PLACES, Object.fromEntries([...Object.entries(others), [work, place]].slice(-KEEP)))
}

function read(key: string): Record<string, unknown> {
  try {
    const value = JSON.parse(inBrowser.read(key) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Not our JSON.
    return {}
  }
}

function write(key: string, value: object): void {
  inBrowser.write(key, JSON.stringify(value))
}
