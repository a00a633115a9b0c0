/** POST /play {UID}: opens a live token and answers an address that plays until its window ends. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import type { PlayWire } from '#domain/wire/api.ts'
import { playToken } from '../commands/play-token.ts'
import { answer, refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { readBody, uuid } from './input.ts'

const body = v.object({ UID: uuid })

export function play(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    if (!input) return refusal(c, 'malformed')
    const played = await playToken(ctx.sql, c.get('fan').uid, input.UID)
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
