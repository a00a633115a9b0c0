/** The upload of a video from this computer to the video host. */
import { useEffect, useRef, useState } from 'react'
import { VIDEO_MAX_BYTES, VIDEO_TYPES } from '#domain/video.ts'
import { createUpload, type Upload } from '../../../lib/tus.ts'
import { newVideo, videoState } from './api.ts'

const ASK_EVERY_MS = 2000

export type VideoStage =
  | { at: 'idle' | 'ready' | 'refused' | 'wrongType' | 'wrongSize' }
  | { at: 'sending' | 'processing'; share: number }
  /** It can be resumed where it stopped. */
  | { at: 'failed'; message: string }

type Journey = { file: File; videoId: string | null; upload: Upload | null }

/** `onReady` is called with the id once the video can be played. */
export function useVideoUpload(onReady: (videoId: string) => void) {
  const [stage, setStage] = useState<VideoStage>({ at: 'idle' })
  const [name, setName] = useState('')
  const journey = useRef<Journey | null>(null)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])

  async function travel() {
    const current = journey.current
    if (!current) return
    ending.current = new AbortController()
    const { signal } = ending.current
    setStage({ at: 'sending', share: 0 })
    try {
      const videoId = await send(current, (share) => setStage({ at: 'sending', share }), signal)
      const isReady = await untilReady(videoId, (share) => setStage({ at: 'processing', share }), signal)
      journey.current = null
      setStage({ at: isReady ? 'ready' : 'refused' })
      if (isReady) onReady(videoId)
    } catch (fault) {
      // Nothing to report after leaving or cancelling.
      if (!signal.aborted) setStage({ at: 'failed', message: messageOf(fault) })
    }
  }

  return {
    stage,
    name,
    choose(file: File) {
      setName(file.name)
      if (!(VIDEO_TYPES as readonly string[]).includes(file.type)) return setStage({ at: 'wrongType' })
      if (file.size === 0 || file.size > VIDEO_MAX_BYTES) return setStage({ at: 'wrongSize' })
      ending.current.abort()
      journey.current = { file, videoId: null, upload: null }
      void travel()
    },
    goOn: () => void travel(),
    cancel() {
      ending.current.abort()
      journey.current = null
      setStage({ at: 'idle' })
    },
  }
}

async function send(
  journey: Journey,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  if (!journey.videoId || !journey.upload) {
    const made = await newVideo(journey.file.name.slice(0, 120), journey.file)
    signal.throwIfAborted()
    journey.videoId = made.videoId
    journey.upload = createUpload(made.upload.url, made.upload.headers, journey.file)
  }
  await journey.upload.send(onShare, signal)
  return journey.videoId
}

/** Resolves with false when the host could not process the file. */
async function untilReady(
  videoId: string,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const { state, share } = await videoState(videoId, signal)
    if (state === 'ready' || state === 'failed') return state === 'ready'
    onShare(share)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    signal.throwIfAborted()
  }
}

/** Our own refusals are sentences; errors of the browser or the host are not meant for people. */
function messageOf(fault: unknown): string {
  return fault instanceof Error && fault.name === 'ApiError' ? fault.message : ''
}
