import { type RefObject, useEffect, useMemo, useRef } from 'react'
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
  /** Returns the new volume, from 0 to 100. */
  changeVolume(step: number): number
  /** Returns whether it is now muted. */
  toggleMute(): boolean
}

type EmbedState = {
  isPlaying: boolean
  seconds: number
  /** The last second that was remembered. */
  kept: number
  sound: Sound
  /** When the fan last changed the sound (`performance.now()`). */
  soundChangedAt: number
}

/** By then the host has answered any earlier question. */
const LATE_ANSWER_MS = 500

/**
 * Sends commands to the player in the frame, at the fan's last volume. With `work` it resumes where that was
 * left. `attempt` changes when the frame is replaced.
 */
export function useEmbed(
  frame: RefObject<HTMLIFrameElement | null>,
  videoUrl: string,
  work: string | null,
  attempt: number | null,
): PlayerControls {
  const remote = useRef<EmbedRemote | null>(null)
  const now = useRef<EmbedState>({
    isPlaying: false,
    seconds: 0,
    kept: -1,
    sound: { volume: 100, muted: false },
    soundChangedAt: Number.NEGATIVE_INFINITY,
  })

  useEffect(() => {
    if (!frame.current || attempt === null) return
    const state = now.current
    state.sound = rememberedSound()
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
      },
      time(seconds, duration) {
        state.seconds = seconds
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
    }
  }, [frame, videoUrl, work, attempt])

  return useMemo(() => ordersTo(remote, now.current), [])
}

function ordersTo(remote: RefObject<EmbedRemote | null>, state: EmbedState): PlayerControls {
  return {
    toggle: () => (state.isPlaying ? remote.current?.pause() : remote.current?.play()),
    skip(seconds) {
      state.seconds = Math.max(0, state.seconds + seconds)
      remote.current?.seek(state.seconds)
    },
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
