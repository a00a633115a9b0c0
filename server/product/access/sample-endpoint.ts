/** GET /sample: the free work, with an address that plays it for a day. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { findSample } from './sample.ts'

const DAY_MS = 86_400_000

export function getSample(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const sample = await findSample(ctx.sql)
    if (!sample) return refusal(c, 'project_not_found')
    return c.json({ data: { ...sample, videoUrl: ctx.video.signedUrl(sample.videoId, Date.now() + DAY_MS) } })
  }
}
