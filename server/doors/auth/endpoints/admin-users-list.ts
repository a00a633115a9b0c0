import type { Context } from 'hono'
import { parseRows } from '#server/platform/db/rows.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { readPage, setPageHeaders } from '../pages.ts'
import { factorRow, userJson } from '../user-json.ts'
import { identityRow, userRow } from '../users.ts'

/**
 * GET /admin/users?page=&per_page=&filter=&sort=. `filter` is part of an address or, whatever its case, of a full name. Newest
 * first, unless `sort` says `created_at asc`; `X-Total-Count` and `Link` tell how many pages there are.
 * Throws `adminSort`.
 */
export async function listUsers(c: Context, door: Door): Promise<Response> {
  const page = readPage(c)
  const isOldestFirst = readsOldestFirst(c)
  const wanted = c.req.query('filter') ?? ''
  const matching = wanted
    ? door.sql`where email like ${`%${wanted}%`} or raw_user_meta_data->>'full_name' ilike ${`%${wanted}%`}`
    : door.sql``
  const [{ total }] = await door.sql<
    [{ total: number }]
  >`select count(*) as total from auth.users ${matching}`
  const users = parseRows(
    userRow,
    await door.sql`
      select * from auth.users ${matching}
      order by created_at ${isOldestFirst ? door.sql`asc` : door.sql`desc`}, id
      limit ${page.size} offset ${page.offset}`,
  )
  const ids = users.map((user) => user.id)
  const identities = parseRows(
    identityRow,
    await door.sql`
      select * from auth.identities where user_id = any(${ids}::uuid[]) order by created_at, id`,
  )
  const factors = parseRows(
    factorRow,
    await door.sql`
      select * from auth.mfa_factors where user_id = any(${ids}::uuid[]) order by created_at, id`,
  )
  const own = <T extends { user_id: string }>(rows: T[], id: string) =>
    rows.filter((row) => row.user_id === id)
  setPageHeaders(c, `${door.apiUrl}/admin/users`, page, total)
  return c.json({
    users: users.map((user) => userJson(user, own(identities, user.id), own(factors, user.id))),
    aud: 'authenticated',
  })
}

function readsOldestFirst(c: Context): boolean {
  const sort = c.req.query('sort') ?? ''
  const [, field, direction] = /^(\w*)(?: (asc|desc))?$/i.exec(sort) ?? []
  if (sort && field !== 'created_at') throw new AuthError('adminSort')
  return direction?.toLowerCase() === 'asc'
}
