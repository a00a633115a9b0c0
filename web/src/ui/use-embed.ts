import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { stopClip } from '../lib/clip-player.ts'
import { connectEmbed, type EmbedRemote } from './embed-remote.ts'
import {
  rememberedPlace,
  rememberedSound,
  rememberPlace,
  rememberSound,
  type Sound,
} from './player-memory.ts'

export type PlayerControls = {
  toggle(): void
  /** Seconds forward, or back when negative. */
  skip(seconds: number): void
  /** To this second from the beginning. */
  seek(seconds: number): void
  /** Returns the new volume, from 0 to 100. */
  changeVolume(step: number): number
  /** Returns whether it is now muted. */
  toggleMute(): boolean
}

/** Where the song is, for what follows it: read by those who ask, so that the player itself is not drawn anew. */
export type SongClock = {
  /** Calls `listener` several times a second while it plays; returns how to end that. */
  subscribe(listener: () => void): () => void
  /** Seconds from the beginning, as the host said last. */
  seconds(): number
  /** The same with what has passed since the host said it. */
  exactSeconds(): number
}

/** The host says where it is at least this often while it plays. */
const SILENCE_SECONDS = 0.5

type EmbedState = {
  /** Who follows the song. */
  followers: Set<() => void>
  isPlaying: boolean
  seconds: number
  /** When that was so (`performance.now()`). */
  secondsAt: number
  /** The last second that was remembered. */
  kept: number
  sound: Sound
  /** When the fan last changed the sound (`performance.now()`). */
  soundChangedAt: number
}

/** By then the host has answered any earlier question. */
const LATE_ANSWER_MS = 500

export type Embed = {
  controls: PlayerControls
  clock: SongClock
  isPlaying: boolean
  /** `waiting` until this attempt has played for the first time; `ended` until it plays again. */
  progress: 'waiting' | 'played' | 'ended' | 'failed'
}

/**
 * Sends commands to the player in the frame, at the fan's last volume. With `work` it resumes where that was
 * left. `attempt` changes when the frame is replaced.
 */
export function useEmbed(
  frame: RefObject<HTMLIFrameElement | null>,
  videoUrl: string,
  work: string | null,
  attempt: number | null,
): Embed {
  const [isPlaying, setPlaying] = useState(false)
  const [progress, setProgress] = useState<Embed['progress']>('waiting')
  const remote = useRef<EmbedRemote | null>(null)
  // One object for as long as the player lives: it changes several times a second, and draws nothing.
  const [state] = useState(atRest)

  useEffect(() => {
    if (!frame.current || attempt === null) return
    state.sound = rememberedSound()
    setProgress('waiting')
    const note = (change: Partial<Sound>) => {
      // The answer to a question asked before the last command would undo it.
      if (performance.now() - state.soundChangedAt < LATE_ANSWER_MS) return
      const sound = { ...state.sound, ...change }
      if (sound.volume === state.sound.volume && sound.muted === state.sound.muted) return
      state.sound = sound
      rememberSound(sound)
    }
    const connected = connectEmbed(frame.current, new URL(videoUrl).origin, {
      ready() {
        connected.setVolume(state.sound.volume)
        if (state.sound.muted) connected.setMuted(true)
        const place = work === null ? null : rememberedPlace(work)
        if (place !== null) connected.seek(place)
      },
      playing(isPlaying) {
        state.isPlaying = isPlaying
        setPlaying(isPlaying)
        if (!isPlaying) return
        setProgress('played')
        // The hour is heard alone.
        stopClip()
      },
      ended: () => setProgress('ended'),
      failed: () => setProgress('failed'),
      escaped: () =>
        frame.current?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        ),
      time(seconds, duration) {
        moveTo(state, seconds)
        const second = Math.floor(seconds)
        if (second === state.kept) return
        state.kept = second
        if (work !== null) rememberPlace(work, seconds, duration)
        connected.askSound()
      },
      volume: (volume) => note({ volume }),
      muted: (muted) => note({ muted }),
    })
    remote.current = connected
    return () => {
      connected.end()
      remote.current = null
      state.isPlaying = false
      setPlaying(false)
    }
  }, [frame, videoUrl, work, attempt, state])

  const fixed = useMemo(() => ({ controls: ordersTo(remote, state), clock: clockOf(state) }), [state])
  return { ...fixed, isPlaying, progress }
}

function atRest(): EmbedState {
  return {
    followers: new Set(),
    isPlaying: false,
    seconds: 0,
    secondsAt: 0,
    kept: -1,
    sound: { volume: 100, muted: false },
    soundChangedAt: Number.NEGATIVE_INFINITY,
  }
}

function moveTo(state: EmbedState, seconds: number): void {
  state.seconds = seconds
  state.secondsAt = performance.now()
  for (const follow of state.followers) follow()
}

function clockOf(state: EmbedState): SongClock {
  return {
    subscribe(listener) {
      state.followers.add(listener)
      return () => state.followers.delete(listener)
    },
    seconds: () => state.seconds,
    exactSeconds() {
      const since = (performance.now() - state.secondsAt) / 1000
      return state.seconds + (state.isPlaying ? Math.min(since, SILENCE_SECONDS) : 0)
    },
  }
}

function ordersTo(remote: RefObject<EmbedRemote | null>, state: EmbedState): PlayerControls {
  function seek(seconds: number) {
    moveTo(state, Math.max(0, seconds))
    remote.current?.seek(state.seconds)
  }
  return {
    toggle: () => (state.isPlaying ? remote.current?.pause() : remote.current?.play()),
    skip: (seconds) => seek(state.seconds + seconds),
    seek,
    changeVolume(step) {
      const volume = Math.min(100, Math.max(0, state.sound.volume + step))
      state.sound = { volume, muted: false }
      state.soundChangedAt = performance.now()
      rememberSound(state.sound)
      remote.current?.setVolume(volume)
      remote.current?.setMuted(false)
      return volume
    },
    toggleMute() {
      state.sound = { ...state.sound, muted: !state.sound.muted }
      state.soundChangedAt = performance.now()
      rememberSound(state.sound)
      remote.current?.setMuted(state.sound.muted)
      return state.sound.muted
    },
  }
}
