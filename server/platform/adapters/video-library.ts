/**
 * New videos in a Bunny-style library: created through its API, then uploaded by the browser itself, with headers
 * that are signed for one video and expire. Sources: docs.bunny.net/reference/video_createvideo,
 * docs.bunny.net/reference/tus-resumable-uploads.
 */
import { createHash } from 'node:crypto'
import type { Env } from '../../env.ts'
import type { NewVideoWire, VideoStateWire } from '../../product/projects/wire.ts'

export type VideoLibrary = {
  /** Creates an empty video and returns how its file is uploaded within the day. Throws a VideoLibraryError. */
  create: (title: string, now: number) => Promise<NewVideoWire>
  /** Null for a video that the library does not know. Throws a VideoLibraryError. */
  stateOf: (videoId: string) => Promise<VideoStateWire | null>
}

const TIMEOUT_MS = 20_000
const UPLOAD_SECONDS = 86_400

/**
 * The vendor's status numbers: created, uploaded, processing, transcoding, finished, error, upload failed, just in
 * time (2).
 */
const STATES = [
  'waiting',
  'processing',
  'processing',
  'processing',
  'ready',
  'failed',
  'failed',
  'ready',
  'ready',
] as const

export function createVideoLibrary(env: Env): VideoLibrary | null {
  const { VIDEO_API_KEY: key, VIDEO_LIBRARY_ID: library } = env
  if (env.VIDEO_PROVIDER === 's3' || !key || !library) return null
  const base = env.VIDEO_API_URL.replace(/\/$/, '')

  async function call(path: string, init: RequestInit = {}): Promise<Record<string, unknown> | null> {
    const answer = await fetch(`${base}/library/${library}/videos${path}`, {
      ...init,
      headers: { accesskey: key ?? '', accept: 'application/json', 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new VideoLibraryError('did not answer', { cause })
    })
    if (answer.status === 404) return null
    if (!answer.ok) throw new VideoLibraryError(`answered ${answer.status}`)
    return (await answer.json().catch(() => null)) as Record<string, unknown> | null
  }

  return {
    async create(title, now) {
      const made = await call('', { method: 'POST', body: JSON.stringify({ title }) })
      if (typeof made?.guid !== 'string') throw new VideoLibraryError('answered without a video')
      const expires = String(Math.floor(now / 1000) + UPLOAD_SECONDS)
      const signature = createHash('sha256').update(`${library}${key}${expires}${made.guid}`).digest('hex')
      return {
        videoId: made.guid,
        upload: {
          url: `${base}/tusupload`,
          headers: {
            AuthorizationSignature: signature,
            AuthorizationExpire: expires,
            VideoId: made.guid,
            LibraryId: library,
          },
        },
      }
    },
    async stateOf(videoId) {
      const video = await call(`/${encodeURIComponent(videoId)}`)
      if (!video) return null
      const state = STATES[Number(video.status)]
      if (!state) throw new VideoLibraryError(`answered the status ${video.status}`)
      const share = Number(video.encodeProgress) / 100
      return { state, share: share >= 0 && share <= 1 ? share : 0 }
    },
  }
}

export class VideoLibraryError extends Error {
  override name = 'VideoLibraryError'
  constructor(message: string, options?: ErrorOptions) {
    super(`video library: ${message}`, options)
  }
}
