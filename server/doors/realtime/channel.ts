/** One joined topic of one socket: what it listens for, and as whom. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Claims } from './claims.ts'
import { type Filter, parseFilter } from './filter.ts'

const EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const

/** Legitimate clients never need more than this. Postgres names have at most 63 bytes. */
const MAX_BINDINGS = 100
const name = v.pipe(v.string(), v.maxLength(63))
const filterText = v.pipe(v.string(), v.maxLength(8192))

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
            }),
          ),
          v.maxLength(MAX_BINDINGS),
        ),
        [],
      ),
      presence: v.optional(v.looseObject({ enabled: v.optional(v.boolean(), false) })),
      private: v.optional(v.boolean(), false),
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
  let fault: string | null = null
  const bindings = (request.config?.postgres_changes ?? []).map((sent): Binding => {
    const filter = sent.filter === undefined ? null : parseFilter(sent.filter)
    if (sent.filter !== undefined && !filter) {
      fault = `Error parsing \`filter\` params: [${JSON.stringify(sent.filter)}]`
    }
    return {
      id: bindingId(sent),
      sent,
      event: sent.event,
      schema: sent.schema,
      table: sent.table ?? '*',
      filter,
    }
  })
  return { bindings, fault }
}

export type Subscriber = {
  channel: Channel
  /** `payload` is called when the reader has room; returns false while there is none. */
  push: (event: string, payload: () => Record<string, unknown>) => boolean
}
