import { useEffect, useEffectEvent } from 'react'
import type { VideoPlayer } from './use-player.ts'

const SKIP_SECONDS = 10

type Work = { title: string; artist: string; picture: string }

/**
 * The work on the lock screen and on media keys, with what they may do. Where a browser gives the keys to the
 * frame that plays, the host's page answers them instead.
 */
export function useMediaSession(
  { title, artist, picture }: Work,
  player: VideoPlayer,
  onStop: () => void,
): void {
  const { controls, isPlaying } = player
  const toggle = useEffectEvent((wanted: boolean) => {
    if (wanted !== isPlaying) controls.toggle()
  })
  const stop = useEffectEvent(onStop)

  useEffect(() => {
    const session = navigator.mediaSession
    if (!session) return
    session.metadata = new MediaMetadata({
      title,
      artist,
      artwork: [{ src: new URL(picture, location.href).href, sizes: '600x600' }],
    })
    const acts: [MediaSessionAction, () => void][] = [
      ['play', () => toggle(true)],
      ['pause', () => toggle(false)],
      ['seekbackward', () => controls.skip(-SKIP_SECONDS)],
      ['seekforward', () => controls.skip(SKIP_SECONDS)],
      ['stop', () => stop()],
    ]
    for (const [action, act] of acts) session.setActionHandler(action, act)
    return () => {
      session.metadata = null
      session.playbackState = 'none'
      for (const [action] of acts) session.setActionHandler(action, null)
    }
  }, [title, artist, picture, controls])

  useEffect(() => {
    if (navigator.mediaSession) navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
  }, [isPlaying])
}
