/**
 * Signed playback at a Bunny-style video host: token = hex(SHA-256(key + video id + expires)), expires in Unix
 * seconds. The host refuses page, manifest and segments once `expires` has passed.
 */
import { createHash } from 'node:crypto'
import type { Env } from '../../env.ts'
import { createVideoLibrary, type VideoLibrary } from './video-library.ts'

export type VideoHost = {
  /** An address that plays `videoId` until `expiresAt` (milliseconds since 1970) and not a second longer. */
  signedUrl: (videoId: string, expiresAt: number) => string
  /** Where new videos are uploaded; null where the platform has none configured. */
  library: VideoLibrary | null
}

export function createVideoHost(env: Env): VideoHost {
  return {
    library: createVideoLibrary(env),
    signedUrl(videoId, expiresAt) {
      // Rounded down: up to a second may be lost at the end, none is given away.
      const expires = Math.floor(expiresAt / 1000)
      const token = createHash('sha256').update(`${env.VIDEO_TOKEN_KEY}${videoId}${expires}`).digest('hex')
      const url = new URL(`${env.VIDEO_EMBED_URL}/${videoId}`)
      url.searchParams.set('token', token)
      url.searchParams.set('expires', String(expires))
      return url.href
    },
  }
}
