/** POST /create-project and POST /projects/{uid}/publish: for admins. A new project waits for its contract. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { coverTint } from '../../platform/adapters/cover-tint.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { idempotencyKey, readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { coverPrefix, readCover } from './cover.ts'
import { createProjectOnce } from './create-project.ts'
import { projectFields } from './project-input.ts'
import { publishProject } from './publish-project.ts'

export const body = v.object({
  ...projectFields,
  lyrics: v.optional(projectFields.lyrics, ''),
  mediaUrl: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
  baseURI: v.pipe(v.string(), v.maxLength(255)),
  contractURI: v.pipe(v.string(), v.maxLength(1000)),
  /** Whatever is sent, a project begins unpublished. */
  isActive: v.optional(v.boolean()),
})

export function postProject(ctx: ApiContext): Handler<ApiEnv> {
  const covers = coverPrefix(ctx.env)
  return async (c) => {
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    // A cover on another host would be stored and then blocked by the content security policy.
    if (!input?.thumbnail.startsWith(covers) || key === undefined) return refusal(c, 'malformed')
    const { isActive: _, ...project } = input
    const cover = await readCover(ctx, project.thumbnail)
    const tint = cover && (await coverTint(cover))
    const request = { key, hash: hashRequest(c.req.path, project) }
    const made = await createProjectOnce(ctx, { ...project, tint }, administrator(c), request)
    return made.ok ? c.json(made.value, 201) : refusal(c, made.refusal)
  }
}

export function postPublication(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'project_not_found')
    return answer(c, await publishProject(ctx.sql, uid, administrator(c)))
  }
}
