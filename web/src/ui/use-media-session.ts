import { useEffect, useEffectEvent } from 'react'
import type { VideoPlayer } from './use-player.ts'

const SKIP_SECONDS = 10

type Work = { title: string; artist: string; picture: string }

/**
 * Where the work may stand on the lock screen: a browser shows the session of the frame that plays. Ours has the video where
 * the page is our own (`web/player/`); another host's is out of reach, and shows its own.
 */
function sessionsOf(frame: HTMLIFrameElement | null): MediaSession[] {
  const pages = [window, frame?.contentDocument?.defaultView]
  return pages.flatMap((page) => page?.navigator.mediaSession ?? [])
}

/** The work on the lock screen and on media keys, with what they may do. */
export function useMediaSession(
  { title, artist, picture }: Work,
  player: VideoPlayer,
  onStop: () => void,
): void {
  const { controls, isPlaying, frame, progress } = player
  const toggle = useEffectEvent((wanted: boolean) => {
    if (wanted !== isPlaying) controls.toggle()
  })
  const stop = useEffectEvent(onStop)
  // The frame's page comes later than ours, and anew after a reload.
  const hasBegun = progress !== 'waiting'

  useEffect(() => {
    const acts: [MediaSessionAction, () => void][] = [
      ['play', () => toggle(true)],
      ['pause', () => toggle(false)],
      ['seekbackward', () => controls.skip(-SKIP_SECONDS)],
      ['seekforward', () => controls.skip(SKIP_SECONDS)],
      ['stop', () => stop()],
    ]
    const sessions = sessionsOf(hasBegun ? frame.current : null)
    for (const session of sessions) {
      session.metadata = new MediaMetadata({
        title,
        artist,
        artwork: [{ src: new URL(picture, location.href).href, sizes: '600x600' }],
      })
      for (const [action, act] of acts) session.setActionHandler(action, act)
    }
    return () => {
      for (const session of sessions) {
        session.metadata = null
        session.playbackState = 'none'
        for (const [action] of acts) session.setActionHandler(action, null)
      }
    }
  }, [title, artist, picture, controls, frame, hasBegun])

  useEffect(() => {
    for (const session of sessionsOf(frame.current)) session.playbackState = isPlaying ? 'playing' : 'paused'
  }, [isPlaying, frame])
}
