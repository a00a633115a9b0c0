/** What every list and decision of the back office takes, and the people and projects they refer to. */
import * as v from 'valibot'
import { PAYMENT_TURNS } from '#domain/payment.ts'
import { REASON_MAX } from '#domain/refund.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { MayUse } from '#domain/role.ts'
import { LIST_ORDERS } from '#domain/search.ts'
import { about, choice, data, file, page, paging, search, words } from '../api/call.ts'
import type { FilterEntries } from './filters.ts'

const narrowed = { search, sort: choice('The order.', LIST_ORDERS, 'newest') }
/** The query of a list. */
export const ordered = { ...narrowed, ...paging }

type ListCall<Row extends v.GenericSchema, Narrow> = {
  roles: MayUse
  summary: string
  query: typeof ordered & Narrow
  answer: ReturnType<typeof page<Row>>
}
type FileCall<Narrow> = {
  roles: MayUse
  summary: string
  query: typeof narrowed & Narrow
  answer: ReturnType<typeof file>
}

/** A list of the back office that can be narrowed by `filters`, and the same list as a file. */
export function list<
  const Path extends `/${string}`,
  const Row extends v.GenericSchema,
  const Narrow extends FilterEntries = Record<never, never>,
>(path: Path, row: Row, roles: MayUse, summary: string, rest: { unknown?: Refusal; filters?: Narrow } = {}) {
  const { filters, ...others } = rest
  const shared = { unreadable: 'filter_nonsense', refusals: ['filter_nonsense'], ...others } as const
  return {
    [`GET ${path}`]: { roles, summary, query: { ...ordered, ...filters }, answer: page(row), ...shared },
    [`GET ${path}.csv`]: {
      roles,
      summary: `${summary} The whole list as a file.`,
      query: { ...narrowed, ...filters },
      answer: file('text/csv'),
      ...shared,
    },
  } as { [Each in `GET ${Path}`]: ListCall<Row, Narrow> } & {
    [Each in `GET ${Path}.csv`]: FileCall<Narrow>
  }
}

/** The reason for an action: it is kept in the audit trail. */
export const reasonBody = v.object({ reason: words(REASON_MAX) })

/** What a person's money can be set aside for. */
export const HOLD_REASONS = ['bid', 'gift', 'refund', 'withdrawal'] as const

export const turn = about(
  v.nullable(v.picklist(PAYMENT_TURNS)),
  'What has become of a payment’s money since; null if nothing has.',
)

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

/** The page that something is about, and what it is called: of a payment, whose it is. */
export const subjectWire = v.strictObject({
  kind: v.picklist(['payment', 'user', 'payout', 'project', 'artist']),
  uid: v.string(),
  name: v.string(),
})
export type SubjectWire = v.InferOutput<typeof subjectWire>

/** An account of the ledger whose balance changes. Centavos. */
export const movedWire = v.strictObject({
  code: v.string(),
  owner: about(v.nullable(subjectWire), 'Whose account it is.'),
  before: v.number(),
  after: v.number(),
})

/** Lines of the ledger that would be written, in the order of their accounts' names, and the balances that they leave. */
export const writtenWire = v.strictObject({
  lines: v.array(
    v.strictObject({ id: v.string(), debit: v.string(), credit: v.string(), amount: v.number() }),
  ),
  accounts: about(v.array(movedWire), 'The balances that change.'),
})
export type WrittenWire = v.InferOutput<typeof writtenWire>

/** The call that shows them before somebody approves. */
export const approveLines = <const Unknown extends Refusal, const Refusals extends readonly Refusal[]>(
  unknown: Unknown,
  refusals: Refusals,
) =>
  ({
    roles: ['finance'],
    summary: 'The lines of the ledger that approving writes in the end. It changes nothing.',
    answer: data(writtenWire),
    unknown,
    refusals,
  }) as const
