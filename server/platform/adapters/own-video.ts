/** Signed addresses of our own video page, and of the files behind it: for one video, until one second. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** As it stands in an address. */
export type VideoGrant = { videoId: string; expires: string; token: string }

const VIDEO_ID = /^[\w-]{1,64}$/
/** Unix seconds: always ten digits, until the year 2286. */
const EXPIRES = /^[1-9]\d{9}$/
const TOKEN = /^[\w-]{43}$/

/** `expires`: unix seconds. */
export function signVideo(key: string, videoId: string, expires: number): string {
  return createHmac('sha256', key).update(`video\n${videoId}\n${expires}`).digest('base64url')
}

/** The instant (milliseconds since 1970) at which `grant` ends; null when it is not ours, or over at `now`. */
export function endOfVideo(key: string, { videoId, expires, token }: VideoGrant, now: number): number | null {
  if (!VIDEO_ID.test(videoId) || !EXPIRES.test(expires) || !TOKEN.test(token)) return null
  const expected = Buffer.from(signVideo(key, videoId, Number(expires)))
  if (!timingSafeEqual(expected, Buffer.from(token))) return null
  const end = Number(expires) * 1000
  return now < end ? end : null
}
