/**
 * POST /admin/pin {fileContent, fileName, isJson} → {IpfsHash}: the file upload function. What is pinned stays public
 * for ever, so only a project's metadata passes, to the letter of domain/metadata.ts.
 */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { PLATFORM_SHARE_BASIS_POINTS } from '#domain/proceeds.ts'
import { PinningError } from '../../platform/adapters/pinning.ts'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody } from '../api/input.ts'
import { coverPrefix } from './cover.ts'

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))

export function postPin(ctx: ApiContext): Handler<ApiEnv> {
  const token = {
    name: text(120),
    description: text(5000),
    image: v.pipe(text(2000), v.startsWith(coverPrefix(ctx.env))),
  }
  const body = v.object({
    fileName: v.pipe(v.string(), v.regex(/^[\w-]{1,80}-\d{1,4}\.json$/)),
    isJson: v.literal(true),
    fileContent: v.union([
      v.strictObject(token),
      v.strictObject({
        ...token,
        symbol: text(11),
        seller_fee_basis_points: v.literal(PLATFORM_SHARE_BASIS_POINTS),
        fee_recipient: v.literal(ctx.env.PLATFORM_WALLET),
      }),
    ]),
  })
  return async (c) => {
    const input = await readBody(c, body)
    if (!input) return refusal(c, 'malformed')
    try {
      return c.json({ IpfsHash: await ctx.pinning.pinJson(input.fileName, input.fileContent) })
    } catch (fault) {
      if (!(fault instanceof PinningError)) throw fault
      ctx.log.error({ err: fault }, 'metadata could not be pinned')
      return refusal(c, 'pinning_unavailable')
    }
  }
}
