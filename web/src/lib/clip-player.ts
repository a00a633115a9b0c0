/** What sounds without having been bought: the public clips, one player for all of them, and the free sample. Never two at once. */
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
let samples = 0

function become(next: ClipState): void {
  state = next
  tellAll()
}

function tellAll(): void {
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

/** The free sample sounds until what this returns is called. */
export function beginSample(): () => void {
  samples += 1
  tellAll()
  return () => {
    samples -= 1
    tellAll()
  }
}

/** Whether anything sounds that was not bought. */
export function useSomethingFree(): boolean {
  return useSyncExternalStore(watch, () => samples > 0 || (state.url !== null && state.status !== 'failed'))
}
