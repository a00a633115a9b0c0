import type { Context } from 'hono'
import { findUser } from '../admin.ts'
import type { Door } from '../options.ts'
import { loadUserJson } from '../user-json.ts'

/** GET /admin/users/{id}. */
export async function adminGetUser(c: Context, door: Door): Promise<Response> {
  return c.json(await loadUserJson(door.sql, await findUser(c, door.sql)))
}
