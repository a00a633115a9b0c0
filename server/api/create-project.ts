/** POST /create-project and POST /projects/{uid}/publish: for admins. A new project waits for its contract. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { coverTint } from '../adapters/cover-tint.ts'
import { createProject } from '../commands/create-project.ts'
import { publishProject } from '../commands/publish-project.ts'
import { coverPrefix, readCover } from '../queries/cover.ts'
import { administrator } from './admin/administrator.ts'
import { answer, refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { centavos, readBody, uuid } from './input.ts'

/** Names travel in the contract's code, where each has one byte for its length. */
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120), v.maxBytes(255))
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const YEAR_SECONDS = 31_536_000

const body = v.object({
  projectName: name,
  author: name,
  authorWallet: address,
  symbol: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,11}$/)),
  description: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(5000)),
  fiatPrice: v.pipe(centavos, v.minValue(100)),
  totalSupply: whole(100_000),
  /** Seconds. */
  validPeriod: whole(YEAR_SECONDS),
  videoId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,80}$/)),
  lyrics: v.optional(v.pipe(v.string(), v.maxLength(50_000)), ''),
  mediaUrl: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
  thumbnail: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  baseURI: v.pipe(v.string(), v.maxLength(255)),
  contractURI: v.pipe(v.string(), v.maxLength(1000)),
  /** Whatever is sent, a project begins unpublished. */
  isActive: v.optional(v.boolean()),
  /** UTC. */
  expiredAt: v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    v.transform((text) => new Date(`${text.replace(' ', 'T')}Z`)),
    v.date(),
  ),
})

export function postProject(ctx: ApiContext): Handler<ApiEnv> {
  const covers = coverPrefix(ctx.env)
  return async (c) => {
    const input = await readBody(c, body)
    // A cover on another host would be stored and then blocked by the content security policy.
    if (!input?.thumbnail.startsWith(covers)) return refusal(c, 'malformed')
    const { isActive: _, ...project } = input
    const cover = await readCover(ctx, project.thumbnail)
    const tint = cover && (await coverTint(cover))
    return c.json({ data: { uid: await createProject(ctx, { ...project, tint }, administrator(c)) } }, 201)
  }
}

export function postPublication(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = c.req.param('uid')
    if (!v.is(uuid, uid)) return refusal(c, 'project_not_found')
    return answer(c, await publishProject(ctx.sql, uid, administrator(c)))
  }
}
