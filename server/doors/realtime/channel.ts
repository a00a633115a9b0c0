/** One joined topic of one socket: what it listens for, and as whom. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { REALTIME_BUDGET } from './budget.ts'
import type { Claims } from './claims.ts'
import { type Filter, parseFilter } from './parse-filter.ts'

const EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const

/** Postgres names have at most 63 bytes. */
const name = v.pipe(v.string(), v.maxLength(63))
const filterText = v.pipe(v.string(), v.maxLength(REALTIME_BUDGET.filterLength.limit))

const joinPayload = v.object({
  config: v.optional(
    v.object({
      postgres_changes: v.optional(
        v.pipe(
          v.array(
            v.looseObject({
              event: v.picklist(EVENTS),
              schema: name,
              table: v.optional(name),
              filter: v.optional(filterText),
              // All columns that one may read are told.
              select: v.optional(v.undefined()),
            }),
          ),
          v.maxLength(REALTIME_BUDGET.bindings.limit),
        ),
        [],
      ),
      presence: v.optional(v.looseObject({ enabled: v.optional(v.boolean()) })),
      // Nothing that was said before is kept.
      broadcast: v.optional(v.looseObject({ replay: v.optional(v.undefined()) })),
      private: v.optional(v.boolean(), false),
      // A join is answered at once; that its changes are followed is told afterwards.
      postgres_changes_options: v.optional(v.object({ wait: v.optional(v.literal(false)) })),
    }),
  ),
  access_token: v.nullish(v.string()),
})
export type JoinRequest = v.InferOutput<typeof joinPayload>

export function parseJoin(payload: unknown): JoinRequest | null {
  const parsed = v.safeParse(joinPayload, payload)
  return parsed.success ? parsed.output : null
}

export type Binding = {
  id: number
  /** Returned as the client sent it: it compares our echo with its own, key by key. */
  sent: Record<string, unknown>
  event: (typeof EVENTS)[number]
  schema: string
  table: string
  /** Null: every row. */
  filter: Filter | null
}

export type Channel = {
  topic: string
  joinRef: string | null
  claims: Claims
  bindings: Binding[]
}

/**
 * The same binding has the same id on every socket, so that a frame can be shared between watchers. The id is derived
 * from the binding itself: a registry of everything strangers ever asked for would grow without bound.
 */
function bindingId(sent: Record<string, unknown>): number {
  return createHash('sha256').update(JSON.stringify(sent)).digest().readUIntBE(0, 6)
}

/** The bindings a join asks for, or why they are refused. Ids are given either way: the reply names each. */
export function readBindings(request: JoinRequest): { bindings: Binding[]; fault: string | null } {
  let fault = null as string | null
  const bindings = (request.config?.postgres_changes ?? []).map((sent): Binding => {
    const parsed = parseFilter(sent.filter ?? '')
    fault ??= parsed.fault
    return {
      id: bindingId(sent),
      sent,
      event: sent.event,
      schema: sent.schema,
      table: sent.table ?? '*',
      filter: parsed.filter,
    }
  })
  return { bindings, fault }
}

export type Subscriber = {
  channel: Channel
  /** `payload` is called when the reader has room; returns false while there is none. */
  push: (event: string, payload: () => Record<string, unknown>) => boolean
}
