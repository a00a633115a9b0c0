/** Keeps what the PIX network says has arrived, once for each `endToEndId`, and lets a job apply it. */
import type { PixReceipt } from '#domain/pix.ts'
import type { Sql } from '../db/sql.ts'

/** The names under which they are kept, known before or not. */
export async function storePixReceipts(sql: Sql, receipts: PixReceipt[]): Promise<string[]> {
  const events = receipts.map((receipt) => ({ id: `pix:${receipt.endToEndId}`, payload: receipt }))
  await sql`
    with stored as (
      insert into private.webhook_events (id, provider, type, payload)
      select id, 'pix', 'pix.received', payload
      from jsonb_to_recordset(${sql.json(events as never)}) as event (id text, payload jsonb)
      on conflict (id) do nothing
      returning id
    )
    select private.add_job('apply-pix-event', jsonb_build_object('eventId', id), 'pix-event:' || id)
    from stored`
  return events.map(({ id }) => id)
}
