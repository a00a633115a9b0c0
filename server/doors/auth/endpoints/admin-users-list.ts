import type { Context } from 'hono'
import { parseRows } from '#server/platform/db/rows.ts'
import { BUDGET } from '../budget.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { factorRow, userJson } from '../user-json.ts'
import { identityRow, userRow } from '../users.ts'

const PER_PAGE = 50

/** GET /admin/users?page=&per_page=. Newest first; `X-Total-Count` and `Link` tell how many pages there are. */
export async function listUsers(c: Context, door: Door): Promise<Response> {
  const page = readCount(c.req.query('page'), 1)
  const perPage = Math.min(readCount(c.req.query('per_page'), PER_PAGE), BUDGET.usersPerPage.limit)
  const [{ total }] = await door.sql<[{ total: number }]>`select count(*) as total from auth.users`
  const users = parseRows(
    userRow,
    await door.sql`
      select * from auth.users
      order by created_at desc, id
      limit ${perPage} offset ${(page - 1) * perPage}`,
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
  c.header('X-Total-Count', String(total))
  c.header('Link', pageLinks(`${door.apiUrl}/admin/users`, page, perPage, total))
  return c.json({
    users: users.map((user) => userJson(user, own(identities, user.id), own(factors, user.id))),
    aud: 'authenticated',
  })
}

function readCount(given: string | undefined, fallback: number): number {
  if (!given) return fallback
  const count = Number(given)
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new AuthError('adminPages', { reason: `"${given}" is not a positive number` })
  }
  return count
}

/** RFC 8288 links. The client reads the number after `page=` in each. */
function pageLinks(address: string, page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) =>
    `<${address}?page=${number}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
