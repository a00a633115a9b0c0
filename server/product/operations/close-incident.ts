/** A refused webhook or operation that somebody has looked into: it leaves its list, and the audit trail keeps the note. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

type Incident = 'webhook' | 'operation'

/** A condition: nobody has settled it. `subject` is the event's id, or the operation's key. */
export const isOpenIncident = (sql: Sql | Tx, kind: Incident, subject: Fragment): Fragment => sql`
  not exists (
    select from private.settled_incidents settled where settled.kind = ${kind} and settled.subject = ${subject}
  )`

export const closeWebhook = (sql: Sql, number: number, note: string, by: Actor) =>
  transact(sql, (tx) =>
    close(
      tx,
      'webhook',
      tx`select id as subject from private.webhook_events where number = ${number} and outcome like 'refused%'`,
      note,
      by,
    ),
  )

export const closeOperation = (sql: Sql, id: number, note: string, by: Actor) =>
  transact(sql, (tx) =>
    close(
      tx,
      'operation',
      tx`select key as subject from chain.operations where id = ${id} and status = 'failed'`,
      note,
      by,
    ),
  )

/** Repeated, or by two at once, it changes nothing more: the first note stands. */
async function close(
  tx: Tx,
  kind: Incident,
  which: Fragment,
  note: string,
  by: Actor,
): Promise<Result<null>> {
  const found = parseRow(v.object({ subject: v.string() }), await tx`${which}`)
  if (!found) return refuse('record_not_found')
  const settled = await tx`
    insert into private.settled_incidents (kind, subject, note, admin_id)
    values (${kind}, ${found.subject}, ${note}, ${by.uid})
    on conflict do nothing`
  if (settled.count === 1)
    await audit(tx, by, { action: `${kind}.settle`, subject: found.subject, after: { note } })
  return ok(null)
}
