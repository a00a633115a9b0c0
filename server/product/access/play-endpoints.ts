/**
 * POST /play {UID, device?, takeOver?}: opens a live token and answers an address that plays until its window ends.
 * POST /play/renew and /play/release {UID, device?}: the device still plays, or has stopped.
 */
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { DEVICE_NAME } from '#domain/play-lease.ts'
import type { PlayWire } from '#domain/wire/api.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, uuid } from '../api/input.ts'
import { type LeaseClaim, releaseLease, renewLease } from './play-lease.ts'
import { playToken } from './play-token.ts'

const deviceName = v.optional(v.pipe(v.string(), v.regex(DEVICE_NAME)))
export const lease = v.object({ UID: uuid, device: deviceName })
export const body = v.object({ ...lease.entries, takeOver: v.optional(v.boolean(), false) })

export function play(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    if (!input) return refusal(c, 'malformed')
    const { takeOver } = input
    const { tokenUid, fanUid, device } = claimOf(c, input)
    const played = await playToken(ctx.sql, fanUid, tokenUid, { device, takeOver })
    if (!played.ok) return answer(c, played)
    const { uid, statusSong, willExpireAt, videoId } = played.value
    const data: PlayWire = {
      uid,
      statusSong,
      willExpireAt: willExpireAt.toISOString(),
      videoUrl: ctx.video.signedUrl(videoId, willExpireAt.getTime()),
    }
    return c.json({ data })
  }
}

export function postRenewal(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, lease)
    return input ? answer(c, await renewLease(ctx.sql, claimOf(c, input))) : refusal(c, 'malformed')
  }
}

export function postRelease(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, lease)
    if (!input) return refusal(c, 'malformed')
    await releaseLease(ctx.sql, claimOf(c, input))
    return c.json({ data: null })
  }
}

/** A caller that names no device is known by its session, so that leaving the name out opens no second place. */
function claimOf(
  c: Context<ApiEnv>,
  { UID, device }: { UID: string; device?: string | undefined },
): LeaseClaim {
  const { session_id: session, sub } = c.get('claims')
  return { tokenUid: UID, fanUid: c.get('fan').uid, device: device ?? session ?? sub }
}
