/** POST /admin/videos {title, type, size} and GET /admin/videos/{id}: a file is sent to the video host by the browser itself. */
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { VIDEO_MAX_BYTES, VIDEO_TYPES } from '#domain/video.ts'
import { type VideoLibrary, VideoLibraryError } from '../../platform/adapters/video-library.ts'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, uuid } from '../api/input.ts'

export const body = v.object({
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
  type: v.picklist(VIDEO_TYPES),
  /** Bytes. */
  size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(VIDEO_MAX_BYTES)),
})

export function postVideo(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    if (!input) return refusal(c, 'malformed')
    return ask(ctx, c, (library) => library.create(input.title, Date.now()))
  }
}

export function getVideo(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const id = c.req.param('id')
    if (!v.is(uuid, id)) return refusal(c, 'not_found')
    return ask(ctx, c, (library) => library.stateOf(id))
  }
}

async function ask<Value>(
  ctx: ApiContext,
  c: Context<ApiEnv>,
  question: (library: VideoLibrary) => Promise<Value | null>,
): Promise<Response> {
  if (!ctx.video.library) return refusal(c, 'video_unavailable')
  try {
    const data = await question(ctx.video.library)
    return data === null ? refusal(c, 'not_found') : c.json({ data })
  } catch (fault) {
    if (!(fault instanceof VideoLibraryError)) throw fault
    ctx.log.error({ err: fault }, 'the video library could not be asked')
    return refusal(c, 'video_unavailable')
  }
}
