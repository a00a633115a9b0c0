import type { Context } from 'hono'
import * as v from 'valibot'
import { parseRows } from '#server/platform/db/rows.ts'
import { BUDGET } from '../budget.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { readPage, tellPages } from '../pages.ts'

const entryRow = v.object({
  id: v.string(),
  payload: v.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null),
  created_at: v.date(),
  ip_address: v.string(),
})

/** What `query=scope:text` looks in. */
const SCOPES: Record<string, string> = { author: 'actor_username', action: 'action', type: 'log_type' }

/** GET /admin/audit?query=&page=&per_page=. Newest first. */
export async function listAudit(c: Context, door: Door): Promise<Response> {
  const page = readPage(c)
  const { field, text } = readQuery((c.req.query('query') ?? '').slice(0, BUDGET.field.limit))
  const matches = field ? door.sql`where payload ->> ${field} ilike ${`%${text}%`}` : door.sql``
  const [{ total }] = await door.sql<[{ total: number }]>`
    select count(*) as total from auth.audit_log_entries ${matches}`
  const entries = parseRows(
    entryRow,
    await door.sql`
      select id, payload, created_at, ip_address from auth.audit_log_entries ${matches}
      order by created_at desc, id
      limit ${page.size} offset ${page.offset}`,
  )
  tellPages(c, `${door.apiUrl}/admin/audit`, page, total)
  return c.json(entries)
}

/** `text` as a pattern that stands for itself. */
function readQuery(query: string): { field: string | null; text: string } {
  if (!query) return { field: null, text: '' }
  const [scope = '', ...rest] = query.split(':')
  const field = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined
  if (!field || rest.length === 0) throw new AuthError('adminAuditQuery', { query })
  return { field, text: rest.join(':').replace(/[\\%_]/g, '\\$&') }
}
