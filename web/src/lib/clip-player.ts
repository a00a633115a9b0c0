/** The public clips: one player for all of them, so that never two sound at once. */
import { useSyncExternalStore } from 'react'
import { storedAddress } from './stored-address.ts'

export type ClipState = {
  /** The address of the clip that was started last; null before any was, and once it has ended. */
  url: string | null
  status: 'loading' | 'playing' | 'failed'
  /** From 0, just begun, to 1. */
  progress: number
}

const SILENT: ClipState = { url: null, status: 'loading', progress: 0 }
let state = SILENT
const watchers = new Set<() => void>()
let sound: HTMLAudioElement | null = null

function become(next: ClipState): void {
  state = next
  for (const tell of watchers) tell()
}

/** Starts a clip from its beginning; whatever sounded before stops. */
export function playClip(url: string): void {
  sound?.pause()
  const audio = new Audio(storedAddress(url))
  sound = audio
  const isOurs = () => sound === audio
  audio.addEventListener('playing', () => isOurs() && become({ ...state, status: 'playing' }))
  audio.addEventListener('timeupdate', () => {
    if (isOurs() && audio.duration > 0) become({ ...state, progress: audio.currentTime / audio.duration })
  })
  audio.addEventListener('ended', () => isOurs() && stopClip(url))
  audio.addEventListener('error', () => isOurs() && become({ url, status: 'failed', progress: 0 }))
  become({ url, status: 'loading', progress: 0 })
  audio.play().catch(() => isOurs() && become({ url, status: 'failed', progress: 0 }))
}

/** Silence, unless another clip than this one sounds; without an address, whatever sounds. */
export function stopClip(url = state.url): void {
  if (!sound || state.url !== url) return
  sound.pause()
  sound = null
  become(SILENT)
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** What one clip is doing; null while another one sounds, or none. */
export function useClip(url: string | undefined): ClipState | null {
  const now = useSyncExternalStore(watch, () => state)
  return now.url === url ? now : null
}
