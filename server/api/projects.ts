/** GET /projects and GET /projects/{uid}. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { findProject, listProjects } from '../queries/projects.ts'
import { refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { readPage, uuid } from './input.ts'

export function getProjects(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const page = readPage(c)
    if (!page) return refusal(c, 'malformed')
    return c.json(await listProjects(ctx.sql, c.get('fan').uid, page))
  }
}

export function getProject(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = c.req.param('uid')
    if (!v.is(uuid, uid)) return refusal(c, 'project_not_found')
    const project = await findProject(ctx.sql, c.get('fan'), uid)
    return project ? c.json({ data: project }) : refusal(c, 'project_not_found')
  }
}
