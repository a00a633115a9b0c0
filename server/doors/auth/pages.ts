/** Lists in pages, for administrators. */
import type { Context } from 'hono'
import { BUDGET } from './budget.ts'
import { AuthError } from './errors.ts'

const PER_PAGE = 50

export type UsersPage = { number: number; size: number; offset: number }

/** `page` and `per_page` of the query. Throws `adminPages`. */
export function readPage(c: Context): UsersPage {
  const number = readCount(c.req.query('page'), 1)
  const size = Math.min(readCount(c.req.query('per_page'), PER_PAGE), BUDGET.usersPerPage.limit)
  return { number, size, offset: (number - 1) * size }
}

/** Says how many there are, and where the next page and the last are: RFC 8288 links with the number after `page=`. */
export function setPageHeaders(
  c: Context,
  address: string,
  { number, size }: UsersPage,
  total: number,
): void {
  const last = Math.max(1, Math.ceil(total / size))
  const link = (page: number, rel: string) => `<${address}?page=${page}&per_page=${size}>; rel="${rel}"`
  c.header('X-Total-Count', String(total))
  c.header('Link', [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')].join(', '))
}

function readCount(given: string | undefined, fallback: number): number {
  if (!given) return fallback
  const count = Number(given)
  if (
    !Number.isSafeInteger(count) ||
    count < 1 ||
    count > Number.MAX_SAFE_INTEGER / BUDGET.usersPerPage.limit
  ) {
    throw new AuthError('adminPages', { reason: `"${given}" is not a positive number` })
  }
  return count
}
