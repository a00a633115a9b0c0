/**
 * Signed playback until a second: at a Bunny-style host's own page (token = hex(SHA-256(key + video id + expires)), expires
 * in unix seconds), or on our own page, behind which are Bunny's CDN or our own store of files.
 */
import { createHash } from 'node:crypto'
import type { Env } from '../../env.ts'
import { signVideo } from './own-video.ts'
import { createVideoLibrary, type VideoLibrary } from './video-library.ts'

export type VideoHost = {
  /** An address that plays `videoId` until `expiresAt` (milliseconds since 1970) and not a second longer. */
  signedUrl: (videoId: string, expiresAt: number) => string
  /** Where new videos are uploaded; null where the platform has none configured. */
  library: VideoLibrary | null
}

/** The address below which each video has its page. */
export function videoPages(env: Env): string {
  return env.VIDEO_PROVIDER === 'bunny'
    ? (env.VIDEO_EMBED_URL ?? '')
    : `${env.PUBLIC_URL.replace(/\/$/, '')}/player`
}

export function createVideoHost(env: Env): VideoHost {
  const key = env.VIDEO_TOKEN_KEY
  const tokenOf = (videoId: string, expires: number) =>
    env.VIDEO_PROVIDER === 'bunny'
      ? createHash('sha256').update(`${key}${videoId}${expires}`).digest('hex')
      : signVideo(key, videoId, expires)
  return {
    library: createVideoLibrary(env),
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
