/** GET /projects/{uid}/public: a published project, for anybody. */
import type { Handler } from 'hono'
import { findPublicProject } from '../queries/projects.ts'
import { refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { readUid } from './input.ts'

export function getPublicProject(ctx: Pick<ApiContext, 'sql'>): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const project = uid ? await findPublicProject(ctx.sql, uid) : null
    return project ? c.json({ data: project }) : refusal(c, 'project_not_found')
  }
}
