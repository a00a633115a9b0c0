/**
 * Signed playback until a second: at a Bunny-style host's own page (token = hex(SHA-256(key + video id + expires)), expires
 * in unix seconds), or on our own page, behind which are Bunny's CDN or our own store of files.
 */
import { createHash } from 'node:crypto'
import type { Env } from '../../env.ts'
import { signVideo } from './own-video.ts'
import { createVideoLibrary, type VideoLibrary } from './video-library.ts'

/** Whether a video can be played; `unknown` where the host offers no way to ask. */
type VideoReadiness = 'ready' | 'not_ready' | 'missing' | 'unknown'

export type VideoHost = {
  /** An address that plays `videoId` until `expiresAt` (milliseconds since 1970) and not a second longer. */
  signedUrl: (videoId: string, expiresAt: number) => string
  /** Throws a VideoLibraryError, or FilesUnavailable, when the host does not answer. */
  readiness: (videoId: string) => Promise<VideoReadiness>
  /** Where new videos are uploaded; null where the platform has none configured. */
  library: VideoLibrary | null
}

/** The address below which each video has its page. */
export function videoPages(env: Env): string {
  return env.VIDEO_PROVIDER === 'bunny'
    ? (env.VIDEO_EMBED_URL ?? '')
    : `${env.PUBLIC_URL.replace(/\/$/, '')}/player`
}

/** `isStored` asks our own store for a video; null where videos are kept elsewhere. */
export function createVideoHost(
  env: Env,
  isStored: ((videoId: string) => Promise<boolean>) | null = null,
): VideoHost {
  const key = env.VIDEO_TOKEN_KEY
  const tokenOf = (videoId: string, expires: number) =>
    env.VIDEO_PROVIDER === 'bunny'
      ? createHash('sha256').update(`${key}${videoId}${expires}`).digest('hex')
      : signVideo(key, videoId, expires)
  const library = createVideoLibrary(env)
  return {
    library,
    async readiness(videoId) {
      if (isStored) return (await isStored(videoId)) ? 'ready' : 'missing'
      if (!library) return 'unknown'
      const video = await library.stateOf(videoId)
      if (!video || video.state === 'failed') return 'missing'
      return video.state === 'ready' ? 'ready' : 'not_ready'
    },
    signedUrl(videoId, expiresAt) {
      // Rounded down: up to a second may be lost at the end, none is given away.
      const expires = Math.floor(expiresAt / 1000)
      const url = new URL(`${videoPages(env)}/${videoId}`)
      url.searchParams.set('token', tokenOf(videoId, expires))
      url.searchParams.set('expires', String(expires))
      return url.href
    },
  }
}
