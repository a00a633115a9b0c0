/** GET /projects?search=&sort=newest|ending|price and GET /projects/{uid}. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readPage, readUid } from '../api/input.ts'
import { findProject, listProjects, PROJECT_SORTS } from './projects.ts'

const filters = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120)), ''),
  sort: v.optional(v.picklist(PROJECT_SORTS), 'newest'),
})

export function getProjects(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const page = readPage(c)
    const filter = v.safeParse(filters, c.req.query())
    if (!page || !filter.success) return refusal(c, 'malformed')
    return c.json(await listProjects(ctx.sql, c.get('fan').uid, { ...page, ...filter.output }))
  }
}

export function getProject(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const project = uid ? await findProject(ctx.sql, c.get('fan'), uid) : null
    return project ? c.json({ data: project }) : refusal(c, 'project_not_found')
  }
}
