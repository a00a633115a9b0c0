/**
 * Bunny Stream's embed token: lower-case hex of SHA-256(key + video id + expires), `expires` in unix seconds.
 * Source: docs.bunny.net/stream/token-authentication.
 */
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Always ten digits (until the year 2286). The hashed parts stand side by side with nothing between them, so with a
 * free length a digit could wander from the end of one id to the front of another's time.
 */
const EXPIRES = /^[1-9]\d{9}$/
const TOKEN = /^[0-9a-f]{64}$/
const VIDEO_ID = /^[A-Za-z0-9-]{1,64}$/

export type Grant = { videoId: string; expires: string; token: string }

/**
 * False when `grant` is malformed, signed with another key or for another video or time, or over at `now`
 * (milliseconds since 1970). At `expires` itself it is over.
 */
export function isGranted(grant: Grant, key: string, now: number): boolean {
  const { videoId, expires, token } = grant
  if (!VIDEO_ID.test(videoId) || !EXPIRES.test(expires) || !TOKEN.test(token)) return false
  const expected = createHash('sha256').update(`${key}${videoId}${expires}`).digest()
  return timingSafeEqual(expected, Buffer.from(token, 'hex')) && now < Number(expires) * 1000
}
