import type { Context } from 'hono'
import type { AuthCaller } from '../caller.ts'
import type { Door } from '../options.ts'
import { loadUserJson } from '../user-json.ts'

/** GET /user. The signed-in user. */
export async function getUser(c: Context, door: Door, { user }: AuthCaller): Promise<Response> {
  return c.json(await loadUserJson(door.sql, user))
}
