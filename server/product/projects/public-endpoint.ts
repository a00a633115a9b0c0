/** GET /projects/{uid}/public: a published project, for anybody. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readUid } from '../api/input.ts'
import { findPublicProject } from './projects.ts'

export function getPublicProject(ctx: Pick<ApiContext, 'sql'>): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const project = uid ? await findPublicProject(ctx.sql, uid) : null
    return project ? c.json({ data: project }) : refusal(c, 'project_not_found')
  }
}
