/** What every list and decision of the back office takes, and the people and projects they refer to. */
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'
import type { Refusal } from '#domain/refusal.ts'
import { LIST_ORDERS } from '#domain/search.ts'
import { choice, file, page, paging, search, words } from '../api/call.ts'

const narrowed = { search, sort: choice('The order.', LIST_ORDERS, 'newest') }
/** The query of a list. */
export const ordered = { ...narrowed, ...paging }

type ListCall<Row extends v.GenericSchema> = {
  summary: string
  query: typeof ordered
  answer: ReturnType<typeof page<Row>>
}
type FileCall = { summary: string; query: typeof narrowed; answer: ReturnType<typeof file> }

/** A list of the back office, and the same list as a file. */
export function list<const Path extends `/${string}`, const Row extends v.GenericSchema>(
  path: Path,
  row: Row,
  summary: string,
  rest: { unknown?: Refusal } = {},
) {
  return {
    [`GET ${path}`]: { summary, query: ordered, answer: page(row), ...rest },
    [`GET ${path}.csv`]: {
      summary: `${summary} The whole list as a file.`,
      query: narrowed,
      answer: file('text/csv'),
      ...rest,
    },
  } as { [Each in `GET ${Path}`]: ListCall<Row> } & { [Each in `GET ${Path}.csv`]: FileCall }
}

/** The reason for an action: it is kept in the audit trail. */
export const reasonBody = v.object({ reason: words(REASON_MAX) })

export const workWire = v.strictObject({ projectName: v.string(), author: v.string(), thumbnail: v.string() })
export type WorkWire = v.InferOutput<typeof workWire>

export const personWire = v.strictObject({
  uid: v.string(),
  fullName: v.nullable(v.string()),
  nickname: v.nullable(v.string()),
  email: v.string(),
  photoUrl: v.nullable(v.string()),
})
export type PersonWire = v.InferOutput<typeof personWire>
