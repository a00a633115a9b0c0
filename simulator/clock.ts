/**
 * Time for a real database. Its clock cannot be set; so every instant that still matters is set instead, as far from
 * now as the model has it. What has passed but is not settled keeps its order, in the last microseconds.
 */
import type { Sql } from '#server/platform/db/sql.ts'
import { withRetries } from '#server/platform/db/transact.ts'
import type { Names } from './names.ts'
import type { Market, Token } from './state.ts'

/** How much longer a server may take to write an end than the model does, plus a second lost to rounding. */
const TOLERANCE_MS = 1500
/** Real time may run ahead of the model by this much before it is brought back. */
const MOST_DRIFT_MS = 10_000

export type Clock = {
  /** Sets the database to the model's instant `to`, after checking every end in it against the model's. */
  move: (market: Market, to: number) => Promise<void>
  hasDrifted: () => boolean
}

export function createClock(sql: Sql, names: Names): Clock {
  let last: { real: number; model: number } | null = null

  function checkEnds(found: Map<string, number>, tokens: Token[], real: number): void {
    if (found.size !== tokens.length) {
      throw new Error(`${found.size} tokens are minted in the database, and ${tokens.length} in the model`)
    }
    for (const { id, payment, endsAt } of tokens) {
      const end = found.get(names.payment(payment))
      if (end === undefined) throw new Error(`token ${id} is minted in the model alone`)
      if (!last || endsAt === null) continue
      const expected = last.real + Math.max(0, endsAt - last.model)
      if (end < expected - TOLERANCE_MS || end > expected + real - last.real + TOLERANCE_MS) {
        throw new Error(`token ${id} ends ${end - expected} ms after the instant at which it should`)
      }
    }
  }

  return {
    hasDrifted: () => last !== null && Date.now() - last.real > MOST_DRIFT_MS,
    async move(market, to) {
      const tokens = market.projects.flatMap((project) =>
        project.tokens.filter(({ status }) => status === 'minted'),
      )
      const open = market.projects.filter(({ isClosed }) => !isClosed)
      const asked = market.charges.filter(({ payment }) => payment.status === 'pending')
      const given = market.projects.flatMap(({ gifts }) => gifts.filter(({ status }) => status === 'waiting'))
      const ids = market.projects.map((project) => names.project(project).id)
      await withRetries(sql, async (tx) => {
        await tx`select market.lock(${ids}::bigint[])`
        const [now] = await tx<{ text: string; real: number }[]>`
          select at::text as text, (extract(epoch from at) * 1000)::float8 as real
          from clock_timestamp() at`
        if (!now) throw new Error('the database has no clock')
        const ends = await tx<{ payment: string; end: number }[]>`
          select payments.uid as payment, (extract(epoch from will_expire_at) * 1000)::float8 as end
          from mints
          join payments on payments.id = mints.payment_id
          where mints.status = 'minted' and mints.project_id = any (${ids}::bigint[])`
        checkEnds(new Map(ends.map(({ payment, end }) => [payment, end])), tokens, now.real)

        const offset = offsets(to, [
          ...tokens.map(endOf),
          ...open.map(({ expiredAt }) => expiredAt),
          ...asked.map(({ expiresAt }) => expiresAt),
          ...given.map(({ acceptBy }) => acceptBy),
        ])
        const moved = [
          ...tokens.map((token) => ({ payment: names.payment(token.payment), by: offset(endOf(token)) })),
        ]
        const closing = open.map((project) => ({
          id: names.project(project).id,
          by: offset(project.expiredAt),
        }))
        await tx`
          update mints
          set will_expire_at = ${now.text}::timestamptz + make_interval(secs => moved.by)
          from jsonb_to_recordset(${tx.json(moved)}) as moved (payment uuid, by float8), payments
          where payments.uid = moved.payment and mints.payment_id = payments.id and mints.status = 'minted'`
        await tx`
          update projects
          set expired_at = ${now.text}::timestamptz + make_interval(secs => moved.by)
          from jsonb_to_recordset(${tx.json(closing)}) as moved (id bigint, by float8)
          where projects.id = moved.id`
        const ending = asked.map(({ payment, expiresAt }) => ({
          payment: names.payment(payment),
          by: offset(expiresAt),
        }))
        await tx`
          update private.pix_charges
          set expires_at = ${now.text}::timestamptz + make_interval(secs => moved.by)
          from jsonb_to_recordset(${tx.json(ending)}) as moved (payment uuid, by float8), payments
          where payments.uid = moved.payment and payment_id = payments.id`
        await tx`
          update units
          set reserved_until = ${now.text}::timestamptz + make_interval(secs => moved.by)
          from jsonb_to_recordset(${tx.json(ending)}) as moved (payment uuid, by float8), payments
          where payments.uid = moved.payment and reserved_by = payments.id`
        const dated = given.map(({ payment, acceptBy }) => ({
          payment: names.payment(payment),
          by: offset(acceptBy),
        }))
        await tx`
          update private.gifts
          set accept_by = ${now.text}::timestamptz + make_interval(secs => moved.by)
          from jsonb_to_recordset(${tx.json(dated)}) as moved (payment uuid, by float8), payments
          where payments.uid = moved.payment and gifts.payment_id = payments.id`
        last = { real: now.real, model: to }
      })
    },
  }
}

/** Seconds from now for each instant: its distance if it is to come, its place among the others if it has passed. */
function offsets(now: number, instants: number[]): (instant: number) => number {
  const past = [...new Set(instants.filter((instant) => instant <= now))].toSorted((a, b) => a - b)
  return (instant) =>
    instant > now ? (instant - now) / 1000 : (past.indexOf(instant) - past.length) / 1_000_000
}

function endOf(token: Token): number {
  return token.endsAt ?? 0
}
